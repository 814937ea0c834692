// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Math functions: hardware approximations where the language says so, libdevice for the rest.
#include "llvm/ADT/StringSwitch.h"

#include "Patterns.h"
#include "Registers.h"

using namespace mlir;
using namespace tkc;

namespace {

/// `function` of each element of the operands.
Value mapElements(OpBuilder &builder, Location loc, ValueRange operands,
                  llvm::function_ref<Value(ValueRange)> function) {
  if (operands.empty() || !isa<VectorType>(operands[0].getType())) {
    return function(operands);
  }
  SmallVector<Value> results;
  unsigned count = cast<VectorType>(operands[0].getType()).getNumElements();
  for (unsigned i = 0; i < count; ++i) {
    SmallVector<Value> scalars;
    for (Value operand : operands) {
      scalars.push_back(extractElement(builder, loc, operand, i));
    }
    results.push_back(function(scalars));
  }
  return packVector(builder, loc, results);
}

/// Calls an external function of the module, declared when it is missing.
Value emitCall(OpBuilder &builder, Location loc, ModuleOp module, StringRef name, ValueRange operands, Type result) {
  auto function = module.lookupSymbol<LLVM::LLVMFuncOp>(name);
  if (!function) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(module.getBody());
    auto type = LLVM::LLVMFunctionType::get(result, SmallVector<Type>(operands.getTypes()));
    function = LLVM::LLVMFuncOp::create(builder, loc, name, type);
  }
  return LLVM::CallOp::create(builder, loc, function, operands).getResult();
}

Value emitIntrinsic(OpBuilder &builder, Location loc, StringRef name, ValueRange operands, Type result) {
  return LLVM::CallIntrinsicOp::create(builder, loc, result, builder.getStringAttr(name), operands).getResult(0);
}

/// A math op as libdevice functions, one a float type.
template <typename SourceOp>
struct LowerToLibdevice : ConvertOpToLLVMPattern<SourceOp> {
  LowerToLibdevice(const LLVMTypeConverter &converter, StringRef f32Name, StringRef f64Name, PatternBenefit benefit = 1)
      : ConvertOpToLLVMPattern<SourceOp>(converter, benefit), f32Name(f32Name), f64Name(f64Name) {}

  LogicalResult matchAndRewrite(SourceOp op, typename SourceOp::Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Type element = getElementTypeOrSelf(op.getType());
    if (!element.isF32() && !element.isF64()) {
      return rewriter.notifyMatchFailure(op, "libdevice has f32 and f64 functions only");
    }
    auto module = op->template getParentOfType<ModuleOp>();
    StringRef name = element.isF32() ? f32Name : f64Name;
    rewriter.replaceOp(op, mapElements(rewriter, op.getLoc(), adaptor.getOperands(), [&](ValueRange scalars) {
                         return emitCall(rewriter, op.getLoc(), module, name, scalars, element);
                       }));
    return success();
  }

  StringRef f32Name, f64Name;
};

/// exp of f32 as ex2.approx(x * log2 e), the contract of the language; f64 by libdevice.
struct LowerExp : ConvertOpToLLVMPattern<math::ExpOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(math::ExpOp op, OpAdaptor adaptor, ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type type = getTypeConverter()->convertType(op.getType());
    if (!getElementTypeOrSelf(type).isF32()) {
      return rewriter.notifyMatchFailure(op, "is not f32");
    }
    constexpr float log2OfE = 1.4426950408889634f;
    Attribute factor = rewriter.getF32FloatAttr(log2OfE);
    if (auto vector = dyn_cast<VectorType>(type)) {
      factor = SplatElementsAttr::get(vector, factor);
    }
    Value scale = LLVM::ConstantOp::create(rewriter, loc, type, cast<TypedAttr>(factor));
    Value scaled = LLVM::FMulOp::create(rewriter, loc, adaptor.getOperand(), scale);
    rewriter.replaceOpWithNewOp<LLVM::Exp2Op>(op, type, scaled);
    return success();
  }
};

/// A math op that is one LLVM intrinsic on whole vectors, for the float types that `accepts` permits.
template <typename SourceOp, typename TargetOp, bool onlyF32>
struct LowerToVectorOp : ConvertOpToLLVMPattern<SourceOp> {
  using ConvertOpToLLVMPattern<SourceOp>::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(SourceOp op, typename SourceOp::Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Type type = this->getTypeConverter()->convertType(op.getType());
    if (onlyF32 && !getElementTypeOrSelf(type).isF32()) {
      return rewriter.notifyMatchFailure(op, "is not f32");
    }
    rewriter.replaceOpWithNewOp<TargetOp>(op, type, adaptor.getOperands());
    return success();
  }
};

