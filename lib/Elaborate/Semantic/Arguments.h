// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The arguments of a call of a builtin, bound to its parameters, and read as what the builtin needs.
#ifndef TKC_LIB_ELABORATE_SEMANTIC_ARGUMENTS_H
#define TKC_LIB_ELABORATE_SEMANTIC_ARGUMENTS_H

#include "Emitter.h"

namespace tkc::elaborate {

/// Every reader reports what was found and what is needed when the argument does not fit.
class Arguments {
public:
  /// Binds to a signature like "x, mask=None, *dims"; a parameter is a name, `name=default` or `*name`. Defaults are
  /// None, True, False, an integer or a quoted string.
  static FailureOr<Arguments> bind(Emitter &emitter, std::string_view function, std::string_view signature,
                                   llvm::ArrayRef<Object> positional, llvm::ArrayRef<evaluate::NamedObject> keywords);

  const Object &get(std::string_view parameter) const;
  bool isNone(std::string_view parameter) const { return get(parameter).isNone(); }
  std::string_view function() const { return functionName; }

  /// A run-time value; numbers get their own type.
  Typed value(std::string_view parameter);
  /// A run-time value that is not None; nothing for None.
  FailureOr<std::optional<TypedValue>> optionalValue(std::string_view parameter);
  FailureOr<int64_t> integer(std::string_view parameter);
  FailureOr<bool> boolean(std::string_view parameter);
  /// Empty for None.
  FailureOr<std::string> string(std::string_view parameter);
  FailureOr<DType> dtype(std::string_view parameter);
  /// A compile-time integer, or a tuple or list of them; also for the rest parameter, whose items may be one sequence.
  FailureOr<llvm::SmallVector<int64_t>> integers(std::string_view parameter);
  /// The items of a tuple or list, of the rest parameter, or the one object.
  llvm::ArrayRef<Object> items(std::string_view parameter) const;
  /// A dimension index that may be negative, in 0 … rank-1.
  FailureOr<unsigned> axis(std::string_view parameter, unsigned rank);
  /// The positive, power-of-two sizes of a block.
  FailureOr<llvm::SmallVector<int64_t>> blockShape(std::string_view parameter);

  mlir::LogicalResult wrongKind(std::string_view parameter, std::string_view needed);
  mlir::LogicalResult unknownOption(std::string_view parameter, std::string_view found, std::string_view known);

private:
  Arguments(Emitter &emitter, std::string_view function) : emitter(&emitter), functionName(function) {}

  mlir::LogicalResult bindPositional(llvm::ArrayRef<Object> positional);
  mlir::LogicalResult bindKeywords(llvm::ArrayRef<evaluate::NamedObject> keywords);
  mlir::LogicalResult fillDefaults();

  struct Slot {
    std::string_view name;
    std::optional<Object> fallback;
    bool isRest = false;
    std::optional<Object> value;
  };
  Slot *find(std::string_view parameter);

  Emitter *emitter;
  std::string functionName;
  llvm::SmallVector<Slot> slots;
};

/// Checks the sizes of a block; reports the first that is not a positive power of two, and too many elements.
mlir::LogicalResult checkBlockShape(Emitter &emitter, Shape shape);
/// Refuses blocks of too many elements or dimensions.
mlir::LogicalResult checkBlockSize(Emitter &emitter, Shape shape);
/// Refuses blocks of too many dimensions.
mlir::LogicalResult checkBlockRank(Emitter &emitter, size_t rank);
/// The index 0 … rank-1 of a dimension that may be counted from the end.
FailureOr<unsigned> normaliseAxis(Emitter &emitter, int64_t axis, unsigned rank);

} // namespace tkc::elaborate

#endif // TKC_LIB_ELABORATE_SEMANTIC_ARGUMENTS_H
