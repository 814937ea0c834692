// RUN: tk-opt %s --tk-combine --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The product is a scalar one, and the dot starts at what was added to it.

// CHECK-LABEL: func.func @matmul_step
// CHECK-SAME: (%[[A:.*]]: tensor<16x16xf16>{{.*}}, %[[ACC:.*]]: tensor<16x16xf32>{{.*}}, %[[X:.*]]: f32
func.func @matmul_step(%a: tensor<16x16xf16>, %acc: tensor<16x16xf32>, %x: f32) -> tensor<16x16xf32> {
  // CHECK: %[[D:.*]] = tk.dot %[[A]], %[[A]], %[[ACC]] {{.*}} loc(fused<#tk.ids<[1, 2]>>["a.tk":1:1])
  // CHECK: %[[S:.*]] = arith.mulf %[[X]], %{{.*}} : f32 loc(fused<#tk.ids<[3]>>["a.tk":3:1])
  // CHECK: %[[SS:.*]] = tk.splat %[[S]] : f32 to tensor<16x16xf32>
  // CHECK: arith.mulf %[[D]], %[[SS]]
  %zero = arith.constant dense<0.0> : tensor<16x16xf32>
  %c = arith.constant dense<1.44269502> : tensor<16x16xf32>
  %dot = tk.dot %a, %a, %zero : tensor<16x16xf16>, tensor<16x16xf16> to tensor<16x16xf32> loc(fused<#tk.ids<[1]>>["a.tk":1:1])
  %sum = arith.addf %dot, %acc : tensor<16x16xf32> loc(fused<#tk.ids<[2]>>["a.tk":2:1])
  %xs = tk.splat %x : f32 to tensor<16x16xf32> loc(fused<#tk.ids<[3]>>["a.tk":3:1])
  %scale = arith.mulf %xs, %c : tensor<16x16xf32> loc(fused<#tk.ids<[3]>>["a.tk":3:1])
  %r = arith.mulf %sum, %scale : tensor<16x16xf32> loc(fused<#tk.ids<[4]>>["a.tk":4:1])
  return %r : tensor<16x16xf32>
}
