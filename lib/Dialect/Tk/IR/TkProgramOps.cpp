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

namespace {
struct DropTrueAssert : OpRewritePattern<AssertOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(AssertOp op, PatternRewriter &rewriter) const override {
    if (!matchPattern(op.getCondition(), m_One())) {
      return rewriter.notifyMatchFailure(op, "condition is not constant true");
    }
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void AssertOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<DropTrueAssert>(context);
}

LogicalResult PrintOp::verify() {
  if (getIsSigned().size() != getArgs().size()) {
    return emitOpError() << "expects " << getArgs().size() << " entries for signs, got " << getIsSigned().size();
  }
  return success();
}

void AssumeOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<DropTrueAssume>(context);
}

//===--- ranges ----------------------------------------------------------===//

static ConstantIntRanges fromSigned(int64_t min, int64_t max) {
  return ConstantIntRanges::fromSigned(APInt(32, min, /*isSigned=*/true), APInt(32, max, /*isSigned=*/true));
}

void ProgramIdOp::inferResultRanges(ArrayRef<ConstantIntRanges>, SetIntRangeFn setRange) {
  setRange(getResult(), fromSigned(0, std::numeric_limits<int32_t>::max() - 1));
}
void NumProgramsOp::inferResultRanges(ArrayRef<ConstantIntRanges>, SetIntRangeFn setRange) {
  setRange(getResult(), fromSigned(1, std::numeric_limits<int32_t>::max()));
}

#define GET_OP_CLASSES
#include "tkc/Dialect/Tk/IR/TkOps.cpp.inc"
