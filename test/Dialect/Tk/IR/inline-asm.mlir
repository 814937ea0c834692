// RUN: tk-opt %s | tk-opt | FileCheck %s
// RUN: tk-opt %s --mlir-print-op-generic | tk-opt | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @one_register
func.func @one_register(%x: tensor<8xi32>) -> tensor<8xi32> {
  // CHECK: tk.inline_asm "add.s32 $0, $1, $2;" constraints "=r,r,r"(%{{.*}}, %{{.*}}) : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
  %0 = tk.inline_asm "add.s32 $0, $1, $2;" constraints "=r,r,r" (%x, %x) : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
  return %0 : tensor<8xi32>
}

// CHECK-LABEL: func.func @packed_with_two_results
func.func @packed_with_two_results(%x: tensor<8xi8>) -> (tensor<8xi8>, tensor<8xf32>) {
  // CHECK: constraints "=&r,=f,=f,=f,=f,r,~{memory}"(%{{.*}}) {pack = 4 : i32, pure = false} : (tensor<8xi8>) -> (tensor<8xi8>, tensor<8xf32>)
  %0:2 = tk.inline_asm "nop;" constraints "=&r,=f,=f,=f,=f,r,~{memory}" (%x) {pack = 4 : i32, pure = false} : (tensor<8xi8>) -> (tensor<8xi8>, tensor<8xf32>)
  return %0#0, %0#1 : tensor<8xi8>, tensor<8xf32>
}

// CHECK-LABEL: func.func @without_inputs
func.func @without_inputs() -> i64 {
  // CHECK: tk.inline_asm "mov.u64 $0, %globaltimer;" constraints "=l"() {pure = false} : () -> i64
  %0 = tk.inline_asm "mov.u64 $0, %globaltimer;" constraints "=l" () {pure = false} : () -> i64
  return %0 : i64
}
