// RUN: tk-opt %s --tk-split-offsets | FileCheck %s
// RUN: tk-opt %s --tk-split-offsets --remarks-filter=tk-split-offsets 2>&1 | FileCheck %s --check-prefix=REMARK
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// REMARK: [Missed] AddressSplit
// REMARK-SAME: no bounds are known that fit in 32 bits
// REMARK-SAME: the address needs offsets of tensor<8x1xi64>
// REMARK-SAME: bound the strides with `tl.assume`
// CHECK-LABEL: func.func @rows_of_unknown_stride
// CHECK-SAME: (%[[P:.*]]: !tk.ptr<f16>, %[[PID:.*]]: i64, %[[STRIDE:.*]]: i64)
func.func @rows_of_unknown_stride(%p: !tk.ptr<f16>, %pid: i64, %stride: i64) -> tensor<8x64x!tk.ptr<f16>> {
  %rows = tk.make_range 0, 8 : tensor<8xi32>
  %rows64 = arith.extsi %rows : tensor<8xi32> to tensor<8xi64>
  %pids = tk.splat %pid : i64 to tensor<8xi64>
  %offm = arith.addi %pids, %rows64 : tensor<8xi64>
  %offm2 = tk.expand_dims %offm, 1 : tensor<8xi64> to tensor<8x1xi64>
  %strides = tk.splat %stride : i64 to tensor<8x1xi64>
  %row = arith.muli %offm2, %strides : tensor<8x1xi64>
  %columns = tk.make_range 0, 64 : tensor<64xi32>
  %columns64 = arith.extsi %columns : tensor<64xi32> to tensor<64xi64>
  %columns2 = tk.expand_dims %columns64, 0 : tensor<64xi64> to tensor<1x64xi64>
  %rowb = tk.broadcast %row : tensor<8x1xi64> to tensor<8x64xi64>
  %columnb = tk.broadcast %columns2 : tensor<1x64xi64> to tensor<8x64xi64>
  %offsets = arith.addi %rowb, %columnb : tensor<8x64xi64>
  %ps = tk.splat %p : !tk.ptr<f16> to tensor<8x64x!tk.ptr<f16>>
  // CHECK-DAG: %[[R:.*]] = tk.make_range 0, 8
  // CHECK-DAG: %[[C:.*]] = tk.make_range 0, 64
  // CHECK-DAG: %[[R2:.*]] = tk.expand_dims %[[R]], 1 : tensor<8xi32> to tensor<8x1xi32>
  // CHECK-DAG: %[[C2:.*]] = tk.expand_dims %[[C]], 0 : tensor<64xi32> to tensor<1x64xi32>
  // CHECK-DAG: %[[START:.*]] = arith.muli %[[PID]], %[[STRIDE]] : i64
  // CHECK-DAG: %[[S2:.*]] = tk.splat %[[STRIDE]] : i64 to tensor<8x1xi64>
  // CHECK-DAG: %[[R2X:.*]] = arith.extsi %[[R2]] : tensor<8x1xi32> to tensor<8x1xi64>
  // CHECK-DAG: %[[ROW:.*]] = arith.muli %[[R2X]], %[[S2]] : tensor<8x1xi64>
  // CHECK: %[[Q:.*]] = tk.addptr %[[P]], %[[START]] : !tk.ptr<f16>, i64
  // CHECK: %[[QS:.*]] = tk.splat %[[Q]] : !tk.ptr<f16> to tensor<8x1x!tk.ptr<f16>>
  // CHECK: %[[QR:.*]] = tk.addptr %[[QS]], %[[ROW]] : tensor<8x1x!tk.ptr<f16>>, tensor<8x1xi64>
  // CHECK: %[[QRB:.*]] = tk.broadcast %[[QR]] : tensor<8x1x!tk.ptr<f16>> to tensor<8x64x!tk.ptr<f16>>
  // CHECK: %[[CB:.*]] = tk.broadcast %[[C2]] : tensor<1x64xi32> to tensor<8x64xi32>
  // CHECK: %[[A:.*]] = tk.addptr %[[QRB]], %[[CB]] : tensor<8x64x!tk.ptr<f16>>, tensor<8x64xi32>
  // CHECK-NEXT: return %[[A]]
  %q = tk.addptr %ps, %offsets : tensor<8x64x!tk.ptr<f16>>, tensor<8x64xi64>
  return %q : tensor<8x64x!tk.ptr<f16>>
}

