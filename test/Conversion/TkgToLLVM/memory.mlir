// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads, stores and atomics of global memory.
// RUN: tkg-opt %s --tkg-to-llvm | FileCheck %s

#one = #tkg.blocked<sizePerThread = [1], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
#four = #tkg.blocked<sizePerThread = [4], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
#eight = #tkg.blocked<sizePerThread = [8], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
module attributes {tkg.num_ctas = 1 : i32, tkg.num_warps = 4 : i32, tkg.target = "sm_90a"} {
  // CHECK-LABEL: llvm.func @loads_without_mask_are_plain(
  func.func @loads_without_mask_are_plain(%p: !tk.ptr<f16> {tk.divisibility = 16 : i32}) attributes {tk.kernel} {
    %range = tk.make_range 0, 1024 : tensor<1024xi32, #eight>
    %base = tk.splat %p : !tk.ptr<f16> to tensor<1024x!tk.ptr<f16>, #eight>
    %at = tk.addptr %base, %range : tensor<1024x!tk.ptr<f16>, #eight>, tensor<1024xi32, #eight>
    // CHECK-COUNT-1: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<8xf16>
    %x = tk.load %at : tensor<1024x!tk.ptr<f16>, #eight>
    // CHECK: llvm.store %{{.*}}, %{{.*}} {alignment = 16 : i64} : vector<8xf16>, !llvm.ptr<1>
    tk.store %at, %x : tensor<1024x!tk.ptr<f16>, #eight>
    return
  }

  // CHECK-LABEL: llvm.func @unknown_alignment_takes_elements_one_by_one(
  func.func @unknown_alignment_takes_elements_one_by_one(%p: !tk.ptr<f32>) attributes {tk.kernel} {
    %range = tk.make_range 0, 512 : tensor<512xi32, #four>
    %base = tk.splat %p : !tk.ptr<f32> to tensor<512x!tk.ptr<f32>, #four>
    %at = tk.addptr %base, %range : tensor<512x!tk.ptr<f32>, #four>, tensor<512xi32, #four>
    // CHECK-COUNT-4: llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr<1> -> vector<1xf32>
    %x = tk.load %at : tensor<512x!tk.ptr<f32>, #four>
    tk.store %at, %x : tensor<512x!tk.ptr<f32>, #four>
    return
  }

