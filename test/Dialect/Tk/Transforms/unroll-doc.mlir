// RUN: tk-opt %s --tk-unroll --tk-canonicalize --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @two_at_once
func.func @two_at_once(%p: !tk.ptr<i32>) {
  // CHECK-DAG: %[[STEP:.*]] = arith.constant 2 : i32
  // CHECK: scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %[[STEP]]
  // CHECK: tk.addptr %{{.*}}, %[[I]] : !tk.ptr<i32>, i32 loc(fused<#tk.ids<[3]>>["a.tk":3:3])
  // CHECK: tk.store
  // CHECK: %[[NEXT:.*]] = arith.addi %[[I]], %{{.*}} : i32
  // CHECK: tk.addptr %{{.*}}, %[[NEXT]] : !tk.ptr<i32>, i32 loc(fused<#tk.ids<[3]>>["a.tk":3:3])
  // CHECK: tk.store
  // CHECK-NOT: tk.loop_unroll_factor
  // CHECK-NOT: scf.for
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %n = arith.constant 64 : i32
  scf.for %i = %zero to %n step %one : i32 {
    %q = tk.addptr %p, %i : !tk.ptr<i32>, i32 loc(fused<#tk.ids<[3]>>["a.tk":3:3])
    tk.store %q, %i : !tk.ptr<i32> loc(fused<#tk.ids<[4]>>["a.tk":4:3])
  } {tk.loop_unroll_factor = 2 : i32} loc(fused<#tk.ids<[2]>>["a.tk":2:1])
  return
}
