// RUN: tk-opt %s | tk-opt | FileCheck %s
// RUN: tk-opt %s --mlir-print-op-generic | tk-opt | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @scalar_and_block
func.func @scalar_and_block(%c: i1, %b: tensor<8xi1>) {
  // CHECK: tk.assert %{{.*}}, "n is positive" : i1
  tk.assert %c, "n is positive" : i1
  // CHECK: tk.assert %{{.*}}, "inside" : tensor<8xi1>
  tk.assert %b, "inside" : tensor<8xi1>
  return
}
