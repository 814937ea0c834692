// RUN: tk-opt %s --split-input-file --verify-diagnostics
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

func.func @shapes_differ(%a: tensor<8xf32>, %b: tensor<4xf32>) {
  // expected-error @+1 {{all non-scalar operands/results must have the same shape and base type}}
  %0 = tk.extern_elementwise "__nv_powf"(%a, %b) : (tensor<8xf32>, tensor<4xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @scalar_beside_a_block(%a: tensor<8xf32>, %b: f32) {
  // expected-error @+1 {{requires the same shape for all operands and results}}
  %0 = tk.extern_elementwise "__nv_powf"(%a, %b) : (tensor<8xf32>, f32) -> tensor<8xf32>
  return
}

// -----

func.func @encodings_differ(%a: tensor<8xf32, 1 : i32>, %b: tensor<8xf32, 2 : i32>) {
  // expected-error @+1 {{expects blocks of one encoding, got 1 : i32 and 2 : i32}}
  %0 = tk.extern_elementwise "__nv_powf"(%a, %b) : (tensor<8xf32, 1 : i32>, tensor<8xf32, 2 : i32>) -> tensor<8xf32, 1 : i32>
  return
}

// -----

func.func @no_operands() {
  // expected-error @+1 {{expected 1 or more operands, but found 0}}
  %0 = tk.extern_elementwise "clock"() : () -> i32
  return
}
