// RUN: tk-opt %s --split-input-file --verify-diagnostics
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

func.func @other_without_mask(%p: !tk.ptr<f32>, %o: f32) {
  // expected-error @+1 {{expects a mask beside other, got none}}
  %0 = tk.load %p other %o : !tk.ptr<f32>
  return
}

// -----

func.func @store_modifier_wb(%p: !tk.ptr<f32>) {
  // expected-error @+1 {{expects a cache modifier of loads, got wb}}
  %0 = tk.load %p {cache = #tk.cache<wb>} : !tk.ptr<f32>
  return
}

// -----

func.func @store_modifier_wt(%p: !tk.ptr<f32>) {
  // expected-error @+1 {{expects a cache modifier of loads, got wt}}
  %0 = tk.load %p {cache = #tk.cache<wt>} : !tk.ptr<f32>
  return
}

// -----

func.func @result_is_not_the_pointee(%p: !tk.ptr<f32>) {
  // expected-error @+1 {{result has the pointer's shape, encoding and pointee}}
  %0 = "tk.load"(%p) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (!tk.ptr<f32>) -> f16
  return
}

// -----

func.func @mask_of_another_shape(%p: tensor<8x!tk.ptr<f32>>, %m: tensor<4xi1>) {
  // expected-error @+1 {{mask has the pointer's shape and encoding}}
  %0 = "tk.load"(%p, %m) <{operandSegmentSizes = array<i32: 1, 1, 0>}>
    : (tensor<8x!tk.ptr<f32>>, tensor<4xi1>) -> tensor<8xf32>
  return
}

// -----

func.func @other_of_another_type(%p: !tk.ptr<f32>, %m: i1, %o: f64) {
  // expected-error @+1 {{other has the pointer's shape, encoding and pointee}}
  %0 = "tk.load"(%p, %m, %o) <{operandSegmentSizes = array<i32: 1, 1, 1>}> : (!tk.ptr<f32>, i1, f64) -> f32
  return
}

// -----

func.func @not_a_pointer(%p: i64) {
  // expected-error @+1 {{operand #0 must be pointer or block of pointers, but got 'i64'}}
  %0 = "tk.load"(%p) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i64) -> i64
  return
}
