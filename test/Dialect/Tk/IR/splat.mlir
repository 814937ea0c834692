// RUN: tk-opt %s | tk-opt | FileCheck %s
// RUN: tk-opt %s --mlir-print-op-generic | tk-opt | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @kinds_of_scalars
func.func @kinds_of_scalars(%x: f32, %n: i64, %p: !tk.ptr<f16>)
    -> (tensor<8x4xf32>, tensor<4xi64>, tensor<8x!tk.ptr<f16>>) {
  // CHECK: tk.splat %{{.*}} : f32 to tensor<8x4xf32>
  %0 = tk.splat %x : f32 to tensor<8x4xf32>
  // CHECK: tk.splat %{{.*}} : i64 to tensor<4xi64>
  %1 = tk.splat %n : i64 to tensor<4xi64>
  // CHECK: tk.splat %{{.*}} : !tk.ptr<f16> to tensor<8x!tk.ptr<f16>>
  %2 = tk.splat %p : !tk.ptr<f16> to tensor<8x!tk.ptr<f16>>
  return %0, %1, %2 : tensor<8x4xf32>, tensor<4xi64>, tensor<8x!tk.ptr<f16>>
}
