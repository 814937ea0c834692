// RUN: tk-opt %s --split-input-file --verify-diagnostics
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

func.func @integer_kind_on_floats(%p: !tk.ptr<f32>, %x: f32) {
  // expected-error @+1 {{expects integers for kind add, got 'f32'}}
  %0 = tk.atomic_rmw add, %p, %x : !tk.ptr<f32>
  return
}

// -----

func.func @float_kind_on_integers(%p: tensor<4x!tk.ptr<i32>>, %x: tensor<4xi32>) {
  // expected-error @+1 {{expects floats for kind fadd, got 'i32'}}
  %0 = tk.atomic_rmw fadd, %p, %x : tensor<4x!tk.ptr<i32>>
  return
}

// -----

func.func @unknown_kind(%p: !tk.ptr<i32>, %x: i32) {
  // expected-error @+2 {{expected ::tkc::tk::AtomicKind to be one of: and, or, xor, add, fadd}}
  // expected-error @+1 {{failed to parse Tk_AtomicKindAttr parameter 'value'}}
  %0 = tk.atomic_rmw nand, %p, %x : !tk.ptr<i32>
  return
}

// -----

func.func @value_of_another_type(%p: !tk.ptr<i32>, %x: i64) {
  // expected-error @+1 {{value has the pointer's shape, encoding and pointee}}
  %0 = "tk.atomic_rmw"(%p, %x) <{kind = #tk<atomic_kind add>}> : (!tk.ptr<i32>, i64) -> i32
  return
}

// -----

func.func @mask_of_another_shape(%p: !tk.ptr<i32>, %x: i32, %m: tensor<4xi1>) {
  // expected-error @+1 {{mask has the pointer's shape and encoding}}
  %0 = "tk.atomic_rmw"(%p, %x, %m) <{kind = #tk<atomic_kind add>}> : (!tk.ptr<i32>, i32, tensor<4xi1>) -> i32
  return
}
