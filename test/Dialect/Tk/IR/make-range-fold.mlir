// RUN: tk-opt %s --tk-canonicalize | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @one_element_is_a_constant
func.func @one_element_is_a_constant() -> tensor<1xi32> {
  // CHECK: arith.constant dense<7> : tensor<1xi32>
  %0 = tk.make_range 7, 8 : tensor<1xi32>
  return %0 : tensor<1xi32>
}

// CHECK-LABEL: func.func @negative_element
func.func @negative_element() -> tensor<1xi32> {
  // CHECK: arith.constant dense<-1> : tensor<1xi32>
  %0 = tk.make_range -1, 0 : tensor<1xi32>
  return %0 : tensor<1xi32>
}

// CHECK-LABEL: func.func @two_elements_stay
func.func @two_elements_stay() -> tensor<2xi32> {
  // CHECK: tk.make_range
  %0 = tk.make_range 7, 9 : tensor<2xi32>
  return %0 : tensor<2xi32>
}
