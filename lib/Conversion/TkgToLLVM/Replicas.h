// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What one thread found out, told to the other threads that hold the same element, through the scratch memory of the
// op.
#ifndef TKC_LIB_CONVERSION_TKGTOLLVM_REPLICAS_H
#define TKC_LIB_CONVERSION_TKGTOLLVM_REPLICAS_H

#include "tkc/Layout/LinearLayout.h"

#include "ThreadPosition.h"

namespace tkc {

/// `results` has a value a register of `layout`, right in the threads where `owner` is true (of each group of threads
/// that hold the same elements, one); afterwards they are right in all.
void tellReplicas(mlir::OpBuilder &builder, mlir::Operation *op, const layout::LinearLayout &layout, mlir::Value owner,
                  llvm::SmallVectorImpl<mlir::Value> &results);

/// The scalar `result` of the thread where `isFirst` is true, in all threads.
mlir::Value tellAllThreads(mlir::OpBuilder &builder, mlir::Operation *op, mlir::Value isFirst, mlir::Value result);

} // namespace tkc

#endif // TKC_LIB_CONVERSION_TKGTOLLVM_REPLICAS_H
