// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers of iterations, and the constants that they are compared with.
#ifndef TKC_LIB_DIALECT_TKG_TRANSFORMS_SCHEDULE_ITERATIONCOUNTS_H
#define TKC_LIB_DIALECT_TKG_TRANSFORMS_SCHEDULE_ITERATIONCOUNTS_H

#include "tkc/Dialect/Tkg/IR/Tkg.h"

#include "mlir/IR/IRMapping.h"

namespace tkc::tkg {

/// A constant of an integer type, or an index.
mlir::Value makeInt(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type type, int64_t value);

/// The number of iterations of the loop, unsigned, in the type of the induction variable, where `mapping` has the
/// values of its bounds.
mlir::Value emitIterationCount(mlir::OpBuilder &builder, mlir::scf::ForOp loop, const mlir::IRMapping &mapping = {});

} // namespace tkc::tkg

#endif
