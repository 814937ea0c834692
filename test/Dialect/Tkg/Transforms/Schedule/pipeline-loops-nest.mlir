// RUN: tkg-opt %s --tkg-pipeline-loops --remarks-filter=tkg-pipeline-loops 2>&1 | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#l = #tkg.blocked<sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCta = [4, 1], order = [1, 0]>
#mma = #tkg.mma<version = 3, warpsPerCta = [4, 1], instrShape = [16, 64]>
#sh = #tkg.nvmma_shared<swizzle = 128, elementBits = 16, transposed = false>
// Remarks come first.
// CHECK: [Passed] LoopFlattened {{.*}}Remark="copies for the next iteration of the loop around go ahead while this one computes and stores
// CHECK: [Missed] LoopFlattened {{.*}}Remark="the inner loop's step changes with the outer loop
// CHECK: [Passed] LoopFlattened {{.*}}Remark="copies for the next iteration of the loop around go ahead while this one computes and stores
// CHECK: [Missed] LoopFlattened {{.*}}Remark="an address or bound of the inner loop depends on what the outer loop carries, or on an effect
// CHECK: [Missed] LoopFlattened {{.*}}Remark="the loop has `tk.debug_barrier`, which accesses must not pass
module attributes {tkg.num_stages = 3 : i32, tkg.num_warps = 4 : i32, tkg.target = "sm_90a"} {
  // The rings and their barriers outlive both loops; the place of the next copy is carried through them.
  // CHECK-LABEL: func.func @copies_go_on_through_the_outer_loop
  // CHECK: tkg.local_alloc : !tkg.memdesc<64x64xf16, #{{.*}}, slots = 3>
  // CHECK: tkg.mbarrier_init
  // CHECK: %[[COUNT:.*]] = arith.select
  // CHECK: %[[ANY:.*]] = arith.cmpi slt, %arg3, %arg4
  // CHECK: arith.divsi %arg3
  // CHECK: arith.select %[[ANY]], %[[COUNT]]
  // CHECK: tkg.tma_load %{{.*}} if
  // CHECK: %[[SECOND:.*]]:4 = scf.if
  // CHECK: tkg.tma_load %{{.*}} if
  // CHECK: %[[THIRD:.*]]:4 = scf.if
  // CHECK: scf.for {{.*}}, %[[OUTER:[a-z0-9]+]] = %[[THIRD]]#0, %[[INNER:[a-z0-9]+]] = %[[THIRD]]#1, %[[LEFT:[a-z0-9]+]] = %[[THIRD]]#2, %[[ROW:[a-z0-9]+]] = %[[THIRD]]#3)
  // CHECK-NOT: tma_load
  // CHECK: scf.for {{.*}} = %[[OUTER]], %[[K:[a-z0-9]+]] = %[[INNER]], %[[REST:[a-z0-9]+]] = %[[LEFT]], %[[M:[a-z0-9]+]] = %[[ROW]])
  // CHECK: tkg.mbarrier_wait
  // CHECK: tkg.warp_group_dot
  // CHECK: tkg.warp_group_dot_wait {pending = 1
  // CHECK: arith.muli %[[K]],
  // CHECK: arith.muli %[[M]],
  // CHECK: tkg.tma_load
  // CHECK: arith.cmpi eq, %[[REST]], %
  // CHECK: %[[NEXT:.*]]:4 = scf.if
  // CHECK: arith.divsi
  // CHECK: } else {
  // CHECK: arith.addi %[[K]],
  // CHECK: arith.subi %[[REST]],
  // CHECK: scf.yield {{.*}}, %[[NEXT]]#0, %[[NEXT]]#1, %[[NEXT]]#2, %[[NEXT]]#3 :
  // CHECK: tkg.warp_group_dot_wait {{.*}} {pending = 0
  // CHECK: tk.store
  // CHECK: scf.yield
  // CHECK-NEXT: }
  // CHECK-NEXT: tkg.mbarrier_inval
  // CHECK-NEXT: return
  func.func @copies_go_on_through_the_outer_loop(%a: !tk.ptr<f16> {tk.divisibility = 16 : i32}, %b: !tk.ptr<f16> {tk.divisibility = 16 : i32}, %out: !tk.ptr<f32>, %first: i32, %tiles: i32, %steps: i32) attributes {tk.kernel} {
    %zeros = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c64 = arith.constant 64 : i32
    %c4096 = arith.constant dense<4096> : tensor<64x1xi32, #l>
    %rowRange = tk.make_range 0, 64 : tensor<64xi32, #tkg.slice<dim = 1, parent = #l>>
    %columnRange = tk.make_range 0, 64 : tensor<64xi32, #tkg.slice<dim = 0, parent = #l>>
    %rows = tk.expand_dims %rowRange, 1 : tensor<64xi32, #tkg.slice<dim = 1, parent = #l>> to tensor<64x1xi32, #l>
    %columns = tk.expand_dims %columnRange, 0 : tensor<64xi32, #tkg.slice<dim = 0, parent = #l>> to tensor<1x64xi32, #l>
    %as = tk.splat %a : !tk.ptr<f16> to tensor<64x64x!tk.ptr<f16>, #l>
    %bs = tk.splat %b : !tk.ptr<f16> to tensor<64x64x!tk.ptr<f16>, #l>
    scf.for %t = %first to %tiles step %c2 : i32 {
      %group = arith.divsi %t, %c2 : i32
      %row = arith.muli %group, %c64 : i32
      %sum = scf.for %k = %c0 to %steps step %c1 iter_args(%acc = %zeros) -> (tensor<64x64xf32, #mma>) : i32 {
        %step = arith.muli %k, %c64 : i32
        %down = tk.splat %row : i32 to tensor<64x1xi32, #l>
        %m = arith.addi %down, %rows : tensor<64x1xi32, #l>
        %across = tk.splat %step : i32 to tensor<1x64xi32, #l>
        %n = arith.addi %across, %columns : tensor<1x64xi32, #l>
        %ms = arith.muli %m, %c4096 : tensor<64x1xi32, #l>
        %mm = tk.broadcast %ms : tensor<64x1xi32, #l> to tensor<64x64xi32, #l>
        %nn = tk.broadcast %n : tensor<1x64xi32, #l> to tensor<64x64xi32, #l>
        %offsets = arith.addi %mm, %nn : tensor<64x64xi32, #l>
        %left = tk.addptr %as, %offsets : tensor<64x64x!tk.ptr<f16>, #l>, tensor<64x64xi32, #l>
        %right = tk.addptr %bs, %offsets : tensor<64x64x!tk.ptr<f16>, #l>, tensor<64x64xi32, #l>
        %x = tk.load %left : tensor<64x64x!tk.ptr<f16>, #l>
        %y = tk.load %right : tensor<64x64x!tk.ptr<f16>, #l>
        %xs = tkg.local_alloc %x : tensor<64x64xf16, #l> to !tkg.memdesc<64x64xf16, #sh>
        %ys = tkg.local_alloc %y : tensor<64x64xf16, #l> to !tkg.memdesc<64x64xf16, #sh>
        %d = tkg.warp_group_dot %xs, %ys, %acc : !tkg.memdesc<64x64xf16, #sh>, !tkg.memdesc<64x64xf16, #sh> to tensor<64x64xf32, #mma>
        %w = tkg.warp_group_dot_wait %d {pending = 0 : i32} : tensor<64x64xf32, #mma> to tensor<64x64xf32, #mma>
        scf.yield %w : tensor<64x64xf32, #mma>
      }
      %place = tk.addptr %out, %t : !tk.ptr<f32>, i32
      %value = arith.sitofp %t : i32 to f32
      tk.store %place, %value : !tk.ptr<f32>
    } {tk.flatten}
    return
  }

