// RUN: tkg-opt %s --tk-to-tkg=target=sm_80 --tkg-select-mma --remarks-filter=tkg-select-mma 2>&1 | FileCheck %s
// RUN: not tkg-opt %s --tk-to-tkg=target=sm_1 --tkg-select-mma 2>&1 | FileCheck %s --check-prefix=TARGET
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// TARGET: sm_1
// CHECK: fp8 is multiplied as f16: sm_80 has no tensor-core instruction that multiplies f8E4M3FN
// CHECK: mma.sync m16n8k16
// CHECK-LABEL: func.func @fp8_needs_a_newer_target
// CHECK: arith.extf {{.*}} : tensor<64x64xf8E4M3FN, #{{.*}}> to tensor<64x64xf16
// CHECK: tk.dot {{.*}} : tensor<64x64xf16, #tkg.dot_operand<opIdx = 0, parent = #{{.*}}, kWidth = 2>>
func.func @fp8_needs_a_newer_target(%f: tensor<64x64xf8E4M3FN>, %h: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = tk.dot %f, %f, %h : tensor<64x64xf8E4M3FN>, tensor<64x64xf8E4M3FN> to tensor<64x64xf32>
  return %e : tensor<64x64xf32>
}

// CHECK-LABEL: func.func @fp8_of_two_kinds
// CHECK: arith.extf {{.*}} : tensor<64x64xf8E5M2, #{{.*}}> to tensor<64x64xf16
func.func @fp8_of_two_kinds(%f: tensor<64x64xf8E5M2>, %g: tensor<64x64xf8E4M3FN>, %h: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = tk.dot %f, %g, %h : tensor<64x64xf8E5M2>, tensor<64x64xf8E4M3FN> to tensor<64x64xf32>
  return %e : tensor<64x64xf32>
}
