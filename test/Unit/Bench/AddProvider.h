// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A stand-in for the compiler, and what a session printed, for tests of whole sessions.
#ifndef TKC_TEST_UNIT_BENCH_ADDPROVIDER_H
#define TKC_TEST_UNIT_BENCH_ADDPROVIDER_H

#include "tkc/Bench/BenchSession.h"

namespace tkc::bench {

using data::ElementType;

/// A kernel add(x, y, out, n), which the fake driver knows, and its meaning.
class AddProvider : public KernelProvider {
public:
  int declareParameters(const knobs::CompileFlags &, std::vector<DeclaredParameter> &parameters) override {
    parameters = {{"x", false, true, ElementType::F32},
                  {"y", false, true, ElementType::F32},
                  {"out", false, true, ElementType::F32},
                  {"n", false, false, ElementType::I32},
                  {"BLOCK", true, std::nullopt, std::nullopt}};
    return declareCode;
  }
  int compile(const knobs::CompileFlags &flags, const std::vector<ArgumentType> &types, CodeKind code,
              CompiledKernel &kernel) override {
    target = flags.target.value_or("none");
    inputs.push_back(flags.input);
    numWarps = flags.numWarps;
    constants = flags.constants;
    signature.clear();
    for (const ArgumentType &type : types) {
      signature += type.text() + " ";
    }
    kernel.cubin = code == CodeKind::Cubin ? "FAKE" : "";
    kernel.ptx = code == CodeKind::Ptx ? ptx : "";
    if (brokenBy > 0) {
      bool isBroken = flags.optLimit.value_or(brokenBy) >= brokenBy;
      kernel.ptx = isBroken ? brokenPtx : ptx;
      kernel.transformations = {"one", "two", "three", "four", "five", "six"};
    }
    kernel.name = "add";
    kernel.metadata = {"0.1.0", "sm_90a", {}, {metadata()}};
    return compileCode;
  }
  int interpret(const runtime::Grid &grid, const std::vector<NamedArgument> &arguments,
                ReferenceOutcome &outcome) override {
    interpretedPrograms = grid.programs();
    outcome = {arguments, {{}, {}, {}, {}}};
    for (size_t i = 0; i < arguments[2].value.elementCount(); ++i) {
      double sum = arguments[0].value.getDouble(i) + arguments[1].value.getDouble(i);
      outcome.arguments[2].value.setDouble(i, sum + mistake);
      outcome.bounds[2].push_back(1e-6);
    }
    return interpretCode;
  }

  void reportFaults(const sim::LaunchResult &result) override {
    for (const sim::ReportedFault &fault : result.faults) {
      faults += std::string(sim::faultKindName(fault.fault.kind)) + " ";
    }
  }

  std::string ptx, faults;
  /// The number of the transformation that makes `brokenPtx` of `ptx`; 0 for none.
  int64_t brokenBy = 0;
  std::string brokenPtx;
  int declareCode = 0, compileCode = 0, interpretCode = 0;
  double mistake = 0;
  const char *symbol = "add";
  std::string target, signature;
  /// The files that were compiled, and the warps of the last one.
  std::vector<std::string> inputs;
  std::optional<int64_t> numWarps;
  std::vector<std::pair<std::string, std::string>> constants;
  int64_t interpretedPrograms = 0;

private:
  runtime::KernelMetadata metadata() const {
    runtime::KernelMetadata kernel;
    kernel.name = "add";
    kernel.symbol = symbol;
    for (const char *name : {"x", "y", "out", "n"}) {
      runtime::Parameter parameter;
      parameter.name = name;
      bool isScalar = parameter.name == "n";
      parameter.kind = isScalar ? runtime::ParameterKind::Scalar : runtime::ParameterKind::Pointer;
      parameter.type = isScalar ? ElementType::I32 : ElementType::F32;
      parameter.divisibility = isScalar ? 1 : 16;
      kernel.parameters.push_back(parameter);
    }
    kernel.config = {{"BLOCK", runtime::ConstantValue::ofInteger(64)}};
    kernel.grid = *launch::parseExpression("(cdiv(n, BLOCK),)");
    runtime::layOutParameters(kernel);
    return kernel;
  }
};

/// What a session printed.
struct Transcript {
  std::string printed, complained;
  SessionOutput output{[this](const std::string &text) { printed += text; },
                       [this](const std::string &text) { complained += text; }};
};
inline const char *emptyEnvironment(const char *) { return nullptr; }

inline std::vector<std::string> commandLine(std::vector<std::string> more) {
  std::vector<std::string> line = {"k.tk",
                                   "--arg=x=randn:100",
                                   "--arg=y=randn:100",
                                   "--arg=out=empty:100",
                                   "--arg=n=100",
                                   std::string("--libcuda=") + FAKE_CUDA_PATH};
  line.insert(line.end(), more.begin(), more.end());
  return line;
}

} // namespace tkc::bench

#endif // TKC_TEST_UNIT_BENCH_ADDPROVIDER_H
