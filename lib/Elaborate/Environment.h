// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the names of one function are bound to at one point of its elaboration, and how control may have left it before.
#ifndef TKC_LIB_ELABORATE_ENVIRONMENT_H
#define TKC_LIB_ELABORATE_ENVIRONMENT_H

#include "tkc/Elaborate/TypedValue.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringRef.h"

#include <optional>

namespace tkc::elaborate {

/// Whether something has happened on the way to a point: known at compile time, or an i1.
struct Flag {
  enum class Kind : uint8_t { No, Yes, Maybe };

  Kind kind = Kind::No;
  /// Of a Maybe; null when nobody needs to know.
  mlir::Value value;

  static Flag no() { return {}; }
  static Flag yes() { return {Kind::Yes, {}}; }
  static Flag maybe(mlir::Value value) { return {Kind::Maybe, value}; }
  bool isNo() const { return kind == Kind::No; }
  bool isYes() const { return kind == Kind::Yes; }
  bool isMaybe() const { return kind == Kind::Maybe; }
};

/// The binding of one name.
struct Binding {
  enum class State : uint8_t {
    Bound,
    Partial,  // only some paths to here bind it
    Conflict, // the paths to here bind it to values that have no common type
  };

  State state = State::Bound;
  Object value;
  /// The name as the last assignment has it.
  SourceRange definition;
  /// Of a Partial the statement that may leave it unbound, of a Conflict the other definition.
  SourceRange other;
  /// Of a Conflict the two types.
  std::string firstType, secondType;
  /// Declared `tl.constexpr`: it stays a compile-time value.
  bool isConstexpr = false;

  bool isBound() const { return state == State::Bound; }
  /// The binding behind the statement at `place`, some paths through which don't bind the name.
  Binding partialBehind(SourceRange place) const;
  /// The binding where `first` and `second` meet, whose values have no common type.
  static Binding conflict(const Binding &first, const Binding &second);
};

struct Environment {
  llvm::MapVector<llvm::StringRef, Binding> names;
  /// Control reaches this point.
  Flag live = Flag::yes();
  /// Control has left the innermost loop by `break`.
  Flag broke;
  /// Control has left the function by `return`.
  Flag returned;
  /// Some path has left the present iteration by `continue`.
  bool mayContinue = false;
  /// What the paths return that have returned.
  std::optional<Object> returnValue;
  SourceRange returnRange;

  const Binding *find(llvm::StringRef name) const;
  void bind(llvm::StringRef name, Object value, SourceRange definition);
  /// The state at the start of a region that runs only when control is live.
  Environment entered() const;
};

/// Stands for the value of something that was reported as an error; using it is no error again.
Object poison();
bool isPoison(const Object &object);
/// True if both are the same compile-time value or consist of the same SSA values.
bool isIdentical(const Object &a, const Object &b);

} // namespace tkc::elaborate

#endif // TKC_LIB_ELABORATE_ENVIRONMENT_H
