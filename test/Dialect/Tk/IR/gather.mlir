// RUN: tk-opt %s | tk-opt | FileCheck %s
// RUN: tk-opt %s --mlir-print-op-generic | tk-opt | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @along_each_axis
func.func @along_each_axis(%x: tensor<4x8xf32>, %i: tensor<4x16xi32>, %j: tensor<2x8xi64>) -> (tensor<4x16xf32>, tensor<2x8xf32>) {
  // CHECK: tk.gather %{{.*}}[%{{.*}}] axis = 1 : tensor<4x8xf32>[tensor<4x16xi32>] to tensor<4x16xf32>
  %0 = tk.gather %x[%i] axis = 1 : tensor<4x8xf32>[tensor<4x16xi32>] to tensor<4x16xf32>
  // CHECK: tk.gather %{{.*}}[%{{.*}}] axis = 0 : tensor<4x8xf32>[tensor<2x8xi64>] to tensor<2x8xf32>
  %1 = tk.gather %x[%j] axis = 0 : tensor<4x8xf32>[tensor<2x8xi64>] to tensor<2x8xf32>
  return %0, %1 : tensor<4x16xf32>, tensor<2x8xf32>
}

// CHECK-LABEL: func.func @of_pointers
func.func @of_pointers(%x: tensor<8x!tk.ptr<f16>>, %i: tensor<2xi8>) -> tensor<2x!tk.ptr<f16>> {
  // CHECK: tk.gather %{{.*}}[%{{.*}}] axis = 0 : tensor<8x!tk.ptr<f16>>[tensor<2xi8>] to tensor<2x!tk.ptr<f16>>
  %0 = tk.gather %x[%i] axis = 0 : tensor<8x!tk.ptr<f16>>[tensor<2xi8>] to tensor<2x!tk.ptr<f16>>
  return %0 : tensor<2x!tk.ptr<f16>>
}

// The source may have another encoding than the index and the result.
// CHECK-LABEL: func.func @encodings
func.func @encodings(%x: tensor<8xf32, 1 : i32>, %i: tensor<2xi32, 2 : i32>) -> tensor<2xf32, 2 : i32> {
  // CHECK: tk.gather %{{.*}} to tensor<2xf32, 2 : i32>
  %0 = tk.gather %x[%i] axis = 0 : tensor<8xf32, 1 : i32>[tensor<2xi32, 2 : i32>] to tensor<2xf32, 2 : i32>
  return %0 : tensor<2xf32, 2 : i32>
}
