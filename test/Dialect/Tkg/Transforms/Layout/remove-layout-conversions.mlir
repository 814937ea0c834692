// RUN: tkg-opt %s --tkg-remove-layout-conversions --split-input-file | FileCheck %s
// RUN: tkg-opt %s --tkg-remove-layout-conversions --split-input-file --remarks-filter=tkg-remove.* 2>&1 | FileCheck %s --check-prefix=REMARK
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#a = #tkg.blocked<sizePerThread = [1], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
#b = #tkg.blocked<sizePerThread = [4], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
// CHECK-LABEL: func.func @invariant_conversion_leaves_the_loop
func.func @invariant_conversion_leaves_the_loop(%x: tensor<512xf32, #a>, %p: tensor<512x!tk.ptr<f32>, #b>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: tkg.convert_layout
  // CHECK: scf.for
  // CHECK-NOT: convert_layout
  // CHECK: tk.store
  scf.for %i = %c0 to %n step %c1 : i32 {
    %y = tkg.convert_layout %x : tensor<512xf32, #a> to tensor<512xf32, #b>
    tk.store %p, %y : tensor<512x!tk.ptr<f32>, #b>
  }
  return
}

// CHECK-LABEL: func.func @conditional_gives_the_wanted_layout
func.func @conditional_gives_the_wanted_layout(%s: f32, %q: i1, %p: tensor<512x!tk.ptr<f32>, #b>) {
  // CHECK: scf.if {{.*}} -> (tensor<512xf32, #[[B:.*]]>)
  // CHECK-NOT: convert_layout
  %x = scf.if %q -> tensor<512xf32, #a> {
    %t = tk.splat %s : f32 to tensor<512xf32, #a>
    %u = arith.addf %t, %t : tensor<512xf32, #a>
    scf.yield %u : tensor<512xf32, #a>
  } else {
    %t = arith.constant dense<0.0> : tensor<512xf32, #a>
    scf.yield %t : tensor<512xf32, #a>
  }
  %y = tkg.convert_layout %x : tensor<512xf32, #a> to tensor<512xf32, #b>
  tk.store %p, %y : tensor<512x!tk.ptr<f32>, #b>
  return
}

// The places are made in the layout in which the result is wanted; what they pick from stays where it is.
// CHECK-LABEL: func.func @gather_gives_the_wanted_layout
func.func @gather_gives_the_wanted_layout(%q: tensor<512x!tk.ptr<f32>, #a>, %p: tensor<512x!tk.ptr<f32>, #b>) {
  // CHECK: %[[X:.*]] = tk.load %{{.*}} : tensor<512x!tk.ptr<f32>, #[[A:.*]]>
  // CHECK-NOT: convert_layout
  // CHECK: tk.gather %[[X]][%{{.*}}] axis = 0 : tensor<512xf32, #[[A]]>[tensor<512xi32, #[[B:.*]]>] to tensor<512xf32, #[[B]]>
  // CHECK-NOT: convert_layout
  // CHECK: tk.store
  %x = tk.load %q : tensor<512x!tk.ptr<f32>, #a>
  %i = tk.make_range 0, 512 : tensor<512xi32, #a>
  %c = arith.constant dense<511> : tensor<512xi32, #a>
  %w = arith.subi %c, %i : tensor<512xi32, #a>
  %g = tk.gather %x[%w] axis = 0 : tensor<512xf32, #a>[tensor<512xi32, #a>] to tensor<512xf32, #a>
  %y = tkg.convert_layout %g : tensor<512xf32, #a> to tensor<512xf32, #b>
  tk.store %p, %y : tensor<512x!tk.ptr<f32>, #b>
  return
}

