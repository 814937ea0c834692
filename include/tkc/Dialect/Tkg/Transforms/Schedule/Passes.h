// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes that overlap memory accesses with computation.
#ifndef TKC_DIALECT_TKG_TRANSFORMS_SCHEDULE_PASSES_H
#define TKC_DIALECT_TKG_TRANSFORMS_SCHEDULE_PASSES_H

#include "tkc/Dialect/Tkg/IR/Tkg.h"

#include "mlir/Pass/Pass.h"

namespace tkc::tkg {

#define GEN_PASS_DECL
#include "tkc/Dialect/Tkg/Transforms/Schedule/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "tkc/Dialect/Tkg/Transforms/Schedule/Passes.h.inc"

} // namespace tkc::tkg

#endif // TKC_DIALECT_TKG_TRANSFORMS_SCHEDULE_PASSES_H
