// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the interpreter found, as diagnostics at the source.
#ifndef TKC_TOOLS_TKC_RUN_FAULTREPORT_H
#define TKC_TOOLS_TKC_RUN_FAULTREPORT_H

#include "tkc/Bench/NamedArguments.h"
#include "tkc/Diagnostics/Diagnostics.h"
#include "tkc/Interp/Interpreter.h"
#include "tkc/Runtime/FaultReport.h"

#include <functional>

namespace tkc {

/// Words for what an execution speaks of by number.
struct ExecutionNames {
  const std::vector<bench::NamedArgument> &arguments;
  /// The argument that each buffer of the launch is, and the name of each parameter that is passed.
  const std::vector<size_t> &argumentOfBuffer;
  const std::vector<std::string> &passedParameters;
  runtime::Grid grid;
  std::function<SourceRange(mlir::Location)> rangeOf;
};

/// Reports problems, faults and undecided decisions of an execution.
void reportExecution(const interp::Execution &execution, const ExecutionNames &names, DiagnosticEngine &engine);

/// Reports the access that a kernel found outside of its array.
void reportOutsideAccess(const runtime::RecordedFault &fault, SourceRange range, DiagnosticEngine &engine);

} // namespace tkc

#endif // TKC_TOOLS_TKC_RUN_FAULTREPORT_H
