// RUN: tk-opt %s --tk-inline --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The inlined op has the id of the op in the helper, and tells where the helper was called.

// CHECK-NOT: @twice
// CHECK-LABEL: func.func @kernel
// CHECK-SAME: (%[[X:.*]]: i32 loc
func.func private @twice(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32 loc(fused<#tk.ids<[2]>>["a.tk":2:10])
  return %0 : i32
}
func.func @kernel(%x: i32) -> i32 attributes {tk.kernel} {
  // CHECK-NEXT: %[[R:.*]] = arith.addi %[[X]], %[[X]] : i32 loc(fused<#tk.ids<[2]>>[callsite("a.tk":2:10 at "a.tk":8:5)])
  // CHECK-NEXT: return %[[R]]
  %0 = func.call @twice(%x) : (i32) -> i32 loc(fused<#tk.ids<[1]>>["a.tk":8:5])
  return %0 : i32
}
