// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions and scans.
#include <cmath>

#include "RunKernel.h"

namespace tkc::interp {
namespace {

using data::ElementType;
using Values = std::vector<double>;

/// Stores the elements of `value`, a block of `shape` and `element`, to `%out`.
std::string storeBlock(const std::string &value, const std::string &shape, size_t count, const std::string &element) {
  std::string n = std::to_string(count);
  std::string text;
  text += "  %flat = tk.reshape " + value + " : tensor<" + shape + "x" + element + "> to tensor<" + n + "x" + element +
          ">\n  %orange = tk.make_range 0, " + n + " : tensor<" + n + "xi32>\n";
  text += "  %os = tk.splat %out : !tk.ptr<" + element + "> to tensor<" + n + "x!tk.ptr<" + element + ">>\n";
  text += "  %op = tk.addptr %os, %orange : tensor<" + n + "x!tk.ptr<" + element + ">>, tensor<" + n + "xi32>\n";
  return text + "  tk.store %op, %flat : tensor<" + n + "x!tk.ptr<" + element + ">>\n  return\n}";
}

/// The start of a kernel that loads `%a : tensor<SHAPExELEMENT>` from `%in`.
std::string loadBlock(const std::string &shape, size_t count, const std::string &element,
                      const std::string &outElement) {
  std::string n = std::to_string(count);
  std::string text = "func.func @kernel(%in: !tk.ptr<" + element + ">, %out: !tk.ptr<" + outElement +
                     ">) attributes {tk.kernel} {\n  %range = tk.make_range 0, " + n + " : tensor<" + n + "xi32>\n";
  text += "  %is = tk.splat %in : !tk.ptr<" + element + "> to tensor<" + n + "x!tk.ptr<" + element + ">>\n";
  text += "  %ip = tk.addptr %is, %range : tensor<" + n + "x!tk.ptr<" + element + ">>, tensor<" + n + "xi32>\n";
  text += "  %loaded = tk.load %ip : tensor<" + n + "x!tk.ptr<" + element + ">>\n";
  return text + "  %a = tk.reshape %loaded : tensor<" + n + "x" + element + "> to tensor<" + shape + "x" + element +
         ">\n";
}

std::string combineRegion(const std::string &element, const std::string &op) {
  return "{\n  ^bb0(%x: " + element + ", %y: " + element + "):\n    %z = " + op + " %x, %y : " + element +
         "\n    tk.yield %z : " + element + "\n  }";
}

TEST(InterpReduce, SumsAlongEachAxis) {
  auto sum = [](uint32_t axis, const std::string &shape, size_t count) {
    KernelRun run;
    run.buffer(ElementType::I32, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
    run.output(ElementType::I32, count);
    run.runCleanly(loadBlock("2x3x2", 12, "i32", "i32") + "  %r = tk.reduce(%a) axis = " + std::to_string(axis) + " " +
                   combineRegion("i32", "arith.addi") + " : (tensor<2x3x2xi32>) -> tensor<" + shape + "xi32>\n" +
                   storeBlock("%r", shape, count, "i32"));
    return run.values(1);
  };
  EXPECT_EQ(sum(0, "3x2", 6), (Values{8, 10, 12, 14, 16, 18}));
  EXPECT_EQ(sum(1, "2x2", 4), (Values{9, 12, 27, 30}));
  EXPECT_EQ(sum(2, "2x3", 6), (Values{3, 7, 11, 15, 19, 23}));
}

TEST(InterpReduce, GivesAScalarForAVector) {
  KernelRun run;
  run.buffer(ElementType::F32, {1.5, 2, -4, 8});
  run.output(ElementType::F32, 1);
  run.runCleanly(loadBlock("4", 4, "f32", "f32") + "  %r = tk.reduce(%a) axis = 0 " +
                 combineRegion("f32", "arith.maxnumf") +
                 " : (tensor<4xf32>) -> f32\n  tk.store %out, %r : !tk.ptr<f32>\n  return\n}");
  EXPECT_EQ(run.values(1), (Values{8}));
}

TEST(InterpReduce, SumsWholeFloatsExactly) {
  KernelRun run;
  run.buffer(ElementType::F16, {1, 2, 3, 4});
  run.output(ElementType::F16, 1);
  run.runCleanly(loadBlock("4", 4, "f16", "f16") + "  %r = tk.reduce(%a) axis = 0 " +
                 combineRegion("f16", "arith.addf") +
                 " : (tensor<4xf16>) -> f16\n  tk.store %out, %r : !tk.ptr<f16>\n  return\n}");
  EXPECT_EQ(run.values(1), (Values{10}));
  EXPECT_EQ(run.bound(1, 0), 0);
}

TEST(InterpReduce, BoundsSumsForAnyOrder) {
  KernelRun run;
  run.buffer(ElementType::F32, {1, 0x1p-24, 0x1p-24, -1});
  run.output(ElementType::F32, 1);
  run.runCleanly(loadBlock("4", 4, "f32", "f32") + "  %r = tk.reduce(%a) axis = 0 " +
                 combineRegion("f32", "arith.addf") +
                 " : (tensor<4xf32>) -> f32\n  tk.store %out, %r : !tk.ptr<f32>\n  return\n}");
  // From left to right f32 gives 0; the exact sum is 2^-23.
  EXPECT_GE(run.bound(1, 0), 0x1p-23);
  EXPECT_LE(run.bound(1, 0), 0x1p-21);
}

constexpr const char *argmaxRegion = R"({
  ^bb0(%v: f32, %i: i32, %w: f32, %j: i32):
    %greater = arith.cmpf ogt, %v, %w : f32
    %equal = arith.cmpf oeq, %v, %w : f32
    %first = arith.cmpi slt, %i, %j : i32
    %tie = arith.andi %equal, %first : i1
    %left = arith.ori %greater, %tie : i1
    %value = arith.select %left, %v, %w : f32
    %index = arith.select %left, %i, %j : i32
    tk.yield %value, %index : f32, i32
  })";

TEST(InterpReduce, FindsTheFirstMaximum) {
  KernelRun run;
  run.buffer(ElementType::F32, {1, 7, 3, 7, /**/ 5, 5, 5, 5});
  run.output(ElementType::I32, 2);
  run.runCleanly(loadBlock("2x4", 8, "f32", "i32") + R"(
  %n4 = tk.make_range 0, 4 : tensor<4xi32>
  %i2 = tk.expand_dims %n4, 0 : tensor<4xi32> to tensor<1x4xi32>
  %is2 = tk.broadcast %i2 : tensor<1x4xi32> to tensor<2x4xi32>
  %m, %r = tk.reduce(%a, %is2) axis = 1 )" +
                 argmaxRegion + " : (tensor<2x4xf32>, tensor<2x4xi32>) -> (tensor<2xf32>, tensor<2xi32>)\n" +
                 storeBlock("%r", "2", 2, "i32"));
  EXPECT_EQ(run.values(1), (Values{1, 0}));
}

