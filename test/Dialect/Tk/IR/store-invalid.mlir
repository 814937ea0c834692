// RUN: tk-opt %s --split-input-file --verify-diagnostics
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

func.func @value_of_another_type(%p: !tk.ptr<f32>, %x: f16) {
  // expected-error @+1 {{value has the pointer's shape, encoding and pointee}}
  "tk.store"(%p, %x) : (!tk.ptr<f32>, f16) -> ()
  return
}

// -----

func.func @mask_of_another_shape(%p: tensor<8x!tk.ptr<f32>>, %x: tensor<8xf32>, %m: i1) {
  // expected-error @+1 {{mask has the pointer's shape and encoding}}
  "tk.store"(%p, %x, %m) : (tensor<8x!tk.ptr<f32>>, tensor<8xf32>, i1) -> ()
  return
}

// -----

func.func @load_modifier_ca(%p: !tk.ptr<f32>, %x: f32) {
  // expected-error @+1 {{expects a cache modifier of stores, got ca}}
  tk.store %p, %x {cache = #tk.cache<ca>} : !tk.ptr<f32>
  return
}

// -----

func.func @load_modifier_cv(%p: !tk.ptr<f32>, %x: f32) {
  // expected-error @+1 {{expects a cache modifier of stores, got cv}}
  tk.store %p, %x {cache = #tk.cache<cv>} : !tk.ptr<f32>
  return
}
