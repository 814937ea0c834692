// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass tk-canonicalize.
#include "tkc/Dialect/Tk/IR/CarriedValues.h"
#include "tkc/Dialect/Tk/IR/IdentityRewrites.h"
#include "tkc/Dialect/Tk/Transforms/Passes.h"

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
    applyKeepingIdentity(getOperation(), *patterns);
  }

  std::shared_ptr<const FrozenRewritePatternSet> patterns;
};
} // namespace

} // namespace tkc::tk
