// RUN: tk-opt %s --split-input-file --verify-diagnostics
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

func.func @another_rank(%x: tensor<8xf32>) {
  // expected-error @+1 {{expects equal ranks, got 1 and 2}}
  %0 = tk.broadcast %x : tensor<8xf32> to tensor<8x4xf32>
  return
}

// -----

func.func @dimension_is_not_one(%x: tensor<8x2xf32>) {
  // expected-error @+1 {{expects dimension 1 to be 1 or 4, got 2}}
  %0 = tk.broadcast %x : tensor<8x2xf32> to tensor<8x4xf32>
  return
}

// -----

func.func @another_element_type(%x: tensor<8x1xf32>) {
  // expected-error @+1 {{requires the same element type for all operands and results}}
  %0 = tk.broadcast %x : tensor<8x1xf32> to tensor<8x4xf16>
  return
}

// -----

func.func @another_encoding(%x: tensor<8x1xf32, 1 : i32>) {
  // expected-error @+1 {{expects blocks of one encoding, got 1 : i32 and 2 : i32}}
  %0 = tk.broadcast %x : tensor<8x1xf32, 1 : i32> to tensor<8x4xf32, 2 : i32>
  return
}
