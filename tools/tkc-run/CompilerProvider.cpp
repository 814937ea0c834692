// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Connects sessions with the compiler and the interpreter.
#include "CompilerProvider.h"

#include "tkc/Compile/Compilation.h"
#include "tkc/Diagnostics/DiagnosticRenderer.h"
#include "tkc/Interp/Interpreter.h"
#include "tkc/Support/Files.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "FaultReport.h"
#include "SimFaultReport.h"

namespace tkc {

namespace {

/// One kernel of one file, from its declaration to its runs.
class CompilerProvider : public bench::KernelProvider {
public:
  explicit CompilerProvider(bench::SessionOutput output) : output(std::move(output)) {}

  int declareParameters(const knobs::CompileFlags &flags, std::vector<bench::DeclaredParameter> &parameters) override;
  int compile(const knobs::CompileFlags &flags, const std::vector<bench::ArgumentType> &types, bench::CodeKind code,
              bench::CompiledKernel &kernel) override;
  int interpret(const runtime::Grid &grid, const std::vector<bench::NamedArgument> &arguments,
                bench::ReferenceOutcome &outcome) override;
  void reportFaults(const sim::LaunchResult &result) override;
  void reportOutside(const runtime::RecordedFault &fault) override;

private:
  int declareAll(std::vector<bench::DeclaredParameter> &parameters);
  int compileStages(const std::vector<bench::ArgumentType> &types, bench::CodeKind code);
  std::vector<evaluate::SpecializedParameter> specializeArguments(const std::vector<bench::ArgumentType> &types) const;
  int printReports() const;
  void complain(const DiagnosticEngine &engine) const;
  std::vector<evaluate::SpecializedParameter> listPassed() const;
  interp::Launch makeLaunch(const runtime::Grid &grid, std::vector<bench::NamedArgument> &arguments,
                            std::vector<size_t> &argumentOfBuffer) const;

