// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constants, pointers, and elementwise ops that upstream patterns do not cover.
#include "tkc/Layout/SharedAccess.h"

#include "mlir/Conversion/ArithCommon/AttrToLLVMConverter.h"
#include "mlir/Conversion/LLVMCommon/VectorPattern.h"

#include "Patterns.h"
#include "Registers.h"

using namespace mlir;
using namespace tkc;

namespace {

/// A splat constant block becomes a splat constant vector.
struct LowerConstant : ConvertOpToLLVMPattern<arith::ConstantOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(arith::ConstantOp op, OpAdaptor, ConversionPatternRewriter &rewriter) const override {
    auto splat = dyn_cast<SplatElementsAttr>(op.getValue());
    auto type = dyn_cast_or_null<VectorType>(getTypeConverter()->convertType(op.getType()));
    if (!splat || !type) {
      return rewriter.notifyMatchFailure(op, "is no splat block");
    }
    Attribute element = splat.getSplatValue<Attribute>();
    if (auto value = dyn_cast<FloatAttr>(element); value && type.getElementType().isInteger()) {
      element = IntegerAttr::get(type.getElementType(), value.getValue().bitcastToAPInt());
    }
    rewriter.replaceOpWithNewOp<LLVM::ConstantOp>(op, type, SplatElementsAttr::get(type, element));
    return success();
  }
};

struct LowerAddPtr : ConvertOpToLLVMPattern<tk::AddPtrOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tk::AddPtrOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Type type = getTypeConverter()->convertType(op.getType());
    auto pointer = cast<tk::PtrType>(getElementTypeOrSelf(op.getType()));
    Type pointee = getTypeConverter()->convertType(pointer.getPointee());
    rewriter.replaceOpWithNewOp<LLVM::GEPOp>(op, type, pointee, adaptor.getPointer(),
                                             ArrayRef<LLVM::GEPArg>{adaptor.getOffset()});
    return success();
  }
};

/// An op with one operand that is one LLVM op on the converted type.
template <typename SourceOp, typename TargetOp>
struct LowerCast : ConvertOpToLLVMPattern<SourceOp> {
  using ConvertOpToLLVMPattern<SourceOp>::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(SourceOp op, typename SourceOp::Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Type type = this->getTypeConverter()->convertType(op.getType());
    rewriter.replaceOpWithNewOp<TargetOp>(op, type, adaptor.getSource());
    return success();
  }
};

struct LowerPtrCast : ConvertOpToLLVMPattern<tk::PtrCastOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tk::PtrCastOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Type type = getTypeConverter()->convertType(op.getType());
    if (type == adaptor.getSource().getType()) {
      rewriter.replaceOp(op, adaptor.getSource());
      return success();
    }
    rewriter.replaceOpWithNewOp<LLVM::AddrSpaceCastOp>(op, type, adaptor.getSource());
    return success();
  }
};

/// The high half of a product, by a multiplication of twice the width.
struct LowerUMulHi : ConvertOpToLLVMPattern<tk::UMulHiOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tk::UMulHiOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type type = getTypeConverter()->convertType(op.getType());
    unsigned width = getElementTypeOrSelf(type).getIntOrFloatBitWidth();
    Type wideElement = rewriter.getIntegerType(2 * width);
    auto vector = dyn_cast<VectorType>(type);
    Type wide = vector ? Type(vector.clone(wideElement)) : wideElement;
    Value left = LLVM::ZExtOp::create(rewriter, loc, wide, adaptor.getLhs());
    Value right = LLVM::ZExtOp::create(rewriter, loc, wide, adaptor.getRhs());
    Value product = LLVM::MulOp::create(rewriter, loc, left, right);
    auto amount = rewriter.getIntegerAttr(wideElement, width);
    Attribute attr = vector ? Attribute(SplatElementsAttr::get(cast<ShapedType>(wide), Attribute(amount))) : amount;
    Value shift = LLVM::ConstantOp::create(rewriter, loc, wide, cast<TypedAttr>(attr));
    Value high = LLVM::LShrOp::create(rewriter, loc, product, shift);
    rewriter.replaceOpWithNewOp<LLVM::TruncOp>(op, type, high);
    return success();
  }
};

