// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// PTX files as kernels of a session.
#include "tkc/Bench/PtxProvider.h"

#include "tkc/Support/Files.h"

#include <algorithm>

namespace tkc::bench {

using data::ElementType;

bool isPtxInput(const RunFlags &flags) {
  const std::string &input = flags.compile.input;
  return input.size() > 4 && input.compare(input.size() - 4, 4, ".ptx") == 0;
}

namespace {

class PtxProvider : public KernelProvider {
public:
  PtxProvider(const RunFlags &flags, SessionOutput output) : run(flags), output(std::move(output)) {}

  int declareParameters(const knobs::CompileFlags &flags, std::vector<DeclaredParameter> &parameters) override;
  int compile(const knobs::CompileFlags &flags, const std::vector<ArgumentType> &types, CodeKind code,
              CompiledKernel &kernel) override;
  int interpret(const runtime::Grid &, const std::vector<NamedArgument> &, ReferenceOutcome &) override {
    return fail(output, DiagnosticKind::InvalidCommandLine, "PTX has no meaning that the interpreter could run",
                "`--device=sim` and `--device=cuda` run PTX; check with `--check NAME=FILE.npy`");
  }
  void reportFaults(const sim::LaunchResult &result) override {
    for (const sim::ReportedFault &fault : result.faults) {
      output.complain(sim::renderFault(fault, run.compile.input));
    }
  }

private:
  int choose(const std::string &kernel);
  int reportErrors(const std::vector<sim::LoadError> &errors);
  int chooseMachine(const knobs::CompileFlags &flags, std::optional<Target> &machine);
  const PositionedValue *valueAt(size_t position) const;
  int fillShape(CompiledKernel &kernel, runtime::KernelMetadata &metadata);
  int fillValues(CompiledKernel &kernel);

  const RunFlags &run;
  SessionOutput output;
  std::string text;
  sim::Simulator simulator;
  /// The chosen kernel.
  std::string name;
  sim::KernelSignature signature;
};

} // namespace

int PtxProvider::reportErrors(const std::vector<sim::LoadError> &errors) {
  for (const sim::LoadError &error : errors) {
    // Line 0 is the text as a whole.
    std::string line = error.line ? ":" + std::to_string(error.line) : "";
    std::string column = error.column ? ":" + std::to_string(error.column) : "";
    fail(output, DiagnosticKind::PtxNotRunnable, run.compile.input + line + column + ": " + error.message);
  }
  return knobs::exitBadInput;
}

int PtxProvider::choose(const std::string &kernel) {
  std::vector<std::string> names = simulator.kernels(), refused = simulator.refusedKernels();
  names.insert(names.end(), refused.begin(), refused.end());
  name = kernel.empty() && names.size() == 1 ? names[0] : kernel;
  if (std::optional<sim::KernelSignature> found = simulator.signature(name)) {
    signature = *found;
    return knobs::exitFine;
  }
  std::string list;
  for (const std::string &each : names) {
    list += (list.empty() ? "`" : ", `") + each + "`";
  }
  std::string problem = kernel.empty() ? "the file has " + std::to_string(names.size()) + " kernels"
                                       : "the file has no kernel `" + kernel + "`";
  return fail(output, DiagnosticKind::PtxNotRunnable, problem + (list.empty() ? "" : ": " + list),
              names.size() > 1 ? "choose one with --kernel" : "");
}

//===--- Parameters -------------------------------------------------------===//

/// The element type of a parameter of the PTX; none where only bytes are known.
static std::optional<ElementType> elementTypeOf(const sim::KernelParameter &parameter) {
  using Kind = sim::ptx::Type::Kind;
  const ElementType integers[4][2] = {{ElementType::I8, ElementType::U8},
                                      {ElementType::I16, ElementType::U16},
                                      {ElementType::I32, ElementType::U32},
                                      {ElementType::I64, ElementType::U64}};
  uint32_t bytes = parameter.sizeInBytes;
  if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8) {
    return std::nullopt;
  }
  switch (parameter.type.kind) {
  case Kind::Float:
    return bytes == 8 ? ElementType::F64 : bytes == 4 ? ElementType::F32 : ElementType::F16;
  case Kind::BFloat:
    return ElementType::BF16;
  default:
    return integers[__builtin_ctz(bytes)][parameter.type.kind == Kind::Unsigned];
  }
}