// Numbers and their mask are counted where the numbers lie.
// CHECK-LABEL: func.func @histogram_has_one_layout
func.func @histogram_has_one_layout(%q: tensor<512x!tk.ptr<i32>, #a>, %r: tensor<512x!tk.ptr<i8>, #b>, %p: tensor<512x!tk.ptr<i32>, #b>) {
  // CHECK: %[[N:.*]] = tk.load
  // CHECK: tk.histogram %[[N]] mask %{{.*}} : tensor<512xi1, #[[A:.*]]> : tensor<512xi32, #[[A]]> to tensor<512xi32, #[[B:.*]]>
  // CHECK-NEXT: tk.store %{{.*}} : tensor<512x!tk.ptr<i32>, #[[B]]>
  %n = tk.load %q : tensor<512x!tk.ptr<i32>, #a>
  %k = tk.load %r : tensor<512x!tk.ptr<i8>, #b>
  %m = arith.trunci %k : tensor<512xi8, #b> to tensor<512xi1, #b>
  %c = tkg.convert_layout %m : tensor<512xi1, #b> to tensor<512xi1, #a>
  %h = tk.histogram %n mask %c : tensor<512xi1, #a> : tensor<512xi32, #a> to tensor<512xi32, #a>
  %y = tkg.convert_layout %h : tensor<512xi32, #a> to tensor<512xi32, #b>
  tk.store %p, %y : tensor<512x!tk.ptr<i32>, #b>
  return
}

// CHECK-LABEL: func.func @loaded_data_must_move
// REMARK: ConversionLeft
// REMARK-SAME: 512 elements move to another layout, through {{[0-9]+}} bytes of shared memory, with two barriers
func.func @loaded_data_must_move(%q: tensor<512x!tk.ptr<f32>, #a>, %p: tensor<512x!tk.ptr<f32>, #b>) {
  // CHECK: %[[X:.*]] = tk.load
  // CHECK: %[[S:.*]] = arith.addf %[[X]], %[[X]]
  // CHECK: %[[Y:.*]] = tkg.convert_layout %[[S]]
  // CHECK-NOT: convert_layout
  // CHECK: tk.store %{{.*}}, %[[Y]]
  %x = tk.load %q : tensor<512x!tk.ptr<f32>, #a>
  %s = arith.addf %x, %x : tensor<512xf32, #a>
  %y = tkg.convert_layout %s : tensor<512xf32, #a> to tensor<512xf32, #b>
  tk.store %p, %y : tensor<512x!tk.ptr<f32>, #b>
  return
}

// The loop accumulates in the layout of its load; the conversion happens once, after it.
// CHECK-LABEL: func.func @accumulator_takes_the_layout_of_the_load
func.func @accumulator_takes_the_layout_of_the_load(%q: tensor<512x!tk.ptr<f32>, #b>, %n: i32) -> tensor<512xf32, #a> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %z = arith.constant dense<0.0> : tensor<512xf32, #a>
  // CHECK: scf.for {{.*}} -> (tensor<512xf32, #[[B:.*]]>)
  // CHECK-NOT: convert_layout
  // CHECK: }
  // CHECK: tkg.convert_layout
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %z) -> (tensor<512xf32, #a>) : i32 {
    %x = tk.load %q : tensor<512x!tk.ptr<f32>, #b>
    %y = tkg.convert_layout %x : tensor<512xf32, #b> to tensor<512xf32, #a>
    %s = arith.addf %acc, %y : tensor<512xf32, #a>
    scf.yield %s : tensor<512xf32, #a>
  }
  return %r : tensor<512xf32, #a>
}

