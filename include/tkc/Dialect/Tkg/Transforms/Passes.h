// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All passes on tkg, and the order in which a pipeline runs them.
#ifndef TKC_DIALECT_TKG_TRANSFORMS_PASSES_H
#define TKC_DIALECT_TKG_TRANSFORMS_PASSES_H

#include "tkc/Dialect/Tkg/Transforms/Layout/Passes.h"
#include "tkc/Dialect/Tkg/Transforms/Memory/Passes.h"
#include "tkc/Dialect/Tkg/Transforms/Mma/Passes.h"
#include "tkc/Dialect/Tkg/Transforms/Schedule/Passes.h"

namespace tkc::tkg {

// The order, from tk-to-tkg to tkg-to-llvm:
//
//   createCoalesce                  memory accesses get their layouts
//   createSelectMma                 dots get theirs; both are anchors for what follows
//   createRemoveLayoutConversions   layouts spread, moves go away; cleans up behind itself
//   (tk licm)                       what is left of invariant work leaves loops
//   createStageOperands             layouts are final: operands of dots go through shared memory
//   createPrefetchLoads             their loads go one iteration ahead
//   (tk canonicalize, tk cse)       removes the address code that the loads have left behind
//   createAllocateShared            buffers and scratch get offsets; nothing may make either from here on
//   createInsertBarriers            needs the offsets
//
// Between these, tk's canonicalize, cse and licm may run anywhere before createAllocateShared.

/// Registers the passes of all families.
inline void registerTkgPasses() {
  registerTkgLayoutPasses();
  registerTkgMemoryPasses();
  registerTkgMmaPasses();
  registerTkgSchedulePasses();
}

} // namespace tkc::tkg

#endif // TKC_DIALECT_TKG_TRANSFORMS_PASSES_H
