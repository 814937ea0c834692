// RUN: tkg-opt %s --tk-to-tkg="num-warps=4 target=sm_89" --tkg-select-mma --split-input-file | FileCheck %s
// RUN: tkg-opt %s --tk-to-tkg="num-warps=4 target=sm_89" --tkg-select-mma --split-input-file --remarks-filter=tkg-select-mma 2>&1 | FileCheck %s --check-prefix=REMARK
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-DAG: #[[MMA:.*]] = #tkg.mma<version = 2, warpsPerCta = [1, 4], instrShape = [16, 8]>
// CHECK-LABEL: func.func @few_rows_put_warps_along_columns
func.func @few_rows_put_warps_along_columns(%a: tensor<16x64xbf16>, %b: tensor<64x128xbf16>, %c: tensor<16x128xf32>) -> tensor<16x128xf32> {
  // REMARK: DotOnTensorCore
  // REMARK-SAME: mma.sync m16n8k16 on 1 x 4 warps
  // CHECK: tk.dot {{.*}} to tensor<16x128xf32, #[[MMA]]>
  %d = tk.dot %a, %b, %c : tensor<16x64xbf16>, tensor<64x128xbf16> to tensor<16x128xf32>
  return %d : tensor<16x128xf32>
}

// -----

// CHECK-DAG: #[[MMA:.*]] = #tkg.mma<version = 2, warpsPerCta = [4, 1], instrShape = [16, 8]>
// CHECK-LABEL: func.func @rows_that_are_reduced_stay_in_one_warp
func.func @rows_that_are_reduced_stay_in_one_warp(%a: tensor<64x64xf16>, %b: tensor<64x64xf16>, %c: tensor<64x64xf32>) -> tensor<64xf32> {
  // CHECK: tk.dot {{.*}} to tensor<64x64xf32, #[[MMA]]>
  %d = tk.dot %a, %b, %c : tensor<64x64xf16>, tensor<64x64xf16> to tensor<64x64xf32>
  %e = arith.addf %d, %d : tensor<64x64xf32>
  %m = tk.reduce(%e) axis = 1 {
  ^bb0(%x: f32, %y: f32):
    %z = arith.maximumf %x, %y : f32
    tk.yield %z : f32
  } : (tensor<64x64xf32>) -> tensor<64xf32>
  return %m : tensor<64xf32>
}

// -----

// CHECK-DAG: #[[MMA:.*]] = #tkg.mma<version = 2, warpsPerCta = [4, 1], instrShape = [16, 8]>
// CHECK-LABEL: func.func @result_that_feeds_a_dot_keeps_whole_rows
func.func @result_that_feeds_a_dot_keeps_whole_rows(%q: tensor<64x64xf16>, %k: tensor<64x64xf16>, %v: tensor<64x32xf16>, %c: tensor<64x64xf32>, %o: tensor<64x32xf32>) -> tensor<64x32xf32> {
  // CHECK: tk.dot {{.*}} to tensor<64x64xf32, #[[MMA]]>
  %s = tk.dot %q, %k, %c : tensor<64x64xf16>, tensor<64x64xf16> to tensor<64x64xf32>
  %p = arith.truncf %s : tensor<64x64xf32> to tensor<64x64xf16>
  %r = tk.dot %p, %v, %o : tensor<64x64xf16>, tensor<64x32xf16> to tensor<64x32xf32>
  return %r : tensor<64x32xf32>
}

// -----

