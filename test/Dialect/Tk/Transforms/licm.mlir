// RUN: tk-opt %s --tk-licm --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @invariant_ops_leave_both_loops
func.func @invariant_ops_leave_both_loops(%x: tensor<8xi32>, %p: tensor<8x!tk.ptr<i32>>, %n: i32) {
  // CHECK: arith.muli %{{.*}}, %{{.*}} : tensor<8xi32> loc(fused<#tk.ids<[3]>>["a.tk":3:1])
  // CHECK: scf.for
  // CHECK: scf.for
  // CHECK-NOT: arith.muli
  // CHECK: tk.store
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %i = %zero to %n step %one : i32 {
    scf.for %j = %zero to %n step %one : i32 {
      %0 = arith.muli %x, %x : tensor<8xi32> loc(fused<#tk.ids<[3]>>["a.tk":3:1])
      tk.store %p, %0 : tensor<8x!tk.ptr<i32>>
    }
  }
  return
}

// CHECK-LABEL: func.func @attribute_keeps_ops_inside
func.func @attribute_keeps_ops_inside(%x: tensor<8xi32>, %p: tensor<8x!tk.ptr<i32>>, %n: i32) {
  // CHECK: scf.for
  // CHECK: arith.muli
  // CHECK: tk.disable_licm
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %i = %zero to %n step %one : i32 {
    %0 = arith.muli %x, %x : tensor<8xi32>
    tk.store %p, %0 : tensor<8x!tk.ptr<i32>>
  } {tk.disable_licm}
  return
}

// CHECK-LABEL: func.func @loads_stay
func.func @loads_stay(%p: !tk.ptr<f32>, %q: !tk.ptr<f32>, %n: i32) {
  // CHECK: scf.for
  // CHECK: tk.load
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %i = %zero to %n step %one : i32 {
    %0 = tk.load %p : !tk.ptr<f32>
    tk.store %q, %0 : !tk.ptr<f32>
  }
  return
}

// CHECK-LABEL: func.func @variant_ops_stay
func.func @variant_ops_stay(%q: !tk.ptr<i32>, %n: i32) {
  // CHECK: scf.for
  // CHECK: arith.muli
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %i = %zero to %n step %one : i32 {
    %0 = arith.muli %i, %i : i32
    tk.store %q, %0 : !tk.ptr<i32>
  }
  return
}

// CHECK-LABEL: func.func @divisions_by_the_unknown_stay
func.func @divisions_by_the_unknown_stay(%q: !tk.ptr<i32>, %x: i32, %n: i32) {
  // CHECK: scf.for
  // CHECK: arith.divsi
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %i = %zero to %n step %one : i32 {
    %0 = arith.divsi %x, %n : i32
    tk.store %q, %0 : !tk.ptr<i32>
  }
  return
}
