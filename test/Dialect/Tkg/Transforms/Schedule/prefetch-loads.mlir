// RUN: tkg-opt %s --tkg-prefetch-loads | FileCheck %s
// RUN: tkg-opt %s --tkg-prefetch-loads --remarks-filter=tkg-prefetch-loads 2>&1 | FileCheck %s --check-prefix=REMARK
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#l = #tkg.blocked<sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCta = [4, 1], order = [1, 0]>
#mma = #tkg.mma<version = 2, warpsPerCta = [2, 2], instrShape = [16, 8]>
#a = #tkg.dot_operand<opIdx = 0, parent = #mma, kWidth = 2>
#b = #tkg.dot_operand<opIdx = 1, parent = #mma, kWidth = 2>
#s = #tkg.swizzled_shared<vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]>
module attributes {tkg.num_stages = 3 : i32} {
  // Addresses and masks are computed anew from the next induction variable.
  // CHECK-LABEL: func.func @masks_follow_the_iteration
  // REMARK: [Passed] LoadsAhead
  // REMARK-SAME: 1 loads are issued one iteration ahead
  func.func @masks_follow_the_iteration(%p: tensor<64x64x!tk.ptr<f16>, #l>, %k: tensor<64x64xi32, #l>, %b: tensor<64x64xf16, #b>, %c: tensor<64x64xf32, #mma>, %z: tensor<64x64xf16, #l>, %n: i32) -> tensor<64x64xf32, #mma> {
    %c0 = arith.constant 0 : i32
    %c64 = arith.constant 64 : i32
    // CHECK: %[[O:.*]] = tk.splat %c0_i32
    // CHECK: %[[M:.*]] = arith.cmpi slt, %{{.*}}, %[[O]]
    // CHECK: %[[E:.*]] = tk.splat
    // CHECK: %[[ME:.*]] = arith.andi %[[M]], %[[E]]
    // CHECK: tk.load {{.*}} mask %[[ME]] other
    // CHECK: scf.for %[[I:[^ ]*]] =
    %r = scf.for %i = %c0 to %n step %c64 iter_args(%acc = %c) -> (tensor<64x64xf32, #mma>) : i32 {
      // CHECK: %[[J:.*]] = arith.addi %[[I]], %c64_i32
      // CHECK: %[[O2:.*]] = tk.splat %[[J]]
      // CHECK: %[[M2:.*]] = arith.cmpi slt, %{{.*}}, %[[O2]]
      // CHECK: arith.andi %[[M2]]
      // CHECK: tk.load
      // CHECK: tkg.local_load
      %o = tk.splat %i : i32 to tensor<64x64xi32, #l>
      %q = tk.addptr %p, %o : tensor<64x64x!tk.ptr<f16>, #l>, tensor<64x64xi32, #l>
      %mask = arith.cmpi slt, %k, %o : tensor<64x64xi32, #l>
      %x = tk.load %q mask %mask other %z : tensor<64x64x!tk.ptr<f16>, #l>
      %m = tkg.local_alloc %x : tensor<64x64xf16, #l> to !tkg.memdesc<64x64xf16, #s>
      %a = tkg.local_load %m : !tkg.memdesc<64x64xf16, #s> to tensor<64x64xf16, #a>
      %d = tk.dot %a, %b, %acc : tensor<64x64xf16, #a>, tensor<64x64xf16, #b> to tensor<64x64xf32, #mma>
      scf.yield %d : tensor<64x64xf32, #mma>
    }
    return %r : tensor<64x64xf32, #mma>
  }

