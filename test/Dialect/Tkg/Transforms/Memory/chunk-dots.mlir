// RUN: tkg-opt %s --tkg-chunk-dots | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#l = #tkg.blocked<sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCta = [4, 1], order = [1, 0]>
#c = #tkg.blocked<sizePerThread = [4, 4], threadsPerWarp = [4, 8], warpsPerCta = [2, 2], order = [1, 0]>
#a = #tkg.dot_operand<opIdx = 0, parent = #c, kWidth = 0>
#b = #tkg.dot_operand<opIdx = 1, parent = #c, kWidth = 0>
module attributes {tkg.target = "sm_89", tkg.num_warps = 4 : i32} {
  // Both operands together are 128 KB. A part of each goes to shared memory at a time.
  // CHECK-LABEL: func.func @operands_without_room_are_cut_into_parts
  func.func @operands_without_room_are_cut_into_parts(%x: tensor<128x128xf32, #l>, %y: tensor<128x128xf32, #l>, %c: tensor<128x128xf32, #c>) -> tensor<128x128xf32, #c> {
    // CHECK: tk.make_range 0, 64
    // CHECK: %[[X:.*]] = tk.gather %arg0[%{{.*}}] axis = 1 : {{.*}} to tensor<128x64xf32, {{.*}}>
    // CHECK: %[[Y:.*]] = tk.gather %arg1[%{{.*}}] axis = 0 : {{.*}} to tensor<64x128xf32, {{.*}}>
    // CHECK: tkg.local_alloc %[[X]] : {{.*}} to !tkg.memdesc<128x8xf32, {{.*}}, slots = 8>
    // CHECK: tkg.local_alloc %[[Y]] : {{.*}} to !tkg.memdesc<8x128xf32, {{.*}}, slots = 8>
    // CHECK: tkg.barrier
    // CHECK: %[[SUM:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %arg2)
    // CHECK: tk.make_range 64, 128
    // CHECK: tk.gather %arg0
    // CHECK: tk.make_range 64, 128
    // CHECK: tk.gather %arg1
    // CHECK: tkg.barrier
    // CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[SUM]])
    %a = tkg.convert_layout %x : tensor<128x128xf32, #l> to tensor<128x128xf32, #a>
    %b = tkg.convert_layout %y : tensor<128x128xf32, #l> to tensor<128x128xf32, #b>
    %d = tk.dot %a, %b, %c : tensor<128x128xf32, #a>, tensor<128x128xf32, #b> to tensor<128x128xf32, #c>
    return %d : tensor<128x128xf32, #c>
  }

  // No part of an operand that does not fit alone can be picked.
  // CHECK-LABEL: func.func @a_large_operand_stays
  func.func @a_large_operand_stays(%a: tensor<256x128xf32, #a>, %b: tensor<128x32xf32, #b>, %c: tensor<256x32xf32, #c>) -> tensor<256x32xf32, #c> {
    // CHECK-NOT: scf.for
    %d = tk.dot %a, %b, %c : tensor<256x128xf32, #a>, tensor<128x32xf32, #b> to tensor<256x32xf32, #c>
    return %d : tensor<256x32xf32, #c>
  }
}
