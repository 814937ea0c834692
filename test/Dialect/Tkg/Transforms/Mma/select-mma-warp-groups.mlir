// RUN: tkg-opt %s --tk-to-tkg="num-warps=8 target=sm_90a" --tkg-select-mma --split-input-file | FileCheck %s
// RUN: tkg-opt %s --tk-to-tkg="num-warps=8 target=sm_90a" --tkg-select-mma --split-input-file --remarks-filter=tkg-select-mma 2>&1 | FileCheck %s --check-prefix=REMARK
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Groups of four warps take 64 rows each; both operands go to shared memory, rows as they are.
// CHECK-DAG: #[[MMA:.*]] = #tkg.mma<version = 3, warpsPerCta = [8, 1], instrShape = [16, 256]>
// CHECK-DAG: #[[WIDE:.*]] = #tkg.nvmma_shared<swizzle = 128, elementBits = 16, transposed = false>
// CHECK-LABEL: func.func @multiply
func.func @multiply(%a: tensor<128x64xf16>, %b: tensor<64x256xf16>, %c: tensor<128x256xf32>) -> tensor<128x256xf32> {
  // REMARK: DotOnWarpGroup
  // REMARK-SAME: wgmma m64n256k16 on 8 x 1 warps, the left operand in shared memory
  // CHECK: %[[C:.*]] = tkg.convert_layout %arg2 : {{.*}} to tensor<128x256xf32, #[[MMA]]>
  // CHECK: %[[A:.*]] = tkg.local_alloc %arg0 : {{.*}} to !tkg.memdesc<128x64xf16, #[[WIDE]]>
  // CHECK: %[[B:.*]] = tkg.local_alloc %arg1 : {{.*}} to !tkg.memdesc<64x256xf16, #[[WIDE]]>
  // CHECK: %[[D:.*]] = tkg.warp_group_dot %[[A]], %[[B]], %[[C]]
  // CHECK: %[[E:.*]] = tkg.warp_group_dot_wait %[[D]] {pending = 0 : i32}
  // CHECK: tkg.convert_layout %[[E]]
  %d = tk.dot %a, %b, %c : tensor<128x64xf16>, tensor<64x256xf16> to tensor<128x256xf32>
  return %d : tensor<128x256xf32>
}

// -----

// With 64 rows the groups share columns; rows of 32 elements are 64 bytes.
// CHECK-DAG: #[[MMA:.*]] = #tkg.mma<version = 3, warpsPerCta = [4, 2], instrShape = [16, 64]>
// CHECK-DAG: #[[NARROW:.*]] = #tkg.nvmma_shared<swizzle = 64, elementBits = 16, transposed = false>
// CHECK-LABEL: func.func @groups_share_columns
func.func @groups_share_columns(%a: tensor<64x32xbf16>, %b: tensor<32x128xbf16>, %c: tensor<64x128xf32>) -> tensor<64x128xf32> {
  // CHECK: tkg.local_alloc %arg0 : {{.*}} to !tkg.memdesc<64x32xbf16, #[[NARROW]]>
  // CHECK: tkg.warp_group_dot {{.*}} to tensor<64x128xf32, #[[MMA]]>
  %d = tk.dot %a, %b, %c : tensor<64x32xbf16>, tensor<32x128xbf16> to tensor<64x128xf32>
  return %d : tensor<64x128xf32>
}

// -----

