// RUN: tkg-opt %s | tkg-opt | FileCheck %s
// RUN: tkg-opt %s --mlir-print-op-generic | tkg-opt | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#mma = #tkg.mma<version = 3, warpsPerCta = [4, 1], instrShape = [16, 128]>
#left = #tkg.dot_operand<opIdx = 0, parent = #mma, kWidth = 2>
#shared = #tkg.nvmma_shared<swizzle = 128, elementBits = 16, transposed = false>

// CHECK-LABEL: func.func @begins_and_waits
func.func @begins_and_waits(%a: !tkg.memdesc<64x64xf16, #shared>, %p: tensor<64x64xf16, #left>, %b: !tkg.memdesc<64x128xf16, #shared>, %c: tensor<64x128xf32, #mma>) -> tensor<64x128xf32, #mma> {
  // CHECK: tkg.warp_group_dot %arg0, %arg2, %arg3 : !tkg.memdesc<64x64xf16, #shared>, !tkg.memdesc<64x128xf16, #shared> to tensor<64x128xf32, #mma>
  // CHECK: tkg.warp_group_dot %arg1, %arg2, %{{.*}} : tensor<64x64xf16, #tkg.dot_operand<opIdx = 0, parent = #mma, kWidth = 2>>, !tkg.memdesc
  // CHECK: tkg.warp_group_dot_wait {pending = 1 : i32}
  // CHECK: tkg.warp_group_dot_wait %{{.*}} {pending = 0 : i32} : tensor<64x128xf32, #mma> to tensor<64x128xf32, #mma>
  %d = tkg.warp_group_dot %a, %b, %c : !tkg.memdesc<64x64xf16, #shared>, !tkg.memdesc<64x128xf16, #shared> to tensor<64x128xf32, #mma>
  %e = tkg.warp_group_dot %p, %b, %d : tensor<64x64xf16, #left>, !tkg.memdesc<64x128xf16, #shared> to tensor<64x128xf32, #mma>
  tkg.warp_group_dot_wait {pending = 1 : i32}
  %f = tkg.warp_group_dot_wait %e {pending = 0 : i32} : tensor<64x128xf32, #mma> to tensor<64x128xf32, #mma>
  return %f : tensor<64x128xf32, #mma>
}
