// RUN: tkg-opt %s --tkg-allocate-shared | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#l = #tkg.blocked<sizePerThread = [1], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
#m = #tkg.blocked<sizePerThread = [4], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
#r = #tkg.blocked<sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCta = [4, 1], order = [1, 0]>
#s = #tkg.swizzled_shared<vec = 1, perPhase = 1, maxPhase = 1, order = [0]>
module attributes {tkg.target = "sm_90a", tkg.num_warps = 4 : i32} {
  // CHECK-LABEL: func.func @scratch_of_ops
  func.func @scratch_of_ops(%x: tensor<512xf32, #l>) -> (tensor<512xf32, #m>, f32) {
    // CHECK: tkg.convert_layout %arg0 {tkg.offset = 0 : i32}
    %y = tkg.convert_layout %x : tensor<512xf32, #l> to tensor<512xf32, #m>
    // CHECK: tk.reduce
    // CHECK: {tkg.offset = 2048 : i32}
    %r = tk.reduce(%x) axis = 0 {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tk.yield %c : f32
    } : (tensor<512xf32, #l>) -> f32
    return %y, %r : tensor<512xf32, #m>, f32
  }

  // Little scratch memory is not used again: its next user need not wait for its readers.
  // CHECK-LABEL: func.func @little_scratch
  // CHECK-SAME: tkg.shared = 2560 : i32
  func.func @little_scratch(%x: tensor<512xf32, #l>, %i: tensor<512xi32, #l>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %k = %c0 to %n step %c1 : i32 {
      // CHECK: tk.histogram {{.*}} {tkg.offset = 0 : i32}
      // CHECK: tk.histogram {{.*}} {tkg.offset = 1024 : i32}
      %a = tk.histogram %i : tensor<512xi32, #l> to tensor<256xi32, #l>
      %b = tk.histogram %i : tensor<512xi32, #l> to tensor<256xi32, #l>
    }
    // Behind the loop its bytes are free.
    // CHECK: tkg.convert_layout {{.*}} {tkg.offset = 0 : i32}
    // CHECK: tk.histogram {{.*}} {tkg.offset = 2048 : i32}
    %y = tkg.convert_layout %x : tensor<512xf32, #l> to tensor<512xf32, #m>
    %c = tk.histogram %i : tensor<512xi32, #l> to tensor<128xi32, #l>
    return
  }

  // Two CTAs fit on a multiprocessor only if the histograms share bytes.
  // CHECK-LABEL: func.func @no_room_for_scratch
  // CHECK-SAME: tkg.shared = 115712 : i32
  func.func @no_room_for_scratch(%i: tensor<512xi32, #l>, %slot: i32) -> tensor<256xf32, #l> {
    %ring = tkg.local_alloc : !tkg.memdesc<256xf32, #s, slots = 112>
    // CHECK: tk.histogram {{.*}} {tkg.offset = 114688 : i32}
    // CHECK: tk.histogram {{.*}} {tkg.offset = 114688 : i32}
    %a = tk.histogram %i : tensor<512xi32, #l> to tensor<256xi32, #l>
    %b = tk.histogram %i : tensor<512xi32, #l> to tensor<256xi32, #l>
    %view = tkg.local_slot %ring[%slot] : !tkg.memdesc<256xf32, #s, slots = 112> to !tkg.memdesc<256xf32, #s>
    %x = tkg.local_load %view : !tkg.memdesc<256xf32, #s> to tensor<256xf32, #l>
    return %x : tensor<256xf32, #l>
  }

  // A gather needs room for its source, unless it stays within warps; a histogram for its counts.
  // CHECK-LABEL: func.func @scratch_of_selections
  // CHECK-SAME: tkg.shared = 4352 : i32
  func.func @scratch_of_selections(%x: tensor<512xf64, #l>, %i: tensor<512xi32, #l>, %y: tensor<8x32xf32, #r>, %j: tensor<8x32xi32, #r>)
      -> (tensor<512xf64, #l>, tensor<64xi32, #l>, tensor<8x32xf32, #r>) {
    // CHECK: tk.gather {{.*}} {tkg.offset = 0 : i32}
    %a = tk.gather %x[%i] axis = 0 : tensor<512xf64, #l>[tensor<512xi32, #l>] to tensor<512xf64, #l>
    // CHECK: tk.histogram {{.*}} {tkg.offset = 4096 : i32}
    %h = tk.histogram %i : tensor<512xi32, #l> to tensor<64xi32, #l>
    // CHECK: tk.gather
    // CHECK-NOT: tkg.offset
    // CHECK: return
    %b = tk.gather %y[%j] axis = 1 : tensor<8x32xf32, #r>[tensor<8x32xi32, #r>] to tensor<8x32xf32, #r>
    return %a, %h, %b : tensor<512xf64, #l>, tensor<64xi32, #l>, tensor<8x32xf32, #r>
  }

  // A buffer from outside the loop stays alive in it: the second iteration reads it, too.
  // CHECK-LABEL: func.func @buffer_lives_through_the_loop
  func.func @buffer_lives_through_the_loop(%x: tensor<512xf32, #l>, %n: i32) -> tensor<512xf32, #l> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    // CHECK: tkg.local_alloc %arg0 {tkg.offset = 0 : i32}
    %a = tkg.local_alloc %x : tensor<512xf32, #l> to !tkg.memdesc<512xf32, #s>
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %x) -> (tensor<512xf32, #l>) : i32 {
      %y = tkg.local_load %a : !tkg.memdesc<512xf32, #s> to tensor<512xf32, #l>
      %z = arith.addf %acc, %y : tensor<512xf32, #l>
      // CHECK: tkg.local_alloc %{{.*}} {tkg.offset = 2048 : i32}
      %b = tkg.local_alloc %z : tensor<512xf32, #l> to !tkg.memdesc<512xf32, #s>
      %w = tkg.local_load %b : !tkg.memdesc<512xf32, #s> to tensor<512xf32, #l>
      scf.yield %w : tensor<512xf32, #l>
    }
    return %r : tensor<512xf32, #l>
  }

  // CHECK-LABEL: func.func private @callee
  // CHECK-SAME: tkg.shared = 2048 : i32
  func.func private @callee(%x: tensor<512xf32, #l>) -> tensor<512xf32, #l> {
    %a = tkg.local_alloc %x : tensor<512xf32, #l> to !tkg.memdesc<512xf32, #s>
    %y = tkg.local_load %a : !tkg.memdesc<512xf32, #s> to tensor<512xf32, #l>
    return %y : tensor<512xf32, #l>
  }

  // CHECK-LABEL: func.func @caller_keeps_clear_of_its_callee
  // CHECK-SAME: tkg.shared = 4096 : i32
  func.func @caller_keeps_clear_of_its_callee(%x: tensor<512xf32, #l>) -> (tensor<512xf32, #l>, tensor<512xf32, #l>) {
    // CHECK: tkg.local_alloc %arg0 {tkg.offset = 2048 : i32}
    %a = tkg.local_alloc %x : tensor<512xf32, #l> to !tkg.memdesc<512xf32, #s>
    // CHECK: call @callee(%arg0) {tkg.offset = 0 : i32}
    %z = func.call @callee(%x) : (tensor<512xf32, #l>) -> tensor<512xf32, #l>
    %y = tkg.local_load %a : !tkg.memdesc<512xf32, #s> to tensor<512xf32, #l>
    return %y, %z : tensor<512xf32, #l>, tensor<512xf32, #l>
  }
}
