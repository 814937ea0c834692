// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes that choose the instructions of dots.
#ifndef TKC_DIALECT_TKG_TRANSFORMS_MMA_PASSES
#define TKC_DIALECT_TKG_TRANSFORMS_MMA_PASSES

include "mlir/Pass/PassBase.td"

def SelectMma : Pass<"tkg-select-mma", "mlir::ModuleOp"> {
  let summary = "choose tensor-core instructions for dots";
  let description = [{
    A dot whose types and sizes fit `mma.sync` on the target gets an mma layout for its accumulator and dot-operand
    layouts for what it reads. Warps divide the accumulator so that they read few bytes of the operands; where rows of the
    result are reduced or feed another dot, each warp keeps whole rows. A 16-bit accumulator is widened to f32 around the
    dot. f32 dots of precision tf32x3, bf16x3 and bf16x6 become several tensor-core dots. fp8 dots that fit no fp8
    instruction are dots of f16 blocks, which hold the same numbers.

    Needs:    dots with blocked accumulators; `tkg.target` and `tkg.num_warps`.
    Leaves:   conversions around the dots, for `tkg-remove-layout-conversions`.
    Does not: fit small blocks by padding. A dot that fits no instruction stays on FMA units, in a layout in which a
              thread has 4 x 4 neighbours, and a remark says why.

    Example: test/Dialect/Tkg/Transforms/Mma/select-mma-doc.mlir
  }];
  let dependentDialects = ["::tkc::tkg::TkgDialect"];
  let statistics = [Statistic<"numSelected", "num-dots-selected", "Dots that got a tensor-core instruction">];
}

#endif // TKC_DIALECT_TKG_TRANSFORMS_MMA_PASSES
