// RUN: tkg-opt %s --split-input-file --verify-diagnostics
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#shared = #tkg.nvmma_shared<swizzle = 128, elementBits = 16, transposed = false>
func.func @slot_of_another_shape(%ring: !tkg.memdesc<128x64xf16, #shared, slots = 3>, %i: i32) {
  // expected-error @+1 {{expects a result of type}}
  %s = tkg.local_slot %ring[%i] : !tkg.memdesc<128x64xf16, #shared, slots = 3> to !tkg.memdesc<64x64xf16, #shared>
  return
}

// -----

#shared = #tkg.nvmma_shared<swizzle = 128, elementBits = 16, transposed = false>
func.func @transposition_of_a_ring(%ring: !tkg.memdesc<128x64xf16, #shared, slots = 3>) {
  // expected-error @+1 {{expects a buffer of rank 2 with one slot}}
  %s = tkg.local_trans %ring : !tkg.memdesc<128x64xf16, #shared, slots = 3> to !tkg.memdesc<128x64xf16, #shared>
  return
}

// -----

#shared = #tkg.nvmma_shared<swizzle = 128, elementBits = 16, transposed = false>
func.func @transposition_in_the_same_encoding(%x: !tkg.memdesc<128x64xf16, #shared>) {
  // expected-error @+1 {{expects a result of type}}
  %s = tkg.local_trans %x : !tkg.memdesc<128x64xf16, #shared> to !tkg.memdesc<64x128xf16, #shared>
  return
}

// -----

#l = #tkg.blocked<sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCta = [4, 1], order = [1, 0]>
#shared = #tkg.nvmma_shared<swizzle = 128, elementBits = 16, transposed = false>
func.func @copy_of_another_type(%p: tensor<128x64x!tk.ptr<bf16>, #l>, %m: !tkg.memdesc<128x64xf16, #shared>) {
  // expected-error @+1 {{expects pointers to the elements of a target of the same shape and one slot}}
  tkg.copy_async %p, %m {vectorWidth = 8 : i32} : tensor<128x64x!tk.ptr<bf16>, #l> to !tkg.memdesc<128x64xf16, #shared>
  return
}

// -----

#l = #tkg.blocked<sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCta = [4, 1], order = [1, 0]>
#shared = #tkg.nvmma_shared<swizzle = 128, elementBits = 16, transposed = false>
func.func @copy_of_two_bytes(%p: tensor<128x64x!tk.ptr<f16>, #l>, %m: !tkg.memdesc<128x64xf16, #shared>) {
  // expected-error @+1 {{expects vectors of 4, 8 or 16 bytes, got 2}}
  tkg.copy_async %p, %m {vectorWidth = 1 : i32} : tensor<128x64x!tk.ptr<f16>, #l> to !tkg.memdesc<128x64xf16, #shared>
  return
}

// -----

#l = #tkg.blocked<sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCta = [4, 1], order = [1, 0]>
#shared = #tkg.nvmma_shared<swizzle = 128, elementBits = 16, transposed = false>
func.func @mask_of_another_shape(%p: tensor<128x64x!tk.ptr<f16>, #l>, %m: !tkg.memdesc<128x64xf16, #shared>, %x: tensor<64x64xi1, #l>) {
  // expected-error @+1 {{expects a mask of the pointers' shape and encoding}}
  tkg.copy_async %p, %m mask %x : tensor<64x64xi1, #l> {vectorWidth = 8 : i32} : tensor<128x64x!tk.ptr<f16>, #l> to !tkg.memdesc<128x64xf16, #shared>
  return
}

// -----

func.func @negative_wait() {
  // expected-error @+1 {{expects a count of 0 or more, got -1}}
  tkg.copy_wait {pending = -1 : i32}
  return
}

// -----

