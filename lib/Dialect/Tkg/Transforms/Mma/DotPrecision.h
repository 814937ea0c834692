// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// f32 dots of more precision than one tensor-core instruction has.
#ifndef TKC_LIB_DIALECT_TKG_TRANSFORMS_MMA_DOTPRECISION_H
#define TKC_LIB_DIALECT_TKG_TRANSFORMS_MMA_DOTPRECISION_H

#include "tkc/Dialect/Tkg/IR/Tkg.h"

namespace tkc::tkg {

/// Replaces an f32 dot of precision tf32x3, bf16x3 or bf16x6 by several dots on parts of its operands, the smallest
/// products first. Gives the new dots; none for other dots.
llvm::SmallVector<tk::DotOp> splitPreciseDot(tk::DotOp dot);

} // namespace tkc::tkg

#endif
