// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which names statements read and bind, from syntax alone: control flow merges only the names that are read later, and
// loops carry only those that an iteration leaves to the next.
#ifndef TKC_LIB_ELABORATE_NAMEUSE_H
#define TKC_LIB_ELABORATE_NAMEUSE_H

#include "tkc/AST/Definition.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringRef.h"

namespace tkc::elaborate {

using NameSet = llvm::SetVector<llvm::StringRef>;
using Statements = llvm::ArrayRef<const ast::Stmt *>;

inline Statements statementsOf(const ast::Block &block) { return {block.begin(), block.size()}; }

/// Names that an expression reads, those of nested functions included, and the names that its walruses bind.
void collectUses(const ast::Expr &expr, NameSet &reads, NameSet &bound);
/// The same for statements; `del` reads and binds. Nested functions and comprehensions bind names of their own, which
/// are left out of `bound`.
void collectUses(Statements statements, NameSet &reads, NameSet &bound);
/// Adds the names that an assignment to `target` binds.
void collectTargetNames(const ast::Expr &target, NameSet &bound);
/// The names that functions and lambdas nested in the statements read; they may be read at any later time.
NameSet namesReadByNestedFunctions(Statements statements);

/// The names whose value before the statements may be read by them or, being in `after`, behind them. Never too few.
/// `atJump` holds the names that are read where `break` and `continue` lead.
NameSet namesReadFrom(Statements statements, const NameSet &after, const NameSet &atJump);

/// The names that are read at the head of a loop with that body; `after` are those read behind the loop.
NameSet namesReadAtLoopHead(Statements body, const NameSet &after);

} // namespace tkc::elaborate

#endif // TKC_LIB_ELABORATE_NAMEUSE_H
