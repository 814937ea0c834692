// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shape ops, changes of layout, shared memory, reductions, scans and dots.
// RUN: tkg-opt %s --tkg-to-llvm | FileCheck %s

#row = #tkg.blocked<sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCta = [4, 1], order = [1, 0]>
#column = #tkg.blocked<sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCta = [1, 4], order = [0, 1]>
#thread = #tkg.blocked<sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCta = [4, 1], order = [1, 0]>
#line = #tkg.blocked<sizePerThread = [4], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
#mma = #tkg.mma<version = 2, warpsPerCta = [2, 2], instrShape = [16, 8]>
#a = #tkg.dot_operand<opIdx = 0, parent = #mma, kWidth = 2>
#b = #tkg.dot_operand<opIdx = 1, parent = #mma, kWidth = 2>
#shared = #tkg.swizzled_shared<vec = 8, perPhase = 2, maxPhase = 4, order = [1, 0]>
module attributes {tkg.num_ctas = 1 : i32, tkg.num_warps = 4 : i32, tkg.target = "sm_90a"} {
  // CHECK-LABEL: llvm.func internal @shape_ops_move_registers_only(
  // CHECK-NOT: shfl
  // CHECK-NOT: barrier
  // CHECK: llvm.return
  func.func @shape_ops_move_registers_only(%x: i32) {
    %range = tk.make_range 0, 32 : tensor<32xi32, #tkg.slice<dim = 1, parent = #row>>
    %rows = tk.expand_dims %range, 1 : tensor<32xi32, #tkg.slice<dim = 1, parent = #row>> to tensor<32x1xi32, #row>
    %all = tk.broadcast %rows : tensor<32x1xi32, #row> to tensor<32x16xi32, #row>
    %turned = tk.trans %all [1, 0] : tensor<32x16xi32, #row> to tensor<16x32xi32, #tkg.blocked<sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCta = [1, 4], order = [0, 1]>>
    return
  }

  // CHECK-LABEL: llvm.func internal @layouts_across_warps_meet_in_shared_memory(
  // CHECK: llvm.mlir.addressof @tkc_shared
  // CHECK: llvm.store %{{.*}} : vector<{{[0-9]+}}xf32>, !llvm.ptr<3>
  // CHECK: nvvm.barrier0
  // CHECK: llvm.load %{{.*}} : !llvm.ptr<3> -> vector<{{[0-9]+}}xf32>
  func.func @layouts_across_warps_meet_in_shared_memory(%x: tensor<32x16xf32, #row>) -> tensor<32x16xf32, #column> {
    %y = tkg.convert_layout %x {tkg.offset = 0 : i32} : tensor<32x16xf32, #row> to tensor<32x16xf32, #column>
    return %y : tensor<32x16xf32, #column>
  }