#mma = #tkg.mma<version = 2, warpsPerCta = [4, 1], instrShape = [16, 8]>
#shared = #tkg.nvmma_shared<swizzle = 128, elementBits = 16, transposed = false>
func.func @accumulator_of_mma_sync(%a: !tkg.memdesc<64x64xf16, #shared>, %b: !tkg.memdesc<64x128xf16, #shared>, %c: tensor<64x128xf32, #mma>) {
  // expected-error @+1 {{expects an accumulator in `mma` of version 3}}
  %d = tkg.warp_group_dot %a, %b, %c : !tkg.memdesc<64x64xf16, #shared>, !tkg.memdesc<64x128xf16, #shared> to tensor<64x128xf32, #mma>
  return
}

// -----

#mma = #tkg.mma<version = 3, warpsPerCta = [4, 1], instrShape = [16, 128]>
#shared = #tkg.nvmma_shared<swizzle = 128, elementBits = 16, transposed = false>
func.func @shapes_do_not_fit(%a: !tkg.memdesc<64x128xf16, #shared>, %b: !tkg.memdesc<64x128xf16, #shared>, %c: tensor<64x128xf32, #mma>) {
  // expected-error @+1 {{expects m x k by k x n to m x n}}
  %d = tkg.warp_group_dot %a, %b, %c : !tkg.memdesc<64x128xf16, #shared>, !tkg.memdesc<64x128xf16, #shared> to tensor<64x128xf32, #mma>
  return
}

// -----

#mma = #tkg.mma<version = 3, warpsPerCta = [4, 1], instrShape = [16, 128]>
#shared = #tkg.nvmma_shared<swizzle = 128, elementBits = 16, transposed = false>
#other = #tkg.swizzled_shared<vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]>
func.func @operand_in_another_encoding(%a: !tkg.memdesc<64x64xf16, #shared>, %b: !tkg.memdesc<64x128xf16, #other>, %c: tensor<64x128xf32, #mma>) {
  // expected-error @+1 {{expects operands in one slot of `nvmma_shared`}}
  %d = tkg.warp_group_dot %a, %b, %c : !tkg.memdesc<64x64xf16, #shared>, !tkg.memdesc<64x128xf16, #other> to tensor<64x128xf32, #mma>
  return
}

// -----

#mma = #tkg.mma<version = 3, warpsPerCta = [4, 1], instrShape = [16, 128]>
#bytes = #tkg.nvmma_shared<swizzle = 64, elementBits = 8, transposed = false>
func.func @bytes_across_k(%a: !tkg.memdesc<64x64xi8, #bytes>, %b: !tkg.memdesc<64x128xi8, #bytes>, %c: tensor<64x128xi32, #mma>) {
  // expected-error @+1 {{expects operands of 8 bits to be contiguous along k}}
  %d = tkg.warp_group_dot %a, %b, %c : !tkg.memdesc<64x64xi8, #bytes>, !tkg.memdesc<64x128xi8, #bytes> to tensor<64x128xi32, #mma>
  return
}

// -----

#mma = #tkg.mma<version = 3, warpsPerCta = [4, 1], instrShape = [16, 128]>
#other = #tkg.mma<version = 3, warpsPerCta = [4, 1], instrShape = [16, 64]>
#shared = #tkg.nvmma_shared<swizzle = 128, elementBits = 16, transposed = false>
func.func @registers_of_another_dot(%a: tensor<64x64xf16, #tkg.dot_operand<opIdx = 0, parent = #other, kWidth = 2>>, %b: !tkg.memdesc<64x128xf16, #shared>, %c: tensor<64x128xf32, #mma>) {
  // expected-error @+1 {{expects a encoded as left operand of}}
  %d = tkg.warp_group_dot %a, %b, %c : tensor<64x64xf16, #tkg.dot_operand<opIdx = 0, parent = #other, kWidth = 2>>, !tkg.memdesc<64x128xf16, #shared> to tensor<64x128xf32, #mma>
  return
}

// -----

