// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The forms that begin with cp.async and cp.reduce.async, each decoded by a file of its own once the first words are
// taken.
#ifndef TKC_LIB_SIM_INSTRUCTIONS_CPASYNC_H
#define TKC_LIB_SIM_INSTRUCTIONS_CPASYNC_H

#include "tkc/Sim/Machine/Decoder.h"

namespace tkc::sim {

/// cp.async without .bulk.
void decodeThreadCopy(DecodeContext &context, Instruction &out);
/// cp.async.bulk.commit_group and .wait_group.
void decodeBulkGroup(DecodeContext &context, Instruction &out);
/// cp.async.bulk, cp.async.bulk.prefetch, cp.reduce.async.bulk.
void decodeBulkCopy(DecodeContext &context, Instruction &out, bool isReduction, bool isPrefetch);
/// The same with .tensor.
void decodeTensorCopy(DecodeContext &context, Instruction &out, bool isReduction, bool isPrefetch);

} // namespace tkc::sim

#endif // TKC_LIB_SIM_INSTRUCTIONS_CPASYNC_H
