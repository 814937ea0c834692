// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What reductions and scans share.
#include "CombineRegion.h"

using namespace mlir;
using tkc::layout::LinearLayout;

namespace tkc {

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
