// RUN: tkg-opt %s --tkg-prefetch-loads | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#l = #tkg.blocked<sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCta = [4, 1], order = [1, 0]>
#mma = #tkg.mma<version = 2, warpsPerCta = [2, 2], instrShape = [16, 8]>
#a = #tkg.dot_operand<opIdx = 0, parent = #mma, kWidth = 2>
#b = #tkg.dot_operand<opIdx = 1, parent = #mma, kWidth = 2>
#s = #tkg.swizzled_shared<vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]>
// The second operand is known at the start of the iteration, too: it is stored before the first is read.
module attributes {tkg.num_stages = 2 : i32, tkg.target = "sm_90a", tkg.num_warps = 4 : i32} {
  // CHECK-LABEL: func.func @stores_of_carried_blocks_come_first
  func.func @stores_of_carried_blocks_come_first(%p: tensor<64x64x!tk.ptr<f16>, #l>, %b: tensor<64x64xf16, #b>, %c: tensor<64x64xf32, #mma>, %n: i32) -> tensor<64x64xf32, #mma> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    // CHECK: scf.for
    // CHECK-NEXT: tkg.local_alloc
    // CHECK-NEXT: arith.negf
    // CHECK-NEXT: tkg.local_alloc
    // CHECK: tk.load
    // CHECK: tk.load
    // CHECK-NEXT: tkg.local_load
    // CHECK-NEXT: tk.dot
    // CHECK-NEXT: tkg.local_load
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %c) -> (tensor<64x64xf32, #mma>) : i32 {
      %x = tk.load %p : tensor<64x64x!tk.ptr<f16>, #l>
      %m = tkg.local_alloc %x : tensor<64x64xf16, #l> to !tkg.memdesc<64x64xf16, #s>
      %a = tkg.local_load %m : !tkg.memdesc<64x64xf16, #s> to tensor<64x64xf16, #a>
      %d = tk.dot %a, %b, %acc : tensor<64x64xf16, #a>, tensor<64x64xf16, #b> to tensor<64x64xf32, #mma>
      %y = tk.load %p : tensor<64x64x!tk.ptr<f16>, #l>
      %y2 = arith.negf %y : tensor<64x64xf16, #l>
      %m2 = tkg.local_alloc %y2 : tensor<64x64xf16, #l> to !tkg.memdesc<64x64xf16, #s>
      %a2 = tkg.local_load %m2 : !tkg.memdesc<64x64xf16, #s> to tensor<64x64xf16, #a>
      %d2 = tk.dot %a2, %b, %d : tensor<64x64xf16, #a>, tensor<64x64xf16, #b> to tensor<64x64xf32, #mma>
      scf.yield %d2 : tensor<64x64xf32, #mma>
    }
    return %r : tensor<64x64xf32, #mma>
  }
}
