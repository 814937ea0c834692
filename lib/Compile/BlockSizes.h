// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How much of a block a thread may hold.
#ifndef TKC_LIB_COMPILE_BLOCKSIZES_H
#define TKC_LIB_COMPILE_BLOCKSIZES_H

#include "mlir/IR/BuiltinOps.h"

namespace tkc {

/// The most elements of one block in a thread: as many as registers hold. ptxas takes four seconds for a few operations
/// on such a block, and four to five times as long for twice the elements.
constexpr int64_t mostElementsPerThread = 256;

/// Emits an error for the first block that is too large for the number of warps.
llvm::LogicalResult checkBlockSizes(mlir::ModuleOp module, unsigned numWarps);

} // namespace tkc

#endif // TKC_LIB_COMPILE_BLOCKSIZES_H