// CHECK-LABEL: func.func @while_loop_takes_the_layout_of_the_load
func.func @while_loop_takes_the_layout_of_the_load(%q: tensor<512x!tk.ptr<f32>, #b>, %p: tensor<512x!tk.ptr<f32>, #b>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %z = arith.constant dense<0.0> : tensor<512xf32, #a>
  // CHECK: scf.while {{.*}} : (i32, tensor<512xf32, #[[B:.*]]>) -> (i32, tensor<512xf32, #[[B]]>)
  // CHECK-NOT: convert_layout
  %r:2 = scf.while (%i = %c0, %acc = %z) : (i32, tensor<512xf32, #a>) -> (i32, tensor<512xf32, #a>) {
    %c = arith.cmpi slt, %i, %n : i32
    scf.condition(%c) %i, %acc : i32, tensor<512xf32, #a>
  } do {
  ^bb0(%i: i32, %acc: tensor<512xf32, #a>):
    %x = tk.load %q : tensor<512x!tk.ptr<f32>, #b>
    %y = tkg.convert_layout %x : tensor<512xf32, #b> to tensor<512xf32, #a>
    %s = arith.addf %acc, %y : tensor<512xf32, #a>
    %j = arith.addi %i, %c1 : i32
    scf.yield %j, %s : i32, tensor<512xf32, #a>
  }
  %t = tkg.convert_layout %r#1 : tensor<512xf32, #a> to tensor<512xf32, #b>
  tk.store %p, %t : tensor<512x!tk.ptr<f32>, #b>
  return
}

// -----

#r = #tkg.blocked<sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCta = [4, 1], order = [1, 0]>
#d = #tkg.blocked<sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCta = [2, 2], order = [1, 0]>
#mma = #tkg.mma<version = 2, warpsPerCta = [2, 2], instrShape = [16, 8]>
#a = #tkg.dot_operand<opIdx = 0, parent = #mma, kWidth = 2>
#b = #tkg.dot_operand<opIdx = 1, parent = #mma, kWidth = 2>
// Scaling and rounding happen on the accumulator; only the f16 result moves.
// CHECK-LABEL: func.func @epilogue_stays_on_the_accumulator
func.func @epilogue_stays_on_the_accumulator(%a: tensor<64x64xf16, #a>, %b: tensor<64x64xf16, #b>, %p: tensor<64x64x!tk.ptr<f16>, #r>, %n: i32, %s: f32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %z = arith.constant dense<0.0> : tensor<64x64xf32, #d>
  %sd = tk.splat %s : f32 to tensor<64x64xf32, #d>
  // CHECK: scf.for {{.*}} -> (tensor<64x64xf32, #[[MMA:mma.*]]>)
  // CHECK-NOT: convert_layout
  // CHECK: arith.truncf %{{.*}} : tensor<64x64xf32, #[[MMA]]> to tensor<64x64xf16, #[[MMA]]>
  // CHECK: tkg.convert_layout {{.*}} : tensor<64x64xf16, #[[MMA]]> to
  // CHECK-NOT: convert_layout
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %z) -> (tensor<64x64xf32, #d>) : i32 {
    %m = tkg.convert_layout %acc : tensor<64x64xf32, #d> to tensor<64x64xf32, #mma>
    %x = tk.dot %a, %b, %m : tensor<64x64xf16, #a>, tensor<64x64xf16, #b> to tensor<64x64xf32, #mma>
    %y = tkg.convert_layout %x : tensor<64x64xf32, #mma> to tensor<64x64xf32, #d>
    scf.yield %y : tensor<64x64xf32, #d>
  }
  %t = arith.mulf %r, %sd : tensor<64x64xf32, #d>
  %h = arith.truncf %t : tensor<64x64xf32, #d> to tensor<64x64xf16, #d>
  %o = tkg.convert_layout %h : tensor<64x64xf16, #d> to tensor<64x64xf16, #r>
  tk.store %p, %o : tensor<64x64x!tk.ptr<f16>, #r>
  return
}

// -----

#a = #tkg.blocked<sizePerThread = [1], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
#b = #tkg.blocked<sizePerThread = [4], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
// A long computation whose values have several users, all of which end in the conversions: nothing is computed twice when
// all of it moves to the other layout.
// CHECK-LABEL: func.func @long_computation_moves_as_a_whole
// CHECK-NOT: convert_layout
// CHECK: tk.store
// CHECK-NOT: convert_layout
// CHECK: return
func.func @long_computation_moves_as_a_whole(%s: i32, %p: tensor<512x!tk.ptr<i32>, #b>) {
  %r = tk.make_range 0, 512 : tensor<512xi32, #a>
  %k = tk.splat %s : i32 to tensor<512xi32, #a>
  %a0 = arith.addi %r, %k : tensor<512xi32, #a>
  %b0 = arith.muli %a0, %k : tensor<512xi32, #a>
  %a1 = math.ctpop %a0 : tensor<512xi32, #a>
  %b1 = arith.xori %b0, %a1 : tensor<512xi32, #a>
  %a2 = math.ctpop %b1 : tensor<512xi32, #a>
  %b2 = arith.muli %a2, %a1 : tensor<512xi32, #a>
  %a3 = math.ctpop %b2 : tensor<512xi32, #a>
  %b3 = arith.xori %a3, %a2 : tensor<512xi32, #a>
  %a4 = math.ctpop %b3 : tensor<512xi32, #a>
  %b4 = arith.muli %a4, %a3 : tensor<512xi32, #a>
  %x = tkg.convert_layout %a4 : tensor<512xi32, #a> to tensor<512xi32, #b>
  %y = tkg.convert_layout %b4 : tensor<512xi32, #a> to tensor<512xi32, #b>
  %z = arith.addi %x, %y : tensor<512xi32, #b>
  tk.store %p, %z : tensor<512x!tk.ptr<i32>, #b>
  return
}

