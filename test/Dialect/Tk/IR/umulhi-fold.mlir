// RUN: tk-opt %s --tk-canonicalize | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @constants
func.func @constants() -> (i32, tensor<4xi64>) {
  %a = arith.constant 0x80000000 : i32
  %b = arith.constant 6 : i32
  %c = arith.constant dense<-1> : tensor<4xi64>
  // CHECK-DAG: %[[X:.*]] = arith.constant 3 : i32
  // CHECK-DAG: %[[Y:.*]] = arith.constant dense<-2> : tensor<4xi64>
  // CHECK: return %[[X]], %[[Y]]
  %0 = tk.umulhi %a, %b : i32
  %1 = tk.umulhi %c, %c : tensor<4xi64>
  return %0, %1 : i32, tensor<4xi64>
}
