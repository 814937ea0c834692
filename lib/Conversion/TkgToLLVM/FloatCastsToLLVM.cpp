// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Casts of floats that LLVM's ops do not cover. fp8 goes by instructions where the target has them, else by integer
// arithmetic. Rounding towards zero goes by intrinsics: NVPTX takes the rounding mode of LLVM's constrained casts for
// nearest even.
#include "tkc/Dialect/Tkg/IR/ModuleTarget.h"

#include "Patterns.h"
#include "Registers.h"

using namespace mlir;
using namespace tkc;

namespace {

/// What the integer code needs to know of a format. Exponents are those of IEEE's definition: the smallest normal
/// number is 2^minExponent.
struct Fp8Format {
  explicit Fp8Format(Type type) {
    const llvm::fltSemantics &semantics = cast<FloatType>(type).getFloatSemantics();
    mantissaBits = int(llvm::APFloat::semanticsPrecision(semantics)) - 1;
    minExponent = llvm::APFloat::semanticsMinExponent(semantics);
    largest = llvm::APFloat::getLargest(semantics).bitcastToAPInt().getZExtValue();
    isE4M3 = isa<Float8E4M3FNType>(type);
  }

  int mantissaBits, minExponent;
  uint64_t largest;
  bool isE4M3;
};

/// f32 bits of 2^exponent.
uint32_t powerOfTwo(int exponent) { return uint32_t(exponent + 127) << 23; }

/// Emits ops on scalars, or on vectors of one length.
class Arithmetic {
public:
  Arithmetic(OpBuilder &builder, Location loc, Type shape)
      : builder(builder), loc(loc), vector(dyn_cast<VectorType>(shape)) {}

  Type typeOf(Type element) const { return vector ? Type(VectorType::get(vector.getShape(), element)) : element; }
  Type intType(unsigned width) const { return typeOf(builder.getIntegerType(width)); }

  Value number(unsigned width, uint64_t bits) {
    return constant(intType(width), builder.getIntegerAttr(builder.getIntegerType(width), APInt(width, bits)));
  }
  Value f16(float value) { return constant(typeOf(builder.getF16Type()), builder.getF16FloatAttr(value)); }

  template <typename Op>
  Value make(Value left, Value right) {
    return Op::create(builder, loc, left, right);
  }
  template <typename Op>
  Value convert(Type element, Value value) {
    return Op::create(builder, loc, typeOf(element), value);
  }
  Value compare(LLVM::ICmpPredicate predicate, Value left, Value right) {
    return LLVM::ICmpOp::create(builder, loc, predicate, left, right);
  }
  Value choose(Value condition, Value whenTrue, Value whenFalse) {
    return LLVM::SelectOp::create(builder, loc, condition, whenTrue, whenFalse);
  }

  OpBuilder &builder;
  Location loc;

private:
  Value constant(Type type, TypedAttr element) {
    TypedAttr attr = vector ? TypedAttr(SplatElementsAttr::get(cast<ShapedType>(type), Attribute(element))) : element;
    return LLVM::ConstantOp::create(builder, loc, type, attr);
  }

