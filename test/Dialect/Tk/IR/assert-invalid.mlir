// RUN: tk-opt %s --split-input-file --verify-diagnostics
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

func.func @condition_is_no_boolean(%c: i32) {
  // expected-error @+1 {{operand #0 must be i1 or block of i1, but got 'i32'}}
  "tk.assert"(%c) {message = "x"} : (i32) -> ()
  return
}
