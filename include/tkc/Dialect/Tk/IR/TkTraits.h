// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Traits of ops whose blocks share one encoding.
#ifndef TKC_DIALECT_TK_IR_TKTRAITS_H
#define TKC_DIALECT_TK_IR_TKTRAITS_H

#include "mlir/IR/OpDefinition.h"

namespace tkc::tk {

namespace detail {
/// Succeeds if all blocks among the operands, and among the results when `withResults`, have one encoding.
mlir::LogicalResult verifySameEncoding(mlir::Operation *op, bool withResults);
} // namespace detail

/// All blocks among the operands have one encoding.
template <typename ConcreteType>
class SameOperandsEncoding : public mlir::OpTrait::TraitBase<ConcreteType, SameOperandsEncoding> {
public:
  static mlir::LogicalResult verifyTrait(mlir::Operation *op) { return detail::verifySameEncoding(op, false); }
};

/// All blocks among the operands and results have one encoding.
template <typename ConcreteType>
class SameOperandsAndResultEncoding : public mlir::OpTrait::TraitBase<ConcreteType, SameOperandsAndResultEncoding> {
public:
  static mlir::LogicalResult verifyTrait(mlir::Operation *op) { return detail::verifySameEncoding(op, true); }
};

} // namespace tkc::tk

#endif // TKC_DIALECT_TK_IR_TKTRAITS_H
