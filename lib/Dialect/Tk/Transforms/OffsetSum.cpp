// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Distribution of sums over products and shapes, and arithmetic on their terms.
#include "OffsetSum.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace tkc::tk {

static constexpr Bounds unknownBounds = {std::numeric_limits<int64_t>::min(), std::numeric_limits<int64_t>::max()};

static ArrayRef<int64_t> getShape(Value block) { return cast<RankedTensorType>(block.getType()).getShape(); }
static bool isShort(Value value) { return getElementTypeOrSelf(value.getType()).isInteger(32); }
static bool isLong(Value value) { return getElementTypeOrSelf(value.getType()).isInteger(64); }

void OffsetSum::append(const OffsetSum &other) {
  llvm::append_range(scalars, other.scalars);
  llvm::append_range(blocks, other.blocks);
}

//===--- splitting -------------------------------------------------------===//

static bool hasHints(Operation *op) {
  return op->hasAttr(divisibilityAttrName) || op->hasAttr(contiguityAttrName) || op->hasAttr(constancyAttrName);
}

bool OffsetSplitter::isOpen(Value value) const {
  Operation *op = value.getDefiningOp();
  if (!op || hasHints(op)) {
    return false;
  }
  return isLong(value) || (isShort(value) && ranges.isKnown(value) && !chains.contains(value));
}

OffsetSum OffsetSplitter::makeLeaf(Value block) {
  auto extension = block.getDefiningOp<arith::ExtSIOp>();
  if (extension && isShort(extension.getIn())) {
    return makeLeaf(extension.getIn());
  }
  Bounds bounds = ranges.getBounds(block);
  OffsetSum sum;
  bool isShortEnough = bounds.fitsIn(32);
  sum.blocks.push_back({isShortEnough ? narrow(block, block.getLoc()) : block, bounds});
  return sum;
}

OffsetSum OffsetSplitter::makeScalar(Value scalar, Location loc) {
  OffsetSum sum;
  sum.scalars.push_back({widen(scalar, loc), ranges.getBounds(scalar)});
  return sum;
}

OffsetSum OffsetSplitter::split(Value block) {
  return isOpen(block) ? splitOp(block.getDefiningOp(), block) : makeLeaf(block);
}

OffsetSum OffsetSplitter::splitOp(Operation *op, Value block) {
  DenseElementsAttr constant;
  if (matchPattern(block, m_Constant(&constant)) && constant.isSplat()) {
    int64_t value = constant.getSplatValue<APInt>().getSExtValue();
    OffsetSum sum;
    Value scalar = arith::ConstantOp::create(builder, op->getLoc(), builder.getI64IntegerAttr(value));
    sum.scalars.push_back({scalar, {value, value}});
    return sum;
  }
  return llvm::TypeSwitch<Operation *, OffsetSum>(op)
      .Case([&](SplatOp splat) { return makeScalar(splat.getSource(), op->getLoc()); })
      .Case([&](arith::ExtSIOp extension) {
        return isOpen(extension.getIn()) ? split(extension.getIn()) : makeLeaf(block);
      })
      .Case([&](arith::AddIOp add) {
        OffsetSum sum = split(add.getLhs());
        sum.append(split(add.getRhs()));
        return sum;
      })
      .Case([&](arith::SubIOp subtract) {
        OffsetSum sum = split(subtract.getLhs());
        sum.append(negate(split(subtract.getRhs()), op->getLoc()));
        return sum;
      })
      .Case([&](arith::MulIOp multiply) { return splitProduct(multiply); })
      .Case([&](BroadcastOp broadcast) { return split(broadcast.getSource()); })
      .Case<ExpandDimsOp, TransOp>([&](auto step) { return applyShape(split(step.getSource()), op); })
      .Default([&](Operation *) { return makeLeaf(block); });
}

OffsetSum OffsetSplitter::splitProduct(arith::MulIOp op) {
  OffsetSum left = split(op.getLhs()), right = split(op.getRhs());
  if (left.blocks.empty()) {
    std::swap(left, right);
  }
  bool isLinear = right.blocks.empty();
  bool wouldDistribute = !left.scalars.empty() || left.blocks.size() > 1;
  bool isSmaller = !left.blocks.empty() && getShape(left.blocks.front().value) != getShape(op);
  if (!isLinear || !(wouldDistribute || isSmaller)) {
    return makeLeaf(op.getResult());
  }
  return scale(left, addUp(right.scalars, op.getLoc()), op.getLoc());
}

OffsetSum OffsetSplitter::negate(const OffsetSum &sum, Location loc) {
  OffsetTerm minusOne{arith::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(-1)), {-1, -1}};
  return scale(sum, minusOne, loc);
}

