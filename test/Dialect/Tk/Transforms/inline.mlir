// RUN: tk-opt %s --tk-inline --split-input-file | FileCheck %s
// RUN: tk-opt %s --tk-inline --split-input-file --remarks-filter=tk-inline 2>&1 | FileCheck %s --check-prefix=REMARK
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @calls_of_calls
// CHECK-NEXT: arith.muli
// CHECK-NEXT: arith.addi
// CHECK-NEXT: arith.muli
// CHECK-NEXT: arith.addi
// CHECK-NEXT: return
func.func @calls_of_calls(%x: i32) -> i32 {
  %0 = func.call @outer(%x) : (i32) -> i32
  %1 = func.call @outer(%0) : (i32) -> i32
  return %1 : i32
}
func.func private @outer(%x: i32) -> i32 {
  %0 = func.call @inner(%x) : (i32) -> i32
  %1 = arith.addi %0, %x : i32
  return %1 : i32
}
func.func private @inner(%x: i32) -> i32 {
  %0 = arith.muli %x, %x : i32
  return %0 : i32
}
// CHECK-NOT: func.func private

// -----

// CHECK-LABEL: func.func @bodies_with_regions
func.func @bodies_with_regions(%p: !tk.ptr<i32>, %c: i1, %x: i32) {
  // CHECK: scf.if
  // CHECK: scf.if
  // CHECK: tk.store
  scf.if %c {
    func.call @store_if(%p, %c, %x) : (!tk.ptr<i32>, i1, i32) -> ()
  }
  return
}
func.func private @store_if(%p: !tk.ptr<i32>, %c: i1, %x: i32) {
  scf.if %c {
    tk.store %p, %x : !tk.ptr<i32>
  }
  return
}

// -----

// CHECK-LABEL: func.func @results_that_are_arguments
// CHECK-SAME: (%[[X:.*]]: i32, %[[Y:.*]]: i32)
func.func @results_that_are_arguments(%x: i32, %y: i32) -> (i32, i32) {
  // CHECK-NEXT: return %[[Y]], %[[X]]
  %0:2 = func.call @swap(%x, %y) : (i32, i32) -> (i32, i32)
  return %0#0, %0#1 : i32, i32
}
func.func private @swap(%x: i32, %y: i32) -> (i32, i32) {
  return %y, %x : i32, i32
}

// -----

// REMARK: [Missed] CallInlined
// REMARK-SAME: it is marked `noinline`
// REMARK-SAME: `helper` is called, not inlined
// CHECK-LABEL: func.func @marked_functions_stay
func.func @marked_functions_stay(%x: i32) -> i32 {
  // CHECK: call @helper
  %0 = func.call @helper(%x) : (i32) -> i32
  return %0 : i32
}
// CHECK: func.func private @helper
func.func private @helper(%x: i32) -> i32 attributes {no_inline} {
  return %x : i32
}

// -----

// REMARK: [Missed] CallInlined
// REMARK-SAME: it is marked `noinline`
// CHECK-LABEL: func.func @marked_calls_stay
func.func @marked_calls_stay(%x: i32) -> i32 {
  // CHECK: call @helper
  %0 = func.call @helper(%x) {no_inline} : (i32) -> i32
  return %0 : i32
}
// CHECK: func.func private @helper
func.func private @helper(%x: i32) -> i32 {
  return %x : i32
}

// -----

// REMARK-COUNT-2: Reason="it calls itself"
// CHECK-LABEL: func.func @recursive_functions_stay
func.func @recursive_functions_stay(%x: i32) -> i32 {
  // CHECK: call @ping
  %0 = func.call @ping(%x) : (i32) -> i32
  return %0 : i32
}
func.func private @ping(%x: i32) -> i32 {
  %0 = func.call @pong(%x) : (i32) -> i32
  return %0 : i32
}
func.func private @pong(%x: i32) -> i32 {
  %0 = func.call @ping(%x) : (i32) -> i32
  return %0 : i32
}

// -----

// REMARK: [Missed] CallInlined
// REMARK-SAME: it has no body
// CHECK-LABEL: func.func @declarations_stay
func.func @declarations_stay(%x: i32) -> i32 {
  // CHECK: call @elsewhere
  %0 = func.call @elsewhere(%x) : (i32) -> i32
  return %0 : i32
}
func.func private @elsewhere(%x: i32) -> i32

// -----

// CHECK-LABEL: func.func @public_functions_stay
// CHECK: func.func @helper
func.func @public_functions_stay(%x: i32) -> i32 {
  // CHECK-NOT: call
  %0 = func.call @helper(%x) : (i32) -> i32
  return %0 : i32
}
func.func @helper(%x: i32) -> i32 {
  return %x : i32
}
