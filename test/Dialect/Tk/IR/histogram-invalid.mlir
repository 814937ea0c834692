// RUN: tk-opt %s --split-input-file --verify-diagnostics
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

func.func @two_dimensions(%x: tensor<4x8xi32>) {
  // expected-error @+1 {{expects a block of rank 1, got 'tensor<4x8xi32>'}}
  %0 = tk.histogram %x : tensor<4x8xi32> to tensor<8xi32>
  return
}

// -----

func.func @wide_counts(%x: tensor<8xi32>) {
  // expected-error @+1 {{expects a result of rank 1 with elements of type i32, got 'tensor<8xi64>'}}
  %0 = tk.histogram %x : tensor<8xi32> to tensor<8xi64>
  return
}

// -----

func.func @counts_of_two_dimensions(%x: tensor<8xi32>) {
  // expected-error @+1 {{expects a result of rank 1 with elements of type i32, got 'tensor<2x4xi32>'}}
  %0 = tk.histogram %x : tensor<8xi32> to tensor<2x4xi32>
  return
}

// -----

func.func @mask_of_another_shape(%x: tensor<8xi32>, %m: tensor<4xi1>) {
  // expected-error @+1 {{requires the same shape for all operands}}
  %0 = tk.histogram %x mask %m : tensor<4xi1> : tensor<8xi32> to tensor<8xi32>
  return
}

// -----

func.func @mask_of_another_encoding(%x: tensor<8xi32, 1 : i32>, %m: tensor<8xi1, 2 : i32>) {
  // expected-error @+1 {{expects blocks of one encoding, got 1 : i32 and 2 : i32}}
  %0 = tk.histogram %x mask %m : tensor<8xi1, 2 : i32> : tensor<8xi32, 1 : i32> to tensor<8xi32, 1 : i32>
  return
}
