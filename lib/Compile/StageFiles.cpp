// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dumped and overridden stages.
#include "StageFiles.h"

#include "tkc/Support/Files.h"

#include "llvm/Support/FileSystem.h"

namespace tkc {

void StageFiles::dump(const std::string &kernel, const char *stage, const std::string &text) {
  if (!knobs.dumpStages.on) {
    return;
  }
  std::string folder = knobs.dumpFolder();
  std::string path = folder + "/" + kernel + "." + stage;
  if (std::error_code error = llvm::sys::fs::create_directories(folder)) {
    diagnostics.report(DiagnosticKind::OutputNotWritable, {}) << "cannot write `" + folder + "`: " + error.message();
    return;
  }
  Status written = writeFile(path, text);
  if (!written) {
    diagnostics.report(DiagnosticKind::OutputNotWritable, {}) << written.error();
  }
}

std::optional<std::string> StageFiles::findOverride(const std::string &kernel, const char *stage) {
  if (!knobs.overrideStages.on) {
    return std::nullopt;
  }
  std::string path = knobs.overrideFolder() + "/" + kernel + "." + stage;
  if (!llvm::sys::fs::exists(path)) {
    return std::nullopt;
  }
  Result<std::string> text = readFile(path);
  if (!text) {
    diagnostics.report(DiagnosticKind::StageNotReadable, {}) << kernel + "." + stage << text.error();
    return std::nullopt;
  }
  return *text;
}

} // namespace tkc
