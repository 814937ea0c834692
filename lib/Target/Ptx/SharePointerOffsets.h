// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass that lets the pointers of a loop share one offset.
#ifndef TKC_LIB_TARGET_PTX_SHAREPOINTEROFFSETS_H
#define TKC_LIB_TARGET_PTX_SHAREPOINTEROFFSETS_H

#include "llvm/IR/PassManager.h"

namespace tkc::ptx {

/// Pointers that a loop moves on by the same step become their starts, which the loop does not change, plus one offset
/// that is the same for all of them (and for all threads): one 64-bit addition an address, whose second operand ptxas
/// keeps in a uniform register. Loop strength reduction, left alone, gives each pointer a counter, takes out of the
/// counters what their starts have in common, and adds it back in each iteration: three additions and some moves.
class SharePointerOffsets : public llvm::PassInfoMixin<SharePointerOffsets> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace tkc::ptx

#endif // TKC_LIB_TARGET_PTX_SHAREPOINTEROFFSETS_H
