// RUN: tkg-opt %s | tkg-opt | FileCheck %s
// RUN: tkg-opt %s --mlir-print-op-generic | tkg-opt | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#a = #tkg.blocked<sizePerThread = [1], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
#b = #tkg.blocked<sizePerThread = [4], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
#shared = #tkg.swizzled_shared<vec = 1, perPhase = 1, maxPhase = 1, order = [0]>

// CHECK-LABEL: func.func @converts
// CHECK: tkg.convert_layout %{{.*}} : tensor<512xf32, #[[A:.*]]> to tensor<512xf32, #[[B:.*]]>
func.func @converts(%x: tensor<512xf32, #a>) -> tensor<512xf32, #b> {
  %y = tkg.convert_layout %x : tensor<512xf32, #a> to tensor<512xf32, #b>
  return %y : tensor<512xf32, #b>
}
