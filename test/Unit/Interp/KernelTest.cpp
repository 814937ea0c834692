// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whole kernels as the frontend makes them: values near those of double arithmetic, bounds that are sound and small.
#include <cmath>
#include <random>

#include "RunKernel.h"

namespace tkc::interp {
namespace {

using data::ElementType;

constexpr const char *softmax = R"(
func.func @softmax(%out: !tk.ptr<f32> {tk.divisibility = 16 : i32}, %in: !tk.ptr<f32> {tk.divisibility = 16 : i32},
                   %columns: i32) attributes {tk.kernel} {
  %lowest = arith.constant dense<0xFF800000> : tensor<64xf32>
  %row = tk.program_id 0 : i32
  %range = tk.make_range 0, 64 : tensor<64xi32>
  %ends = tk.splat %columns : i32 to tensor<64xi32>
  %mask = arith.cmpi slt, %range, %ends : tensor<64xi32>
  %start = arith.muli %row, %columns : i32
  %p = tk.addptr %in, %start : !tk.ptr<f32>, i32
  %ps = tk.splat %p : !tk.ptr<f32> to tensor<64x!tk.ptr<f32>>
  %pq = tk.addptr %ps, %range : tensor<64x!tk.ptr<f32>>, tensor<64xi32>
  %x = tk.load %pq mask %mask other %lowest : tensor<64x!tk.ptr<f32>>
  %max = tk.reduce(%x) axis = 0 {
  ^bb0(%a: f32, %b: f32):
    %m = arith.maxnumf %a, %b : f32
    tk.yield %m : f32
  } : (tensor<64xf32>) -> f32
  %maxes = tk.splat %max : f32 to tensor<64xf32>
  %shifted = arith.subf %x, %maxes : tensor<64xf32>
  %e = math.exp %shifted : tensor<64xf32>
  %sum = tk.reduce(%e) axis = 0 {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tk.yield %s : f32
  } : (tensor<64xf32>) -> f32
  %sums = tk.splat %sum : f32 to tensor<64xf32>
  %y = arith.divf %e, %sums : tensor<64xf32>
  %o = tk.addptr %out, %start : !tk.ptr<f32>, i32
  %os = tk.splat %o : !tk.ptr<f32> to tensor<64x!tk.ptr<f32>>
  %oq = tk.addptr %os, %range : tensor<64x!tk.ptr<f32>>, tensor<64xi32>
  tk.store %oq, %y mask %mask : tensor<64x!tk.ptr<f32>>
  return
})";

TEST(InterpKernel, ComputesSoftmaxWithSmallBounds) {
  constexpr size_t rows = 5, columns = 50;
  std::mt19937 random(2);
  std::normal_distribution<float> normal(0, 3);
  std::vector<double> input(rows * columns);
  std::generate(input.begin(), input.end(), [&] { return normal(random); });
  KernelRun run;
  run.output(ElementType::F32, rows * columns);
  run.buffer(ElementType::F32, input);
  run.integer(ElementType::I32, columns);
  run.launch.grid = {rows, 1, 1};
  run.runCleanly(softmax);
  EXPECT_TRUE(run.execution.isDecided());
  std::vector<double> result = run.values(0);
  for (size_t row = 0; row < rows; ++row) {
    double sum = 0;
    for (size_t column = 0; column < columns; ++column) {
      sum += std::exp(input[row * columns + column]);
    }
    for (size_t column = 0; column < columns; ++column) {
      size_t index = row * columns + column;
      double expected = std::exp(input[index]) / sum;
      EXPECT_LE(std::fabs(result[index] - expected), run.bound(0, index));
      EXPECT_LE(run.bound(0, index), 3e-5 * expected + 1e-37);
    }
  }
}

/// One program adds rows of a running softmax-weighted sum, as attention does: chained dots, rescaling, a loop.
constexpr const char *attention = R"(
func.func @attention(%q: !tk.ptr<f16>, %k: !tk.ptr<f16>, %v: !tk.ptr<f16>, %out: !tk.ptr<f32>) attributes {tk.kernel} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %r = tk.make_range 0, 256 : tensor<256xi32>
  %tile = arith.constant dense<256> : tensor<256xi32>
  %qs = tk.splat %q : !tk.ptr<f16> to tensor<256x!tk.ptr<f16>>
  %qp = tk.addptr %qs, %r : tensor<256x!tk.ptr<f16>>, tensor<256xi32>
  %qf = tk.load %qp : tensor<256x!tk.ptr<f16>>
  %qt = tk.reshape %qf : tensor<256xf16> to tensor<16x16xf16>
  %zero = arith.constant dense<0.0> : tensor<16x16xf32>
  %lowest = arith.constant dense<0xFF800000> : tensor<16xf32>
  %none = arith.constant dense<0.0> : tensor<16xf32>
  %acc, %max, %sum = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %zero, %m = %lowest, %l = %none)
      -> (tensor<16x16xf32>, tensor<16xf32>, tensor<16xf32>) : i32 {
    %is = tk.splat %i : i32 to tensor<256xi32>
    %first = arith.muli %is, %tile : tensor<256xi32>
    %offsets = arith.addi %first, %r : tensor<256xi32>
    %ks = tk.splat %k : !tk.ptr<f16> to tensor<256x!tk.ptr<f16>>
    %kp = tk.addptr %ks, %offsets : tensor<256x!tk.ptr<f16>>, tensor<256xi32>
    %kf = tk.load %kp : tensor<256x!tk.ptr<f16>>
    %kr = tk.reshape %kf : tensor<256xf16> to tensor<16x16xf16>
    %kt = tk.trans %kr [1, 0] : tensor<16x16xf16> to tensor<16x16xf16>
    %s = tk.dot %qt, %kt, %zero : tensor<16x16xf16>, tensor<16x16xf16> to tensor<16x16xf32>
    %rowMax = tk.reduce(%s) axis = 1 {
    ^bb0(%x: f32, %y: f32):
      %z = arith.maxnumf %x, %y : f32
      tk.yield %z : f32
    } : (tensor<16x16xf32>) -> tensor<16xf32>
    %m2 = arith.maxnumf %m, %rowMax : tensor<16xf32>
    %m2e = tk.expand_dims %m2, 1 : tensor<16xf32> to tensor<16x1xf32>
    %m2b = tk.broadcast %m2e : tensor<16x1xf32> to tensor<16x16xf32>
    %d = arith.subf %s, %m2b : tensor<16x16xf32>
    %p = math.exp %d : tensor<16x16xf32>
    %md = arith.subf %m, %m2 : tensor<16xf32>
    %scale = math.exp %md : tensor<16xf32>
    %rowSum = tk.reduce(%p) axis = 1 {
    ^bb0(%x: f32, %y: f32):
      %z = arith.addf %x, %y : f32
      tk.yield %z : f32
    } : (tensor<16x16xf32>) -> tensor<16xf32>
    %ls = arith.mulf %l, %scale : tensor<16xf32>
    %l2 = arith.addf %ls, %rowSum : tensor<16xf32>
    %se = tk.expand_dims %scale, 1 : tensor<16xf32> to tensor<16x1xf32>
    %sb = tk.broadcast %se : tensor<16x1xf32> to tensor<16x16xf32>
    %rescaled = arith.mulf %a, %sb : tensor<16x16xf32>
    %ph = arith.truncf %p : tensor<16x16xf32> to tensor<16x16xf16>
    %vs = tk.splat %v : !tk.ptr<f16> to tensor<256x!tk.ptr<f16>>
    %vp = tk.addptr %vs, %offsets : tensor<256x!tk.ptr<f16>>, tensor<256xi32>
    %vf = tk.load %vp : tensor<256x!tk.ptr<f16>>
    %vt = tk.reshape %vf : tensor<256xf16> to tensor<16x16xf16>
    %a2 = tk.dot %ph, %vt, %rescaled : tensor<16x16xf16>, tensor<16x16xf16> to tensor<16x16xf32>
    scf.yield %a2, %m2, %l2 : tensor<16x16xf32>, tensor<16xf32>, tensor<16xf32>
  }
  %le = tk.expand_dims %sum, 1 : tensor<16xf32> to tensor<16x1xf32>
  %lb = tk.broadcast %le : tensor<16x1xf32> to tensor<16x16xf32>
  %o = arith.divf %acc, %lb : tensor<16x16xf32>
  %of = tk.reshape %o : tensor<16x16xf32> to tensor<256xf32>
  %os = tk.splat %out : !tk.ptr<f32> to tensor<256x!tk.ptr<f32>>
  %op = tk.addptr %os, %r : tensor<256x!tk.ptr<f32>>, tensor<256xi32>
  tk.store %op, %of : tensor<256x!tk.ptr<f32>>
  return
})";

