// RUN: tk-opt %s --split-input-file --verify-diagnostics
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

func.func @ranks_differ(%a: tensor<2x16x32xf16>, %b: tensor<32x8xf16>, %c: tensor<16x8xf32>) {
  // expected-error @+1 {{expects blocks of one rank, 2 or 3, got ranks 3, 2 and 2}}
  %0 = tk.dot %a, %b, %c : tensor<2x16x32xf16>, tensor<32x8xf16> to tensor<16x8xf32>
  return
}

// -----

func.func @vectors(%a: tensor<32xf16>, %c: tensor<32xf32>) {
  // expected-error @+1 {{expects blocks of one rank, 2 or 3, got ranks 1, 1 and 1}}
  %0 = tk.dot %a, %a, %c : tensor<32xf16>, tensor<32xf16> to tensor<32xf32>
  return
}

// -----

func.func @inner_sizes_differ(%a: tensor<16x32xf16>, %b: tensor<16x8xf16>, %c: tensor<16x8xf32>) {
  // expected-error @+1 {{expects as many rows of b as columns of a, got 16 and 32}}
  %0 = tk.dot %a, %b, %c : tensor<16x32xf16>, tensor<16x8xf16> to tensor<16x8xf32>
  return
}

// -----

func.func @outer_sizes_differ(%a: tensor<16x32xf16>, %b: tensor<32x8xf16>, %c: tensor<8x16xf32>) {
  // expected-error @+1 {{expects a result of 16x8, got 8x16}}
  %0 = tk.dot %a, %b, %c : tensor<16x32xf16>, tensor<32x8xf16> to tensor<8x16xf32>
  return
}

// -----

func.func @batches_differ(%a: tensor<2x16x32xf16>, %b: tensor<4x32x8xf16>, %c: tensor<2x16x8xf32>) {
  // expected-error @+1 {{expects equal batches, got 2, 4 and 2}}
  %0 = tk.dot %a, %b, %c : tensor<2x16x32xf16>, tensor<4x32x8xf16> to tensor<2x16x8xf32>
  return
}

// -----

func.func @element_types_differ(%a: tensor<16x32xf16>, %b: tensor<32x8xbf16>, %c: tensor<16x8xf32>) {
  // expected-error @+1 {{expects a and b of one element type, got 'f16' and 'bf16'}}
  %0 = tk.dot %a, %b, %c : tensor<16x32xf16>, tensor<32x8xbf16> to tensor<16x8xf32>
  return
}

// -----

func.func @integers_into_floats(%a: tensor<16x32xi8>, %b: tensor<32x8xi8>, %c: tensor<16x8xf32>) {
  // expected-error @+1 {{expects floats to add to floats and integers to integers, got 'i8' and 'f32'}}
  %0 = tk.dot %a, %b, %c : tensor<16x32xi8>, tensor<32x8xi8> to tensor<16x8xf32>
  return
}

// -----

func.func @pointers(%a: tensor<16x16x!tk.ptr<f32>>, %c: tensor<16x16xi32>) {
  // expected-error @+1 {{operand #0 must be block of floats or block of integers}}
  %0 = tk.dot %a, %a, %c : tensor<16x16x!tk.ptr<f32>>, tensor<16x16x!tk.ptr<f32>> to tensor<16x16xi32>
  return
}

// -----

func.func @encoding_that_nobody_infers(%a: tensor<16x16xf32, 1 : i32>) {
  // expected-error @+1 {{expects encodings on a, b and c, of a dialect that infers layouts}}
  %0 = tk.dot %a, %a, %a : tensor<16x16xf32, 1 : i32>, tensor<16x16xf32, 1 : i32> to tensor<16x16xf32, 1 : i32>
  return
}

// -----

func.func @encoding_on_operands_only(%a: tensor<16x16xf32, 1 : i32>, %c: tensor<16x16xf32>) {
  // expected-error @+1 {{expects encodings on a, b and c, of a dialect that infers layouts}}
  %0 = tk.dot %a, %a, %c : tensor<16x16xf32, 1 : i32>, tensor<16x16xf32, 1 : i32> to tensor<16x16xf32>
  return
}
