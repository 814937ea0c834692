// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One launch: flatten, lay out memory, run, report.
#include "tkc/Interp/Interpreter.h"

#include "tkc/Dialect/Tk/IR/Tk.h"

#include <thread>

#include "Engine/Memory.h"
#include "Engine/PrintLog.h"
#include "Engine/Scheduler.h"
#include "FlatKernel.h"

namespace tkc::interp {

using namespace mlir;

Argument Argument::integer(data::ElementType type, int64_t value) {
  data::Array scalar = data::Array::zeros(type, {});
  scalar.setInteger(0, value);
  return Argument::value(std::move(scalar));
}

Argument Argument::real(data::ElementType type, double value) {
  data::Array scalar = data::Array::zeros(type, {});
  scalar.setDouble(0, value);
  return Argument::value(std::move(scalar));
}

bool Execution::isDecided() const {
  return undecidedDecisions.empty() &&
         llvm::all_of(buffers, [](const BufferReport &report) { return report.undecidedCount == 0; });
}

uint64_t bufferAddress(size_t buffer) { return addressOfBuffer(buffer); }

namespace {
/// The steps of one launch.
class LaunchRun {
public:
  LaunchRun(func::FuncOp kernel, const Launch &launch, const Options &options)
      : kernel(kernel), launch(launch), options(options), faults(options.keptFaults) {}

  Execution run() {
    flat = flatten(kernel, execution.problems);
    checkLaunch();
    if (execution.hasRun()) {
      placeBuffers();
      passArguments();
    }
    if (execution.hasRun()) {
      execute();
      reportBuffers();
    }
    execution.printed = prints.take();
    execution.faults = faults.takeFaults();
    execution.faultCount = faults.faultCount();
    for (const auto &[location, count] : faults.undecided()) {
      execution.undecidedDecisions.push_back({flat.locations[location], count});
    }
    execution.locations = std::move(flat.locations);
    return std::move(execution);
  }

private:
  void problem(const Twine &message) { execution.problems.push_back({kernel.getLoc(), message.str()}); }

  void checkLaunch();
  void placeBuffers();
  void passArguments();
  void passArgument(unsigned index, const Argument &argument);
  void checkAliases(unsigned index);
  void checkDivisibility(unsigned index, uint64_t value);
  void execute();
  void reportBuffers();
  void reportBuffer(size_t index);
  bool mayWrite(size_t buffer) const;

