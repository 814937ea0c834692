// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Float arithmetic, comparisons and conversions, with values computed by hand.
#include <cmath>
#include <limits>

#include "ElementwiseKernel.h"

namespace tkc::interp {
namespace {

using Values = std::vector<double>;
constexpr double infinite = std::numeric_limits<double>::infinity();
const double notANumber = std::nan("");

Values binary(const Element &type, const std::string &op, const Values &left, const Values &right) {
  return evaluate({type, type}, type, {left, right}, "  %r = " + op + " %a, %b : $a");
}
Values unary(const Element &type, const std::string &op, const Values &source) {
  return evaluate({type}, type, {source}, "  %r = " + op + " %a : $a");
}
Values convert(const Element &from, const Element &to, const std::string &op, const Values &source) {
  return evaluate({from}, to, {source}, "  %r = " + op + " %a : $a to $r");
}

TEST(InterpFloat, RoundsEachOperationToItsType) {
  EXPECT_EQ(binary(f32, "arith.addf", {16777216, 1}, {1, 2}), (Values{16777216, 3}));
  EXPECT_EQ(binary(f16, "arith.addf", {2048, 2048, 65504}, {1, 3, 32}), (Values{2048, 2052, infinite}));
  EXPECT_EQ(binary(bf16, "arith.mulf", {1.0078125, 3}, {1.0078125, 5}), (Values{1.015625, 15}));
  EXPECT_EQ(binary(f32, "arith.subf", {1, 5}, {0x1p-25, 2}), (Values{1, 3}));
  EXPECT_EQ(binary(f64, "arith.addf", {1, 0.5}, {0x1p-53, 0.25}), (Values{1, 0.75}));
  EXPECT_EQ(binary(f32, "tk.div_rn", {1, 6}, {3, 2}), (Values{double(1.0f / 3), 3}));
  EXPECT_EQ(unary(f32, "tk.sqrt_rn", {2, 9}), (Values{double(std::sqrt(2.0f)), 3}));
}

TEST(InterpFloat, KeepsSubnormalsAndSignedZeros) {
  EXPECT_EQ(binary(f16, "arith.mulf", {0x1p-14, 0x1p-24}, {0.5, 0.5}), (Values{0x1p-15, 0}));
  Values product = binary(f32, "arith.mulf", {-0.0, -1}, {1, 0});
  EXPECT_TRUE(std::signbit(product[0]) && std::signbit(product[1]));
  EXPECT_TRUE(std::signbit(unary(f32, "arith.negf", {0.0, 1})[0]));
}

TEST(InterpFloat, FusesMultiplyAndAddWithOneRounding) {
  std::string body = "  %r = math.fma %a, %b, %c : $a";
  // (1 + 2^-12)^2 - 1 - 2^-11 = 2^-24 is lost when the product is rounded first.
  EXPECT_EQ(evaluate({f32, f32, f32}, f32, {{1 + 0x1p-12}, {1 + 0x1p-12}, {-1 - 0x1p-11}}, body), (Values{0x1p-24}));
  // The exact sum lies just above the middle of two f16: rounding to double first would lose that.
  EXPECT_EQ(evaluate({f16, f16, f16}, f16, {{0x1p-24}, {0x1p-24}, {2048}}, body), (Values{2048}));
  EXPECT_EQ(evaluate({f32, f32, f32}, f32, {{0x1p-60}, {0x1p-60}, {1 + 0x1p-23}}, body), (Values{1 + 0x1p-23}));
}

TEST(InterpFloat, TakesRemaindersWithTheDividendsSign) {
  EXPECT_EQ(binary(f32, "arith.remf", {7.5, -7.5}, {2, 2}), (Values{1.5, -1.5}));
}

TEST(InterpFloat, LetsNumbersWinInMinnumAndMaxnum) {
  EXPECT_EQ(binary(f32, "arith.minnumf", {1, notANumber, 3}, {2, 4, notANumber}), (Values{1, 4, 3}));
  EXPECT_EQ(binary(f32, "arith.maxnumf", {1, notANumber, 3}, {2, 4, notANumber}), (Values{2, 4, 3}));
}

TEST(InterpFloat, LetsNanWinInMinimumAndMaximum) {
  for (const char *op : {"arith.minimumf", "arith.maximumf"}) {
    Values result = binary(f32, op, {notANumber, 3, 5}, {4, notANumber, 5});
    EXPECT_TRUE(std::isnan(result[0]) && std::isnan(result[1])) << op;
    EXPECT_EQ(result[2], 5);
  }
  EXPECT_TRUE(std::signbit(binary(f32, "arith.minimumf", {0.0}, {-0.0})[0]));
  EXPECT_FALSE(std::signbit(binary(f32, "arith.maximumf", {-0.0}, {0.0})[0]));
}

TEST(InterpFloat, ComparesWithNan) {
  auto compare = [](const std::string &predicate) {
    return evaluate({f32, f32}, boolean, {{1, 2, 3, notANumber}, {2, 2, 2, 2}},
                    "  %r = arith.cmpf " + predicate + ", %a, %b : $a");
  };
  EXPECT_EQ(compare("oeq"), (Values{0, 1, 0, 0}));
  EXPECT_EQ(compare("ogt"), (Values{0, 0, 1, 0}));
  EXPECT_EQ(compare("oge"), (Values{0, 1, 1, 0}));
  EXPECT_EQ(compare("olt"), (Values{1, 0, 0, 0}));
  EXPECT_EQ(compare("ole"), (Values{1, 1, 0, 0}));
  EXPECT_EQ(compare("one"), (Values{1, 0, 1, 0}));
  EXPECT_EQ(compare("ord"), (Values{1, 1, 1, 0}));
  EXPECT_EQ(compare("ueq"), (Values{0, 1, 0, 1}));
  EXPECT_EQ(compare("ugt"), (Values{0, 0, 1, 1}));
  EXPECT_EQ(compare("uge"), (Values{0, 1, 1, 1}));
  EXPECT_EQ(compare("ult"), (Values{1, 0, 0, 1}));
  EXPECT_EQ(compare("ule"), (Values{1, 1, 0, 1}));
  EXPECT_EQ(compare("une"), (Values{1, 0, 1, 1}));
  EXPECT_EQ(compare("uno"), (Values{0, 0, 0, 1}));
}

TEST(InterpFloat, RoundsToWholeNumbers) {
  EXPECT_EQ(unary(f32, "math.floor", {1.5, -1.5}), (Values{1, -2}));
  EXPECT_EQ(unary(f32, "math.ceil", {1.5, -1.5}), (Values{2, -1}));
  EXPECT_EQ(unary(f32, "math.trunc", {1.5, -1.5}), (Values{1, -1}));
  EXPECT_EQ(unary(f32, "math.round", {2.5, -2.5}), (Values{3, -3}));
  EXPECT_EQ(unary(f32, "math.roundeven", {2.5, 3.5}), (Values{2, 4}));
}

TEST(InterpFloat, ClassifiesAndCopiesSigns) {
  auto classify = [](const std::string &op) {
    return evaluate({f32}, boolean, {{1, infinite, notANumber, 0x1p-140}}, "  %r = math." + op + " %a : $a");
  };
  EXPECT_EQ(classify("isnan"), (Values{0, 0, 1, 0}));
  EXPECT_EQ(classify("isinf"), (Values{0, 1, 0, 0}));
  EXPECT_EQ(classify("isfinite"), (Values{1, 0, 0, 1}));
  EXPECT_EQ(classify("isnormal"), (Values{1, 0, 0, 0}));
  EXPECT_EQ(binary(f32, "math.copysign", {3, -4}, {-1, 2}), (Values{-3, 4}));
  EXPECT_EQ(unary(f32, "math.absf", {-3, 4}), (Values{3, 4}));
  EXPECT_EQ(
      evaluate({f32, f32, f32}, f32, {{-5, 0.5, 9}, {0, 0, 0}, {1, 1, 1}}, "  %r = math.clampf %a to [%b, %c] : $a"),
      (Values{0, 0.5, 1}));
}

TEST(InterpFloat, ConvertsBetweenFloatFormats) {
  EXPECT_EQ(convert(f32, f16, "arith.truncf", {2049, 2051, 1e6}), (Values{2048, 2052, infinite}));
  EXPECT_EQ(convert(f32, bf16, "arith.truncf", {1 + 0x1p-8, 1 + 0x3p-8}), (Values{1, 1.015625}));
  EXPECT_EQ(convert(f16, f32, "arith.extf", {0x1p-24, -3}), (Values{0x1p-24, -3}));
  EXPECT_EQ(evaluate({f32}, f16, {{2049, -2051}}, "  %r = arith.truncf %a toward_zero : $a to $r"),
            (Values{2048, -2050}));
  EXPECT_EQ(evaluate({f32}, f16, {{2049, -2051}}, "  %r = arith.truncf %a upward : $a to $r"), (Values{2050, -2050}));
}

TEST(InterpFloat, ConvertsToTheEightBitFormats) {
  EXPECT_EQ(convert(f32, f8e5m2, "arith.truncf", {1.125, 9, 1e9, -1e9}), (Values{1, 8, 57344, -57344}));
  EXPECT_EQ(convert(f32, f8e4m3, "arith.truncf", {1.0625001, 1.0625, 1000, 0x1p-9}), (Values{1.125, 1, 448, 0x1p-9}));
  EXPECT_TRUE(std::isnan(convert(f32, f8e4m3, "arith.truncf", {notANumber})[0]));
  EXPECT_EQ(convert(f8e4m3, f32, "arith.extf", {448, -0.875}), (Values{448, -0.875}));
}

TEST(InterpFloat, ConvertsIntegers) {
  EXPECT_EQ(convert(i32, f32, "arith.sitofp", {16777217, -3}), (Values{16777216, -3}));
  EXPECT_EQ(convert(i32, f32, "arith.uitofp", {-1, 3}), (Values{4294967296.0, 3}));
  EXPECT_EQ(convert(f32, i32, "arith.fptosi", {2.9, -2.9}), (Values{2, -2}));
  EXPECT_EQ(convert(f32, i32, "arith.fptoui", {2.9, 3e9}), (Values{2, 3e9 - 4294967296.0}));
}

TEST(InterpFloat, RoundsWideIntegersOnce) {
  // 2^60 + 2^36 + 1 is above the middle of two f32; through a double it would land on the middle and round down.
  KernelRun run;
  data::Array &source = run.buffer(data::ElementType::I64, {0});
  source.setInteger(0, (int64_t(1) << 60) + (int64_t(1) << 36) + 1);
  run.output(data::ElementType::F32, 1);
  run.runCleanly(elementwiseKernel({i64}, f32, 1, "  %r = arith.sitofp %a : $a to $r"));
  EXPECT_EQ(run.values(1)[0], 0x1p60 + 0x1p37);
}

TEST(InterpFloat, ReinterpretsBits) {
  EXPECT_EQ(convert(f32, i32, "arith.bitcast", {1, -2}), (Values{double(0x3f800000), double(int32_t(0xc0000000))}));
  EXPECT_EQ(convert(i16, f16, "arith.bitcast", {0x3c00, 0x7bff}), (Values{1, 65504}));
}

} // namespace
} // namespace tkc::interp
