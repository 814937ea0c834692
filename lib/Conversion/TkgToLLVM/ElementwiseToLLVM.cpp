// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constants, pointers, and elementwise ops that upstream patterns do not cover.
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

/// A comparison that gives each bit several times, as a mask does that covers whole accesses, compares once for each:
/// predicates are few, and what chooses by them shares them.
struct LowerRepeatedCompare : ConvertOpToLLVMPattern<arith::CmpIOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(arith::CmpIOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    auto repeats = op->getAttrOfType<IntegerAttr>(repeatsAttrName);
    auto type = dyn_cast<VectorType>(adaptor.getLhs().getType());
    if (!repeats || !type) {
      return rewriter.notifyMatchFailure(op, "has bits that differ from register to register");
    }
    Location loc = op.getLoc();
    SmallVector<int32_t> firsts, copies;
    for (int32_t i = 0; i < type.getNumElements(); ++i) {
      copies.push_back(i / repeats.getInt());
      if (i % repeats.getInt() == 0) {
        firsts.push_back(i);
      }
    }
    Value left = shuffleVector(rewriter, loc, adaptor.getLhs(), firsts);
    Value right = shuffleVector(rewriter, loc, adaptor.getRhs(), firsts);
    auto predicate = static_cast<LLVM::ICmpPredicate>(op.getPredicate());
    Value bits = LLVM::ICmpOp::create(rewriter, loc, predicate, left, right);
    rewriter.replaceOp(op, shuffleVector(rewriter, loc, bits, copies));
    return success();
  }
};

} // namespace

void tkc::populateElementwisePatterns(const TkgTypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<LowerConstant, LowerRepeatedCompare>(converter, /*benefit=*/2);
  patterns.add<LowerAddPtr, LowerCast<tk::IntToPtrOp, LLVM::IntToPtrOp>, LowerCast<tk::PtrToIntOp, LLVM::PtrToIntOp>,
               LowerPtrCast, LowerUMulHi>(converter);
}