// CHECK-LABEL: func.func @types_of_operands
func.func @types_of_operands(%a: tensor<64x64xi8>, %b: tensor<64x64xi8>, %c: tensor<64x64xi32>, %f: tensor<64x64xf8E4M3FN>, %g: tensor<64x64xf8E5M2>, %h: tensor<64x64xf32>) -> (tensor<64x64xi32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) {
  // CHECK: tk.dot {{.*}} : tensor<64x64xi8, #tkg.dot_operand<opIdx = 0, parent = #[[MMA:.*]], kWidth = 4>>, {{.*}} to tensor<64x64xi32, #[[MMA]]>
  %d = tk.dot %a, %b, %c : tensor<64x64xi8>, tensor<64x64xi8> to tensor<64x64xi32>
  // CHECK: tk.dot {{.*}} : tensor<64x64xf8E4M3FN, #tkg.dot_operand<opIdx = 0, parent = #[[MMA]], kWidth = 4>>
  %e = tk.dot %f, %f, %h : tensor<64x64xf8E4M3FN>, tensor<64x64xf8E4M3FN> to tensor<64x64xf32>
  // CHECK: tk.dot {{.*}} : tensor<64x64xf8E5M2, #tkg.dot_operand<opIdx = 0, parent = #[[MMA]], kWidth = 4>>
  %i = tk.dot %g, %g, %h : tensor<64x64xf8E5M2>, tensor<64x64xf8E5M2> to tensor<64x64xf32>
  // CHECK: tk.dot {{.*}} : tensor<64x64xf32, #tkg.dot_operand<opIdx = 0, parent = #[[MMA]], kWidth = 1>>
  %j = tk.dot %h, %h, %h {precision = #tk.precision<tf32>} : tensor<64x64xf32>, tensor<64x64xf32> to tensor<64x64xf32>
  return %d, %e, %i, %j : tensor<64x64xi32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
}

// -----

// CHECK-LABEL: func.func @half_accumulator_is_widened
func.func @half_accumulator_is_widened(%a: tensor<64x64xf16>, %b: tensor<64x64xf16>, %c: tensor<64x64xf16>) -> tensor<64x64xf16> {
  // CHECK: arith.extf %{{.*}} : tensor<64x64xf16, #[[MMA:.*]]> to tensor<64x64xf32, #[[MMA]]>
  // CHECK: tk.dot {{.*}} to tensor<64x64xf32, #[[MMA]]>
  // CHECK: arith.truncf %{{.*}} : tensor<64x64xf32, #[[MMA]]> to tensor<64x64xf16, #[[MMA]]>
  %d = tk.dot %a, %b, %c : tensor<64x64xf16>, tensor<64x64xf16> to tensor<64x64xf16>
  return %d : tensor<64x64xf16>
}

// -----

// CHECK-DAG: #[[MMA:.*]] = #tkg.mma<version = 2, warpsPerCta = [4, 1, 1], instrShape = [1, 16, 8]>
// CHECK-LABEL: func.func @batches_go_to_warps_first
func.func @batches_go_to_warps_first(%a: tensor<4x32x32xf16>, %b: tensor<4x32x32xf16>, %c: tensor<4x32x32xf32>) -> tensor<4x32x32xf32> {
  // CHECK: tk.dot {{.*}} to tensor<4x32x32xf32, #[[MMA]]>
  %d = tk.dot %a, %b, %c : tensor<4x32x32xf16>, tensor<4x32x32xf16> to tensor<4x32x32xf32>
  return %d : tensor<4x32x32xf32>
}

// -----

// CHECK-DAG: #[[FMA:.*]] = #tkg.blocked<sizePerThread = [4, 4], threadsPerWarp = [4, 8], warpsPerCta = [2, 2], order = [1, 0]>
// CHECK-LABEL: func.func @ieee_floats_stay_on_fma
func.func @ieee_floats_stay_on_fma(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // REMARK: DotOnFma
  // REMARK-SAME: f32 operands of precision `ieee` have no tensor-core instruction
  // CHECK: tk.dot {{.*}} to tensor<64x64xf32, #[[FMA]]>
  %d = tk.dot %a, %b, %c : tensor<64x64xf32>, tensor<64x64xf32> to tensor<64x64xf32>
  return %d : tensor<64x64xf32>
}

// -----

// Lanes that rows and columns leave over take batches: else each thread would multiply all of them.
// CHECK-DAG: #[[BATCHED:.*]] = #tkg.blocked<sizePerThread = [1, 1, 1], threadsPerWarp = [8, 2, 2], warpsPerCta = [2, 1, 2], order = [2, 1, 0]>
// CHECK-LABEL: func.func @batches_are_shared
func.func @batches_are_shared(%a: tensor<16x2x128xf16>, %b: tensor<16x128x2xf16>, %c: tensor<16x2x2xf32>) -> tensor<16x2x2xf32> {
  // CHECK: tk.dot {{.*}} to tensor<16x2x2xf32, #[[BATCHED]]>
  %d = tk.dot %a, %b, %c : tensor<16x2x128xf16>, tensor<16x128x2xf16> to tensor<16x2x2xf32>
  return %d : tensor<16x2x2xf32>
}

// -----

// CHECK-LABEL: func.func @small_blocks_stay_on_fma
func.func @small_blocks_stay_on_fma(%a: tensor<8x16xf16>, %b: tensor<16x16xf16>, %c: tensor<8x16xf32>) -> tensor<8x16xf32> {
  // REMARK: a block of 8 x 16 x 16 is no multiple of 16 x 8 x 16
  // CHECK: tk.dot {{.*}} to tensor<8x16xf32, #blocked
  %d = tk.dot %a, %b, %c : tensor<8x16xf16>, tensor<16x16xf16> to tensor<8x16xf32>
  return %d : tensor<8x16xf32>
}

// -----

// CHECK-LABEL: func.func @three_dots_of_tf32
func.func @three_dots_of_tf32(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // CHECK: arith.constant dense<-8192> : tensor<64x64xi32
  // CHECK-COUNT-3: tk.dot {{.*}} {precision = #tk.precision<tf32>} : tensor<64x64xf32, {{.*}} to tensor<64x64xf32, #mma
  %d = tk.dot %a, %b, %c {precision = #tk.precision<tf32x3>} : tensor<64x64xf32>, tensor<64x64xf32> to tensor<64x64xf32>
  return %d : tensor<64x64xf32>
}

// -----

// CHECK-LABEL: func.func @six_dots_of_bf16
func.func @six_dots_of_bf16(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // CHECK-COUNT-6: tk.dot {{.*}} : tensor<64x64xbf16, {{.*}} to tensor<64x64xf32, #mma
  // CHECK-NOT: tk.dot
  %d = tk.dot %a, %b, %c {precision = #tk.precision<bf16x6>} : tensor<64x64xf32>, tensor<64x64xf32> to tensor<64x64xf32>
  return %d : tensor<64x64xf32>
}
