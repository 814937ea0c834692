// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The passes of the tk dialect.
#ifndef TKC_DIALECT_TK_TRANSFORMS_PASSES_H
#define TKC_DIALECT_TK_TRANSFORMS_PASSES_H

#include "tkc/Dialect/Tk/IR/Tk.h"

#include "mlir/Pass/Pass.h"

namespace tkc::tk {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "tkc/Dialect/Tk/Transforms/Passes.h.inc"

/// The loop attribute that keeps loop-invariant ops inside.
inline constexpr llvm::StringLiteral disableLicmAttrName = "tk.disable_licm";
/// The loop attribute that says how many iterations shall be done at once.
inline constexpr llvm::StringLiteral loopUnrollFactorAttrName = "tk.loop_unroll_factor";
/// The loop attribute that says how many iterations a software pipeline overlaps; 1 forbids it.
inline constexpr llvm::StringLiteral numStagesAttrName = "tk.num_stages";

} // namespace tkc::tk

#endif // TKC_DIALECT_TK_TRANSFORMS_PASSES_H
