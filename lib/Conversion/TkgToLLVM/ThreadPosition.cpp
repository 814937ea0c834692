// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Linear layouts applied to lane and warp.
#include "ThreadPosition.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

#include "llvm/ADT/bit.h"

using namespace mlir;
using tkc::layout::Dim;
using tkc::layout::LinearLayout;

namespace tkc {

Value emitThreadIndex(OpBuilder &builder, Location loc) {
  return NVVM::ThreadIdXOp::create(builder, loc, builder.getI32Type());
}

ThreadPosition emitThreadPosition(OpBuilder &builder, Location loc) {
  Value thread = emitThreadIndex(builder, loc);
  Value lane = LLVM::AndOp::create(builder, loc, thread, makeI32(builder, loc, 31));
  Value warp = LLVM::LShrOp::create(builder, loc, thread, makeI32(builder, loc, 5));
  return {lane, warp};
}

/// Bits first … first+count-1 of `source`, moved to begin at bit `to`.
static Value emitMoveBits(OpBuilder &builder, Location loc, Value source, unsigned first, unsigned count, unsigned to) {
  Value bits = source;
  if (first != 0) {
    bits = LLVM::LShrOp::create(builder, loc, bits, makeI32(builder, loc, first));
  }
  bits = LLVM::AndOp::create(builder, loc, bits, makeI32(builder, loc, (1u << count) - 1));
  if (to != 0) {
    bits = LLVM::ShlOp::create(builder, loc, bits, makeI32(builder, loc, to));
  }
  return bits;
}

static void combine(OpBuilder &builder, Location loc, LinearValue &sum, Value part, uint64_t possibleBits) {
  if (!sum.value) {
    sum.value = part;
  } else if ((sum.possibleBits & possibleBits) == 0) {
    sum.value = LLVM::AddOp::create(builder, loc, sum.value, part);
  } else {
    sum.value = LLVM::XOrOp::create(builder, loc, sum.value, part);
  }
  sum.possibleBits |= possibleBits;
}

static SmallVector<uint64_t> getBases(const LinearLayout &layout, Dim in, Dim out) {
  SmallVector<uint64_t> bases;
  for (unsigned bit = 0; bit < layout.inLog2(in); ++bit) {
    bases.push_back(layout.basis(in, bit, out));
  }
  return bases;
}

// Runs of bits that move together are added at once.
void addContribution(OpBuilder &builder, Location loc, const LinearLayout &layout, Dim in, Dim out, Value source,
                     LinearValue &sum) {
  SmallVector<uint64_t> bases = getBases(layout, in, out);
  for (unsigned bit = 0; bit < bases.size();) {
    uint64_t basis = bases[bit];
    if (basis == 0) {
      ++bit;
      continue;
    }
    if (!llvm::has_single_bit(basis)) {
      Value isSet = emitMoveBits(builder, loc, source, bit, 1, 0);
      Value part = LLVM::MulOp::create(builder, loc, isSet, makeI32(builder, loc, basis));
      combine(builder, loc, sum, part, basis);
      ++bit;
      continue;
    }
    unsigned count = 1;
    while (bit + count < bases.size() && bases[bit + count] == basis << count) {
      ++count;
    }
    Value part = emitMoveBits(builder, loc, source, bit, count, llvm::countr_zero(basis));
    combine(builder, loc, sum, part, basis * ((uint64_t(1) << count) - 1));
    bit += count;
  }
}

LinearValue emitCoordinate(OpBuilder &builder, Location loc, const LinearLayout &layout, Dim out,
                           const ThreadPosition &thread) {
  LinearValue sum;
  addContribution(builder, loc, layout, Dim::Lane, out, thread.lane, sum);
  addContribution(builder, loc, layout, Dim::Warp, out, thread.warp, sum);
  if (!sum.value) {
    sum.value = makeI32(builder, loc, 0);
  }
  return sum;
}

Value emitXor(OpBuilder &builder, Location loc, const LinearValue &base, uint64_t constant) {
  if (constant == 0) {
    return base.value;
  }
  Value right = makeI32(builder, loc, constant);
  if ((base.possibleBits & constant) == 0) {
    return LLVM::AddOp::create(builder, loc, base.value, right);
  }
  return LLVM::XOrOp::create(builder, loc, base.value, right);
}

/// True where the bits of `source` in `mask` are all 0; null for an empty mask.
static Value emitBitsAreZero(OpBuilder &builder, Location loc, Value source, uint64_t mask) {
  if (mask == 0) {
    return {};
  }
  Value bits = LLVM::AndOp::create(builder, loc, source, makeI32(builder, loc, mask));
  return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq, bits, makeI32(builder, loc, 0));
}

Value emitOwnsElements(OpBuilder &builder, Location loc, const LinearLayout &layout, const ThreadPosition &thread) {
  Value ownsLane = emitBitsAreZero(builder, loc, thread.lane, layout.freeVariableMask(Dim::Lane));
  Value ownsWarp = emitBitsAreZero(builder, loc, thread.warp, layout.freeVariableMask(Dim::Warp));
  return emitAnd(builder, loc, ownsLane, ownsWarp);
}

Value emitIsFirstThread(OpBuilder &builder, Location loc) {
  return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq, emitThreadIndex(builder, loc),
                              makeI32(builder, loc, 0));
}

Value emitAnd(OpBuilder &builder, Location loc, Value left, Value right) {
  if (!left || !right) {
    return left ? left : right;
  }
  return LLVM::AndOp::create(builder, loc, left, right);
}

} // namespace tkc
