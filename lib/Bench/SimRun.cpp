// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arguments in simulated memory, and the launch.
#include "tkc/Bench/SimRun.h"

#include "tkc/Sim/Numeric/TensorMap.h"

#include <algorithm>
#include <cstring>

#include "ChromeTrace.h"
#include "PositionedValues.h"

namespace tkc::bench {

using sim::Simulator;

/// What arrays that nobody wrote look like after a run, as on the GPU.
static constexpr uint8_t poison = 0xff;

/// The addresses of the arrays; scalars have none.
static std::vector<uint64_t> upload(Simulator &simulator, const std::vector<NamedArgument> &arguments) {
  std::vector<uint64_t> addresses;
  for (const NamedArgument &argument : arguments) {
    size_t bytes = argument.value.bytes.size();
    addresses.push_back(argument.isScalar ? 0 : simulator.memory().allocate(argument.name, bytes));
  }
  std::vector<uint8_t> placed;
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (!arguments[i].isScalar && !arguments[i].isUninitialised) {
      const std::vector<uint8_t> &bytes = bytesOnDevice(arguments[i], arguments, addresses, placed);
      simulator.memory().write(addresses[i], bytes.data(), bytes.size());
    }
  }
  return addresses;
}

static void download(Simulator &simulator, const std::vector<uint64_t> &addresses,
                     std::vector<NamedArgument> &arguments) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i].isScalar) {
      continue;
    }
    std::vector<uint8_t> &bytes = arguments[i].value.bytes;
    simulator.memory().read(addresses[i], bytes.data(), bytes.size());
    std::vector<uint8_t> defined = simulator.memory().definedBits(addresses[i], bytes.size());
    for (size_t byte = 0; byte < bytes.size(); ++byte) {
      if (!((defined[byte / 8] >> (byte % 8)) & 1)) {
        bytes[byte] = poison;
      }
    }
  }
  forgetAddresses(arguments, addresses);
}

static Result<std::vector<uint8_t>> makeScratch(Simulator &simulator, const runtime::KernelMetadata &kernel,
                                                const runtime::HiddenParameter &hidden,
                                                const launch::Environment &environment, const runtime::Grid &grid) {
  Result<int64_t> bytes = launch::evaluate(hidden.bytesPerProgram, environment);
  int64_t total = 0;
  if (!bytes || *bytes < 0 || __builtin_mul_overflow(*bytes, grid.programs() * kernel.numCtas, &total)) {
    return ErrorMessage{"scratch memory: " + (bytes ? "too many bytes" : bytes.error())};
  }
  uint64_t address = simulator.memory().allocate("scratch memory", std::max<int64_t>(total, 1), true,
                                                 std::max<int64_t>(hidden.alignment, 256));
  std::vector<uint8_t> value(sizeof address);
  std::memcpy(value.data(), &address, sizeof address);
  return value;
}

static Result<std::vector<uint8_t>> makeTensorMap(const runtime::KernelMetadata &kernel,
                                                  const runtime::HiddenParameter &hidden,
                                                  const std::vector<uint8_t> &packed,
                                                  const launch::Environment &environment) {
  auto map = runtime::describeTensorMap(kernel, hidden, packed, environment);
  if (!map) {
    return map.takeError();
  }
  Result<sim::TensorMapBytes> encoded = sim::encodeTensorMap(*map);
  if (!encoded) {
    return ErrorMessage{"argument `" + hidden.tensorMap.pointer + "`: " + encoded.error()};
  }
  return std::vector<uint8_t>(encoded->begin(), encoded->end());
}

/// The report of a kernel that checks its accesses, in simulated memory.
struct PlacedReport {
  const runtime::FaultReportParameter *parameter = nullptr;
  uint64_t address = 0;
  size_t bytes = 0;
};

static std::vector<uint8_t> makeReport(Simulator &simulator, const runtime::HiddenParameter &hidden,
                                       const runtime::Arguments &arguments, PlacedReport &placed) {
  std::vector<runtime::ArrayExtent> extents;
  for (const std::string &name : hidden.faultReport.arrays) {
    const runtime::ArgumentValue *array = arguments.find(name);
    extents.push_back(array ? runtime::ArrayExtent{array->bits, array->bits + array->sizeInBytes.value_or(0)}
                            : runtime::ArrayExtent());
  }
  std::vector<uint8_t> report = runtime::makeFaultReport(extents);
  placed = {&hidden.faultReport, simulator.memory().allocate("fault report", report.size()), report.size()};
  simulator.memory().write(placed.address, report.data(), report.size());
  std::vector<uint8_t> value(sizeof placed.address);
  std::memcpy(value.data(), &placed.address, sizeof placed.address);
  return value;
}

