// RUN: tk-opt %s | tk-opt | FileCheck %s
// RUN: tk-opt %s --mlir-print-op-generic | tk-opt | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @blocks_and_scalars
func.func @blocks_and_scalars(%x: tensor<8xi32>, %n: f32) {
  // CHECK: tk.print " x: "(%{{.*}}, %{{.*}} : tensor<8xi32>, f32) signed [true, false]
  tk.print " x: " (%x, %n : tensor<8xi32>, f32) signed [true, false]
  // CHECK: tk.print " x: " hex(%{{.*}} : tensor<8xi32>) signed [true]
  tk.print " x: " hex (%x : tensor<8xi32>) signed [true]
  return
}

// CHECK-LABEL: func.func @only_text
func.func @only_text() {
  // CHECK: tk.print " here"() signed []
  tk.print " here" () signed []
  return
}
