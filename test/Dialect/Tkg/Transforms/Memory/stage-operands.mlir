// RUN: tkg-opt %s --tkg-stage-operands --split-input-file | FileCheck %s
// RUN: tkg-opt %s --tkg-stage-operands --split-input-file --remarks-filter=tkg-stage-operands 2>&1 | FileCheck %s --check-prefix=REMARK
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Rows of 64 bytes: two rows a phase. A warp stores 1 KiB and loads 2 KiB, 128 bytes a wavefront.
// REMARK: OperandStaged
// REMARK-SAME: vectors of 8 elements in 4 phases, 24 wavefronts a warp
#l = #tkg.blocked<sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCta = [4, 1], order = [1, 0]>
#mma = #tkg.mma<version = 2, warpsPerCta = [2, 2], instrShape = [16, 8]>
#a = #tkg.dot_operand<opIdx = 0, parent = #mma, kWidth = 2>
// CHECK: #tkg.swizzled_shared<vec = 8, perPhase = 2, maxPhase = 4, order = [1, 0]>
module attributes {tkg.target = "sm_90a", tkg.num_warps = 4 : i32} {
  // CHECK-LABEL: func.func @narrow_rows
  func.func @narrow_rows(%x: tensor<64x32xf16, #l>) -> tensor<64x32xf16, #a> {
    %a = tkg.convert_layout %x : tensor<64x32xf16, #l> to tensor<64x32xf16, #a>
    return %a : tensor<64x32xf16, #a>
  }
}

// -----

#t = #tkg.blocked<sizePerThread = [8, 1], threadsPerWarp = [8, 4], warpsPerCta = [1, 4], order = [0, 1]>
#mma = #tkg.mma<version = 2, warpsPerCta = [2, 2], instrShape = [16, 8]>
#b = #tkg.dot_operand<opIdx = 1, parent = #mma, kWidth = 2>
// REMARK: vectors of 8 elements in 8 phases, 24 wavefronts a warp
// CHECK: #tkg.swizzled_shared<vec = 8, perPhase = 1, maxPhase = 8, order = [0, 1]>
module attributes {tkg.target = "sm_90a", tkg.num_warps = 4 : i32} {
  // CHECK-LABEL: func.func @transposed_operand_keeps_its_order
  func.func @transposed_operand_keeps_its_order(%x: tensor<64x32xf16, #t>) -> tensor<64x32xf16, #b> {
    %a = tkg.convert_layout %x : tensor<64x32xf16, #t> to tensor<64x32xf16, #b>
    return %a : tensor<64x32xf16, #b>
  }
}

// -----

#mma = #tkg.mma<version = 2, warpsPerCta = [4, 1], instrShape = [16, 8]>
#a = #tkg.dot_operand<opIdx = 0, parent = #mma, kWidth = 2>
module attributes {tkg.target = "sm_90a", tkg.num_warps = 4 : i32} {
  // CHECK-LABEL: func.func @accumulator_becomes_operand_in_registers
  func.func @accumulator_becomes_operand_in_registers(%x: tensor<64x64xf16, #mma>) -> tensor<64x64xf16, #a> {
    // CHECK: tkg.convert_layout
    // CHECK-NOT: local_alloc
    %a = tkg.convert_layout %x : tensor<64x64xf16, #mma> to tensor<64x64xf16, #a>
    return %a : tensor<64x64xf16, #a>
  }
}

// -----

#l = #tkg.blocked<sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCta = [4, 1], order = [1, 0]>
#m = #tkg.blocked<sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCta = [4, 1], order = [1, 0]>
module attributes {tkg.target = "sm_90a", tkg.num_warps = 4 : i32} {
  // CHECK-LABEL: func.func @other_conversions_stay
  func.func @other_conversions_stay(%x: tensor<64x64xf16, #l>) -> tensor<64x64xf16, #m> {
    // CHECK: tkg.convert_layout
    %a = tkg.convert_layout %x : tensor<64x64xf16, #l> to tensor<64x64xf16, #m>
    return %a : tensor<64x64xf16, #m>
  }
}
