// RUN: tkg-opt %s --tk-to-tkg --tkg-coalesce | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-DAG: #[[D:.*]] = #tkg.blocked<sizePerThread = [1], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
// CHECK-DAG: #[[W:.*]] = #tkg.blocked<sizePerThread = [4], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
// CHECK-LABEL: func.func @copy
func.func @copy(%x: !tk.ptr<f32> {tk.divisibility = 16 : i32}, %y: !tk.ptr<f32> {tk.divisibility = 16 : i32}) attributes {tk.kernel} {
  %r = tk.make_range 0, 1024 : tensor<1024xi32>
  %xs = tk.splat %x : !tk.ptr<f32> to tensor<1024x!tk.ptr<f32>>
  %ys = tk.splat %y : !tk.ptr<f32> to tensor<1024x!tk.ptr<f32>>
  %px = tk.addptr %xs, %r : tensor<1024x!tk.ptr<f32>>, tensor<1024xi32>
  %py = tk.addptr %ys, %r : tensor<1024x!tk.ptr<f32>>, tensor<1024xi32>
  // CHECK: %[[P:.*]] = tkg.convert_layout %{{.*}} : tensor<1024x!tk.ptr<f32>, #[[D]]> to tensor<1024x!tk.ptr<f32>, #[[W]]>
  // CHECK: %[[V:.*]] = tk.load %[[P]] : tensor<1024x!tk.ptr<f32>, #[[W]]>
  // CHECK: tkg.convert_layout %[[V]] : tensor<1024xf32, #[[W]]> to tensor<1024xf32, #[[D]]>
  %v = tk.load %px : tensor<1024x!tk.ptr<f32>>
  // CHECK: tk.store %{{.*}}, %{{.*}} : tensor<1024x!tk.ptr<f32>, #[[W]]>
  tk.store %py, %v : tensor<1024x!tk.ptr<f32>>
  return
}
