// RUN: tkg-opt %s --tkg-pipeline-loops --split-input-file --remarks-filter=tkg-pipeline-loops 2> %t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#l = #tkg.blocked<sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCta = [4, 1], order = [1, 0]>
#mma = #tkg.mma<version = 3, warpsPerCta = [4, 1], instrShape = [16, 64]>
#s = #tkg.nvmma_shared<swizzle = 128, elementBits = 16, transposed = false>
module attributes {tkg.num_stages = 4 : i32, tkg.num_warps = 4 : i32, tkg.target = "sm_90a"} {
  // One copy, started where the tile was loaded, waited for where the buffer was filled.
  // REMARK: the tile is copied by TMA
  // CHECK-LABEL: func.func @copies_a_tile_once
  // CHECK-SAME: %[[MAP:arg[0-9]+]]: !tkg.tensor_map {tkg.tensor_map = {box = array<i64: 64, 64>, dims = ["2147483647", "2147483647"], pointer = 0 : i32, strides = ["128"]
  // CHECK: %[[BARRIER:.*]] = tkg.local_alloc : !tkg.memdesc<1xi64
  // CHECK-NEXT: tkg.mbarrier_init %[[BARRIER]] {count = 1 : i32}
  // CHECK: %[[TILE:.*]] = tkg.local_alloc : !tkg.memdesc<64x64xf16,
  // CHECK-NEXT: tkg.mbarrier_expect %[[BARRIER]] {bytes = 8192 : i32}
  // CHECK: tkg.tma_load %[[MAP]][%{{.*}}], %[[TILE]], %[[BARRIER]] :
  // CHECK: arith.muli %arg2, %arg2
  // CHECK: tkg.mbarrier_wait %[[BARRIER]], %c0_i32
  // CHECK: tkg.warp_group_dot %[[TILE]], %[[TILE]]
  // CHECK: tkg.mbarrier_inval %[[BARRIER]]
  // CHECK-NEXT: return
  func.func @copies_a_tile_once(%p: !tk.ptr<f16> {tk.divisibility = 16 : i32}, %c: tensor<64x64xf32, #mma>, %n: i32) -> (tensor<64x64xf32, #mma>, i32) attributes {tk.kernel} {
    %stride = arith.constant dense<64> : tensor<64x1xi32, #l>
    %rows = tk.make_range 0, 64 : tensor<64xi32, #tkg.slice<dim = 1, parent = #l>>
    %columns = tk.make_range 0, 64 : tensor<64xi32, #tkg.slice<dim = 0, parent = #l>>
    %row = tk.expand_dims %rows, 1 : tensor<64xi32, #tkg.slice<dim = 1, parent = #l>> to tensor<64x1xi32, #l>
    %column = tk.expand_dims %columns, 0 : tensor<64xi32, #tkg.slice<dim = 0, parent = #l>> to tensor<1x64xi32, #l>
    %first = arith.muli %row, %stride : tensor<64x1xi32, #l>
    %firsts = tk.broadcast %first : tensor<64x1xi32, #l> to tensor<64x64xi32, #l>
    %offsets = tk.broadcast %column : tensor<1x64xi32, #l> to tensor<64x64xi32, #l>
    %offset = arith.addi %firsts, %offsets : tensor<64x64xi32, #l>
    %base = tk.splat %p : !tk.ptr<f16> to tensor<64x64x!tk.ptr<f16>, #l>
    %q = tk.addptr %base, %offset : tensor<64x64x!tk.ptr<f16>, #l>, tensor<64x64xi32, #l>
    %x = tk.load %q : tensor<64x64x!tk.ptr<f16>, #l>
    %between = arith.muli %n, %n : i32
    %m = tkg.local_alloc %x : tensor<64x64xf16, #l> to !tkg.memdesc<64x64xf16, #s>
    %d = tkg.warp_group_dot %m, %m, %c : !tkg.memdesc<64x64xf16, #s>, !tkg.memdesc<64x64xf16, #s> to tensor<64x64xf32, #mma>
    %e = tkg.warp_group_dot_wait %d {pending = 0 : i32} : tensor<64x64xf32, #mma> to tensor<64x64xf32, #mma>
    return %e, %between : tensor<64x64xf32, #mma>, i32
  }
}

// -----

#l = #tkg.blocked<sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCta = [4, 1], order = [1, 0]>
#mma = #tkg.mma<version = 3, warpsPerCta = [4, 1], instrShape = [16, 64]>
#s = #tkg.nvmma_shared<swizzle = 128, elementBits = 16, transposed = false>
module attributes {tkg.num_stages = 1 : i32, tkg.num_warps = 4 : i32, tkg.target = "sm_90a"} {
  // Each iteration would make a barrier and wait for the whole latency.
  // REMARK: the loop is not pipelined
  // CHECK-LABEL: func.func @keeps_the_load_of_an_innermost_loop
  // CHECK: tk.load
  func.func @keeps_the_load_of_an_innermost_loop(%q: tensor<64x64x!tk.ptr<f16>, #l>, %c: tensor<64x64xf32, #mma>, %n: i32) -> tensor<64x64xf32, #mma> attributes {tk.kernel} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %c) -> (tensor<64x64xf32, #mma>) : i32 {
      %x = tk.load %q : tensor<64x64x!tk.ptr<f16>, #l>
      %m = tkg.local_alloc %x : tensor<64x64xf16, #l> to !tkg.memdesc<64x64xf16, #s>
      %d = tkg.warp_group_dot %m, %m, %acc : !tkg.memdesc<64x64xf16, #s>, !tkg.memdesc<64x64xf16, #s> to tensor<64x64xf32, #mma>
      %e = tkg.warp_group_dot_wait %d {pending = 0 : i32} : tensor<64x64xf32, #mma> to tensor<64x64xf32, #mma>
      scf.yield %e : tensor<64x64xf32, #mma>
    }
    return %r : tensor<64x64xf32, #mma>
  }
}