// -----

#a = #tkg.blocked<sizePerThread = [1], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
#b = #tkg.blocked<sizePerThread = [4], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
// The same values are needed in the layout that they have: computing all of it again costs more than moving one block.
// CHECK-LABEL: func.func @long_computation_that_stays_is_not_repeated
// CHECK: tkg.convert_layout
func.func @long_computation_that_stays_is_not_repeated(%q: tensor<512xi32, #a>, %s: i32,
                                                       %p: tensor<512x!tk.ptr<i32>, #b>,
                                                       %o: tensor<512x!tk.ptr<i32>, #a>) {
  %k = tk.splat %s : i32 to tensor<512xi32, #a>
  %a0 = arith.addi %q, %k : tensor<512xi32, #a>
  %a1 = math.ctpop %a0 : tensor<512xi32, #a>
  %a2 = math.ctpop %a1 : tensor<512xi32, #a>
  %a3 = math.ctpop %a2 : tensor<512xi32, #a>
  %a4 = math.ctpop %a3 : tensor<512xi32, #a>
  tk.store %o, %a4 : tensor<512x!tk.ptr<i32>, #a>
  %x = tkg.convert_layout %a4 : tensor<512xi32, #a> to tensor<512xi32, #b>
  tk.store %p, %x : tensor<512x!tk.ptr<i32>, #b>
  return
}

// -----

#rows = #tkg.blocked<sizePerThread = [1], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
#column = #tkg.blocked<sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCta = [4, 1], order = [1, 0]>
#wide = #tkg.blocked<sizePerThread = [1, 8], threadsPerWarp = [1, 32], warpsPerCta = [4, 1], order = [1, 0]>
module attributes {tkg.num_warps = 4 : i32} {
// The mask of a store: comparing 32 rows in each thread costs less than a trip through shared memory. That a thread has
// each row in 8 registers costs nothing.
// CHECK-LABEL: func.func @mask_of_rows_is_computed_where_it_is_used
func.func @mask_of_rows_is_computed_where_it_is_used(%start: i32, %n: i32, %p: tensor<128x256x!tk.ptr<f16>, #wide>, %v: tensor<128x256xf16, #wide>, %q: tensor<128x!tk.ptr<i32>, #rows>) {
  %range = tk.make_range 0, 128 : tensor<128xi32, #rows>
  %first = tk.splat %start : i32 to tensor<128xi32, #rows>
  %m = arith.addi %first, %range : tensor<128xi32, #rows>
  tk.store %q, %m : tensor<128x!tk.ptr<i32>, #rows>
  %slice = tkg.convert_layout %m : tensor<128xi32, #rows> to tensor<128xi32, #tkg.slice<dim = 1, parent = #column>>
  %expanded = tk.expand_dims %slice, 1 : tensor<128xi32, #tkg.slice<dim = 1, parent = #column>> to tensor<128x1xi32, #column>
  %bound = tk.splat %n : i32 to tensor<128x1xi32, #column>
  %inside = arith.cmpi slt, %expanded, %bound : tensor<128x1xi32, #column>
  // CHECK-NOT: convert_layout
  // CHECK: arith.cmpi slt, {{.*}} : tensor<128x1xi32, #[[WIDE:.*]]>
  // CHECK: tk.broadcast {{.*}} to tensor<128x256xi1, #[[WIDE]]>
  %moved = tkg.convert_layout %inside : tensor<128x1xi1, #column> to tensor<128x1xi1, #wide>
  %mask = tk.broadcast %moved : tensor<128x1xi1, #wide> to tensor<128x256xi1, #wide>
  tk.store %p, %v mask %mask : tensor<128x256x!tk.ptr<f16>, #wide>
  return
}
}