  func::FuncOp kernel;
  const Launch &launch;
  const Options &options;
  Execution execution;
  FlatKernel flat;
  Memory memory;
  FaultLog faults;
  PrintLog prints;
};
} // namespace

void LaunchRun::checkLaunch() {
  if (launch.arguments.size() != kernel.getNumArguments()) {
    problem("kernel `" + kernel.getName() + "` takes " + Twine(kernel.getNumArguments()) + " arguments, got " +
            Twine(launch.arguments.size()));
  }
  for (int32_t extent : launch.grid) {
    if (extent < 1) {
      problem("expects a grid with positive extents, got " + Twine(extent));
    }
  }
  uint64_t planes = uint64_t(launch.grid[0]) * uint64_t(launch.grid[1]);
  if (execution.hasRun() && planes * uint64_t(launch.grid[2]) >= (uint64_t(1) << 31)) {
    problem("expects fewer than 2^31 programs");
  }
}

bool LaunchRun::mayWrite(size_t buffer) const {
  for (size_t index = 0; index < launch.arguments.size(); ++index) {
    if (launch.arguments[index].buffer == buffer && flat.code.writtenArguments[index]) {
      return true;
    }
  }
  return flat.code.writesUnknownBuffer;
}

void LaunchRun::placeBuffers() {
  for (size_t index = 0; index < launch.buffers.size(); ++index) {
    const Buffer &buffer = launch.buffers[index];
    std::vector<uint8_t> &bytes = buffer.array->bytes;
    auto allocation = std::make_unique<Allocation>(bytes.data(), bytes.size(), flat.code.smallestAccess);
    allocation->isWritten = mayWrite(index);
    if (!buffer.isInitialised) {
      allocation->markUninitialised();
    } else if (allocation->isWritten || !buffer.bounds.empty()) {
      allocation->trackStates();
    }
    if (allocation->isWritten && options.checksConflicts) {
      allocation->history.resize(allocation->granuleCount());
    }
    unsigned elementSize = unsigned(data::sizeInBytes(buffer.array->type));
    for (size_t element = 0; element < buffer.bounds.size(); ++element) {
      double bound = buffer.bounds[element];
      allocation->noteWrite(element * elementSize, elementSize, scalarTypeOf(buffer.array->type), bound,
                            bound == infinity);
    }
    memory.allocations.push_back(std::move(allocation));
  }
}

void LaunchRun::passArguments() {
  for (unsigned index = 0; index < launch.arguments.size(); ++index) {
    passArgument(index, launch.arguments[index]);
    checkAliases(index);
  }
}

void LaunchRun::checkAliases(unsigned index) {
  std::optional<size_t> buffer = launch.arguments[index].buffer;
  if (!buffer || !kernel.getArgAttr(index, tk::noAliasAttrName)) {
    return;
  }
  for (unsigned other = 0; other < launch.arguments.size(); ++other) {
    if (other != index && launch.arguments[other].buffer == buffer && mayWrite(*buffer)) {
      problem("argument " + Twine(index) + " promises an array of its own, and argument " + Twine(other) +
              " has the same");
    }
  }
}

static std::string typeText(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

void LaunchRun::passArgument(unsigned index, const Argument &argument) {
  const Slot &slot = flat.code.slots[flat.code.arguments[index]];
  Type type = kernel.getArgumentTypes()[index];
  int64_t lane = 0;
  if (argument.buffer) {
    if (!slot.type.isPointer() || *argument.buffer >= launch.buffers.size()) {
      problem("argument " + Twine(index) + " of type `" + typeText(type) + "` cannot be buffer " +
              Twine(*argument.buffer));
      return;
    }
    lane = int64_t(addressOfBuffer(*argument.buffer) + uint64_t(argument.byteOffset));
  } else {
    data::ElementType given = argument.scalar.type;
    bool fits = argument.scalar.elementCount() == 1 && isa<ShapedType>(type) == false &&
                (slot.type.isPointer() ? data::isInteger(given) : scalarTypeOf(given) == slot.type);
    if (!fits) {
      problem("argument " + Twine(index) + " of type `" + typeText(type) + "` cannot be " +
              data::formatShape(argument.scalar.shape) + " " + data::elementTypeName(given).data());
      return;
    }
    lane = slot.type.isFloat() ? int64_t(bitsOf(argument.scalar.getDouble(0)))
                               : canonicalInteger(argument.scalar.getInteger(0), slot.type.bits);
  }
  std::memcpy(flat.code.constants.data() + slot.lanes, &lane, sizeof lane);
  checkDivisibility(index, uint64_t(lane));
}

void LaunchRun::checkDivisibility(unsigned index, uint64_t value) {
  auto promised = kernel.getArgAttrOfType<IntegerAttr>(index, tk::divisibilityAttrName);
  if (!promised || promised.getInt() <= 0 || int64_t(value) % promised.getInt() == 0) {
    return;
  }
  Fault fault;
  fault.kind = FaultKind::BrokenDivisibility;
  fault.element = index;
  fault.address = value;
  fault.location = uint32_t(flat.locations.size());
  flat.locations.push_back(kernel.getArgument(index).getLoc());
  faults.report(fault);
}

void LaunchRun::execute() {
  Grid grid{flat.code, launch.grid, flat.code.constants.data(), memory, faults, options.quantum, &prints};
  unsigned threads = options.threadCount != 0 ? options.threadCount : std::thread::hardware_concurrency();
  Scheduler(grid, options.stallLimit).run(std::max(1u, threads));
}

void LaunchRun::reportBuffers() {
  for (size_t index = 0; index < launch.buffers.size(); ++index) {
    execution.buffers.emplace_back();
    reportBuffer(index);
  }
}

void LaunchRun::reportBuffer(size_t index) {
  const data::Array &array = *launch.buffers[index].array;
  const Allocation &allocation = *memory.allocations[index];
  BufferReport &report = execution.buffers[index];
  ScalarType type = scalarTypeOf(array.type);
  unsigned elementSize = unsigned(data::sizeInBytes(array.type));
  for (size_t element = 0; element < array.elementCount(); ++element) {
    Allocation::Knowledge knowledge = allocation.knowledge(element * elementSize, elementSize, type);
    report.unwrittenCount += knowledge.isUninitialised;
    report.undecidedCount += knowledge.isUndecided || knowledge.bound == infinity;
    double bound = knowledge.isUndecided ? infinity : knowledge.bound;
    if (bound != 0 && report.bounds.empty()) {
      report.bounds.assign(array.elementCount(), 0);
    }
    if (!report.bounds.empty()) {
      report.bounds[element] = bound;
    }
  }
}

Execution interpret(func::FuncOp kernel, const Launch &launch, const Options &options) {
  return LaunchRun(kernel, launch, options).run();
}

} // namespace tkc::interp
