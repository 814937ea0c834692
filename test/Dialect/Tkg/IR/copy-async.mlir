// RUN: tkg-opt %s | tkg-opt | FileCheck %s
// RUN: tkg-opt %s --mlir-print-op-generic | tkg-opt | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#l = #tkg.blocked<sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCta = [4, 1], order = [1, 0]>
#shared = #tkg.nvmma_shared<swizzle = 128, elementBits = 16, transposed = false>

// CHECK-LABEL: func.func @copies
// CHECK: tkg.copy_async %arg0, %arg1 {vectorWidth = 8 : i32} : tensor<128x64x!tk.ptr<f16>, #blocked> to !tkg.memdesc<128x64xf16, #shared>
// CHECK: tkg.copy_async %arg0, %arg1 mask %arg2 : tensor<128x64xi1, #blocked> if %arg3 {vectorWidth = 4 : i32}
// CHECK: tkg.copy_commit
// CHECK: tkg.copy_wait {pending = 1 : i32}
func.func @copies(%p: tensor<128x64x!tk.ptr<f16>, #l>, %m: !tkg.memdesc<128x64xf16, #shared>, %mask: tensor<128x64xi1, #l>, %c: i1) {
  tkg.copy_async %p, %m {vectorWidth = 8 : i32} : tensor<128x64x!tk.ptr<f16>, #l> to !tkg.memdesc<128x64xf16, #shared>
  tkg.copy_async %p, %m mask %mask : tensor<128x64xi1, #l> if %c {vectorWidth = 4 : i32} : tensor<128x64x!tk.ptr<f16>, #l> to !tkg.memdesc<128x64xf16, #shared>
  tkg.copy_commit
  tkg.copy_wait {pending = 1 : i32}
  return
}
