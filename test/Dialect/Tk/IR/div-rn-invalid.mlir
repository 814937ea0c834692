// RUN: tk-opt %s --split-input-file --verify-diagnostics
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

func.func @f64(%a: f64) {
  // expected-error @+1 {{expects f32, got 'f64'}}
  %0 = tk.div_rn %a, %a : f64
  return
}

// -----

func.func @types_differ(%a: f32, %b: f16) {
  // expected-error @+1 {{requires the same type for all operands and results}}
  %0 = "tk.div_rn"(%a, %b) : (f32, f16) -> f32
  return
}