// What is transposed keeps the order in which it was loaded.
// CHECK-DAG: #[[ROWS:.*]] = #tkg.nvmma_shared<swizzle = 128, elementBits = 16, transposed = false>
// CHECK-DAG: #[[COLUMNS:.*]] = #tkg.nvmma_shared<swizzle = 128, elementBits = 16, transposed = true>
// CHECK-LABEL: func.func @transposed_right
func.func @transposed_right(%a: tensor<128x64xf16>, %b: tensor<128x64xf16>, %c: tensor<128x128xf32>) -> tensor<128x128xf32> {
  // CHECK: tkg.local_alloc {{.*}} to !tkg.memdesc<128x64xf16, #[[ROWS]]>
  // CHECK: tkg.local_alloc {{.*}} to !tkg.memdesc<64x128xf16, #[[COLUMNS]]>
  %t = tk.trans %b [1, 0] : tensor<128x64xf16> to tensor<64x128xf16>
  %d = tk.dot %a, %t, %c : tensor<128x64xf16>, tensor<64x128xf16> to tensor<128x128xf32>
  return %d : tensor<128x128xf32>
}

// -----

// Types without a transposing form are stored contiguous along k.
// CHECK-DAG: #[[BYTES:.*]] = #tkg.nvmma_shared<swizzle = 64, elementBits = 8, transposed = true>
// CHECK-DAG: #[[WORDS:.*]] = #tkg.nvmma_shared<swizzle = 128, elementBits = 32, transposed = true>
// CHECK-LABEL: func.func @contiguous_along_k
func.func @contiguous_along_k(%a: tensor<128x64xi8>, %b: tensor<64x128xi8>, %c: tensor<128x128xi32>, %f: tensor<128x128xf32>) -> (tensor<128x128xi32>, tensor<128x128xf32>) {
  // REMARK: wgmma m64n128k32 on 8 x 1 warps
  // CHECK: tkg.local_alloc {{.*}} to !tkg.memdesc<64x128xi8, #[[BYTES]]>
  // CHECK: tkg.warp_group_dot {{.*}} to tensor<128x128xi32
  %d = tk.dot %a, %b, %c : tensor<128x64xi8>, tensor<64x128xi8> to tensor<128x128xi32>
  // REMARK: wgmma m64n128k8 on 8 x 1 warps
  // CHECK: tkg.local_alloc {{.*}} to !tkg.memdesc<128x128xf32, #[[WORDS]]>
  %e = tk.dot %f, %f, %f {precision = #tk.precision<tf32>} : tensor<128x128xf32>, tensor<128x128xf32> to tensor<128x128xf32>
  return %d, %e : tensor<128x128xi32>, tensor<128x128xf32>
}

// -----

// A left operand that is computed from a dot stays in registers.
// CHECK-DAG: #[[MMA:.*]] = #tkg.mma<version = 3, warpsPerCta = [8, 1], instrShape = [16, 64]>
// CHECK-LABEL: func.func @left_in_registers
func.func @left_in_registers(%q: tensor<128x64xf16>, %k: tensor<64x128xf16>, %v: tensor<128x64xf16>, %c: tensor<128x128xf32>, %o: tensor<128x64xf32>) -> tensor<128x64xf32> {
  %s = tk.dot %q, %k, %c : tensor<128x64xf16>, tensor<64x128xf16> to tensor<128x128xf32>
  %p = arith.truncf %s : tensor<128x128xf32> to tensor<128x128xf16>
  // REMARK: the left operand in registers
  // CHECK: tkg.warp_group_dot {{.*}} : tensor<128x128xf16, #tkg.dot_operand<opIdx = 0, parent = #[[MMA]], kWidth = 2>>, {{.*}} to tensor<128x64xf32, #[[MMA]]>
  %r = tk.dot %p, %v, %o : tensor<128x128xf16>, tensor<128x64xf16> to tensor<128x64xf32>
  return %r : tensor<128x64xf32>
}

// -----

// CHECK-LABEL: func.func @other_dots_are_mma_sync
func.func @other_dots_are_mma_sync(%a: tensor<32x64xf16>, %b: tensor<64x64xf16>, %c: tensor<32x64xf32>, %f: tensor<64x64xf8E5M2>, %h: tensor<64x64xf32>) -> (tensor<32x64xf32>, tensor<64x64xf32>) {
  // REMARK: no wgmma: a block of 32 x 64 x 64 is no multiple of 64 x 8 x 16
  // CHECK: tk.dot {{.*}} to tensor<32x64xf32, #mma
  %d = tk.dot %a, %b, %c : tensor<32x64xf16>, tensor<64x64xf16> to tensor<32x64xf32>
  // REMARK: no wgmma: it sums 32 products of fp8 with 14 bits, and max_num_imprecise_acc is 0
  // CHECK: tk.dot {{.*}} to tensor<64x64xf32, #mma
  %e = tk.dot %f, %f, %h : tensor<64x64xf8E5M2>, tensor<64x64xf8E5M2> to tensor<64x64xf32>
  return %d, %e : tensor<32x64xf32>, tensor<64x64xf32>
}

// -----

// The bound of imprecise sums goes to the op where it is below k, in whole instructions.
// CHECK-LABEL: func.func @fp8
func.func @fp8(%a: tensor<128x128xf8E4M3FN>, %b: tensor<128x64xf8E5M2>, %c: tensor<128x64xf32>) -> (tensor<128x64xf32>, tensor<128x64xf32>) {
  // REMARK: wgmma m64n64k32 on 8 x 1 warps, the left operand in shared memory"
  // CHECK: tkg.warp_group_dot {{[^{]*}} : !tkg.memdesc<128x128xf8E4M3FN, {{.*}}>, !tkg.memdesc<128x64xf8E5M2
  %d = tk.dot %a, %b, %c {maxNumImpreciseAcc = 1073741824 : i32} : tensor<128x128xf8E4M3FN>, tensor<128x64xf8E5M2> to tensor<128x64xf32>
  // REMARK: the left operand in shared memory, sums of 32 fp8 products added in f32
  // CHECK: tkg.warp_group_dot {{.*}} {maxImprecise = 32 : i32}
  %e = tk.dot %a, %b, %c {maxNumImpreciseAcc = 48 : i32} : tensor<128x128xf8E4M3FN>, tensor<128x64xf8E5M2> to tensor<128x64xf32>
  return %d, %e : tensor<128x64xf32>, tensor<128x64xf32>
}

// -----

// What a loop does not change is stored once, before it.
// CHECK-LABEL: func.func @invariant_operand
func.func @invariant_operand(%a: tensor<128x64xf16>, %p: tensor<64x64x!tk.ptr<f16>>, %c: tensor<128x64xf32>, %n: i32) -> tensor<128x64xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: %[[A:.*]] = tkg.local_alloc %arg0
  // CHECK: scf.for
  // CHECK: %[[B:.*]] = tkg.local_alloc
  // CHECK: tkg.warp_group_dot %[[A]], %[[B]]
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %c) -> (tensor<128x64xf32>) : i32 {
    %b = tk.load %p : tensor<64x64x!tk.ptr<f16>>
    %d = tk.dot %a, %b, %acc : tensor<128x64xf16>, tensor<64x64xf16> to tensor<128x64xf32>
    scf.yield %d : tensor<128x64xf32>
  }
  return %r : tensor<128x64xf32>
}

// -----

// CHECK-LABEL: func.func @dots_share_an_operand
func.func @dots_share_an_operand(%a: tensor<128x64xf16>, %b: tensor<64x64xf16>, %c: tensor<128x64xf32>) -> (tensor<128x64xf32>, tensor<128x64xf32>) {
  // CHECK: %[[A:.*]] = tkg.local_alloc %arg0
  // CHECK: %[[B:.*]] = tkg.local_alloc %arg1
  // CHECK-NOT: tkg.local_alloc
  // CHECK-COUNT-2: tkg.warp_group_dot %[[A]], %[[B]]
  %d = tk.dot %a, %b, %c : tensor<128x64xf16>, tensor<64x64xf16> to tensor<128x64xf32>
  %e = tk.dot %a, %b, %d : tensor<128x64xf16>, tensor<64x64xf16> to tensor<128x64xf32>
  return %d, %e : tensor<128x64xf32>, tensor<128x64xf32>
}
