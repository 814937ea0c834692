// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Carries scans from tile to tile.
#include "TiledScans.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

bool tkc::tkg::canGoOn(tk::ScanOp scan) {
  return llvm::all_of(scan.getOperandTypes(), [](Type type) { return getElementTypeOrSelf(type).isIntOrFloat(); });
}

RunningValues tkc::tkg::makeUnset(OpBuilder &builder, tk::ScanOp scan) {
  return llvm::map_to_vector(scan.getOperandTypes(), [&](Type type) -> Value {
    auto block = cast<RankedTensorType>(type);
    SmallVector<int64_t> shape(block.getShape());
    shape.erase(shape.begin() + scan.getAxis());
    Type running = shape.empty() ? block.getElementType() : Type(block.clone(shape));
    return arith::ConstantOp::create(builder, scan.getLoc(), builder.getZeroAttr(running));
  });
}

SmallVector<Value> tkc::tkg::combineBlocks(OpBuilder &builder, Location loc, Region &combine, ValueRange left,
                                           ValueRange right) {
  SmallVector<Value> operands(left);
  llvm::append_range(operands, right);
  auto map = tk::MapElementwiseOp::create(builder, loc, left.getTypes(), operands, /*pack=*/1);
  IRMapping mapping;
  combine.cloneInto(&map.getFunction(), mapping);
  return map.getResults();
}

/// A block of the type that has the value, a scalar or a block without the axis, in each place along the axis.
static Value spread(OpBuilder &builder, Location loc, Value value, RankedTensorType type, unsigned axis) {
  if (type.getRank() == 1) {
    return tk::SplatOp::create(builder, loc, type, value);
  }
  Value row = tk::ExpandDimsOp::create(builder, loc, value, builder.getI32IntegerAttr(int32_t(axis)));
  return tk::BroadcastOp::create(builder, loc, type, row);
}

SmallVector<Value> tkc::tkg::goOn(OpBuilder &builder, tk::ScanOp tile, const RunningValues &before, Value isFirst) {
  Location loc = tile.getLoc();
  auto type = cast<RankedTensorType>(tile.getResult(0).getType());
  SmallVector<Value> left;
  for (auto [running, result] : llvm::zip(before, tile.getResults())) {
    left.push_back(spread(builder, loc, running, cast<RankedTensorType>(result.getType()), tile.getAxis()));
  }
  SmallVector<Value> results = combineBlocks(builder, loc, tile.getCombine(), left, tile.getResults());
  if (isFirst) {
    Value isAlone = tk::SplatOp::create(builder, loc, type.clone(builder.getI1Type()), isFirst);
    for (auto [result, alone] : llvm::zip(results, tile.getResults())) {
      result = arith::SelectOp::create(builder, loc, isAlone, alone, result);
    }
  }
  return results;
}

/// The places of the elements of a block along the axis.
static Value makePlaces(OpBuilder &builder, Location loc, RankedTensorType type, unsigned axis) {
  int64_t size = type.getDimSize(axis);
  auto rangeType = RankedTensorType::get({size}, builder.getI32Type());
  Value places = tk::MakeRangeOp::create(builder, loc, rangeType, 0, int32_t(size));
  for (unsigned dim = 0; dim < type.getRank(); ++dim) {
    if (dim != axis) {
      places = tk::ExpandDimsOp::create(builder, loc, places, builder.getI32IntegerAttr(int32_t(dim)));
    }
  }
  RankedTensorType whole = type.clone(builder.getI32Type());
  return places.getType() == whole ? places : Value(tk::BroadcastOp::create(builder, loc, whole, places));
}

RunningValues tkc::tkg::takeLast(OpBuilder &builder, tk::ScanOp tile, ValueRange results) {
  Location loc = tile.getLoc();
  SmallVector<Value> operands(results);
  operands.push_back(makePlaces(builder, loc, cast<RankedTensorType>(results[0].getType()), tile.getAxis()));
  auto reduce = tk::ReduceOp::create(builder, loc, operands, builder.getI32IntegerAttr(int32_t(tile.getAxis())));
  SmallVector<Type> elements =
      llvm::map_to_vector(operands, [](Value operand) { return getElementTypeOrSelf(operand.getType()); });
  SmallVector<Type> types(elements);
  llvm::append_range(types, elements);
  OpBuilder::InsertionGuard guard(builder);
  Block *block = builder.createBlock(&reduce.getCombine(), {}, types, SmallVector<Location>(types.size(), loc));
  auto left = block->getArguments().take_front(operands.size()),
       right = block->getArguments().drop_front(operands.size());
  // Of two elements the one that the scan comes to later.
  auto predicate = tile.getReverse() ? arith::CmpIPredicate::slt : arith::CmpIPredicate::sgt;
  Value isLeft = arith::CmpIOp::create(builder, loc, predicate, left.back(), right.back());
  SmallVector<Value> later;
  for (auto [one, other] : llvm::zip(left, right)) {
    later.push_back(arith::SelectOp::create(builder, loc, isLeft, one, other));
  }
  tk::YieldOp::create(builder, loc, later);
  return RunningValues(reduce.getResults().drop_back());
}
