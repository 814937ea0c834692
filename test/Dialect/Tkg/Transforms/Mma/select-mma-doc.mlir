// RUN: tkg-opt %s --tk-to-tkg=target=sm_89 --tkg-select-mma | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-DAG: #[[MMA:.*]] = #tkg.mma<version = 2, warpsPerCta = [2, 2], instrShape = [16, 8]>
// CHECK-LABEL: func.func @multiply
func.func @multiply(%a: tensor<128x64xf16>, %b: tensor<64x128xf16>, %c: tensor<128x128xf32>) -> tensor<128x128xf32> {
  // CHECK: %[[C:.*]] = tkg.convert_layout %arg2 : {{.*}} to tensor<128x128xf32, #[[MMA]]>
  // CHECK: %[[A:.*]] = tkg.convert_layout %arg0 : {{.*}} to tensor<128x64xf16, #tkg.dot_operand<opIdx = 0, parent = #[[MMA]], kWidth = 2>>
  // CHECK: %[[B:.*]] = tkg.convert_layout %arg1 : {{.*}} to tensor<64x128xf16, #tkg.dot_operand<opIdx = 1, parent = #[[MMA]], kWidth = 2>>
  // CHECK: %[[D:.*]] = tk.dot %[[A]], %[[B]], %[[C]] : {{.*}} to tensor<128x128xf32, #[[MMA]]>
  // CHECK: tkg.convert_layout %[[D]] : tensor<128x128xf32, #[[MMA]]> to
  %d = tk.dot %a, %b, %c : tensor<128x64xf16>, tensor<64x128xf16> to tensor<128x128xf32>
  return %d : tensor<128x128xf32>
}
