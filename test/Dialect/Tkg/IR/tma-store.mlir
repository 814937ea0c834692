// RUN: tkg-opt %s | tkg-opt | FileCheck %s
// RUN: tkg-opt %s --mlir-print-op-generic | tkg-opt | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#shared = #tkg.nvmma_shared<swizzle = 128, elementBits = 16, transposed = false>
#l = #tkg.blocked<sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCta = [4, 1], order = [1, 0]>

// CHECK-LABEL: func.func @copies(%arg0: !tkg.tensor_map {tkg.tensor_map = {{.*}}}
func.func @copies(%map: !tkg.tensor_map {tkg.tensor_map = {pointer = 0 : i32, dims = ["p1", "64"], strides = ["128"], box = array<i64: 64, 64>, swizzle = 128 : i32, type = f16}}, %x: i32, %y: i32, %p: tensor<64x64x!tk.ptr<f16>, #l>) {
  // CHECK: tkg.tma_store %{{.*}}, %arg0[%{{.*}}, %{{.*}}] : !tkg.memdesc<64x64xf16, #{{.*}}>
  // CHECK: tkg.tma_store_wait read
  // CHECK: tkg.tma_store %{{.*}}, %arg0[%{{.*}}, %{{.*}}] at %{{.*}} : tensor<64x64x!tk.ptr<f16>, #{{.*}}> reduce fadd : !tkg.memdesc<64x64xf16, #{{.*}}>
  // CHECK: tkg.tma_store_wait{{$}}
  %m = tkg.local_alloc : !tkg.memdesc<64x64xf16, #shared>
  tkg.tma_store %m, %map[%x, %y] : !tkg.memdesc<64x64xf16, #shared>
  tkg.tma_store_wait read
  tkg.tma_store %m, %map[%x, %y] at %p : tensor<64x64x!tk.ptr<f16>, #l> reduce fadd : !tkg.memdesc<64x64xf16, #shared>
  tkg.tma_store_wait
  return
}
