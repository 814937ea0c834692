// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The typing rules of the language: what its operators, functions, methods and attributes mean on run-time values.
#ifndef TKC_ELABORATE_SEMANTIC_SEMANTIC_H
#define TKC_ELABORATE_SEMANTIC_SEMANTIC_H

#include "tkc/AST/Expr.h"
#include "tkc/Diagnostics/Diagnostics.h"
#include "tkc/Dialect/Tk/IR/Tk.h"
#include "tkc/Elaborate/TypedValue.h"
#include "tkc/Evaluate/Payload.h"

#include "mlir/IR/Builders.h"

#include <functional>

namespace tkc::elaborate {

/// What the typing rules need to know of the target and the options.
struct TargetFacts {
  /// 90 for sm_90.
  unsigned computeCapability = 90;
  unsigned numWarps = 4;
  /// How f32 operands of `tl.dot` are rounded when the call does not say (TRITON_F32_DEFAULT).
  tk::InputPrecision defaultPrecision = tk::InputPrecision::TF32;
  int64_t maxBlockElements = 1048576;
  /// What layouts can describe.
  unsigned maxBlockRank = 8;
  /// Asserts that `+ - *` of integers below 64 bits do not overflow.
  bool checksOverflow = false;
};

/// Elaborates the call of a function of the kernel's language at the current insertion point and gives its results.
/// Used for the combine functions of reductions and scans.
using CallFunction =
    std::function<mlir::FailureOr<llvm::SmallVector<Object>>(const Object &function, llvm::ArrayRef<Object> arguments)>;

class Emitter;

/// Emits the ops of one operator, call or attribute at the builder's insertion point.
///
/// Operands may be run-time objects (TypedValue.h) and compile-time numbers; the latter are weak, they take the type of
/// the other operand. Each method that fails has reported why.
class Semantic {
public:
  Semantic(mlir::OpBuilder &builder, DiagnosticEngine &diagnostics, TargetFacts target = {});
  ~Semantic();

  /// The place that the next calls are about: of diagnostics, and of the ops that they make.
  void setPlace(SourceRange range, mlir::Location location);
  void setCallFunction(CallFunction callFunction);

  /// The MLIR type of a scalar, pointer or block; reports a type that the target does not have.
  mlir::FailureOr<mlir::Type> convertType(const DType &type);
  /// Reports a descriptor type with blocks that the hardware does not take.
  mlir::LogicalResult checkDescriptor(const DType &type);
  /// Makes a run-time value of a compile-time number or dtype-less scalar: bool → int1, int → the first of int32,
  /// uint32, int64, uint64 that holds it, float → float32, or float64 outside of float32's range. Run-time values stay
  /// as they are.
  mlir::FailureOr<Object> toTensor(const Object &value);
  mlir::FailureOr<Object> cast(const Object &value, const DType &type, bool bitcast = false);

  mlir::FailureOr<Object> binary(ast::BinaryOp op, const Object &left, const Object &right);
  mlir::FailureOr<Object> unary(ast::UnaryOp op, const Object &operand);
  /// One of `== != < <= > >=`.
  mlir::FailureOr<Object> compare(ast::CompareOp op, const Object &left, const Object &right);
  /// `and`, `or` of run-time operands; both are evaluated.
  mlir::FailureOr<Object> logical(bool isAnd, const Object &left, const Object &right);
  /// Elementwise choice, as `tl.where`.
  mlir::FailureOr<Object> select(const Object &condition, const Object &whenTrue, const Object &whenFalse);
  /// The i1 that an `if` or `while` tests: a scalar, or the only element of a block, compared with zero.
  mlir::FailureOr<mlir::Value> condition(const Object &value);

  /// `value[index]`; a tuple stands for several indices.
  mlir::FailureOr<Object> subscript(const Object &value, const Object &index);
  bool hasAttribute(const Object &value, std::string_view name) const;
  /// `value.name` of a run-time value; methods are bound methods of builtins.
  mlir::FailureOr<Object> attribute(const Object &value, std::string_view name);

  /// True for the functions of `tl`, `tl.math`, `tl.extra.cuda` and libdevice that are defined here. Names are as
  /// builtins have them ("tl.load", "tl.math.exp", "libdevice.tanh"); functions of Stdlib and those that are part of
  /// elaboration
  /// (`static_assert`, `range`) are not among them.
  bool hasBuiltin(std::string_view name) const;
  mlir::FailureOr<Object> callBuiltin(std::string_view name, llvm::ArrayRef<Object> positional,
                                      llvm::ArrayRef<evaluate::NamedObject> keywords);

  /// True if one value may take the other's place in control flow: run-time values of one type, equal compile-time
  /// values, and tuples of such.
  static bool isSameType(const Object &a, const Object &b);

private:
  std::unique_ptr<Emitter> emitter;
};

} // namespace tkc::elaborate

#endif // TKC_ELABORATE_SEMANTIC_SEMANTIC_H
