// RUN: tkg-opt %s --tk-to-tkg --tkg-coalesce --tkg-remove-layout-conversions | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK: #[[B:.*]] = #tkg.blocked<sizePerThread = [4], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
// CHECK-LABEL: func.func @vector_add
// CHECK-NOT: convert_layout
// CHECK-COUNT-2: tk.load %{{.*}} mask %{{.*}} : tensor<1024x!tk.ptr<f32>, #[[B]]>
// CHECK: tk.store %{{.*}}, %{{.*}} mask %{{.*}} : tensor<1024x!tk.ptr<f32>, #[[B]]>
func.func @vector_add(%x: !tk.ptr<f32> {tk.divisibility = 16 : i32}, %y: !tk.ptr<f32> {tk.divisibility = 16 : i32}, %o: !tk.ptr<f32> {tk.divisibility = 16 : i32}, %n: i32 {tk.divisibility = 16 : i32}) attributes {tk.kernel} {
  %c = arith.constant 1024 : i32
  %pid = tk.program_id 0 : i32
  %start = arith.muli %pid, %c : i32
  %range = tk.make_range 0, 1024 : tensor<1024xi32>
  %ss = tk.splat %start : i32 to tensor<1024xi32>
  %offs = arith.addi %ss, %range : tensor<1024xi32>
  %ns = tk.splat %n : i32 to tensor<1024xi32>
  %m = arith.cmpi slt, %offs, %ns : tensor<1024xi32>
  %xs = tk.splat %x : !tk.ptr<f32> to tensor<1024x!tk.ptr<f32>>
  %px = tk.addptr %xs, %offs : tensor<1024x!tk.ptr<f32>>, tensor<1024xi32>
  %vx = tk.load %px mask %m : tensor<1024x!tk.ptr<f32>>
  %ys = tk.splat %y : !tk.ptr<f32> to tensor<1024x!tk.ptr<f32>>
  %py = tk.addptr %ys, %offs : tensor<1024x!tk.ptr<f32>>, tensor<1024xi32>
  %vy = tk.load %py mask %m : tensor<1024x!tk.ptr<f32>>
  %sum = arith.addf %vx, %vy : tensor<1024xf32>
  %os = tk.splat %o : !tk.ptr<f32> to tensor<1024x!tk.ptr<f32>>
  %po = tk.addptr %os, %offs : tensor<1024x!tk.ptr<f32>>, tensor<1024xi32>
  tk.store %po, %sum mask %m : tensor<1024x!tk.ptr<f32>>
  return
}
