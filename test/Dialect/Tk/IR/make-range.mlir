// RUN: tk-opt %s | tk-opt | FileCheck %s
// RUN: tk-opt %s --mlir-print-op-generic | tk-opt | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @ranges
func.func @ranges() -> (tensor<128xi32>, tensor<12xi32>) {
  // CHECK: tk.make_range 0, 128 : tensor<128xi32>
  %0 = tk.make_range 0, 128 : tensor<128xi32>
  // CHECK: tk.make_range -4, 8 : tensor<12xi32>
  %1 = tk.make_range -4, 8 : tensor<12xi32>
  return %0, %1 : tensor<128xi32>, tensor<12xi32>
}
