// RUN: tkg-opt %s | tkg-opt | FileCheck %s
// RUN: tkg-opt %s --mlir-print-op-generic | tkg-opt | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#blocked = #tkg.blocked<sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCta = [4, 1], order = [1, 0]>
#mma = #tkg.mma<version = 2, warpsPerCta = [2, 2], instrShape = [16, 8]>
#mma3 = #tkg.mma<version = 3, warpsPerCta = [4, 1], instrShape = [16, 64]>
#linear = #tkg.linear<register = [0, 1], lane = [0, 2, 0, 4, 1, 0, 2, 0, 4, 0], warp = [8, 0], shape = [16, 8]>
#whole = #tkg.linear<register = [], lane = [1, 2, 4, 8, 16], warp = [0, 0], shape = [32]>

// CHECK-DAG: #blocked = #tkg.blocked<sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCta = [4, 1], order = [1, 0]>
// CHECK-DAG: #mma = #tkg.mma<version = 2, warpsPerCta = [2, 2], instrShape = [16, 8]>
// CHECK-DAG: #[[MMA3:mma[0-9]+]] = #tkg.mma<version = 3, warpsPerCta = [4, 1], instrShape = [16, 64]>
// CHECK-DAG: #[[LINEAR:linear[0-9]*]] = #tkg.linear<register = [0, 1], lane = [0, 2, 0, 4, 1, 0, 2, 0, 4, 0], warp = [8, 0], shape = [16, 8]>
// CHECK-DAG: #[[WHOLE:linear[0-9]*]] = #tkg.linear<register = [], lane = [1, 2, 4, 8, 16], warp = [0, 0], shape = [32]>

// CHECK-LABEL: func.func private @encodings_round_trip
// CHECK-SAME: tensor<64x32xf32, #blocked>
// CHECK-SAME: tensor<64xf32, #tkg.slice<dim = 1, parent = #blocked>>
// CHECK-SAME: tensor<64x64xf32, #mma>
// CHECK-SAME: tensor<64x16xf16, #tkg.dot_operand<opIdx = 0, parent = #mma, kWidth = 2>>
// CHECK-SAME: tensor<64x64xf32, #[[MMA3]]>
// CHECK-SAME: tensor<16x8xf16, #[[LINEAR]]>
// CHECK-SAME: tensor<32xf16, #[[WHOLE]]>
func.func private @encodings_round_trip(tensor<64x32xf32, #blocked>,
    tensor<64xf32, #tkg.slice<dim = 1, parent = #blocked>>, tensor<64x64xf32, #mma>,
    tensor<64x16xf16, #tkg.dot_operand<opIdx = 0, parent = #mma, kWidth = 2>>, tensor<64x64xf32, #mma3>,
    tensor<16x8xf16, #linear>, tensor<32xf16, #whole>)
