// RUN: tkg-opt %s --tkg-promote-stores | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#l = #tkg.blocked<sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCta = [4, 1], order = [1, 0]>
#mma = #tkg.mma<version = 3, warpsPerCta = [4, 1], instrShape = [16, 64]>
module attributes {tkg.num_warps = 4 : i32, tkg.target = "sm_90a"} {
  // CHECK-LABEL: func.func @leaves_rows_that_end_within_pieces_to_threads
  // CHECK-SAME: %arg2: i32, %[[MAP:[a-z0-9]+]]: !tkg.tensor_map {tkg.tensor_map = {box = array<i64: 64, 64>, dims = ["0 + p2 * 1", "2147483647"]
  // CHECK: %[[FACTOR:.*]] = arith.constant 2 : i32
  // CHECK: %[[BYTES:.*]] = arith.muli %arg2, %[[FACTOR]]
  // CHECK: %[[SUM:.*]] = arith.addi %{{.*}}, %[[BYTES]]
  // CHECK: %[[REST:.*]] = arith.andi %[[SUM]], %c15
  // CHECK: %[[WHOLE:.*]] = arith.cmpi eq, %[[REST]], %c0
  // CHECK: scf.if %[[WHOLE]] {
  // CHECK-NEXT: %[[TILE:.*]] = tkg.local_alloc %arg1 : tensor<64x64xf16, #mma>
  // CHECK-NOT: convert_layout
  // CHECK: tkg.tma_store %[[TILE]], %[[MAP]][%{{.*}}, %{{.*}}] at
  // CHECK-NEXT: } else {
  // CHECK-NEXT: %[[CONVERTED:.*]] = tkg.convert_layout %arg1
  // CHECK-NEXT: tk.store %{{.*}}, %[[CONVERTED]] mask
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  func.func @leaves_rows_that_end_within_pieces_to_threads(%p: !tk.ptr<f16> {tk.divisibility = 16 : i32}, %x: tensor<64x64xf16, #mma>, %n: i32) attributes {tk.kernel} {
    %c64 = arith.constant dense<64> : tensor<64x1xi32, #l>
    %rowRange = tk.make_range 0, 64 : tensor<64xi32, #tkg.slice<dim = 1, parent = #l>>
    %columnRange = tk.make_range 0, 64 : tensor<64xi32, #tkg.slice<dim = 0, parent = #l>>
    %row = tk.expand_dims %rowRange, 1 : tensor<64xi32, #tkg.slice<dim = 1, parent = #l>> to tensor<64x1xi32, #l>
    %column = tk.expand_dims %columnRange, 0 : tensor<64xi32, #tkg.slice<dim = 0, parent = #l>> to tensor<1x64xi32, #l>
    %scaled = arith.muli %row, %c64 : tensor<64x1xi32, #l>
    %rows = tk.broadcast %scaled : tensor<64x1xi32, #l> to tensor<64x64xi32, #l>
    %columns = tk.broadcast %column : tensor<1x64xi32, #l> to tensor<64x64xi32, #l>
    %offsets = arith.addi %rows, %columns : tensor<64x64xi32, #l>
    %base = tk.splat %p : !tk.ptr<f16> to tensor<64x64x!tk.ptr<f16>, #l>
    %place = tk.addptr %base, %offsets : tensor<64x64x!tk.ptr<f16>, #l>, tensor<64x64xi32, #l>
    %bound = tk.splat %n : i32 to tensor<1x64xi32, #l>
    %isColumn = arith.cmpi slt, %column, %bound : tensor<1x64xi32, #l>
    %mask = tk.broadcast %isColumn : tensor<1x64xi1, #l> to tensor<64x64xi1, #l>
    %y = tkg.convert_layout %x : tensor<64x64xf16, #mma> to tensor<64x64xf16, #l>
    tk.store %place, %y mask %mask : tensor<64x64x!tk.ptr<f16>, #l>
    return
  }
}
