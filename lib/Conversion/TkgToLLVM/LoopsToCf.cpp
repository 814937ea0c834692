// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lowers loops whose last index and step may be more than their type holds; MLIR's own lowering would go on.
#include "tkc/Dialect/Tk/IR/LoopBounds.h"

#include "mlir/Analysis/DataFlow/IntegerRangeAnalysis.h"
#include "mlir/Analysis/DataFlow/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

#include "Patterns.h"

using namespace mlir;
using namespace tkc;

/// Noted on loops whose last index and step may be more than their type holds: whether they start at zero or above, and
/// count signed numbers, so that the sum fits as an unsigned number.
constexpr llvm::StringLiteral leavesTypeAttrName = "tkg.leaves_type";

/// Has a loop that starts at a constant from zero on, but counts signed numbers, compare unsigned ones in MLIR's form.
static void compareUnsigned(scf::ForOp loop) {
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  // Bounds below zero would be large numbers.
  loop.setUpperBound(arith::MaxSIOp::create(builder, loc, loop.getLowerBound(), loop.getUpperBound()));
  loop.setUnsignedCmp(true);
}

void tkc::prepareLoops(Operation *root) {
  SmallVector<scf::ForOp> loops;
  root->walk([&](scf::ForOp loop) {
    if (tk::mayLeaveType(loop.getUpperBound(), loop.getStep(), loop.getUnsignedCmp())) {
      loops.push_back(loop);
    }
  });
  if (loops.empty()) {
    return;
  }
  DataFlowSolver solver;
  dataflow::loadBaselineAnalyses(solver);
  solver.load<dataflow::IntegerRangeAnalysis>();
  bool isAnalysed = succeeded(solver.initializeAndRun(root));
  for (scf::ForOp loop : loops) {
    bool sumFits = !loop.getUnsignedCmp() && isAnalysed &&
                   succeeded(dataflow::staticallyNonNegative(solver, loop.getLowerBound()));
    if (sumFits && matchPattern(loop.getLowerBound(), m_Constant())) {
      compareUnsigned(loop);
    } else {
      loop->setAttr(leavesTypeAttrName, BoolAttr::get(root->getContext(), sumFits));
    }
  }
}

/// The last index, or one between it and the one before it: a loop goes on behind the indices below. Where no
/// iteration runs it means nothing.
static Value emitLastIndex(OpBuilder &builder, scf::ForOp loop) {
  Location loc = loop.getLoc();
  Value lower = loop.getLowerBound(), upper = loop.getUpperBound(), step = loop.getStep();
  Value hasSecond = tk::emitHasNext(builder, loc, lower, upper, step);
  Value last = arith::SubIOp::create(builder, loc, upper, step);
  return arith::SelectOp::create(builder, loc, hasSecond, last, lower);
}

namespace {
/// Compares the index before the step, or, where the sum fits as an unsigned number, that; and carries what came out:
///
///     index, goesOn = lower, lower < upper
///     while goesOn: …; goesOn = index < last; index += step
///
/// That is an addition and a comparison for an iteration, as in the usual form. The bound of unsigned sums is the upper
/// one, which is no negative number in the body. A branch at the end of the body instead has the backend copy the
/// results of loops that run no iteration.
struct LowerLoop : OpRewritePattern<scf::ForOp> {
  explicit LowerLoop(MLIRContext *context) : OpRewritePattern(context, /*benefit=*/2) {}

  LogicalResult matchAndRewrite(scf::ForOp loop, PatternRewriter &rewriter) const override {
    auto sumFits = loop->getAttrOfType<BoolAttr>(leavesTypeAttrName);
    if (!sumFits) {
      return rewriter.notifyMatchFailure(loop, "the step never leaves the type");
    }
    Location loc = loop.getLoc();
    auto predicate = loop.getUnsignedCmp() ? arith::CmpIPredicate::ult : arith::CmpIPredicate::slt;
    Block *before = rewriter.getInsertionBlock();
    Block *behind = rewriter.splitBlock(before, rewriter.getInsertionPoint());
    Block *head = loop.getBody(), *body = rewriter.splitBlock(head, head->begin()), *last = &loop.getRegion().back();
    rewriter.inlineRegionBefore(loop.getRegion(), behind);
    Value index = head->getArgument(0), goesOn = head->addArgument(rewriter.getI1Type(), loc);

    rewriter.setInsertionPointToEnd(before);
    Value enters = arith::CmpIOp::create(rewriter, loc, predicate, loop.getLowerBound(), loop.getUpperBound());
    Value lastIndex = sumFits.getValue() ? Value() : emitLastIndex(rewriter, loop);
    SmallVector<Value> begin = {loop.getLowerBound()};
    llvm::append_range(begin, loop.getInitArgs());
    begin.push_back(enters);
    cf::BranchOp::create(rewriter, loc, head, begin);

    rewriter.setInsertionPointToEnd(head);
    cf::CondBranchOp::create(rewriter, loc, goesOn, body, ValueRange(), behind, ValueRange());

    Operation *yield = last->getTerminator();
    rewriter.setInsertionPoint(yield);
    SmallVector<Value> next = {arith::AddIOp::create(rewriter, loc, index, loop.getStep())};
    Value hasNext =
        lastIndex ? arith::CmpIOp::create(rewriter, loc, predicate, index, lastIndex)
                  : arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::ult, next.front(), loop.getUpperBound());
    llvm::append_range(next, yield->getOperands());
    next.push_back(hasNext);
    rewriter.replaceOpWithNewOp<cf::BranchOp>(yield, head, next);
    rewriter.replaceOp(loop, head->getArguments().drop_front().drop_back());
    return success();
  }
};
} // namespace

void tkc::populateLoopPatterns(RewritePatternSet &patterns) { patterns.add<LowerLoop>(patterns.getContext()); }
