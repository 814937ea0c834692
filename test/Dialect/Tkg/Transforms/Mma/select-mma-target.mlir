// RUN: tkg-opt %s --tk-to-tkg=target=sm_80 --tkg-select-mma --remarks-filter=tkg-select-mma 2>&1 | FileCheck %s
// RUN: not tkg-opt %s --tk-to-tkg=target=sm_1 --tkg-select-mma 2>&1 | FileCheck %s --check-prefix=TARGET
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// TARGET: sm_1
// CHECK: sm_80 has no tensor-core instruction that multiplies f8E4M3FN
func.func @fp8_needs_a_newer_target(%f: tensor<64x64xf8E4M3FN>, %h: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = tk.dot %f, %f, %h : tensor<64x64xf8E4M3FN>, tensor<64x64xf8E4M3FN> to tensor<64x64xf32>
  return %e : tensor<64x64xf32>
}
