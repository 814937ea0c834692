// RUN: tk-opt %s --split-input-file --verify-diagnostics
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

func.func @report_of_floats(%p: !tk.ptr<f32>, %r: !tk.ptr<f32>) -> i1 {
  // expected-error @+1 {{expects a report of type !tk.ptr<i8>, got '!tk.ptr<f32>'}}
  %0 = tk.check_bounds %p report %r {numArrays = 2 : i32, site = 0 : i32} : !tk.ptr<f32>, !tk.ptr<f32>
  return %0 : i1
}

// -----

func.func @no_such_array(%p: !tk.ptr<f32>, %r: !tk.ptr<i8>) -> i1 {
  // expected-error @+1 {{expects an array number below 2, got 2}}
  %0 = tk.check_bounds %p report %r {array = 2 : i32, numArrays = 2 : i32, site = 0 : i32} : !tk.ptr<f32>, !tk.ptr<i8>
  return %0 : i1
}

// -----

func.func @mask_of_another_shape(%p: !tk.ptr<f32>, %m: tensor<8xi1>, %r: !tk.ptr<i8>) -> i1 {
  // expected-error @+1 {{mask has the pointer's shape and encoding}}
  %0 = "tk.check_bounds"(%p, %r, %m) <{numArrays = 2 : i32, site = 0 : i32}> : (!tk.ptr<f32>, !tk.ptr<i8>, tensor<8xi1>) -> i1
  return %0 : i1
}
