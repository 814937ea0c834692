// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Steps of offset chains, and the spread of wrapping along them.
#include "OffsetChain.h"

using namespace mlir;

namespace tkc::tk {

bool isArithmeticStep(Operation *op) { return isa_and_nonnull<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op); }

bool isShapeStep(Operation *op) { return isa_and_nonnull<SplatOp, ExpandDimsOp, BroadcastOp, ReshapeOp, TransOp>(op); }

bool isImplicitExtension(Operation *op) {
  return isa_and_nonnull<arith::ExtSIOp>(op) && op->hasAttr(implicitAttrName) &&
         getElementTypeOrSelf(op->getOperand(0).getType()).isInteger(32);
}

static SmallVector<Value, 2> getSourcesOfResult(OpResult result) {
  Operation *op = result.getOwner();
  unsigned index = result.getResultNumber();
  if (isArithmeticStep(op)) {
    return {op->getOperand(0), op->getOperand(1)};
  }
  if (isShapeStep(op) || isImplicitExtension(op)) {
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
  if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    return {loop.getConditionOp().getArgs()[index]};
  }
  return {};
}

static SmallVector<Value, 2> getSourcesOfArgument(BlockArgument argument) {
  Operation *op = argument.getOwner()->getParentOp();
  unsigned index = argument.getArgNumber();
  if (auto loop = dyn_cast<scf::ForOp>(op); loop && argument != loop.getInductionVar()) {
    return {loop.getInitArgs()[index - 1], loop.getYieldedValues()[index - 1]};
  }
  if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    if (argument.getOwner() == loop.getBeforeBody()) {
      return {loop.getInits()[index], loop.getYieldOp().getOperand(index)};
    }
    return {loop.getConditionOp().getArgs()[index]};
  }
  return {};
}

SmallVector<Value, 2> getChainSources(Value value) {
  if (auto result = dyn_cast<OpResult>(value)) {
    return getSourcesOfResult(result);
  }
  return getSourcesOfArgument(cast<BlockArgument>(value));
}

/// Calls `visit` for each integer of 32 or 64 bits below `root`.
static void forEachInteger(Operation *root, llvm::function_ref<void(Value)> visit) {
  auto visitAll = [&](ValueRange values) {
    for (Value value : values) {
      Type type = getElementTypeOrSelf(value.getType());
      if (type.isInteger(32) || type.isInteger(64)) {
        visit(value);
      }
    }
  };
  root->walk([&](Operation *op) {
    visitAll(op->getResults());
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      visitAll(loop.getRegionIterArgs());
    }
    if (auto loop = dyn_cast<scf::WhileOp>(op)) {
      visitAll(loop.getBeforeArguments());
      visitAll(loop.getAfterArguments());
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
    bool isShort = getElementTypeOrSelf(value.getType()).isInteger(32);
    if (isShort && isArithmeticStep(op) && ranges.mayWrap(op)) {
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
