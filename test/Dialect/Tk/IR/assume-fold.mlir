// RUN: tk-opt %s --tk-canonicalize | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @truth_says_nothing
func.func @truth_says_nothing() {
  %true = arith.constant true
  // CHECK-NEXT: return
  tk.assume %true
  return
}

// CHECK-LABEL: func.func @unknown_promise_stays
func.func @unknown_promise_stays(%c: i1) {
  // CHECK-NEXT: tk.assume
  tk.assume %c
  return
}
