// RUN: tk-opt %s --tk-canonicalize --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @ids_of_a_folded_op_go_to_its_operand
func.func @ids_of_a_folded_op_go_to_its_operand(%x: i32) -> i32 {
  %zero = arith.constant 0 : i32
  // CHECK: arith.muli %{{.*}}, %{{.*}} : i32 loc(fused<#tk.ids<[1, 2]>>["a.tk":1:1])
  // CHECK-NOT: arith.addi
  %0 = arith.muli %x, %x : i32 loc(fused<#tk.ids<[1]>>["a.tk":1:1])
  %1 = arith.addi %0, %zero : i32 loc(fused<#tk.ids<[2]>>["a.tk":2:1])
  return %1 : i32
}

// CHECK-LABEL: func.func @ids_of_merged_ops_are_united
func.func @ids_of_merged_ops_are_united(%x: tensor<1x1xf32>) -> tensor<8x4xf32> {
  // CHECK: tk.broadcast %{{.*}} : tensor<1x1xf32> to tensor<8x4xf32> loc(fused<#tk.ids<[1, 2]>>["a.tk":2:1])
  %0 = tk.broadcast %x : tensor<1x1xf32> to tensor<8x1xf32> loc(fused<#tk.ids<[1]>>["a.tk":1:1])
  %1 = tk.broadcast %0 : tensor<8x1xf32> to tensor<8x4xf32> loc(fused<#tk.ids<[2]>>["a.tk":2:1])
  return %1 : tensor<8x4xf32>
}

// CHECK-LABEL: func.func @ids_of_a_rewritten_op_stay
func.func @ids_of_a_rewritten_op_stay(%p: !tk.ptr<f32>) -> f32 {
  %true = arith.constant true
  // CHECK: tk.load %{{.*}} : !tk.ptr<f32> loc(fused<#tk.ids<[4]>>["a.tk":1:1])
  %0 = tk.load %p mask %true : !tk.ptr<f32> loc(fused<#tk.ids<[4]>>["a.tk":1:1])
  return %0 : f32
}

// CHECK-LABEL: func.func @nothing_to_simplify
func.func @nothing_to_simplify(%x: i32, %y: i32) -> i32 {
  // CHECK-NEXT: arith.addi %{{.*}}, %{{.*}} : i32 loc(fused<#tk.ids<[1]>>["a.tk":1:1])
  // CHECK-NEXT: return
  %0 = arith.addi %x, %y : i32 loc(fused<#tk.ids<[1]>>["a.tk":1:1])
  return %0 : i32
}
