// RUN: tk-opt %s --tk-canonicalize | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @undoes_int_to_ptr
// CHECK-SAME: (%[[A:.*]]: i64)
func.func @undoes_int_to_ptr(%a: i64) -> i64 {
  %0 = tk.int_to_ptr %a : i64 to !tk.ptr<f32>
  %1 = tk.ptr_to_int %0 : !tk.ptr<f32> to i64
  // CHECK-NEXT: return %[[A]]
  return %1 : i64
}