  VectorType vector;
};

//===--- by integer arithmetic --------------------------------------------===//

/// e5m2 is the upper half of f16.
Value widenE5M2(Arithmetic &emit, Value bytes) {
  Value bits = emit.convert<LLVM::ZExtOp>(emit.builder.getI16Type(), bytes);
  return emit.convert<LLVM::BitcastOp>(emit.builder.getF16Type(), emit.make<LLVM::ShlOp>(bits, emit.number(16, 8)));
}

/// The fields of e4m3 read as fields of f16 give the number times 2^-8, denormal ones included.
Value widenE4M3(Arithmetic &emit, Value bytes) {
  Value bits = emit.convert<LLVM::ZExtOp>(emit.builder.getI16Type(), bytes);
  Value magnitude = emit.make<LLVM::AndOp>(bits, emit.number(16, 0x7F));
  Value sign = emit.make<LLVM::ShlOp>(emit.make<LLVM::AndOp>(bits, emit.number(16, 0x80)), emit.number(16, 8));
  Value fields = emit.make<LLVM::OrOp>(sign, emit.make<LLVM::ShlOp>(magnitude, emit.number(16, 7)));
  Value scaled = emit.convert<LLVM::BitcastOp>(emit.builder.getF16Type(), fields);
  Value number = emit.make<LLVM::FMulOp>(scaled, emit.f16(256));
  Value nan = emit.convert<LLVM::BitcastOp>(emit.builder.getF16Type(), emit.number(16, 0x7FFF));
  Value isNan = emit.compare(LLVM::ICmpPredicate::eq, magnitude, emit.number(16, 0x7F));
  return emit.choose(isNan, nan, number);
}

/// f32 to fp8 on the bits of f32. Numbers beyond the largest become the largest.
class Fp8Rounder {
public:
  Fp8Rounder(Arithmetic &emit, Fp8Format format, bool towardZero)
      : emit(emit), format(format), towardZero(towardZero) {}

  Value round(Value number) {
    Type i32 = emit.builder.getI32Type();
    Value bits = emit.convert<LLVM::BitcastOp>(i32, number);
    Value magnitude = emit.make<LLVM::AndOp>(bits, emit.number(32, 0x7FFFFFFF));
    Value isSmall = emit.compare(LLVM::ICmpPredicate::ult, magnitude, emit.number(32, powerOfTwo(format.minExponent)));
    Value rounded = emit.choose(isSmall, roundSmall(magnitude), roundNormal(magnitude));
    Value isLarge = emit.compare(LLVM::ICmpPredicate::ugt, rounded, emit.number(32, format.largest));
    rounded = emit.choose(isLarge, emit.number(32, format.largest), rounded);
    Value isNan = emit.compare(LLVM::ICmpPredicate::ugt, magnitude, emit.number(32, 0x7F800000));
    rounded = emit.choose(isNan, emit.number(32, 0x7F), rounded);
    Value sign = emit.make<LLVM::AndOp>(emit.make<LLVM::LShrOp>(bits, emit.number(32, 24)), emit.number(32, 0x80));
    return emit.convert<LLVM::TruncOp>(emit.builder.getI8Type(), emit.make<LLVM::OrOp>(rounded, sign));
  }

private:
  /// Moves the exponent to fp8's bias and drops mantissa bits; a carry out of the mantissa is right in the exponent.
  Value roundNormal(Value magnitude) {
    int dropped = 23 - format.mantissaBits;
    // Field 1 of the exponent is the smallest normal number's.
    Value moved =
        emit.make<LLVM::SubOp>(magnitude, emit.number(32, powerOfTwo(format.minExponent) - (uint32_t(1) << 23)));
    if (!towardZero) {
      Value kept = emit.make<LLVM::LShrOp>(moved, emit.number(32, dropped));
      Value isOdd = emit.make<LLVM::AndOp>(kept, emit.number(32, 1));
      Value half = emit.number(32, (uint32_t(1) << (dropped - 1)) - 1);
      moved = emit.make<LLVM::AddOp>(moved, emit.make<LLVM::AddOp>(half, isOdd));
    }
    return emit.make<LLVM::LShrOp>(moved, emit.number(32, dropped));
  }

  /// Numbers below the smallest normal one, as multiples of the smallest denormal one.
  Value roundSmall(Value magnitude) {
    Type i32 = emit.builder.getI32Type(), f32 = emit.builder.getF32Type();
    Value number = emit.convert<LLVM::BitcastOp>(f32, magnitude);
    int smallest = format.minExponent - format.mantissaBits;
    if (towardZero) {
      Value scale = emit.convert<LLVM::BitcastOp>(f32, emit.number(32, powerOfTwo(-smallest)));
      return emit.convert<LLVM::FPToUIOp>(i32, emit.make<LLVM::FMulOp>(number, scale));
    }
    // The last bit of a number with exponent smallest + 23 is worth 2^smallest: the addition rounds to it.
    Value large = emit.number(32, powerOfTwo(smallest + 23));
    Value sum = emit.make<LLVM::FAddOp>(number, emit.convert<LLVM::BitcastOp>(f32, large));
    return emit.make<LLVM::SubOp>(emit.convert<LLVM::BitcastOp>(i32, sum), large);
  }

