// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Expressions that stand for themselves: names, constants, numbers, strings and f-strings.
#ifndef TKC_AST_LITERAL_H
#define TKC_AST_LITERAL_H

#include "tkc/AST/Node.h"

#include <optional>
#include <string>

namespace tkc::ast {

struct NameExpr : NodeOf<Expr, NodeKind::NameExpr> {
  std::string_view name;
};

struct NoneExpr : NodeOf<Expr, NodeKind::NoneExpr> {};

struct BoolExpr : NodeOf<Expr, NodeKind::BoolExpr> {
  bool value = false;
};

/// `...`
struct EllipsisExpr : NodeOf<Expr, NodeKind::EllipsisExpr> {};

/// An integer of any size, as its digits without prefix and underscores.
struct IntExpr : NodeOf<Expr, NodeKind::IntExpr> {
  std::string_view digits;
  uint8_t radix = 10;

  /// The value when it fits.
  std::optional<uint64_t> smallValue() const;
};

struct FloatExpr : NodeOf<Expr, NodeKind::FloatExpr> {
  double value = 0;
};

/// `2j`; the value is that of the number before the `j`.
struct ImaginaryExpr : NodeOf<Expr, NodeKind::ImaginaryExpr> {
  double value = 0;
};

/// A string, adjacent literals already joined and escapes decoded to UTF-8 (a lone surrogate becomes three bytes).
struct StringExpr : NodeOf<Expr, NodeKind::StringExpr> {
  std::string_view value;
};

struct BytesExpr : NodeOf<Expr, NodeKind::BytesExpr> {
  std::string_view value;
};

/// What `!r`, `!s`, `!a` ask for.
enum class FormatConversion : uint8_t { None, Str, Repr, Ascii };

struct FormatStringExpr;

/// A piece of an f-string: literal text, or a replacement field when `value` is not null.
struct FormatPart {
  std::string_view text;       // literal text
  const Expr *value = nullptr; // the expression of a field
  std::string_view debugText;  // for `{x=}` the text up to and with the `=` and its blanks
  FormatConversion conversion = FormatConversion::None;
  const FormatStringExpr *formatSpec = nullptr; // after the colon; null when there is none
  SourceRange range;

  bool isField() const { return value != nullptr; }
};

/// An f-string, with the plain literals that stand next to it. A format specification is one, too.
struct FormatStringExpr : NodeOf<Expr, NodeKind::FormatStringExpr> {
  List<FormatPart> parts;
};

/// Stands where the source is broken; only in modules whose parse reported an error.
struct ErrorExpr : NodeOf<Expr, NodeKind::ErrorExpr> {};

} // namespace tkc::ast

#endif // TKC_AST_LITERAL_H
