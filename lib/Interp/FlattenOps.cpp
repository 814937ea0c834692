// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops whose instruction depends on attributes or types: constants, comparisons, shapes, memory, dots, combines.
#include "Flattener.h"

namespace tkc::interp {

using namespace mlir;

//===--- Scalars ---===//

/// The lane of one constant element.
static int64_t laneOf(Attribute attribute) {
  if (auto integer = dyn_cast<IntegerAttr>(attribute)) {
    const APInt &value = integer.getValue();
    return value.getBitWidth() == 1 ? int64_t(value.getZExtValue()) : value.getSExtValue();
  }
  APFloat value = cast<FloatAttr>(attribute).getValue();
  bool losesInfo = false;
  value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &losesInfo);
  return int64_t(bitsOf(value.convertToDouble()));
}

void Flattener::flattenConstant(arith::ConstantOp op) {
  SlotId slot = valueSlots[op.getResult()] = slotForType(op.getType(), /*isConstant=*/true);
  uint32_t count = code.slots[slot].count;
  auto elements = dyn_cast<DenseElementsAttr>(op.getValue());
  if (!elements && !isa<IntegerAttr, FloatAttr>(op.getValue())) {
    problem(op, "the interpreter does not know constants of this kind");
    return;
  }
  if (!elements || elements.isSplat()) {
    int64_t value = laneOf(elements ? elements.getSplatValue<Attribute>() : op.getValue());
    for (uint32_t lane = 0; lane < count; ++lane) {
      setConstant(slot, lane, value);
    }
    return;
  }
  for (auto [lane, element] : llvm::enumerate(elements.getValues<Attribute>())) {
    setConstant(slot, uint32_t(lane), laneOf(element));
  }
}

static RoundingMode roundingModeOf(std::optional<arith::RoundingMode> mode) {
  if (!mode) {
    return RoundingMode::NearestEven;
  }
  switch (*mode) {
  case arith::RoundingMode::to_nearest_even:
    return RoundingMode::NearestEven;
  case arith::RoundingMode::downward:
    return RoundingMode::Downward;
  case arith::RoundingMode::upward:
    return RoundingMode::Upward;
  case arith::RoundingMode::toward_zero:
    return RoundingMode::TowardZero;
  case arith::RoundingMode::to_nearest_away:
    return RoundingMode::NearestAway;
  }
  llvm_unreachable("all modes are handled");
}

/// Whether a product may go into a fused sum, unrounded: it goes elsewhere than to memory.
static bool mayStayUnrounded(Value product) {
  return llvm::any_of(product.getUsers(), [](Operation *user) {
    return user->getNumResults() != 0 || user->hasTrait<OpTrait::IsTerminator>();
  });
}

bool Flattener::flattenScalarOp(Operation *op) {
  auto twoResults = [&](Handler first, Handler second, uint32_t immediate = 0, uint32_t secondImmediate = 0) {
    std::vector<SlotId> operands = slotsOf(op->getOperands());
    emit(first, operands, {resultSlot(op->getResult(0))}, immediate);
    emit(second, operands, {resultSlot(op->getResult(1))}, secondImmediate);
    return true;
  };
  auto withImmediate = [&](Handler handler, uint32_t immediate) {
    std::vector<SlotId> operands = slotsOf(op->getOperands());
    emit(handler, std::move(operands), resultSlots(op->getResults()), immediate);
    return true;
  };
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](arith::ConstantOp constant) { return flattenConstant(constant), true; })
      .Case([&](ub::PoisonOp poison) {
        SlotId slot = valueSlots[poison.getResult()] = slotForType(poison.getType(), /*isConstant=*/true);
        poisonConstant(slot);
        return true;
      })
      .Case([&](arith::CmpIOp compare) {
        return withImmediate(handlers::compareIntegers, uint32_t(compare.getPredicate()));
      })
      .Case([&](arith::CmpFOp compare) {
        return withImmediate(handlers::compareFloats, uint32_t(compare.getPredicate()));
      })
      .Case([&](arith::MulFOp product) {
        return withImmediate(handlers::multiplyFloat, mayStayUnrounded(product.getResult()));
      })
      .Case([&](arith::TruncFOp convert) {
        return withImmediate(handlers::convertFloat, uint32_t(roundingModeOf(convert.getRoundingmode())));
      })
      .Case<arith::MulSIExtendedOp>(
          [&](Operation *) { return twoResults(handlers::multiplyInteger, handlers::multiplyHighSigned); })
      .Case<arith::MulUIExtendedOp>(
          [&](Operation *) { return twoResults(handlers::multiplyInteger, handlers::multiplyHighUnsigned); })
      .Case<arith::AddUIExtendedOp>([&](Operation *) { return twoResults(handlers::addInteger, handlers::carryOfAdd); })
      .Case([&](math::SincosOp) {
        return twoResults(table["math.sin"].handler, table["math.cos"].handler, table["math.sin"].immediate,
                          table["math.cos"].immediate);
      })
      .Case([&](tk::ExternElementwiseOp call) { return flattenExtern(call), true; })
      .Case([&](tk::ProgramIdOp query) { return withImmediate(handlers::programId, query.getAxis()); })
      .Case([&](tk::NumProgramsOp query) { return withImmediate(handlers::programCount, query.getAxis()); })
      .Default([](Operation *) { return false; });
}

