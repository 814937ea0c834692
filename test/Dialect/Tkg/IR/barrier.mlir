// RUN: tkg-opt %s | tkg-opt | FileCheck %s
// RUN: tkg-opt %s --mlir-print-op-generic | tkg-opt | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @waits
// CHECK: tkg.fence_async_shared
// CHECK: tkg.barrier
func.func @waits() {
  tkg.fence_async_shared
  tkg.barrier
  return
}
