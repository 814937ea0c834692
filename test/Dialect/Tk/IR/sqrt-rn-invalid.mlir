// RUN: tk-opt %s --split-input-file --verify-diagnostics
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

func.func @f16(%a: tensor<8xf16>) {
  // expected-error @+1 {{expects f32, got 'f16'}}
  %0 = tk.sqrt_rn %a : tensor<8xf16>
  return
}
