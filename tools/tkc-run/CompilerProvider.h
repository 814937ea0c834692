// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The compiler and the interpreter for the sessions of lib/Bench, which link neither.
#ifndef TKC_TOOLS_TKC_RUN_COMPILERPROVIDER_H
#define TKC_TOOLS_TKC_RUN_COMPILERPROVIDER_H

#include "tkc/Bench/RunSession.h"

#include <memory>

namespace tkc {

/// Compiles and interprets in this process. Diagnostics and reports go to `output`.
std::unique_ptr<bench::KernelProvider> makeCompilerProvider(bench::SessionOutput output);

/// The standard streams.
bench::SessionOutput makeStandardOutput();

/// A variable of this process, or null.
const char *readEnvironment(const char *name);

} // namespace tkc

#endif // TKC_TOOLS_TKC_RUN_COMPILERPROVIDER_H
