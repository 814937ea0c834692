// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Diagnostics as people read them (text with the source line and carets) and as programs do (JSON).
#ifndef TKC_DIAGNOSTICS_DIAGNOSTICRENDERER_H
#define TKC_DIAGNOSTICS_DIAGNOSTICRENDERER_H

#include "tkc/Diagnostics/Diagnostics.h"

#include <string>

namespace tkc {

struct TextStyle {
  /// Escape codes for a terminal.
  bool color = false;
};

/// One diagnostic: the headline with the name in brackets, the source line, carets, notes, and the hint.
std::string renderText(const Diagnostic &diagnostic, TextStyle style = {});
/// All diagnostics of the engine, and a line that tells how many more errors there were beyond its limit.
std::string renderText(const DiagnosticEngine &engine, TextStyle style = {});
/// A JSON object with the array `diagnostics` and the count `suppressed`; ends with a newline.
std::string renderJson(const DiagnosticEngine &engine);

} // namespace tkc

#endif // TKC_DIAGNOSTICS_DIAGNOSTICRENDERER_H
