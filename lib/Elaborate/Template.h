// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The structure of a value apart from its SSA values: tuples and aggregates are taken apart into leaves, which control
// flow carries, and put together again from what it gives.
#ifndef TKC_LIB_ELABORATE_TEMPLATE_H
#define TKC_LIB_ELABORATE_TEMPLATE_H

#include "tkc/Elaborate/TypedValue.h"
#include "tkc/Evaluate/Payload.h"

#include <memory>
#include <optional>

namespace tkc::elaborate {

/// A place that gets its value at run time. Each path brings a run-time value of the leaf's type, a number to be
/// converted to it, or nothing when the value is never read there.
struct Leaf {
  /// A run-time object of the wanted type; only its type counts.
  Object typed;
  std::optional<Object> first, second;
};

/// The way back from leaves to a value.
class Template {
public:
  /// The value that has `leaves` (one object a leaf, in the order of creation) in the open places.
  Object fill(llvm::ArrayRef<Object> leaves) const;

private:
  friend class Unifier;
  enum class Kind : uint8_t { Fixed, Leaf, Tuple, List, Instance };

  Kind kind = Kind::Fixed;
  Object fixed;    // the value itself, or what it is like
  size_t leaf = 0; // of a Leaf
  std::vector<Template> parts;
};

/// Takes pairs of values apart.
class Unifier {
public:
  /// What happens to a compile-time value that one path changes.
  enum class Mode : uint8_t {
    Branches, // numbers become run-time values
    Loop,     // it must stay the same; all run-time values become leaves, also those that don't change
  };

  explicit Unifier(Mode mode) : mode(mode) {}

  /// The template that fits both values, or nothing when they have no common type. A value that is absent stands for
  /// a path that never reads it.
  std::optional<Template> unify(const std::optional<Object> &first, const std::optional<Object> &second);
  const std::vector<Leaf> &leaves() const { return collected; }
  /// Gives up the leaves from `count` on.
  void truncate(size_t count) { collected.resize(count); }

private:
  std::optional<Template> unifyOne(const Object &only, bool isFirst);
  std::optional<Template> unifyBoth(const Object &first, const Object &second);
  std::optional<Template> unifyScalars(const Object &first, const Object &second);
  std::optional<Template> unifyParts(const Object &like, Template::Kind kind, llvm::ArrayRef<Object> first,
                                     llvm::ArrayRef<Object> second);
  Template addLeaf(Object typed, std::optional<Object> first, std::optional<Object> second);

  Mode mode;
  std::vector<Leaf> collected;
};

/// The parts of a tuple, list, or instance of a class; nothing for other values.
std::optional<std::vector<Object>> partsOf(const Object &object);

/// True if the number may become a value of the type without changing its kind: an int an integer or float, a float a
/// float, a bool any of them.
bool canConvertNumber(const Object &number, const DType &type);

/// The type that a number gets when nothing else decides.
std::optional<DType> defaultTypeOf(const Object &number);

} // namespace tkc::elaborate

#endif // TKC_LIB_ELABORATE_TEMPLATE_H
