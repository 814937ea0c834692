// RUN: tk-opt %s --split-input-file --verify-diagnostics
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

func.func @sign_missing(%x: i32) {
  // expected-error @+1 {{expects 1 entries for signs, got 2}}
  tk.print " x: " (%x : i32) signed [true, false]
  return
}
