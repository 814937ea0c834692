// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Patterns of `case` clauses.
#ifndef TKC_AST_PATTERN_H
#define TKC_AST_PATTERN_H

#include "tkc/AST/Expr.h"

namespace tkc::ast {

/// A literal, `None`, `True`, `False`, a dotted name, or a (signed, complex) number.
struct ValuePattern : NodeOf<Pattern, NodeKind::ValuePattern> {
  const Expr *value = nullptr;
};

/// A name that is bound to what it meets.
struct CapturePattern : NodeOf<Pattern, NodeKind::CapturePattern> {
  Identifier name;
};

/// `_`
struct WildcardPattern : NodeOf<Pattern, NodeKind::WildcardPattern> {};

/// `*name` in a sequence; the name is empty for `*_`.
struct StarPattern : NodeOf<Pattern, NodeKind::StarPattern> {
  Identifier name;
};

struct SequencePattern : NodeOf<Pattern, NodeKind::SequencePattern> {
  List<const Pattern *> elements;
};

struct MappingPatternItem {
  const Expr *key = nullptr;
  const Pattern *pattern = nullptr;
};

/// `{key: pattern, **rest}`; `rest` is empty when there is none.
struct MappingPattern : NodeOf<Pattern, NodeKind::MappingPattern> {
  List<MappingPatternItem> items;
  Identifier rest;
};

struct KeywordPattern {
  Identifier name;
  const Pattern *pattern = nullptr;
};

/// `Class(pattern, name=pattern)`
struct ClassPattern : NodeOf<Pattern, NodeKind::ClassPattern> {
  const Expr *classRef = nullptr;
  List<const Pattern *> positional;
  List<KeywordPattern> keywords;
};

/// `pattern as name`
struct AsPattern : NodeOf<Pattern, NodeKind::AsPattern> {
  const Pattern *pattern = nullptr;
  Identifier name;
};

/// `a | b | c`
struct OrPattern : NodeOf<Pattern, NodeKind::OrPattern> {
  List<const Pattern *> alternatives;
};

} // namespace tkc::ast

#endif // TKC_AST_PATTERN_H
