// RUN: tkg-opt %s --tk-to-tkg --tkg-coalesce --split-input-file | FileCheck %s
// RUN: tkg-opt %s --tk-to-tkg --tkg-coalesce --split-input-file --remarks-filter=tkg-coalesce 2>&1 | FileCheck %s --check-prefix=REMARK
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// REMARK: AccessWidth
// CHECK-LABEL: func.func @unaligned_pointer_goes_element_by_element
func.func @unaligned_pointer_goes_element_by_element(%x: !tk.ptr<f32>) attributes {tk.kernel} {
  %r = tk.make_range 0, 1024 : tensor<1024xi32>
  %xs = tk.splat %x : !tk.ptr<f32> to tensor<1024x!tk.ptr<f32>>
  %px = tk.addptr %xs, %r : tensor<1024x!tk.ptr<f32>>, tensor<1024xi32>
  // CHECK-NOT: convert_layout
  // CHECK: tk.load
  // REMARK-SAME: a thread accesses 4 contiguous bytes of 16
  %v = tk.load %px : tensor<1024x!tk.ptr<f32>>
  return
}

// -----

// CHECK: #[[W:.*]] = #tkg.blocked<sizePerThread = [2], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
// CHECK-LABEL: func.func @small_block_keeps_all_threads_busy
func.func @small_block_keeps_all_threads_busy(%x: !tk.ptr<f32> {tk.divisibility = 16 : i32}) attributes {tk.kernel} {
  %r = tk.make_range 0, 256 : tensor<256xi32>
  %xs = tk.splat %x : !tk.ptr<f32> to tensor<256x!tk.ptr<f32>>
  %px = tk.addptr %xs, %r : tensor<256x!tk.ptr<f32>>, tensor<256xi32>
  // CHECK: tk.load {{.*}} : tensor<256x!tk.ptr<f32>, #[[W]]>
  %v = tk.load %px : tensor<256x!tk.ptr<f32>>
  return
}

// -----

// CHECK: #[[W:.*]] = #tkg.blocked<sizePerThread = [4], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
// CHECK-LABEL: func.func @half_loads_and_float_stores_share_a_layout
func.func @half_loads_and_float_stores_share_a_layout(%x: !tk.ptr<f16> {tk.divisibility = 16 : i32}, %y: !tk.ptr<f32> {tk.divisibility = 16 : i32}) attributes {tk.kernel} {
  %r = tk.make_range 0, 2048 : tensor<2048xi32>
  %xs = tk.splat %x : !tk.ptr<f16> to tensor<2048x!tk.ptr<f16>>
  %ys = tk.splat %y : !tk.ptr<f32> to tensor<2048x!tk.ptr<f32>>
  %px = tk.addptr %xs, %r : tensor<2048x!tk.ptr<f16>>, tensor<2048xi32>
  %py = tk.addptr %ys, %r : tensor<2048x!tk.ptr<f32>>, tensor<2048xi32>
  // CHECK: tk.load {{.*}} : tensor<2048x!tk.ptr<f16>, #[[W]]>
  %v = tk.load %px : tensor<2048x!tk.ptr<f16>>
  %w = arith.extf %v : tensor<2048xf16> to tensor<2048xf32>
  // CHECK: tk.store {{.*}} : tensor<2048x!tk.ptr<f32>, #[[W]]>
  tk.store %py, %w : tensor<2048x!tk.ptr<f32>>
  return
}

// -----