  // CHECK-LABEL: func.func @step_of_the_inner_loop_changes
  // CHECK: scf.for
  // CHECK: tkg.mbarrier_init
  // CHECK: scf.for
  // CHECK: tkg.mbarrier_inval
  // CHECK: }
  func.func @step_of_the_inner_loop_changes(%a: !tk.ptr<f16> {tk.divisibility = 16 : i32}, %b: !tk.ptr<f16> {tk.divisibility = 16 : i32}, %out: !tk.ptr<f32>, %first: i32, %tiles: i32, %steps: i32) attributes {tk.kernel} {
    %zeros = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c64 = arith.constant 64 : i32
    %c4096 = arith.constant dense<4096> : tensor<64x1xi32, #l>
    %rowRange = tk.make_range 0, 64 : tensor<64xi32, #tkg.slice<dim = 1, parent = #l>>
    %columnRange = tk.make_range 0, 64 : tensor<64xi32, #tkg.slice<dim = 0, parent = #l>>
    %rows = tk.expand_dims %rowRange, 1 : tensor<64xi32, #tkg.slice<dim = 1, parent = #l>> to tensor<64x1xi32, #l>
    %columns = tk.expand_dims %columnRange, 0 : tensor<64xi32, #tkg.slice<dim = 0, parent = #l>> to tensor<1x64xi32, #l>
    %as = tk.splat %a : !tk.ptr<f16> to tensor<64x64x!tk.ptr<f16>, #l>
    %bs = tk.splat %b : !tk.ptr<f16> to tensor<64x64x!tk.ptr<f16>, #l>
    scf.for %t = %first to %tiles step %c2 : i32 {
      %group = arith.divsi %t, %c2 : i32
      %row = arith.muli %group, %c64 : i32
      %stride = arith.addi %group, %steps : i32
      %sum = scf.for %k = %c0 to %steps step %stride iter_args(%acc = %zeros) -> (tensor<64x64xf32, #mma>) : i32 {
        %step = arith.muli %k, %c64 : i32
        %down = tk.splat %row : i32 to tensor<64x1xi32, #l>
        %m = arith.addi %down, %rows : tensor<64x1xi32, #l>
        %across = tk.splat %step : i32 to tensor<1x64xi32, #l>
        %n = arith.addi %across, %columns : tensor<1x64xi32, #l>
        %ms = arith.muli %m, %c4096 : tensor<64x1xi32, #l>
        %mm = tk.broadcast %ms : tensor<64x1xi32, #l> to tensor<64x64xi32, #l>
        %nn = tk.broadcast %n : tensor<1x64xi32, #l> to tensor<64x64xi32, #l>
        %offsets = arith.addi %mm, %nn : tensor<64x64xi32, #l>
        %left = tk.addptr %as, %offsets : tensor<64x64x!tk.ptr<f16>, #l>, tensor<64x64xi32, #l>
        %right = tk.addptr %bs, %offsets : tensor<64x64x!tk.ptr<f16>, #l>, tensor<64x64xi32, #l>
        %x = tk.load %left : tensor<64x64x!tk.ptr<f16>, #l>
        %y = tk.load %right : tensor<64x64x!tk.ptr<f16>, #l>
        %xs = tkg.local_alloc %x : tensor<64x64xf16, #l> to !tkg.memdesc<64x64xf16, #sh>
        %ys = tkg.local_alloc %y : tensor<64x64xf16, #l> to !tkg.memdesc<64x64xf16, #sh>
        %d = tkg.warp_group_dot %xs, %ys, %acc : !tkg.memdesc<64x64xf16, #sh>, !tkg.memdesc<64x64xf16, #sh> to tensor<64x64xf32, #mma>
        %w = tkg.warp_group_dot_wait %d {pending = 0 : i32} : tensor<64x64xf32, #mma> to tensor<64x64xf32, #mma>
        scf.yield %w : tensor<64x64xf32, #mma>
      }
      %place = tk.addptr %out, %t : !tk.ptr<f32>, i32
      %value = arith.sitofp %t : i32 to f32
      tk.store %place, %value : !tk.ptr<f32>
    } {tk.flatten}
    return
  }

