// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes that choose layouts for blocks and remove moves between layouts.
#ifndef TKC_DIALECT_TKG_TRANSFORMS_LAYOUT_PASSES
#define TKC_DIALECT_TKG_TRANSFORMS_LAYOUT_PASSES

include "mlir/Pass/PassBase.td"

def SplitBlocks : Pass<"tkg-split-blocks", "mlir::ModuleOp"> {
  let summary = "work on blocks that are too large for the registers tile by tile";
  let description = [{
    A store, an atomic without a result that is used, or a reduction of a block of more than 256 elements a thread becomes
    a loop over tiles of it, in which all that the block is computed from is computed for a tile: loads, elementwise ops,
    ranges, and changes of shape that keep the dimension. Stores that follow one another share a loop. Reductions combine
    tiles element by element, and reduce once. Scans along the cut dimension go on from tile to tile. Loops that
    carry such blocks, and store nothing, are done for each tile. What several loops need is computed in each of them.

    Needs:    blocks without encodings.
    Leaves:   no block of more than 256 elements a thread.
    Rejects:  a larger block that can't be cut: one that goes through scans of both directions, or through a loop that
              stores or needs it whole, or whose loads and stores would no longer happen in order.

    Example: test/Dialect/Tkg/Transforms/Layout/split-blocks-doc.mlir
  }];
  let options = [Option<"numWarps", "num-warps", "unsigned", "4", "warps of a program">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect", "::tkc::tkg::TkgDialect"];
  let statistics = [Statistic<"numSplit", "num-loops-over-tiles", "Loops over tiles">];
}

def Coalesce : Pass<"tkg-coalesce", "mlir::ModuleOp"> {
  let summary = "give memory accesses layouts that use wide, contiguous transactions";
  let description = [{
    Each load, store and atomic of a block gets a blocked layout whose fastest dimension is the most contiguous one of
    its addresses and in which a thread holds up to 16 contiguous bytes, as far as alignment and mask permit. Lanes run
    along the fastest dimension first, warps along the slowest, so that rows are reduced within a warp. Accesses whose
    data meet in elementwise ops share one layout.

    Needs:    encoded blocks.
    Leaves:   conversions around the accesses, for `tkg-remove-layout-conversions`.
    Does not: touch scalar accesses.

    Example: test/Dialect/Tkg/Transforms/Layout/coalesce-doc.mlir
  }];
  let dependentDialects = ["::tkc::tkg::TkgDialect"];
  let statistics = [Statistic<"numAccesses", "num-accesses-changed", "Accesses that got another layout">];
}

def RemoveLayoutConversions : Pass<"tkg-remove-layout-conversions", "mlir::ModuleOp"> {
  let summary = "remove moves between layouts";
  let description = [{
    First the layouts of memory accesses and dots spread forward through elementwise ops, shape ops, reductions and
    control flow. Then each conversion that is left is planned anew: what leads to its source is made in the wanted
    layout instead, as far as that costs less than moving the bytes, and loops carry values in the wanted layout. A
    conversion of a value from outside a loop leaves the loop.

    Needs:    memory accesses and dots in the layouts that they shall keep.
    Leaves:   conversions only where data must move.
    Does not: change the layouts of accesses and dots; recompute loads, reductions and dots.

    Example: test/Dialect/Tkg/Transforms/Layout/remove-layout-conversions-doc.mlir
  }];
  let dependentDialects = ["::tkc::tkg::TkgDialect"];
  let statistics = [Statistic<"numRemoved", "num-conversions-removed", "Conversions that were removed">];
}

#endif // TKC_DIALECT_TKG_TRANSFORMS_LAYOUT_PASSES
