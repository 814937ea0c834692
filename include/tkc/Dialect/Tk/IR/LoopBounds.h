// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arithmetic on the bounds of counted loops that stays within their type.
#ifndef TKC_DIALECT_TK_IR_LOOPBOUNDS_H
#define TKC_DIALECT_TK_IR_LOOPBOUNDS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

namespace tkc::tk {

/// Whether the last index of a loop and its step may be more than their type holds. Then the sum is not to be compared
/// with the upper bound.
bool mayLeaveType(mlir::Value upper, mlir::Value step, bool isUnsigned);

/// Whether there is an index behind `index`, which lies below `upper`.
mlir::Value emitHasNext(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value index, mlir::Value upper,
                        mlir::Value step);

/// The index behind `index`, which lies below `upper`; where there is none, one that doesn't.
mlir::Value emitNextIndex(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value index, mlir::Value upper,
                          mlir::Value step, bool isUnsigned);

/// A constant of an integer type, or an index.
mlir::Value makeInt(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type type, int64_t value);

/// The number of iterations of the loop, unsigned, in the type of the induction variable, where `mapping` has the
/// values of its bounds.
mlir::Value emitIterationCount(mlir::OpBuilder &builder, mlir::scf::ForOp loop, const mlir::IRMapping &mapping = {});

} // namespace tkc::tk

#endif // TKC_DIALECT_TK_IR_LOOPBOUNDS_H
