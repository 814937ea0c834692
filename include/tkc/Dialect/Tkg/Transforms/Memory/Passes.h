// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes that put blocks into shared memory and keep accesses to it in order.
#ifndef TKC_DIALECT_TKG_TRANSFORMS_MEMORY_PASSES_H
#define TKC_DIALECT_TKG_TRANSFORMS_MEMORY_PASSES_H

#include "tkc/Dialect/Tkg/IR/Tkg.h"

#include "mlir/Pass/Pass.h"

namespace tkc::tkg {

#define GEN_PASS_DECL
#include "tkc/Dialect/Tkg/Transforms/Memory/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "tkc/Dialect/Tkg/Transforms/Memory/Passes.h.inc"

} // namespace tkc::tkg

#endif // TKC_DIALECT_TKG_TRANSFORMS_MEMORY_PASSES_H
