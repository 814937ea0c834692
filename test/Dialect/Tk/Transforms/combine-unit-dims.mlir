// RUN: tk-opt %s --tk-combine | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Dimensions of length one stay out of the load, its pointers and its mask.

// CHECK-LABEL: func.func @loads_without_unit_dims
// CHECK-SAME: (%[[P:.*]]: !tk.ptr<f16>, %[[ROW:.*]]: i64, %[[STRIDE:.*]]: i64, %[[SIZE:.*]]: i64)
// CHECK-NOT: 1x1x
// CHECK: %[[LOADED:.*]] = tk.load {{.*}} mask {{.*}} : tensor<8x!tk.ptr<f16>>
// CHECK-NOT: 1x1x
// CHECK: return %[[LOADED]] : tensor<8xf16>
func.func @loads_without_unit_dims(%p: !tk.ptr<f16>, %row: i64, %stride: i64, %size: i64) -> tensor<8xf16> {
  %range = tk.make_range 0, 8 : tensor<8xi32>
  %columns = arith.extsi %range : tensor<8xi32> to tensor<8xi64>
  %sizes = tk.splat %size : i64 to tensor<8xi64>
  %inside = arith.cmpi slt, %columns, %sizes : tensor<8xi64>
  %inside1 = tk.expand_dims %inside, 0 : tensor<8xi1> to tensor<1x8xi1>
  %mask = tk.expand_dims %inside1, 0 : tensor<1x8xi1> to tensor<1x1x8xi1>
  %columns1 = tk.expand_dims %columns, 0 : tensor<8xi64> to tensor<1x8xi64>
  %columns2 = tk.expand_dims %columns1, 0 : tensor<1x8xi64> to tensor<1x1x8xi64>
  %first = arith.muli %row, %stride : i64
  %rows = tk.splat %first : i64 to tensor<1x1x8xi64>
  %offset = arith.addi %rows, %columns2 : tensor<1x1x8xi64>
  %base = tk.splat %p : !tk.ptr<f16> to tensor<1x1x8x!tk.ptr<f16>>
  %pointers = tk.addptr %base, %offset : tensor<1x1x8x!tk.ptr<f16>>, tensor<1x1x8xi64>
  %zero = arith.constant dense<0.0> : tensor<1x1x8xf16>
  %block = tk.load %pointers mask %mask other %zero : tensor<1x1x8x!tk.ptr<f16>>
  %result = tk.reshape %block : tensor<1x1x8xf16> to tensor<8xf16>
  return %result : tensor<8xf16>
}

// A block that has another use keeps its shape; so does a reshape that moves elements.

// CHECK-LABEL: func.func @keeps_other_shapes
// CHECK: tk.load {{.*}} : tensor<1x8x!tk.ptr<f16>>
// CHECK: tk.load {{.*}} : tensor<2x4x!tk.ptr<f16>>
func.func @keeps_other_shapes(%p: tensor<1x8x!tk.ptr<f16>>, %q: tensor<2x4x!tk.ptr<f16>>) -> (tensor<8xf16>, tensor<1x8xf16>, tensor<8xf16>) {
  %block = tk.load %p : tensor<1x8x!tk.ptr<f16>>
  %result = tk.reshape %block : tensor<1x8xf16> to tensor<8xf16>
  %other = tk.load %q : tensor<2x4x!tk.ptr<f16>>
  %flat = tk.reshape %other : tensor<2x4xf16> to tensor<8xf16>
  return %result, %block, %flat : tensor<8xf16>, tensor<1x8xf16>, tensor<8xf16>
}

// What merges or splits dimensions as well does that without those of length one.

// CHECK-LABEL: func.func @merges_the_others
// CHECK: %[[LOADED:.*]] = tk.load {{.*}} : tensor<4x2x8x!tk.ptr<f16>>
// CHECK: %[[ROWS:.*]] = tk.reshape %[[LOADED]] : tensor<4x2x8xf16> to tensor<8x8xf16>
// CHECK: tk.store {{.*}} : tensor<4x2x8x!tk.ptr<f16>>
// CHECK: return %[[ROWS]]
func.func @merges_the_others(%p: tensor<1x4x2x8x!tk.ptr<f16>>, %q: tensor<1x4x2x8x!tk.ptr<f16>>, %v: tensor<8x8xf16>) -> tensor<8x8xf16> {
  %block = tk.load %p : tensor<1x4x2x8x!tk.ptr<f16>>
  %rows = tk.reshape %block : tensor<1x4x2x8xf16> to tensor<8x8xf16>
  %split = tk.reshape %v : tensor<8x8xf16> to tensor<1x4x2x8xf16>
  tk.store %q, %split : tensor<1x4x2x8x!tk.ptr<f16>>
  return %rows : tensor<8x8xf16>
}

// Stores and atomics take the block as it was before.

// CHECK-LABEL: func.func @stores_without_unit_dims
// CHECK-SAME: (%[[P:.*]]: tensor<1x1x8x!tk.ptr<f32>>, %[[V:.*]]: tensor<8xf32>, %[[M:.*]]: tensor<1x1x8xi1>)
// CHECK-DAG: %[[PS:.*]] = tk.reshape %[[P]] : tensor<1x1x8x!tk.ptr<f32>> to tensor<8x!tk.ptr<f32>>
// CHECK-DAG: %[[MS:.*]] = tk.reshape %[[M]] : tensor<1x1x8xi1> to tensor<8xi1>
// CHECK: tk.store %[[PS]], %[[V]] mask %[[MS]]
// CHECK: tk.atomic_rmw fadd, {{.*}}, %[[V]] mask {{.*}} : tensor<8x!tk.ptr<f32>>
// CHECK: tk.atomic_rmw fadd, {{.*}} : tensor<1x1x8x!tk.ptr<f32>>
func.func @stores_without_unit_dims(%p: tensor<1x1x8x!tk.ptr<f32>>, %v: tensor<8xf32>, %m: tensor<1x1x8xi1>) -> tensor<1x1x8xf32> {
  %row = tk.expand_dims %v, 0 : tensor<8xf32> to tensor<1x8xf32>
  %block = tk.reshape %row : tensor<1x8xf32> to tensor<1x1x8xf32>
  tk.store %p, %block mask %m : tensor<1x1x8x!tk.ptr<f32>>
  %unused = tk.atomic_rmw fadd, %p, %block mask %m : tensor<1x1x8x!tk.ptr<f32>>
  %used = tk.atomic_rmw fadd, %p, %block mask %m : tensor<1x1x8x!tk.ptr<f32>>
  return %used : tensor<1x1x8xf32>
}