// REMARK: [Passed] AddressSplit
// REMARK-SAME: the address is a scalar pointer and a block of 32-bit offsets
// CHECK-LABEL: func.func @known_stride_makes_all_offsets_short
// CHECK-SAME: (%[[P:.*]]: !tk.ptr<f16>, %[[PID:.*]]: i64)
func.func @known_stride_makes_all_offsets_short(%p: !tk.ptr<f16>, %pid: i64) -> tensor<8x64x!tk.ptr<f16>> {
  %stride = arith.constant dense<4096> : tensor<8x1xi64>
  %rows = tk.make_range 0, 8 : tensor<8xi32>
  %rows64 = arith.extsi %rows : tensor<8xi32> to tensor<8xi64>
  %rows2 = tk.expand_dims %rows64, 1 : tensor<8xi64> to tensor<8x1xi64>
  %row = arith.muli %rows2, %stride : tensor<8x1xi64>
  %rowb = tk.broadcast %row : tensor<8x1xi64> to tensor<8x64xi64>
  %pids = tk.splat %pid : i64 to tensor<8x64xi64>
  %start = arith.addi %pids, %rowb : tensor<8x64xi64>
  %columns = tk.make_range 0, 64 : tensor<64xi32>
  %columns2 = tk.expand_dims %columns, 0 : tensor<64xi32> to tensor<1x64xi32>
  %columnb = tk.broadcast %columns2 : tensor<1x64xi32> to tensor<8x64xi32>
  %ps = tk.splat %p : !tk.ptr<f16> to tensor<8x64x!tk.ptr<f16>>
  // CHECK: %[[Q:.*]] = tk.addptr %[[P]], %[[PID]] : !tk.ptr<f16>, i64
  // CHECK: %[[S:.*]] = arith.addi %{{.*}}, %{{.*}} : tensor<8x64xi32>
  // CHECK: %[[QS:.*]] = tk.splat %[[Q]] : !tk.ptr<f16> to tensor<8x64x!tk.ptr<f16>>
  // CHECK: tk.addptr %[[QS]], %[[S]] : tensor<8x64x!tk.ptr<f16>>, tensor<8x64xi32>
  // CHECK-NEXT: return
  %q = tk.addptr %ps, %start : tensor<8x64x!tk.ptr<f16>>, tensor<8x64xi64>
  %r = tk.addptr %q, %columnb : tensor<8x64x!tk.ptr<f16>>, tensor<8x64xi32>
  return %r : tensor<8x64x!tk.ptr<f16>>
}

// CHECK-LABEL: func.func @differences_and_constants
// CHECK-SAME: (%[[P:.*]]: !tk.ptr<f16>, %[[A:.*]]: i64)
func.func @differences_and_constants(%p: !tk.ptr<f16>, %a: i64) -> tensor<8x!tk.ptr<f16>> {
  %c = arith.constant dense<3> : tensor<8xi64>
  %range = tk.make_range 0, 8 : tensor<8xi32>
  %range64 = arith.extsi %range : tensor<8xi32> to tensor<8xi64>
  %as = tk.splat %a : i64 to tensor<8xi64>
  %0 = arith.subi %c, %as : tensor<8xi64>
  %1 = arith.subi %0, %range64 : tensor<8xi64>
  %ps = tk.splat %p : !tk.ptr<f16> to tensor<8x!tk.ptr<f16>>
  // CHECK-DAG: %[[C3:.*]] = arith.constant 3 : i64
  // CHECK-DAG: %[[M:.*]] = arith.muli %[[A]], %{{.*}} : i64
  // CHECK-DAG: %[[R:.*]] = arith.muli %{{.*}}, %{{.*}} : tensor<8xi32>
  // CHECK: %[[Q:.*]] = tk.addptr %[[P]], %[[C3]]
  // CHECK: %[[QM:.*]] = tk.addptr %[[Q]], %[[M]]
  // CHECK: %[[QS:.*]] = tk.splat %[[QM]]
  // CHECK: tk.addptr %[[QS]], %[[R]] : tensor<8x!tk.ptr<f16>>, tensor<8xi32>
  %q = tk.addptr %ps, %1 : tensor<8x!tk.ptr<f16>>, tensor<8xi64>
  return %q : tensor<8x!tk.ptr<f16>>
}

