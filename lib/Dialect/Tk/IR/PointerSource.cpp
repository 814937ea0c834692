// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Follows pointers to the argument that they come from.
#include "tkc/Dialect/Tk/IR/PointerSource.h"

#include "tkc/Dialect/Tk/IR/Tk.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace tkc;
using namespace tkc::tk;

static bool isPointerLike(Type type) { return isa<PtrType>(getElementTypeOrSelf(type)); }

/// The only pointers that the op has to make pointers from, or null.
static Value getSourcePointer(Operation *op) {
  bool computesFreely = op->getNumRegions() != 0 || isa<InlineAsmOp, ExternElementwiseOp>(op);
  if (computesFreely || !isMemoryEffectFree(op) || op->getNumResults() != 1) {
    return {};
  }
  Value source;
  for (Value operand : op->getOperands()) {
    if (isPointerLike(operand.getType())) {
      if (source) {
        return {};
      }
      source = operand;
    }
  }
  return source;
}

/// What a loop carries `argument` with before the first iteration, if each iteration only moves it on.
static Value getFirstValue(BlockArgument argument) {
  auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
  if (!loop || argument == loop.getInductionVar()) {
    return {};
  }
  Value next = loop.getTiedLoopYieldedValue(argument)->get();
  while (next != argument) {
    Operation *op = next.getDefiningOp();
    next = op ? getSourcePointer(op) : Value();
    if (!next) {
      return {};
    }
  }
  return loop.getTiedLoopInit(argument)->get();
}

BlockArgument tkc::tk::findArray(Value pointer) {
  while (pointer && isPointerLike(pointer.getType())) {
    if (Operation *op = pointer.getDefiningOp()) {
      pointer = getSourcePointer(op);
      continue;
    }
    auto argument = cast<BlockArgument>(pointer);
    if (isa<func::FuncOp>(argument.getOwner()->getParentOp())) {
      return argument;
    }
    pointer = getFirstValue(argument);
  }
  return {};
}
