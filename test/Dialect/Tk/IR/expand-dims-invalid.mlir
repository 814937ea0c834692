// RUN: tk-opt %s --split-input-file --verify-diagnostics
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

func.func @axis_beyond_the_rank(%x: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{expects an axis from 0 to 1, got 2}}
  %0 = tk.expand_dims %x, 2 : tensor<8xf32> to tensor<8x1xf32>
  return
}

// -----

func.func @negative_axis(%x: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{expects an axis from 0 to 1, got -1}}
  %0 = tk.expand_dims %x, -1 : tensor<8xf32> to tensor<8x1xf32>
  return
}

// -----

func.func @result_of_another_shape(%x: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{inferred type(s) 'tensor<8x1xf32>' are incompatible with return type(s) of operation 'tensor<1x8xf32>'}}
  %0 = tk.expand_dims %x, 1 : tensor<8xf32> to tensor<1x8xf32>
  return
}

// -----

func.func @encoding_that_nobody_infers(%x: tensor<8xf32, 1 : i32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{expects an encoding whose dialect infers layouts, got 1 : i32}}
  %0 = tk.expand_dims %x, 1 : tensor<8xf32, 1 : i32> to tensor<8x1xf32, 1 : i32>
  return
}
