// RUN: tk-opt %s --tk-canonicalize | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @unused_pure_call_goes
func.func @unused_pure_call_goes(%a: f32) {
  // CHECK-NEXT: return
  %0 = tk.extern_elementwise "__nv_tanf"(%a) : (f32) -> f32
  return
}

// CHECK-LABEL: func.func @unused_call_with_effects_stays
func.func @unused_call_with_effects_stays(%a: i32) {
  // CHECK-NEXT: tk.extern_elementwise "tick"
  %0 = tk.extern_elementwise "tick"(%a) {pure = false} : (i32) -> i32
  return
}
