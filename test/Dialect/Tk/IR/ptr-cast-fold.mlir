// RUN: tk-opt %s --tk-canonicalize | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @to_the_same_type_is_nothing
// CHECK-SAME: (%[[P:.*]]: !tk.ptr<f32>)
func.func @to_the_same_type_is_nothing(%p: !tk.ptr<f32>) -> !tk.ptr<f32> {
  %0 = tk.ptr_cast %p : !tk.ptr<f32> to !tk.ptr<f32>
  // CHECK-NEXT: return %[[P]]
  return %0 : !tk.ptr<f32>
}

// CHECK-LABEL: func.func @there_and_back_is_nothing
// CHECK-SAME: (%[[P:.*]]: !tk.ptr<f32>)
func.func @there_and_back_is_nothing(%p: !tk.ptr<f32>) -> !tk.ptr<f32> {
  %0 = tk.ptr_cast %p : !tk.ptr<f32> to !tk.ptr<i8>
  %1 = tk.ptr_cast %0 : !tk.ptr<i8> to !tk.ptr<f32>
  // CHECK-NEXT: return %[[P]]
  return %1 : !tk.ptr<f32>
}

// CHECK-LABEL: func.func @two_casts_are_one
// CHECK-SAME: (%[[P:.*]]: !tk.ptr<f32>)
func.func @two_casts_are_one(%p: !tk.ptr<f32>) -> !tk.ptr<f16> {
  %0 = tk.ptr_cast %p : !tk.ptr<f32> to !tk.ptr<i8>
  // CHECK-NEXT: tk.ptr_cast %[[P]] : !tk.ptr<f32> to !tk.ptr<f16>
  %1 = tk.ptr_cast %0 : !tk.ptr<i8> to !tk.ptr<f16>
  return %1 : !tk.ptr<f16>
}