struct LowerAbsI : ConvertOpToLLVMPattern<math::AbsIOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(math::AbsIOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Type type = getTypeConverter()->convertType(op.getType());
    rewriter.replaceOpWithNewOp<LLVM::AbsOp>(op, type, adaptor.getOperand(), /*is_int_min_poison=*/false);
    return success();
  }
};

/// A correctly rounded f32 op by an NVVM intrinsic.
template <typename SourceOp>
struct LowerRounded : ConvertOpToLLVMPattern<SourceOp> {
  LowerRounded(const LLVMTypeConverter &converter, StringRef name)
      : ConvertOpToLLVMPattern<SourceOp>(converter), name(name) {}

  LogicalResult matchAndRewrite(SourceOp op, typename SourceOp::Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, mapElements(rewriter, op.getLoc(), adaptor.getOperands(), [&](ValueRange scalars) {
                         return emitIntrinsic(rewriter, op.getLoc(), name, scalars, rewriter.getF32Type());
                       }));
    return success();
  }

  StringRef name;
};

struct LowerExtern : ConvertOpToLLVMPattern<tk::ExternElementwiseOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tk::ExternElementwiseOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    auto module = op->getParentOfType<ModuleOp>();
    Type element = getElementTypeOrSelf(getTypeConverter()->convertType(op.getType()));
    rewriter.replaceOp(op, mapElements(rewriter, op.getLoc(), adaptor.getArgs(), [&](ValueRange scalars) {
                         return emitCall(rewriter, op.getLoc(), module, op.getSymbol(), scalars, element);
                       }));
    return success();
  }
};

template <typename SourceOp>
void addLibdevice(const TkgTypeConverter &converter, RewritePatternSet &patterns, StringRef f32Name,
                  StringRef f64Name) {
  patterns.add<LowerToLibdevice<SourceOp>>(converter, f32Name, f64Name);
}

} // namespace

void tkc::populateMathPatterns(const TkgTypeConverter &converter, RewritePatternSet &patterns) {
  patterns
      .add<LowerExp, LowerToVectorOp<math::Exp2Op, LLVM::Exp2Op, true>,
           LowerToVectorOp<math::SqrtOp, LLVM::SqrtOp, false>, LowerToVectorOp<math::FmaOp, LLVM::FMAOp, false>,
           LowerToVectorOp<math::AbsFOp, LLVM::FAbsOp, false>, LowerToVectorOp<math::FloorOp, LLVM::FFloorOp, false>,
           LowerToVectorOp<math::CeilOp, LLVM::FCeilOp, false>>(converter, /*benefit=*/2);
  patterns.add<LowerAbsI, LowerExtern>(converter);
  patterns.add<LowerRounded<tk::DivRnOp>>(converter, "llvm.nvvm.div.rn.f");
  patterns.add<LowerRounded<tk::SqrtRnOp>>(converter, "llvm.nvvm.sqrt.rn.f");
  addLibdevice<math::ExpOp>(converter, patterns, "__nv_expf", "__nv_exp");
  addLibdevice<math::Exp2Op>(converter, patterns, "__nv_exp2f", "__nv_exp2");
  addLibdevice<math::LogOp>(converter, patterns, "__nv_logf", "__nv_log");
  addLibdevice<math::Log2Op>(converter, patterns, "__nv_log2f", "__nv_log2");
  addLibdevice<math::SinOp>(converter, patterns, "__nv_sinf", "__nv_sin");
  addLibdevice<math::CosOp>(converter, patterns, "__nv_cosf", "__nv_cos");
  addLibdevice<math::RsqrtOp>(converter, patterns, "__nv_rsqrtf", "__nv_rsqrt");
  addLibdevice<math::ErfOp>(converter, patterns, "__nv_erff", "__nv_erf");
  addLibdevice<math::TanhOp>(converter, patterns, "__nv_tanhf", "__nv_tanh");
  // LLVM's frem becomes x - trunc(x / y) * y, which is wrong as soon as the quotient is rounded.
  patterns.add<LowerToLibdevice<arith::RemFOp>>(converter, "__nv_fmodf", "__nv_fmod", /*benefit=*/2);
}
