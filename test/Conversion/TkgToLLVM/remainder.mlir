// RUN: tkg-opt %s --tkg-to-llvm | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Remainders of floats are exact, by libdevice.

#blocked = #tkg.blocked<sizePerThread = [2], threadsPerWarp = [32], warpsPerCta = [1], order = [0]>
module attributes {tkg.num_ctas = 1 : i32, tkg.num_warps = 1 : i32, tkg.target = "sm_90a"} {
  // CHECK-LABEL: llvm.func internal @singles
  func.func @singles(%x: tensor<64xf32, #blocked>, %y: tensor<64xf32, #blocked>) -> tensor<64xf32, #blocked> {
    // CHECK-COUNT-2: llvm.call @__nv_fmodf(%{{.*}}, %{{.*}}) : (f32, f32) -> f32
    // CHECK-NOT: llvm.frem
    %z = arith.remf %x, %y : tensor<64xf32, #blocked>
    return %z : tensor<64xf32, #blocked>
  }

  // CHECK-LABEL: llvm.func internal @doubles
  func.func @doubles(%x: f64, %y: f64) -> f64 {
    // CHECK: llvm.call @__nv_fmod(%{{.*}}, %{{.*}}) : (f64, f64) -> f64
    %z = arith.remf %x, %y : f64
    return %z : f64
  }
}