//===--- Shapes ---===//

static ArrayRef<int64_t> shapeOf(Value value) { return cast<RankedTensorType>(value.getType()).getShape(); }

/// The row-major strides of a shape.
static SmallVector<int64_t> stridesOf(ArrayRef<int64_t> shape) {
  SmallVector<int64_t> strides(shape.size(), 1);
  for (size_t dim = shape.size(); dim-- > 1;) {
    strides[dim - 1] = strides[dim] * shape[dim];
  }
  return strides;
}

/// For each element of `shape` in row-major order, the sum of its coordinates times `strides`.
static std::vector<uint32_t> walkWithStrides(ArrayRef<int64_t> shape, ArrayRef<int64_t> strides) {
  SmallVector<int64_t> resultStrides = stridesOf(shape);
  std::vector<uint32_t> sources(size_t(ShapedType::getNumElements(shape)));
  for (size_t index = 0; index < sources.size(); ++index) {
    int64_t source = 0;
    for (size_t dim = 0; dim < shape.size(); ++dim) {
      source += int64_t(index) / resultStrides[dim] % shape[dim] * strides[dim];
    }
    sources[index] = uint32_t(source);
  }
  return sources;
}

void Flattener::flattenPermutation(Value source, Value result, std::vector<uint32_t> sourceOfLane) {
  code.permutations.push_back(std::move(sourceOfLane));
  SlotId operand = slotOf(source);
  emit(handlers::permute, {operand}, {resultSlot(result)}, uint32_t(code.permutations.size() - 1));
}

void Flattener::flattenBroadcast(tk::BroadcastOp op) {
  SmallVector<int64_t> strides = stridesOf(shapeOf(op.getSource()));
  for (auto [dim, extent] : llvm::enumerate(shapeOf(op.getSource()))) {
    strides[dim] = extent == 1 ? 0 : strides[dim];
  }
  flattenPermutation(op.getSource(), op.getResult(), walkWithStrides(shapeOf(op.getResult()), strides));
}

void Flattener::flattenTranspose(tk::TransOp op) {
  SmallVector<int64_t> sourceStrides = stridesOf(shapeOf(op.getSource()));
  SmallVector<int64_t> strides;
  for (int32_t dim : op.getOrder()) {
    strides.push_back(sourceStrides[size_t(dim)]);
  }
  flattenPermutation(op.getSource(), op.getResult(), walkWithStrides(shapeOf(op.getResult()), strides));
}

void Flattener::flattenGather(tk::GatherOp op) {
  uint32_t axis = op.getAxis();
  code.gathers.push_back({axisShapeOf(shapeOf(op.getSource()), axis), uint32_t(shapeOf(op.getIndex())[axis])});
  std::vector<SlotId> operands = slotsOf({op.getSource(), op.getIndex()});
  emit(handlers::gather, std::move(operands), {resultSlot(op.getResult())}, uint32_t(code.gathers.size() - 1));
}

bool Flattener::flattenShapeOp(Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](tk::MakeRangeOp range) {
        SlotId slot = valueSlots[range.getResult()] = slotForType(range.getType(), /*isConstant=*/true);
        for (uint32_t lane = 0; lane < code.slots[slot].count; ++lane) {
          setConstant(slot, lane, int64_t(int32_t(range.getStart())) + lane);
        }
        return true;
      })
      // The same elements in the same order.
      .Case<tk::ExpandDimsOp, tk::ReshapeOp, tk::IntToPtrOp, tk::PtrToIntOp, tk::PtrCastOp>([&](Operation *) {
        valueSlots[op->getResult(0)] = slotOf(op->getOperand(0));
        return true;
      })
      .Case([&](tk::BroadcastOp broadcast) { return flattenBroadcast(broadcast), true; })
      .Case([&](tk::TransOp transpose) { return flattenTranspose(transpose), true; })
      .Case([&](tk::DotOp dot) { return flattenDot(dot), true; })
      .Case([&](tk::GatherOp gather) { return flattenGather(gather), true; })
      .Case([&](tk::HistogramOp histogram) {
        SlotId mask = histogram.getMask() ? slotOf(histogram.getMask()) : noSlot;
        emit(handlers::histogram, {slotOf(histogram.getSource()), mask}, {resultSlot(histogram.getResult())});
        return true;
      })
      .Case([&](tk::ReduceOp reduce) {
        return flattenCombine(op, reduce.getCombine(), reduce.getAxis(), false, handlers::reduce), true;
      })
      .Case([&](tk::ScanOp scan) {
        return flattenCombine(op, scan.getCombine(), scan.getAxis(), scan.getReverse(), handlers::scan), true;
      })
      .Default([](Operation *) { return false; });
}

