// RUN: tk-opt %s --split-input-file --verify-diagnostics
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

func.func @narrow_addresses(%a: !tk.ptr<f32>) {
  // expected-error @+1 {{expects addresses of type i64, got 'i32'}}
  %0 = tk.ptr_to_int %a : !tk.ptr<f32> to i32
  return
}

// -----

func.func @encodings_differ(%a: tensor<4x!tk.ptr<f32>, 1 : i32>) {
  // expected-error @+1 {{expects blocks of one encoding, got 1 : i32 and 2 : i32}}
  %0 = tk.ptr_to_int %a : tensor<4x!tk.ptr<f32>, 1 : i32> to tensor<4xi64, 2 : i32>
  return
}
