// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which ops need shared memory for themselves, how much, and the plans behind it: asked by the allocation and by the
// lowering alike, so that they agree.
#ifndef TKC_DIALECT_TKG_ANALYSIS_SCRATCHMEMORY_H
#define TKC_DIALECT_TKG_ANALYSIS_SCRATCHMEMORY_H

#include "tkc/Dialect/Tkg/IR/Tkg.h"
#include "tkc/Layout/Conversion.h"
#include "tkc/Layout/GatherPlan.h"

namespace tkc::tkg {

/// How the elements move from the source's to the result's layout, on the module's target.
layout::Conversion planLayoutConversion(ConvertLayoutOp op);

/// How a reduction or scan meets the layout of its operands.
struct AxisPlan {
  layout::LinearLayout layout;
  unsigned axis = 0;
  /// The bits of the lane and of the warp number that move along the axis. Bits that move along several dimensions at
  /// once are not supported; encodings made by tkc have none.
  llvm::SmallVector<unsigned> laneBits;
  llvm::SmallVector<unsigned> warpBits;
  /// The number of elements that remain after reducing the axis.
  int64_t numKept = 1;

  bool crossesWarps() const { return !warpBits.empty(); }
};

AxisPlan planAxis(mlir::RankedTensorType type, unsigned axis);

/// Where the warps' parts of each operand of a reduction begin in its scratch memory, each aligned for 16-byte loads;
/// the last number is the size of it all.
llvm::SmallVector<int64_t> getPartOffsets(tk::ReduceOp op, const AxisPlan &plan);

/// How a gather reaches its source.
layout::GatherPlan planGather(tk::GatherOp op);

/// Whether several threads hold the same elements.
bool hasReplicas(const layout::LinearLayout &layout);

/// The shared memory that `op` needs while it runs, beside its operands and results; 0 for most ops.
int64_t getScratchBytes(mlir::Operation *op);

} // namespace tkc::tkg

#endif // TKC_DIALECT_TKG_ANALYSIS_SCRATCHMEMORY_H
