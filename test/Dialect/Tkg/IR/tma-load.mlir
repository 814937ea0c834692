// RUN: tkg-opt %s | tkg-opt | FileCheck %s
// RUN: tkg-opt %s --mlir-print-op-generic | tkg-opt | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#shared = #tkg.nvmma_shared<swizzle = 128, elementBits = 16, transposed = false>
#one = #tkg.swizzled_shared<vec = 1, perPhase = 1, maxPhase = 1, order = [0]>

// CHECK-LABEL: func.func @copies(%arg0: !tkg.tensor_map {tkg.tensor_map = {{.*}}}
func.func @copies(%map: !tkg.tensor_map {tkg.tensor_map = {pointer = 0 : i32, dims = ["p1", "64"], strides = ["128"], box = array<i64: 64, 64>, swizzle = 128 : i32, type = f16}}, %x: i32, %y: i32, %c: i1) {
  // CHECK: tkg.fence_async_global
  // CHECK: tkg.mbarrier_init %{{.*}} {count = 1 : i32} : !tkg.memdesc<1xi64, #{{.*}}, slots = 2>
  // CHECK: tkg.mbarrier_expect %{{.*}} if %{{.*}} {bytes = 8192 : i32} : !tkg.memdesc<1xi64, #{{.*}}>
  // CHECK: tkg.tma_load %arg0[%{{.*}}, %{{.*}}], %{{.*}}, %{{.*}} if %{{.*}} : !tkg.memdesc<64x64xf16, #{{.*}}>, !tkg.memdesc<1xi64, #{{.*}}>
  // CHECK: tkg.mbarrier_wait %{{.*}}, %{{.*}} : !tkg.memdesc<1xi64, #{{.*}}>
  // CHECK: tkg.mbarrier_inval %{{.*}} : !tkg.memdesc<1xi64, #{{.*}}, slots = 2>
  %c0 = arith.constant 0 : i32
  %m = tkg.local_alloc : !tkg.memdesc<64x64xf16, #shared>
  %ring = tkg.local_alloc : !tkg.memdesc<1xi64, #one, slots = 2>
  tkg.fence_async_global
  tkg.mbarrier_init %ring {count = 1 : i32} : !tkg.memdesc<1xi64, #one, slots = 2>
  %b = tkg.local_slot %ring[%c0] : !tkg.memdesc<1xi64, #one, slots = 2> to !tkg.memdesc<1xi64, #one>
  tkg.mbarrier_expect %b if %c {bytes = 8192 : i32} : !tkg.memdesc<1xi64, #one>
  tkg.tma_load %map[%x, %y], %m, %b if %c : !tkg.memdesc<64x64xf16, #shared>, !tkg.memdesc<1xi64, #one>
  tkg.mbarrier_wait %b, %c0 : !tkg.memdesc<1xi64, #one>
  tkg.mbarrier_inval %ring : !tkg.memdesc<1xi64, #one, slots = 2>
  return
}
