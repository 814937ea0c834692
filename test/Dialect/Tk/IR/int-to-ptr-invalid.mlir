// RUN: tk-opt %s --split-input-file --verify-diagnostics
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

func.func @narrow_addresses(%a: i32) {
  // expected-error @+1 {{expects addresses of type i64, got 'i32'}}
  %0 = tk.int_to_ptr %a : i32 to !tk.ptr<f32>
  return
}

// -----

func.func @shapes_differ(%a: tensor<4xi64>) {
  // expected-error @+1 {{all non-scalar operands/results must have the same shape and base type}}
  %0 = tk.int_to_ptr %a : tensor<4xi64> to tensor<8x!tk.ptr<f32>>
  return
}