OffsetSum OffsetSplitter::scale(const OffsetSum &sum, OffsetTerm factor, Location loc) {
  OffsetSum scaled;
  for (const OffsetTerm &term : sum.scalars) {
    scaled.scalars.push_back(combine<arith::MulIOp>(loc, term, factor, multiplyBounds(term.bounds, factor.bounds)));
  }
  for (const OffsetTerm &term : sum.blocks) {
    auto type = cast<RankedTensorType>(withElementType(term.value.getType(), factor.value.getType()));
    OffsetTerm factors{SplatOp::create(builder, loc, type, factor.value), factor.bounds};
    scaled.blocks.push_back(combine<arith::MulIOp>(loc, term, factors, multiplyBounds(term.bounds, factor.bounds)));
  }
  return scaled;
}

OffsetSum OffsetSplitter::applyShape(const OffsetSum &sum, Operation *shapeStep) {
  OffsetSum changed;
  changed.scalars = sum.scalars;
  for (const OffsetTerm &term : sum.blocks) {
    Value block =
        llvm::TypeSwitch<Operation *, Value>(shapeStep)
            .Case([&](ExpandDimsOp op) { return ExpandDimsOp::create(builder, op.getLoc(), term.value, op.getAxis()); })
            .Case([&](TransOp op) { return TransOp::create(builder, op.getLoc(), term.value, op.getOrder()); });
    changed.blocks.push_back({block, term.bounds});
  }
  return changed;
}

std::optional<SplitAddress> OffsetSplitter::splitAddress(Value pointers) {
  Operation *op = pointers.getDefiningOp();
  if (!op || hasHints(op)) {
    return std::nullopt;
  }
  if (auto splat = dyn_cast<SplatOp>(op)) {
    return SplitAddress{splat.getSource(), {}};
  }
  if (auto add = dyn_cast<AddPtrOp>(op)) {
    std::optional<SplitAddress> address = splitAddress(add.getPointer());
    Type element = getElementTypeOrSelf(add.getOffset().getType());
    if (!address || !(element.isInteger(32) || element.isInteger(64))) {
      return std::nullopt;
    }
    address->offset.append(split(add.getOffset()));
    return address;
  }
  if (auto broadcast = dyn_cast<BroadcastOp>(op)) {
    return splitAddress(broadcast.getSource());
  }
  if (isa<ExpandDimsOp, TransOp>(op)) {
    std::optional<SplitAddress> address = splitAddress(op->getOperand(0));
    if (address) {
      address->offset = applyShape(address->offset, op);
    }
    return address;
  }
  return std::nullopt;
}

//===--- arithmetic on terms ---------------------------------------------===//

OffsetTerm OffsetSplitter::add(Location loc, OffsetTerm left, OffsetTerm right) {
  return combine<arith::AddIOp>(loc, left, right, addBounds(left.bounds, right.bounds));
}

OffsetTerm OffsetSplitter::addUp(ArrayRef<OffsetTerm> scalars, Location loc) {
  OffsetTerm sum = scalars.front();
  for (const OffsetTerm &scalar : scalars.drop_front()) {
    sum = add(loc, sum, scalar);
  }
  return sum;
}

template <typename Op>
OffsetTerm OffsetSplitter::combine(Location loc, OffsetTerm left, OffsetTerm right, std::optional<Bounds> exact) {
  // Where the exact result fits in 32 bits, its low 32 bits are all of it, whatever the operands are.
  bool isBlock = isa<RankedTensorType>(left.value.getType());
  bool isShortEnough = isBlock && exact && exact->fitsIn(32);
  Value a = isShortEnough ? narrow(left.value, loc) : widen(left.value, loc);
  Value b = isShortEnough ? narrow(right.value, loc) : widen(right.value, loc);
  return {builder.createOrFold<Op>(loc, a, b), exact.value_or(unknownBounds)};
}

Value OffsetSplitter::widen(Value value, Location loc) {
  if (isLong(value)) {
    return value;
  }
  return builder.createOrFold<arith::ExtSIOp>(loc, withElementType(value.getType(), builder.getI64Type()), value);
}

Value OffsetSplitter::narrow(Value value, Location loc) {
  if (isShort(value)) {
    return value;
  }
  if (Value known = narrowed.lookup(value)) {
    return known;
  }
  Operation *op = value.getDefiningOp();
  Type type = withElementType(value.getType(), builder.getI32Type());
  Value result;
  if (isa_and_nonnull<arith::ExtSIOp, arith::ExtUIOp>(op) && isShort(op->getOperand(0))) {
    result = op->getOperand(0);
  } else if (isArithmeticStep(op) || isShapeStep(op)) {
    SmallVector<Value> operands;
    for (Value operand : op->getOperands()) {
      operands.push_back(narrow(operand, loc));
    }
    Operation *clone = builder.clone(*op);
    clone->setOperands(operands);
    clone->getResult(0).setType(type);
    if (isArithmeticStep(op)) {
      clone->setAttr("overflowFlags", arith::IntegerOverflowFlagsAttr::get(builder.getContext(), {}));
    }
    result = clone->getResult(0);
  } else {
    result = builder.createOrFold<arith::TruncIOp>(loc, type, value);
  }
  return narrowed[value] = result;
}

} // namespace tkc::tk
