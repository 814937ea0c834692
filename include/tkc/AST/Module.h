// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tree of one source file; it owns its nodes.
#ifndef TKC_AST_MODULE_H
#define TKC_AST_MODULE_H

#include "tkc/AST/Definition.h"

namespace tkc::ast {

/// Nodes point into the arena and into the text of the source buffer; both must outlive them.
struct Module {
  explicit Module(const SourceBuffer &buffer) : buffer(buffer) {}

  const SourceBuffer &buffer;
  Block body;
  Arena arena;

  /// The last top-level function of that name, or null.
  const FunctionDefStmt *findFunction(std::string_view name) const;
};

} // namespace tkc::ast

#endif // TKC_AST_MODULE_H