  Arithmetic &emit;
  Fp8Format format;
  bool towardZero;
};

//===--- by instructions, two elements at a time --------------------------===//

SmallVector<Value> getElements(OpBuilder &builder, Location loc, Value value) {
  return isa<VectorType>(value.getType()) ? unpackVector(builder, loc, value) : SmallVector<Value>{value};
}

/// The scalar or vector, as `type` is, of `elements`, of which there may be one too many.
Value putTogether(OpBuilder &builder, Location loc, Type type, ArrayRef<Value> elements) {
  auto vector = dyn_cast<VectorType>(type);
  return vector ? packVector(builder, loc, elements.take_front(vector.getNumElements())) : elements[0];
}

Value callIntrinsic(OpBuilder &builder, Location loc, Type result, std::string name, ValueRange operands) {
  return LLVM::CallIntrinsicOp::create(builder, loc, result, builder.getStringAttr(name), operands).getResult(0);
}

std::string nameOfPair(const Fp8Format &format) { return format.isE4M3 ? "e4m3x2" : "e5m2x2"; }

/// fp8 to f16.
Value widenByPairs(OpBuilder &builder, Location loc, const Fp8Format &format, Value bytes, Type result) {
  SmallVector<Value> elements = getElements(builder, loc, bytes), wide;
  Type i16 = builder.getI16Type(), pairType = VectorType::get({2}, builder.getF16Type());
  for (size_t i = 0; i < elements.size(); i += 2) {
    Value upper = elements[std::min(i + 1, elements.size() - 1)];
    Value bits = LLVM::BitcastOp::create(builder, loc, i16, packVector(builder, loc, {elements[i], upper}));
    Value pair = callIntrinsic(builder, loc, pairType, "llvm.nvvm." + nameOfPair(format) + ".to.f16x2.rn", bits);
    wide.push_back(extractElement(builder, loc, pair, 0));
    wide.push_back(extractElement(builder, loc, pair, 1));
  }
  return putTogether(builder, loc, result, wide);
}

/// f16 or f32 to fp8, to nearest even; numbers beyond the largest become the largest.
Value narrowByPairs(OpBuilder &builder, Location loc, const Fp8Format &format, Value numbers, Type result) {
  SmallVector<Value> elements = getElements(builder, loc, numbers), bytes;
  Type i16 = builder.getI16Type(), pairType = VectorType::get({2}, builder.getI8Type());
  for (size_t i = 0; i < elements.size(); i += 2) {
    Value lower = elements[i], upper = elements[std::min(i + 1, elements.size() - 1)];
    Value bits;
    if (lower.getType().isF16()) {
      bits = callIntrinsic(builder, loc, i16, "llvm.nvvm.f16x2.to." + nameOfPair(format) + ".rn",
                           packVector(builder, loc, {lower, upper}));
    } else {
      bits = callIntrinsic(builder, loc, i16, "llvm.nvvm.ff.to." + nameOfPair(format) + ".rn", {upper, lower});
    }
    Value pair = LLVM::BitcastOp::create(builder, loc, pairType, bits);
    bytes.push_back(extractElement(builder, loc, pair, 0));
    bytes.push_back(extractElement(builder, loc, pair, 1));
  }
  return putTogether(builder, loc, result, bytes);
}

//===--- patterns ---------------------------------------------------------===//

bool isFp8(Type type) { return isa<Float8E4M3FNType, Float8E5M2Type>(getElementTypeOrSelf(type)); }

bool hasConversions(Operation *op) {
  std::optional<Target> target = tkg::getTarget(op);
  return target && target->hasFp8Conversion();
}

struct LowerFp8Extension : ConvertOpToLLVMPattern<arith::ExtFOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(arith::ExtFOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    if (!isFp8(op.getIn().getType())) {
      return rewriter.notifyMatchFailure(op, "extends no fp8");
    }
    Fp8Format format(getElementTypeOrSelf(op.getIn().getType()));
    Arithmetic emit(rewriter, op.getLoc(), adaptor.getIn().getType());
    Type f16 = emit.typeOf(rewriter.getF16Type()), f32 = rewriter.getF32Type();
    Value number = !format.isE4M3       ? widenE5M2(emit, adaptor.getIn())
                   : hasConversions(op) ? widenByPairs(rewriter, op.getLoc(), format, adaptor.getIn(), f16)
                                        : widenE4M3(emit, adaptor.getIn());
    Type element = getElementTypeOrSelf(op.getType());
    if (element.isBF16()) {
      number = emit.convert<LLVM::FPTruncOp>(element, emit.convert<LLVM::FPExtOp>(f32, number));
    } else if (!element.isF16()) {
      number = emit.convert<LLVM::FPExtOp>(element, number);
    }
    rewriter.replaceOp(op, number);
    return success();
  }
};

