// RUN: tkg-opt %s --tkg-prefetch-loads | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#l = #tkg.blocked<sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCta = [4, 1], order = [1, 0]>
#mma = #tkg.mma<version = 2, warpsPerCta = [2, 2], instrShape = [16, 8]>
#a = #tkg.dot_operand<opIdx = 0, parent = #mma, kWidth = 2>
#b = #tkg.dot_operand<opIdx = 1, parent = #mma, kWidth = 2>
#s = #tkg.swizzled_shared<vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]>
module attributes {tkg.num_stages = 3 : i32} {
  // CHECK-LABEL: func.func @next_load_goes_before_this_dot
  func.func @next_load_goes_before_this_dot(%p: tensor<64x64x!tk.ptr<f16>, #l>, %step: tensor<64x64xi32, #l>, %b: tensor<64x64xf16, #b>, %c: tensor<64x64xf32, #mma>, %from: i32, %to: i32, %by: i32) -> tensor<64x64xf32, #mma> {
    // The first load happens only if the loop runs at all.
    // CHECK: %[[ENTERS:.*]] = arith.cmpi slt, %[[FROM:.*]], %[[TO:.*]] : i32
    // CHECK: %[[MASK:.*]] = tk.splat %[[ENTERS]]
    // CHECK: %[[FIRST:.*]] = tk.load %arg0 mask %[[MASK]]
    // CHECK: scf.for %[[I:.*]] = %[[FROM]] to %[[TO]] step %[[BY:.*]] iter_args(%[[ACC:.*]] = %{{.*}}, %[[P:.*]] = %arg0, %[[X:.*]] = %[[FIRST]])
    %r:2 = scf.for %i = %from to %to step %by iter_args(%acc = %c, %q = %p) -> (tensor<64x64xf32, #mma>, tensor<64x64x!tk.ptr<f16>, #l>) : i32 {
      // CHECK-NEXT: %[[M:.*]] = tkg.local_alloc %[[X]]
      // CHECK-NEXT: %[[NEXT:.*]] = tk.addptr %[[P]]
      // CHECK-NEXT: %[[LEFT:.*]] = arith.subi %[[TO]], %[[I]]
      // CHECK-NEXT: %[[MORE:.*]] = arith.cmpi ugt, %[[LEFT]], %[[BY]]
      // CHECK: %[[MASK2:.*]] = tk.splat %[[MORE]]
      // CHECK-NEXT: %[[AHEAD:.*]] = tk.load %[[NEXT]] mask %[[MASK2]]
      // CHECK-NEXT: %[[A:.*]] = tkg.local_load %[[M]]
      // CHECK-NEXT: %[[D:.*]] = tk.dot %[[A]]
      // CHECK-NEXT: scf.yield %[[D]], %[[NEXT]], %[[AHEAD]]
      %x = tk.load %q : tensor<64x64x!tk.ptr<f16>, #l>
      %m = tkg.local_alloc %x : tensor<64x64xf16, #l> to !tkg.memdesc<64x64xf16, #s>
      %a = tkg.local_load %m : !tkg.memdesc<64x64xf16, #s> to tensor<64x64xf16, #a>
      %d = tk.dot %a, %b, %acc : tensor<64x64xf16, #a>, tensor<64x64xf16, #b> to tensor<64x64xf32, #mma>
      %q2 = tk.addptr %q, %step : tensor<64x64x!tk.ptr<f16>, #l>, tensor<64x64xi32, #l>
      scf.yield %d, %q2 : tensor<64x64xf32, #mma>, tensor<64x64x!tk.ptr<f16>, #l>
    }
    return %r#0 : tensor<64x64xf32, #mma>
  }
}
