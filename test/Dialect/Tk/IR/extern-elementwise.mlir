// RUN: tk-opt %s | tk-opt | FileCheck %s
// RUN: tk-opt %s --mlir-print-op-generic | tk-opt | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @both_shapes
func.func @both_shapes(%a: f32, %b: tensor<8xf32>, %n: tensor<8xi32>) -> (f32, tensor<8xf32>) {
  // CHECK: tk.extern_elementwise "__nv_tanf"(%{{.*}}) : (f32) -> f32
  %0 = tk.extern_elementwise "__nv_tanf"(%a) : (f32) -> f32
  // CHECK: tk.extern_elementwise "__nv_ldexpf"(%{{.*}}, %{{.*}}) : (tensor<8xf32>, tensor<8xi32>) -> tensor<8xf32>
  %1 = tk.extern_elementwise "__nv_ldexpf"(%b, %n) : (tensor<8xf32>, tensor<8xi32>) -> tensor<8xf32>
  return %0, %1 : f32, tensor<8xf32>
}

// CHECK-LABEL: func.func @with_effects
func.func @with_effects(%a: i32) -> i32 {
  // CHECK: tk.extern_elementwise "tick"(%{{.*}}) {pure = false} : (i32) -> i32
  %0 = tk.extern_elementwise "tick"(%a) {pure = false} : (i32) -> i32
  return %0 : i32
}