// CHECK-LABEL: func.func @sums_in_32_bits_that_may_wrap_stay_whole
func.func @sums_in_32_bits_that_may_wrap_stay_whole(%p: !tk.ptr<f16>, %a: i32) -> tensor<8x!tk.ptr<f16>> {
  %range = tk.make_range 0, 8 : tensor<8xi32>
  %as = tk.splat %a : i32 to tensor<8xi32>
  // CHECK: %[[S:.*]] = arith.addi
  %0 = arith.addi %as, %range : tensor<8xi32>
  %ps = tk.splat %p : !tk.ptr<f16> to tensor<8x!tk.ptr<f16>>
  // CHECK: tk.addptr %{{.*}}, %[[S]]
  %q = tk.addptr %ps, %0 : tensor<8x!tk.ptr<f16>>, tensor<8xi32>
  return %q : tensor<8x!tk.ptr<f16>>
}

// CHECK-LABEL: func.func @sums_in_32_bits_that_fit_are_split
// CHECK-SAME: (%[[P:.*]]: !tk.ptr<f16>, %[[A:.*]]: i32)
func.func @sums_in_32_bits_that_fit_are_split(%p: !tk.ptr<f16>, %a: i32) -> tensor<8x!tk.ptr<f16>> {
  %max = arith.constant 100 : i32
  %range = tk.make_range 0, 8 : tensor<8xi32>
  %b = arith.remsi %a, %max : i32
  %bs = tk.splat %b : i32 to tensor<8xi32>
  %0 = arith.addi %bs, %range : tensor<8xi32>
  %ps = tk.splat %p : !tk.ptr<f16> to tensor<8x!tk.ptr<f16>>
  // CHECK: %[[R:.*]] = tk.make_range
  // CHECK: %[[B:.*]] = arith.remsi
  // CHECK: %[[BX:.*]] = arith.extsi %[[B]] : i32 to i64
  // CHECK: %[[Q:.*]] = tk.addptr %[[P]], %[[BX]]
  // CHECK: %[[QS:.*]] = tk.splat %[[Q]]
  // CHECK: tk.addptr %[[QS]], %[[R]] : tensor<8x!tk.ptr<f16>>, tensor<8xi32>
  %q = tk.addptr %ps, %0 : tensor<8x!tk.ptr<f16>>, tensor<8xi32>
  return %q : tensor<8x!tk.ptr<f16>>
}

// CHECK-LABEL: func.func @gathered_offsets_are_short
func.func @gathered_offsets_are_short(%p: !tk.ptr<f16>, %indices: tensor<8xi32>, %a: i64) -> tensor<8x!tk.ptr<f16>> {
  // CHECK-NOT: tensor<8xi64>
  // CHECK: tk.addptr %{{.*}}, %{{.*}} : !tk.ptr<f16>, i64
  // CHECK: tk.addptr %{{.*}}, %arg1 : tensor<8x!tk.ptr<f16>>, tensor<8xi32>
  %long = arith.extsi %indices : tensor<8xi32> to tensor<8xi64>
  %as = tk.splat %a : i64 to tensor<8xi64>
  %0 = arith.addi %as, %long : tensor<8xi64>
  %ps = tk.splat %p : !tk.ptr<f16> to tensor<8x!tk.ptr<f16>>
  %q = tk.addptr %ps, %0 : tensor<8x!tk.ptr<f16>>, tensor<8xi64>
  return %q : tensor<8x!tk.ptr<f16>>
}

