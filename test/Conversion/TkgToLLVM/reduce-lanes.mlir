// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lanes that exchange parts of a reduction get the same bits: what they add is rounded by itself, since only one of them
// has the product that it could be fused with, and a region that is not commutative sees the lower lane's part first.
// RUN: tkg-opt %s --tkg-to-llvm | FileCheck %s

#l = #tkg.blocked<sizePerThread = [1], threadsPerWarp = [32], warpsPerCta = [1], order = [0]>
module attributes {tkg.num_ctas = 1 : i32, tkg.num_warps = 1 : i32, tkg.target = "sm_80"} {
  // CHECK-LABEL: llvm.func internal @sum
  func.func @sum(%x: tensor<32xf32, #l>) -> f32 {
    // CHECK-NOT: llvm.select
    // CHECK-COUNT-5: llvm.call_intrinsic "llvm.nvvm.add.rn.f"(%{{.*}}, %{{.*}})
    // CHECK-NOT: llvm.fadd
    // CHECK: return
    %s = tk.reduce(%x) axis = 0 {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tk.yield %c : f32
    } : (tensor<32xf32, #l>) -> f32
    return %s : f32
  }

  // CHECK-LABEL: llvm.func internal @half
  func.func @half(%x: tensor<32xf16, #l>, %y: tensor<32xbf16, #l>) -> (f16, bf16) {
    // CHECK-COUNT-5: "add.rn.f16 $0, $1, $2;"
    // CHECK-COUNT-5: "{\0A.reg .b16 one;\0Amov.b16 one, 0x3F80;\0Afma.rn.bf16 $0, $1, one, $2;\0A}"
    // CHECK: return
    %s = tk.reduce(%x) axis = 0 {
    ^bb0(%a: f16, %b: f16):
      %c = arith.addf %a, %b : f16
      tk.yield %c : f16
    } : (tensor<32xf16, #l>) -> f16
    %t = tk.reduce(%y) axis = 0 {
    ^bb0(%a: bf16, %b: bf16):
      %c = arith.addf %a, %b : bf16
      tk.yield %c : bf16
    } : (tensor<32xbf16, #l>) -> bf16
    return %s, %t : f16, bf16
  }

  // The last element: the upper lane's is the second for both lanes.
  // CHECK-LABEL: llvm.func internal @last
  func.func @last(%x: tensor<32xf32, #l>) -> f32 {
    // CHECK-COUNT-10: llvm.select
    // CHECK: return
    %s = tk.reduce(%x) axis = 0 {
    ^bb0(%a: f32, %b: f32):
      tk.yield %b : f32
    } : (tensor<32xf32, #l>) -> f32
    return %s : f32
  }

  // CHECK-LABEL: llvm.func internal @difference
  func.func @difference(%x: tensor<32xf64, #l>) -> f64 {
    // CHECK: %[[LATER:.*]] = llvm.icmp "ne"
    // CHECK: %[[LEFT:.*]] = llvm.select %[[LATER]], %[[OTHER:.*]], %[[OWN:.*]] : i1, f64
    // CHECK: %[[RIGHT:.*]] = llvm.select %[[LATER]], %[[OWN]], %[[OTHER]] : i1, f64
    // CHECK: %[[MINUS:.*]] = llvm.fneg %[[RIGHT]]
    // CHECK: llvm.call_intrinsic "llvm.nvvm.add.rn.d"(%[[LEFT]], %[[MINUS]])
    %s = tk.reduce(%x) axis = 0 {
    ^bb0(%a: f64, %b: f64):
      %c = arith.subf %a, %b : f64
      tk.yield %c : f64
    } : (tensor<32xf64, #l>) -> f64
    return %s : f64
  }
}
