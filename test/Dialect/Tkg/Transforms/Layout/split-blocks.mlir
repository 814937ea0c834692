// RUN: tkg-opt %s --tkg-split-blocks | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @blocks_that_fit_stay
func.func @blocks_that_fit_stay(%p: tensor<32768x!tk.ptr<f32>>, %x: tensor<32768xf32>) {
  // CHECK-NOT: scf.for
  // CHECK: tk.store
  tk.store %p, %x : tensor<32768x!tk.ptr<f32>>
  return
}

// CHECK-LABEL: func.func @two_stores_share_a_loop
func.func @two_stores_share_a_loop(%p: !tk.ptr<f32>, %q: !tk.ptr<f32>, %n: i32) {
  %i = tk.make_range 0, 65536 : tensor<65536xi32>
  %ps = tk.splat %p : !tk.ptr<f32> to tensor<65536x!tk.ptr<f32>>
  %qs = tk.splat %q : !tk.ptr<f32> to tensor<65536x!tk.ptr<f32>>
  %pp = tk.addptr %ps, %i : tensor<65536x!tk.ptr<f32>>, tensor<65536xi32>
  %qq = tk.addptr %qs, %i : tensor<65536x!tk.ptr<f32>>, tensor<65536xi32>
  %ns = tk.splat %n : i32 to tensor<65536xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<65536xi32>
  %two = arith.constant dense<2.0> : tensor<65536xf32>
  // CHECK: scf.for %[[T:.*]] = %{{.*}} to %{{.*}} step
  // CHECK: %[[MOVED:.*]] = arith.muli %[[T]], %{{.*}} : i32
  // CHECK: tk.splat %[[MOVED]] : i32 to tensor<4096xi32>
  // CHECK: %[[X:.*]] = tk.load %{{.*}} mask %[[M:.*]] : tensor<4096x!tk.ptr<f32>>
  // CHECK: %[[Y:.*]] = arith.mulf %[[X]], %{{.*}} : tensor<4096xf32>
  // CHECK: tk.store %{{.*}}, %[[Y]] mask %[[M]]
  // CHECK: tk.store %{{.*}}, %[[X]] : tensor<4096x!tk.ptr<f32>>
  // CHECK-NOT: scf.for
  // CHECK-NOT: tensor<65536
  // CHECK: return
  %x = tk.load %pp mask %m : tensor<65536x!tk.ptr<f32>>
  %y = arith.mulf %x, %two : tensor<65536xf32>
  tk.store %qq, %y mask %m : tensor<65536x!tk.ptr<f32>>
  tk.store %pp, %x : tensor<65536x!tk.ptr<f32>>
  return
}

// Rows are cut where there are enough of them, the row that is added to each of them stays whole.
// CHECK-LABEL: func.func @rows
func.func @rows(%p: !tk.ptr<f16>, %row: !tk.ptr<f16>) {
  %i = tk.make_range 0, 1024 : tensor<1024xi32>
  %j = tk.make_range 0, 128 : tensor<128xi32>
  %rs = tk.splat %row : !tk.ptr<f16> to tensor<128x!tk.ptr<f16>>
  %rp = tk.addptr %rs, %j : tensor<128x!tk.ptr<f16>>, tensor<128xi32>
  // CHECK: tk.load %{{.*}} : tensor<128x!tk.ptr<f16>>
  // CHECK: scf.for
  // CHECK: tk.load %{{.*}} : tensor<32x128x!tk.ptr<f16>>
  // CHECK: arith.addf %{{.*}} : tensor<32x128xf16>
  // CHECK: tk.store %{{.*}} : tensor<32x128x!tk.ptr<f16>>
  %r = tk.load %rp : tensor<128x!tk.ptr<f16>>
  %r1 = tk.expand_dims %r, 0 : tensor<128xf16> to tensor<1x128xf16>
  %rb = tk.broadcast %r1 : tensor<1x128xf16> to tensor<1024x128xf16>
  %c128 = arith.constant dense<128> : tensor<1024xi32>
  %i128 = arith.muli %i, %c128 : tensor<1024xi32>
  %ie = tk.expand_dims %i128, 1 : tensor<1024xi32> to tensor<1024x1xi32>
  %ib = tk.broadcast %ie : tensor<1024x1xi32> to tensor<1024x128xi32>
  %je = tk.expand_dims %j, 0 : tensor<128xi32> to tensor<1x128xi32>
  %jb = tk.broadcast %je : tensor<1x128xi32> to tensor<1024x128xi32>
  %o = arith.addi %ib, %jb : tensor<1024x128xi32>
  %ps = tk.splat %p : !tk.ptr<f16> to tensor<1024x128x!tk.ptr<f16>>
  %pp = tk.addptr %ps, %o : tensor<1024x128x!tk.ptr<f16>>, tensor<1024x128xi32>
  %x = tk.load %pp : tensor<1024x128x!tk.ptr<f16>>
  %y = arith.addf %x, %rb : tensor<1024x128xf16>
  tk.store %pp, %y : tensor<1024x128x!tk.ptr<f16>>
  return
}

