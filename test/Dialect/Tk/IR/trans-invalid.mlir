// RUN: tk-opt %s --split-input-file --verify-diagnostics
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

func.func @no_permutation(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{expects a permutation of 2 dimensions}}
  %0 = tk.trans %x [0, 0] : tensor<8x4xf32> to tensor<4x8xf32>
  return
}

// -----

func.func @too_short(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{expects a permutation of 2 dimensions}}
  %0 = tk.trans %x [0] : tensor<8x4xf32> to tensor<8xf32>
  return
}

// -----

func.func @dimension_out_of_range(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{expects a permutation of 2 dimensions}}
  %0 = tk.trans %x [0, 2] : tensor<8x4xf32> to tensor<8x4xf32>
  return
}

// -----

func.func @result_of_another_shape(%x: tensor<8x4xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{inferred type(s) 'tensor<4x8xf32>' are incompatible with return type(s) of operation 'tensor<8x4xf32>'}}
  %0 = tk.trans %x [1, 0] : tensor<8x4xf32> to tensor<8x4xf32>
  return
}

// -----

func.func @encoding_that_nobody_infers(%x: tensor<8x4xf32, 1 : i32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{expects an encoding whose dialect infers layouts, got 1 : i32}}
  %0 = tk.trans %x [1, 0] : tensor<8x4xf32, 1 : i32> to tensor<4x8xf32, 1 : i32>
  return
}
