// RUN: tkg-opt %s --tkg-to-llvm | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A dot of fp8 blocks is the intrinsic of its pair of types; each register holds four elements along K.

#mma = #tkg.mma<version = 2, warpsPerCta = [1, 1], instrShape = [16, 8]>
#a = #tkg.dot_operand<opIdx = 0, parent = #mma, kWidth = 4>
#b = #tkg.dot_operand<opIdx = 1, parent = #mma, kWidth = 4>
module attributes {tkg.num_ctas = 1 : i32, tkg.num_warps = 1 : i32, tkg.target = "sm_89"} {
  // CHECK-LABEL: llvm.func internal @mixed
  func.func @mixed(%x: tensor<16x64xf8E4M3FN, #a>, %y: tensor<64x8xf8E5M2, #b>, %c: tensor<16x8xf32, #mma>)
      -> tensor<16x8xf32, #mma> {
    // CHECK: llvm.bitcast %{{.*}} : vector<4xi8> to i32
    // CHECK-COUNT-2: llvm.call_intrinsic "llvm.nvvm.mma.m16n8k32.row.col.f32.e4m3.e5m2.f32"({{.*}}) : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    // CHECK-NOT: nvvm.mma
    %d = tk.dot %x, %y, %c : tensor<16x64xf8E4M3FN, #a>, tensor<64x8xf8E5M2, #b> to tensor<16x8xf32, #mma>
    return %d : tensor<16x8xf32, #mma>
  }
}
