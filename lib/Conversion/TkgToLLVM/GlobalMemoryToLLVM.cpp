// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads and stores of global memory, as wide as the layout, the alignment and the mask permit.
#include "tkc/Dialect/Tkg/Analysis/ScratchMemory.h"

#include "GlobalAccess.h"
#include "Patterns.h"
#include "Replicas.h"
#include "ThreadPosition.h"

using namespace mlir;
using namespace tkc;
using tkc::layout::LinearLayout;

namespace {

/// The number of elements per access, as the pass noted it on the op; 1 where it did not.
static unsigned getVectorWidth(Operation *op) {
  auto attr = op->getAttrOfType<IntegerAttr>(vectorWidthAttrName);
  return attr ? attr.getInt() : 1;
}

/// A scalar as a vector of one element, a vector as it is.
static Value toVector(OpBuilder &builder, Location loc, Value value) {
  return !value || isa<VectorType>(value.getType()) ? value : packVector(builder, loc, value);
}

/// The bits of a mask, none for a null mask.
static SmallVector<Value> unpackMask(OpBuilder &builder, Location loc, Value mask) {
  return mask ? unpackVector(builder, loc, toVector(builder, loc, mask)) : SmallVector<Value>();
}

/// `width` elements of `vector` from `first` on.
static Value slice(OpBuilder &builder, Location loc, Value vector, unsigned first, unsigned width) {
  SmallVector<int32_t> indices = llvm::to_vector(llvm::seq<int32_t>(first, first + width));
  return shuffleVector(builder, loc, vector, indices);
}

/// The concatenation of vectors of one width.
static Value concatenate(OpBuilder &builder, Location loc, ArrayRef<Value> parts) {
  SmallVector<Value> elements;
  if (parts.size() == 1) {
    return parts[0];
  }
  for (Value part : parts) {
    llvm::append_range(elements, unpackVector(builder, loc, part));
  }
  return packVector(builder, loc, elements);
}

/// Whether the thread is the one that acts for its elements, or, with a null type, for a scalar.
static Value emitIsOwner(OpBuilder &builder, Location loc, RankedTensorType type) {
  return type ? emitOwnsElements(builder, loc, tkg::toLinearLayout(type), emitThreadPosition(builder, loc))
              : emitIsFirstThread(builder, loc);
}

struct LowerLoad : ConvertOpToLLVMPattern<tk::LoadOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tk::LoadOp op, OpAdaptor adaptor, ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    SmallVector<Value> pointers = unpackVector(rewriter, loc, toVector(rewriter, loc, adaptor.getPointer()));
    SmallVector<Value> mask = unpackMask(rewriter, loc, adaptor.getMask());
    Value other = toVector(rewriter, loc, adaptor.getOther());
    Type element = getTypeConverter()->convertType(getElementTypeOrSelf(op.getType()));
    unsigned width = getVectorWidth(op);
    AccessModifiers modifiers{op.getCache(), op.getEvict(), op.getIsVolatile()};
    // Threads that read for themselves what other programs write would see different values.
    auto type = dyn_cast<RankedTensorType>(op.getType());
    Value owner = tkg::getScratchBytes(op) > 0 ? emitIsOwner(rewriter, loc, type) : Value();
    SmallVector<Value> parts;
    for (unsigned first = 0; first < pointers.size(); first += width) {
      Value pointer = pointers[first];
      Value predicate = emitAnd(rewriter, loc, mask.empty() ? Value() : mask[first], owner);
      Value part = other ? slice(rewriter, loc, other, first, width) : Value();
      parts.push_back(emitGlobalLoad(rewriter, loc, VectorType::get({int64_t(width)}, element), pointer, predicate,
                                     part, modifiers));
    }
    Value result = concatenate(rewriter, loc, parts);
    if (!type) {
      Value scalar = extractElement(rewriter, loc, result, 0);
      rewriter.replaceOp(op, owner ? tellAllThreads(rewriter, op, owner, scalar) : scalar);
      return success();
    }
    if (owner) {
      SmallVector<Value> elements = unpackVector(rewriter, loc, result);
      tellReplicas(rewriter, op, tkg::toLinearLayout(type), owner, elements);
      result = packVector(rewriter, loc, elements);
    }
    rewriter.replaceOp(op, result);
    return success();
  }
};

struct LowerStore : ConvertOpToLLVMPattern<tk::StoreOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tk::StoreOp op, OpAdaptor adaptor, ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto type = dyn_cast<RankedTensorType>(op.getPointer().getType());
    Value owner = emitIsOwner(rewriter, loc, type);
    SmallVector<Value> pointers = unpackVector(rewriter, loc, toVector(rewriter, loc, adaptor.getPointer()));
    SmallVector<Value> mask = unpackMask(rewriter, loc, adaptor.getMask());
    Value values = toVector(rewriter, loc, adaptor.getValue());
    unsigned width = getVectorWidth(op);
    AccessModifiers modifiers{op.getCache(), op.getEvict(), /*isVolatile=*/false};
    for (unsigned first = 0; first < pointers.size(); first += width) {
      Value bit = mask.empty() ? Value() : mask[first];
      emitGlobalStore(rewriter, loc, slice(rewriter, loc, values, first, width), pointers[first],
                      emitAnd(rewriter, loc, bit, owner), modifiers);
    }
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void tkc::populateGlobalMemoryPatterns(const TkgTypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<LowerLoad, LowerStore>(converter);
}
