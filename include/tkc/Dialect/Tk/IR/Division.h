// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which ops divide integers, and may not run where they do not have to.
#ifndef TKC_DIALECT_TK_IR_DIVISION_H
#define TKC_DIALECT_TK_IR_DIVISION_H

#include "mlir/IR/Operation.h"

namespace tkc::tk {

/// Quotients and remainders of signed integers, and of all integers.
bool isSignedDivision(mlir::Operation *op);
bool isDivision(mlir::Operation *op);

/// Whether an op divides by what may be zero, or -1 where the quotient may not fit: undefined behaviour. MLIR takes
/// remainders for ops that can run at any time, whatever they divide by.
bool mayDivideBadly(mlir::Operation *op);

} // namespace tkc::tk

#endif // TKC_DIALECT_TK_IR_DIVISION_H