// CHECK: #[[W:.*]] = #tkg.blocked<sizePerThread = [8, 1], threadsPerWarp = [8, 4], warpsPerCta = [1, 4], order = [0, 1]>
// CHECK-LABEL: func.func @columns_are_the_fast_dimension_of_a_transposed_matrix
func.func @columns_are_the_fast_dimension_of_a_transposed_matrix(%x: !tk.ptr<f16> {tk.divisibility = 16 : i32}, %s: i32 {tk.divisibility = 16 : i32}) attributes {tk.kernel} {
  %r = tk.make_range 0, 64 : tensor<64xi32>
  %c = tk.make_range 0, 32 : tensor<32xi32>
  %re = tk.expand_dims %r, 1 : tensor<64xi32> to tensor<64x1xi32>
  %ce = tk.expand_dims %c, 0 : tensor<32xi32> to tensor<1x32xi32>
  %ss = tk.splat %s : i32 to tensor<1x32xi32>
  %co = arith.muli %ce, %ss : tensor<1x32xi32>
  %rb = tk.broadcast %re : tensor<64x1xi32> to tensor<64x32xi32>
  %cb = tk.broadcast %co : tensor<1x32xi32> to tensor<64x32xi32>
  %o = arith.addi %rb, %cb : tensor<64x32xi32>
  %xs = tk.splat %x : !tk.ptr<f16> to tensor<64x32x!tk.ptr<f16>>
  %px = tk.addptr %xs, %o : tensor<64x32x!tk.ptr<f16>>, tensor<64x32xi32>
  // CHECK: tk.load {{.*}} : tensor<64x32x!tk.ptr<f16>, #[[W]]>
  %v = tk.load %px : tensor<64x32x!tk.ptr<f16>>
  return
}

// -----

// CHECK: #[[W:.*]] = #tkg.blocked<sizePerThread = [1], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
// CHECK-LABEL: func.func @atomics_act_on_single_elements
func.func @atomics_act_on_single_elements(%x: !tk.ptr<f32> {tk.divisibility = 16 : i32}, %v: tensor<1024xf32>) attributes {tk.kernel} {
  %r = tk.make_range 0, 1024 : tensor<1024xi32>
  %xs = tk.splat %x : !tk.ptr<f32> to tensor<1024x!tk.ptr<f32>>
  %px = tk.addptr %xs, %r : tensor<1024x!tk.ptr<f32>>, tensor<1024xi32>
  // CHECK: tk.atomic_rmw fadd, {{.*}} : tensor<1024x!tk.ptr<f32>, #[[W]]>
  %o = tk.atomic_rmw fadd, %px, %v : tensor<1024x!tk.ptr<f32>>
  return
}

// -----

// CHECK-LABEL: func.func @scalar_accesses_are_left_alone
func.func @scalar_accesses_are_left_alone(%x: !tk.ptr<f32>) attributes {tk.kernel} {
  // CHECK: tk.load %arg0 : !tk.ptr<f32>
  %v = tk.load %x : !tk.ptr<f32>
  return
}

// -----

// CHECK: #[[W:.*]] = #tkg.blocked<sizePerThread = [4], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
// CHECK-LABEL: func.func @promised_remainders_widen_the_access
func.func @promised_remainders_widen_the_access(%x: !tk.ptr<f32>, %start: i32) attributes {tk.kernel} {
  %zero = arith.constant 0 : i32
  %zero64 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i32
  %c16 = arith.constant 16 : i64
  %address = tk.ptr_to_int %x : !tk.ptr<f32> to i64
  %rest = arith.remsi %address, %c16 : i64
  %aligned = arith.cmpi eq, %rest, %zero64 : i64
  %startRest = arith.remsi %start, %c4 : i32
  %startsAligned = arith.cmpi eq, %startRest, %zero : i32
  %both = arith.andi %aligned, %startsAligned : i1
  tk.assume %both
  %r = tk.make_range 0, 1024 : tensor<1024xi32>
  %xs = tk.splat %x : !tk.ptr<f32> to tensor<1024x!tk.ptr<f32>>
  %ss = tk.splat %start : i32 to tensor<1024xi32>
  %o = arith.addi %ss, %r : tensor<1024xi32>
  %px = tk.addptr %xs, %o : tensor<1024x!tk.ptr<f32>>, tensor<1024xi32>
  // CHECK: tk.load {{.*}} : tensor<1024x!tk.ptr<f32>, #[[W]]>
  // REMARK: a thread accesses 16 contiguous bytes
  %v = tk.load %px : tensor<1024x!tk.ptr<f32>>
  return
}
