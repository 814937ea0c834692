// RUN: tkg-opt %s | tkg-opt | FileCheck %s
// RUN: tkg-opt %s --mlir-print-op-generic | tkg-opt | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#a = #tkg.blocked<sizePerThread = [1], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
#b = #tkg.blocked<sizePerThread = [4], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
#shared = #tkg.swizzled_shared<vec = 1, perPhase = 1, maxPhase = 1, order = [0]>

// CHECK-LABEL: func.func @allocates
// CHECK: tkg.local_alloc : !tkg.memdesc<512xf32, #shared>
// CHECK: tkg.local_alloc %arg0 {tkg.offset = 2048 : i32} : tensor<512xf32, #{{.*}}> to !tkg.memdesc<512xf32, #shared>
func.func @allocates(%x: tensor<512xf32, #a>) {
  %m = tkg.local_alloc : !tkg.memdesc<512xf32, #shared>
  %n = tkg.local_alloc %x {tkg.offset = 2048 : i32} : tensor<512xf32, #a> to !tkg.memdesc<512xf32, #shared>
  return
}