  // The next tile is the next one that has copies, as long as there are tiles.
  // CHECK-LABEL: func.func @bounds_follow_from_the_outer_index
  // CHECK: scf.while (%[[TILE:.*]] = %arg3)
  // CHECK: %[[EXISTS:.*]] = arith.cmpi slt, %[[TILE]], %arg4
  // CHECK: arith.addi %{{.*}}, %arg5
  // CHECK: %[[HAS_NONE:.*]] = arith.cmpi eq
  // CHECK: %[[GOES_ON:.*]] = arith.andi %[[EXISTS]], %[[HAS_NONE]]
  // CHECK: scf.condition(%[[GOES_ON]])
  // CHECK: tkg.tma_load
  // CHECK: scf.for
  // CHECK: scf.for
  // CHECK: tkg.tma_load
  // CHECK: scf.if
  // CHECK: scf.while
  // CHECK: tkg.mbarrier_inval
  // CHECK-NEXT: return
  func.func @bounds_follow_from_the_outer_index(%a: !tk.ptr<f16> {tk.divisibility = 16 : i32}, %b: !tk.ptr<f16> {tk.divisibility = 16 : i32}, %out: !tk.ptr<f32>, %first: i32, %tiles: i32, %steps: i32) attributes {tk.kernel} {
    %zeros = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c64 = arith.constant 64 : i32
    %c4096 = arith.constant dense<4096> : tensor<64x1xi32, #l>
    %rowRange = tk.make_range 0, 64 : tensor<64xi32, #tkg.slice<dim = 1, parent = #l>>
    %columnRange = tk.make_range 0, 64 : tensor<64xi32, #tkg.slice<dim = 0, parent = #l>>
    %rows = tk.expand_dims %rowRange, 1 : tensor<64xi32, #tkg.slice<dim = 1, parent = #l>> to tensor<64x1xi32, #l>
    %columns = tk.expand_dims %columnRange, 0 : tensor<64xi32, #tkg.slice<dim = 0, parent = #l>> to tensor<1x64xi32, #l>
    %as = tk.splat %a : !tk.ptr<f16> to tensor<64x64x!tk.ptr<f16>, #l>
    %bs = tk.splat %b : !tk.ptr<f16> to tensor<64x64x!tk.ptr<f16>, #l>
    scf.for %t = %first to %tiles step %c2 : i32 {
      %group = arith.divsi %t, %c2 : i32
      %row = arith.muli %group, %c64 : i32
      %end = arith.addi %group, %steps : i32
      %sum = scf.for %k = %c0 to %end step %c1 iter_args(%acc = %zeros) -> (tensor<64x64xf32, #mma>) : i32 {
        %step = arith.muli %k, %c64 : i32
        %down = tk.splat %row : i32 to tensor<64x1xi32, #l>
        %m = arith.addi %down, %rows : tensor<64x1xi32, #l>
        %across = tk.splat %step : i32 to tensor<1x64xi32, #l>
        %n = arith.addi %across, %columns : tensor<1x64xi32, #l>
        %ms = arith.muli %m, %c4096 : tensor<64x1xi32, #l>
        %mm = tk.broadcast %ms : tensor<64x1xi32, #l> to tensor<64x64xi32, #l>
        %nn = tk.broadcast %n : tensor<1x64xi32, #l> to tensor<64x64xi32, #l>
        %offsets = arith.addi %mm, %nn : tensor<64x64xi32, #l>
        %left = tk.addptr %as, %offsets : tensor<64x64x!tk.ptr<f16>, #l>, tensor<64x64xi32, #l>
        %right = tk.addptr %bs, %offsets : tensor<64x64x!tk.ptr<f16>, #l>, tensor<64x64xi32, #l>
        %x = tk.load %left : tensor<64x64x!tk.ptr<f16>, #l>
        %y = tk.load %right : tensor<64x64x!tk.ptr<f16>, #l>
        %xs = tkg.local_alloc %x : tensor<64x64xf16, #l> to !tkg.memdesc<64x64xf16, #sh>
        %ys = tkg.local_alloc %y : tensor<64x64xf16, #l> to !tkg.memdesc<64x64xf16, #sh>
        %d = tkg.warp_group_dot %xs, %ys, %acc : !tkg.memdesc<64x64xf16, #sh>, !tkg.memdesc<64x64xf16, #sh> to tensor<64x64xf32, #mma>
        %w = tkg.warp_group_dot_wait %d {pending = 0 : i32} : tensor<64x64xf32, #mma> to tensor<64x64xf32, #mma>
        scf.yield %w : tensor<64x64xf32, #mma>
      }
      %place = tk.addptr %out, %t : !tk.ptr<f32>, i32
      %value = arith.sitofp %t : i32 to f32
      tk.store %place, %value : !tk.ptr<f32>
    } {tk.flatten}
    return
  }

