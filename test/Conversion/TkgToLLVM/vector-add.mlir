// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The documented example of tkg-to-llvm: a block is one vector of the thread's eight elements, accesses take 16 bytes,
// and the mask of four elements that it covers predicates each of them.
// RUN: tkg-opt %s --tkg-to-llvm | FileCheck %s

#blocked = #tkg.blocked<sizePerThread = [4], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
module attributes {tkg.num_ctas = 1 : i32, tkg.num_warps = 4 : i32, tkg.target = "sm_90a"} {
  // CHECK-LABEL: llvm.func @vector_add(
  // CHECK-SAME: %{{.*}}: !llvm.ptr<1>, %{{.*}}: !llvm.ptr<1>, %{{.*}}: !llvm.ptr<1>, %{{.*}}: i32)
  // CHECK-SAME: nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>
  func.func @vector_add(%x: !tk.ptr<f32> {tk.divisibility = 16 : i32}, %y: !tk.ptr<f32> {tk.divisibility = 16 : i32},
                        %out: !tk.ptr<f32> {tk.divisibility = 16 : i32}, %n: i32 {tk.divisibility = 16 : i32})
      attributes {tk.kernel} {
    // CHECK: nvvm.read.ptx.sreg.ctaid.x
    %program = tk.program_id 0 : i32
    %size = arith.constant 1024 : i32
    %start = arith.muli %program, %size : i32
    // CHECK: nvvm.read.ptx.sreg.tid.x
    %range = tk.make_range 0, 1024 : tensor<1024xi32, #blocked>
    %starts = tk.splat %start : i32 to tensor<1024xi32, #blocked>
    // CHECK: llvm.add %{{.*}}, %{{.*}} : vector<8xi32>
    %offsets = arith.addi %starts, %range : tensor<1024xi32, #blocked>
    %ends = tk.splat %n : i32 to tensor<1024xi32, #blocked>
    // CHECK-COUNT-2: llvm.icmp "slt" %{{.*}}, %{{.*}} : i32
    // CHECK-NOT: llvm.icmp
    %inside = arith.cmpi slt, %offsets, %ends : tensor<1024xi32, #blocked>
    %xs = tk.splat %x : !tk.ptr<f32> to tensor<1024x!tk.ptr<f32>, #blocked>
    // CHECK: llvm.getelementptr %{{.*}} : (vector<8x!llvm.ptr<1>>, vector<8xi32>) -> vector<8x!llvm.ptr<1>>, f32
    %xp = tk.addptr %xs, %offsets : tensor<1024x!tk.ptr<f32>, #blocked>, tensor<1024xi32, #blocked>
    // CHECK-COUNT-2: llvm.inline_asm {{.*}} "@$5 ld.global.v4.b32 {$0, $1, $2, $3}, [$4];"
    %a = tk.load %xp mask %inside : tensor<1024x!tk.ptr<f32>, #blocked>
    %ys = tk.splat %y : !tk.ptr<f32> to tensor<1024x!tk.ptr<f32>, #blocked>
    %yp = tk.addptr %ys, %offsets : tensor<1024x!tk.ptr<f32>, #blocked>, tensor<1024xi32, #blocked>
    // CHECK-COUNT-2: llvm.inline_asm {{.*}} "@$5 ld.global.v4.b32 {$0, $1, $2, $3}, [$4];"
    %b = tk.load %yp mask %inside : tensor<1024x!tk.ptr<f32>, #blocked>
    // CHECK: llvm.fadd %{{.*}}, %{{.*}} : vector<8xf32>
    %sum = arith.addf %a, %b : tensor<1024xf32, #blocked>
    %outs = tk.splat %out : !tk.ptr<f32> to tensor<1024x!tk.ptr<f32>, #blocked>
    %op = tk.addptr %outs, %offsets : tensor<1024x!tk.ptr<f32>, #blocked>, tensor<1024xi32, #blocked>
    // CHECK-COUNT-2: llvm.inline_asm {{.*}} "@$5 st.global.v4.b32 [$4], {$0, $1, $2, $3};"
    tk.store %op, %sum mask %inside : tensor<1024x!tk.ptr<f32>, #blocked>
    // CHECK: llvm.return
    return
  }
}
