// RUN: tk-opt %s --split-input-file --verify-diagnostics
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

func.func @axis_out_of_range(%x: tensor<8xf32>) {
  // expected-error @+1 {{expects an axis from 0 to 0, got -1}}
  %0 = tk.scan (%x) axis = -1 {
  ^bb0(%a: f32, %b: f32):
    tk.yield %a : f32
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @result_of_another_element_type(%x: tensor<8xf32>) {
  // expected-error @+1 {{expects results of the operands' types}}
  %0 = tk.scan (%x) axis = 0 {
  ^bb0(%a: f32, %b: f32):
    tk.yield %a : f32
  } : (tensor<8xf32>) -> tensor<8xf64>
  return
}

// -----

func.func @result_of_another_shape(%x: tensor<8xf32>) {
  // expected-error @+1 {{requires the same shape for all operands and results}}
  %0 = tk.scan (%x) axis = 0 {
  ^bb0(%a: f32, %b: f32):
    tk.yield %a : f32
  } : (tensor<8xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @region_of_another_signature(%x: tensor<8xf32>) {
  // expected-error @+1 {{expects a combine region of 2 scalars of the element types, got 2 arguments}}
  %0 = tk.scan (%x) axis = 0 {
  ^bb0(%a: f32, %b: i32):
    tk.yield %a : f32
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}
