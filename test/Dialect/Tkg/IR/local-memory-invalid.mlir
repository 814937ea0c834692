// RUN: tkg-opt %s --split-input-file --verify-diagnostics
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#a = #tkg.blocked<sizePerThread = [1], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
#shared = #tkg.swizzled_shared<vec = 1, perPhase = 1, maxPhase = 1, order = [0]>
func.func @alloc_of_another_shape(%x: tensor<512xf32, #a>) {
  // expected-error @+1 {{expects a block and a buffer of one shape and element type}}
  %m = tkg.local_alloc %x : tensor<512xf32, #a> to !tkg.memdesc<256xf32, #shared>
  return
}

// -----

#a = #tkg.blocked<sizePerThread = [1], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
#shared = #tkg.swizzled_shared<vec = 1, perPhase = 1, maxPhase = 1, order = [0]>
func.func @load_of_another_element_type(%m: !tkg.memdesc<512xf32, #shared>) {
  // expected-error @+1 {{expects a block and a buffer of one shape and element type}}
  %x = tkg.local_load %m : !tkg.memdesc<512xf32, #shared> to tensor<512xi32, #a>
  return
}

// -----

#a = #tkg.blocked<sizePerThread = [1], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
#shared = #tkg.swizzled_shared<vec = 1, perPhase = 1, maxPhase = 1, order = [0]>
func.func @store_of_another_shape(%x: tensor<512xf32, #a>, %m: !tkg.memdesc<256xf32, #shared>) {
  // expected-error @+1 {{expects a block and a buffer of one shape and element type}}
  tkg.local_store %x, %m : tensor<512xf32, #a> to !tkg.memdesc<256xf32, #shared>
  return
}

// -----

#l = #tkg.blocked<sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCta = [4, 1], order = [1, 0]>
#s = #tkg.swizzled_shared<vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]>
func.func @slots_do_not_cut_the_block(%x: tensor<64x64xf32, #l>) {
  // expected-error@+1 {{expects a block that the slots cut along one dimension}}
  %m = tkg.local_alloc %x : tensor<64x64xf32, #l> to !tkg.memdesc<64x64xf32, #s, slots = 2>
  return
}

// -----

#b = #tkg.blocked<sizePerThread = [4], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
#shared = #tkg.swizzled_shared<vec = 1, perPhase = 1, maxPhase = 1, order = [0]>
func.func @own_load_of_replicas(%m: !tkg.memdesc<256xf32, #shared>) {
  // expected-error @+1 {{expects a block each element of which one thread holds, got 'tensor<256xf32}}
  %x = tkg.local_load %m own : !tkg.memdesc<256xf32, #shared> to tensor<256xf32, #b>
  return
}
