// RUN: tkg-opt %s --split-input-file --verify-diagnostics | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#blocked = #tkg.blocked<sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCta = [4, 1], order = [1, 0]>
#transposed = #tkg.blocked<sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCta = [1, 4], order = [0, 1]>
// CHECK-LABEL: func.func @blocked_transposes_to_blocked
func.func @blocked_transposes_to_blocked(%x: tensor<64x32xf32, #blocked>) {
  %y = tk.trans %x [1, 0] : tensor<64x32xf32, #blocked> to tensor<32x64xf32, #transposed>
  return
}

// CHECK-LABEL: func.func @reduction_gives_a_slice_that_expands_again
func.func @reduction_gives_a_slice_that_expands_again(%x: tensor<64x32xf32, #blocked>) {
  %y = "tk.reduce"(%x) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tk.yield %c : f32
  }) : (tensor<64x32xf32, #blocked>) -> tensor<64xf32, #tkg.slice<dim = 1, parent = #blocked>>
  %z = tk.expand_dims %y, 1 : tensor<64xf32, #tkg.slice<dim = 1, parent = #blocked>> to tensor<64x1xf32, #blocked>
  return
}

// -----

#blocked = #tkg.blocked<sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCta = [4, 1], order = [1, 0]>
#flat = #tkg.linear<register = [], lane = [1, 2, 4, 8, 16], warp = [32, 64], shape = [128]>
// CHECK-LABEL: func.func @reshape_gives_a_linear_layout
func.func @reshape_gives_a_linear_layout(%x: tensor<4x32xf32, #blocked>) {
  %y = tk.reshape %x : tensor<4x32xf32, #blocked> to tensor<128xf32, #flat>
  return
}

// -----

#flat = #tkg.linear<register = [1], lane = [2, 4, 8, 16, 32], warp = [64, 128], shape = [256]>
#square = #tkg.linear<register = [0, 1], lane = [0, 2, 0, 4, 0, 8, 1, 0, 2, 0], warp = [4, 0, 8, 0], shape = [16, 16]>
#turned = #tkg.linear<register = [1, 0], lane = [2, 0, 4, 0, 8, 0, 0, 1, 0, 2], warp = [0, 4, 0, 8], shape = [16, 16]>
// CHECK-LABEL: func.func @linear_reshapes_and_transposes
func.func @linear_reshapes_and_transposes(%x: tensor<256xf32, #flat>) {
  %y = tk.reshape %x : tensor<256xf32, #flat> to tensor<16x16xf32, #square>
  %z = tk.trans %y [1, 0] : tensor<16x16xf32, #square> to tensor<16x16xf32, #turned>
  return
}

// -----

#blocked = #tkg.blocked<sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCta = [4, 1], order = [1, 0]>
#flat = #tkg.blocked<sizePerThread = [1], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
func.func @reshape_to_another_layout(%x: tensor<4x32xf32, #blocked>) {
  // expected-error @+1 {{expects encoding #tkg.linear<}}
  %y = tk.reshape %x : tensor<4x32xf32, #blocked> to tensor<128xf32, #flat>
  return
}

// -----

#flat = #tkg.blocked<sizePerThread = [1], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
#blocked = #tkg.blocked<sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCta = [4, 1], order = [1, 0]>
func.func @expansion_of_no_slice(%x: tensor<128xf32, #flat>) {
  // expected-error @+2 {{expects a slice along dimension 1}}
  // expected-error @+1 {{failed to infer returned types}}
  %y = tk.expand_dims %x, 1 : tensor<128xf32, #flat> to tensor<128x1xf32, #blocked>
  return
}

// -----

#mma = #tkg.mma<version = 2, warpsPerCta = [2, 2], instrShape = [16, 8]>
#a = #tkg.dot_operand<opIdx = 0, parent = #mma, kWidth = 2>
#b = #tkg.dot_operand<opIdx = 1, parent = #mma, kWidth = 2>
// CHECK-LABEL: func.func @dot_reads_operand_layouts
func.func @dot_reads_operand_layouts(%a: tensor<64x32xf16, #a>, %b: tensor<32x64xf16, #b>, %c: tensor<64x64xf32, #mma>) {
  %d = tk.dot %a, %b, %c : tensor<64x32xf16, #a>, tensor<32x64xf16, #b> to tensor<64x64xf32, #mma>
  return
}

// -----

#mma = #tkg.mma<version = 2, warpsPerCta = [2, 2], instrShape = [16, 8]>
#a = #tkg.dot_operand<opIdx = 0, parent = #mma, kWidth = 2>
func.func @dot_with_two_left_operands(%a: tensor<64x32xf16, #a>, %b: tensor<32x64xf16, #a>, %c: tensor<64x64xf32, #mma>) {
  // expected-error @+1 {{expects b encoded as right operand of}}
  %d = tk.dot %a, %b, %c : tensor<64x32xf16, #a>, tensor<32x64xf16, #a> to tensor<64x64xf32, #mma>
  return
}

// -----

#mma = #tkg.mma<version = 2, warpsPerCta = [2, 2], instrShape = [16, 8]>
#a = #tkg.dot_operand<opIdx = 0, parent = #mma, kWidth = 2>
#b = #tkg.dot_operand<opIdx = 1, parent = #mma, kWidth = 4>
func.func @dot_with_two_widths(%a: tensor<64x32xf16, #a>, %b: tensor<32x64xf16, #b>, %c: tensor<64x64xf32, #mma>) {
  // expected-error @+1 {{expects equal widths along k, got 2 and 4}}
  %d = tk.dot %a, %b, %c : tensor<64x32xf16, #a>, tensor<32x64xf16, #b> to tensor<64x64xf32, #mma>
  return
}

// -----

#mma = #tkg.mma<version = 2, warpsPerCta = [2, 2], instrShape = [16, 8]>
#b = #tkg.dot_operand<opIdx = 1, parent = #mma, kWidth = 2>
func.func @dot_with_unplaced_left_operand(%a: tensor<64x32xf16, #mma>, %b: tensor<32x64xf16, #b>, %c: tensor<64x64xf32, #mma>) {
  // expected-error @+1 {{expects a encoded as left operand of}}
  %d = tk.dot %a, %b, %c : tensor<64x32xf16, #mma>, tensor<32x64xf16, #b> to tensor<64x64xf32, #mma>
  return
}
