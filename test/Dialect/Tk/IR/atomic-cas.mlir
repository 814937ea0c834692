// RUN: tk-opt %s | tk-opt | FileCheck %s
// RUN: tk-opt %s --mlir-print-op-generic | tk-opt | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @scalar
func.func @scalar(%p: !tk.ptr<i32>, %c: i32, %x: i32) -> i32 {
  // CHECK: tk.atomic_cas %{{.*}}, %{{.*}}, %{{.*}} : !tk.ptr<i32>
  %0 = tk.atomic_cas %p, %c, %x : !tk.ptr<i32>
  return %0 : i32
}

// CHECK-LABEL: func.func @block
func.func @block(%p: tensor<8x!tk.ptr<f32>>, %c: tensor<8xf32>, %x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: {scope = #tk.scope<sys>, sem = #tk.sem<release>} : tensor<8x!tk.ptr<f32>>
  %0 = tk.atomic_cas %p, %c, %x {scope = #tk.scope<sys>, sem = #tk.sem<release>} : tensor<8x!tk.ptr<f32>>
  return %0 : tensor<8xf32>
}
