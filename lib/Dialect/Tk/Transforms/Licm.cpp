// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass tk-licm.
#include "tkc/Dialect/Tk/Transforms/Passes.h"

#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"

using namespace mlir;

namespace tkc::tk {

#define GEN_PASS_DEF_TKLICM
#include "tkc/Dialect/Tk/Transforms/Passes.h.inc"

namespace {
struct TkLicm : impl::TkLicmBase<TkLicm> {
  void runOnOperation() override {
    // Inner loops first, so that ops can leave several loops.
    getOperation()->walk([](LoopLikeOpInterface loop) {
      if (!loop->hasAttr(disableLicmAttrName)) {
        moveLoopInvariantCode(loop);
      }
    });
  }
};
} // namespace

} // namespace tkc::tk
