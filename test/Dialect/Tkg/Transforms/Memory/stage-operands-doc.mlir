// RUN: tkg-opt %s --tkg-stage-operands | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#l = #tkg.blocked<sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCta = [4, 1], order = [1, 0]>
#mma = #tkg.mma<version = 2, warpsPerCta = [2, 2], instrShape = [16, 8]>
#a = #tkg.dot_operand<opIdx = 0, parent = #mma, kWidth = 2>
#b = #tkg.dot_operand<opIdx = 1, parent = #mma, kWidth = 2>
// CHECK: #[[S:.*]] = #tkg.swizzled_shared<vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]>
module attributes {tkg.target = "sm_90a", tkg.num_warps = 4 : i32} {
  // CHECK-LABEL: func.func @both_operands_are_stored_before_either_is_read
  func.func @both_operands_are_stored_before_either_is_read(%x: tensor<64x64xf16, #l>, %y: tensor<64x64xf16, #l>, %c: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
    // CHECK: %[[X:.*]] = tkg.local_alloc %arg0 : {{.*}} to !tkg.memdesc<64x64xf16, #[[S]]>
    // CHECK: %[[Y:.*]] = tkg.local_alloc %arg1 : {{.*}} to !tkg.memdesc<64x64xf16, #[[S]]>
    // CHECK: %[[A:.*]] = tkg.local_load %[[X]]
    // CHECK: %[[B:.*]] = tkg.local_load %[[Y]]
    // CHECK: tk.dot %[[A]], %[[B]]
    %a = tkg.convert_layout %x : tensor<64x64xf16, #l> to tensor<64x64xf16, #a>
    %b = tkg.convert_layout %y : tensor<64x64xf16, #l> to tensor<64x64xf16, #b>
    %d = tk.dot %a, %b, %c : tensor<64x64xf16, #a>, tensor<64x64xf16, #b> to tensor<64x64xf32, #mma>
    return %d : tensor<64x64xf32, #mma>
  }
}
