// RUN: tk-opt %s --split-input-file --verify-diagnostics
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

func.func @value_of_another_type(%p: !tk.ptr<i32>, %c: i32, %x: i64) {
  // expected-error @+1 {{value has the pointer's shape, encoding and pointee}}
  %0 = "tk.atomic_cas"(%p, %c, %x) : (!tk.ptr<i32>, i32, i64) -> i32
  return
}

// -----

func.func @comparison_with_another_type(%p: !tk.ptr<i32>, %c: i64, %x: i32) {
  // expected-error @+1 {{compare has the pointer's shape, encoding and pointee}}
  %0 = "tk.atomic_cas"(%p, %c, %x) : (!tk.ptr<i32>, i64, i32) -> i32
  return
}