TEST(InterpReduce, RunsBranchesInTheRegion) {
  KernelRun run;
  run.buffer(ElementType::I32, {3, -8, 5, 1});
  run.output(ElementType::I32, 2);
  run.runCleanly(loadBlock("2x2", 4, "i32", "i32") + R"(
  %r = tk.reduce(%a) axis = 0 {
  ^bb0(%x: i32, %y: i32):
    %less = arith.cmpi slt, %x, %y : i32
    %z = scf.if %less -> (i32) {
      scf.yield %y : i32
    } else {
      scf.yield %x : i32
    }
    tk.yield %z : i32
  } : (tensor<2x2xi32>) -> tensor<2xi32>
)" + storeBlock("%r", "2", 2, "i32"));
  EXPECT_EQ(run.values(1), (Values{5, 1}));
}

TEST(InterpReduce, TakesScalarsFromOutsideTheRegion) {
  KernelRun run;
  run.buffer(ElementType::I32, {3, 8, 5, 1});
  run.output(ElementType::I32, 2);
  run.runCleanly(loadBlock("2x2", 4, "i32", "i32") + R"(
  %c7 = arith.constant 7 : i32
  %seven = arith.addi %c7, %c7 : i32
  %r = tk.reduce(%a) axis = 0 {
  ^bb0(%x: i32, %y: i32):
    %s = arith.addi %x, %y : i32
    %z = arith.minsi %s, %seven : i32
    tk.yield %z : i32
  } : (tensor<2x2xi32>) -> tensor<2xi32>
)" + storeBlock("%r", "2", 2, "i32"));
  EXPECT_EQ(run.values(1), (Values{8, 9}));
}