// -----

#one = #tkg.blocked<sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCta = [4, 1], order = [1, 0]>
#block = #tkg.blocked<sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCta = [4, 1], order = [1, 0]>
module attributes {tkg.num_warps = 4 : i32} {
// A loaded number is spread over the block's threads, not the block over the number's; and a reduction of the block stays
// on them.
// CHECK-LABEL: func.func @number_goes_to_the_block
func.func @number_goes_to_the_block(%p: tensor<4x128x!tk.ptr<f64>, #block>, %q: tensor<1x1x!tk.ptr<f64>, #one>) -> tensor<128xf64, #tkg.slice<dim = 0, parent = #one>> {
  // CHECK: %[[X:.*]] = tk.load %arg0
  %x = tk.load %p : tensor<4x128x!tk.ptr<f64>, #block>
  %y = tk.load %q : tensor<1x1x!tk.ptr<f64>, #one>
  %b = tk.broadcast %y : tensor<1x1xf64, #one> to tensor<4x128xf64, #one>
  %c = tkg.convert_layout %x : tensor<4x128xf64, #block> to tensor<4x128xf64, #one>
  // CHECK: %[[M:.*]] = arith.mulf %[[X]], %{{.*}} : tensor<4x128xf64, #[[BLOCK:.*]]>
  %m = arith.mulf %c, %b : tensor<4x128xf64, #one>
  // CHECK-NEXT: tk.reduce(%[[M]]) axis = 0
  %r = tk.reduce(%m) axis = 0 {
  ^bb0(%first: f64, %second: f64):
    %sum = arith.addf %first, %second : f64
    tk.yield %sum : f64
  } : (tensor<4x128xf64, #one>) -> tensor<128xf64, #tkg.slice<dim = 0, parent = #one>>
  return %r : tensor<128xf64, #tkg.slice<dim = 0, parent = #one>>
}
}

// -----

// One element in all lanes alike, broadcast: each thread would hold 512 elements and more, and reduce them.
#one = #tkg.blocked<sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCta = [1, 1], order = [1, 0]>
#many = #tkg.blocked<sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCta = [1, 1], order = [1, 0]>
// CHECK-DAG: #[[ONE:.*]] = #tkg.blocked<sizePerThread = [1, 1], threadsPerWarp = [32, 1]
// CHECK-DAG: #[[MANY:.*]] = #tkg.blocked<sizePerThread = [1, 1], threadsPerWarp = [1, 32]
// CHECK-LABEL: func.func @a_broadcast_of_one_element_is_not_held_by_every_thread
func.func @a_broadcast_of_one_element_is_not_held_by_every_thread(%p: tensor<1x1x!tk.ptr<f32>, #one>, %q: tensor<512x!tk.ptr<f32>, #tkg.slice<dim = 0, parent = #many>>) attributes {tk.kernel} {
  // CHECK: tk.load {{.*}} : tensor<1x1x!tk.ptr<f32>, #[[ONE]]>
  // CHECK: tk.broadcast {{.*}} to tensor<8x512xf32, #[[MANY]]>
  %x = tk.load %p : tensor<1x1x!tk.ptr<f32>, #one>
  %y = tkg.convert_layout %x : tensor<1x1xf32, #one> to tensor<1x1xf32, #many>
  %z = tk.broadcast %y : tensor<1x1xf32, #many> to tensor<8x512xf32, #many>
  %s = tk.reduce(%z) axis = 0 {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tk.yield %c : f32
  } : (tensor<8x512xf32, #many>) -> tensor<512xf32, #tkg.slice<dim = 0, parent = #many>>
  tk.store %q, %s : tensor<512x!tk.ptr<f32>, #tkg.slice<dim = 0, parent = #many>>
  return
}
