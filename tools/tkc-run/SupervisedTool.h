// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tkc-run and tkc-bench compile in their own process image; this keeps a crash there from being the last word.
#ifndef TKC_TOOLS_TKC_RUN_SUPERVISEDTOOL_H
#define TKC_TOOLS_TKC_RUN_SUPERVISEDTOOL_H

#include "tkc/Knobs/CompileFlags.h"

#include <functional>

namespace tkc {

/// Runs `session` in a child process and returns its exit code. When the child dies, or ends with an internal error,
/// the user gets the diagnostic and the reproducer that `tkc` makes. Without flags (a wrong command line), with
/// `--in-process`, and when only information is asked for, the session runs in this process. `tool` is the name of this
/// program.
int runSupervised(const std::string &tool, const std::vector<std::string> &arguments, const knobs::CompileFlags *flags,
                  const std::function<int()> &session);

} // namespace tkc

#endif // TKC_TOOLS_TKC_RUN_SUPERVISEDTOOL_H
