// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Divisors that the source promises by `tk.assume` of a remainder, for axis analysis.
#ifndef TKC_DIALECT_TKG_ANALYSIS_PROMISEDDIVISORS_H
#define TKC_DIALECT_TKG_ANALYSIS_PROMISEDDIVISORS_H

#include "tkc/Dialect/Tkg/IR/Tkg.h"

namespace tkc::tkg {

/// The power of two that divides each value (pointers: the address in bytes) of which a promise tells one.
using PromisedDivisors = llvm::DenseMap<mlir::Value, int64_t>;

/// Reads the promises `x % c == 0` and `x & (c - 1) == 0` below `root`, also those joined by `and`.
PromisedDivisors collectPromisedDivisors(mlir::Operation *root);

} // namespace tkc::tkg

#endif // TKC_DIALECT_TKG_ANALYSIS_PROMISEDDIVISORS_H