/// For each register one that holds the same bit in every thread: by its layout, or since a mask covers whole accesses.
SmallVector<uint32_t> getBitSources(Operation *op, unsigned count) {
  SmallVector<uint32_t> sources = llvm::to_vector(llvm::seq<uint32_t>(0, count));
  auto block = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!block || !block.getEncoding()) {
    return sources;
  }
  std::vector<uint32_t> canonical = layout::canonicalRegisters(tkg::toLinearLayout(block));
  auto attr = op->getAttrOfType<IntegerAttr>(repeatsAttrName);
  uint32_t repeats = attr ? attr.getInt() : 1;
  for (uint32_t &source : sources) {
    source = canonical[source / repeats * repeats];
  }
  return sources;
}

/// An op whose result is a block of bits is one LLVM op for each distinct bit: predicates are few, and what chooses by
/// them shares them. LLVM would pack vectors of bits into words, and take them out again one by one.
template <typename SourceOp, typename TargetOp>
struct LowerBits : ConvertOpToLLVMPattern<SourceOp> {
  LowerBits(const LLVMTypeConverter &converter) : ConvertOpToLLVMPattern<SourceOp>(converter, /*benefit=*/2) {}

  LogicalResult matchAndRewrite(SourceOp op, typename SourceOp::Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    auto type = dyn_cast<VectorType>(adaptor.getLhs().getType());
    if (!type || !getElementTypeOrSelf(op.getType()).isInteger(1)) {
      return rewriter.notifyMatchFailure(op, "gives no block of bits");
    }
    SmallVector<Value> left = unpackVector(rewriter, op.getLoc(), adaptor.getLhs());
    SmallVector<Value> right = unpackVector(rewriter, op.getLoc(), adaptor.getRhs());
    llvm::DenseMap<std::pair<Value, Value>, Value> known;
    SmallVector<Value> bits;
    for (uint32_t source : getBitSources(op, type.getNumElements())) {
      Value &bit = known[{left[source], right[source]}];
      bit = bit ? bit : emitBit(rewriter, op, left[source], right[source]);
      bits.push_back(bit);
    }
    rewriter.replaceOp(op, packVector(rewriter, op.getLoc(), bits));
    return success();
  }

private:
  static Value emitBit(OpBuilder &builder, SourceOp op, Value left, Value right) {
    if constexpr (std::is_same_v<SourceOp, arith::CmpIOp>) {
      return LLVM::ICmpOp::create(builder, op.getLoc(), static_cast<LLVM::ICmpPredicate>(op.getPredicate()), left,
                                  right);
    } else if constexpr (std::is_same_v<SourceOp, arith::CmpFOp>) {
      auto flags = arith::convertArithFastMathFlagsToLLVM(op.getFastmath());
      return LLVM::FCmpOp::create(builder, op.getLoc(), static_cast<LLVM::FCmpPredicate>(op.getPredicate()), left,
                                  right, flags);
    } else {
      return TargetOp::create(builder, op.getLoc(), left, right);
    }
  }
};

} // namespace

void tkc::populateElementwisePatterns(const TkgTypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<LowerConstant>(converter, /*benefit=*/2);
  patterns.add<LowerBits<arith::CmpIOp, LLVM::ICmpOp>, LowerBits<arith::CmpFOp, LLVM::FCmpOp>,
               LowerBits<arith::AndIOp, LLVM::AndOp>, LowerBits<arith::OrIOp, LLVM::OrOp>,
               LowerBits<arith::XOrIOp, LLVM::XOrOp>>(converter);
  patterns.add<LowerAddPtr, LowerCast<tk::IntToPtrOp, LLVM::IntToPtrOp>, LowerCast<tk::PtrToIntOp, LLVM::PtrToIntOp>,
               LowerPtrCast, LowerUMulHi>(converter);
}
