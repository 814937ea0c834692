// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The state of one function body while it is elaborated: bindings, loops around the present statement, what is left to
// do behind it.
#ifndef TKC_LIB_ELABORATE_FRAME_H
#define TKC_LIB_ELABORATE_FRAME_H

#include "tkc/Evaluate/Payload.h"

#include "mlir/IR/Region.h"

#include <memory>

#include "Environment.h"
#include "NameUse.h"

namespace tkc::elaborate {

/// What is read behind a point, so that control flow before it keeps it.
struct Needed {
  NameSet names;
  /// Whether control is still live there.
  bool live = false;
  /// Whether it has left a loop or the function, and which.
  bool exits = false;
};

/// The statements left to do, innermost last: each span is done before those under it.
using Pending = llvm::SmallVector<Statements, 4>;

/// A loop around the present statement.
struct LoopContext {
  /// Names that are read where `continue` and `break` lead.
  NameSet readAtJump;
  /// Names bound in the loop whose value a `break` or `continue` takes along.
  NameSet kept;
};

/// One function, or the kernel, being elaborated.
struct Frame {
  const evaluate::FunctionObject *function = nullptr;
  Environment env;
  /// What nested functions read: needed at any time.
  NameSet readByNested;
  /// Declared `x: tl.constexpr` without a value.
  NameSet declaredConstexpr;
  llvm::SmallVector<LoopContext *, 4> loops;
  /// The scope that functions made here close over; null until there is one.
  evaluate::Scope *scope = nullptr;
};

/// Destroys a region, and asserts that nothing else uses its values: whoever has kept one of them keeps dead memory.
struct RegionDeleter {
  void operator()(mlir::Region *region) const;
};

/// A region that is being filled before the op that owns it exists, and the state at its end.
struct Branch {
  /// What is older exists outside of the branch too.
  evaluate::Birth start = evaluate::Birth::now();
  std::unique_ptr<mlir::Region, RegionDeleter> region;
  Environment env;

  mlir::Block &block() const { return region->front(); }
};

} // namespace tkc::elaborate

#endif // TKC_LIB_ELABORATE_FRAME_H
