// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass tk-cse.
#include "mlir/Transforms/CSE.h"

#include "tkc/Dialect/Tk/IR/Identity.h"
#include "tkc/Dialect/Tk/Transforms/Passes.h"

#include "mlir/IR/Dominance.h"

using namespace mlir;

namespace tkc::tk {

#define GEN_PASS_DEF_TKCSE
#include "tkc/Dialect/Tk/Transforms/Passes.h.inc"

namespace {
struct TkCse : impl::TkCseBase<TkCse> {
  void runOnOperation() override {
    IdentityListener listener;
    IRRewriter rewriter(&getContext(), &listener);
    auto &dominance = getAnalysis<DominanceInfo>();
    bool hasChanged = false;
    eliminateCommonSubExpressions(rewriter, dominance, getOperation(), &hasChanged);
    if (!hasChanged) {
      markAllAnalysesPreserved();
    }
  }
};
} // namespace

} // namespace tkc::tk
