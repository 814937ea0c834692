// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes that overlap memory accesses with computation.
#ifndef TKC_DIALECT_TKG_TRANSFORMS_SCHEDULE_PASSES
#define TKC_DIALECT_TKG_TRANSFORMS_SCHEDULE_PASSES

include "mlir/Pass/PassBase.td"

def PrefetchLoads : Pass<"tkg-prefetch-loads", "mlir::ModuleOp"> {
  let summary = "load the operands of the next iteration's dots ahead";
  let description = [{
    In a loop with a dot, the global loads that fill its staged operands are issued one iteration ahead, into registers:
    before the loop for the first iteration, and behind the stores to shared memory for the next one. The mask of a load
    ahead is false beyond the last iteration, so that loops of no and of one iteration read nothing more than before.

    Where shared memory permits, all operands that are there at the start of an iteration are stored before the first read,
    so that they share its barriers.

    Needs:    operands staged by `tkg-stage-operands`; buffers without offsets.
    Leaves:   the same loads, one a loop iteration and one before it.
    Does not: touch loops with `tk.num_stages` (or else `tkg.num_stages`) of 1 or less, loads in loops that write global
              memory, and loads whose addresses come from other loads of the loop; a remark says so.

    Example: test/Dialect/Tkg/Transforms/Schedule/prefetch-loads-doc.mlir
  }];
  let dependentDialects = ["::tkc::tkg::TkgDialect"];
  let statistics = [Statistic<"numPrefetched", "num-loads-prefetched", "Loads that are issued ahead">];
}

#endif // TKC_DIALECT_TKG_TRANSFORMS_SCHEDULE_PASSES
