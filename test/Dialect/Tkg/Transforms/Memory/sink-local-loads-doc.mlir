// RUN: tkg-opt %s --tkg-sink-local-loads | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#l = #tkg.blocked<sizePerThread = [4], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
#s = #tkg.swizzled_shared<vec = 1, perPhase = 1, maxPhase = 1, order = [0]>
module attributes {tkg.target = "sm_90a", tkg.num_warps = 4 : i32} {
  // CHECK-LABEL: func.func @no_registers_are_kept_over_the_reduction
  func.func @no_registers_are_kept_over_the_reduction(%m: !tkg.memdesc<2048xf16, #s>) -> tensor<2048xf16, #l> {
    // CHECK: %[[FIRST:.*]] = tkg.local_load %arg0 own
    // CHECK: tk.reduce(%[[FIRST]])
    // CHECK: tk.splat
    // CHECK-NEXT: %[[AGAIN:.*]] = tkg.local_load %arg0 own
    // CHECK-NEXT: arith.subf %[[AGAIN]]
    %x = tkg.local_load %m own : !tkg.memdesc<2048xf16, #s> to tensor<2048xf16, #l>
    %highest = tk.reduce(%x) axis = 0 {
    ^bb0(%a: f16, %b: f16):
      %c = arith.maxnumf %a, %b : f16
      tk.yield %c : f16
    } : (tensor<2048xf16, #l>) -> f16
    %block = tk.splat %highest : f16 to tensor<2048xf16, #l>
    %r = arith.subf %x, %block : tensor<2048xf16, #l>
    return %r : tensor<2048xf16, #l>
  }
}
