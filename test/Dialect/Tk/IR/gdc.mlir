// RUN: tk-opt %s | tk-opt | FileCheck %s
// RUN: tk-opt %s --mlir-print-op-generic | tk-opt | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @wait_and_launch
func.func @wait_and_launch() {
  // CHECK: tk.gdc_wait
  tk.gdc_wait
  // CHECK: tk.gdc_launch_dependents
  tk.gdc_launch_dependents
  return
}
