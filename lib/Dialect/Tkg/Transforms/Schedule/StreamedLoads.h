// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads of loops without dots that are copied ahead into shared memory, and read from there into registers.
#ifndef TKC_LIB_DIALECT_TKG_TRANSFORMS_SCHEDULE_STREAMEDLOADS_H
#define TKC_LIB_DIALECT_TKG_TRANSFORMS_SCHEDULE_STREAMEDLOADS_H

#include "PipelinePlan.h"

namespace tkc::tkg {

/// Whether the loop itself asks for stages, and has no dots and no `for` loop inside.
bool streamsLoads(mlir::scf::ForOp loop);

/// The plan for such a loop; without loads when none can be streamed. A remark says why a load stays.
PipelinePlan planStream(mlir::scf::ForOp loop, const AxisInfoAnalysis &axisInfo, const PipelineLimits &limits,
                        std::string &reason);

} // namespace tkc::tkg

#endif