  // CHECK-LABEL: func.func @a_coordinate_is_carried
  // CHECK: scf.for
  // CHECK: tkg.mbarrier_init
  // CHECK: scf.for
  // CHECK: tkg.mbarrier_inval
  // CHECK: }
  func.func @a_coordinate_is_carried(%a: !tk.ptr<f16> {tk.divisibility = 16 : i32}, %b: !tk.ptr<f16> {tk.divisibility = 16 : i32}, %out: !tk.ptr<f32>, %first: i32, %tiles: i32, %steps: i32) attributes {tk.kernel} {
    %zeros = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c64 = arith.constant 64 : i32
    %c4096 = arith.constant dense<4096> : tensor<64x1xi32, #l>
    %rowRange = tk.make_range 0, 64 : tensor<64xi32, #tkg.slice<dim = 1, parent = #l>>
    %columnRange = tk.make_range 0, 64 : tensor<64xi32, #tkg.slice<dim = 0, parent = #l>>
    %rows = tk.expand_dims %rowRange, 1 : tensor<64xi32, #tkg.slice<dim = 1, parent = #l>> to tensor<64x1xi32, #l>
    %columns = tk.expand_dims %columnRange, 0 : tensor<64xi32, #tkg.slice<dim = 0, parent = #l>> to tensor<1x64xi32, #l>
    %as = tk.splat %a : !tk.ptr<f16> to tensor<64x64x!tk.ptr<f16>, #l>
    %bs = tk.splat %b : !tk.ptr<f16> to tensor<64x64x!tk.ptr<f16>, #l>
    %last = scf.for %t = %first to %tiles step %c2 iter_args(%at = %c0) -> (i32) : i32 {
      %group = arith.divsi %t, %c2 : i32
      %row = arith.muli %group, %c64 : i32
      %next = arith.addi %row, %at : i32
      %sum = scf.for %k = %c0 to %steps step %c1 iter_args(%acc = %zeros) -> (tensor<64x64xf32, #mma>) : i32 {
        %step = arith.muli %k, %c64 : i32
        %down = tk.splat %at : i32 to tensor<64x1xi32, #l>
        %m = arith.addi %down, %rows : tensor<64x1xi32, #l>
        %across = tk.splat %step : i32 to tensor<1x64xi32, #l>
        %n = arith.addi %across, %columns : tensor<1x64xi32, #l>
        %ms = arith.muli %m, %c4096 : tensor<64x1xi32, #l>
        %mm = tk.broadcast %ms : tensor<64x1xi32, #l> to tensor<64x64xi32, #l>
        %nn = tk.broadcast %n : tensor<1x64xi32, #l> to tensor<64x64xi32, #l>
        %offsets = arith.addi %mm, %nn : tensor<64x64xi32, #l>
        %left = tk.addptr %as, %offsets : tensor<64x64x!tk.ptr<f16>, #l>, tensor<64x64xi32, #l>
        %right = tk.addptr %bs, %offsets : tensor<64x64x!tk.ptr<f16>, #l>, tensor<64x64xi32, #l>
        %x = tk.load %left : tensor<64x64x!tk.ptr<f16>, #l>
        %y = tk.load %right : tensor<64x64x!tk.ptr<f16>, #l>
        %xs = tkg.local_alloc %x : tensor<64x64xf16, #l> to !tkg.memdesc<64x64xf16, #sh>
        %ys = tkg.local_alloc %y : tensor<64x64xf16, #l> to !tkg.memdesc<64x64xf16, #sh>
        %d = tkg.warp_group_dot %xs, %ys, %acc : !tkg.memdesc<64x64xf16, #sh>, !tkg.memdesc<64x64xf16, #sh> to tensor<64x64xf32, #mma>
        %w = tkg.warp_group_dot_wait %d {pending = 0 : i32} : tensor<64x64xf32, #mma> to tensor<64x64xf32, #mma>
        scf.yield %w : tensor<64x64xf32, #mma>
      }
      %place = tk.addptr %out, %t : !tk.ptr<f32>, i32
      %value = arith.sitofp %t : i32 to f32
      tk.store %place, %value : !tk.ptr<f32>
      scf.yield %next : i32
    } {tk.flatten}
    return
  }

