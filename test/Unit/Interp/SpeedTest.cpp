// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interpreter must be fast enough for sweeps: a 512x512x512 matmul with all checks and bounds.
#include <chrono>
#include <ctime>
#include <random>

#include "RunKernel.h"

namespace tkc::interp {
namespace {

using data::ElementType;

constexpr const char *matmul = R"(
func.func @matmul(%a: !tk.ptr<f16>, %b: !tk.ptr<f16>, %c: !tk.ptr<f16>) attributes {tk.kernel} {
  %c0 = arith.constant 0 : i32
  %c32 = arith.constant 32 : i32
  %c64 = arith.constant 64 : i32
  %c512 = arith.constant 512 : i32
  %pm = tk.program_id 0 : i32
  %pn = tk.program_id 1 : i32
  %m0 = arith.muli %pm, %c64 : i32
  %n0 = arith.muli %pn, %c64 : i32
  %r64 = tk.make_range 0, 64 : tensor<64xi32>
  %r32 = tk.make_range 0, 32 : tensor<32xi32>
  %ms = tk.splat %m0 : i32 to tensor<64xi32>
  %rm = arith.addi %ms, %r64 : tensor<64xi32>
  %ns = tk.splat %n0 : i32 to tensor<64xi32>
  %rn = arith.addi %ns, %r64 : tensor<64xi32>
  %stride64 = arith.constant dense<512> : tensor<64x1xi32>
  %stride32 = arith.constant dense<512> : tensor<32x1xi32>
  %rm2 = tk.expand_dims %rm, 1 : tensor<64xi32> to tensor<64x1xi32>
  %rowsA = arith.muli %rm2, %stride64 : tensor<64x1xi32>
  %rk0 = tk.expand_dims %r32, 0 : tensor<32xi32> to tensor<1x32xi32>
  %rowsA2 = tk.broadcast %rowsA : tensor<64x1xi32> to tensor<64x32xi32>
  %colsA = tk.broadcast %rk0 : tensor<1x32xi32> to tensor<64x32xi32>
  %offA = arith.addi %rowsA2, %colsA : tensor<64x32xi32>
  %as = tk.splat %a : !tk.ptr<f16> to tensor<64x32x!tk.ptr<f16>>
  %ap = tk.addptr %as, %offA : tensor<64x32x!tk.ptr<f16>>, tensor<64x32xi32>
  %rk1 = tk.expand_dims %r32, 1 : tensor<32xi32> to tensor<32x1xi32>
  %rowsB = arith.muli %rk1, %stride32 : tensor<32x1xi32>
  %rn2 = tk.expand_dims %rn, 0 : tensor<64xi32> to tensor<1x64xi32>
  %rowsB2 = tk.broadcast %rowsB : tensor<32x1xi32> to tensor<32x64xi32>
  %colsB = tk.broadcast %rn2 : tensor<1x64xi32> to tensor<32x64xi32>
  %offB = arith.addi %rowsB2, %colsB : tensor<32x64xi32>
  %bs = tk.splat %b : !tk.ptr<f16> to tensor<32x64x!tk.ptr<f16>>
  %bp = tk.addptr %bs, %offB : tensor<32x64x!tk.ptr<f16>>, tensor<32x64xi32>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %stepA = arith.constant dense<32> : tensor<64x32xi32>
  %stepB = arith.constant dense<16384> : tensor<32x64xi32>
  %acc, %lastA, %lastB = scf.for %k = %c0 to %c512 step %c32
      iter_args(%sum = %zero, %pa = %ap, %pb = %bp)
      -> (tensor<64x64xf32>, tensor<64x32x!tk.ptr<f16>>, tensor<32x64x!tk.ptr<f16>>) : i32 {
    %ta = tk.load %pa : tensor<64x32x!tk.ptr<f16>>
    %tb = tk.load %pb : tensor<32x64x!tk.ptr<f16>>
    %next = tk.dot %ta, %tb, %sum : tensor<64x32xf16>, tensor<32x64xf16> to tensor<64x64xf32>
    %na = tk.addptr %pa, %stepA : tensor<64x32x!tk.ptr<f16>>, tensor<64x32xi32>
    %nb = tk.addptr %pb, %stepB : tensor<32x64x!tk.ptr<f16>>, tensor<32x64xi32>
    scf.yield %next, %na, %nb : tensor<64x64xf32>, tensor<64x32x!tk.ptr<f16>>, tensor<32x64x!tk.ptr<f16>>
  }
  %half = arith.truncf %acc : tensor<64x64xf32> to tensor<64x64xf16>
  %rowsC = tk.broadcast %rowsA : tensor<64x1xi32> to tensor<64x64xi32>
  %colsC = tk.broadcast %rn2 : tensor<1x64xi32> to tensor<64x64xi32>
  %offC = arith.addi %rowsC, %colsC : tensor<64x64xi32>
  %cs = tk.splat %c : !tk.ptr<f16> to tensor<64x64x!tk.ptr<f16>>
  %cp = tk.addptr %cs, %offC : tensor<64x64x!tk.ptr<f16>>, tensor<64x64xi32>
  tk.store %cp, %half : tensor<64x64x!tk.ptr<f16>>
  return
})";

TEST(InterpSpeed, MultipliesMatricesOf512InSeconds) {
  constexpr size_t size = 512;
  std::mt19937 random(1);
  std::normal_distribution<double> normal(0, 1);
  std::vector<double> a(size * size), b(size * size);
  std::generate(a.begin(), a.end(), [&] { return normal(random); });
  std::generate(b.begin(), b.end(), [&] { return normal(random); });
  KernelRun run;
  data::Array &left = run.buffer(ElementType::F16, a);
  data::Array &right = run.buffer(ElementType::F16, b);
  run.output(ElementType::F16, size * size);
  run.launch.grid = {8, 8, 1};
  auto begin = std::chrono::steady_clock::now();
  std::clock_t processorBegin = std::clock();
  run.runCleanly(matmul);
  std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
  double processorSeconds = double(std::clock() - processorBegin) / CLOCKS_PER_SEC;
  std::printf("512x512x512 f16 matmul: %.3f s, %.3f s of processors\n", elapsed.count(), processorSeconds);
  // Processor time, so that a busy machine does not matter; sanitizers take five times as long.
  EXPECT_LT(processorSeconds, 20);

  std::vector<double> result = run.values(2);
  for (size_t trial = 0; trial < 200; ++trial) {
    size_t row = random() % size;
    size_t column = random() % size;
    double exact = 0;
    for (size_t k = 0; k < size; ++k) {
      exact += left.getDouble(row * size + k) * right.getDouble(k * size + column);
    }
    double bound = run.bound(2, row * size + column);
    EXPECT_LE(std::fabs(result[row * size + column] - exact), bound);
    EXPECT_LT(bound, 0.2);
  }
}

} // namespace
} // namespace tkc::interp