  // CHECK-LABEL: llvm.func @modifiers_reach_the_instruction(
  func.func @modifiers_reach_the_instruction(%p: !tk.ptr<f32> {tk.divisibility = 16 : i32}) attributes {tk.kernel} {
    %range = tk.make_range 0, 512 : tensor<512xi32, #four>
    %base = tk.splat %p : !tk.ptr<f32> to tensor<512x!tk.ptr<f32>, #four>
    %at = tk.addptr %base, %range : tensor<512x!tk.ptr<f32>, #four>, tensor<512xi32, #four>
    // CHECK: "ld.global.cg.v4.b32 {$0, $1, $2, $3}, [$4];"
    %x = tk.load %at {cache = #tk.cache<cg>} : tensor<512x!tk.ptr<f32>, #four>
    // CHECK: "ld.volatile.global.v4.b32 {$0, $1, $2, $3}, [$4];"
    %y = tk.load %at {isVolatile} : tensor<512x!tk.ptr<f32>, #four>
    // CHECK: "ld.global.L1::evict_last.v4.b32 {$0, $1, $2, $3}, [$4];"
    %z = tk.load %at {evict = #tk.evict<evict_last>} : tensor<512x!tk.ptr<f32>, #four>
    // CHECK: "st.global.wt.v4.b32 [$4], {$0, $1, $2, $3};"
    tk.store %at, %x {cache = #tk.cache<wt>} : tensor<512x!tk.ptr<f32>, #four>
    return
  }

  // Four warps hold the same 32 elements: only lanes of warp 0 may write, and each element changes once.
  // CHECK-LABEL: llvm.func @one_thread_owns_each_element(
  func.func @one_thread_owns_each_element(%p: !tk.ptr<i32> {tk.divisibility = 16 : i32}) attributes {tk.kernel} {
    %range = tk.make_range 0, 32 : tensor<32xi32, #one>
    %base = tk.splat %p : !tk.ptr<i32> to tensor<32x!tk.ptr<i32>, #one>
    %at = tk.addptr %base, %range : tensor<32x!tk.ptr<i32>, #one>, tensor<32xi32, #one>
    // CHECK: %[[MASK:.*]] = llvm.mlir.constant(3 : i32)
    // CHECK: llvm.and %{{.*}}, %[[MASK]]
    // CHECK: "@$2 st.global.b32 [$1], $0;"
    tk.store %at, %range : tensor<32x!tk.ptr<i32>, #one>
    // CHECK: "@$3 atom.global.relaxed.gpu.add.u32 $0, [$1], $2;"
    %old = tk.atomic_rmw add, %at, %range {sem = #tk.sem<relaxed>} : tensor<32x!tk.ptr<i32>, #one>
    return
  }

  // What other programs write while threads read: one thread reads, and tells the others.
  // CHECK-LABEL: llvm.func @volatile_replicas_hold_one_value(
  func.func @volatile_replicas_hold_one_value(%p: !tk.ptr<i32> {tk.divisibility = 16 : i32}) attributes {tk.kernel} {
    // CHECK: "@$2 ld.volatile.global.b32 $0, [$1];"
    // CHECK: "@$2 st.shared.b32 [$0], $1;"
    // CHECK: nvvm.barrier0
    // CHECK: llvm.load %{{.*}} -> i32
    %first = tk.load %p {isVolatile, tkg.offset = 0 : i32} : !tk.ptr<i32>
    %range = tk.make_range 0, 32 : tensor<32xi32, #one>
    %base = tk.splat %p : !tk.ptr<i32> to tensor<32x!tk.ptr<i32>, #one>
    %moved = tk.splat %first : i32 to tensor<32xi32, #one>
    %place = arith.addi %range, %moved : tensor<32xi32, #one>
    %at = tk.addptr %base, %place : tensor<32x!tk.ptr<i32>, #one>, tensor<32xi32, #one>
    // CHECK: "@$2 ld.global.cv.b32 $0, [$1];"
    // CHECK: "@$2 st.shared.b32 [$0], $1;"
    // CHECK: nvvm.barrier0
    // CHECK: llvm.load %{{.*}} -> i32
    %each = tk.load %at {cache = #tk.cache<cv>, tkg.offset = 128 : i32} : tensor<32x!tk.ptr<i32>, #one>
    // CHECK-NOT: st.shared
    // CHECK: llvm.return
    tk.store %at, %each : tensor<32x!tk.ptr<i32>, #one>
    return
  }

  // CHECK-LABEL: llvm.func @scalar_atomics_order_the_whole_cta(
  func.func @scalar_atomics_order_the_whole_cta(%p: !tk.ptr<i32>, %v: i32) attributes {tk.kernel} {
    // CHECK: nvvm.barrier0
    // CHECK: "@$3 atom.global.acq_rel.gpu.add.u32 $0, [$1], $2;"
    // CHECK: nvvm.barrier0
    %old = tk.atomic_rmw add, %p, %v : !tk.ptr<i32>
    return
  }

  // Positive values are compared as signed, negative ones as unsigned integers.
  // CHECK-LABEL: llvm.func @float_maximum_goes_by_integers(
  func.func @float_maximum_goes_by_integers(%p: !tk.ptr<f32>, %v: f32) attributes {tk.kernel} {
    // CHECK: atom.global.relaxed.gpu.max.s32
    // CHECK: atom.global.relaxed.gpu.min.u32
    %old = tk.atomic_rmw fmax, %p, %v {sem = #tk.sem<relaxed>} : !tk.ptr<f32>
    return
  }
}