// CHECK-LABEL: func.func @two_short_blocks_whose_sum_is_long
func.func @two_short_blocks_whose_sum_is_long(%p: !tk.ptr<f16>, %i: tensor<8x1xi32>, %j: tensor<1x8xi32>, %a: i64)
    -> tensor<8x8x!tk.ptr<f16>> {
  // CHECK: %[[S:.*]] = tk.splat %{{.*}} : !tk.ptr<f16> to tensor<8x1x!tk.ptr<f16>>
  // CHECK: %[[I:.*]] = tk.addptr %[[S]], %arg1 : tensor<8x1x!tk.ptr<f16>>, tensor<8x1xi32>
  // CHECK: tk.addptr %{{.*}}, %{{.*}} : tensor<8x8x!tk.ptr<f16>>, tensor<8x8xi32>
  // CHECK-NEXT: return
  %il = arith.extsi %i : tensor<8x1xi32> to tensor<8x1xi64>
  %jl = arith.extsi %j : tensor<1x8xi32> to tensor<1x8xi64>
  %ib = tk.broadcast %il : tensor<8x1xi64> to tensor<8x8xi64>
  %jb = tk.broadcast %jl : tensor<1x8xi64> to tensor<8x8xi64>
  %0 = arith.addi %ib, %jb : tensor<8x8xi64>
  %as = tk.splat %a : i64 to tensor<8x8xi64>
  %1 = arith.addi %0, %as : tensor<8x8xi64>
  %ps = tk.splat %p : !tk.ptr<f16> to tensor<8x8x!tk.ptr<f16>>
  %q = tk.addptr %ps, %1 : tensor<8x8x!tk.ptr<f16>>, tensor<8x8xi64>
  return %q : tensor<8x8x!tk.ptr<f16>>
}

// CHECK-LABEL: func.func @scalars_of_outer_loops_come_first
// CHECK-SAME: (%[[P:.*]]: !tk.ptr<i32>, %[[N:.*]]: i64,
func.func @scalars_of_outer_loops_come_first(%p: !tk.ptr<i32>, %n: i64, %x: tensor<8xi32>) {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %range = tk.make_range 0, 8 : tensor<8xi32>
  %long = arith.extsi %range : tensor<8xi32> to tensor<8xi64>
  %ps = tk.splat %p : !tk.ptr<i32> to tensor<8x!tk.ptr<i32>>
  // CHECK: scf.for %[[I:.*]] =
  scf.for %i = %zero to %n step %one : i64 {
    // CHECK: %[[Q:.*]] = tk.addptr %[[P]], %[[N]]
    // CHECK: tk.addptr %[[Q]], %[[I]]
    %is = tk.splat %i : i64 to tensor<8xi64>
    %ns = tk.splat %n : i64 to tensor<8xi64>
    %0 = arith.addi %is, %long : tensor<8xi64>
    %1 = arith.addi %0, %ns : tensor<8xi64>
    %q = tk.addptr %ps, %1 : tensor<8x!tk.ptr<i32>>, tensor<8xi64>
    tk.store %q, %x : tensor<8x!tk.ptr<i32>>
  }
  return
}

//===--- left alone -------------------------------------------------------===//

// CHECK-LABEL: func.func @hints_keep_an_offset_whole
func.func @hints_keep_an_offset_whole(%p: !tk.ptr<f16>, %a: i64) -> tensor<8x!tk.ptr<f16>> {
  %range = tk.make_range 0, 8 : tensor<8xi32>
  %long = arith.extsi %range : tensor<8xi32> to tensor<8xi64>
  %as = tk.splat %a : i64 to tensor<8xi64>
  // CHECK: %[[S:.*]] = arith.addi %{{.*}} {tk.divisibility = dense<8> : tensor<1xi32>} : tensor<8xi64>
  %0 = arith.addi %as, %long {tk.divisibility = dense<8> : tensor<1xi32>} : tensor<8xi64>
  %ps = tk.splat %p : !tk.ptr<f16> to tensor<8x!tk.ptr<f16>>
  // CHECK: tk.addptr %{{.*}}, %[[S]]
  %q = tk.addptr %ps, %0 : tensor<8x!tk.ptr<f16>>, tensor<8xi64>
  return %q : tensor<8x!tk.ptr<f16>>
}

