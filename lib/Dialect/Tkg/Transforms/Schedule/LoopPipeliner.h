// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rewrites loops by their plans.
#ifndef TKC_LIB_DIALECT_TKG_TRANSFORMS_SCHEDULE_LOOPPIPELINER_H
#define TKC_LIB_DIALECT_TKG_TRANSFORMS_SCHEDULE_LOOPPIPELINER_H

#include "PipelinePlan.h"

namespace tkc::tkg {

/// Makes rings for the loads of the plan, which has some, and has their copies and dots run ahead as it says. Returns
/// the loop that the rings outlive, which is made anew.
mlir::scf::ForOp pipelineLoop(mlir::scf::ForOp loop, PipelinePlan plan);

} // namespace tkc::tkg

#endif
