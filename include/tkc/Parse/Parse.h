// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The way from source text to a syntax tree.
#ifndef TKC_PARSE_PARSE_H
#define TKC_PARSE_PARSE_H

#include "tkc/AST/Module.h"
#include "tkc/Diagnostics/Diagnostics.h"

#include <memory>

namespace tkc::parse {

/// Lexes and parses a buffer. Never fails to return a module: where the source is broken, errors are reported and the
/// broken statements are left out; use the module for more than showing it only when no errors were added.
std::unique_ptr<ast::Module> parseModule(const SourceBuffer &buffer, DiagnosticEngine &diagnostics);

/// Parses text that is one expression, for example a string annotation or the value of an option. Returns null after an
/// error. The nodes live in `arena`.
const ast::Expr *parseExpression(const SourceBuffer &buffer, ast::Arena &arena, DiagnosticEngine &diagnostics);

} // namespace tkc::parse

#endif // TKC_PARSE_PARSE_H
