// RUN: tk-opt %s | tk-opt | FileCheck %s
// RUN: tk-opt %s --mlir-print-op-generic | tk-opt | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @scalar
func.func @scalar(%p: !tk.ptr<f32>) -> f32 {
  // CHECK: tk.load %{{.*}} : !tk.ptr<f32>
  %0 = tk.load %p : !tk.ptr<f32>
  return %0 : f32
}

// CHECK-LABEL: func.func @block_with_mask_and_other
func.func @block_with_mask_and_other(%p: tensor<8x4x!tk.ptr<f16>>, %m: tensor<8x4xi1>, %o: tensor<8x4xf16>)
    -> tensor<8x4xf16> {
  // CHECK: tk.load %{{.*}} mask %{{.*}} : tensor<8x4x!tk.ptr<f16>>
  %0 = tk.load %p mask %m : tensor<8x4x!tk.ptr<f16>>
  // CHECK: tk.load %{{.*}} mask %{{.*}} other %{{.*}} : tensor<8x4x!tk.ptr<f16>>
  %1 = tk.load %p mask %m other %o : tensor<8x4x!tk.ptr<f16>>
  %2 = arith.addf %0, %1 : tensor<8x4xf16>
  return %2 : tensor<8x4xf16>
}

// CHECK-LABEL: func.func @modifiers
func.func @modifiers(%p: !tk.ptr<i8>) -> i8 {
  // CHECK: tk.load %{{.*}} {cache = #tk.cache<cg>, evict = #tk.evict<evict_first>, isVolatile} : !tk.ptr<i8>
  %0 = tk.load %p {cache = #tk.cache<cg>, evict = #tk.evict<evict_first>, isVolatile} : !tk.ptr<i8>
  return %0 : i8
}

// CHECK-LABEL: func.func @pointers_in_memory
func.func @pointers_in_memory(%p: !tk.ptr<!tk.ptr<f32>>) -> !tk.ptr<f32> {
  // CHECK: tk.load %{{.*}} : !tk.ptr<!tk.ptr<f32>>
  %0 = tk.load %p : !tk.ptr<!tk.ptr<f32>>
  return %0 : !tk.ptr<f32>
}
