// RUN: tk-opt %s --tk-split-offsets --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The start of the program's part becomes a scalar pointer; the range, which is small, a block of 32-bit offsets.

// CHECK-LABEL: func.func @one_dimension
// CHECK-SAME: (%[[P:.*]]: !tk.ptr<f32>
func.func @one_dimension(%p: !tk.ptr<f32>) -> tensor<1024xf32> attributes {tk.kernel} {
  // CHECK-DAG: %[[START:.*]] = arith.muli
  // CHECK-DAG: %[[RANGE:.*]] = tk.make_range 0, 1024
  // CHECK: %[[Q:.*]] = tk.addptr %[[P]], %[[START]] : !tk.ptr<f32>, i64 loc(fused<#tk.ids<[7]>>["copy.tk":6:9])
  // CHECK: %[[QS:.*]] = tk.splat %[[Q]] : !tk.ptr<f32> to tensor<1024x!tk.ptr<f32>>
  // CHECK: %[[A:.*]] = tk.addptr %[[QS]], %[[RANGE]] : tensor<1024x!tk.ptr<f32>>, tensor<1024xi32> loc(fused<#tk.ids<[7]>>["copy.tk":6:9])
  // CHECK: tk.load %[[A]]
  %size = arith.constant 1024 : i64
  %pid = tk.program_id 0 : i32 loc(fused<#tk.ids<[1]>>["copy.tk":2:9])
  %pid64 = arith.extsi %pid : i32 to i64 loc(fused<#tk.ids<[1]>>["copy.tk":2:9])
  %start = arith.muli %pid64, %size : i64 loc(fused<#tk.ids<[2]>>["copy.tk":3:9])
  %range = tk.make_range 0, 1024 : tensor<1024xi32> loc(fused<#tk.ids<[3]>>["copy.tk":4:9])
  %range64 = arith.extsi %range : tensor<1024xi32> to tensor<1024xi64> loc(fused<#tk.ids<[3]>>["copy.tk":4:9])
  %starts = tk.splat %start : i64 to tensor<1024xi64> loc(fused<#tk.ids<[4]>>["copy.tk":4:9])
  %offsets = arith.addi %starts, %range64 : tensor<1024xi64> loc(fused<#tk.ids<[4]>>["copy.tk":4:9])
  %ps = tk.splat %p : !tk.ptr<f32> to tensor<1024x!tk.ptr<f32>> loc(fused<#tk.ids<[6]>>["copy.tk":6:9])
  %q = tk.addptr %ps, %offsets : tensor<1024x!tk.ptr<f32>>, tensor<1024xi64> loc(fused<#tk.ids<[7]>>["copy.tk":6:9])
  %x = tk.load %q : tensor<1024x!tk.ptr<f32>> loc(fused<#tk.ids<[8]>>["copy.tk":7:9])
  return %x : tensor<1024xf32>
}
