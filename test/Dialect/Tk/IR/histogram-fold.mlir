// RUN: tk-opt %s --tk-canonicalize | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @a_mask_that_is_true_goes
func.func @a_mask_that_is_true_goes(%x: tensor<8xi32>) -> tensor<4xi32> {
  // CHECK-NEXT: tk.histogram %{{.*}} : tensor<8xi32> to tensor<4xi32>
  %m = arith.constant dense<true> : tensor<8xi1>
  %0 = tk.histogram %x mask %m : tensor<8xi1> : tensor<8xi32> to tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @a_mask_that_is_false_counts_nothing
func.func @a_mask_that_is_false_counts_nothing(%x: tensor<8xi32>) -> tensor<4xi32> {
  // CHECK-NEXT: arith.constant dense<0> : tensor<4xi32>
  // CHECK-NEXT: return
  %m = arith.constant dense<false> : tensor<8xi1>
  %0 = tk.histogram %x mask %m : tensor<8xi1> : tensor<8xi32> to tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @another_mask_stays
func.func @another_mask_stays(%x: tensor<8xi32>, %m: tensor<8xi1>) -> tensor<4xi32> {
  // CHECK-NEXT: tk.histogram %{{.*}} mask
  %0 = tk.histogram %x mask %m : tensor<8xi1> : tensor<8xi32> to tensor<4xi32>
  return %0 : tensor<4xi32>
}
