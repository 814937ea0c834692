// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a masked load leaves undefined is zero where it would decide a branch.
// RUN: tkg-opt %s --tkg-to-llvm | FileCheck %s

#one = #tkg.blocked<sizePerThread = [1], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
module attributes {tkg.num_ctas = 1 : i32, tkg.num_warps = 4 : i32, tkg.target = "sm_90a"} {
  // CHECK-LABEL: llvm.func @fills_what_a_sine_gets(
  func.func @fills_what_a_sine_gets(%p: !tk.ptr<f32>, %flag: i1) attributes {tk.kernel} {
    %range = tk.make_range 0, 128 : tensor<128xi32, #one>
    %base = tk.splat %p : !tk.ptr<f32> to tensor<128x!tk.ptr<f32>, #one>
    %mask = tk.splat %flag : i1 to tensor<128xi1, #one>
    %at = tk.addptr %base, %range : tensor<128x!tk.ptr<f32>, #one>, tensor<128xi32, #one>
    // CHECK: %[[ZERO:.*]] = llvm.mlir.constant(dense<0.000000e+00> : vector<1xf32>)
    // CHECK: %[[BITS:.*]] = llvm.bitcast %[[ZERO]] : vector<1xf32> to vector<1xi32>
    // CHECK: %[[WORD:.*]] = llvm.extractelement %[[BITS]]
    // CHECK: "@$2 ld.global.b32 $0, [$1];", "=r,l,b,0" %{{.*}}, %{{.*}}, %[[WORD]]
    %x = tk.load %at mask %mask : tensor<128x!tk.ptr<f32>, #one>
    %double = arith.addf %x, %x : tensor<128xf32, #one>
    %y = math.sin %double : tensor<128xf32, #one>
    tk.store %at, %y mask %mask : tensor<128x!tk.ptr<f32>, #one>
    return
  }

  // CHECK-LABEL: llvm.func @leaves_what_no_branch_gets(
  func.func @leaves_what_no_branch_gets(%p: !tk.ptr<f32>, %q: !tk.ptr<i32>, %flag: i1) attributes {tk.kernel} {
    %range = tk.make_range 0, 128 : tensor<128xi32, #one>
    %indices = tk.splat %q : !tk.ptr<i32> to tensor<128x!tk.ptr<i32>, #one>
    %index_at = tk.addptr %indices, %range : tensor<128x!tk.ptr<i32>, #one>, tensor<128xi32, #one>
    %mask = tk.splat %flag : i1 to tensor<128xi1, #one>
    // An index that leads to the sine's operand does not decide its branch.
    // CHECK: llvm.mlir.undef : vector<1xi32>
    // CHECK: ld.global.b32
    %index = tk.load %index_at mask %mask : tensor<128x!tk.ptr<i32>, #one>
    %base = tk.splat %p : !tk.ptr<f32> to tensor<128x!tk.ptr<f32>, #one>
    %at = tk.addptr %base, %index : tensor<128x!tk.ptr<f32>, #one>, tensor<128xi32, #one>
    // CHECK-NOT: llvm.mlir.undef
    // CHECK: ld.global.b32
    %x = tk.load %at mask %mask : tensor<128x!tk.ptr<f32>, #one>
    %y = math.sin %x : tensor<128xf32, #one>
    // CHECK: llvm.mlir.undef : vector<1xf32>
    // CHECK: ld.global.b32
    %z = tk.load %at mask %mask : tensor<128x!tk.ptr<f32>, #one>
    %w = math.exp2 %z : tensor<128xf32, #one>
    %sum = arith.addf %y, %w : tensor<128xf32, #one>
    tk.store %at, %sum mask %mask : tensor<128x!tk.ptr<f32>, #one>
    return
  }
}
