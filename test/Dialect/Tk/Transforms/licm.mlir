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

// A loop of no iterations divides by nothing.
// CHECK-LABEL: func.func @divisions
func.func @divisions(%a: i32, %m: i32, %n: i32, %p: !tk.ptr<i32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c5 = arith.constant 5 : i32
  // CHECK: arith.remsi %arg0, %c5
  // CHECK: scf.for
  // CHECK-NEXT: arith.remsi %arg0, %arg1
  // CHECK-NEXT: arith.remui %arg0, %arg1
  // CHECK-NEXT: arith.divsi %arg0, %arg1
  scf.for %i = %c0 to %n step %c1 : i32 {
    %r = arith.remsi %a, %m : i32
    %u = arith.remui %a, %m : i32
    %d = arith.divsi %a, %m : i32
    %k = arith.remsi %a, %c5 : i32
    %s = arith.addi %r, %u : i32
    %t = arith.addi %d, %k : i32
    %v = arith.addi %s, %t : i32
    tk.store %p, %v : !tk.ptr<i32>
  }
  return
}
