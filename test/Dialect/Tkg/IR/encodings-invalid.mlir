// RUN: tkg-opt %s --split-input-file --verify-diagnostics
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// expected-error @+1 {{expects powers of two in sizePerThread, got 3}}
func.func private @size_is_no_power_of_two(tensor<64xf32, #tkg.blocked<sizePerThread = [3], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>>)

// -----

// expected-error @+1 {{expects 32 threads per warp, got 16}}
func.func private @lanes_are_not_32(tensor<64xf32, #tkg.blocked<sizePerThread = [1], threadsPerWarp = [16], warpsPerCta = [4], order = [0]>>)

// -----

// expected-error @+1 {{expects order to be a permutation of 0 to 1}}
func.func private @order_is_no_permutation(tensor<64x64xf32, #tkg.blocked<sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCta = [4, 1], order = [1, 1]>>)

// -----

#blocked = #tkg.blocked<sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCta = [4, 1], order = [1, 0]>
// expected-error @+1 {{expects a block of the encoding's rank 2, got rank 1}}
func.func private @rank_differs(tensor<64xf32, #blocked>)

// -----

#blocked = #tkg.blocked<sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCta = [4, 1], order = [1, 0]>
// expected-error @+1 {{expects a dimension below the parent's rank 2, got 2}}
func.func private @slice_dimension_is_too_large(tensor<64xf32, #tkg.slice<dim = 2, parent = #blocked>>)

// -----

#blocked = #tkg.blocked<sizePerThread = [1], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
// expected-error @+1 {{expects a parent of rank 2 or more, got rank 1}}
func.func private @slice_of_rank_1(tensor<64xf32, #tkg.slice<dim = 0, parent = #blocked>>)

// -----

// expected-error @+1 {{expects warpsPerCta and instrShape of one rank, 2 or 3, got 1 and 1}}
func.func private @mma_of_rank_1(tensor<64xf32, #tkg.mma<version = 2, warpsPerCta = [4], instrShape = [16]>>)

// -----

// expected-error @+1 {{expects mma version 2 or 3, got 7}}
func.func private @mma_version_is_unknown(tensor<64x64xf32, #tkg.mma<version = 7, warpsPerCta = [4, 1], instrShape = [16, 8]>>)

// -----

// expected-error @+1 {{expects instruction shape 16 x 8, got 16 x 16}}
func.func private @mma_instruction_is_unknown(tensor<64x64xf32, #tkg.mma<version = 2, warpsPerCta = [4, 1], instrShape = [16, 16]>>)

// -----

#mma = #tkg.mma<version = 2, warpsPerCta = [2, 2], instrShape = [16, 8]>
// expected-error @+1 {{expects opIdx 0 or 1, got 2}}
func.func private @operand_index_is_2(tensor<64x64xf16, #tkg.dot_operand<opIdx = 2, parent = #mma, kWidth = 2>>)

// -----

#mma = #tkg.mma<version = 2, warpsPerCta = [2, 2], instrShape = [16, 8]>
// expected-error @+1 {{expects kWidth 0 with a blocked parent and above 0 with an mma parent, got 0}}
func.func private @operand_without_width(tensor<64x64xf16, #tkg.dot_operand<opIdx = 0, parent = #mma, kWidth = 0>>)

// -----

#mma = #tkg.mma<version = 2, warpsPerCta = [2, 2], instrShape = [16, 8]>
// expected-error @+1 {{expects a blocked or mma parent, got #tkg.slice<dim = 0, parent = #tkg.mma<version = 2, warpsPerCta = [2, 2], instrShape = [16, 8]>>}}
func.func private @operand_of_a_slice(tensor<64xf16, #tkg.dot_operand<opIdx = 0, parent = #tkg.slice<dim = 0, parent = #mma>, kWidth = 2>>)

// -----

// expected-error @+1 {{expects coordinates from 0 to 31 along dimension 0, got 32}}
func.func private @linear_coordinate_is_outside(tensor<32xf16, #tkg.linear<register = [], lane = [1, 2, 4, 8, 32], warp = [], shape = [32]>>)

// -----

// expected-error @+1 {{expects 5 lane bases, got 4}}
func.func private @linear_with_four_lane_bases(tensor<16xf16, #tkg.linear<register = [], lane = [1, 2, 4, 8], warp = [], shape = [16]>>)

// -----

// expected-error @+1 {{expects each element of the shape to be reached}}
func.func private @linear_misses_elements(tensor<64xf16, #tkg.linear<register = [], lane = [1, 2, 4, 8, 16], warp = [], shape = [64]>>)

// -----

// expected-error @+1 {{expects 2 coordinates a basis, got a list of 1}}
func.func private @linear_list_is_cut(tensor<8x8xf16, #tkg.linear<register = [1], lane = [0, 1, 0, 2, 0, 4, 1, 0, 2, 0], warp = [4, 0], shape = [8, 8]>>)

// -----

// expected-error @+1 {{expects a shape of powers of two, got [24]}}
func.func private @linear_shape_is_no_power_of_two(tensor<24xf16, #tkg.linear<register = [], lane = [1, 2, 4, 8, 16], warp = [], shape = [24]>>)
