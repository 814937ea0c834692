// RUN: tkg-opt %s --tk-to-tkg=num-warps=4 | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-DAG: #[[ROW:.*]] = #tkg.blocked<sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCta = [2, 2], order = [1, 0]>

// CHECK-LABEL: func.func @expansion_reads_a_slice
func.func @expansion_reads_a_slice(%x: tensor<64xf32>) -> tensor<64x1xf32> {
  // CHECK: %[[S:.*]] = tkg.convert_layout %arg0 : tensor<64xf32, #[[A:.*]]> to tensor<64xf32, #tkg.slice<dim = 1, parent = #[[C:.*]]>>
  // CHECK: tk.expand_dims %[[S]], 1 : tensor<64xf32, #tkg.slice<dim = 1, parent = #[[C]]>> to tensor<64x1xf32, #[[C]]>
  %y = tk.expand_dims %x, 1 : tensor<64xf32> to tensor<64x1xf32>
  return %y : tensor<64x1xf32>
}

// CHECK-LABEL: func.func @broadcast_reads_its_own_layout
func.func @broadcast_reads_its_own_layout(%x: tensor<64x1xf32>) -> tensor<64x64xf32> {
  // CHECK: %[[S:.*]] = tkg.convert_layout %arg0 : tensor<64x1xf32, #{{.*}}> to tensor<64x1xf32, #[[ROW]]>
  // CHECK: tk.broadcast %[[S]] : tensor<64x1xf32, #[[ROW]]> to tensor<64x64xf32, #[[ROW]]>
  %y = tk.broadcast %x : tensor<64x1xf32> to tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}

// CHECK-LABEL: func.func @reduction_gives_a_slice
func.func @reduction_gives_a_slice(%x: tensor<64x64xf32>) -> tensor<64xf32> {
  // CHECK: %[[R:.*]] = tk.reduce(%arg0) axis = 1
  // CHECK: -> tensor<64xf32, #tkg.slice<dim = 1, parent = #[[ROW]]>>
  // CHECK: tkg.convert_layout %[[R]]
  %y = tk.reduce(%x) axis = 1 {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tk.yield %c : f32
  } : (tensor<64x64xf32>) -> tensor<64xf32>
  return %y : tensor<64xf32>
}

// CHECK-LABEL: func.func @reduction_to_a_scalar_needs_nothing
func.func @reduction_to_a_scalar_needs_nothing(%x: tensor<64xf32>) -> f32 {
  // CHECK-NOT: convert_layout
  %y = tk.reduce(%x) axis = 0 {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tk.yield %c : f32
  } : (tensor<64xf32>) -> f32
  return %y : f32
}

// CHECK-LABEL: func.func @transposition_is_converted_back
func.func @transposition_is_converted_back(%x: tensor<64x32xf32>) -> tensor<32x64xf32> {
  // CHECK: %[[T:.*]] = tk.trans %arg0 [1, 0]
  // CHECK: tkg.convert_layout %[[T]]
  %y = tk.trans %x [1, 0] : tensor<64x32xf32> to tensor<32x64xf32>
  return %y : tensor<32x64xf32>
}

// CHECK-LABEL: func.func @reshape_is_converted_back
func.func @reshape_is_converted_back(%x: tensor<64x32xf32>) -> tensor<2048xf32> {
  // CHECK: %[[T:.*]] = tk.reshape %arg0 : tensor<64x32xf32, #{{.*}}> to tensor<2048xf32, #[[L:linear.*]]>
  // CHECK: tkg.convert_layout %[[T]]
  %y = tk.reshape %x : tensor<64x32xf32> to tensor<2048xf32>
  return %y : tensor<2048xf32>
}

// CHECK-LABEL: func.func @reordering_reshape_needs_nothing
func.func @reordering_reshape_needs_nothing(%x: tensor<64x32xf32>) -> tensor<2048xf32> {
  // CHECK-NOT: convert_layout
  %y = tk.reshape %x allow_reorder : tensor<64x32xf32> to tensor<2048xf32>
  return %y : tensor<2048xf32>
}

// CHECK-LABEL: func.func @dot_in_a_loop
func.func @dot_in_a_loop(%a: tensor<64x32xf16>, %b: tensor<32x64xf16>, %n: i32) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: %[[Z:.*]] = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #[[ROW]]>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  // CHECK: scf.for {{.*}} iter_args(%[[ACC:.*]] = %[[Z]]) -> (tensor<64x64xf32, #[[ROW]]>)
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
    // CHECK: tkg.convert_layout %arg0 : {{.*}} to tensor<64x32xf16, #tkg.dot_operand<opIdx = 0, parent = #[[ROW]], kWidth = 0>>
    // CHECK: tkg.convert_layout %arg1 : {{.*}} to tensor<32x64xf16, #tkg.dot_operand<opIdx = 1, parent = #[[ROW]], kWidth = 0>>
    %d = tk.dot %a, %b, %acc : tensor<64x32xf16>, tensor<32x64xf16> to tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  return %r : tensor<64x64xf32>
}

// CHECK-LABEL: func.func @conditional_blocks
func.func @conditional_blocks(%x: tensor<64xf32>, %p: i1) -> tensor<64xf32> {
  // CHECK: scf.if {{.*}} -> (tensor<64xf32, #{{.*}}>)
  %r = scf.if %p -> tensor<64xf32> {
    %y = arith.addf %x, %x : tensor<64xf32>
    scf.yield %y : tensor<64xf32>
  } else {
    scf.yield %x : tensor<64xf32>
  }
  return %r : tensor<64xf32>
}