  // CHECK-LABEL: llvm.func internal @reductions_combine_registers_then_lanes_then_warps(
  // CHECK-COUNT-3: llvm.fadd
  // CHECK: nvvm.shfl.sync bfly
  // CHECK: llvm.store %{{.*}} : f32, !llvm.ptr<3>
  // CHECK: nvvm.barrier0
  // CHECK: llvm.load %{{.*}} : !llvm.ptr<3> -> vector<4xf32>
  // CHECK-COUNT-3: llvm.fadd
  func.func @reductions_combine_registers_then_lanes_then_warps(%x: tensor<512xf32, #line>) -> f32 {
    %sum = tk.reduce(%x) axis = 0 {
    ^bb0(%left: f32, %right: f32):
      %both = arith.addf %left, %right : f32
      tk.yield %both : f32
    } {tkg.offset = 0 : i32} : (tensor<512xf32, #line>) -> f32
    return %sum : f32
  }

  // CHECK-LABEL: llvm.func internal @gathers_within_a_thread_select(
  // CHECK-NOT: barrier
  // CHECK-NOT: shfl
  // CHECK-COUNT-3: llvm.select
  // CHECK-NOT: shfl
  // CHECK: llvm.return
  func.func @gathers_within_a_thread_select(%x: tensor<128x4xf32, #thread>, %i: tensor<128x1xi32, #thread>) -> tensor<128x1xf32, #thread> {
    %y = tk.gather %x[%i] axis = 1 : tensor<128x4xf32, #thread>[tensor<128x1xi32, #thread>] to tensor<128x1xf32, #thread>
    return %y : tensor<128x1xf32, #thread>
  }

  // CHECK-LABEL: llvm.func internal @gathers_within_a_warp_shuffle(
  // CHECK-NOT: barrier
  // CHECK-COUNT-4: nvvm.shfl.sync idx
  // CHECK-NOT: barrier
  // CHECK: llvm.return
  func.func @gathers_within_a_warp_shuffle(%x: tensor<32x16xf32, #row>, %i: tensor<32x4xi64, #row>) -> tensor<32x4xf32, #row> {
    %y = tk.gather %x[%i] axis = 1 : tensor<32x16xf32, #row>[tensor<32x4xi64, #row>] to tensor<32x4xf32, #row>
    return %y : tensor<32x4xf32, #row>
  }

  // CHECK-LABEL: llvm.func internal @gathers_across_warps_meet_in_shared_memory(
  // CHECK-NOT: shfl
  // CHECK: llvm.store %{{.*}} : vector<4xf32>, !llvm.ptr<3>
  // CHECK: nvvm.barrier0
  // CHECK: llvm.load %{{.*}} : !llvm.ptr<3> -> f32
  func.func @gathers_across_warps_meet_in_shared_memory(%x: tensor<512xf32, #line>, %i: tensor<128xi32, #line>) -> tensor<128xf32, #line> {
    %y = tk.gather %x[%i] axis = 0 {tkg.offset = 0 : i32} : tensor<512xf32, #line>[tensor<128xi32, #line>] to tensor<128xf32, #line>
    return %y : tensor<128xf32, #line>
  }

  // Of the four warps that hold the numbers one counts; numbers that are no bin don't count.
  // CHECK-LABEL: llvm.func internal @histograms_count_in_shared_memory(
  // CHECK: llvm.store %{{.*}} : vector<{{[0-9]+}}xi32>, !llvm.ptr<3>
  // CHECK: nvvm.barrier0
  // CHECK: %[[OWNS:.*]] = llvm.icmp "eq" %{{.*}}, %{{.*}} : i32
  // CHECK: %[[INSIDE:.*]] = llvm.icmp "ult" %{{.*}}, %{{.*}} : i32
  // CHECK: %[[COUNTS:.*]] = llvm.and %[[OWNS]], %[[INSIDE]]
  // CHECK: llvm.inline_asm {{.*}}"@$1 red.shared.add.u32 [$0], 1;", "r,b,~{memory}" %{{.*}}, %[[COUNTS]]
  // CHECK-COUNT-3: llvm.inline_asm
  // CHECK-NOT: llvm.inline_asm
  // CHECK: nvvm.barrier0
  // CHECK: llvm.load %{{.*}} : !llvm.ptr<3> -> vector<{{[0-9]+}}xi32>
  func.func @histograms_count_in_shared_memory(%x: tensor<128xi32, #line>) -> tensor<512xi32, #line> {
    %y = tk.histogram %x {tkg.offset = 0 : i32} : tensor<128xi32, #line> to tensor<512xi32, #line>
    return %y : tensor<512xi32, #line>
  }

  // CHECK-LABEL: llvm.func internal @bytes_are_all_among_512_bins(
  // CHECK-NOT: "ult"
  // CHECK: llvm.inline_asm {{.*}}"red.shared.add.u32 [$0], 1;", "r,~{memory}"
  func.func @bytes_are_all_among_512_bins(%x: tensor<512xi8, #line>) -> tensor<512xi32, #line> {
    %y = tk.histogram %x {tkg.offset = 0 : i32} : tensor<512xi8, #line> to tensor<512xi32, #line>
    return %y : tensor<512xi32, #line>
  }

  // CHECK-LABEL: llvm.func internal @scans_fetch_totals_from_other_threads(
  // CHECK: nvvm.shfl.sync idx
  // CHECK: nvvm.barrier0
  func.func @scans_fetch_totals_from_other_threads(%x: tensor<512xi32, #line>) -> tensor<512xi32, #line> {
    %sums = tk.scan(%x) axis = 0 {
    ^bb0(%left: i32, %right: i32):
      %both = arith.addi %left, %right : i32
      tk.yield %both : i32
    } {tkg.offset = 0 : i32} : (tensor<512xi32, #line>) -> tensor<512xi32, #line>
    return %sums : tensor<512xi32, #line>
  }

  // CHECK-LABEL: llvm.func internal @dots_read_operands_by_ldmatrix(
  // CHECK: nvvm.ldmatrix %{{.*}}num = 4
  // CHECK: nvvm.ldmatrix %{{.*}}#nvvm.mma_layout<col>
  // CHECK-COUNT-8: nvvm.mma.sync
  // CHECK-NOT: nvvm.mma.sync
  func.func @dots_read_operands_by_ldmatrix(%c: tensor<64x32xf32, #mma>) -> tensor<64x32xf32, #mma> {
    %am = tkg.local_alloc {tkg.offset = 0 : i32} : !tkg.memdesc<64x32xf16, #shared>
    %bm = tkg.local_alloc {tkg.offset = 4096 : i32} : !tkg.memdesc<32x32xf16, #shared>
    %l = tkg.local_load %am : !tkg.memdesc<64x32xf16, #shared> to tensor<64x32xf16, #a>
    %r = tkg.local_load %bm : !tkg.memdesc<32x32xf16, #shared> to tensor<32x32xf16, #b>
    %d = tk.dot %l, %r, %c : tensor<64x32xf16, #a>, tensor<32x32xf16, #b> to tensor<64x32xf32, #mma>
    return %d : tensor<64x32xf32, #mma>
  }
}
