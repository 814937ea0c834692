// RUN: tkg-opt %s --tkg-pipeline-loops --split-input-file --allow-unregistered-dialect | FileCheck %s
// RUN: tkg-opt %s --tkg-pipeline-loops --split-input-file --allow-unregistered-dialect --remarks-filter=tkg-pipeline-loops 2>&1 | FileCheck %s --check-prefix=REMARK
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#l = #tkg.blocked<sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCta = [4, 1], order = [1, 0]>
#mma = #tkg.mma<version = 2, warpsPerCta = [2, 2], instrShape = [16, 8]>
#a = #tkg.dot_operand<opIdx = 0, parent = #mma, kWidth = 2>
#b = #tkg.dot_operand<opIdx = 1, parent = #mma, kWidth = 2>
#s = #tkg.swizzled_shared<vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]>
#t = #tkg.swizzled_shared<vec = 8, perPhase = 1, maxPhase = 8, order = [0, 1]>
module attributes {tkg.num_stages = 3 : i32, tkg.num_warps = 4 : i32, tkg.target = "sm_80"} {
  // What is transposed between load and buffer is copied as it is, and transposed as a view. The operands of `mma.sync`
  // are read at once: copies go as far ahead as there are further slots.
  // CHECK-LABEL: func.func @transposed_operand_of_mma_sync
  func.func @transposed_operand_of_mma_sync(%p: !tk.ptr<f16> {tk.divisibility = 16 : i32}, %x: tensor<64x64xf16, #a>, %c: tensor<64x64xf32, #mma>, %n: i32) -> tensor<64x64xf32, #mma> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %step = arith.constant dense<4096> : tensor<64x64xi32, #l>
    %zero = arith.constant dense<0.0> : tensor<64x64xf16, #l>
    %range = tk.make_range 0, 64 : tensor<64xi32, #tkg.slice<dim = 0, parent = #l>>
    %row = tk.expand_dims %range, 0 : tensor<64xi32, #tkg.slice<dim = 0, parent = #l>> to tensor<1x64xi32, #l>
    %offsets = tk.broadcast %row : tensor<1x64xi32, #l> to tensor<64x64xi32, #l>
    %base = tk.splat %p : !tk.ptr<f16> to tensor<64x64x!tk.ptr<f16>, #l>
    %first = tk.addptr %base, %offsets : tensor<64x64x!tk.ptr<f16>, #l>, tensor<64x64xi32, #l>
    // REMARK: 1 loads are copied 2 iterations ahead into 3 slots, 0 of them by TMA; 0 dots stay in flight
    // CHECK: tkg.local_alloc : !tkg.memdesc<64x64xf16, #[[S:.*]], slots = 3>
    // CHECK-COUNT-2: tkg.copy_async {{.*}} mask {{.*}} if {{.*}} to !tkg.memdesc<64x64xf16, #[[S]]>
    // CHECK: scf.for %[[I:[^ ]*]] =
    %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %c, %q = %first) -> (tensor<64x64xf32, #mma>, tensor<64x64x!tk.ptr<f16>, #l>) : i32 {
      // CHECK: tkg.copy_wait {pending = 1 : i32}
      // The mask of the iteration that is copied, not of the present one.
      // CHECK: %[[FAR:.*]] = arith.muli %c1_i32, %c2_i32{{.*}} : i32
      // CHECK: %[[THEN:.*]] = arith.addi %[[I]], %[[FAR]]
      // CHECK: %[[BOUND:.*]] = tk.splat %[[THEN]]
      // CHECK: %[[MASK:.*]] = arith.cmpi sgt, %{{.*}}, %[[BOUND]]
      // CHECK: tkg.copy_async %{{.*}}, %{{.*}} mask %[[MASK]]
      %bound = tk.splat %i : i32 to tensor<64x64xi32, #l>
      %mask = arith.cmpi sgt, %step, %bound : tensor<64x64xi32, #l>
      // CHECK-NOT: tk.load
      // CHECK-NOT: tk.trans
      // CHECK: %[[SLOT:.*]] = tkg.local_slot {{.*}} to !tkg.memdesc<64x64xf16, #[[S]]>
      // CHECK: %[[VIEW:.*]] = tkg.local_trans %[[SLOT]]
      // CHECK: tkg.local_load %[[VIEW]]
      %y = tk.load %q mask %mask other %zero : tensor<64x64x!tk.ptr<f16>, #l>
      %z = tk.trans %y [1, 0] : tensor<64x64xf16, #l> to tensor<64x64xf16, #tkg.blocked<sizePerThread = [8, 1], threadsPerWarp = [8, 4], warpsPerCta = [1, 4], order = [0, 1]>>
      %m = tkg.local_alloc %z : tensor<64x64xf16, #tkg.blocked<sizePerThread = [8, 1], threadsPerWarp = [8, 4], warpsPerCta = [1, 4], order = [0, 1]>> to !tkg.memdesc<64x64xf16, #t>
      %w = tkg.local_load %m : !tkg.memdesc<64x64xf16, #t> to tensor<64x64xf16, #b>
      %d = tk.dot %x, %w, %acc : tensor<64x64xf16, #a>, tensor<64x64xf16, #b> to tensor<64x64xf32, #mma>
      %q2 = tk.addptr %q, %step : tensor<64x64x!tk.ptr<f16>, #l>, tensor<64x64xi32, #l>
      scf.yield %d, %q2 : tensor<64x64xf32, #mma>, tensor<64x64x!tk.ptr<f16>, #l>
    }
    return %r#0 : tensor<64x64xf32, #mma>
  }
}

