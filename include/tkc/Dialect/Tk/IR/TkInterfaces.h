// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The dialect interface through which tk ops ask the dialect of an encoding about layouts.
#ifndef TKC_DIALECT_TK_IR_TKINTERFACES_H
#define TKC_DIALECT_TK_IR_TKINTERFACES_H

#include "mlir/IR/DialectInterface.h"
#include "mlir/IR/Location.h"

namespace tkc::tk {

/// Infers and checks the encodings of layout-polymorphic tk ops. The dialect that owns the encoding attribute
/// implements it; a block without an encoding never asks.
class LayoutInferenceInterface : public mlir::DialectInterface::Base<LayoutInferenceInterface> {
public:
  explicit LayoutInferenceInterface(mlir::Dialect *dialect) : Base(dialect) {}

  /// The encoding of a block of `shape` after removing `axis` by a reduction.
  virtual mlir::FailureOr<mlir::Attribute> inferReduce(mlir::Attribute operand, int axis) const = 0;
  /// The encoding after inserting a dimension of size 1 at `axis`; the operand must have a slice encoding.
  virtual mlir::FailureOr<mlir::Attribute> inferExpandDims(mlir::Attribute operand, int axis,
                                                           std::optional<mlir::Location> loc) const = 0;
  /// The encoding of `shape` after permuting its dimensions: result dimension i is operand dimension order[i].
  virtual mlir::FailureOr<mlir::Attribute> inferTranspose(mlir::Attribute operand, llvm::ArrayRef<int64_t> shape,
                                                          llvm::ArrayRef<int32_t> order) const = 0;
  /// The encoding after reading the elements of `shape` in row-major order into `resultShape`.
  virtual mlir::FailureOr<mlir::Attribute> inferReshape(mlir::Attribute operand, llvm::ArrayRef<int64_t> shape,
                                                        llvm::ArrayRef<int64_t> resultShape) const = 0;
  /// Succeeds if a dot may read `a` and `b` and accumulate into `result`.
  virtual mlir::LogicalResult verifyDot(mlir::Attribute a, mlir::Attribute b, mlir::Attribute result,
                                        mlir::Location loc) const = 0;
};

} // namespace tkc::tk

#endif // TKC_DIALECT_TK_IR_TKINTERFACES_H
