// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reporting an internal error.
#include "InternalError.h"

#include "tkc/Diagnostics/DiagnosticRenderer.h"

#include <cstdio>
#include <unistd.h>

namespace tkc::driver {

int reportInternalError(const ReproducerContents &contents, const std::string &failure) {
  Result<std::string> folder = writeReproducer(contents);
  std::string hint = folder ? "the folder `" + *folder + "` reproduces it; please report it with that folder"
                            : "no reproducer was written: " + folder.error();
  DiagnosticEngine engine;
  engine.report(DiagnosticKind::InternalError, {}).hint(hint) << failure;
  bool asJson = contents.flags.diagnostics == knobs::DiagnosticsFormat::Json;
  std::fputs((asJson ? renderJson(engine) : renderText(engine)).c_str(), stderr);
  return knobs::exitInternalError;
}

std::string readStandardInput() {
  std::string text;
  char buffer[1 << 16];
  ssize_t got;
  while ((got = ::read(STDIN_FILENO, buffer, sizeof buffer)) > 0) {
    text.append(buffer, size_t(got));
  }
  return text;
}

} // namespace tkc::driver
