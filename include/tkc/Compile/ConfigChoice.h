// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which of its autotune configurations a kernel is compiled for when nothing has been tuned.
#ifndef TKC_COMPILE_CONFIGCHOICE_H
#define TKC_COMPILE_CONFIGCHOICE_H

#include "tkc/Diagnostics/Diagnostics.h"
#include "tkc/Evaluate/Specialization.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace tkc {

/// Compiles for a specialisation as far as it takes to see whether it fits; what is wrong goes to `problems`.
using ConfigTrial = llvm::function_ref<void(const evaluate::Specialization &, DiagnosticEngine &problems)>;

/// Specialises the kernel for the first of its configurations whose trial does not end with too much of something: of
/// shared memory, of elements a thread, of CTAs, or with a failing assertion. A remark tells which configurations were
/// passed over and why; when none fits, that is the error. A kernel with one configuration, or none, is not tried.
std::optional<evaluate::Specialization> specializeToFit(evaluate::Evaluator &evaluator, const evaluate::Object &kernel,
                                                        evaluate::SpecializationRequest request, ConfigTrial trial,
                                                        DiagnosticEngine &diagnostics);

} // namespace tkc

#endif // TKC_COMPILE_CONFIGCHOICE_H
