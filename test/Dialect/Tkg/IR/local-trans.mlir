// RUN: tkg-opt %s | tkg-opt | FileCheck %s
// RUN: tkg-opt %s --mlir-print-op-generic | tkg-opt | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#rows = #tkg.nvmma_shared<swizzle = 128, elementBits = 16, transposed = false>
#columns = #tkg.nvmma_shared<swizzle = 128, elementBits = 16, transposed = true>
#a = #tkg.swizzled_shared<vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]>
#b = #tkg.swizzled_shared<vec = 8, perPhase = 1, maxPhase = 8, order = [0, 1]>

// CHECK-LABEL: func.func @exchanges_dimensions
// CHECK: tkg.local_trans %arg0 : !tkg.memdesc<128x64xf16, #{{.*}}> to !tkg.memdesc<64x128xf16, #{{.*}}>
// CHECK: tkg.local_trans %arg1 : !tkg.memdesc<128x64xf16, #{{.*}}> to !tkg.memdesc<64x128xf16, #{{.*}}>
func.func @exchanges_dimensions(%x: !tkg.memdesc<128x64xf16, #rows>, %y: !tkg.memdesc<128x64xf16, #a>) {
  %t = tkg.local_trans %x : !tkg.memdesc<128x64xf16, #rows> to !tkg.memdesc<64x128xf16, #columns>
  %u = tkg.local_trans %y : !tkg.memdesc<128x64xf16, #a> to !tkg.memdesc<64x128xf16, #b>
  return
}
