// RUN: tk-opt %s | tk-opt | FileCheck %s
// RUN: tk-opt %s --mlir-print-op-generic | tk-opt | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @kinds_of_integers
func.func @kinds_of_integers(%p: !tk.ptr<i32>, %x: i32) {
  // CHECK: tk.atomic_rmw and, %{{.*}}, %{{.*}} : !tk.ptr<i32>
  %0 = tk.atomic_rmw and, %p, %x : !tk.ptr<i32>
  // CHECK: tk.atomic_rmw or,
  %1 = tk.atomic_rmw or, %p, %x : !tk.ptr<i32>
  // CHECK: tk.atomic_rmw xor,
  %2 = tk.atomic_rmw xor, %p, %x : !tk.ptr<i32>
  // CHECK: tk.atomic_rmw add,
  %3 = tk.atomic_rmw add, %p, %x : !tk.ptr<i32>
  // CHECK: tk.atomic_rmw max,
  %4 = tk.atomic_rmw max, %p, %x : !tk.ptr<i32>
  // CHECK: tk.atomic_rmw min,
  %5 = tk.atomic_rmw min, %p, %x : !tk.ptr<i32>
  // CHECK: tk.atomic_rmw umax,
  %6 = tk.atomic_rmw umax, %p, %x : !tk.ptr<i32>
  // CHECK: tk.atomic_rmw umin,
  %7 = tk.atomic_rmw umin, %p, %x : !tk.ptr<i32>
  // CHECK: tk.atomic_rmw xchg,
  %8 = tk.atomic_rmw xchg, %p, %x : !tk.ptr<i32>
  return
}

// CHECK-LABEL: func.func @kinds_of_floats
func.func @kinds_of_floats(%p: tensor<8x!tk.ptr<f32>>, %x: tensor<8xf32>, %m: tensor<8xi1>) {
  // CHECK: tk.atomic_rmw fadd, %{{.*}}, %{{.*}} mask %{{.*}} : tensor<8x!tk.ptr<f32>>
  %0 = tk.atomic_rmw fadd, %p, %x mask %m : tensor<8x!tk.ptr<f32>>
  // CHECK: tk.atomic_rmw fmax,
  %1 = tk.atomic_rmw fmax, %p, %x : tensor<8x!tk.ptr<f32>>
  // CHECK: tk.atomic_rmw fmin,
  %2 = tk.atomic_rmw fmin, %p, %x : tensor<8x!tk.ptr<f32>>
  // CHECK: tk.atomic_rmw xchg,
  %3 = tk.atomic_rmw xchg, %p, %x : tensor<8x!tk.ptr<f32>>
  return
}

// CHECK-LABEL: func.func @order_and_scope
func.func @order_and_scope(%p: !tk.ptr<i64>, %x: i64) -> i64 {
  // CHECK: {scope = #tk.scope<sys>, sem = #tk.sem<relaxed>} : !tk.ptr<i64>
  %0 = tk.atomic_rmw add, %p, %x {scope = #tk.scope<sys>, sem = #tk.sem<relaxed>} : !tk.ptr<i64>
  // CHECK: {scope = #tk.scope<cta>, sem = #tk.sem<acquire>} : !tk.ptr<i64>
  %1 = tk.atomic_rmw add, %p, %x {scope = #tk.scope<cta>, sem = #tk.sem<acquire>} : !tk.ptr<i64>
  %2 = arith.addi %0, %1 : i64
  return %2 : i64
}
