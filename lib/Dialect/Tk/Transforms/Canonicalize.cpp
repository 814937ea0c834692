// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass tk-canonicalize.
#include "tkc/Dialect/Tk/IR/CarriedValues.h"
#include "tkc/Dialect/Tk/IR/Identity.h"
#include "tkc/Dialect/Tk/Transforms/Passes.h"

#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace tkc::tk {

#define GEN_PASS_DEF_TKCANONICALIZE
#include "tkc/Dialect/Tk/Transforms/Passes.h.inc"

namespace {
struct TkCanonicalize : impl::TkCanonicalizeBase<TkCanonicalize> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet all(context);
    for (Dialect *dialect : context->getLoadedDialects()) {
      dialect->getCanonicalizationPatterns(all);
    }
    for (RegisteredOperationName op : context->getRegisteredOperations()) {
      op.getCanonicalizationPatterns(all, context);
    }
    patterns = std::make_shared<FrozenRewritePatternSet>(std::move(all));
    return success();
  }

  void runOnOperation() override {
    cutUnneededCarriedValues(getOperation());
    IdentityListener listener;
    GreedyRewriteConfig config;
    config.setListener(&listener);
    // Reaching the rewrite limit leaves correct, if not canonical, code.
    (void)applyPatternsGreedily(getOperation(), *patterns, config);
  }

  std::shared_ptr<const FrozenRewritePatternSet> patterns;
};
} // namespace

} // namespace tkc::tk
