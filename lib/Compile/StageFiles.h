// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The files of --dump-stages and --override-stages: one a kernel and stage.
#ifndef TKC_LIB_COMPILE_STAGEFILES_H
#define TKC_LIB_COMPILE_STAGEFILES_H

#include "tkc/Diagnostics/Diagnostics.h"
#include "tkc/Knobs/CompileFlags.h"

#include <optional>
#include <string>

namespace tkc {

/// Writes and reads `<folder>/<kernel>.<number>.<ending>`, for example `matmul.2.tkg.mlir`.
class StageFiles {
public:
  StageFiles(const knobs::KnobSet &knobs, DiagnosticEngine &diagnostics) : knobs(knobs), diagnostics(diagnostics) {}

  /// Writes the stage if stages are dumped; a file that cannot be written is reported.
  void dump(const std::string &kernel, const char *stage, const std::string &text);
  /// What stands in the override folder instead of the compiler's own output, if anything does.
  std::optional<std::string> findOverride(const std::string &kernel, const char *stage);

private:
  const knobs::KnobSet &knobs;
  DiagnosticEngine &diagnostics;
};

} // namespace tkc

#endif // TKC_LIB_COMPILE_STAGEFILES_H
