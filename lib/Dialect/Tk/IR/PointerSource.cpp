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

/// The pointer that all others on the way to `pointer` are made from.
static Value findOrigin(Value pointer) {
  while (true) {
    Operation *op = pointer.getDefiningOp();
    bool isParameter = !op && isa<func::FuncOp>(pointer.getParentBlock()->getParentOp());
    Value source;
    if (!isParameter) {
      source = op ? getSourcePointer(op) : getFirstValue(cast<BlockArgument>(pointer));
    }
    if (!source || !isPointerLike(source.getType())) {
      return pointer;
    }
    pointer = source;
  }
}

BlockArgument tkc::tk::findArray(Value pointer) {
  auto argument = dyn_cast<BlockArgument>(findOrigin(pointer));
  bool isParameter = argument && isa<func::FuncOp>(argument.getOwner()->getParentOp());
  return isParameter && isPointerLike(argument.getType()) ? argument : BlockArgument();
}

bool tkc::tk::isAddressFromMemory(Value pointer) {
  return isa_and_nonnull<IntToPtrOp, LoadOp>(findOrigin(pointer).getDefiningOp());
}
