// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions and scans: the combine region becomes code of its own, over all lanes of a step at once where it can.
#include "Flattener.h"

namespace tkc::interp {

using namespace mlir;

bool Flattener::worksOnLanes(Region &region) {
  return llvm::all_of(region.front(), [](Operation &op) {
    auto isScalar = [](Type type) { return !isa<ShapedType>(type); };
    return op.getNumRegions() == 0 && !isa<func::CallOp>(op) && llvm::all_of(op.getOperandTypes(), isScalar) &&
           llvm::all_of(op.getResultTypes(), isScalar);
  });
}

/// The one op between the region's arguments and its yield, if there is just one and it takes both arguments.
static Operation *singleCombiningOp(Region &region) {
  Block &block = region.front();
  Operation *yield = block.getTerminator();
  if (block.getNumArguments() != 2 || !llvm::hasNItems(block.begin(), block.end(), 2) || yield->getNumOperands() != 1) {
    return nullptr;
  }
  Operation *op = &block.front();
  bool takesBoth = op->getNumOperands() == 2 && op->getNumResults() == 1 && yield->getOperand(0) == op->getResult(0) &&
                   ((op->getOperand(0) == block.getArgument(0) && op->getOperand(1) == block.getArgument(1)) ||
                    (op->getOperand(0) == block.getArgument(1) && op->getOperand(1) == block.getArgument(0)));
  return takesBoth ? op : nullptr;
}

static Combine::Kind kindOf(Region &region) {
  Operation *op = singleCombiningOp(region);
  if (op == nullptr) {
    return Combine::Kind::General;
  }
  if (isa<arith::AddFOp>(op)) {
    return Combine::Kind::FloatSum;
  }
  bool isOrderFree = isa<arith::MaxNumFOp, arith::MinNumFOp, arith::MaximumFOp, arith::MinimumFOp>(op);
  return isOrderFree ? Combine::Kind::OrderFree : Combine::Kind::General;
}

AxisShape Flattener::axisShapeOf(ArrayRef<int64_t> shape, uint32_t axis) {
  AxisShape result;
  result.outer = uint32_t(ShapedType::getNumElements(shape.take_front(axis)));
  result.extent = uint32_t(shape[axis]);
  result.inner = uint32_t(ShapedType::getNumElements(shape.drop_front(axis + 1)));
  return result;
}

Flattener::FlatRegion Flattener::flattenRegion(Region &region, uint32_t width) {
  FlatRegion flat;
  Location where = location;
  uint32_t skip = emit(handlers::jump, {}, {});
  uint32_t outerWidth = scalarWidth;
  scalarWidth = width;
  flat.begin = here();
  Block &block = region.front();
  flat.arguments = resultSlots(block.getArguments());
  flattenBlock(block);
  for (Value value : block.getTerminator()->getOperands()) {
    // A copy: what is yielded may be an argument, and arguments are overwritten one after the other.
    SlotId yielded = slotForType(value.getType());
    emit(handlers::copy, {slotOf(value)}, {yielded});
    flat.yielded.push_back(yielded);
  }
  emit(handlers::finish, {}, {});
  scalarWidth = outerWidth;
  location = where;
  patchTarget(skip);
  return flat;
}

void Flattener::flattenCombine(Operation *op, Region &region, uint32_t axis, bool isReverse, Handler handler) {
  Combine combine;
  combine.shape = axisShapeOf(cast<RankedTensorType>(op->getOperand(0).getType()).getShape(), axis);
  combine.isReverse = isReverse;
  combine.kind = kindOf(region);
  combine.width = worksOnLanes(region) ? combine.shape.laneCount() : 1;
  std::vector<SlotId> operands = slotsOf(op->getOperands());
  std::vector<SlotId> results = resultSlots(op->getResults());

  FlatRegion flat = flattenRegion(region, combine.width);
  combine.begin = flat.begin;
  combine.left.assign(flat.arguments.begin(), flat.arguments.begin() + op->getNumOperands());
  combine.right.assign(flat.arguments.begin() + op->getNumOperands(), flat.arguments.end());
  combine.yielded = std::move(flat.yielded);
  code.combines.push_back(std::move(combine));
  emit(handler, std::move(operands), std::move(results), uint32_t(code.combines.size() - 1));
}

} // namespace tkc::interp