  // CHECK-LABEL: func.func @a_barrier_in_the_outer_loop
  // CHECK: scf.for
  // CHECK: tkg.mbarrier_init
  // CHECK: scf.for
  // CHECK: tkg.mbarrier_inval
  // CHECK: }
  func.func @a_barrier_in_the_outer_loop(%a: !tk.ptr<f16> {tk.divisibility = 16 : i32}, %b: !tk.ptr<f16> {tk.divisibility = 16 : i32}, %out: !tk.ptr<f32>, %first: i32, %tiles: i32, %steps: i32) attributes {tk.kernel} {
    %zeros = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c64 = arith.constant 64 : i32
    %c4096 = arith.constant dense<4096> : tensor<64x1xi32, #l>
    %rowRange = tk.make_range 0, 64 : tensor<64xi32, #tkg.slice<dim = 1, parent = #l>>
    %columnRange = tk.make_range 0, 64 : tensor<64xi32, #tkg.slice<dim = 0, parent = #l>>
    %rows = tk.expand_dims %rowRange, 1 : tensor<64xi32, #tkg.slice<dim = 1, parent = #l>> to tensor<64x1xi32, #l>
    %columns = tk.expand_dims %columnRange, 0 : tensor<64xi32, #tkg.slice<dim = 0, parent = #l>> to tensor<1x64xi32, #l>
    %as = tk.splat %a : !tk.ptr<f16> to tensor<64x64x!tk.ptr<f16>, #l>
    %bs = tk.splat %b : !tk.ptr<f16> to tensor<64x64x!tk.ptr<f16>, #l>
    scf.for %t = %first to %tiles step %c2 : i32 {
      %group = arith.divsi %t, %c2 : i32
      %row = arith.muli %group, %c64 : i32
      tk.debug_barrier
      %sum = scf.for %k = %c0 to %steps step %c1 iter_args(%acc = %zeros) -> (tensor<64x64xf32, #mma>) : i32 {
        %step = arith.muli %k, %c64 : i32
        %down = tk.splat %row : i32 to tensor<64x1xi32, #l>
        %m = arith.addi %down, %rows : tensor<64x1xi32, #l>
        %across = tk.splat %step : i32 to tensor<1x64xi32, #l>
        %n = arith.addi %across, %columns : tensor<1x64xi32, #l>
        %ms = arith.muli %m, %c4096 : tensor<64x1xi32, #l>
        %mm = tk.broadcast %ms : tensor<64x1xi32, #l> to tensor<64x64xi32, #l>
        %nn = tk.broadcast %n : tensor<1x64xi32, #l> to tensor<64x64xi32, #l>
        %offsets = arith.addi %mm, %nn : tensor<64x64xi32, #l>
        %left = tk.addptr %as, %offsets : tensor<64x64x!tk.ptr<f16>, #l>, tensor<64x64xi32, #l>
        %right = tk.addptr %bs, %offsets : tensor<64x64x!tk.ptr<f16>, #l>, tensor<64x64xi32, #l>
        %x = tk.load %left : tensor<64x64x!tk.ptr<f16>, #l>
        %y = tk.load %right : tensor<64x64x!tk.ptr<f16>, #l>
        %xs = tkg.local_alloc %x : tensor<64x64xf16, #l> to !tkg.memdesc<64x64xf16, #sh>
        %ys = tkg.local_alloc %y : tensor<64x64xf16, #l> to !tkg.memdesc<64x64xf16, #sh>
        %d = tkg.warp_group_dot %xs, %ys, %acc : !tkg.memdesc<64x64xf16, #sh>, !tkg.memdesc<64x64xf16, #sh> to tensor<64x64xf32, #mma>
        %w = tkg.warp_group_dot_wait %d {pending = 0 : i32} : tensor<64x64xf32, #mma> to tensor<64x64xf32, #mma>
        scf.yield %w : tensor<64x64xf32, #mma>
      }
      %place = tk.addptr %out, %t : !tk.ptr<f32>, i32
      %value = arith.sitofp %t : i32 to f32
      tk.store %place, %value : !tk.ptr<f32>
    } {tk.flatten}
    return
  }

