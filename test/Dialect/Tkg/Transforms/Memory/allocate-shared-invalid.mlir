// RUN: tkg-opt %s --tkg-allocate-shared --verify-diagnostics --split-input-file
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#l = #tkg.blocked<sizePerThread = [1], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
#m = #tkg.blocked<sizePerThread = [4], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
#s = #tkg.swizzled_shared<vec = 1, perPhase = 1, maxPhase = 1, order = [0]>
module attributes {tkg.target = "sm_80", tkg.num_warps = 4 : i32} {
  // expected-error @+1 {{`too_large` needs 262144 bytes of shared memory, but `sm_80` has 166912 [SharedMemoryExceeded]}}
  func.func @too_large(%x: tensor<32768xf32, #l>) -> (tensor<32768xf32, #l>, tensor<32768xf32, #l>) {
    // expected-note @+1 {{131072 bytes at offset 0 for `tkg.local_alloc`}}
    %a = tkg.local_alloc %x : tensor<32768xf32, #l> to !tkg.memdesc<32768xf32, #s>
    // expected-note @+1 {{131072 bytes at offset 131072 for `tkg.local_alloc`}}
    %b = tkg.local_alloc %x : tensor<32768xf32, #l> to !tkg.memdesc<32768xf32, #s>
    %y = tkg.local_load %a : !tkg.memdesc<32768xf32, #s> to tensor<32768xf32, #l>
    %z = tkg.local_load %b : !tkg.memdesc<32768xf32, #s> to tensor<32768xf32, #l>
    return %y, %z : tensor<32768xf32, #l>, tensor<32768xf32, #l>
  }
}

// -----

// expected-error @+1 {{no target `sm_1`}}
module attributes {tkg.target = "sm_1", tkg.num_warps = 4 : i32} {
}