static std::optional<runtime::RecordedFault> readReport(Simulator &simulator, const PlacedReport &placed) {
  if (!placed.parameter) {
    return std::nullopt;
  }
  std::vector<uint8_t> report(placed.bytes);
  simulator.memory().read(placed.address, report.data(), report.size());
  return runtime::readFaultReport(*placed.parameter, report);
}

/// The bytes of each parameter that is passed, then of the hidden ones.
static Result<ParameterBytes> makeParameters(Simulator &simulator, const runtime::KernelMetadata &kernel,
                                             const runtime::Arguments &arguments, const runtime::Grid &grid,
                                             PlacedReport &report) {
  Result<std::vector<uint8_t>> packed = runtime::packArguments(kernel, arguments);
  if (!packed) {
    return packed.takeError();
  }
  ParameterBytes parameters = splitParameters(kernel, *packed);
  launch::Environment environment = runtime::launchEnvironment(kernel, arguments);
  for (const runtime::HiddenParameter &hidden : kernel.hiddenParameters) {
    if (hidden.kind == runtime::HiddenKind::FaultReport) {
      parameters.push_back(makeReport(simulator, hidden, arguments, report));
      continue;
    }
    bool isMap = hidden.kind == runtime::HiddenKind::TensorMap;
    Result<std::vector<uint8_t>> value = isMap ? makeTensorMap(kernel, hidden, *packed, environment)
                                               : makeScratch(simulator, kernel, hidden, environment, grid);
    if (!value) {
      return value.takeError();
    }
    parameters.push_back(std::move(*value));
  }
  return parameters;
}

static sim::LaunchRequest makeRequest(const CompiledKernel &compiled, const runtime::Grid &grid,
                                      const SimFlags &flags) {
  const runtime::KernelMetadata &kernel = *compiled.metadata.findKernel(compiled.name);
  sim::LaunchRequest request;
  request.kernel = kernel.symbol;
  request.shape.grid = {uint32_t(grid.x * kernel.numCtas), uint32_t(grid.y), uint32_t(grid.z)};
  request.shape.block = compiled.block;
  if (compiled.block[0] == 0) {
    request.shape.block = {uint32_t(32 * kernel.numWarps), 1, 1};
  }
  request.shape.cluster = {uint32_t(kernel.numCtas), 1, 1};
  if (compiled.cluster[0] != 0) {
    request.shape.grid = {uint32_t(grid.x), uint32_t(grid.y), uint32_t(grid.z)};
    request.shape.cluster = compiled.cluster;
  }
  request.shape.dynamicSharedBytes = uint32_t(kernel.sharedBytes);
  request.options.schedule = flags.schedule;
  request.options.threads = unsigned(flags.threads);
  request.options.checks = flags.checks;
  request.options.statistics = flags.statistics;
  request.options.instructionLimit =
      uint64_t(flags.instructionLimit.value_or(int64_t(request.options.instructionLimit)));
  request.options.stackBytes = uint32_t(flags.stackBytes.value_or(request.options.stackBytes));
  return request;
}

Result<sim::LaunchResult> runOnSimulator(const CompiledKernel &kernel, const SimFlags &flags, const runtime::Grid &grid,
                                         std::vector<NamedArgument> &arguments,
                                         std::optional<runtime::RecordedFault> *fault) {
  const runtime::KernelMetadata &metadata = *kernel.metadata.findKernel(kernel.name);
  if (grid.programs() == 0) {
    return sim::LaunchResult();
  }
  Simulator simulator;
  std::optional<Target> machine = kernel.machine ? parseTarget(*kernel.machine) : std::nullopt;
  std::vector<sim::LoadError> errors = simulator.load(kernel.ptx, machine);
  if (!errors.empty()) {
    return ErrorMessage{"line " + std::to_string(errors[0].line) + " of the PTX: " + errors[0].message};
  }
  std::vector<uint64_t> addresses = upload(simulator, arguments);
  sim::LaunchRequest request = makeRequest(kernel, grid, flags);
  ChromeTrace trace;
  if (!flags.traceFile.empty()) {
    if (Status opened = trace.open(flags.traceFile); !opened) {
      return opened.takeError();
    }
    request.options.trace = &trace;
  }
  PlacedReport report;
  auto parameters = makeParameters(simulator, metadata, bindArguments(metadata, arguments, addresses), grid, report);
  if (!parameters) {
    return parameters.takeError();
  }
  if (Status inserted = insertValues(kernel, arguments, addresses, sim::encodeTensorMap, *parameters); !inserted) {
    return inserted.takeError();
  }
  request.arguments = std::move(*parameters);
  Result<sim::LaunchResult> result = simulator.launch(request);
  if (!result) {
    return result;
  }
  if (fault) {
    *fault = readReport(simulator, report);
  }
  download(simulator, addresses, arguments);
  Status written = flags.traceFile.empty() ? Status() : trace.close();
  return written ? std::move(result) : Result<sim::LaunchResult>(written.takeError());
}

} // namespace tkc::bench
