// RUN: tk-opt %s | tk-opt | FileCheck %s
// RUN: tk-opt %s --mlir-print-op-generic | tk-opt | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @matrices
func.func @matrices(%a: tensor<16x32xf16>, %b: tensor<32x8xf16>, %c: tensor<16x8xf32>) -> tensor<16x8xf32> {
  // CHECK: tk.dot %{{.*}}, %{{.*}}, %{{.*}} : tensor<16x32xf16>, tensor<32x8xf16> to tensor<16x8xf32>
  %0 = tk.dot %a, %b, %c : tensor<16x32xf16>, tensor<32x8xf16> to tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @batches_of_integers
func.func @batches_of_integers(%a: tensor<2x16x32xi8>, %b: tensor<2x32x8xi8>, %c: tensor<2x16x8xi32>)
    -> tensor<2x16x8xi32> {
  // CHECK: tk.dot %{{.*}} : tensor<2x16x32xi8>, tensor<2x32x8xi8> to tensor<2x16x8xi32>
  %0 = tk.dot %a, %b, %c : tensor<2x16x32xi8>, tensor<2x32x8xi8> to tensor<2x16x8xi32>
  return %0 : tensor<2x16x8xi32>
}

// CHECK-LABEL: func.func @two_kinds_of_fp8
func.func @two_kinds_of_fp8(%a: tensor<16x32xf8E4M3FN>, %b: tensor<32x8xf8E5M2>, %c: tensor<16x8xf32>)
    -> tensor<16x8xf32> {
  // CHECK: tk.dot %{{.*}} {maxNumImpreciseAcc = 32 : i32} : tensor<16x32xf8E4M3FN>, tensor<32x8xf8E5M2>
  %0 = tk.dot %a, %b, %c {maxNumImpreciseAcc = 32 : i32}
    : tensor<16x32xf8E4M3FN>, tensor<32x8xf8E5M2> to tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @precisions
func.func @precisions(%a: tensor<16x16xf32>) -> tensor<16x16xf32> {
  // CHECK: {precision = #tk.precision<tf32>}
  %0 = tk.dot %a, %a, %a {precision = #tk.precision<tf32>} : tensor<16x16xf32>, tensor<16x16xf32> to tensor<16x16xf32>
  // CHECK: {precision = #tk.precision<tf32x3>}
  %1 = tk.dot %a, %a, %0 {precision = #tk.precision<tf32x3>} : tensor<16x16xf32>, tensor<16x16xf32> to tensor<16x16xf32>
  // CHECK: {precision = #tk.precision<bf16x3>}
  %2 = tk.dot %a, %a, %1 {precision = #tk.precision<bf16x3>} : tensor<16x16xf32>, tensor<16x16xf32> to tensor<16x16xf32>
  // CHECK: {precision = #tk.precision<bf16x6>}
  %3 = tk.dot %a, %a, %2 {precision = #tk.precision<bf16x6>} : tensor<16x16xf32>, tensor<16x16xf32> to tensor<16x16xf32>
  return %3 : tensor<16x16xf32>
}
