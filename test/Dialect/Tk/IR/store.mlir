// RUN: tk-opt %s | tk-opt | FileCheck %s
// RUN: tk-opt %s --mlir-print-op-generic | tk-opt | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @scalar
func.func @scalar(%p: !tk.ptr<f32>, %x: f32) {
  // CHECK: tk.store %{{.*}}, %{{.*}} : !tk.ptr<f32>
  tk.store %p, %x : !tk.ptr<f32>
  return
}

// CHECK-LABEL: func.func @block_with_mask
func.func @block_with_mask(%p: tensor<8x!tk.ptr<f32>>, %x: tensor<8xf32>, %m: tensor<8xi1>) {
  // CHECK: tk.store %{{.*}}, %{{.*}} mask %{{.*}} : tensor<8x!tk.ptr<f32>>
  tk.store %p, %x mask %m : tensor<8x!tk.ptr<f32>>
  return
}

// CHECK-LABEL: func.func @modifiers
func.func @modifiers(%p: !tk.ptr<i16>, %x: i16) {
  // CHECK: tk.store %{{.*}}, %{{.*}} {cache = #tk.cache<wt>, evict = #tk.evict<evict_first>} : !tk.ptr<i16>
  tk.store %p, %x {cache = #tk.cache<wt>, evict = #tk.evict<evict_first>} : !tk.ptr<i16>
  return
}
