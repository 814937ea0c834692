// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer arithmetic of arith, math and tk.
#include "ElementwiseKernel.h"

namespace tkc::interp {
namespace {

using Values = std::vector<double>;

Values binary(const Element &type, const std::string &op, const Values &left, const Values &right) {
  return evaluate({type, type}, type, {left, right}, "  %r = " + op + " %a, %b : $a");
}

Values unary(const Element &type, const std::string &op, const Values &source) {
  return evaluate({type}, type, {source}, "  %r = " + op + " %a : $a");
}

Values compare(const Element &type, const std::string &predicate, const Values &left, const Values &right) {
  return evaluate({type, type}, boolean, {left, right}, "  %r = arith.cmpi " + predicate + ", %a, %b : $a");
}

TEST(InterpInteger, WrapsSumsDifferencesAndProducts) {
  EXPECT_EQ(binary(i32, "arith.addi", {2147483647, -5}, {1, 7}), (Values{-2147483648.0, 2}));
  EXPECT_EQ(binary(i8, "arith.subi", {-128, 3}, {1, 5}), (Values{127, -2}));
  EXPECT_EQ(binary(i16, "arith.muli", {300, -7}, {300, 6}), (Values{24464, -42}));
}

TEST(InterpInteger, DividesSignedTowardsZero) {
  EXPECT_EQ(binary(i32, "arith.divsi", {7, -7, 7, -7}, {2, 2, -2, -2}), (Values{3, -3, -3, 3}));
  EXPECT_EQ(binary(i32, "arith.remsi", {7, -7, 7, -7}, {2, 2, -2, -2}), (Values{1, -1, 1, -1}));
  EXPECT_EQ(binary(i32, "arith.floordivsi", {7, -7, 7, -7}, {2, 2, -2, -2}), (Values{3, -4, -4, 3}));
  EXPECT_EQ(binary(i32, "arith.ceildivsi", {7, -7, 7, -7}, {2, 2, -2, -2}), (Values{4, -3, -3, 4}));
}

TEST(InterpInteger, DividesUnsigned) {
  EXPECT_EQ(binary(i32, "arith.divui", {-2, 9}, {2, 2}), (Values{2147483647, 4}));
  EXPECT_EQ(binary(i32, "arith.remui", {-1, 9}, {10, 4}), (Values{5, 1}));
  EXPECT_EQ(binary(i32, "arith.ceildivui", {-2, 9}, {2, 2}), (Values{2147483647, 5}));
}

TEST(InterpInteger, ShiftsAndBitOperations) {
  EXPECT_EQ(binary(i32, "arith.shli", {1, 3}, {31, 1}), (Values{-2147483648.0, 6}));
  EXPECT_EQ(binary(i32, "arith.shrsi", {-8, 8}, {1, 2}), (Values{-4, 2}));
  EXPECT_EQ(binary(i32, "arith.shrui", {-8, 8}, {1, 2}), (Values{2147483644, 2}));
  EXPECT_EQ(binary(i32, "arith.andi", {12, -1}, {10, 5}), (Values{8, 5}));
  EXPECT_EQ(binary(i32, "arith.ori", {12, 1}, {10, 4}), (Values{14, 5}));
  EXPECT_EQ(binary(i32, "arith.xori", {12, -1}, {10, 0}), (Values{6, -1}));
}

TEST(InterpInteger, PicksMinimaAndMaxima) {
  EXPECT_EQ(binary(i32, "arith.minsi", {-1, 4}, {2, 3}), (Values{-1, 3}));
  EXPECT_EQ(binary(i32, "arith.maxsi", {-1, 4}, {2, 3}), (Values{2, 4}));
  EXPECT_EQ(binary(i32, "arith.minui", {-1, 4}, {2, 3}), (Values{2, 3}));
  EXPECT_EQ(binary(i32, "arith.maxui", {-1, 4}, {2, 3}), (Values{-1, 4}));
}

TEST(InterpInteger, CountsBits) {
  EXPECT_EQ(unary(i32, "math.ctlz", {1, 0, -1}), (Values{31, 32, 0}));
  EXPECT_EQ(unary(i16, "math.ctlz", {1, 0, -1}), (Values{15, 16, 0}));
  EXPECT_EQ(unary(i32, "math.cttz", {8, 0, 1}), (Values{3, 32, 0}));
  EXPECT_EQ(unary(i32, "math.ctpop", {-1, 0, 5}), (Values{32, 0, 2}));
  EXPECT_EQ(unary(i32, "math.absi", {-7, 7, 0}), (Values{7, 7, 0}));
}

TEST(InterpInteger, RaisesToPowers) {
  EXPECT_EQ(binary(i32, "math.ipowi", {3, -2, 2, -1}, {4, 3, -1, -3}), (Values{81, -8, 0, -1}));
}

TEST(InterpInteger, GivesHighHalves) {
  EXPECT_EQ(binary(i32, "tk.umulhi", {-1, 65536}, {-1, 65536}), (Values{-2, 1}));
  EXPECT_EQ(binary(i64, "tk.umulhi", {4294967296.0 * 16, 7}, {4294967296.0, 9}), (Values{16, 0}));
  EXPECT_EQ(evaluate({i32, i32}, i32, {{-3, 1 << 30}, {5, 8}}, "  %low, %r = arith.mulsi_extended %a, %b : $a"),
            (Values{-1, 2}));
  EXPECT_EQ(evaluate({i32, i32}, i32, {{-3, 1 << 30}, {5, 8}}, "  %low, %r = arith.mului_extended %a, %b : $a"),
            (Values{4, 2}));
}

TEST(InterpInteger, GivesTheCarryOfASum) {
  EXPECT_EQ(evaluate({i32, i32}, boolean, {{-1, 1}, {1, 1}}, "  %sum, %r = arith.addui_extended %a, %b : $a, $r"),
            (Values{1, 0}));
}

TEST(InterpInteger, ComparesSignedAndUnsigned) {
  EXPECT_EQ(compare(i32, "eq", {1, 2}, {1, 3}), (Values{1, 0}));
  EXPECT_EQ(compare(i32, "ne", {1, 2}, {1, 3}), (Values{0, 1}));
  EXPECT_EQ(compare(i32, "slt", {-1, 2, 2}, {1, 2, 1}), (Values{1, 0, 0}));
  EXPECT_EQ(compare(i32, "sle", {-1, 2, 2}, {1, 2, 1}), (Values{1, 1, 0}));
  EXPECT_EQ(compare(i32, "sgt", {-1, 2, 2}, {1, 2, 1}), (Values{0, 0, 1}));
  EXPECT_EQ(compare(i32, "sge", {-1, 2, 2}, {1, 2, 1}), (Values{0, 1, 1}));
  EXPECT_EQ(compare(i32, "ult", {-1, 2, 1}, {1, 2, 2}), (Values{0, 0, 1}));
  EXPECT_EQ(compare(i32, "ule", {-1, 2, 1}, {1, 2, 2}), (Values{0, 1, 1}));
  EXPECT_EQ(compare(i64, "ugt", {-1, 2, 1}, {1, 2, 2}), (Values{1, 0, 0}));
  EXPECT_EQ(compare(i64, "uge", {-1, 2, 1}, {1, 2, 2}), (Values{1, 1, 0}));
}

TEST(InterpInteger, ChangesWidths) {
  EXPECT_EQ(evaluate({i8}, i32, {{-1, 5}}, "  %r = arith.extsi %a : $a to $r"), (Values{-1, 5}));
  EXPECT_EQ(evaluate({i8}, i32, {{-1, 5}}, "  %r = arith.extui %a : $a to $r"), (Values{255, 5}));
  EXPECT_EQ(evaluate({i32}, i8, {{300, -1}}, "  %r = arith.trunci %a : $a to $r"), (Values{44, -1}));
}

TEST(InterpInteger, ReadsBooleansAsMinusOneWhenSignExtended) {
  EXPECT_EQ(evaluate({i32, i32}, i32, {{1, 2}, {1, 3}},
                     "  %e = arith.cmpi eq, %a, %b : $a\n  %r = arith.extsi %e : tensor<2xi1> to $r"),
            (Values{-1, 0}));
}

TEST(InterpInteger, SelectsByLaneAndByScalar) {
  EXPECT_EQ(evaluate({i32, i32}, i32, {{1, 9}, {5, 3}},
                     "  %m = arith.cmpi slt, %a, %b : $a\n  %r = arith.select %m, %a, %b : tensor<2xi1>, $a"),
            (Values{1, 3}));
  EXPECT_EQ(
      evaluate({i32, i32}, i32, {{1, 9}, {5, 3}}, "  %m = arith.constant false\n  %r = arith.select %m, %a, %b : $a"),
      (Values{5, 3}));
}

} // namespace
} // namespace tkc::interp
