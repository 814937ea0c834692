// RUN: tk-opt %s --tk-canonicalize | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @true_mask_goes
func.func @true_mask_goes(%p: tensor<8x!tk.ptr<f32>>, %o: tensor<8xf32>) -> tensor<8xf32> {
  %true = arith.constant dense<true> : tensor<8xi1>
  // CHECK: tk.load %{{.*}} {cache = #tk.cache<ca>, evict = #tk.evict<evict_last>} : tensor<8x!tk.ptr<f32>>
  %0 = tk.load %p mask %true other %o {cache = #tk.cache<ca>, evict = #tk.evict<evict_last>} : tensor<8x!tk.ptr<f32>>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func.func @false_mask_gives_other
// CHECK-SAME: %[[O:[a-z0-9]+]]: tensor<8xf32>)
func.func @false_mask_gives_other(%p: tensor<8x!tk.ptr<f32>>, %o: tensor<8xf32>) -> tensor<8xf32> {
  %false = arith.constant dense<false> : tensor<8xi1>
  %0 = tk.load %p mask %false other %o : tensor<8x!tk.ptr<f32>>
  // CHECK-NEXT: return %[[O]]
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func.func @false_mask_without_other_stays
func.func @false_mask_without_other_stays(%p: tensor<8x!tk.ptr<f32>>) -> tensor<8xf32> {
  %false = arith.constant dense<false> : tensor<8xi1>
  // CHECK: tk.load
  %0 = tk.load %p mask %false : tensor<8x!tk.ptr<f32>>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func.func @volatile_load_stays
func.func @volatile_load_stays(%p: !tk.ptr<f32>, %o: f32) -> f32 {
  %false = arith.constant false
  // CHECK: tk.load
  %0 = tk.load %p mask %false other %o {isVolatile} : !tk.ptr<f32>
  return %0 : f32
}

// CHECK-LABEL: func.func @unknown_mask_stays
func.func @unknown_mask_stays(%p: !tk.ptr<f32>, %m: i1, %o: f32) -> f32 {
  // CHECK: tk.load %{{.*}} mask %{{.*}} other
  %0 = tk.load %p mask %m other %o : !tk.ptr<f32>
  return %0 : f32
}

// CHECK-LABEL: func.func @unused_load_goes
func.func @unused_load_goes(%p: !tk.ptr<f32>) {
  // CHECK-NEXT: return
  %0 = tk.load %p : !tk.ptr<f32>
  return
}

// CHECK-LABEL: func.func @unused_volatile_load_stays
func.func @unused_volatile_load_stays(%p: !tk.ptr<f32>) {
  // CHECK-NEXT: tk.load
  %0 = tk.load %p {isVolatile} : !tk.ptr<f32>
  return
}
