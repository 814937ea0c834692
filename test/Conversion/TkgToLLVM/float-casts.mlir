// RUN: sed s/TARGET/sm_89/ %s | tkg-opt --tkg-to-llvm | FileCheck %s --check-prefixes=CHECK,NEW
// RUN: sed s/TARGET/sm_86/ %s | tkg-opt --tkg-to-llvm | FileCheck %s --check-prefixes=CHECK,OLD
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Casts of fp8 by instructions, two elements at a time, where the target has them; else on the bits. The numbers that
// the latter give are checked by test/Unit/Conversion.

#blocked = #tkg.blocked<sizePerThread = [4], threadsPerWarp = [32], warpsPerCta = [1], order = [0]>
module attributes {tkg.num_ctas = 1 : i32, tkg.num_warps = 1 : i32, tkg.target = "TARGET"} {
  // CHECK-LABEL: llvm.func internal @widens_e4m3
  func.func @widens_e4m3(%x: tensor<128xf8E4M3FN, #blocked>) -> tensor<128xf32, #blocked> {
    // NEW-COUNT-2: llvm.call_intrinsic "llvm.nvvm.e4m3x2.to.f16x2.rn"(%{{.*}}) : (i16) -> vector<2xf16>
    // OLD-NOT: call_intrinsic
    // OLD: llvm.fmul %{{.*}} : vector<4xf16>
    // CHECK: llvm.fpext %{{.*}} : vector<4xf16> to vector<4xf32>
    %y = arith.extf %x : tensor<128xf8E4M3FN, #blocked> to tensor<128xf32, #blocked>
    return %y : tensor<128xf32, #blocked>
  }

  // CHECK-LABEL: llvm.func internal @widens_e5m2_by_a_shift
  func.func @widens_e5m2_by_a_shift(%x: tensor<128xf8E5M2, #blocked>) -> tensor<128xbf16, #blocked> {
    // CHECK: llvm.shl %{{.*}} : vector<4xi16>
    // CHECK: llvm.fptrunc %{{.*}} : vector<4xf32> to vector<4xbf16>
    %y = arith.extf %x : tensor<128xf8E5M2, #blocked> to tensor<128xbf16, #blocked>
    return %y : tensor<128xbf16, #blocked>
  }

  // CHECK-LABEL: llvm.func internal @narrows_to_e5m2
  func.func @narrows_to_e5m2(%x: tensor<128xf32, #blocked>) -> tensor<128xf8E5M2, #blocked> {
    // NEW-COUNT-2: llvm.call_intrinsic "llvm.nvvm.ff.to.e5m2x2.rn"(%{{.*}}, %{{.*}}) : (f32, f32) -> i16
    // OLD-NOT: call_intrinsic
    // OLD: llvm.trunc %{{.*}} : vector<4xi32> to vector<4xi8>
    %y = arith.truncf %x : tensor<128xf32, #blocked> to tensor<128xf8E5M2, #blocked>
    return %y : tensor<128xf8E5M2, #blocked>
  }

  // CHECK-LABEL: llvm.func internal @narrows_f16_to_e4m3
  func.func @narrows_f16_to_e4m3(%x: tensor<128xf16, #blocked>) -> tensor<128xf8E4M3FN, #blocked> {
    // NEW-COUNT-2: llvm.call_intrinsic "llvm.nvvm.f16x2.to.e4m3x2.rn"(%{{.*}}) : (vector<2xf16>) -> i16
    // OLD: llvm.fpext
    %y = arith.truncf %x : tensor<128xf16, #blocked> to tensor<128xf8E4M3FN, #blocked>
    return %y : tensor<128xf8E4M3FN, #blocked>
  }

  // CHECK-LABEL: llvm.func internal @a_scalar_is_half_a_pair
  func.func @a_scalar_is_half_a_pair(%x: f32) -> f8E4M3FN {
    // NEW: llvm.call_intrinsic "llvm.nvvm.ff.to.e4m3x2.rn"(%[[X:.*]], %[[X]]) : (f32, f32) -> i16
    // CHECK: llvm.return %{{.*}} : i8
    %y = arith.truncf %x : f32 to f8E4M3FN
    return %y : f8E4M3FN
  }

  // Instructions round to nearest only.
  // CHECK-LABEL: llvm.func internal @narrows_towards_zero
  func.func @narrows_towards_zero(%x: f32) -> f8E4M3FN {
    // CHECK-NOT: call_intrinsic
    // CHECK: llvm.fptoui
    %y = arith.truncf %x toward_zero : f32 to f8E4M3FN
    return %y : f8E4M3FN
  }

  // CHECK-LABEL: llvm.func internal @truncates
  func.func @truncates(%x: f32, %d: f64) -> (f16, bf16, f16) {
    // CHECK: llvm.call_intrinsic "llvm.nvvm.ff2f16x2.rz"(%[[X:.*]], %[[X]]) : (f32, f32) -> vector<2xf16>
    // CHECK: llvm.call_intrinsic "llvm.nvvm.f2bf16.rz"(%[[X]]) : (f32) -> bf16
    // CHECK: %[[S:.*]] = llvm.call_intrinsic "llvm.nvvm.d2f.rz"(%{{.*}}) : (f64) -> f32
    // CHECK: llvm.call_intrinsic "llvm.nvvm.ff2f16x2.rz"(%[[S]], %[[S]])
    // CHECK-NOT: fptrunc
    // CHECK: llvm.return
    %y = arith.truncf %x toward_zero : f32 to f16
    %z = arith.truncf %x toward_zero : f32 to bf16
    %w = arith.truncf %d toward_zero : f64 to f16
    return %y, %z, %w : f16, bf16, f16
  }
}
