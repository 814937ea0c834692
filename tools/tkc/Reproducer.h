// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The folder that lets somebody else see an internal error again.
#ifndef TKC_TOOLS_TKC_REPRODUCER_H
#define TKC_TOOLS_TKC_REPRODUCER_H

#include "tkc/Knobs/CompileFlags.h"

namespace tkc::driver {

/// What the folder is made of.
struct ReproducerContents {
  std::string workerPath;
  std::vector<std::string> arguments;
  /// `NAME=value` of the knobs that are set.
  std::vector<std::string> variables;
  const knobs::CompileFlags &flags;
  /// The text of the input when it came from standard input.
  std::optional<std::string> standardInput;
  std::string log;
};

/// Writes the folder: `command` (a shell script), `log.txt` (all that the compiler said), and under `files` the input
/// with the .tk and .py files that its imports may mean. A number is added to the folder's name when it exists. Returns
/// the folder.
Result<std::string> writeReproducer(const ReproducerContents &contents);

} // namespace tkc::driver

#endif // TKC_TOOLS_TKC_REPRODUCER_H
