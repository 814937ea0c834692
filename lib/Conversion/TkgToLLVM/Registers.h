// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The elements that a thread holds: taking a block's vector apart, putting it together, and moving elements between
// layouts within a thread.
#ifndef TKC_LIB_CONVERSION_TKGTOLLVM_REGISTERS_H
#define TKC_LIB_CONVERSION_TKGTOLLVM_REGISTERS_H

#include "tkc/Layout/LinearLayout.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace tkc {

/// An i32 constant.
mlir::Value makeI32(mlir::OpBuilder &builder, mlir::Location loc, int32_t value);

/// Element `index` of a vector.
mlir::Value extractElement(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value vector, unsigned index);

/// All elements of a vector.
llvm::SmallVector<mlir::Value> unpackVector(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value vector);

/// The vector of `elements`, at least one.
mlir::Value packVector(mlir::OpBuilder &builder, mlir::Location loc, mlir::ValueRange elements);

/// The vector with `scalar` in each of `count` places.
mlir::Value splatVector(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value scalar, unsigned count);

/// The vector of vector[indices[0]], vector[indices[1]], …; the vector itself for the identity.
mlir::Value shuffleVector(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value vector,
                          llvm::ArrayRef<int32_t> indices);

/// Coordinates of one element of a block, one a dimension.
using Coordinates = llvm::SmallVector<int64_t, 4>;

/// What register `r` adds to the coordinates of a thread's first element, for each register (repeats included).
llvm::SmallVector<Coordinates> getRegisterCoordinates(const layout::LinearLayout &layout);

/// For each register of `target` the register of `source` at `toSource(its coordinates)`. Both layouts must spread
/// lanes and warps alike, and each of these registers must exist.
llvm::SmallVector<int32_t> mapRegisters(const layout::LinearLayout &source, const layout::LinearLayout &target,
                                        llvm::function_ref<Coordinates(const Coordinates &)> toSource);

} // namespace tkc

#endif // TKC_LIB_CONVERSION_TKGTOLLVM_REGISTERS_H
