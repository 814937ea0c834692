// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass tk-licm.
#include "tkc/Dialect/Tk/IR/Division.h"
#include "tkc/Dialect/Tk/Transforms/Passes.h"

#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"

using namespace mlir;

namespace tkc::tk {

#define GEN_PASS_DEF_TKLICM
#include "tkc/Dialect/Tk/Transforms/Passes.h.inc"

/// Moves what each iteration computes alike, and what may be computed where there is no iteration.
static void move(LoopLikeOpInterface loop) {
  moveLoopInvariantCode(
      loop.getLoopRegions(), [&](Value value, Region *) { return loop.isDefinedOutsideOfLoop(value); },
      [](Operation *op, Region *) { return isMemoryEffectFree(op) && isSpeculatable(op) && !mayDivideBadly(op); },
      [&](Operation *op, Region *) { loop.moveOutOfLoop(op); });
}

namespace {
struct TkLicm : impl::TkLicmBase<TkLicm> {
  void runOnOperation() override {
    // Inner loops first, so that ops can leave several loops.
    getOperation()->walk([](LoopLikeOpInterface loop) {
      if (!loop->hasAttr(disableLicmAttrName)) {
        move(loop);
      }
    });
  }
};
} // namespace

} // namespace tkc::tk