#mma = #tkg.mma<version = 3, warpsPerCta = [4, 1], instrShape = [16, 128]>
#bytes = #tkg.nvmma_shared<swizzle = 64, elementBits = 8, transposed = false>
#columns = #tkg.nvmma_shared<swizzle = 64, elementBits = 8, transposed = true>
func.func @imprecise_limit(%a: !tkg.memdesc<64x64xf8E5M2, #bytes>, %b: !tkg.memdesc<64x128xf8E5M2, #columns>, %c: tensor<64x128xf32, #mma>) {
  // expected-error @+1 {{expects maxImprecise to be a multiple of 32, got 16}}
  %d = tkg.warp_group_dot %a, %b, %c {maxImprecise = 16 : i32} : !tkg.memdesc<64x64xf8E5M2, #bytes>, !tkg.memdesc<64x128xf8E5M2, #columns> to tensor<64x128xf32, #mma>
  return
}

// -----

#mma = #tkg.mma<version = 3, warpsPerCta = [4, 1], instrShape = [16, 128]>
func.func @values_that_may_be_unfinished(%c: tensor<64x128xf32, #mma>) {
  // expected-error @+1 {{expects no values while 1 dots may be unfinished}}
  %d = tkg.warp_group_dot_wait %c {pending = 1 : i32} : tensor<64x128xf32, #mma> to tensor<64x128xf32, #mma>
  return
}

// -----

#mma = #tkg.mma<version = 3, warpsPerCta = [4, 1], instrShape = [16, 128]>
func.func @results_of_other_types(%c: tensor<64x128xf32, #mma>) {
  // expected-error @+1 {{expects results of the values' types}}
  %d = tkg.warp_group_dot_wait %c {pending = 0 : i32} : tensor<64x128xf32, #mma> to tensor<64x64xf32, #mma>
  return
}

// -----

func.func @negative_dot_wait() {
  // expected-error @+1 {{expects a count of 0 or more, got -2}}
  tkg.warp_group_dot_wait {pending = -2 : i32}
  return
}

// -----

