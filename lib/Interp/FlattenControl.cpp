// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Structured control flow as jumps and copies; calls are inlined.
#include "Flattener.h"

namespace tkc::interp {

using namespace mlir;

bool Flattener::flattenControl(Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](scf::IfOp branch) { return flattenIf(branch), true; })
      .Case([&](scf::ForOp loop) { return flattenFor(loop), true; })
      .Case([&](scf::WhileOp loop) { return flattenWhile(loop), true; })
      .Case([&](scf::IndexSwitchOp branch) { return flattenIndexSwitch(branch), true; })
      .Case([&](scf::ExecuteRegionOp region) { return flattenExecuteRegion(region), true; })
      .Case([&](func::CallOp call) { return flattenCall(call), true; })
      .Case([&](func::ReturnOp op) {
        std::vector<SlotId> values = slotsOf(op.getOperands());
        returned.assign(values.begin(), values.end());
        return true;
      })
      // The op around a terminator copies its operands.
      .Case<scf::YieldOp, scf::ConditionOp, tk::YieldOp>([](Operation *) { return true; })
      .Case<tk::DebugBarrierOp, tk::GdcWaitOp, tk::GdcLaunchDependentsOp>([](Operation *) { return true; })
      .Default([](Operation *) { return false; });
}

void Flattener::flattenYielding(Region &region, ArrayRef<SlotId> results) {
  if (region.empty()) {
    return;
  }
  if (!region.hasOneBlock()) {
    problem(region.getParentOp(), "the interpreter does not execute regions of several blocks");
    return;
  }
  flattenBlock(region.front());
  emitCopies(results, slotsOf(region.front().getTerminator()->getOperands()));
}

void Flattener::flattenIf(scf::IfOp op) {
  uint32_t branch = emit(handlers::branchIfFalse, {slotOf(op.getCondition())}, {});
  std::vector<SlotId> results = resultSlots(op.getResults());
  flattenYielding(op.getThenRegion(), results);
  if (op.getElseRegion().empty()) {
    patchTarget(branch);
    return;
  }
  uint32_t skip = emit(handlers::jump, {}, {});
  patchTarget(branch);
  flattenYielding(op.getElseRegion(), results);
  patchTarget(skip);
}

void Flattener::flattenFor(scf::ForOp op) {
  SlotId variable = resultSlot(op.getInductionVar());
  SlotId remaining = addSlot(ScalarType::integer(64), 1);
  SlotId step = slotOf(op.getStep());
  emit(handlers::beginLoop, {slotOf(op.getLowerBound()), slotOf(op.getUpperBound()), step}, {variable, remaining},
       op.getUnsignedCmp());
  std::vector<SlotId> initial = slotsOf(op.getInitArgs());
  std::vector<SlotId> carried = resultSlots(op.getRegionIterArgs());
  emitCopies(carried, initial);
  uint32_t test = emit(handlers::testLoop, {remaining}, {});
  flattenYielding(op.getRegion(), carried);
  emit(handlers::stepLoop, {variable, step}, {}, test);
  patchTarget(test);
  for (auto [result, slot] : llvm::zip(op.getResults(), carried)) {
    valueSlots[result] = slot;
  }
}

void Flattener::flattenWhile(scf::WhileOp op) {
  std::vector<SlotId> initial = slotsOf(op.getInits());
  std::vector<SlotId> before = resultSlots(op.getBeforeArguments());
  std::vector<SlotId> after = resultSlots(op.getAfterArguments());
  emitCopies(before, initial);
  uint32_t head = here();
  flattenBlock(*op.getBeforeBody());
  scf::ConditionOp condition = op.getConditionOp();
  emitCopies(after, slotsOf(condition.getArgs()));
  uint32_t exit = emit(handlers::branchIfFalse, {slotOf(condition.getCondition())}, {});
  flattenYielding(op.getAfter(), before);
  emit(handlers::jumpBack, {}, {}, head);
  patchTarget(exit);
  for (auto [result, slot] : llvm::zip(op.getResults(), after)) {
    valueSlots[result] = slot;
  }
}

void Flattener::flattenIndexSwitch(scf::IndexSwitchOp op) {
  SlotId selector = slotOf(op.getArg());
  std::vector<SlotId> results = resultSlots(op.getResults());
  llvm::SmallVector<uint32_t> ends;
  for (auto [value, region] : llvm::zip(op.getCases(), op.getCaseRegions())) {
    SlotId constant = constantInteger(ScalarType::integer(64), value);
    uint32_t branch = emit(handlers::branchIfNotEqual, {selector, constant}, {});
    flattenYielding(region, results);
    ends.push_back(emit(handlers::jump, {}, {}));
    patchTarget(branch);
  }
  flattenYielding(op.getDefaultRegion(), results);
  for (uint32_t end : ends) {
    patchTarget(end);
  }
}

void Flattener::flattenExecuteRegion(scf::ExecuteRegionOp op) {
  flattenYielding(op.getRegion(), resultSlots(op.getResults()));
}

void Flattener::flattenCall(func::CallOp op) {
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(op, op.getCalleeAttr());
  if (!callee || callee.isExternal()) {
    problem(op, "function `" + op.getCallee() + "` has no body");
    return;
  }
  if (llvm::is_contained(callStack, callee.getOperation())) {
    problem(op, "function `" + op.getCallee() + "` calls itself");
    return;
  }
  std::vector<SlotId> arguments = slotsOf(op.getOperands());
  ValueSlots callerSlots = std::move(valueSlots);
  std::optional<Location> callerLocation = callLocation;
  valueSlots = ValueSlots();
  callLocation = location;
  callStack.push_back(callee);
  for (auto [argument, slot] : llvm::zip(callee.getArguments(), arguments)) {
    valueSlots[argument] = slot;
  }
  flattenBlock(callee.getBody().front());
  callStack.pop_back();
  callLocation = callerLocation;
  valueSlots = std::move(callerSlots);
  for (auto [result, slot] : llvm::zip(op.getResults(), returned)) {
    valueSlots[result] = slot;
  }
}

} // namespace tkc::interp
