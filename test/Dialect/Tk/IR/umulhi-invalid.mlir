// RUN: tk-opt %s --split-input-file --verify-diagnostics
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

func.func @narrow(%a: i16) {
  // expected-error @+1 {{expects 32- or 64-bit integers, got 'i16'}}
  %0 = tk.umulhi %a, %a : i16
  return
}

// -----

func.func @floats(%a: f32) {
  // expected-error @+1 {{operand #0 must be integer or block of integers, but got 'f32'}}
  %0 = tk.umulhi %a, %a : f32
  return
}

// -----

func.func @types_differ(%a: i32, %b: i64) {
  // expected-error @+1 {{requires the same type for all operands and results}}
  %0 = "tk.umulhi"(%a, %b) : (i32, i64) -> i32
  return
}