// -----

#l = #tkg.blocked<sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCta = [4, 1], order = [1, 0]>
#s = #tkg.swizzled_shared<vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]>
module attributes {tkg.num_stages = 3 : i32, tkg.num_warps = 4 : i32, tkg.target = "sm_90a"} {
  // CHECK-LABEL: func.func @other_values_than_zero
  func.func @other_values_than_zero(%p: tensor<64x64x!tk.ptr<f16>, #l>, %mask: tensor<64x64xi1, #l>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %one = arith.constant dense<1.0> : tensor<64x64xf16, #l>
    scf.for %i = %c0 to %n step %c1 : i32 {
      // REMARK: masked elements are not filled with zeros
      // CHECK: tk.load
      %y = tk.load %p mask %mask other %one : tensor<64x64x!tk.ptr<f16>, #l>
      %m = tkg.local_alloc %y : tensor<64x64xf16, #l> to !tkg.memdesc<64x64xf16, #s>
      %w = tkg.local_load %m : !tkg.memdesc<64x64xf16, #s> to tensor<64x64xf16, #l>
    }
    return
  }

  // CHECK-LABEL: func.func @single_elements
  func.func @single_elements(%p: tensor<64x64x!tk.ptr<f16>, #l>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      // REMARK: 1 contiguous elements of f16 are no copy of 4, 8 or 16 bytes
      // CHECK: tk.load
      %y = tk.load %p : tensor<64x64x!tk.ptr<f16>, #l>
      %m = tkg.local_alloc %y : tensor<64x64xf16, #l> to !tkg.memdesc<64x64xf16, #s>
      %w = tkg.local_load %m : !tkg.memdesc<64x64xf16, #s> to tensor<64x64xf16, #l>
    }
    return
  }

  // CHECK-LABEL: func.func @global_stores
  func.func @global_stores(%p: tensor<64x64x!tk.ptr<f32>, #l>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      // REMARK: the loop writes global memory, and has no `num_stages` of its own
      // CHECK: tk.load
      %y = tk.load %p : tensor<64x64x!tk.ptr<f32>, #l>
      %m = tkg.local_alloc %y : tensor<64x64xf32, #l> to !tkg.memdesc<64x64xf32, #s>
      %w = tkg.local_load %m : !tkg.memdesc<64x64xf32, #s> to tensor<64x64xf32, #l>
      tk.store %p, %w : tensor<64x64x!tk.ptr<f32>, #l>
    }
    return
  }

  // CHECK-LABEL: func.func @what_the_loop_can_not_write_goes_ahead
  func.func @what_the_loop_can_not_write_goes_ahead(%a: !tk.ptr<f32> {tk.divisibility = 16 : i32, tk.noalias}, %out: !tk.ptr<f32>, %offsets: tensor<64x64xi32, #l> {tk.contiguity = array<i32: 1, 64>, tk.divisibility = array<i32: 1, 16>}, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %as = tk.splat %a : !tk.ptr<f32> to tensor<64x64x!tk.ptr<f32>, #l>
    %p = tk.addptr %as, %offsets : tensor<64x64x!tk.ptr<f32>, #l>, tensor<64x64xi32, #l>
    %outs = tk.splat %out : !tk.ptr<f32> to tensor<64x64x!tk.ptr<f32>, #l>
    %q = tk.addptr %outs, %offsets : tensor<64x64x!tk.ptr<f32>, #l>, tensor<64x64xi32, #l>
    // CHECK-COUNT-2: tkg.copy_async
    // CHECK: scf.for
    // CHECK: tkg.copy_async
    // CHECK: tk.store
    scf.for %i = %c0 to %n step %c1 : i32 {
      %step = tk.splat %i : i32 to tensor<64x64xi32, #l>
      %r = tk.addptr %p, %step : tensor<64x64x!tk.ptr<f32>, #l>, tensor<64x64xi32, #l>
      %y = tk.load %r : tensor<64x64x!tk.ptr<f32>, #l>
      %m = tkg.local_alloc %y : tensor<64x64xf32, #l> to !tkg.memdesc<64x64xf32, #s>
      %w = tkg.local_load %m : !tkg.memdesc<64x64xf32, #s> to tensor<64x64xf32, #l>
      tk.store %q, %w : tensor<64x64x!tk.ptr<f32>, #l>
    }
    return
  }

  // The index is loaded one iteration before the copy that needs it.
  // CHECK-LABEL: func.func @address_from_another_load
  func.func @address_from_another_load(%p: tensor<64x64x!tk.ptr<f32>, #l>, %index: !tk.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      // CHECK: tk.load {{.*}} mask
      // CHECK: tkg.copy_async
      // CHECK: tk.load {{.*}} mask
      // CHECK: tkg.copy_async
      // CHECK: %[[FIRST:.*]] = tk.load {{.*}} mask
      // CHECK: scf.for
      // CHECK-SAME: %[[INDEX:[a-z0-9]+]] = %[[FIRST]])
      // CHECK: tk.splat %[[INDEX]]
      // CHECK: tkg.copy_async
      // CHECK: %[[NEXT:.*]] = tk.load {{.*}} mask
      // CHECK: scf.yield {{.*}}, %[[NEXT]] :
      %place = tk.addptr %index, %i : !tk.ptr<i32>, i32
      %o = tk.load %place : !tk.ptr<i32>
      %offset = tk.splat %o : i32 to tensor<64x64xi32, #l>
      %q = tk.addptr %p, %offset : tensor<64x64x!tk.ptr<f32>, #l>, tensor<64x64xi32, #l>
      %y = tk.load %q : tensor<64x64x!tk.ptr<f32>, #l>
      %m = tkg.local_alloc %y : tensor<64x64xf32, #l> to !tkg.memdesc<64x64xf32, #s>
      %w = tkg.local_load %m : !tkg.memdesc<64x64xf32, #s> to tensor<64x64xf32, #l>
    }
    return
  }

  // CHECK-LABEL: func.func @address_from_two_loads
  func.func @address_from_two_loads(%p: tensor<64x64x!tk.ptr<f32>, #l>, %index: !tk.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      // REMARK: an address depends on a load of the loop whose own address does, or on an effect
      // CHECK: tk.load
      // CHECK: tk.load
      %place = tk.addptr %index, %i : !tk.ptr<i32>, i32
      %j = tk.load %place : !tk.ptr<i32>
      %there = tk.addptr %index, %j : !tk.ptr<i32>, i32
      %o = tk.load %there : !tk.ptr<i32>
      %offset = tk.splat %o : i32 to tensor<64x64xi32, #l>
      %q = tk.addptr %p, %offset : tensor<64x64x!tk.ptr<f32>, #l>, tensor<64x64xi32, #l>
      %y = tk.load %q : tensor<64x64x!tk.ptr<f32>, #l>
      %m = tkg.local_alloc %y : tensor<64x64xf32, #l> to !tkg.memdesc<64x64xf32, #s>
      %w = tkg.local_load %m : !tkg.memdesc<64x64xf32, #s> to tensor<64x64xf32, #l>
    }
    return
  }

  // A loop that asks for one stage stays as it is; so does what is read outside of the loop's body.
  // CHECK-LABEL: func.func @one_stage
  func.func @one_stage(%p: tensor<64x64x!tk.ptr<f32>, #l>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      // CHECK: tk.load
      %y = tk.load %p : tensor<64x64x!tk.ptr<f32>, #l>
      %m = tkg.local_alloc %y : tensor<64x64xf32, #l> to !tkg.memdesc<64x64xf32, #s>
      %w = tkg.local_load %m : !tkg.memdesc<64x64xf32, #s> to tensor<64x64xf32, #l>
    } {tk.num_stages = 1 : i32}
    return
  }

  // Three slots of 64 KiB fit, not five. A pointer of f32 is a copy of 4 bytes.
  // CHECK-LABEL: func.func @little_shared_memory
  func.func @little_shared_memory(%p: tensor<128x128x!tk.ptr<f32>, #l>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      // REMARK: 1 loads are copied 2 iterations ahead into 3 slots
      // CHECK: tkg.copy_async {{.*}} {vectorWidth = 1 : i32}
      %y = tk.load %p : tensor<128x128x!tk.ptr<f32>, #l>
      %m = tkg.local_alloc %y : tensor<128x128xf32, #l> to !tkg.memdesc<128x128xf32, #s>
      %w = tkg.local_load %m : !tkg.memdesc<128x128xf32, #s> to tensor<128x128xf32, #l>
    } {tk.num_stages = 5 : i32}
    return
  }
}
