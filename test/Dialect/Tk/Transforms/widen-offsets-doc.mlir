// RUN: tk-opt %s --tk-widen-offsets --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The product may leave 32 bits, so the pointer gets a sum in 64 bits; the mask keeps the one in 32.

// CHECK-LABEL: func.func @copy_with_mask
// CHECK-SAME: (%[[P:.*]]: !tk.ptr<f32>{{.*}}, %[[N:.*]]: i32
func.func @copy_with_mask(%p: !tk.ptr<f32>, %n: i32) -> tensor<1024xf32> attributes {tk.kernel} {
  // CHECK-DAG: %[[PID:.*]] = tk.program_id 0
  // CHECK-DAG: %[[PIDX:.*]] = arith.extsi %[[PID]] : i32 to i64 loc(fused<#tk.ids<[1]>>["copy.tk":2:9])
  // CHECK-DAG: %[[SIZEX:.*]] = arith.constant 1024 : i64
  // CHECK-DAG: %[[STARTX:.*]] = arith.muli %[[PIDX]], %[[SIZEX]] : i64 loc(fused<#tk.ids<[2]>>["copy.tk":3:9])
  // CHECK-DAG: %[[STARTSX:.*]] = tk.splat %[[STARTX]] : i64 to tensor<1024xi64>
  // CHECK-DAG: %[[RANGE:.*]] = tk.make_range 0, 1024 : tensor<1024xi32>
  // CHECK-DAG: %[[RANGEX:.*]] = arith.extsi %[[RANGE]] : tensor<1024xi32> to tensor<1024xi64>
  // CHECK-DAG: %[[OFFSX:.*]] = arith.addi %[[STARTSX]], %[[RANGEX]] : tensor<1024xi64> loc(fused<#tk.ids<[4]>>["copy.tk":4:9])
  %size = arith.constant 1024 : i32
  %pid = tk.program_id 0 : i32 loc(fused<#tk.ids<[1]>>["copy.tk":2:9])
  %start = arith.muli %pid, %size : i32 loc(fused<#tk.ids<[2]>>["copy.tk":3:9])
  %range = tk.make_range 0, 1024 : tensor<1024xi32> loc(fused<#tk.ids<[3]>>["copy.tk":4:9])
  %starts = tk.splat %start : i32 to tensor<1024xi32> loc(fused<#tk.ids<[4]>>["copy.tk":4:9])
  %offs = arith.addi %starts, %range : tensor<1024xi32> loc(fused<#tk.ids<[4]>>["copy.tk":4:9])
  %ns = tk.splat %n : i32 to tensor<1024xi32> loc(fused<#tk.ids<[5]>>["copy.tk":5:9])
  // CHECK-DAG: %[[OFFS:.*]] = arith.addi %{{.*}}, %{{.*}} : tensor<1024xi32>
  // CHECK: arith.cmpi slt, %[[OFFS]], %{{.*}} : tensor<1024xi32>
  %mask = arith.cmpi slt, %offs, %ns : tensor<1024xi32> loc(fused<#tk.ids<[5]>>["copy.tk":5:9])
  %ps = tk.splat %p : !tk.ptr<f32> to tensor<1024x!tk.ptr<f32>> loc(fused<#tk.ids<[6]>>["copy.tk":6:9])
  // CHECK: tk.addptr %{{.*}}, %[[OFFSX]] : tensor<1024x!tk.ptr<f32>>, tensor<1024xi64>
  %q = tk.addptr %ps, %offs : tensor<1024x!tk.ptr<f32>>, tensor<1024xi32> loc(fused<#tk.ids<[6]>>["copy.tk":6:9])
  %x = tk.load %q mask %mask : tensor<1024x!tk.ptr<f32>> loc(fused<#tk.ids<[7]>>["copy.tk":7:9])
  return %x : tensor<1024xf32>
}