/// The type of the number that is given, if it fits the parameter's bytes; else the parameter's own.
static std::optional<ElementType> scalarType(const sim::KernelParameter &parameter, const data::ArgumentSpec &spec) {
  std::optional<ElementType> declared = elementTypeOf(parameter);
  if (spec.type && data::sizeInBytes(*spec.type) == int(parameter.sizeInBytes)) {
    return spec.type;
  }
  bool isBits = parameter.type.kind == sim::ptx::Type::Kind::Bits;
  if (declared && isBits && !spec.isInteger) {
    return parameter.sizeInBytes == 8 ? ElementType::F64 : parameter.sizeInBytes == 4 ? ElementType::F32 : *declared;
  }
  return declared;
}

int PtxProvider::declareParameters(const knobs::CompileFlags &flags, std::vector<DeclaredParameter> &parameters) {
  Result<std::string> read = readFile(flags.input);
  if (!read) {
    return fail(output, DiagnosticKind::InputNotReadable, read.error());
  }
  text = std::move(*read);
  std::optional<Target> machine;
  if (int code = chooseMachine(flags, machine)) {
    return code;
  }
  std::vector<sim::LoadError> errors = simulator.load(text, machine);
  if (!errors.empty()) {
    return reportErrors(errors);
  }
  if (int code = choose(flags.kernel.value_or(""))) {
    return code;
  }
  for (size_t i = 0; i < signature.parameters.size(); ++i) {
    DeclaredParameter declared;
    declared.name = std::to_string(i);
    if (valueAt(i)) {
      continue;
    }
    auto given = std::find_if(run.arguments.begin(), run.arguments.end(),
                              [&](const NamedSpec &spec) { return spec.name == declared.name; });
    bool isArray = given != run.arguments.end() && !given->spec.isScalar();
    declared.isPointer = isArray && signature.parameters[i].sizeInBytes == 8;
    if (given != run.arguments.end() && !isArray) {
      declared.type = scalarType(signature.parameters[i], given->spec);
    }
    parameters.push_back(std::move(declared));
  }
  // Arrays that only tensor maps use are no parameters.
  for (const NamedSpec &given : run.arguments) {
    bool isPosition = given.name[0] >= '0' && given.name[0] <= '9';
    if (!isPosition) {
      parameters.push_back({given.name, false, !given.spec.isScalar(), std::nullopt, false});
    }
  }
  return knobs::exitFine;
}

const PositionedValue *PtxProvider::valueAt(size_t position) const {
  auto found = std::find_if(run.values.begin(), run.values.end(),
                            [position](const PositionedValue &value) { return value.position == position; });
  return found == run.values.end() ? nullptr : &*found;
}

/// `--target` is the GPU that runs the text; on the GPU itself it is what is there.
int PtxProvider::chooseMachine(const knobs::CompileFlags &flags, std::optional<Target> &machine) {
  if (!flags.target || run.device == DeviceKind::Cuda) {
    return knobs::exitFine;
  }
  std::string problem;
  machine = parseTarget(*flags.target, &problem);
  return machine ? knobs::exitFine : fail(output, DiagnosticKind::InvalidCommandLine, problem);
}

//===--- Launching --------------------------------------------------------===//

/// Threads and clusters as the text requires them, or as the flags say.
int PtxProvider::fillShape(CompiledKernel &kernel, runtime::KernelMetadata &metadata) {
  const sim::ptx::LaunchBounds &bounds = signature.bounds;
  bool isRequired = bounds.requiredThreads[0] != 0;
  if (!isRequired && !run.block) {
    return fail(output, DiagnosticKind::InvalidArguments,
                "`" + name + "` states no number of threads; give it with `--block X[,Y[,Z]]`");
  }
  bool hasCluster = bounds.requiredCluster[0] != 0;
  for (unsigned axis = 0; axis < 3; ++axis) {
    kernel.block[axis] = run.block ? (*run.block)[axis] : std::max(1u, bounds.requiredThreads[axis]);
    kernel.cluster[axis] = run.cluster ? (*run.cluster)[axis] : std::max(1u, bounds.requiredCluster[axis]);
  }
  if (run.cluster && !hasCluster && run.device == DeviceKind::Cuda) {
    return fail(output, DiagnosticKind::InvalidArguments,
                "on the GPU the text of `" + name + "` states its cluster: `.reqnctapercluster`");
  }
  metadata.numWarps = int64_t(kernel.block[0]) * kernel.block[1] * kernel.block[2] / 32;
  metadata.sharedBytes = run.sharedBytes;
  return knobs::exitFine;
}

