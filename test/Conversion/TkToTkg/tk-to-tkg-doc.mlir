// RUN: tkg-opt %s --tk-to-tkg="num-warps=4 target=sm_90a num-stages=2" --split-input-file | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK: #[[B:.*]] = #tkg.blocked<sizePerThread = [1], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
// CHECK: module attributes {tkg.num_ctas = 1 : i32, tkg.num_stages = 2 : i32, tkg.num_warps = 4 : i32, tkg.target = "sm_90a"}
// CHECK-LABEL: func.func @vector_add
func.func @vector_add(%x: !tk.ptr<f32>, %y: !tk.ptr<f32>) attributes {tk.kernel} {
  // CHECK: tk.make_range 0, 1024 : tensor<1024xi32, #[[B]]>
  %range = tk.make_range 0, 1024 : tensor<1024xi32>
  // CHECK: tk.splat %arg0 : !tk.ptr<f32> to tensor<1024x!tk.ptr<f32>, #[[B]]>
  %xs = tk.splat %x : !tk.ptr<f32> to tensor<1024x!tk.ptr<f32>>
  %ys = tk.splat %y : !tk.ptr<f32> to tensor<1024x!tk.ptr<f32>>
  %px = tk.addptr %xs, %range : tensor<1024x!tk.ptr<f32>>, tensor<1024xi32>
  %py = tk.addptr %ys, %range : tensor<1024x!tk.ptr<f32>>, tensor<1024xi32>
  // CHECK: tk.load %{{.*}} : tensor<1024x!tk.ptr<f32>, #[[B]]>
  %v = tk.load %px : tensor<1024x!tk.ptr<f32>>
  // CHECK: arith.constant dense<1.000000e+00> : tensor<1024xf32, #[[B]]>
  %one = arith.constant dense<1.0> : tensor<1024xf32>
  %w = arith.addf %v, %one : tensor<1024xf32>
  // CHECK-NOT: convert_layout
  tk.store %py, %w : tensor<1024x!tk.ptr<f32>>
  return
}
