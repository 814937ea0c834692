// RUN: tk-opt %s | tk-opt | FileCheck %s
// RUN: tk-opt %s --mlir-print-op-generic | tk-opt | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @promise
func.func @promise(%c: i1) {
  // CHECK: tk.assume %{{.*}}
  tk.assume %c
  return
}
