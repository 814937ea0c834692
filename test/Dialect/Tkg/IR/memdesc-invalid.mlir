// RUN: tkg-opt %s --split-input-file --verify-diagnostics
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#shared = #tkg.swizzled_shared<vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]>
// expected-error @+1 {{expects integers or floats of at least 8 bits, got 'i1'}}
func.func private @bits_are_no_bytes(!tkg.memdesc<128x64xi1, #shared>)

// -----

#shared = #tkg.swizzled_shared<vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]>
// expected-error @+1 {{expects an encoding of rank 1, got rank 2}}
func.func private @rank_differs(!tkg.memdesc<128xf16, #shared>)

// -----

#blocked = #tkg.blocked<sizePerThread = [1], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
// expected-error @+1 {{expects a shared encoding, got #tkg.blocked<sizePerThread = [1], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>}}
func.func private @encoding_is_not_shared(!tkg.memdesc<128xf16, #blocked>)

// -----

// expected-error @+1 {{expects powers of two in vec, perPhase and maxPhase, got 3}}
func.func private @vec_is_no_power_of_two(!tkg.memdesc<128xf16, #tkg.swizzled_shared<vec = 3, perPhase = 1, maxPhase = 8, order = [0]>>)

// -----

// expected-error @+1 {{expects order to be a permutation of 0 to 1}}
func.func private @order_is_no_permutation(!tkg.memdesc<128x64xf16, #tkg.swizzled_shared<vec = 8, perPhase = 1, maxPhase = 8, order = [1, 1]>>)
