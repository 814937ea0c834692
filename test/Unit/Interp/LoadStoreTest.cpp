// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Straight-line kernels: grid, pointers, masks, loads and stores.
#include "RunKernel.h"

namespace tkc::interp {
namespace {

using data::ElementType;

constexpr const char *addVectors = R"(
func.func @add(%x: !tk.ptr<f32>, %y: !tk.ptr<f32>, %out: !tk.ptr<f32>, %n: i32) attributes {tk.kernel} {
  %c4 = arith.constant 4 : i32
  %pid = tk.program_id 0 : i32
  %start = arith.muli %pid, %c4 : i32
  %range = tk.make_range 0, 4 : tensor<4xi32>
  %starts = tk.splat %start : i32 to tensor<4xi32>
  %offsets = arith.addi %starts, %range : tensor<4xi32>
  %ns = tk.splat %n : i32 to tensor<4xi32>
  %mask = arith.cmpi slt, %offsets, %ns : tensor<4xi32>
  %xs = tk.splat %x : !tk.ptr<f32> to tensor<4x!tk.ptr<f32>>
  %xp = tk.addptr %xs, %offsets : tensor<4x!tk.ptr<f32>>, tensor<4xi32>
  %a = tk.load %xp mask %mask : tensor<4x!tk.ptr<f32>>
  %ys = tk.splat %y : !tk.ptr<f32> to tensor<4x!tk.ptr<f32>>
  %yp = tk.addptr %ys, %offsets : tensor<4x!tk.ptr<f32>>, tensor<4xi32>
  %b = tk.load %yp mask %mask : tensor<4x!tk.ptr<f32>>
  %sum = arith.addf %a, %b : tensor<4xf32>
  %os = tk.splat %out : !tk.ptr<f32> to tensor<4x!tk.ptr<f32>>
  %op = tk.addptr %os, %offsets : tensor<4x!tk.ptr<f32>>, tensor<4xi32>
  tk.store %op, %sum mask %mask : tensor<4x!tk.ptr<f32>>
  return
})";

TEST(InterpLoadStore, AddsVectorsWithATail) {
  KernelRun run;
  run.buffer(ElementType::F32, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
  run.buffer(ElementType::F32, {10, 20, 30, 40, 50, 60, 70, 80, 90, 100});
  run.output(ElementType::F32, 10);
  run.integer(ElementType::I32, 10);
  run.launch.grid = {3, 1, 1};
  run.runCleanly(addVectors);
  EXPECT_EQ(run.values(2), (std::vector<double>{11, 22, 33, 44, 55, 66, 77, 88, 99, 110}));
  EXPECT_EQ(run.execution.buffers[2].unwrittenCount, 0u);
  EXPECT_TRUE(run.execution.buffers[2].bounds.empty());
}

TEST(InterpLoadStore, ReportsArgumentsThatDoNotFit) {
  KernelRun run;
  run.buffer(ElementType::F32, {1});
  run.run(addVectors);
  ASSERT_EQ(run.execution.problems.size(), 1u);
  EXPECT_EQ(run.execution.problems[0].message, "kernel `add` takes 4 arguments, got 1");
  EXPECT_FALSE(run.execution.hasRun());
}

} // namespace
} // namespace tkc::interp
