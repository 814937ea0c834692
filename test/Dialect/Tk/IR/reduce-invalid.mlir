// RUN: tk-opt %s --split-input-file --verify-diagnostics
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

func.func @axis_out_of_range(%x: tensor<8xf32>) {
  // expected-error @+1 {{expects an axis from 0 to 0, got 1}}
  %0 = tk.reduce (%x) axis = 1 {
  ^bb0(%a: f32, %b: f32):
    tk.yield %a : f32
  } : (tensor<8xf32>) -> f32
  return
}

// -----

func.func @no_operands() {
  // expected-error @+1 {{expected 1 or more operands, but found 0}}
  "tk.reduce"() <{axis = 0 : i32}> ({
    "tk.yield"() : () -> ()
  }) : () -> ()
  return
}

// -----

func.func @shapes_differ(%x: tensor<8xf32>, %y: tensor<4xf32>) {
  // expected-error @+1 {{requires the same shape for all operands}}
  %0:2 = tk.reduce (%x, %y) axis = 0 {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    tk.yield %a, %b : f32, f32
  } : (tensor<8xf32>, tensor<4xf32>) -> (f32, f32)
  return
}

// -----

func.func @encodings_differ(%x: tensor<8xf32, 1 : i32>, %y: tensor<8xf32, 2 : i32>) {
  // expected-error @+1 {{expects blocks of one encoding, got 1 : i32 and 2 : i32}}
  %0:2 = tk.reduce (%x, %y) axis = 0 {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    tk.yield %a, %b : f32, f32
  } : (tensor<8xf32, 1 : i32>, tensor<8xf32, 2 : i32>) -> (f32, f32)
  return
}

// -----

func.func @region_of_another_signature(%x: tensor<8xf32>) {
  // expected-error @+1 {{expects a combine region of 2 scalars of the element types, got 1 arguments}}
  %0 = tk.reduce (%x) axis = 0 {
  ^bb0(%a: f32):
    tk.yield %a : f32
  } : (tensor<8xf32>) -> f32
  return
}

// -----

func.func @region_that_yields_too_much(%x: tensor<8xf32>) {
  // expected-error @+1 {{expects the combine region to yield 1 scalars of the element types}}
  %0 = tk.reduce (%x) axis = 0 {
  ^bb0(%a: f32, %b: f32):
    tk.yield %a, %b : f32, f32
  } : (tensor<8xf32>) -> f32
  return
}

// -----

func.func @region_without_yield(%x: tensor<8xf32>) {
  // expected-error @+1 {{expects the combine region to yield 1 scalars of the element types}}
  %0 = "tk.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
  }) : (tensor<8xf32>) -> f32
  return
}

// -----

func.func @empty_region(%x: tensor<8xf32>) {
  // expected-error @+1 {{expects a non-empty block}}
  %0 = "tk.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
  }) : (tensor<8xf32>) -> f32
  return
}

// -----

func.func @result_of_another_type(%x: tensor<8x4xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{inferred type(s) 'tensor<8xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  %0 = tk.reduce (%x) axis = 1 {
  ^bb0(%a: f32, %b: f32):
    tk.yield %a : f32
  } : (tensor<8x4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @encoding_that_nobody_infers(%x: tensor<8x4xf32, 1 : i32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{expects an encoding whose dialect infers layouts, got 1 : i32}}
  %0 = tk.reduce (%x) axis = 1 {
  ^bb0(%a: f32, %b: f32):
    tk.yield %a : f32
  } : (tensor<8x4xf32, 1 : i32>) -> tensor<8xf32, 1 : i32>
  return
}

// -----

func.func @yield_outside() {
  // expected-error @+1 {{expects parent op to be one of 'tk.reduce, tk.scan, tk.map_elementwise'}}
  "tk.yield"() : () -> ()
}
