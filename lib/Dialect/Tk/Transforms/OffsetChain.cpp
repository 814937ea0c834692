// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Steps of offset chains, and the spread of wrapping along them.
#include "OffsetChain.h"

using namespace mlir;

namespace tkc::tk {

bool isArithmeticStep(Operation *op) { return isa_and_nonnull<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op); }

bool isShapeStep(Operation *op) { return isa_and_nonnull<SplatOp, ExpandDimsOp, BroadcastOp, ReshapeOp, TransOp>(op); }

static SmallVector<Value, 2> getSourcesOfResult(OpResult result) {
  Operation *op = result.getOwner();
  unsigned index = result.getResultNumber();
  if (isArithmeticStep(op)) {
    return {op->getOperand(0), op->getOperand(1)};
  }
  if (isShapeStep(op)) {
    return {op->getOperand(0)};
  }
  if (auto choice = dyn_cast<arith::SelectOp>(op)) {
    return {choice.getTrueValue(), choice.getFalseValue()};
  }
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    return {loop.getInitArgs()[index], loop.getYieldedValues()[index]};
  }
  if (auto conditional = dyn_cast<scf::IfOp>(op)) {
    return {conditional.thenYield().getOperand(index), conditional.elseYield().getOperand(index)};
  }
  return {};
}

SmallVector<Value, 2> getChainSources(Value value) {
  if (auto result = dyn_cast<OpResult>(value)) {
    return getSourcesOfResult(result);
  }
  auto argument = cast<BlockArgument>(value);
  auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
  if (!loop || argument == loop.getInductionVar()) {
    return {};
  }
  unsigned index = argument.getArgNumber() - 1;
  return {loop.getInitArgs()[index], loop.getYieldedValues()[index]};
}

/// Calls `visit` for each 32-bit integer below `root`.
static void forEachInteger(Operation *root, llvm::function_ref<void(Value)> visit) {
  auto visitAll = [&](ValueRange values) {
    for (Value value : values) {
      if (getElementTypeOrSelf(value.getType()).isInteger(32)) {
        visit(value);
      }
    }
  };
  root->walk([&](Operation *op) {
    visitAll(op->getResults());
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      visitAll(loop.getRegionIterArgs());
    }
  });
}

Operation *WrappingChains::take(Value value) {
  Operation *cause = causes.lookup(value);
  causes.erase(value);
  return cause;
}

WrappingChains::WrappingChains(Operation *root, const OffsetRanges &ranges) {
  llvm::DenseMap<Value, SmallVector<Value, 2>> users;
  SmallVector<Value> worklist;
  forEachInteger(root, [&](Value value) {
    for (Value source : getChainSources(value)) {
      users[source].push_back(value);
    }
    Operation *op = value.getDefiningOp();
    if (isArithmeticStep(op) && ranges.mayWrap(op)) {
      causes[value] = op;
      worklist.push_back(value);
    }
  });
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    Operation *cause = causes[value];
    for (Value user : users.lookup(value)) {
      if (causes.try_emplace(user, cause).second) {
        worklist.push_back(user);
      }
    }
  }
}

} // namespace tkc::tk
