// RUN: sed s/TARGET/sm_90a/ %s | tkg-opt --tkg-to-llvm | FileCheck %s --check-prefix=NEW
// RUN: sed s/TARGET/sm_89/ %s | tkg-opt --tkg-to-llvm | FileCheck %s --check-prefix=OLD
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums of bf16 are an instruction from sm_90 on; before, a loop of exchanges that a false mask skips.

#one = #tkg.blocked<sizePerThread = [1], threadsPerWarp = [32], warpsPerCta = [1], order = [0]>
module attributes {tkg.num_ctas = 1 : i32, tkg.num_warps = 1 : i32, tkg.target = "TARGET"} {
  // NEW-LABEL: llvm.func @adds(
  // OLD-LABEL: llvm.func @adds(
  func.func @adds(%p: tensor<32x!tk.ptr<bf16>, #one>, %v: tensor<32xbf16, #one>, %m: tensor<32xi1, #one>)
      attributes {tk.kernel} {
    // NEW: "@$3 atom.global.acquire.sys.add.noftz.bf16 $0, [$1], $2;"
    // OLD: @!$3 bra DONE; ld.relaxed.sys.global.b16 seen, [$1]; AGAIN:
    // OLD-SAME: fma.rn.bf16 sum, before, one, $2; atom.global.acquire.sys.cas.b16 seen, [$1], before, sum;
    %old = tk.atomic_rmw fadd, %p, %v mask %m {sem = #tk.sem<acquire>, scope = #tk.scope<sys>} : tensor<32x!tk.ptr<bf16>, #one>
    return
  }
}