// The load comes between the stores, in each tile as in the whole.
// CHECK-LABEL: func.func @what_was_stored_is_loaded_in_its_order
func.func @what_was_stored_is_loaded_in_its_order(%p: !tk.ptr<f32>, %q: !tk.ptr<f32>) {
  %i = tk.make_range 0, 65536 : tensor<65536xi32>
  %ps = tk.splat %p : !tk.ptr<f32> to tensor<65536x!tk.ptr<f32>>
  %qs = tk.splat %q : !tk.ptr<f32> to tensor<65536x!tk.ptr<f32>>
  %pp = tk.addptr %ps, %i : tensor<65536x!tk.ptr<f32>>, tensor<65536xi32>
  %qq = tk.addptr %qs, %i : tensor<65536x!tk.ptr<f32>>, tensor<65536xi32>
  %two = arith.constant dense<2.0> : tensor<65536xf32>
  // CHECK: scf.for
  // CHECK: tk.store
  // CHECK: tk.load
  // CHECK: tk.store
  tk.store %pp, %two : tensor<65536x!tk.ptr<f32>>
  %x = tk.load %pp : tensor<65536x!tk.ptr<f32>>
  tk.store %qq, %x : tensor<65536x!tk.ptr<f32>>
  return
}

// The maximum is known before the second loop, which loads once more.
// CHECK-LABEL: func.func @reduction_before_a_store
func.func @reduction_before_a_store(%p: !tk.ptr<f32>, %q: !tk.ptr<f32>) {
  %i = tk.make_range 0, 65536 : tensor<65536xi32>
  %ps = tk.splat %p : !tk.ptr<f32> to tensor<65536x!tk.ptr<f32>>
  %qs = tk.splat %q : !tk.ptr<f32> to tensor<65536x!tk.ptr<f32>>
  %pp = tk.addptr %ps, %i : tensor<65536x!tk.ptr<f32>>, tensor<65536xi32>
  %qq = tk.addptr %qs, %i : tensor<65536x!tk.ptr<f32>>, tensor<65536xi32>
  // CHECK: scf.for
  // CHECK: %[[MOST:.*]] = tk.reduce
  // CHECK: scf.for
  // CHECK: tk.load
  // CHECK: tk.splat %[[MOST]] : f32 to tensor<4096xf32>
  // CHECK: tk.store
  %x = tk.load %pp : tensor<65536x!tk.ptr<f32>>
  %most = tk.reduce(%x) axis = 0 {
  ^bb0(%a: f32, %b: f32):
    %c = arith.maximumf %a, %b : f32
    tk.yield %c : f32
  } : (tensor<65536xf32>) -> f32
  %ms = tk.splat %most : f32 to tensor<65536xf32>
  %y = arith.subf %x, %ms : tensor<65536xf32>
  tk.store %qq, %y : tensor<65536x!tk.ptr<f32>>
  return
}

