// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The slots of rings: their order, and reading them.
#ifndef TKC_LIB_DIALECT_TKG_TRANSFORMS_SCHEDULE_RINGSLOTS_H
#define TKC_LIB_DIALECT_TKG_TRANSFORMS_SCHEDULE_RINGSLOTS_H

#include "PipelinePlan.h"

namespace tkc::tkg {

/// The slot behind this one, in rings of `numSlots`.
mlir::Value emitNextSlot(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value slot, unsigned numSlots);

/// The slot before this one.
mlir::Value emitPreviousSlot(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value slot, unsigned numSlots);

/// The block that the load's copy left in a slot of its ring; `isOwn` where each thread reads what it copied.
mlir::Value readSlot(mlir::OpBuilder &builder, const PipelinedLoad &load, mlir::Value ring, mlir::Value slot,
                     bool isOwn);

} // namespace tkc::tkg

#endif
