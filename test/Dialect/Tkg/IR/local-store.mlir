// RUN: tkg-opt %s | tkg-opt | FileCheck %s
// RUN: tkg-opt %s --mlir-print-op-generic | tkg-opt | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#a = #tkg.blocked<sizePerThread = [1], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
#b = #tkg.blocked<sizePerThread = [4], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
#shared = #tkg.swizzled_shared<vec = 1, perPhase = 1, maxPhase = 1, order = [0]>

// CHECK-LABEL: func.func @stores
// CHECK: tkg.local_store %arg0, %arg1 : tensor<512xf32, #{{.*}}> to !tkg.memdesc<512xf32, #shared>
func.func @stores(%x: tensor<512xf32, #a>, %m: !tkg.memdesc<512xf32, #shared>) {
  tkg.local_store %x, %m : tensor<512xf32, #a> to !tkg.memdesc<512xf32, #shared>
  return
}

// CHECK-LABEL: func.func @stores_its_own
// CHECK: tkg.local_store %arg0, %arg1 own : tensor<512xf32, #{{.*}}> to !tkg.memdesc<512xf32, #shared>
func.func @stores_its_own(%x: tensor<512xf32, #b>, %m: !tkg.memdesc<512xf32, #shared>) {
  tkg.local_store %x, %m own : tensor<512xf32, #b> to !tkg.memdesc<512xf32, #shared>
  return
}
