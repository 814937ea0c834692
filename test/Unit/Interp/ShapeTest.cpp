// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shape ops and constants.
#include "ElementwiseKernel.h"

namespace tkc::interp {
namespace {

using Values = std::vector<double>;

/// Runs `body`, which makes `%r : tensor<Nxi32>` from `%a = 0, 1, … count-1`.
Values shapes(size_t count, size_t resultCount, const std::string &body) {
  KernelRun run;
  run.output(data::ElementType::I32, resultCount);
  std::string n = std::to_string(resultCount);
  run.runCleanly("func.func @kernel(%p: !tk.ptr<i32>) attributes {tk.kernel} {\n  %a = tk.make_range 0, " +
                 std::to_string(count) + " : tensor<" + std::to_string(count) + "xi32>\n" + body + R"(
  %range = tk.make_range 0, )" +
                 n + " : tensor<" + n + R"(xi32>
  %s = tk.splat %p : !tk.ptr<i32> to tensor<)" +
                 n + R"(x!tk.ptr<i32>>
  %q = tk.addptr %s, %range : tensor<)" +
                 n + "x!tk.ptr<i32>>, tensor<" + n + R"(xi32>
  tk.store %q, %r : tensor<)" +
                 n + R"(x!tk.ptr<i32>>
  return
})");
  return run.values(0);
}

TEST(InterpShape, BroadcastsRowsAndColumns) {
  EXPECT_EQ(shapes(2, 6, R"(  %e = tk.expand_dims %a, 0 : tensor<2xi32> to tensor<1x2xi32>
  %b = tk.broadcast %e : tensor<1x2xi32> to tensor<3x2xi32>
  %r = tk.reshape %b : tensor<3x2xi32> to tensor<6xi32>)"),
            (Values{0, 1, 0, 1, 0, 1}));
  EXPECT_EQ(shapes(2, 6, R"(  %e = tk.expand_dims %a, 1 : tensor<2xi32> to tensor<2x1xi32>
  %b = tk.broadcast %e : tensor<2x1xi32> to tensor<2x3xi32>
  %r = tk.reshape %b : tensor<2x3xi32> to tensor<6xi32>)"),
            (Values{0, 0, 0, 1, 1, 1}));
}

TEST(InterpShape, Transposes) {
  EXPECT_EQ(shapes(6, 6, R"(  %m = tk.reshape %a : tensor<6xi32> to tensor<2x3xi32>
  %t = tk.trans %m [1, 0] : tensor<2x3xi32> to tensor<3x2xi32>
  %r = tk.reshape %t : tensor<3x2xi32> to tensor<6xi32>)"),
            (Values{0, 3, 1, 4, 2, 5}));
  EXPECT_EQ(shapes(8, 8, R"(  %m = tk.reshape %a : tensor<8xi32> to tensor<2x2x2xi32>
  %t = tk.trans %m [2, 0, 1] : tensor<2x2x2xi32> to tensor<2x2x2xi32>
  %r = tk.reshape %t : tensor<2x2x2xi32> to tensor<8xi32>)"),
            (Values{0, 2, 4, 6, 1, 3, 5, 7}));
}

TEST(InterpShape, GathersAlongEachAxis) {
  EXPECT_EQ(shapes(6, 4, R"(  %m = tk.reshape %a : tensor<6xi32> to tensor<2x3xi32>
  %w = arith.constant dense<[[2, 0], [1, 1]]> : tensor<2x2xi8>
  %g = tk.gather %m[%w] axis = 1 : tensor<2x3xi32>[tensor<2x2xi8>] to tensor<2x2xi32>
  %r = tk.reshape %g : tensor<2x2xi32> to tensor<4xi32>)"),
            (Values{2, 0, 4, 4}));
  EXPECT_EQ(shapes(6, 3, R"(  %m = tk.reshape %a : tensor<6xi32> to tensor<2x3xi32>
  %w = arith.constant dense<[[1, 0, 1]]> : tensor<1x3xi64>
  %g = tk.gather %m[%w] axis = 0 : tensor<2x3xi32>[tensor<1x3xi64>] to tensor<1x3xi32>
  %r = tk.reshape %g : tensor<1x3xi32> to tensor<3xi32>)"),
            (Values{3, 1, 5}));
}

