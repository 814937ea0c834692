// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What reductions and scans share.
#include "CombineRegion.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"

#include "InlineAsm.h"

using namespace mlir;
using tkc::layout::LinearLayout;

namespace tkc {

Value castForRegion(OpBuilder &builder, Location loc, Value value, Type type) {
  return value.getType() == type ? value : UnrealizedConversionCastOp::create(builder, loc, type, value).getResult(0);
}

/// Clones the region's ops by `clone`.
static Scalars emitRegion(OpBuilder &builder, Region &region, ArrayRef<Value> left, ArrayRef<Value> right,
                          llvm::function_ref<void(Operation &, IRMapping &)> clone) {
  IRMapping mapping;
  Block &block = region.front();
  Location loc = region.getLoc();
  auto map = [&](ArrayRef<BlockArgument> parameters, ArrayRef<Value> arguments) {
    for (auto [parameter, argument] : llvm::zip_equal(parameters, arguments)) {
      mapping.map(parameter, castForRegion(builder, loc, argument, parameter.getType()));
    }
  };
  ArrayRef<BlockArgument> parameters = block.getArguments();
  map(parameters.take_front(left.size()), left);
  map(parameters.drop_front(left.size()), right);
  for (Operation &op : block.without_terminator()) {
    clone(op, mapping);
  }
  Scalars result;
  for (auto [yielded, argument] : llvm::zip_equal(block.getTerminator()->getOperands(), left)) {
    result.push_back(castForRegion(builder, loc, mapping.lookupOrDefault(yielded), argument.getType()));
  }
  return result;
}

Scalars emitCombine(OpBuilder &builder, Region &region, ArrayRef<Value> left, ArrayRef<Value> right) {
  return emitRegion(builder, region, left, right,
                    [&](Operation &op, IRMapping &mapping) { builder.clone(op, mapping); });
}

/// A sum that is rounded by itself: an addition that says how it rounds is fused neither by LLVM nor by ptxas. Null for
/// types without one.
static Value emitRoundedAdd(OpBuilder &builder, Location loc, Value left, Value right) {
  Type type = left.getType();
  if (type.isF32() || type.isF64()) {
    StringRef name = type.isF32() ? "llvm.nvvm.add.rn.f" : "llvm.nvvm.add.rn.d";
    return LLVM::CallIntrinsicOp::create(builder, loc, type, builder.getStringAttr(name), ValueRange{left, right})
        .getResults();
  }
  if (!type.isF16() && !type.isBF16()) {
    return {};
  }
  // Additions of bf16 came with sm_90; a product with 1 is exact.
  StringRef text = type.isF16() ? "add.rn.f16 $0, $1, $2;"
                                : "{\n.reg .b16 one;\nmov.b16 one, 0x3F80;\nfma.rn.bf16 $0, $1, one, $2;\n}";
  Type word = builder.getI16Type();
  Value operands[] = {LLVM::BitcastOp::create(builder, loc, word, left),
                      LLVM::BitcastOp::create(builder, loc, word, right)};
  auto sum = emitInlineAsm(builder, loc, word, operands, text, "=h,h,h");
  sum.setHasSideEffects(false);
  return LLVM::BitcastOp::create(builder, loc, type, sum.getResult(0));
}

/// Clones the op; an addition or subtraction of floats is rounded by itself.
static void cloneUnfused(OpBuilder &builder, Operation &op, IRMapping &mapping) {
  Value sum;
  if (isa<arith::AddFOp, arith::SubFOp>(op)) {
    Value left = mapping.lookupOrDefault(op.getOperand(0)), right = mapping.lookupOrDefault(op.getOperand(1));
    if (isa<arith::SubFOp>(op)) {
      right = LLVM::FNegOp::create(builder, op.getLoc(), right);
    }
    sum = emitRoundedAdd(builder, op.getLoc(), left, right);
  }
  if (sum) {
    mapping.map(op.getResult(0), sum);
  } else {
    builder.clone(op, mapping);
  }
}

/// Whether the region doesn't care which comes first: it yields what commutative ops give, each of one scalar and its
/// counterpart.
static bool isCommutative(Region &region) {
  Block &block = region.front();
  unsigned half = block.getNumArguments() / 2;
  bool yieldsArguments = llvm::any_of(block.getTerminator()->getOperands(), llvm::IsaPred<BlockArgument>);
  return !yieldsArguments && llvm::all_of(block.without_terminator(), [&](Operation &op) {
    auto first = op.getNumOperands() == 2 ? dyn_cast<BlockArgument>(op.getOperand(0)) : BlockArgument();
    auto second = first ? dyn_cast<BlockArgument>(op.getOperand(1)) : BlockArgument();
    return second && op.hasTrait<OpTrait::IsCommutative>() && first.getOwner() == &block &&
           second.getOwner() == &block && first.getArgNumber() % half == second.getArgNumber() % half &&
           first != second;
  });
}

Scalars emitCombineOfLanes(OpBuilder &builder, Region &region, ArrayRef<Value> own, ArrayRef<Value> received,
                           Value isLater) {
  Scalars left(own), right(received);
  if (!isCommutative(region)) {
    for (auto [first, second] : llvm::zip_equal(left, right)) {
      Value mine = first, other = second;
      first = LLVM::SelectOp::create(builder, isLater.getLoc(), isLater, other, mine);
      second = LLVM::SelectOp::create(builder, isLater.getLoc(), isLater, mine, other);
    }
  }
  return emitRegion(builder, region, left, right,
                    [&](Operation &op, IRMapping &mapping) { cloneUnfused(builder, op, mapping); });
}

Value emitShuffle(OpBuilder &builder, Location loc, Value value, NVVM::ShflKind kind, Value operand) {
  Type type = value.getType();
  Type i32 = builder.getI32Type();
  if (isa<LLVM::LLVMPointerType>(type) || type.isInteger(1)) {
    Value stored = emitShuffle(builder, loc, toStorage(builder, loc, value), kind, operand);
    return fromStorage(builder, loc, stored, type);
  }
  unsigned bits = type.getIntOrFloatBitWidth();
  Value word = value;
  if (bits == 64) {
    Value words = LLVM::BitcastOp::create(builder, loc, VectorType::get({2}, i32), value);
    SmallVector<Value> halves = unpackVector(builder, loc, words);
    for (Value &half : halves) {
      half = emitShuffle(builder, loc, half, kind, operand);
    }
    return LLVM::BitcastOp::create(builder, loc, type, packVector(builder, loc, halves));
  }
  if (isa<FloatType>(type)) {
    word = LLVM::BitcastOp::create(builder, loc, builder.getIntegerType(bits), word);
  }
  if (bits < 32) {
    word = LLVM::ZExtOp::create(builder, loc, i32, word);
  }
  Value received = NVVM::ShflOp::create(builder, loc, i32, makeI32(builder, loc, -1), word, operand,
                                        makeI32(builder, loc, 31), kind, UnitAttr());
  if (bits < 32) {
    received = LLVM::TruncOp::create(builder, loc, builder.getIntegerType(bits), received);
  }
  return isa<FloatType>(type) ? Value(LLVM::BitcastOp::create(builder, loc, type, received)) : received;
}

int64_t flattenKept(ArrayRef<int64_t> at, ArrayRef<int64_t> shape, unsigned axis) {
  int64_t flat = 0;
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    flat = dim == axis ? flat : flat * shape[dim] + at[dim];
  }
  return flat;
}

Value emitKeptPosition(OpBuilder &builder, Location loc, const LinearLayout &layout, ArrayRef<int64_t> shape,
                       unsigned axis, const ThreadPosition &thread) {
  Value flat = makeI32(builder, loc, 0);
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    if (dim == axis) {
      continue;
    }
    LinearValue at = emitCoordinate(builder, loc, layout, layout::tensorDim(dim), thread);
    flat = LLVM::MulOp::create(builder, loc, flat, makeI32(builder, loc, shape[dim]));
    flat = LLVM::AddOp::create(builder, loc, flat, at.value);
  }
  return flat;
}

} // namespace tkc
