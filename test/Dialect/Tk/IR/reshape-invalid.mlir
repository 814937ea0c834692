// RUN: tk-opt %s --split-input-file --verify-diagnostics
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

func.func @another_number_of_elements(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{expects 32 elements, got 16}}
  %0 = tk.reshape %x : tensor<8x4xf32> to tensor<16xf32>
  return
}

// -----

func.func @another_element_type(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{requires the same element type for all operands and results}}
  %0 = tk.reshape %x : tensor<8x4xf32> to tensor<32xf16>
  return
}

// -----

func.func @encoding_on_one_side(%x: tensor<8x4xf32, 1 : i32>) {
  // expected-error @+1 {{expects an encoding on both sides, got one on one side}}
  %0 = tk.reshape %x : tensor<8x4xf32, 1 : i32> to tensor<32xf32>
  return
}

// -----

func.func @encoding_that_nobody_infers(%x: tensor<8x4xf32, 1 : i32>) {
  // expected-error @+1 {{expects an encoding whose dialect infers layouts, got 1 : i32}}
  %0 = tk.reshape %x : tensor<8x4xf32, 1 : i32> to tensor<32xf32, 1 : i32>
  return
}