// The loop carries the sum so far. A tile is scanned, the sum is added on the left, and its last element goes on.
// CHECK-LABEL: func.func @scan_goes_on_from_tile_to_tile
func.func @scan_goes_on_from_tile_to_tile(%p: !tk.ptr<f32>, %q: !tk.ptr<f32>) {
  %i = tk.make_range 0, 65536 : tensor<65536xi32>
  %ps = tk.splat %p : !tk.ptr<f32> to tensor<65536x!tk.ptr<f32>>
  %qs = tk.splat %q : !tk.ptr<f32> to tensor<65536x!tk.ptr<f32>>
  %pp = tk.addptr %ps, %i : tensor<65536x!tk.ptr<f32>>, tensor<65536xi32>
  %qq = tk.addptr %qs, %i : tensor<65536x!tk.ptr<f32>>, tensor<65536xi32>
  // CHECK: scf.for %[[TILE:.*]] = %c0{{.*}} to %c16{{.*}} iter_args(%[[SO_FAR:.*]] = %{{.*}}) -> (f32)
  // CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[TILE]], %c0
  // CHECK: %[[SCAN:.*]] = tk.scan(%{{.*}}) axis = 0 {
  // CHECK: %[[LEFT:.*]] = tk.splat %[[SO_FAR]] : f32 to tensor<4096xf32>
  // CHECK: %[[BEHIND:.*]] = tk.map_elementwise(%[[LEFT]], %[[SCAN]])
  // CHECK: %[[ALONE:.*]] = tk.splat %[[FIRST]]
  // CHECK: %[[SUM:.*]] = arith.select %[[ALONE]], %[[SCAN]], %[[BEHIND]]
  // CHECK: %[[PLACES:.*]] = tk.make_range 0, 4096
  // CHECK: %[[LAST:.*]]:2 = tk.reduce(%[[SUM]], %[[PLACES]]) axis = 0
  // CHECK: arith.cmpi sgt
  // CHECK: tk.store %{{.*}}, %[[SUM]]
  // CHECK: scf.yield %[[LAST]]#0
  // CHECK-NOT: tk.scan
  // CHECK: return
  %x = tk.load %pp : tensor<65536x!tk.ptr<f32>>
  %sums = tk.scan(%x) axis = 0 {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tk.yield %c : f32
  } : (tensor<65536xf32>) -> tensor<65536xf32>
  tk.store %qq, %sums : tensor<65536x!tk.ptr<f32>>
  return
}

// The first tile of a reduction is outside of its loop, so nothing stands for what comes before it.
// CHECK-LABEL: func.func @reduction_of_a_scan_from_the_end
func.func @reduction_of_a_scan_from_the_end(%p: !tk.ptr<i32>) -> i32 {
  // CHECK: %[[LAST_TILE:.*]] = arith.constant 15 : i32
  // CHECK: tk.scan{{.*}} reverse
  // CHECK: %[[BEGIN:.*]]:2 = tk.reduce
  // CHECK: arith.cmpi slt
  // CHECK: scf.for %[[I:.*]] = %c1{{.*}} to %c16{{.*}} iter_args(%{{.*}} = %{{.*}}, %[[SO_FAR:.*]] = %[[BEGIN]]#0)
  // CHECK: arith.subi %{{.*}}, %[[I]]
  // CHECK: tk.scan
  // CHECK: tk.splat %[[SO_FAR]]
  // CHECK-NOT: arith.select {{.*}} : tensor
  // CHECK: return
  %i = tk.make_range 0, 65536 : tensor<65536xi32>
  %ps = tk.splat %p : !tk.ptr<i32> to tensor<65536x!tk.ptr<i32>>
  %pp = tk.addptr %ps, %i : tensor<65536x!tk.ptr<i32>>, tensor<65536xi32>
  %x = tk.load %pp : tensor<65536x!tk.ptr<i32>>
  %sums = tk.scan(%x) axis = 0 reverse {
  ^bb0(%a: i32, %b: i32):
    %c = arith.addi %a, %b : i32
    tk.yield %c : i32
  } : (tensor<65536xi32>) -> tensor<65536xi32>
  %most = tk.reduce(%sums) axis = 0 {
  ^bb0(%a: i32, %b: i32):
    %c = arith.maxsi %a, %b : i32
    tk.yield %c : i32
  } : (tensor<65536xi32>) -> i32
  return %most : i32
}

// Rows are scanned whole; columns go on, as blocks without the axis.
// CHECK-LABEL: func.func @scans_along_rows_and_columns
func.func @scans_along_rows_and_columns(%p: tensor<1x64x!tk.ptr<i32>>, %c: i32) {
  // CHECK: scf.for %{{.*}} = %c0{{.*}} to %c16{{.*}} : i32
  // CHECK: tk.scan{{.*}} axis = 1
  // CHECK-NOT: tk.reduce
  // CHECK: tk.store
  // CHECK: scf.for %{{.*}} iter_args(%[[ROW:.*]] = %{{.*}}) -> (tensor<64xi32>)
  // CHECK: tk.scan{{.*}} axis = 0
  // CHECK: tk.expand_dims %[[ROW]], 0
  // CHECK: tk.reduce
  // CHECK: tk.store
  %i = tk.make_range 0, 1024 : tensor<1024xi32>
  %r = tk.expand_dims %i, 1 : tensor<1024xi32> to tensor<1024x1xi32>
  %rows = tk.broadcast %r : tensor<1024x1xi32> to tensor<1024x64xi32>
  %ps = tk.broadcast %p : tensor<1x64x!tk.ptr<i32>> to tensor<1024x64x!tk.ptr<i32>>
  %pp = tk.addptr %ps, %rows : tensor<1024x64x!tk.ptr<i32>>, tensor<1024x64xi32>
  %x = tk.scan(%rows) axis = 1 {
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tk.yield %s : i32
  } : (tensor<1024x64xi32>) -> tensor<1024x64xi32>
  tk.store %pp, %x : tensor<1024x64x!tk.ptr<i32>>
  tk.debug_barrier
  %both = tk.splat %c : i32 to tensor<1024x64xi32>
  %y = tk.scan(%both) axis = 0 {
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tk.yield %s : i32
  } : (tensor<1024x64xi32>) -> tensor<1024x64xi32>
  tk.store %pp, %y : tensor<1024x64x!tk.ptr<i32>>
  return
}