TEST(InterpKernel, ComputesAttentionWithUsefulBounds) {
  constexpr size_t size = 16, keys = 64;
  std::mt19937 random(4);
  std::normal_distribution<double> normal(0, 0.5);
  auto randomBuffer = [&](KernelRun &run, size_t count) -> data::Array & {
    std::vector<double> values(count);
    std::generate(values.begin(), values.end(), [&] { return normal(random); });
    return run.buffer(ElementType::F16, values);
  };
  KernelRun run;
  data::Array &q = randomBuffer(run, size * size);
  data::Array &k = randomBuffer(run, keys * size);
  data::Array &v = randomBuffer(run, keys * size);
  run.output(ElementType::F32, size * size);
  run.runCleanly(attention);
  EXPECT_TRUE(run.execution.isDecided());
  std::vector<double> result = run.values(3);
  for (size_t row = 0; row < size; ++row) {
    std::vector<double> weights(keys, 0);
    double sum = 0;
    for (size_t key = 0; key < keys; ++key) {
      for (size_t d = 0; d < size; ++d) {
        weights[key] += q.getDouble(row * size + d) * k.getDouble(key * size + d);
      }
      weights[key] = std::exp(weights[key]);
      sum += weights[key];
    }
    for (size_t d = 0; d < size; ++d) {
      double expected = 0;
      for (size_t key = 0; key < keys; ++key) {
        expected += weights[key] / sum * v.getDouble(key * size + d);
      }
      size_t index = row * size + d;
      EXPECT_LE(std::fabs(result[index] - expected), run.bound(3, index));
      EXPECT_LE(run.bound(3, index), 5e-3);
    }
  }
}

} // namespace
} // namespace tkc::interp