TEST(InterpScan, AccumulatesAlongAnAxisBothWays) {
  auto scan = [](uint32_t axis, const std::string &reverse) {
    KernelRun run;
    run.buffer(ElementType::I32, {1, 2, 3, 4, 5, 6});
    run.output(ElementType::I32, 6);
    run.runCleanly(loadBlock("2x3", 6, "i32", "i32") + "  %r = tk.scan(%a) axis = " + std::to_string(axis) + reverse +
                   " " + combineRegion("i32", "arith.addi") + " : (tensor<2x3xi32>) -> tensor<2x3xi32>\n" +
                   storeBlock("%r", "2x3", 6, "i32"));
    return run.values(1);
  };
  EXPECT_EQ(scan(1, ""), (Values{1, 3, 6, 4, 9, 15}));
  EXPECT_EQ(scan(1, " reverse"), (Values{6, 5, 3, 15, 11, 6}));
  EXPECT_EQ(scan(0, ""), (Values{1, 2, 3, 5, 7, 9}));
  EXPECT_EQ(scan(0, " reverse"), (Values{5, 7, 9, 4, 5, 6}));
}

TEST(InterpScan, SumsFloatPrefixes) {
  KernelRun run;
  run.buffer(ElementType::F32, {0.5, 1, 2, 4});
  run.output(ElementType::F32, 4);
  run.runCleanly(loadBlock("4", 4, "f32", "f32") + "  %r = tk.scan(%a) axis = 0 reverse " +
                 combineRegion("f32", "arith.addf") + " : (tensor<4xf32>) -> tensor<4xf32>\n" +
                 storeBlock("%r", "4", 4, "f32"));
  EXPECT_EQ(run.values(1), (Values{7.5, 7, 6, 4}));
}

TEST(InterpScan, LeavesOpenWhatAnotherOrderOverflows) {
  KernelRun run;
  run.buffer(ElementType::F16, {0, 300, 300, 0.5});
  run.output(ElementType::F16, 4);
  run.runCleanly(loadBlock("4", 4, "f16", "f16") + "  %r = tk.scan(%a) axis = 0 " + combineRegion("f16", "arith.mulf") +
                 " : (tensor<4xf16>) -> tensor<4xf16>\n" + storeBlock("%r", "4", 4, "f16"));
  EXPECT_EQ(run.values(1), (Values{0, 0, 0, 0}));
  EXPECT_EQ(run.bound(1, 1), 0);
  EXPECT_TRUE(std::isinf(run.bound(1, 2)));
  EXPECT_EQ(run.execution.buffers[1].undecidedCount, 2u);
}

TEST(InterpScan, LeavesOpenWhatOverflows) {
  KernelRun run;
  run.buffer(ElementType::F16, {300, 300, 0.0625, 1});
  run.output(ElementType::F16, 4);
  run.runCleanly(loadBlock("4", 4, "f16", "f16") + "  %r = tk.scan(%a) axis = 0 " + combineRegion("f16", "arith.mulf") +
                 " : (tensor<4xf16>) -> tensor<4xf16>\n" + storeBlock("%r", "4", 4, "f16"));
  EXPECT_EQ(run.bound(1, 0), 0);
  EXPECT_EQ(run.execution.buffers[1].undecidedCount, 3u);
}

TEST(InterpScan, KeepsTheOrderOfANonCommutativeCombine) {
  KernelRun run;
  run.buffer(ElementType::I32, {2, 3, 4, 5});
  run.output(ElementType::I32, 4);
  run.runCleanly(loadBlock("4", 4, "i32", "i32") + R"(
  %b = arith.constant dense<[1, 10, 100, 1000]> : tensor<4xi32>
  %f, %r = tk.scan(%a, %b) axis = 0 {
  ^bb0(%a1: i32, %b1: i32, %a2: i32, %b2: i32):
    %p = arith.muli %a1, %a2 : i32
    %t = arith.muli %a2, %b1 : i32
    %q = arith.addi %t, %b2 : i32
    tk.yield %p, %q : i32, i32
  } : (tensor<4xi32>, tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>)
)" + storeBlock("%r", "4", 4, "i32"));
  EXPECT_EQ(run.values(1), (Values{1, 13, 152, 1760}));
}

TEST(InterpScan, SwapsYieldedArguments) {
  KernelRun run;
  run.buffer(ElementType::I32, {1, 2, 3});
  run.output(ElementType::I32, 3);
  run.runCleanly(loadBlock("3", 3, "i32", "i32") + R"(
  %b = arith.constant dense<[10, 20, 30]> : tensor<3xi32>
  %f, %r = tk.scan(%a, %b) axis = 0 {
  ^bb0(%a1: i32, %b1: i32, %a2: i32, %b2: i32):
    tk.yield %b1, %a1 : i32, i32
  } : (tensor<3xi32>, tensor<3xi32>) -> (tensor<3xi32>, tensor<3xi32>)
)" + storeBlock("%f", "3", 3, "i32"));
  EXPECT_EQ(run.values(1), (Values{1, 10, 1}));
}

} // namespace
} // namespace tkc::interp