TEST(InterpShape, PlacesBeyondTheAxisGiveNoValue) {
  KernelRun run;
  run.output(data::ElementType::I32, 2);
  run.run(R"(func.func @kernel(%p: !tk.ptr<i32>) attributes {tk.kernel} {
  %a = tk.make_range 0, 2 : tensor<2xi32>
  %w = arith.constant dense<[1, -1]> : tensor<2xi32>
  %g = tk.gather %a[%w] axis = 0 : tensor<2xi32>[tensor<2xi32>] to tensor<2xi32>
  %s = tk.splat %p : !tk.ptr<i32> to tensor<2x!tk.ptr<i32>>
  %q = tk.addptr %s, %a : tensor<2x!tk.ptr<i32>>, tensor<2xi32>
  tk.store %q, %g : tensor<2x!tk.ptr<i32>>
  return
})");
  ASSERT_EQ(run.faultKinds(), std::vector<FaultKind>{FaultKind::PoisonStored});
  EXPECT_EQ(run.execution.faults[0].element, 1u);
}

TEST(InterpShape, CountsWhatLiesInside) {
  EXPECT_EQ(shapes(1, 4, R"(  %n = arith.constant dense<[3, 0, 4, -1, 3, 2]> : tensor<6xi32>
  %r = tk.histogram %n : tensor<6xi32> to tensor<4xi32>)"),
            (Values{1, 0, 1, 2}));
  EXPECT_EQ(shapes(1, 4, R"(  %n = arith.constant dense<[3, 0, 0, 3]> : tensor<4xi64>
  %m = arith.constant dense<[true, false, true, true]> : tensor<4xi1>
  %r = tk.histogram %n mask %m : tensor<4xi1> : tensor<4xi64> to tensor<4xi32>)"),
            (Values{1, 0, 0, 2}));
}

TEST(InterpShape, CountsOfUnknownNumbersAreUnknown) {
  KernelRun run;
  run.output(data::ElementType::I32, 2);
  run.run(R"(func.func @kernel(%p: !tk.ptr<i32>) attributes {tk.kernel} {
  %a = tk.make_range 0, 2 : tensor<2xi32>
  %u = ub.poison : tensor<2xi32>
  %never = arith.constant dense<[false, false]> : tensor<2xi1>
  %h = tk.histogram %u mask %never : tensor<2xi1> : tensor<2xi32> to tensor<2xi32>
  %g = tk.histogram %u : tensor<2xi32> to tensor<2xi32>
  %s = tk.splat %p : !tk.ptr<i32> to tensor<2x!tk.ptr<i32>>
  %q = tk.addptr %s, %a : tensor<2x!tk.ptr<i32>>, tensor<2xi32>
  tk.store %q, %h : tensor<2x!tk.ptr<i32>>
  tk.store %q, %g : tensor<2x!tk.ptr<i32>>
  return
})");
  ASSERT_EQ(run.faultKinds(), std::vector<FaultKind>{FaultKind::PoisonStored});
  EXPECT_EQ(run.execution.faults[0].count, 2u);
}

TEST(InterpShape, SplatsAndReadsConstants) {
  EXPECT_EQ(shapes(1, 3, R"(  %c = arith.constant -4 : i32
  %r = tk.splat %c : i32 to tensor<3xi32>)"),
            (Values{-4, -4, -4}));
  EXPECT_EQ(shapes(1, 3, "  %r = arith.constant dense<[5, -6, 7]> : tensor<3xi32>"), (Values{5, -6, 7}));
  EXPECT_EQ(shapes(1, 3, "  %r = arith.constant dense<9> : tensor<3xi32>"), (Values{9, 9, 9}));
}

TEST(InterpShape, MovesBoundsAndFlagsWithElements) {
  KernelRun run;
  runElementwise(run, {f32, f32}, f32, {{1, 4, 6}, {3, 2, 7}}, R"(  %q = arith.divf %a, %b : $a
  %e = tk.expand_dims %q, 1 : tensor<3xf32> to tensor<3x1xf32>
  %t = tk.trans %e [1, 0] : tensor<3x1xf32> to tensor<1x3xf32>
  %r = tk.reshape %t : tensor<1x3xf32> to tensor<3xf32>)");
  for (size_t index = 0; index < 3; ++index) {
    EXPECT_GT(run.bound(2, index), 0);
  }
}

} // namespace
} // namespace tkc::interp