// Each tile has its loop, with the counter that addresses need. What is small stays where it was.
// CHECK-LABEL: func.func @loops_are_done_for_each_tile
func.func @loops_are_done_for_each_tile(%p: !tk.ptr<f32>, %q: !tk.ptr<f32>, %rows: i32) -> i32 {
  // CHECK: %[[KEPT:.*]] = scf.for {{.*}} -> (i32)
  // CHECK-NEXT: arith.addi
  // CHECK-NEXT: scf.yield
  // CHECK: scf.for %{{.*}} = %c0{{.*}} to %c16
  // CHECK: %[[RANGE:.*]] = tk.make_range 0, 4096
  // CHECK: %[[PLACES:.*]] = arith.addi
  // CHECK: %[[SUM:.*]]:2 = scf.for {{.*}} to %arg2 step %{{.*}} iter_args(%[[SO_FAR:.*]] = %{{.*}}, %[[AT:.*]] = %c0{{.*}}) -> (tensor<4096xf32>, i32)
  // CHECK: tk.addptr %arg0, %[[AT]]
  // CHECK: tk.load {{.*}} : tensor<4096x!tk.ptr<f32>>
  // CHECK: arith.addf %[[SO_FAR]]
  // CHECK: tk.store %{{.*}}, %[[SUM]]#0
  // CHECK: return %[[KEPT]]
  %zeros = arith.constant dense<0.0> : tensor<65536xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %i = tk.make_range 0, 65536 : tensor<65536xi32>
  %sum:2 = scf.for %row = %c0 to %rows step %c1 iter_args(%so_far = %zeros, %at = %c0) -> (tensor<65536xf32>, i32) : i32 {
    %first = tk.addptr %p, %at : !tk.ptr<f32>, i32
    %ps = tk.splat %first : !tk.ptr<f32> to tensor<65536x!tk.ptr<f32>>
    %pp = tk.addptr %ps, %i : tensor<65536x!tk.ptr<f32>>, tensor<65536xi32>
    %x = tk.load %pp : tensor<65536x!tk.ptr<f32>>
    %next = arith.addf %so_far, %x : tensor<65536xf32>
    %further = arith.addi %at, %row : i32
    scf.yield %next, %further : tensor<65536xf32>, i32
  }
  %qs = tk.splat %q : !tk.ptr<f32> to tensor<65536x!tk.ptr<f32>>
  %qq = tk.addptr %qs, %i : tensor<65536x!tk.ptr<f32>>, tensor<65536xi32>
  tk.store %qq, %sum#0 : tensor<65536x!tk.ptr<f32>>
  return %sum#1 : i32
}

// Along columns, of which there are more, with the left operand whole.
// CHECK-LABEL: func.func @dot_in_parts_of_its_columns
func.func @dot_in_parts_of_its_columns(%a: tensor<128x32xf16>, %q: !tk.ptr<f32>, %x: f16) {
  // CHECK: scf.for %{{.*}} = %c0{{.*}} to %c4
  // CHECK: tk.dot %arg0, %{{.*}}, %{{.*}} : tensor<128x32xf16>, tensor<32x128xf16> to tensor<128x128xf32>
  // CHECK: tk.store
  %zeros = arith.constant dense<0.0> : tensor<128x512xf32>
  %b = tk.splat %x : f16 to tensor<32x512xf16>
  %d = tk.dot %a, %b, %zeros : tensor<128x32xf16>, tensor<32x512xf16> to tensor<128x512xf32>
  %m = tk.make_range 0, 128 : tensor<128xi32>
  %n = tk.make_range 0, 512 : tensor<512xi32>
  %mm = tk.expand_dims %m, 1 : tensor<128xi32> to tensor<128x1xi32>
  %nn = tk.expand_dims %n, 0 : tensor<512xi32> to tensor<1x512xi32>
  %mb = tk.broadcast %mm : tensor<128x1xi32> to tensor<128x512xi32>
  %nb = tk.broadcast %nn : tensor<1x512xi32> to tensor<128x512xi32>
  %at = arith.addi %mb, %nb : tensor<128x512xi32>
  %qs = tk.splat %q : !tk.ptr<f32> to tensor<128x512x!tk.ptr<f32>>
  %qq = tk.addptr %qs, %at : tensor<128x512x!tk.ptr<f32>>, tensor<128x512xi32>
  tk.store %qq, %d : tensor<128x512x!tk.ptr<f32>>
  return
}

