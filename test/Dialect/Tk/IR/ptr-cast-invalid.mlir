// RUN: tk-opt %s --split-input-file --verify-diagnostics
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

func.func @shapes_differ(%a: tensor<4x!tk.ptr<f32>>) {
  // expected-error @+1 {{if an operand is non-scalar, then there must be at least one non-scalar result}}
  %0 = tk.ptr_cast %a : tensor<4x!tk.ptr<f32>> to !tk.ptr<f32>
  return
}

// -----

func.func @not_a_pointer(%a: i64) {
  // expected-error @+1 {{operand #0 must be pointer or block of pointers, but got 'i64'}}
  %0 = tk.ptr_cast %a : i64 to !tk.ptr<f32>
  return
}
