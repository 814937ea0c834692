// RUN: tkg-opt %s --tkg-split-blocks | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @sum_of_65536_elements
func.func @sum_of_65536_elements(%p: !tk.ptr<f32>) -> f32 {
  // Sixteen tiles: the first before the loop, the others added to it, one reduction at the end.
  // CHECK: %[[FIRST:.*]] = tk.load %{{.*}} : tensor<4096x!tk.ptr<f32>>
  // CHECK: %[[TILE:.*]] = scf.for %{{.*}} iter_args(%[[SUM:.*]] = %[[FIRST]]) -> (tensor<4096xf32>)
  // CHECK: %[[NEXT:.*]] = tk.load %{{.*}} : tensor<4096x!tk.ptr<f32>>
  // CHECK: tk.map_elementwise(%[[SUM]], %[[NEXT]])
  // CHECK: tk.reduce(%[[TILE]])
  %i = tk.make_range 0, 65536 : tensor<65536xi32>
  %s = tk.splat %p : !tk.ptr<f32> to tensor<65536x!tk.ptr<f32>>
  %q = tk.addptr %s, %i : tensor<65536x!tk.ptr<f32>>, tensor<65536xi32>
  %x = tk.load %q : tensor<65536x!tk.ptr<f32>>
  %sum = tk.reduce(%x) axis = 0 {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tk.yield %c : f32
  } : (tensor<65536xf32>) -> f32
  return %sum : f32
}
