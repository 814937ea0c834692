// RUN: tkg-opt %s --tkg-allocate-shared | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#l = #tkg.blocked<sizePerThread = [1], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
#m = #tkg.blocked<sizePerThread = [4], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
#s = #tkg.swizzled_shared<vec = 1, perPhase = 1, maxPhase = 1, order = [0]>
// CHECK: module attributes {{.*}}tkg.shared = 4096 : i32
module attributes {tkg.target = "sm_90a", tkg.num_warps = 4 : i32} {
  // CHECK-LABEL: func.func @buffers
  // CHECK-SAME: tkg.shared = 4096 : i32
  func.func @buffers(%x: tensor<512xf32, #l>) -> (tensor<512xf32, #l>, tensor<512xf32, #l>) {
    // CHECK: tkg.local_alloc %arg0 {tkg.offset = 0 : i32}
    %a = tkg.local_alloc %x : tensor<512xf32, #l> to !tkg.memdesc<512xf32, #s>
    // CHECK: tkg.local_alloc %arg0 {tkg.offset = 2048 : i32}
    %b = tkg.local_alloc %x : tensor<512xf32, #l> to !tkg.memdesc<512xf32, #s>
    %y = tkg.local_load %a : !tkg.memdesc<512xf32, #s> to tensor<512xf32, #l>
    // The first buffer is not needed any more.
    // CHECK: tkg.local_alloc %arg0 {tkg.offset = 0 : i32}
    %c = tkg.local_alloc %x : tensor<512xf32, #l> to !tkg.memdesc<512xf32, #s>
    %z = tkg.local_load %b : !tkg.memdesc<512xf32, #s> to tensor<512xf32, #l>
    return %y, %z : tensor<512xf32, #l>, tensor<512xf32, #l>
  }
}