static DotShape::Precision precisionOf(tk::InputPrecision precision) {
  switch (precision) {
  case tk::InputPrecision::TF32:
    return DotShape::Precision::TF32;
  case tk::InputPrecision::TF32x3:
    return DotShape::Precision::TF32x3;
  case tk::InputPrecision::IEEE:
    return DotShape::Precision::IEEE;
  case tk::InputPrecision::BF16x3:
    return DotShape::Precision::BF16x3;
  case tk::InputPrecision::BF16x6:
    return DotShape::Precision::BF16x6;
  }
  llvm_unreachable("all precisions are handled");
}

void Flattener::flattenDot(tk::DotOp op) {
  ArrayRef<int64_t> left = shapeOf(op.getA());
  ArrayRef<int64_t> right = shapeOf(op.getB());
  DotShape shape;
  shape.batch = left.size() == 3 ? uint32_t(left[0]) : 1;
  shape.m = uint32_t(left[left.size() - 2]);
  shape.k = uint32_t(left.back());
  shape.n = uint32_t(right.back());
  shape.precision = precisionOf(op.getPrecision());
  shape.maxImpreciseAccumulations = op.getMaxNumImpreciseAcc();
  code.dots.push_back(shape);
  bool isFloat = isa<FloatType>(getElementTypeOrSelf(op.getResult()));
  std::vector<SlotId> operands = slotsOf({op.getA(), op.getB(), op.getC()});
  emit(isFloat ? handlers::dotFloat : handlers::dotInteger, std::move(operands), {resultSlot(op.getResult())},
       uint32_t(code.dots.size() - 1));
}

//===--- Memory ---===//

static Type pointeeOf(Value pointer) { return cast<tk::PtrType>(getElementTypeOrSelf(pointer)).getPointee(); }

uint32_t Flattener::addAccess(Value pointer, MemoryAccess access) {
  if (std::optional<ScalarType> element = scalarTypeOf(pointeeOf(pointer))) {
    access.element = *element;
  }
  code.smallestAccess = std::min(code.smallestAccess, access.element.sizeInBytes());
  code.accesses.push_back(access);
  return uint32_t(code.accesses.size() - 1);
}

void Flattener::flattenAddPointer(tk::AddPtrOp op) {
  std::optional<ScalarType> element = scalarTypeOf(pointeeOf(op.getPointer()));
  std::vector<SlotId> operands = slotsOf({op.getPointer(), op.getOffset()});
  emit(handlers::addPointer, std::move(operands), {resultSlot(op.getResult())}, element ? element->sizeInBytes() : 1);
}

/// Orders other programs' accesses: not relaxed, and seen beyond the program.
static MemoryAccess orderedAccess(tk::MemorySemantic semantic, tk::MemoryScope scope) {
  MemoryAccess access;
  bool isOrdered = scope != tk::MemoryScope::Cta;
  access.acquires =
      isOrdered && (semantic == tk::MemorySemantic::Acquire || semantic == tk::MemorySemantic::AcquireRelease);
  access.releases =
      isOrdered && (semantic == tk::MemorySemantic::Release || semantic == tk::MemorySemantic::AcquireRelease);
  return access;
}

bool Flattener::flattenMemoryOp(Operation *op) {
  auto optional = [&](Value value) { return value ? slotOf(value) : noSlot; };
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](tk::AddPtrOp add) { return flattenAddPointer(add), true; })
      .Case([&](tk::LoadOp load) {
        MemoryAccess access;
        access.isVolatile = access.acquires = load.getIsVolatile();
        std::vector<SlotId> operands = {slotOf(load.getPointer()), optional(load.getMask()), optional(load.getOther())};
        emit(handlers::load, operands, {resultSlot(load.getResult())}, addAccess(load.getPointer(), access));
        return true;
      })
      .Case([&](tk::StoreOp store) {
        std::vector<SlotId> operands = {slotOf(store.getPointer()), slotOf(store.getValue()),
                                        optional(store.getMask())};
        emit(handlers::store, operands, {}, addAccess(store.getPointer(), {}));
        return true;
      })
      .Case([&](tk::AtomicRmwOp atomic) {
        MemoryAccess access = orderedAccess(atomic.getSem(), atomic.getScope());
        access.operation = uint8_t(atomic.getKind());
        std::vector<SlotId> operands = {slotOf(atomic.getPointer()), slotOf(atomic.getValue()),
                                        optional(atomic.getMask())};
        emit(handlers::atomicReadModifyWrite, operands, {resultSlot(atomic.getResult())},
             addAccess(atomic.getPointer(), access));
        return true;
      })
      .Case([&](tk::AtomicCasOp atomic) {
        MemoryAccess access = orderedAccess(atomic.getSem(), atomic.getScope());
        std::vector<SlotId> operands = slotsOf({atomic.getPointer(), atomic.getCompare(), atomic.getValue()});
        emit(handlers::atomicCompareAndSwap, operands, {resultSlot(atomic.getResult())},
             addAccess(atomic.getPointer(), access));
        return true;
      })
      .Default([](Operation *) { return false; });
}

} // namespace tkc::interp