  bench::SessionOutput output;
  const knobs::EnvironmentReader environment = readEnvironment;
  /// The compilation refers to them.
  knobs::CompileFlags flags;
  std::unique_ptr<Compilation> compilation;
  /// The meaning of the kernel, kept while the compilation lowers its own copy; lives in the compilation's context.
  mlir::OwningOpRef<mlir::ModuleOp> meaning;
  std::string kernelName;
  std::vector<evaluate::DeclaredParameter> declared;
};

} // namespace

std::unique_ptr<bench::KernelProvider> makeCompilerProvider(bench::SessionOutput output) {
  return std::make_unique<CompilerProvider>(std::move(output));
}

const char *readEnvironment(const char *name) { return std::getenv(name); }

bench::SessionOutput makeStandardOutput() {
  return {[](const std::string &text) { std::fputs(text.c_str(), stdout); },
          [](const std::string &text) { std::fputs(text.c_str(), stderr); }};
}

void CompilerProvider::complain(const DiagnosticEngine &engine) const {
  bool isJson = flags.diagnostics == knobs::DiagnosticsFormat::Json;
  if (!engine.diagnostics().empty()) {
    output.complain(isJson ? renderJson(engine) : renderText(engine));
  }
}

//===--- Parameters and arguments -----------------------------------------===//

/// The type of one element as arrays have it; a pointer to a pointer holds addresses.
static std::optional<data::ElementType> getElementType(const evaluate::DType &type) {
  const evaluate::DType &element = type.isPointer() ? type.element() : type;
  return element.isPointer() ? data::ElementType::I64 : data::parseElementType(element.signatureName());
}

static bench::DeclaredParameter describe(const evaluate::DeclaredParameter &declared) {
  bench::DeclaredParameter parameter;
  parameter.name = declared.name;
  parameter.isConstexpr = declared.isConstexpr || declared.isGiven;
  parameter.hasValue = declared.hasValue;
  if (declared.type) {
    bool isDescriptor = declared.type->isTensorDescriptor();
    parameter.isPointer = declared.type->isPointer() || isDescriptor;
    parameter.type = getElementType(isDescriptor ? declared.type->element() : *declared.type);
    parameter.descriptorRank = isDescriptor ? declared.type->shape().size() : 0;
  }
  return parameter;
}

int CompilerProvider::declareAll(std::vector<bench::DeclaredParameter> &parameters) {
  if (int code = compilation->load()) {
    return code;
  }
  if (int code = compilation->declareKernel(kernelName, declared)) {
    return code;
  }
  for (const evaluate::DeclaredParameter &parameter : declared) {
    parameters.push_back(describe(parameter));
  }
  return knobs::exitFine;
}

int CompilerProvider::declareParameters(const knobs::CompileFlags &given,
                                        std::vector<bench::DeclaredParameter> &parameters) {
  flags = given;
  meaning = {};
  compilation = std::make_unique<Compilation>(flags, environment);
  int code = declareAll(parameters);
  if (code != knobs::exitFine) {
    complain(compilation->diagnostics());
  }
  return code;
}

/// What the rules of run-time specialisation make of an argument: the value 1 becomes a constant, and multiples of 16
/// are claimed, unless the source excludes it.
static evaluate::SpecializedParameter specialize(const bench::ArgumentType &argument,
                                                 const evaluate::DeclaredParameter &declared) {
  evaluate::SpecializedParameter result;
  result.name = argument.name;
  result.range = declared.range;
  evaluate::DType element = evaluate::DType::parse(data::elementTypeName(argument.type)).value_or(evaluate::DType());
  result.type = argument.isPointer ? evaluate::DType::pointer(element) : element;
  result.kind = evaluate::SpecializedParameter::Kind::Scalar;
  result.divisibility = declared.specializesAlignment ? argument.divisibility : 1;
  if (argument.isOne && declared.specializesValue) {
    result.kind = evaluate::SpecializedParameter::Kind::Constant;
    result.constant = evaluate::Object::integer(1);
    result.divisibility = 1;
  }
  return result;
}

std::vector<evaluate::SpecializedParameter>
CompilerProvider::specializeArguments(const std::vector<bench::ArgumentType> &types) const {
  std::vector<evaluate::SpecializedParameter> result;
  for (const bench::ArgumentType &argument : types) {
    auto found = std::find_if(declared.begin(), declared.end(),
                              [&](const evaluate::DeclaredParameter &other) { return other.name == argument.name; });
    // A type that the source or the signature states is the contract; the argument adds nothing to it.
    if (found != declared.end() && !found->type) {
      result.push_back(specialize(argument, *found));
    }
  }
  return result;
}

//===--- Compiling --------------------------------------------------------===//

int CompilerProvider::compileStages(const std::vector<bench::ArgumentType> &types, bench::CodeKind code) {
  if (int exitCode = compilation->specialize(specializeArguments(types))) {
    return exitCode;
  }
  if (int exitCode = compilation->elaborate()) {
    return exitCode;
  }
  meaning = compilation->findModule(kernelName).clone();
  return code == bench::CodeKind::Meaning ? int(knobs::exitFine) : compilation->runBackend();
}

/// Remarks and resources, as the compile flags ask for them.
int CompilerProvider::printReports() const {
  if (flags.remarks) {
    output.complain(formatRemarks(compilation->remarks()));
  }
  if (flags.resourceUsage) {
    output.print(compilation->formatResourceUsage());
  }
  if (!flags.remarksFile) {
    return knobs::exitFine;
  }
  Status written = writeFile(*flags.remarksFile, formatRemarksJson(compilation->remarks()));
  if (!written) {
    compilation->diagnostics().report(DiagnosticKind::OutputNotWritable, {}) << written.error();
    return knobs::exitBadInput;
  }
  return knobs::exitFine;
}

static knobs::EmitKind emitFor(bench::CodeKind code) {
  switch (code) {
  case bench::CodeKind::Meaning:
    return knobs::EmitKind::Tk;
  case bench::CodeKind::Ptx:
    return knobs::EmitKind::Ptx;
  case bench::CodeKind::Cubin:
    return knobs::EmitKind::Cubin;
  }
  llvm_unreachable("all kinds are handled");
}

int CompilerProvider::compile(const knobs::CompileFlags &given, const std::vector<bench::ArgumentType> &types,
                              bench::CodeKind code, bench::CompiledKernel &kernel) {
  flags = given;
  flags.kernel = kernelName;
  flags.emit = emitFor(code);
  if (code == bench::CodeKind::Ptx && flags.lineInfo == knobs::LineInfo::Source) {
    // So that reports of the simulator name ops as well.
    flags.lineInfo = knobs::LineInfo::Ops;
  }
  int exitCode = compileStages(types, code);
  exitCode = exitCode == knobs::exitFine ? printReports() : exitCode;
  complain(compilation->diagnostics());
  if (exitCode != knobs::exitFine) {
    return exitCode;
  }
  kernel.name = kernelName;
  kernel.metadata = compilation->metadata();
  kernel.cubin = code == bench::CodeKind::Cubin ? *compilation->output().assembled.cubin : "";
  kernel.ptx = code == bench::CodeKind::Ptx ? compilation->output().ptx : "";
  kernel.transformations = compilation->output().transformations;
  return knobs::exitFine;
}

//===--- Simulating -------------------------------------------------------===//

void CompilerProvider::reportFaults(const sim::LaunchResult &result) {
  auto rangeOf = [this](const sim::SourcePlace &place) {
    return compilation->rangeOfLine(place.file, place.line, place.column);
  };
  DiagnosticEngine engine;
  reportSimulatedFaults(result, rangeOf, engine);
  complain(engine);
}

void CompilerProvider::reportOutside(const runtime::RecordedFault &fault) {
  const elaborate::OpTable &ops = compilation->entries()[0].ops;
  auto record = std::find_if(ops.records().begin(), ops.records().end(), [&](const elaborate::OpRecord &each) {
    return uint32_t(each.id) == fault.site.operation;
  });
  DiagnosticEngine engine;
  reportOutsideAccess(fault, record == ops.records().end() ? SourceRange() : record->range, engine);
  complain(engine);
}

//===--- Interpreting -----------------------------------------------------===//

/// What the kernel's function takes, in order.
std::vector<evaluate::SpecializedParameter> CompilerProvider::listPassed() const {
  std::vector<evaluate::SpecializedParameter> passed;
  for (const evaluate::SpecializedParameter &piece :
       evaluate::listPieces(compilation->entries()[0].specialization.parameters)) {
    if (piece.kind == evaluate::SpecializedParameter::Kind::Scalar) {
      passed.push_back(piece);
    }
  }
  return passed;
}

static void addBuffer(interp::Launch &launch, bench::NamedArgument &argument) {
  launch.buffers.push_back({&argument.value, !argument.isUninitialised, {}});
}

interp::Launch CompilerProvider::makeLaunch(const runtime::Grid &grid, std::vector<bench::NamedArgument> &arguments,
                                            std::vector<size_t> &argumentOfBuffer) const {
  interp::Launch launch;
  launch.grid = {int32_t(grid.x), int32_t(grid.y), int32_t(grid.z)};
  for (const evaluate::SpecializedParameter &parameter : listPassed()) {
    auto found = std::find_if(arguments.begin(), arguments.end(),
                              [&](const bench::NamedArgument &argument) { return argument.name == parameter.name; });
    if (found == arguments.end()) {
      continue;
    }
    if (found->isScalar) {
      launch.arguments.push_back(interp::Argument::value(found->value));
      continue;
    }
    launch.arguments.push_back(interp::Argument::pointer(launch.buffers.size()));
    addBuffer(launch, *found);
    argumentOfBuffer.push_back(size_t(found - arguments.begin()));
  }
  for (bench::NamedArgument &argument : arguments) {
    if (!argument.isParameter) {
      addBuffer(launch, argument);
      argumentOfBuffer.push_back(size_t(&argument - arguments.data()));
    }
  }
  return launch;
}

/// Writes the addresses of buffers into the arrays that hold some; gives the address of each argument.
static std::vector<uint64_t> placeAddresses(std::vector<bench::NamedArgument> &arguments,
                                            const std::vector<size_t> &argumentOfBuffer) {
  std::vector<uint64_t> addresses(arguments.size(), 0);
  for (size_t buffer = 0; buffer < argumentOfBuffer.size(); ++buffer) {
    addresses[argumentOfBuffer[buffer]] = interp::bufferAddress(buffer);
  }
  std::vector<uint8_t> placed;
  for (bench::NamedArgument &argument : arguments) {
    if (!argument.addressed.empty()) {
      argument.value.bytes = bench::bytesOnDevice(argument, arguments, addresses, placed);
    }
  }
  return addresses;
}

int CompilerProvider::interpret(const runtime::Grid &grid, const std::vector<bench::NamedArgument> &arguments,
                                bench::ReferenceOutcome &outcome) {
  outcome.arguments = arguments;
  outcome.bounds.assign(arguments.size(), {});
  if (grid.programs() == 0) {
    return knobs::exitFine;
  }
  std::vector<size_t> argumentOfBuffer;
  interp::Launch launch = makeLaunch(grid, outcome.arguments, argumentOfBuffer);
  std::vector<uint64_t> addresses = placeAddresses(outcome.arguments, argumentOfBuffer);
  interp::Execution execution = interp::interpret(meaning->lookupSymbol<mlir::func::FuncOp>(kernelName), launch);
  bench::forgetAddresses(outcome.arguments, addresses);
  std::vector<std::string> passed;
  for (const evaluate::SpecializedParameter &parameter : listPassed()) {
    passed.push_back(parameter.name);
  }
  ExecutionNames names{arguments, argumentOfBuffer, passed, grid,
                       [this](mlir::Location location) { return compilation->rangeOf(location); }};
  llvm::outs() << execution.printed;
  llvm::outs().flush();
  DiagnosticEngine engine;
  reportExecution(execution, names, engine);
  complain(engine);
  for (size_t buffer = 0; buffer < execution.buffers.size(); ++buffer) {
    outcome.bounds[argumentOfBuffer[buffer]] = std::move(execution.buffers[buffer].bounds);
  }
  return engine.hasErrors() ? int(knobs::exitBadInput) : int(knobs::exitFine);
}

} // namespace tkc
