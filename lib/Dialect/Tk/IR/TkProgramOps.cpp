// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Canonicalisation of program ops, and the generated op definitions.
#include "tkc/Dialect/Tk/IR/Tk.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace tkc::tk;

namespace {
/// A promise that is plainly true says nothing.
struct DropTrueAssume : OpRewritePattern<AssumeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(AssumeOp op, PatternRewriter &rewriter) const override {
    if (!matchPattern(op.getCondition(), m_One())) {
      return rewriter.notifyMatchFailure(op, "condition is not constant true");
    }
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void AssumeOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<DropTrueAssume>(context);
}

#define GET_OP_CLASSES
#include "tkc/Dialect/Tk/IR/TkOps.cpp.inc"
