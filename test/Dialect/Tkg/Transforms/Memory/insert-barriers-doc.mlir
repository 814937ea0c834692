// RUN: tkg-opt %s --tkg-insert-barriers | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#l = #tkg.blocked<sizePerThread = [1], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
#m = #tkg.blocked<sizePerThread = [4], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
#s = #tkg.swizzled_shared<vec = 1, perPhase = 1, maxPhase = 1, order = [0]>
// CHECK-LABEL: func.func @barrier_between_store_and_load
func.func @barrier_between_store_and_load(%x: tensor<512xf32, #l>) -> tensor<512xf32, #m> {
  // CHECK-NOT: tkg.barrier
  // CHECK: tkg.local_alloc
  // CHECK-NEXT: tkg.barrier
  // CHECK-NEXT: tkg.local_load
  %a = tkg.local_alloc %x {tkg.offset = 0 : i32} : tensor<512xf32, #l> to !tkg.memdesc<512xf32, #s>
  %y = tkg.local_load %a : !tkg.memdesc<512xf32, #s> to tensor<512xf32, #m>
  return %y : tensor<512xf32, #m>
}
