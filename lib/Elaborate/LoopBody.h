// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The body of a run-time loop between its planning and the loop op: which names it carries, and what it leaves behind.
#ifndef TKC_LIB_ELABORATE_LOOPBODY_H
#define TKC_LIB_ELABORATE_LOOPBODY_H

#include "Elaborator.h"

namespace tkc::elaborate {

/// A name that is bound before the loop and bound again in it.
struct CarriedName {
  llvm::StringRef name;
  Binding before;
  Template value;
  /// Where its leaves begin among those of the loop, and how many there are.
  size_t firstLeaf, leafCount;
  /// What it is at the start of an iteration.
  Object inside = {};
  /// An error was reported.
  bool isBroken = false;
  /// What it is behind the loop when its type has changed without anybody being harmed.
  std::optional<Binding> conflict = std::nullopt;
};

/// A value that only the loop's end gives: a name bound first in the loop, or what the function returns.
struct OutputName {
  llvm::StringRef name;
  Binding binding;
  Template value;
  /// What a name that the test of a `while` binds is behind a `break` when the body has changed its type.
  std::optional<Binding> atBreak = std::nullopt;
};

struct LoopBody {
  // Planned from syntax.
  SourceRange range;
  NameSet bound;
  /// The loop variable, which may change its type from loop to loop.
  llvm::StringRef target;
  LoopContext context;
  Needed atEnd;

  // Known when the loop is opened.
  Environment before;
  std::vector<CarriedName> carried;
  /// Of the carried names; the first values are those before the loop.
  std::vector<Leaf> leaves;

  // Known when the body is closed.
  Branch branch;
  llvm::SmallVector<mlir::Value> finals;
  std::vector<OutputName> outputs;
  std::optional<Template> returnValue;
  /// Of the outputs and the returned value; no values before the loop.
  std::vector<Leaf> extraLeaves;
  llvm::SmallVector<mlir::Value> extras;
  /// Compile-time numbers that the body changes, so that they must become run-time values before it.
  NameSet toDecay;

  bool mayExit() const { return !branch.env.broke.isNo() || !branch.env.returned.isNo(); }
  bool mayReturn() const { return !branch.env.returned.isNo(); }
};

} // namespace tkc::elaborate

#endif // TKC_LIB_ELABORATE_LOOPBODY_H
