// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// When the buffers and scratch areas of a function are in use.
#ifndef TKC_LIB_DIALECT_TKG_TRANSFORMS_MEMORY_SHAREDLIVENESS_H
#define TKC_LIB_DIALECT_TKG_TRANSFORMS_MEMORY_SHAREDLIVENESS_H

#include "tkc/Dialect/Tkg/IR/Tkg.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include "BufferPlacement.h"

namespace tkc::tkg {

/// An op that needs shared memory of its own.
struct SharedBuffer {
  mlir::Operation *op;
  BufferRequest request;
};

/// The buffers of a function, in its order. A buffer from outside a loop that is used in it lives as long as the loop.
/// Calls need what `calleeBytes` says, from offset 0.
std::vector<SharedBuffer> collectSharedBuffers(mlir::func::FuncOp function,
                                               llvm::function_ref<int64_t(mlir::func::CallOp)> calleeBytes);

} // namespace tkc::tkg

#endif
