// RUN: tk-opt %s --tk-canonicalize | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @undoes_ptr_to_int
// CHECK-SAME: (%[[P:.*]]: !tk.ptr<f32>)
func.func @undoes_ptr_to_int(%p: !tk.ptr<f32>) -> !tk.ptr<f32> {
  %0 = tk.ptr_to_int %p : !tk.ptr<f32> to i64
  %1 = tk.int_to_ptr %0 : i64 to !tk.ptr<f32>
  // CHECK-NEXT: return %[[P]]
  return %1 : !tk.ptr<f32>
}

// CHECK-LABEL: func.func @to_another_type_stays
func.func @to_another_type_stays(%p: !tk.ptr<f32>) -> !tk.ptr<f16> {
  // CHECK: tk.ptr_to_int
  %0 = tk.ptr_to_int %p : !tk.ptr<f32> to i64
  // CHECK: tk.int_to_ptr
  %1 = tk.int_to_ptr %0 : i64 to !tk.ptr<f16>
  return %1 : !tk.ptr<f16>
}
