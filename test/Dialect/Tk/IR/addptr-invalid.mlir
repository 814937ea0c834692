// RUN: tk-opt %s --split-input-file --verify-diagnostics
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

func.func @shapes_differ(%p: tensor<8x!tk.ptr<f32>>, %n: tensor<4xi32>) {
  // expected-error @+1 {{all non-scalar operands/results must have the same shape and base type}}
  %0 = tk.addptr %p, %n : tensor<8x!tk.ptr<f32>>, tensor<4xi32>
  return
}

// -----

func.func @scalar_pointer_with_block_offset(%p: !tk.ptr<f32>, %n: tensor<4xi32>) {
  // expected-error @+1 {{if an operand is non-scalar, then there must be at least one non-scalar result}}
  %0 = tk.addptr %p, %n : !tk.ptr<f32>, tensor<4xi32>
  return
}

// -----

func.func @encodings_differ(%p: tensor<8x!tk.ptr<f32>, 1 : i32>, %n: tensor<8xi32, 2 : i32>) {
  // expected-error @+1 {{expects blocks of one encoding, got 1 : i32 and 2 : i32}}
  %0 = tk.addptr %p, %n : tensor<8x!tk.ptr<f32>, 1 : i32>, tensor<8xi32, 2 : i32>
  return
}

// -----

func.func @offset_is_a_float(%p: !tk.ptr<f32>, %n: f32) {
  // expected-error @+1 {{operand #1 must be integer or block of integers, but got 'f32'}}
  %0 = tk.addptr %p, %n : !tk.ptr<f32>, f32
  return
}

// -----

func.func @base_is_no_pointer(%p: i64, %n: i32) {
  // expected-error @+1 {{operand #0 must be pointer or block of pointers, but got 'i64'}}
  %0 = "tk.addptr"(%p, %n) : (i64, i32) -> i64
  return
}
