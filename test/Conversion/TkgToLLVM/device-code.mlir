// RUN: tkg-opt %s --tkg-to-llvm | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inline assembly, mapped regions, prints and assertions.

#blocked = #tkg.blocked<sizePerThread = [4], threadsPerWarp = [32], warpsPerCta = [1], order = [0]>
module attributes {tkg.num_ctas = 1 : i32, tkg.num_warps = 1 : i32, tkg.target = "sm_90a"} {
  // CHECK-LABEL: llvm.func internal @packed
  func.func @packed(%x: tensor<128xi8, #blocked>) -> tensor<128xi8, #blocked> {
    // Four bytes share a register, so there is one instance a thread.
    // CHECK: llvm.inline_asm asm_dialect = att "not.b32 $0, $1;", "=r,r" %{{.*}} : (i32) -> i32
    // CHECK-NOT: llvm.inline_asm
    %y = tk.inline_asm "not.b32 $0, $1;" constraints "=r,r" (%x) {pack = 4 : i32} : (tensor<128xi8, #blocked>) -> tensor<128xi8, #blocked>
    return %y : tensor<128xi8, #blocked>
  }

  // CHECK-LABEL: llvm.func internal @several_results
  func.func @several_results(%x: f32) -> (f32, i64) {
    // CHECK: llvm.inline_asm has_side_effects asm_dialect = att "{{.*}}", "=f,=l,f" %{{.*}} : (f32) -> !llvm.struct<(f32, i64)>
    %y:2 = tk.inline_asm "neg.f32 $0, $2; mov.u64 $1, 1;" constraints "=f,=l,f" (%x) {pure = false} : (f32) -> (f32, i64)
    return %y#0, %y#1 : f32, i64
  }

  // CHECK-LABEL: llvm.func internal @mapped
  func.func @mapped(%x: tensor<128xi32, #blocked>) -> tensor<128xi32, #blocked> {
    // CHECK-COUNT-4: llvm.cond_br
    %y = tk.map_elementwise (%x) {
    ^bb0(%a: i32):
      %zero = arith.constant 0 : i32
      %c = arith.cmpi sgt, %a, %zero : i32
      %r = scf.if %c -> i32 {
        %s = arith.muli %a, %a : i32
        scf.yield %s : i32
      } else {
        scf.yield %a : i32
      }
      tk.yield %r : i32
    } : (tensor<128xi32, #blocked>) -> tensor<128xi32, #blocked>
    return %y : tensor<128xi32, #blocked>
  }

  // CHECK-LABEL: llvm.func internal @told
  func.func @told(%x: tensor<128xi32, #blocked>, %c: i1) {
    // CHECK-COUNT-4: llvm.call @[[PRINT:tkc_print_[0-9]+]](
    tk.print " x: " (%x : tensor<128xi32, #blocked>) signed [true]
    // CHECK: llvm.call @[[ASSERT:tkc_assert_[0-9]+]](%{{.*}}) : (i1) -> ()
    tk.assert %c, "it holds" : i1
    return
  }

  // CHECK: llvm.func internal @[[PRINT]](%{{.*}}: i1, %{{.*}}: i32, %{{.*}}: i32)
  // CHECK: llvm.cond_br %{{.*}}, ^[[ACTIVE:bb[0-9]+]], ^{{bb[0-9]+}}
  // CHECK: llvm.call @vprintf(
  // CHECK: llvm.func internal @[[ASSERT]](%{{.*}}: i1)
  // CHECK: llvm.call @__assertfail(
}
