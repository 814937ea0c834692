// RUN: tkg-opt %s --tkg-pipeline-loops --canonicalize --cse | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#l = #tkg.blocked<sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCta = [4, 1], order = [1, 0]>
#mma = #tkg.mma<version = 3, warpsPerCta = [4, 1], instrShape = [16, 64]>
#s = #tkg.nvmma_shared<swizzle = 128, elementBits = 16, transposed = false>
module attributes {tkg.num_stages = 4 : i32, tkg.num_warps = 4 : i32, tkg.target = "sm_90a"} {
  // CHECK-LABEL: func.func @rows_times_themselves
  func.func @rows_times_themselves(%p: !tk.ptr<f16> {tk.divisibility = 16 : i32}, %c: tensor<64x64xf32, #mma>, %n: i32) -> tensor<64x64xf32, #mma> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %step = arith.constant dense<4096> : tensor<64x64xi32, #l>
    %range = tk.make_range 0, 64 : tensor<64xi32, #tkg.slice<dim = 0, parent = #l>>
    %row = tk.expand_dims %range, 0 : tensor<64xi32, #tkg.slice<dim = 0, parent = #l>> to tensor<1x64xi32, #l>
    %offsets = tk.broadcast %row : tensor<1x64xi32, #l> to tensor<64x64xi32, #l>
    %base = tk.splat %p : !tk.ptr<f16> to tensor<64x64x!tk.ptr<f16>, #l>
    // CHECK: %[[FIRST:.*]] = tk.addptr
    %first = tk.addptr %base, %offsets : tensor<64x64x!tk.ptr<f16>, #l>, tensor<64x64xi32, #l>
    // The copies of the first three iterations, if there are so many, go to the first three of four slots.
    // CHECK: %[[RING:.*]] = tkg.local_alloc : !tkg.memdesc<64x64xf16, #shared, slots = 4>
    // CHECK: %[[ANY:.*]] = arith.cmpi ugt, %[[COUNT:.*]], %c0_i32
    // CHECK: %[[SLOT0:.*]] = tkg.local_slot %[[RING]][%c0_i32]
    // CHECK: tkg.copy_async %[[FIRST]], %[[SLOT0]] if %[[ANY]] {vectorWidth = 8 : i32}
    // CHECK: tkg.copy_commit
    // CHECK: %[[SECOND:.*]] = tk.addptr %[[FIRST]]
    // CHECK: %[[TWO:.*]] = arith.cmpi ugt, %[[COUNT]], %c1_i32
    // CHECK: %[[SLOT1:.*]] = tkg.local_slot %[[RING]][%c1_i32]
    // CHECK: tkg.copy_async %[[SECOND]], %[[SLOT1]] if %[[TWO]] {vectorWidth = 8 : i32}
    // CHECK: tkg.copy_commit
    // CHECK: %[[THIRD:.*]] = tk.addptr %[[SECOND]]
    // CHECK: tkg.copy_async %[[THIRD]]
    // CHECK: %[[FOURTH:.*]] = tk.addptr %[[THIRD]]
    // CHECK: %[[LOOP:.*]]:6 = scf.for {{.*}} iter_args(%[[SUM:.*]] = %arg1, %{{.*}} = %[[FIRST]], %[[AHEAD:.*]] = %[[FOURTH]], %[[LEFT:.*]] = %{{.*}}, %[[WRITE:.*]] = %c3_i32, %[[READ:.*]] = %c0_i32)
    %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %c, %q = %first) -> (tensor<64x64xf32, #mma>, tensor<64x64x!tk.ptr<f16>, #l>) : i32 {
      // CHECK: tkg.copy_wait {pending = 2 : i32}
      %x = tk.load %q : tensor<64x64x!tk.ptr<f16>, #l>
      // CHECK: %[[SOURCE:.*]] = tkg.local_slot %[[RING]][%[[READ]]]
      %m = tkg.local_alloc %x : tensor<64x64xf16, #l> to !tkg.memdesc<64x64xf16, #s>
      // The dot of this iteration goes on while that of the last one is waited for. The copies go to the slot that the last
      // one had.
      // CHECK: %[[D:.*]] = tkg.warp_group_dot %[[SOURCE]], %[[SOURCE]], %[[SUM]]
      // CHECK-NEXT: tkg.warp_group_dot_wait {pending = 1 : i32}
      // CHECK: %[[MORE:.*]] = arith.cmpi ne, %[[LEFT]], %c0_i32
      // CHECK: %[[TARGET:.*]] = tkg.local_slot %[[RING]][%[[WRITE]]]
      // CHECK-NEXT: tkg.copy_async %[[AHEAD]], %[[TARGET]] if %[[MORE]]
      // CHECK-NEXT: tkg.copy_commit
      %d = tkg.warp_group_dot %m, %m, %acc : !tkg.memdesc<64x64xf16, #s>, !tkg.memdesc<64x64xf16, #s> to tensor<64x64xf32, #mma>
      %e = tkg.warp_group_dot_wait %d {pending = 0 : i32} : tensor<64x64xf32, #mma> to tensor<64x64xf32, #mma>
      %q2 = tk.addptr %q, %step : tensor<64x64x!tk.ptr<f16>, #l>, tensor<64x64xi32, #l>
      // CHECK: scf.yield %[[D]]
      scf.yield %e, %q2 : tensor<64x64xf32, #mma>, tensor<64x64x!tk.ptr<f16>, #l>
    }
    // CHECK: %[[ALL:.*]] = tkg.warp_group_dot_wait %[[LOOP]]#0 {pending = 0 : i32}
    // CHECK-NEXT: tkg.copy_wait {pending = 0 : i32}
    // CHECK: return %[[ALL]]
    return %r#0 : tensor<64x64xf32, #mma>
  }
}
