// RUN: tk-opt %s --tk-canonicalize | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @true_mask_goes
func.func @true_mask_goes(%p: tensor<8x!tk.ptr<f32>>, %x: tensor<8xf32>) {
  %true = arith.constant dense<true> : tensor<8xi1>
  // CHECK: tk.store %{{.*}}, %{{.*}} {cache = #tk.cache<cs>, evict = #tk.evict<evict_last>} : tensor<8x!tk.ptr<f32>>
  tk.store %p, %x mask %true {cache = #tk.cache<cs>, evict = #tk.evict<evict_last>} : tensor<8x!tk.ptr<f32>>
  return
}

// CHECK-LABEL: func.func @false_mask_stores_nothing
func.func @false_mask_stores_nothing(%p: tensor<8x!tk.ptr<f32>>, %x: tensor<8xf32>) {
  %false = arith.constant dense<false> : tensor<8xi1>
  // CHECK-NEXT: return
  tk.store %p, %x mask %false : tensor<8x!tk.ptr<f32>>
  return
}

// CHECK-LABEL: func.func @unknown_mask_stays
func.func @unknown_mask_stays(%p: !tk.ptr<f32>, %x: f32, %m: i1) {
  // CHECK: tk.store %{{.*}}, %{{.*}} mask
  tk.store %p, %x mask %m : !tk.ptr<f32>
  return
}
