// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The one kernel of a run, before its arguments are there.
#include "tkc/Compile/Compilation.h"

namespace tkc {

int Compilation::declareKernel(std::string &name, std::vector<evaluate::DeclaredParameter> &parameters) {
  std::vector<evaluate::KernelEntry> entries = evaluate::selectKernels(*evaluator, *module, flags.kernel, engine);
  if (engine.hasErrors()) {
    return knobs::exitBadInput;
  }
  if (entries.size() != 1) {
    std::string names;
    for (const evaluate::KernelEntry &entry : entries) {
      names += (names.empty() ? "`" : ", `") + entry.name + "`";
    }
    engine.report(DiagnosticKind::KernelAmbiguous, {}).hint("choose one with --kernel") << entries.size() << names;
    return knobs::exitBadUsage;
  }
  name = entries[0].name;
  evaluate::SpecializationRequest request;
  request.signature = flags.signature;
  request.constants = flags.constants;
  parameters = evaluate::declareParameters(*evaluator, entries[0].function, request, engine);
  return engine.hasErrors() ? knobs::exitBadInput : knobs::exitFine;
}

} // namespace tkc
