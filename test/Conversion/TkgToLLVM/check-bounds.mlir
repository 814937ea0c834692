// RUN: tkg-opt %s --tkg-to-llvm | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#l = #tkg.blocked<sizePerThread = [2], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
module attributes {tkg.num_warps = 4 : i32} {
// CHECK-LABEL: llvm.func @compares_with_the_array
// CHECK-SAME: nvvm.kernel
func.func @compares_with_the_array(%p: tensor<256x!tk.ptr<f32>, #l>, %r: !tk.ptr<i8>) -> tensor<256xi1, #l> attributes {tk.kernel} {
  // Array 1: begin at byte 80, end at byte 88.
  // CHECK: llvm.getelementptr %{{.*}}[80]
  // CHECK: llvm.load
  // CHECK: llvm.getelementptr %{{.*}}[88]
  // CHECK: llvm.load
  // CHECK-COUNT-2: llvm.icmp "ule"
  // CHECK: llvm.call @tkc_outside_1(
  %0 = tk.check_bounds %p report %r {array = 1 : i32, numArrays = 2 : i32, site = 5 : i32} : tensor<256x!tk.ptr<f32>, #l>, !tk.ptr<i8>
  return %0 : tensor<256xi1, #l>
}
// CHECK-LABEL: llvm.func @scalars_share_a_function
func.func @scalars_share_a_function(%p: !tk.ptr<f32>, %m: i1, %r: !tk.ptr<i8>) -> (i1, i1) attributes {tk.kernel} {
  // Any of the two arrays will do.
  // CHECK-COUNT-2: llvm.icmp "ule"
  // CHECK: llvm.call @tkc_outside_0(
  // CHECK: llvm.call @tkc_outside_0(
  %0 = tk.check_bounds %p report %r mask %m {numArrays = 2 : i32, site = 0 : i32} : !tk.ptr<f32>, !tk.ptr<i8>
  %1 = tk.check_bounds %p report %r {array = 0 : i32, numArrays = 2 : i32, site = 1 : i32} : !tk.ptr<f32>, !tk.ptr<i8>
  return %0, %1 : i1, i1
}
// CHECK: llvm.func internal @tkc_outside_1(
// CHECK: llvm.atomicrmw add
// CHECK: llvm.call @tkc_record_outside_
}