  // CHECK-LABEL: func.func @a_store_of_such_a_block_forbids_it
  // REMARK: [Missed] LoadsAhead
  // REMARK-SAME: the loop writes global memory, and has no `num_stages` of its own
  func.func @a_store_of_such_a_block_forbids_it(%p: tensor<64x64x!tk.ptr<f16>, #l>, %b: tensor<64x64xf16, #b>, %c: tensor<64x64xf32, #mma>, %o: tensor<64x64x!tk.ptr<f16>, #l>, %n: i32) -> tensor<64x64xf32, #mma> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    // CHECK-NOT: tk.load
    // CHECK: scf.for
    // CHECK-NEXT: tk.load
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %c) -> (tensor<64x64xf32, #mma>) : i32 {
      %x = tk.load %p : tensor<64x64x!tk.ptr<f16>, #l>
      %m = tkg.local_alloc %x : tensor<64x64xf16, #l> to !tkg.memdesc<64x64xf16, #s>
      %a = tkg.local_load %m : !tkg.memdesc<64x64xf16, #s> to tensor<64x64xf16, #a>
      %d = tk.dot %a, %b, %acc : tensor<64x64xf16, #a>, tensor<64x64xf16, #b> to tensor<64x64xf32, #mma>
      tk.store %o, %x : tensor<64x64x!tk.ptr<f16>, #l>
      scf.yield %d : tensor<64x64xf32, #mma>
    }
    return %r : tensor<64x64xf32, #mma>
  }

  // CHECK-LABEL: func.func @a_store_of_another_block_does_not
  // REMARK: [Passed] LoadsAhead
  // REMARK-SAME: 1 loads are issued one iteration ahead
  func.func @a_store_of_another_block_does_not(%p: tensor<64x64x!tk.ptr<f16>, #l>, %b: tensor<64x64xf16, #b>, %c: tensor<64x64xf32, #mma>, %o: !tk.ptr<i32>, %n: i32) -> tensor<64x64xf32, #mma> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    // CHECK: tk.load
    // CHECK: scf.for
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %c) -> (tensor<64x64xf32, #mma>) : i32 {
      %x = tk.load %p : tensor<64x64x!tk.ptr<f16>, #l>
      %m = tkg.local_alloc %x : tensor<64x64xf16, #l> to !tkg.memdesc<64x64xf16, #s>
      %a = tkg.local_load %m : !tkg.memdesc<64x64xf16, #s> to tensor<64x64xf16, #a>
      %d = tk.dot %a, %b, %acc : tensor<64x64xf16, #a>, tensor<64x64xf16, #b> to tensor<64x64xf32, #mma>
      tk.store %o, %i : !tk.ptr<i32>
      scf.yield %d : tensor<64x64xf32, #mma>
    }
    return %r : tensor<64x64xf32, #mma>
  }

  // CHECK-LABEL: func.func @a_loop_that_asks_may_store_elsewhere
  // REMARK: [Passed] LoadsAhead
  // REMARK-SAME: 1 loads are issued one iteration ahead
  func.func @a_loop_that_asks_may_store_elsewhere(%p: tensor<64x64x!tk.ptr<f16>, #l>, %b: tensor<64x64xf16, #b>, %c: tensor<64x64xf32, #mma>, %o: !tk.ptr<i32>, %n: i32) -> tensor<64x64xf32, #mma> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    // CHECK: tk.load
    // CHECK: scf.for
    // CHECK: tk.load
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %c) -> (tensor<64x64xf32, #mma>) : i32 {
      %x = tk.load %p : tensor<64x64x!tk.ptr<f16>, #l>
      %m = tkg.local_alloc %x : tensor<64x64xf16, #l> to !tkg.memdesc<64x64xf16, #s>
      %a = tkg.local_load %m : !tkg.memdesc<64x64xf16, #s> to tensor<64x64xf16, #a>
      %d = tk.dot %a, %b, %acc : tensor<64x64xf16, #a>, tensor<64x64xf16, #b> to tensor<64x64xf32, #mma>
      tk.store %o, %i : !tk.ptr<i32>
      scf.yield %d : tensor<64x64xf32, #mma>
    } {tk.num_stages = 3 : i32}
    return %r : tensor<64x64xf32, #mma>
  }

  // CHECK-LABEL: func.func @but_not_to_the_same_place
  // REMARK: [Missed] LoadsAhead
  // REMARK-SAME: the loop may write what the load reads in a later iteration
  func.func @but_not_to_the_same_place(%p: tensor<64x64x!tk.ptr<f16>, #l>, %b: tensor<64x64xf16, #b>, %c: tensor<64x64xf32, #mma>, %o: !tk.ptr<i32>, %n: i32) -> tensor<64x64xf32, #mma> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    // CHECK-NOT: tk.load
    // CHECK: scf.for
    // CHECK-NEXT: tk.load
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %c) -> (tensor<64x64xf32, #mma>) : i32 {
      %x = tk.load %p : tensor<64x64x!tk.ptr<f16>, #l>
      %m = tkg.local_alloc %x : tensor<64x64xf16, #l> to !tkg.memdesc<64x64xf16, #s>
      %a = tkg.local_load %m : !tkg.memdesc<64x64xf16, #s> to tensor<64x64xf16, #a>
      %d = tk.dot %a, %b, %acc : tensor<64x64xf16, #a>, tensor<64x64xf16, #b> to tensor<64x64xf32, #mma>
      tk.store %p, %x : tensor<64x64x!tk.ptr<f16>, #l>
      scf.yield %d : tensor<64x64xf32, #mma>
    } {tk.num_stages = 3 : i32}
    return %r : tensor<64x64xf32, #mma>
  }

  // The index is loaded one iteration before the load that needs it: once for the first iteration, once for the second.
  // CHECK-LABEL: func.func @an_address_from_memory
  func.func @an_address_from_memory(%p: tensor<64x64x!tk.ptr<f16>, #l>, %b: tensor<64x64xf16, #b>, %c: tensor<64x64xf32, #mma>, %o: !tk.ptr<i32>, %n: i32) -> tensor<64x64xf32, #mma> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    // CHECK: %[[I0:.*]] = tk.load %{{.*}} mask %{{.*}} : !tk.ptr<i32>
    // CHECK: tk.splat %[[I0]]
    // CHECK: %[[X0:.*]] = tk.load %{{.*}} mask %{{.*}} : tensor<64x64x!tk.ptr<f16>
    // CHECK: %[[I1:.*]] = tk.load %{{.*}} mask %{{.*}} : !tk.ptr<i32>
    // CHECK: scf.for %[[I:[^ ]*]] = {{.*}} %[[X:[^ ]*]] = %[[X0]], %[[J:[^ ]*]] = %[[I1]])
    // CHECK: tkg.local_alloc %[[X]]
    // CHECK: tk.splat %[[J]]
    // CHECK: %[[XN:.*]] = tk.load %{{.*}} mask %{{.*}} : tensor<64x64x!tk.ptr<f16>
    // CHECK: %[[FAR:.*]] = arith.addi %{{.*}}, %c1_i32
    // CHECK: %[[PLACE:.*]] = tk.addptr %{{.*}}, %[[FAR]]
    // CHECK: %[[IN:.*]] = tk.load %[[PLACE]] mask %{{.*}} : !tk.ptr<i32>
    // CHECK: tkg.local_load
    // CHECK: scf.yield %{{.*}}, %[[XN]], %[[IN]]
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %c) -> (tensor<64x64xf32, #mma>) : i32 {
      %place = tk.addptr %o, %i : !tk.ptr<i32>, i32
      %page = tk.load %place : !tk.ptr<i32>
      %ps = tk.splat %page : i32 to tensor<64x64xi32, #l>
      %q = tk.addptr %p, %ps : tensor<64x64x!tk.ptr<f16>, #l>, tensor<64x64xi32, #l>
      %x = tk.load %q : tensor<64x64x!tk.ptr<f16>, #l>
      %m = tkg.local_alloc %x : tensor<64x64xf16, #l> to !tkg.memdesc<64x64xf16, #s>
      %a = tkg.local_load %m : !tkg.memdesc<64x64xf16, #s> to tensor<64x64xf16, #a>
      %d = tk.dot %a, %b, %acc : tensor<64x64xf16, #a>, tensor<64x64xf16, #b> to tensor<64x64xf32, #mma>
      scf.yield %d : tensor<64x64xf32, #mma>
    }
    return %r : tensor<64x64xf32, #mma>
  }

  // CHECK-LABEL: func.func @an_address_from_two_loads_forbids_it
  // REMARK: an address depends on a load of the loop whose own address does, or on an effect
  func.func @an_address_from_two_loads_forbids_it(%p: tensor<64x64x!tk.ptr<f16>, #l>, %b: tensor<64x64xf16, #b>, %c: tensor<64x64xf32, #mma>, %o: !tk.ptr<i32>, %n: i32) -> tensor<64x64xf32, #mma> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    // CHECK: scf.for
    // CHECK: tk.load
    // CHECK: tk.load
    // CHECK: tk.load
    // CHECK: tkg.local_alloc
    // CHECK-NOT: tk.load
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %c) -> (tensor<64x64xf32, #mma>) : i32 {
      %first = tk.load %o : !tk.ptr<i32>
      %place = tk.addptr %o, %first : !tk.ptr<i32>, i32
      %page = tk.load %place : !tk.ptr<i32>
      %ps = tk.splat %page : i32 to tensor<64x64xi32, #l>
      %q = tk.addptr %p, %ps : tensor<64x64x!tk.ptr<f16>, #l>, tensor<64x64xi32, #l>
      %x = tk.load %q : tensor<64x64x!tk.ptr<f16>, #l>
      %m = tkg.local_alloc %x : tensor<64x64xf16, #l> to !tkg.memdesc<64x64xf16, #s>
      %a = tkg.local_load %m : !tkg.memdesc<64x64xf16, #s> to tensor<64x64xf16, #a>
      %d = tk.dot %a, %b, %acc : tensor<64x64xf16, #a>, tensor<64x64xf16, #b> to tensor<64x64xf32, #mma>
      scf.yield %d : tensor<64x64xf32, #mma>
    }
    return %r : tensor<64x64xf32, #mma>
  }

  // CHECK-LABEL: func.func @one_stage_means_no
  func.func @one_stage_means_no(%p: tensor<64x64x!tk.ptr<f16>, #l>, %b: tensor<64x64xf16, #b>, %c: tensor<64x64xf32, #mma>, %n: i32) -> tensor<64x64xf32, #mma> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    // CHECK: scf.for
    // CHECK-NEXT: tk.load
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %c) -> (tensor<64x64xf32, #mma>) : i32 {
      %x = tk.load %p : tensor<64x64x!tk.ptr<f16>, #l>
      %m = tkg.local_alloc %x : tensor<64x64xf16, #l> to !tkg.memdesc<64x64xf16, #s>
      %a = tkg.local_load %m : !tkg.memdesc<64x64xf16, #s> to tensor<64x64xf16, #a>
      %d = tk.dot %a, %b, %acc : tensor<64x64xf16, #a>, tensor<64x64xf16, #b> to tensor<64x64xf32, #mma>
      scf.yield %d : tensor<64x64xf32, #mma>
    } {tk.num_stages = 1 : i32}
    return %r : tensor<64x64xf32, #mma>
  }

  // CHECK-LABEL: func.func @loads_that_feed_no_dot_stay
  func.func @loads_that_feed_no_dot_stay(%p: tensor<64x64x!tk.ptr<f16>, #l>, %c: tensor<64x64xf16, #l>, %n: i32) -> tensor<64x64xf16, #l> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    // CHECK: scf.for
    // CHECK-NEXT: tk.load
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %c) -> (tensor<64x64xf16, #l>) : i32 {
      %x = tk.load %p : tensor<64x64x!tk.ptr<f16>, #l>
      %d = arith.addf %x, %acc : tensor<64x64xf16, #l>
      scf.yield %d : tensor<64x64xf16, #l>
    }
    return %r : tensor<64x64xf16, #l>
  }
}
