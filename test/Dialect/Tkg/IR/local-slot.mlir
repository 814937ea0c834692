// RUN: tkg-opt %s | tkg-opt | FileCheck %s
// RUN: tkg-opt %s --mlir-print-op-generic | tkg-opt | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#shared = #tkg.nvmma_shared<swizzle = 128, elementBits = 16, transposed = false>

// CHECK-LABEL: func.func @takes_a_slot
// CHECK: tkg.local_slot %{{.*}}[%arg0] : !tkg.memdesc<128x64xf16, #shared, slots = 3> to !tkg.memdesc<128x64xf16, #shared>
func.func @takes_a_slot(%i: i32) {
  %ring = tkg.local_alloc : !tkg.memdesc<128x64xf16, #shared, slots = 3>
  %slot = tkg.local_slot %ring[%i] : !tkg.memdesc<128x64xf16, #shared, slots = 3> to !tkg.memdesc<128x64xf16, #shared>
  return
}