/// What is passed by value must be as long as its parameter.
int PtxProvider::fillValues(CompiledKernel &kernel) {
  kernel.values = run.values;
  std::sort(kernel.values.begin(), kernel.values.end(),
            [](const PositionedValue &left, const PositionedValue &right) { return left.position < right.position; });
  for (size_t i = 0; i < kernel.values.size(); ++i) {
    const PositionedValue &value = kernel.values[i];
    size_t given = value.spec.isTensorMap() ? data::tensorMapBytes : value.spec.bytes.size();
    std::string place = "parameter " + std::to_string(value.position) + " of `" + name + "`";
    if (value.position >= signature.parameters.size()) {
      return fail(output, DiagnosticKind::InvalidArguments, "there is no " + place);
    }
    if (i > 0 && kernel.values[i - 1].position == value.position) {
      return fail(output, DiagnosticKind::InvalidArguments, place + " is given twice");
    }
    if (given != signature.parameters[value.position].sizeInBytes) {
      return fail(output, DiagnosticKind::InvalidArguments,
                  place + " takes " + std::to_string(signature.parameters[value.position].sizeInBytes) +
                      " bytes, got " + std::to_string(given));
    }
  }
  return knobs::exitFine;
}

int PtxProvider::compile(const knobs::CompileFlags &flags, const std::vector<ArgumentType> &types, CodeKind code,
                         CompiledKernel &kernel) {
  if (std::vector<sim::LoadError> errors = simulator.errorsOf(name); !errors.empty() && code == CodeKind::Ptx) {
    return reportErrors(errors);
  }
  runtime::KernelMetadata metadata;
  metadata.name = metadata.symbol = name;
  metadata.numCtas = 1;
  std::vector<size_t> positions;
  for (size_t i = 0; i < types.size(); ++i) {
    if (types[i].name[0] < '0' || types[i].name[0] > '9') {
      continue;
    }
    positions.push_back(std::strtoul(types[i].name.c_str(), nullptr, 10));
    runtime::Parameter parameter;
    parameter.name = types[i].name;
    parameter.kind = types[i].isPointer ? runtime::ParameterKind::Pointer : runtime::ParameterKind::Scalar;
    parameter.type = types[i].type;
    metadata.parameters.push_back(std::move(parameter));
  }
  runtime::layOutParameters(metadata);
  for (size_t i = 0; i < positions.size(); ++i) {
    const sim::KernelParameter &wanted = signature.parameters[positions[i]];
    if (metadata.parameters[i].sizeInBytes != wanted.sizeInBytes) {
      return fail(output, DiagnosticKind::InvalidArguments,
                  "parameter " + std::to_string(positions[i]) + " of `" + name + "` takes " +
                      std::to_string(wanted.sizeInBytes) + " bytes by value",
                  "give them with `--arg " + std::to_string(positions[i]) + "=bytes:0x…` or `=tensormap:ARRAY:box=…`");
    }
  }
  if (int exitCode = fillValues(kernel)) {
    return exitCode;
  }
  if (int exitCode = fillShape(kernel, metadata)) {
    return exitCode;
  }
  kernel.name = name;
  kernel.ptx = text;
  // The driver compiles text as well.
  kernel.cubin = text;
  kernel.metadata.target = flags.target.value_or(simulator.target().name);
  kernel.machine = run.device == DeviceKind::Cuda ? std::nullopt : flags.target;
  kernel.metadata.kernels = {std::move(metadata)};
  return knobs::exitFine;
}

std::unique_ptr<KernelProvider> makePtxProvider(const RunFlags &flags, SessionOutput output) {
  return std::make_unique<PtxProvider>(flags, std::move(output));
}

} // namespace tkc::bench
