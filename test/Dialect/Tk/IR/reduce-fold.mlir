// RUN: tk-opt %s --tk-canonicalize | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @unused_reduction_goes
func.func @unused_reduction_goes(%x: tensor<8xf32>) {
  // CHECK-NEXT: return
  %0 = tk.reduce (%x) axis = 0 {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tk.yield %c : f32
  } : (tensor<8xf32>) -> f32
  return
}