// CHECK-LABEL: func.func @blocks_of_pointers_stay
func.func @blocks_of_pointers_stay(%p: tensor<8x!tk.ptr<f16>>, %a: i64) -> tensor<8x!tk.ptr<f16>> {
  // CHECK: tk.addptr %arg0, %{{.*}} : tensor<8x!tk.ptr<f16>>, tensor<8xi64>
  %as = tk.splat %a : i64 to tensor<8xi64>
  %q = tk.addptr %p, %as : tensor<8x!tk.ptr<f16>>, tensor<8xi64>
  return %q : tensor<8x!tk.ptr<f16>>
}

// CHECK-LABEL: func.func @scalar_addresses_stay
func.func @scalar_addresses_stay(%p: !tk.ptr<f16>, %a: i64) -> !tk.ptr<f16> {
  // CHECK-NEXT: %[[S:.*]] = arith.addi
  // CHECK-NEXT: tk.addptr %{{.*}}, %[[S]]
  %0 = arith.addi %a, %a : i64
  %q = tk.addptr %p, %0 : !tk.ptr<f16>, i64
  return %q : !tk.ptr<f16>
}

// CHECK-LABEL: func.func @constant_steps_from_needed_pointers_stay
func.func @constant_steps_from_needed_pointers_stay(%p: !tk.ptr<i32>) -> (tensor<8xi32>, tensor<8xi32>) {
  %c = arith.constant dense<8> : tensor<8xi32>
  %range = tk.make_range 0, 8 : tensor<8xi32>
  %ps = tk.splat %p : !tk.ptr<i32> to tensor<8x!tk.ptr<i32>>
  // CHECK: %[[Q:.*]] = tk.addptr
  // CHECK: tk.addptr %[[Q]], %{{.*}} : tensor<8x!tk.ptr<i32>>, tensor<8xi32>
  %q = tk.addptr %ps, %range : tensor<8x!tk.ptr<i32>>, tensor<8xi32>
  %r = tk.addptr %q, %c : tensor<8x!tk.ptr<i32>>, tensor<8xi32>
  %x = tk.load %q : tensor<8x!tk.ptr<i32>>
  %y = tk.load %r : tensor<8x!tk.ptr<i32>>
  return %x, %y : tensor<8xi32>, tensor<8xi32>
}

// CHECK-LABEL: func.func @short_addresses_stay
func.func @short_addresses_stay(%p: !tk.ptr<i32>) -> tensor<8x!tk.ptr<i32>> {
  // CHECK-NEXT: tk.make_range
  // CHECK-NEXT: tk.splat
  // CHECK-NEXT: tk.addptr
  // CHECK-NEXT: return
  %range = tk.make_range 0, 8 : tensor<8xi32>
  %ps = tk.splat %p : !tk.ptr<i32> to tensor<8x!tk.ptr<i32>>
  %q = tk.addptr %ps, %range : tensor<8x!tk.ptr<i32>>, tensor<8xi32>
  return %q : tensor<8x!tk.ptr<i32>>
}

// CHECK-LABEL: func.func @two_loaded_blocks_do_not_multiply_apart
func.func @two_loaded_blocks_do_not_multiply_apart(%p: !tk.ptr<i32>, %a: tensor<8xi64>, %s: i64) -> tensor<8x!tk.ptr<i32>> {
  // CHECK: %[[M:.*]] = arith.muli %arg1, %arg1 : tensor<8xi64>
  // CHECK: tk.addptr %{{.*}}, %[[M]] : tensor<8x!tk.ptr<i32>>, tensor<8xi64>
  %ss = tk.splat %s : i64 to tensor<8xi64>
  %0 = arith.muli %a, %a : tensor<8xi64>
  %1 = arith.addi %0, %ss : tensor<8xi64>
  %ps = tk.splat %p : !tk.ptr<i32> to tensor<8x!tk.ptr<i32>>
  %q = tk.addptr %ps, %1 : tensor<8x!tk.ptr<i32>>, tensor<8xi64>
  return %q : tensor<8x!tk.ptr<i32>>
}
