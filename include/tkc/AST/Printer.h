// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tree as text, for --emit=ast and the tests of the parser.
#ifndef TKC_AST_PRINTER_H
#define TKC_AST_PRINTER_H

#include "tkc/AST/Module.h"

#include <string>

namespace tkc::ast {

struct PrintStyle {
  /// Puts `<line:column-line:column>` behind each node.
  bool ranges = true;
};

/// One node a line, children two columns further in.
std::string print(const Module &module, PrintStyle style = {});
/// An expression in one line, as source: parentheses only where they are needed.
std::string printExpr(const Expr &expr);

/// Text in single quotes, with escapes for quotes, backslashes and control characters.
std::string quoted(std::string_view text);

} // namespace tkc::ast

#endif // TKC_AST_PRINTER_H
