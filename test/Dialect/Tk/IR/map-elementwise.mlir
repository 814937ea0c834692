// RUN: tk-opt %s | tk-opt | FileCheck %s
// RUN: tk-opt %s --mlir-print-op-generic | tk-opt | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @with_a_branch
func.func @with_a_branch(%x: tensor<8xi32>) -> tensor<8xf32> {
  // CHECK: tk.map_elementwise(%{{.*}}) {
  // CHECK-NEXT: ^bb0(%[[A:.*]]: i32, %[[B:.*]]: i32):
  // CHECK: tk.yield %{{.*}}, %{{.*}} : f32, f32
  // CHECK-NEXT: } {pack = 2 : i32} : (tensor<8xi32>) -> tensor<8xf32>
  %0 = tk.map_elementwise (%x) {
  ^bb0(%a: i32, %b: i32):
    %c = arith.cmpi slt, %a, %b : i32
    %r = scf.if %c -> f32 {
      %s = arith.sitofp %a : i32 to f32
      scf.yield %s : f32
    } else {
      %s = arith.sitofp %b : i32 to f32
      scf.yield %s : f32
    }
    tk.yield %r, %r : f32, f32
  } {pack = 2 : i32} : (tensor<8xi32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
