// RUN: tkg-opt %s --tkg-sink-local-loads | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#l = #tkg.blocked<sizePerThread = [4], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
#s = #tkg.swizzled_shared<vec = 1, perPhase = 1, maxPhase = 1, order = [0]>
module attributes {tkg.target = "sm_90a", tkg.num_warps = 4 : i32} {
  // Uses with nothing in between that would keep registers for long share a read, in front of the first of them.
  // CHECK-LABEL: func.func @neighbours
  func.func @neighbours(%m: !tkg.memdesc<512xf32, #s>, %p: tensor<512x!tk.ptr<f32>, #l>, %y: tensor<512xf32, #l>) {
    // CHECK-NEXT: tk.store %arg1, %arg2
    // CHECK-NEXT: %[[X:.*]] = tkg.local_load %arg0 own
    // CHECK-NEXT: %[[A:.*]] = arith.addf %[[X]], %arg2
    // CHECK-NEXT: arith.mulf %[[X]], %[[A]]
    // CHECK-NEXT: tk.store
    %x = tkg.local_load %m own : !tkg.memdesc<512xf32, #s> to tensor<512xf32, #l>
    tk.store %p, %y : tensor<512x!tk.ptr<f32>, #l>
    %a = arith.addf %x, %y : tensor<512xf32, #l>
    %b = arith.mulf %x, %a : tensor<512xf32, #l>
    tk.store %p, %b : tensor<512x!tk.ptr<f32>, #l>
    return
  }

  // A branch reads by itself; a loop has the read in front of it, and what follows either reads again.
  // CHECK-LABEL: func.func @regions
  func.func @regions(%m: !tkg.memdesc<512xf32, #s>, %p: tensor<512x!tk.ptr<f32>, #l>, %c: i1, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %x = tkg.local_load %m own : !tkg.memdesc<512xf32, #s> to tensor<512xf32, #l>
    // CHECK: scf.if
    // CHECK-NEXT: %[[IN:.*]] = tkg.local_load %arg0 own
    // CHECK-NEXT: tk.store %arg1, %[[IN]]
    scf.if %c {
      tk.store %p, %x : tensor<512x!tk.ptr<f32>, #l>
    }
    // CHECK: %[[FRONT:.*]] = tkg.local_load %arg0 own
    // CHECK-NEXT: scf.for
    // CHECK-NOT: tkg.local_load
    // CHECK: scf.if
    // CHECK-NEXT: tk.store %arg1, %[[FRONT]]
    scf.for %i = %c0 to %n step %c1 : i32 {
      scf.if %c {
        tk.store %p, %x : tensor<512x!tk.ptr<f32>, #l>
      }
    }
    // CHECK: %[[BEHIND:.*]] = tkg.local_load %arg0 own
    // CHECK-NEXT: tk.store %arg1, %[[BEHIND]]
    tk.store %p, %x : tensor<512x!tk.ptr<f32>, #l>
    return
  }

  // What is written meanwhile is not what was read.
  // CHECK-LABEL: func.func @written_meanwhile
  func.func @written_meanwhile(%p: tensor<512x!tk.ptr<f32>, #l>, %slot: i32, %c: i1) {
    // CHECK: tkg.local_load {{.*}} own
    // CHECK-NEXT: scf.if
    // CHECK-NOT: tkg.local_load
    %ring = tkg.local_alloc : !tkg.memdesc<512xf32, #s, slots = 2>
    %view = tkg.local_slot %ring[%slot] : !tkg.memdesc<512xf32, #s, slots = 2> to !tkg.memdesc<512xf32, #s>
    %x = tkg.local_load %view own : !tkg.memdesc<512xf32, #s> to tensor<512xf32, #l>
    scf.if %c {
      %same = tkg.local_slot %ring[%slot] : !tkg.memdesc<512xf32, #s, slots = 2> to !tkg.memdesc<512xf32, #s>
      tkg.copy_async %p, %same {vectorWidth = 1 : i32} : tensor<512x!tk.ptr<f32>, #l> to !tkg.memdesc<512xf32, #s>
    }
    tk.store %p, %x : tensor<512x!tk.ptr<f32>, #l>
    return
  }

  // Threads that read for one another may need a barrier; they read once.
  // CHECK-LABEL: func.func @not_its_own
  func.func @not_its_own(%m: !tkg.memdesc<512xf32, #s>, %p: tensor<512x!tk.ptr<f32>, #l>, %y: tensor<512xf32, #l>) {
    // CHECK-NEXT: tkg.local_load
    // CHECK-NEXT: tk.store %arg1, %arg2
    %x = tkg.local_load %m : !tkg.memdesc<512xf32, #s> to tensor<512xf32, #l>
    tk.store %p, %y : tensor<512x!tk.ptr<f32>, #l>
    tk.store %p, %x : tensor<512x!tk.ptr<f32>, #l>
    return
  }

  // A wider value takes more registers than the slot's; it is made where it is used, too.
  // CHECK-LABEL: func.func @converted
  func.func @converted(%m: !tkg.memdesc<512xf16, #s>, %p: tensor<512x!tk.ptr<f32>, #l>) {
    // CHECK-NEXT: tk.debug_barrier
    // CHECK-NEXT: %[[X:.*]] = tkg.local_load %arg0 own
    // CHECK-NEXT: %[[WIDE:.*]] = arith.extf %[[X]]
    // CHECK-NEXT: tk.store %arg1, %[[WIDE]]
    // CHECK-NEXT: tk.debug_barrier
    // CHECK-NEXT: %[[Y:.*]] = tkg.local_load %arg0 own
    // CHECK-NEXT: %[[AGAIN:.*]] = arith.extf %[[Y]]
    // CHECK-NEXT: tk.store %arg1, %[[AGAIN]]
    %x = tkg.local_load %m own : !tkg.memdesc<512xf16, #s> to tensor<512xf16, #l>
    %wide = arith.extf %x : tensor<512xf16, #l> to tensor<512xf32, #l>
    tk.debug_barrier
    tk.store %p, %wide : tensor<512x!tk.ptr<f32>, #l>
    tk.debug_barrier
    tk.store %p, %wide : tensor<512x!tk.ptr<f32>, #l>
    return
  }
}
