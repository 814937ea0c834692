// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// add, sub, mul, mad, fma, div, rem, min, max, abs, neg and sad: opcodes that integers and floats share.
#include "Arithmetic.h"

#include "tkc/Sim/Instructions/Elementwise.h"
#include "tkc/Sim/Instructions/Families.h"
#include "tkc/Sim/Numeric/Integer.h"

namespace tkc::sim {

namespace {
template <typename T>
struct Add {
  T operator()(T a, T b) const { return addWrapping(a, b); }
};
template <typename T>
struct Subtract {
  T operator()(T a, T b) const { return subWrapping(a, b); }
};
struct AddSaturating {
  int32_t operator()(int32_t a, int32_t b) const { return addSaturating(a, b); }
};
struct SubtractSaturating {
  int32_t operator()(int32_t a, int32_t b) const { return subSaturating(a, b); }
};
template <typename T>
struct MultiplyLow {
  T operator()(T a, T b) const { return mulLow(a, b); }
};
template <typename T>
struct MultiplyHigh {
  T operator()(T a, T b) const { return mulHigh(a, b); }
};
template <typename T>
struct MultiplyWide {
  auto operator()(T a, T b) const { return wide(a) * wide(b); }
  static auto wide(T a) {
    if constexpr (sizeof(T) == 2) {
      return std::conditional_t<std::is_signed_v<T>, int32_t, uint32_t>(a);
    } else {
      return Widened<T>(a);
    }
  }
};
template <typename T>
struct MultiplyAddLow {
  T operator()(T a, T b, T c) const { return madLow(a, b, c); }
};
template <typename T>
struct MultiplyAddHigh {
  T operator()(T a, T b, T c) const { return madHigh(a, b, c); }
};
struct MultiplyAddHighSaturating {
  int32_t operator()(int32_t a, int32_t b, int32_t c) const { return madHighSaturating(a, b, c); }
};
template <typename T>
struct MultiplyAddWide {
  template <typename W>
  W operator()(T a, T b, W c) const {
    return addWrapping<W>(MultiplyWide<T>()(a, b), c);
  }
};
template <typename T>
struct Multiply24 {
  bool isHigh = false;
  T operator()(T a, T b) const { return mul24(a, b, isHigh); }
};
template <typename T>
struct MultiplyAdd24 {
  bool isHigh = false;
  T operator()(T a, T b, T c) const { return mad24(a, b, c, isHigh); }
};
struct MultiplyAdd24Saturating {
  int32_t operator()(int32_t a, int32_t b, int32_t c) const { return mad24HighSaturating(a, b, c); }
};
template <typename T>
struct SumOfDifference {
  T operator()(T a, T b, T c) const { return sumOfDifference(a, b, c); }
};
template <typename T>
struct Divide {
  T operator()(T a, T b) const { return divide(a, b); }
};
template <typename T>
struct Remainder {
  T operator()(T a, T b) const { return remainder(a, b); }
};
template <typename T>
struct Absolute {
  T operator()(T a) const { return absWrapping(a); }
};
template <typename T>
struct Negate {
  T operator()(T a) const { return negWrapping(a); }
};
template <typename T>
struct MinMax {
  bool isMaximum = false, relu = false;
  T operator()(T a, T b) const { return minMaxInteger(a, b, isMaximum, relu); }
};
template <typename T>
struct Minimum {
  T operator()(T a, T b) const { return a < b ? a : b; }
};
template <typename T>
struct Maximum {
  T operator()(T a, T b) const { return a > b ? a : b; }
};
template <typename Half>
struct MinMaxPair {
  static constexpr DefinedBy definedBy = DefinedBy::Halves;
  bool isMaximum = false, relu = false;
  uint32_t operator()(uint32_t a, uint32_t b) const { return minMaxPacked<Half>(a, b, isMaximum, relu); }
};
struct AddPair {
  static constexpr DefinedBy definedBy = DefinedBy::Halves;
  uint32_t operator()(uint32_t a, uint32_t b) const { return addPacked(a, b); }
};

constexpr InstructionClass integer = InstructionClass::Integer;
} // namespace

/// `d, a, b` of an integer type with a functor template.
template <template <typename> class F>
static void setIntegerBinary(DecodeContext &context, Instruction &out, ptx::Type type) {
  forIntegerType(type, [&](auto zero) { setBinary<F<decltype(zero)>, decltype(zero)>(context, out, type, integer); });
}

static bool isPacked(const std::optional<ptx::Type> &type) { return type && type->kind == ptx::Type::Kind::Packed; }

static void decodeAdd(DecodeContext &context, Instruction &out) {
  std::optional<ptx::Type> last = context.lastType();
  if (isFloatType(last)) {
    return decodeFloatSum(context, out, false);
  }
  if (context.peek() == "cc") {
    return decodeCarrySum(context, out, false, false);
  }
  if (isPacked(last)) {
    context.needType({"u16x2", "s16x2"});
    return setBinary<AddPair, uint32_t>(context, out, typeNamed("b32"), integer);
  }
  if (context.take("sat")) {
    return setBinary<AddSaturating, int32_t>(context, out, context.needType({"s32"}), integer);
  }
  setIntegerBinary<Add>(context, out, context.needType({"u16", "u32", "u64", "s16", "s32", "s64"}));
}

static void decodeSub(DecodeContext &context, Instruction &out) {
  if (isFloatType(context.lastType())) {
    return decodeFloatSum(context, out, true);
  }
  if (context.peek() == "cc") {
    return decodeCarrySum(context, out, true, false);
  }
  if (context.take("sat")) {
    return setBinary<SubtractSaturating, int32_t>(context, out, context.needType({"s32"}), integer);
  }
  setIntegerBinary<Subtract>(context, out, context.needType({"u16", "u32", "u64", "s16", "s32", "s64"}));
}

/// The type twice as wide.
static ptx::Type widerType(ptx::Type type) {
  bool isSigned = type.kind == ptx::Type::Kind::Signed;
  return typeNamed(type.bits == 16 ? (isSigned ? "s32" : "u32") : (isSigned ? "s64" : "u64"));
}

static void decodeMul(DecodeContext &context, Instruction &out) {
  if (isFloatType(context.lastType())) {
    return decodeFloatProduct(context, out);
  }
  enum { Low, High, Wide };
  int part = context.needOneOf({"lo", "hi", "wide"});
  if (part != Wide) {
    ptx::Type type = context.needType({"u16", "u32", "u64", "s16", "s32", "s64"});
    return part == Low ? setIntegerBinary<MultiplyLow>(context, out, type)
                       : setIntegerBinary<MultiplyHigh>(context, out, type);
  }
  ptx::Type type = context.needType({"u16", "u32", "s16", "s32"});
  if (!context.expectOperands(3)) {
    return;
  }
  forIntegerType(type, [&](auto zero) {
    using T = decltype(zero);
    if constexpr (sizeof(T) == 2 || sizeof(T) == 4) {
      using W = decltype(MultiplyWide<T>()(T(), T()));
      setElementwise<MultiplyWide<T>, W, T, T>(context, out, {}, {context.source(1, type), context.source(2, type)},
                                               context.result(0, widerType(type)), integer);
    }
  });
}

static void setWideMad(DecodeContext &context, Instruction &out, ptx::Type type) {
  if (!context.expectOperands(4)) {
    return;
  }
  forIntegerType(type, [&](auto zero) {
    using T = decltype(zero);
    if constexpr (sizeof(T) == 2 || sizeof(T) == 4) {
      using W = decltype(MultiplyWide<T>()(T(), T()));
      setElementwise<MultiplyAddWide<T>, W, T, T, W>(
          context, out, {}, {context.source(1, type), context.source(2, type), context.source(3, widerType(type))},
          context.result(0, widerType(type)), integer);
    }
  });
}

static void decodeMad(DecodeContext &context, Instruction &out) {
  if (isFloatType(context.lastType())) {
    return decodeFusedMultiplyAdd(context, out);
  }
  enum { Low, High, Wide };
  int part = context.needOneOf({"lo", "hi", "wide"});
  if (part != Wide && context.peek() == "cc") {
    return decodeCarryMad(context, out, part == High, false);
  }
  if (part == Wide) {
    return setWideMad(context, out, context.needType({"u16", "u32", "s16", "s32"}));
  }
  if (part == High && context.take("sat")) {
    return setTernary<MultiplyAddHighSaturating, int32_t>(context, out, context.needType({"s32"}), integer);
  }
  ptx::Type type = context.needType({"u16", "u32", "u64", "s16", "s32", "s64"});
  forIntegerType(type, [&](auto zero) {
    using T = decltype(zero);
    return part == Low ? setTernary<MultiplyAddLow<T>, T>(context, out, type, integer)
                       : setTernary<MultiplyAddHigh<T>, T>(context, out, type, integer);
  });
}

static void decodeMul24(DecodeContext &context, Instruction &out) {
  bool isHigh = context.needOneOf({"lo", "hi"}) == 1;
  ptx::Type type = context.needType({"u32", "s32"});
  if (type.kind == ptx::Type::Kind::Signed) {
    return setBinary<Multiply24<int32_t>, int32_t>(context, out, type, integer, {isHigh});
  }
  setBinary<Multiply24<uint32_t>, uint32_t>(context, out, type, integer, {isHigh});
}

static void decodeMad24(DecodeContext &context, Instruction &out) {
  bool isHigh = context.needOneOf({"lo", "hi"}) == 1;
  if (isHigh && context.take("sat")) {
    return setTernary<MultiplyAdd24Saturating, int32_t>(context, out, context.needType({"s32"}), integer);
  }
  ptx::Type type = context.needType({"u32", "s32"});
  if (type.kind == ptx::Type::Kind::Signed) {
    return setTernary<MultiplyAdd24<int32_t>, int32_t>(context, out, type, integer, {isHigh});
  }
  setTernary<MultiplyAdd24<uint32_t>, uint32_t>(context, out, type, integer, {isHigh});
}

static void decodeSad(DecodeContext &context, Instruction &out) {
  ptx::Type type = context.needType({"u16", "u32", "u64", "s16", "s32", "s64"});
  forIntegerType(type, [&](auto zero) {
    setTernary<SumOfDifference<decltype(zero)>, decltype(zero)>(context, out, type, integer);
  });
}

static void decodeDiv(DecodeContext &context, Instruction &out) {
  if (isFloatType(context.lastType())) {
    return decodeFloatQuotient(context, out);
  }
  setIntegerBinary<Divide>(context, out, context.needType({"u16", "u32", "u64", "s16", "s32", "s64"}));
}

static void decodeRem(DecodeContext &context, Instruction &out) {
  setIntegerBinary<Remainder>(context, out, context.needType({"u16", "u32", "u64", "s16", "s32", "s64"}));
}

static void decodeAbs(DecodeContext &context, Instruction &out) {
  if (isFloatType(context.lastType())) {
    return decodeFloatSign(context, out, true);
  }
  ptx::Type type = context.needType({"s16", "s32", "s64"});
  forIntegerType(type, [&](auto zero) {
    using T = std::make_signed_t<decltype(zero)>;
    setUnary<Absolute<T>, T>(context, out, type, integer);
  });
}

static void decodeNeg(DecodeContext &context, Instruction &out) {
  if (isFloatType(context.lastType())) {
    return decodeFloatSign(context, out, false);
  }
  ptx::Type type = context.needType({"s16", "s32", "s64"});
  forIntegerType(type, [&](auto zero) {
    using T = std::make_signed_t<decltype(zero)>;
    setUnary<Negate<T>, T>(context, out, type, integer);
  });
}

static void decodeMinMax(DecodeContext &context, Instruction &out, bool isMaximum) {
  if (isFloatType(context.lastType())) {
    return decodeFloatMinMax(context, out, isMaximum);
  }
  bool relu = context.take("relu");
  if (context.isAhead("u16x2") || context.isAhead("s16x2")) {
    ptx::Type type = relu ? context.needType({"s16x2"}) : context.needType({"u16x2", "s16x2"});
    // nvcc writes `min.s16x2.relu`, the ISA `min.relu.s16x2`; ptxas takes both.
    relu = (type.name == "s16x2" && context.take("relu")) || relu;
    ptx::Type word = typeNamed("b32");
    if (type.name == "s16x2") {
      return setBinary<MinMaxPair<int16_t>, uint32_t>(context, out, word, integer, {isMaximum, relu});
    }
    return setBinary<MinMaxPair<uint16_t>, uint32_t>(context, out, word, integer, {isMaximum, relu});
  }
  if (relu) {
    return setBinary<MinMax<int32_t>, int32_t>(context, out, context.needType({"s32"}), integer, {isMaximum, true});
  }
  ptx::Type type = context.needType({"u16", "u32", "u64", "s16", "s32", "s64"});
  return isMaximum ? setIntegerBinary<Maximum>(context, out, type) : setIntegerBinary<Minimum>(context, out, type);
}

static void decodeMin(DecodeContext &context, Instruction &out) { decodeMinMax(context, out, false); }
static void decodeMax(DecodeContext &context, Instruction &out) { decodeMinMax(context, out, true); }

void registerArithmetic(FamilyTable &families) {
  families.add({{"add", decodeAdd},
                {"sub", decodeSub},
                {"mul", decodeMul},
                {"mad", decodeMad},
                {"fma", decodeFusedMultiplyAdd},
                {"mul24", decodeMul24},
                {"mad24", decodeMad24},
                {"sad", decodeSad},
                {"div", decodeDiv},
                {"rem", decodeRem},
                {"abs", decodeAbs},
                {"neg", decodeNeg},
                {"min", decodeMin},
                {"max", decodeMax}});
}

} // namespace tkc::sim
