// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a loop carries from the loads of one iteration to the next stays in their rings.
#ifndef TKC_LIB_DIALECT_TKG_TRANSFORMS_SCHEDULE_KEPTARGUMENTS_H
#define TKC_LIB_DIALECT_TKG_TRANSFORMS_SCHEDULE_KEPTARGUMENTS_H

#include "PipelinePlan.h"

namespace tkc::tkg {

/// Has the loop, whose loads still are as in the plan, read the arguments that it keeps from the slots of the iteration
/// before, behind `wait`. Before the first iteration that is the slot that is written last, which takes what the
/// arguments start with. The loop carries the slot that its iteration reads at `slotPosition`.
void keepInRings(mlir::scf::ForOp loop, const PipelinePlan &plan, llvm::ArrayRef<mlir::Value> rings,
                 unsigned slotPosition, CopyWaitOp wait);

} // namespace tkc::tkg

#endif
