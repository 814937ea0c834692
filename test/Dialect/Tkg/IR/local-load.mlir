// RUN: tkg-opt %s | tkg-opt | FileCheck %s
// RUN: tkg-opt %s --mlir-print-op-generic | tkg-opt | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#a = #tkg.blocked<sizePerThread = [1], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
#b = #tkg.blocked<sizePerThread = [4], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
#shared = #tkg.swizzled_shared<vec = 1, perPhase = 1, maxPhase = 1, order = [0]>

// CHECK-LABEL: func.func @loads
// CHECK: tkg.local_load %arg0 : !tkg.memdesc<512xf32, #shared> to tensor<512xf32, #{{.*}}>
func.func @loads(%m: !tkg.memdesc<512xf32, #shared>) -> tensor<512xf32, #b> {
  %x = tkg.local_load %m : !tkg.memdesc<512xf32, #shared> to tensor<512xf32, #b>
  return %x : tensor<512xf32, #b>
}

// CHECK-LABEL: func.func @loads_its_own
// CHECK: tkg.local_load %arg0 own : !tkg.memdesc<512xf32, #shared> to tensor<512xf32, #{{.*}}>
func.func @loads_its_own(%m: !tkg.memdesc<512xf32, #shared>) -> tensor<512xf32, #b> {
  %x = tkg.local_load %m own : !tkg.memdesc<512xf32, #shared> to tensor<512xf32, #b>
  return %x : tensor<512xf32, #b>
}
