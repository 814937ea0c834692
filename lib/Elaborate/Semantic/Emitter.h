// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What all typing rules share: the place to emit to, types, constants, and how numbers become values.
#ifndef TKC_LIB_ELABORATE_SEMANTIC_EMITTER_H
#define TKC_LIB_ELABORATE_SEMANTIC_EMITTER_H

#include "tkc/Elaborate/Semantic/Semantic.h"

namespace tkc::elaborate {

using mlir::FailureOr;
using Typed = FailureOr<TypedValue>;
using Result = FailureOr<Object>;
using Shape = llvm::ArrayRef<int64_t>;

/// Makes ops at the current place and reports diagnostics about it.
class Emitter {
public:
  Emitter(mlir::OpBuilder &builder, DiagnosticEngine &diagnostics, TargetFacts target)
      : builder(builder), diagnostics(diagnostics), target(target),
        location(mlir::UnknownLoc::get(builder.getContext())) {}

  mlir::OpBuilder &builder;
  DiagnosticEngine &diagnostics;
  TargetFacts target;
  SourceRange range;
  mlir::Location location;
  CallFunction callFunction;

  /// Calls a function of single elements, at the end of the region that it fills. It becomes code of one thread: one
  /// that works on blocks is refused.
  mlir::FailureOr<llvm::SmallVector<Object>> callElementFunction(const Object &function,
                                                                 llvm::ArrayRef<Object> elements);

  DiagnosticBuilder report(DiagnosticKind kind) { return diagnostics.report(kind, range); }

  template <typename Op, typename... Args>
  Op create(Args &&...args) {
    return Op::create(builder, location, std::forward<Args>(args)...);
  }
  /// Makes an op with one result.
  template <typename Op, typename... Args>
  mlir::Value make(Args &&...args) {
    return create<Op>(std::forward<Args>(args)...)->getResult(0);
  }

  /// The MLIR type of one element, or null after a report.
  mlir::Type elementType(const DType &type);
  /// Of a scalar for an empty shape, else of a block.
  mlir::Type typeOf(const DType &type, Shape shape);
  /// True if the target computes with the type.
  bool isSupported(const DType &type) const;

  /// A constant in each place of `shape`; `type` is a supported integer or float.
  TypedValue constant(const DType &type, const llvm::APInt &value, Shape shape = {});
  TypedValue constant(const DType &type, double value, Shape shape = {});
  TypedValue intConstant(const DType &type, int64_t value, Shape shape = {});
  /// A compile-time number as a value of the type, as `toTyped` and a cast would give it.
  Typed numberAs(const Object &number, const DType &type, Shape shape = {});

  /// The run-time value of an object; numbers get their own type.
  Typed toTyped(const Object &object);
  /// The type that a number gets when nothing else decides.
  FailureOr<DType> numberType(const Object &number);
};

/// "fp32, fp64" for messages.
std::string typeList(llvm::ArrayRef<DTypeKind> kinds);
/// A number as the source might spell it.
std::string numberText(const Object &number);
/// The signed or unsigned integer type of a width.
DType intType(unsigned bitWidth, bool isSigned);
/// The least and the greatest value of an integer type.
evaluate::Integer minOf(const DType &type);
evaluate::Integer maxOf(const DType &type);

} // namespace tkc::elaborate

#endif // TKC_LIB_ELABORATE_SEMANTIC_EMITTER_H
