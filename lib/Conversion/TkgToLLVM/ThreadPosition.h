// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where a thread stands in a block: linear layouts applied to its lane and warp number.
#ifndef TKC_LIB_CONVERSION_TKGTOLLVM_THREADPOSITION_H
#define TKC_LIB_CONVERSION_TKGTOLLVM_THREADPOSITION_H

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/BuiltinOps.h"

#include "Registers.h"

namespace tkc {

/// Lane and warp of the running thread, as i32.
struct ThreadPosition {
  mlir::Value lane;
  mlir::Value warp;
};

/// The index of the thread in its CTA.
mlir::Value emitThreadIndex(mlir::OpBuilder &builder, mlir::Location loc);
ThreadPosition emitThreadPosition(mlir::OpBuilder &builder, mlir::Location loc);

/// A linear function of lane and warp: a value, and which of its bits can be set.
struct LinearValue {
  mlir::Value value;
  uint64_t possibleBits = 0;
};

/// The coordinate along `out` of the thread's register 0.
LinearValue emitCoordinate(mlir::OpBuilder &builder, mlir::Location loc, const layout::LinearLayout &layout,
                           layout::Dim out, const ThreadPosition &thread);

/// Adds to `sum`, a coordinate along `out`, what `source` contributes as a position along the layout's dimension `in`.
/// Bits of `source` beyond that dimension's size are of no effect.
void addContribution(mlir::OpBuilder &builder, mlir::Location loc, const layout::LinearLayout &layout, layout::Dim in,
                     layout::Dim out, mlir::Value source, LinearValue &sum);

/// `base` xor `constant`, as an addition where no bit meets, which addressing modes absorb.
mlir::Value emitXor(mlir::OpBuilder &builder, mlir::Location loc, const LinearValue &base, uint64_t constant);

/// True in one thread of those that hold the same elements of `layout`; null when each thread holds its own.
mlir::Value emitOwnsElements(mlir::OpBuilder &builder, mlir::Location loc, const layout::LinearLayout &layout,
                             const ThreadPosition &thread);

/// True in thread 0.
mlir::Value emitIsFirstThread(mlir::OpBuilder &builder, mlir::Location loc);

/// The conjunction of i1 values, either of which may be null.
mlir::Value emitAnd(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value left, mlir::Value right);

} // namespace tkc

#endif // TKC_LIB_CONVERSION_TKGTOLLVM_THREADPOSITION_H
