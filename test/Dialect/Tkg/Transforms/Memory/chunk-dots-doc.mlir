// RUN: tkg-opt %s --tkg-chunk-dots | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#l = #tkg.blocked<sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCta = [4, 1], order = [1, 0]>
#c = #tkg.blocked<sizePerThread = [4, 4], threadsPerWarp = [4, 8], warpsPerCta = [2, 2], order = [1, 0]>
#a = #tkg.dot_operand<opIdx = 0, parent = #c, kWidth = 0>
#b = #tkg.dot_operand<opIdx = 1, parent = #c, kWidth = 0>
module attributes {tkg.target = "sm_90a", tkg.num_warps = 4 : i32} {
  // CHECK-LABEL: func.func @a_long_dot_becomes_a_loop
  func.func @a_long_dot_becomes_a_loop(%x: tensor<64x64xf32, #l>, %y: tensor<64x64xf32, #l>, %c: tensor<64x64xf32, #c>) -> tensor<64x64xf32, #c> {
    // CHECK-DAG: %[[X:.*]] = tkg.local_alloc %arg0 : {{.*}} to !tkg.memdesc<64x32xf32, {{.*}}, slots = 2>
    // CHECK-DAG: %[[Y:.*]] = tkg.local_alloc %arg1 : {{.*}} to !tkg.memdesc<32x64xf32, {{.*}}, slots = 2>
    // CHECK: tkg.barrier
    // CHECK: scf.for %[[I:.*]] = %{{.*}} iter_args(%[[SUM:.*]] = %arg2)
    // CHECK: tkg.local_slot %[[X]][%[[I]]]
    // CHECK: tkg.local_slot %[[Y]][%[[I]]]
    // CHECK: tk.dot %{{.*}}, %{{.*}}, %[[SUM]]
    %a = tkg.convert_layout %x : tensor<64x64xf32, #l> to tensor<64x64xf32, #a>
    %b = tkg.convert_layout %y : tensor<64x64xf32, #l> to tensor<64x64xf32, #b>
    %d = tk.dot %a, %b, %c : tensor<64x64xf32, #a>, tensor<64x64xf32, #b> to tensor<64x64xf32, #c>
    return %d : tensor<64x64xf32, #c>
  }

  // CHECK-LABEL: func.func @a_short_dot_stays
  func.func @a_short_dot_stays(%a: tensor<64x16xf32, #a>, %b: tensor<16x64xf32, #b>, %c: tensor<64x64xf32, #c>) -> tensor<64x64xf32, #c> {
    // CHECK-NOT: scf.for
    %d = tk.dot %a, %b, %c : tensor<64x16xf32, #a>, tensor<16x64xf32, #b> to tensor<64x64xf32, #c>
    return %d : tensor<64x64xf32, #c>
  }
}