// expected-error @+1 {{expects a swizzle of 32, 64 or 128 bytes, got 16}}
func.func private @swizzle(!tkg.memdesc<64x64xf16, #tkg.nvmma_shared<swizzle = 16, elementBits = 16, transposed = false>>)

// -----

// expected-error @+1 {{expects elements of 8, 16, 32 or 64 bits, got 4}}
func.func private @element_bits(!tkg.memdesc<64x64xf64, #tkg.nvmma_shared<swizzle = 32, elementBits = 4, transposed = false>>)

// -----

// expected-error @+1 {{expects elements of 16 bits, got 'f32'}}
func.func private @element_type(!tkg.memdesc<64x64xf32, #tkg.nvmma_shared<swizzle = 32, elementBits = 16, transposed = false>>)

// -----

// expected-error @+1 {{expects rows of a multiple of 128 bytes, got 64}}
func.func private @short_rows(!tkg.memdesc<64x32xf16, #tkg.nvmma_shared<swizzle = 128, elementBits = 16, transposed = false>>)

// -----

// expected-error @+1 {{expects at least one slot}}
func.func private @no_slots(!tkg.memdesc<64x32xf16, #tkg.nvmma_shared<swizzle = 64, elementBits = 16, transposed = false>, slots = 0>)

// -----

#one = #tkg.swizzled_shared<vec = 1, perPhase = 1, maxPhase = 1, order = [0]>
func.func @barrier_of_two(%b: !tkg.memdesc<2xi64, #one>) {
  // expected-error @+1 {{expects a ring of one i64 a slot}}
  tkg.mbarrier_init %b {count = 1 : i32} : !tkg.memdesc<2xi64, #one>
  return
}

// -----

#one = #tkg.swizzled_shared<vec = 1, perPhase = 1, maxPhase = 1, order = [0]>
func.func @count_of_nobody(%b: !tkg.memdesc<1xi64, #one>) {
  // expected-error @+1 {{expects a count of 1 or more, got 0}}
  tkg.mbarrier_init %b {count = 0 : i32} : !tkg.memdesc<1xi64, #one>
  return
}

// -----

#one = #tkg.swizzled_shared<vec = 1, perPhase = 1, maxPhase = 1, order = [0]>
func.func @end_of_other_bytes(%b: !tkg.memdesc<1xi32, #one>) {
  // expected-error @+1 {{expects a ring of one i64 a slot}}
  tkg.mbarrier_inval %b : !tkg.memdesc<1xi32, #one>
  return
}

// -----

#one = #tkg.swizzled_shared<vec = 1, perPhase = 1, maxPhase = 1, order = [0]>
func.func @too_many_bytes(%b: !tkg.memdesc<1xi64, #one>) {
  // expected-error @+1 {{expects 0 to 1048575 bytes, got 1048576}}
  tkg.mbarrier_expect %b {bytes = 1048576 : i32} : !tkg.memdesc<1xi64, #one>
  return
}

// -----

#one = #tkg.swizzled_shared<vec = 1, perPhase = 1, maxPhase = 1, order = [0]>
func.func @wait_for_a_ring(%b: !tkg.memdesc<1xi64, #one, slots = 2>, %p: i32) {
  // expected-error @+1 {{expects one i64}}
  tkg.mbarrier_wait %b, %p : !tkg.memdesc<1xi64, #one, slots = 2>
  return
}

// -----

#one = #tkg.swizzled_shared<vec = 1, perPhase = 1, maxPhase = 1, order = [0]>
#other = #tkg.swizzled_shared<vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]>
func.func @target_that_tma_does_not_know(%map: !tkg.tensor_map, %m: !tkg.memdesc<64x64xf16, #other>, %b: !tkg.memdesc<1xi64, #one>, %x: i32) {
  // expected-error @+1 {{expects a target in one slot of `nvmma_shared`}}
  tkg.tma_load %map[%x, %x], %m, %b : !tkg.memdesc<64x64xf16, #other>, !tkg.memdesc<1xi64, #one>
  return
}

// -----

#one = #tkg.swizzled_shared<vec = 1, perPhase = 1, maxPhase = 1, order = [0]>
#shared = #tkg.nvmma_shared<swizzle = 128, elementBits = 16, transposed = false>
func.func @one_coordinate(%map: !tkg.tensor_map, %m: !tkg.memdesc<64x64xf16, #shared>, %b: !tkg.memdesc<1xi64, #one>, %x: i32) {
  // expected-error @+1 {{expects 2 to 5 coordinates, got 1}}
  tkg.tma_load %map[%x], %m, %b : !tkg.memdesc<64x64xf16, #shared>, !tkg.memdesc<1xi64, #one>
  return
}

// -----

#s = #tkg.swizzled_shared<vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]>
func.func @store_of_another_layout(%m: !tkg.memdesc<64x64xf16, #s>, %map: !tkg.tensor_map, %x: i32) {
  // expected-error @+1 {{expects a source in one slot of `nvmma_shared`}}
  tkg.tma_store %m, %map[%x, %x] : !tkg.memdesc<64x64xf16, #s>
  return
}

// -----

#s = #tkg.nvmma_shared<swizzle = 128, elementBits = 16, transposed = false>
func.func @store_without_a_row(%m: !tkg.memdesc<64x64xf16, #s>, %map: !tkg.tensor_map, %x: i32) {
  // expected-error @+1 {{expects 2 to 5 coordinates, got 1}}
  tkg.tma_store %m, %map[%x] : !tkg.memdesc<64x64xf16, #s>
  return
}

// -----

#s = #tkg.nvmma_shared<swizzle = 128, elementBits = 16, transposed = false>
func.func @exchange_of_tiles(%m: !tkg.memdesc<64x64xf16, #s>, %map: !tkg.tensor_map, %x: i32) {
  // expected-error @+1 {{expects a reduction, got an exchange}}
  tkg.tma_store %m, %map[%x, %x] reduce xchg : !tkg.memdesc<64x64xf16, #s>
  return
}
