// RUN: tk-opt %s | tk-opt | FileCheck %s
// RUN: tk-opt %s --mlir-print-op-generic | tk-opt | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @three_axes
func.func @three_axes() -> (i32, i32, i32) {
  // CHECK: tk.num_programs 0 : i32
  %0 = tk.num_programs 0 : i32
  // CHECK: tk.num_programs 1 : i32
  %1 = tk.num_programs 1 : i32
  // CHECK: tk.num_programs 2 : i32
  %2 = tk.num_programs 2 : i32
  return %0, %1, %2 : i32, i32, i32
}