  // CHECK-LABEL: func.func @nobody_asks
  // CHECK: scf.for
  // CHECK: tkg.mbarrier_init
  // CHECK: scf.for
  // CHECK: tkg.mbarrier_inval
  // CHECK: }
  func.func @nobody_asks(%a: !tk.ptr<f16> {tk.divisibility = 16 : i32}, %b: !tk.ptr<f16> {tk.divisibility = 16 : i32}, %out: !tk.ptr<f32>, %first: i32, %tiles: i32, %steps: i32) attributes {tk.kernel} {
    %zeros = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c64 = arith.constant 64 : i32
    %c4096 = arith.constant dense<4096> : tensor<64x1xi32, #l>
    %rowRange = tk.make_range 0, 64 : tensor<64xi32, #tkg.slice<dim = 1, parent = #l>>
    %columnRange = tk.make_range 0, 64 : tensor<64xi32, #tkg.slice<dim = 0, parent = #l>>
    %rows = tk.expand_dims %rowRange, 1 : tensor<64xi32, #tkg.slice<dim = 1, parent = #l>> to tensor<64x1xi32, #l>
    %columns = tk.expand_dims %columnRange, 0 : tensor<64xi32, #tkg.slice<dim = 0, parent = #l>> to tensor<1x64xi32, #l>
    %as = tk.splat %a : !tk.ptr<f16> to tensor<64x64x!tk.ptr<f16>, #l>
    %bs = tk.splat %b : !tk.ptr<f16> to tensor<64x64x!tk.ptr<f16>, #l>
    scf.for %t = %first to %tiles step %c2 : i32 {
      %group = arith.divsi %t, %c2 : i32
      %row = arith.muli %group, %c64 : i32
      %sum = scf.for %k = %c0 to %steps step %c1 iter_args(%acc = %zeros) -> (tensor<64x64xf32, #mma>) : i32 {
        %step = arith.muli %k, %c64 : i32
        %down = tk.splat %row : i32 to tensor<64x1xi32, #l>
        %m = arith.addi %down, %rows : tensor<64x1xi32, #l>
        %across = tk.splat %step : i32 to tensor<1x64xi32, #l>
        %n = arith.addi %across, %columns : tensor<1x64xi32, #l>
        %ms = arith.muli %m, %c4096 : tensor<64x1xi32, #l>
        %mm = tk.broadcast %ms : tensor<64x1xi32, #l> to tensor<64x64xi32, #l>
        %nn = tk.broadcast %n : tensor<1x64xi32, #l> to tensor<64x64xi32, #l>
        %offsets = arith.addi %mm, %nn : tensor<64x64xi32, #l>
        %left = tk.addptr %as, %offsets : tensor<64x64x!tk.ptr<f16>, #l>, tensor<64x64xi32, #l>
        %right = tk.addptr %bs, %offsets : tensor<64x64x!tk.ptr<f16>, #l>, tensor<64x64xi32, #l>
        %x = tk.load %left : tensor<64x64x!tk.ptr<f16>, #l>
        %y = tk.load %right : tensor<64x64x!tk.ptr<f16>, #l>
        %xs = tkg.local_alloc %x : tensor<64x64xf16, #l> to !tkg.memdesc<64x64xf16, #sh>
        %ys = tkg.local_alloc %y : tensor<64x64xf16, #l> to !tkg.memdesc<64x64xf16, #sh>
        %d = tkg.warp_group_dot %xs, %ys, %acc : !tkg.memdesc<64x64xf16, #sh>, !tkg.memdesc<64x64xf16, #sh> to tensor<64x64xf32, #mma>
        %w = tkg.warp_group_dot_wait %d {pending = 0 : i32} : tensor<64x64xf32, #mma> to tensor<64x64xf32, #mma>
        scf.yield %w : tensor<64x64xf32, #mma>
      }
      %place = tk.addptr %out, %t : !tk.ptr<f32>, i32
      %value = arith.sitofp %t : i32 to f32
      tk.store %place, %value : !tk.ptr<f32>
    }
    return
  }
}
