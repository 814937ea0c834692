// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which array pointers point into.
#ifndef TKC_DIALECT_TK_IR_POINTERSOURCE_H
#define TKC_DIALECT_TK_IR_POINTERSOURCE_H

#include "mlir/IR/Value.h"

namespace tkc::tk {

/// The argument of the function into whose array a pointer, or all pointers of a block, point, seen through offsets,
/// changes of shape, and what `scf.for` loops carry; null where that is not known.
mlir::BlockArgument findArray(mlir::Value pointer);

/// Whether the pointer was loaded, or made from a number: it may point into an array that the launch does not name.
bool isAddressFromMemory(mlir::Value pointer);

} // namespace tkc::tk

#endif // TKC_DIALECT_TK_IR_POINTERSOURCE_H