struct LowerFp8Truncation : ConvertOpToLLVMPattern<arith::TruncFOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(arith::TruncFOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    if (!isFp8(op.getType())) {
      return rewriter.notifyMatchFailure(op, "truncates to no fp8");
    }
    Fp8Format format(getElementTypeOrSelf(op.getType()));
    bool towardZero = op.getRoundingmode() == arith::RoundingMode::toward_zero;
    bool byPairs = hasConversions(op) && !towardZero;
    Arithmetic emit(rewriter, op.getLoc(), adaptor.getIn().getType());
    Type from = getElementTypeOrSelf(op.getIn().getType()), f32 = rewriter.getF32Type();
    Value number = adaptor.getIn();
    if (from.isF64()) {
      number = emit.convert<LLVM::FPTruncOp>(f32, number);
    } else if (from.isBF16() || (from.isF16() && !byPairs)) {
      number = emit.convert<LLVM::FPExtOp>(f32, number);
    }
    Type result = getTypeConverter()->convertType(op.getType());
    rewriter.replaceOp(op, byPairs ? narrowByPairs(rewriter, op.getLoc(), format, number, result)
                                   : Fp8Rounder(emit, format, towardZero).round(number));
    return success();
  }
};

/// Casts between wider floats that round towards zero.
struct LowerTruncationTowardZero : ConvertOpToLLVMPattern<arith::TruncFOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(arith::TruncFOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    if (isFp8(op.getType()) || op.getRoundingmode() != arith::RoundingMode::toward_zero) {
      return rewriter.notifyMatchFailure(op, "rounds to nearest, or to fp8");
    }
    Location loc = op.getLoc();
    SmallVector<Value> results;
    for (Value element : getElements(rewriter, loc, adaptor.getIn())) {
      results.push_back(truncate(rewriter, loc, element, getElementTypeOrSelf(op.getType())));
    }
    rewriter.replaceOp(op, putTogether(rewriter, loc, getTypeConverter()->convertType(op.getType()), results));
    return success();
  }

private:
  /// What is truncated twice is what is truncated once.
  static Value truncate(OpBuilder &builder, Location loc, Value element, Type type) {
    if (element.getType().isF64()) {
      element = callIntrinsic(builder, loc, builder.getF32Type(), "llvm.nvvm.d2f.rz", element);
    }
    if (type.isBF16()) {
      return callIntrinsic(builder, loc, type, "llvm.nvvm.f2bf16.rz", element);
    }
    if (type.isF16()) {
      Type pairType = VectorType::get({2}, type);
      Value pair = callIntrinsic(builder, loc, pairType, "llvm.nvvm.ff2f16x2.rz", {element, element});
      return extractElement(builder, loc, pair, 0);
    }
    return element;
  }
};

} // namespace

void tkc::populateFloatCastPatterns(const TkgTypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<LowerFp8Extension, LowerFp8Truncation, LowerTruncationTowardZero>(converter, /*benefit=*/2);
}