// CHECK-LABEL: func.func @maps_are_done_in_tiles
func.func @maps_are_done_in_tiles(%q: !tk.ptr<i32>) {
  // CHECK: scf.for
  // CHECK: tk.map_elementwise(%{{.*}}) {
  // CHECK: } : (tensor<4096xi32>) -> tensor<4096xi32>
  // CHECK: tk.store
  // CHECK-NOT: tk.map_elementwise
  // CHECK: return
  %i = tk.make_range 0, 65536 : tensor<65536xi32>
  %m = tk.map_elementwise(%i) {
  ^bb0(%a: i32):
    %b = arith.muli %a, %a : i32
    tk.yield %b : i32
  } : (tensor<65536xi32>) -> tensor<65536xi32>
  %qs = tk.splat %q : !tk.ptr<i32> to tensor<65536x!tk.ptr<i32>>
  %qq = tk.addptr %qs, %i : tensor<65536x!tk.ptr<i32>>, tensor<65536xi32>
  tk.store %qq, %m : tensor<65536x!tk.ptr<i32>>
  return
}

// CHECK-LABEL: func.func @histogram_adds_up_its_tiles
func.func @histogram_adds_up_its_tiles(%p: !tk.ptr<i32>, %n: i32) -> tensor<64xi32> {
  %i = tk.make_range 0, 65536 : tensor<65536xi32>
  %ps = tk.splat %p : !tk.ptr<i32> to tensor<65536x!tk.ptr<i32>>
  %pp = tk.addptr %ps, %i : tensor<65536x!tk.ptr<i32>>, tensor<65536xi32>
  %ns = tk.splat %n : i32 to tensor<65536xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<65536xi32>
  %zero = arith.constant dense<0> : tensor<65536xi32>
  %x = tk.load %pp mask %m other %zero : tensor<65536x!tk.ptr<i32>>
  // CHECK: %[[SUM:.*]] = scf.for {{.*}} iter_args(%[[BEFORE:.*]] = %{{.*}}) -> (tensor<64xi32>)
  // CHECK: %[[X:.*]] = tk.load
  // CHECK: %[[COUNTS:.*]] = tk.histogram %[[X]] mask %{{.*}} : tensor<4096xi1> : tensor<4096xi32> to tensor<64xi32>
  // CHECK: %[[AFTER:.*]] = arith.addi %[[BEFORE]], %[[COUNTS]] : tensor<64xi32>
  // CHECK: scf.yield %[[AFTER]]
  // CHECK-NOT: tensor<65536
  // CHECK: return %[[SUM]]
  %h = tk.histogram %x mask %m : tensor<65536xi1> : tensor<65536xi32> to tensor<64xi32>
  return %h : tensor<64xi32>
}

// Places are cut, what they pick from is whole.
// CHECK-LABEL: func.func @gather_from_a_table
func.func @gather_from_a_table(%p: !tk.ptr<f32>, %table: tensor<64xf32>) {
  %i = tk.make_range 0, 65536 : tensor<65536xi32>
  %ps = tk.splat %p : !tk.ptr<f32> to tensor<65536x!tk.ptr<f32>>
  %pp = tk.addptr %ps, %i : tensor<65536x!tk.ptr<f32>>, tensor<65536xi32>
  %c64 = arith.constant dense<64> : tensor<65536xi32>
  %w = arith.remui %i, %c64 : tensor<65536xi32>
  // CHECK: scf.for
  // CHECK: tk.gather %arg1[%{{.*}}] axis = 0 : tensor<64xf32>[tensor<4096xi32>] to tensor<4096xf32>
  // CHECK-NOT: tensor<65536
  // CHECK: return
  %g = tk.gather %table[%w] axis = 0 : tensor<64xf32>[tensor<65536xi32>] to tensor<65536xf32>
  tk.store %pp, %g : tensor<65536x!tk.ptr<f32>>
  return
}
