// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a walk over a kernel's code finds out of its values, and what follows from it.
#ifndef TKC_LIB_GUESS_USEFACTS_H
#define TKC_LIB_GUESS_USEFACTS_H

#include "Variables.h"

namespace tkc::guess {

/// A value of the kernel's code, as far as types matter.
struct UseValue {
  enum class Kind : uint8_t { Any, Integer, Boolean, Float, Single };

  Kind kind = Kind::Any;
  /// A list for each path on which the value may come about: at most one of a list is a pointer, likeliest first, and
  /// the value is that pointer with an offset.
  std::vector<std::vector<Variable>> bases;
  /// All of which it is computed as a number, the bases too.
  std::vector<Variable> parts;
  /// It is the variable's value, unchanged.
  std::optional<Variable> exact;
  /// It is `shift + variable` or `shift - variable`.
  struct Shifted {
    Variable variable;
    int64_t shift;
    bool isNegated;
  };
  std::optional<Shifted> shifted;
  /// It certainly points somewhere: block pointers, descriptors, casts to pointers.
  std::optional<Variable> pointee;
  /// It is the type of the value that the rest describes.
  bool isType = false;
  /// The operands of a dot.
  std::vector<Variable> dotOperands;
  std::optional<Object> known;
  std::vector<UseValue> items; // of a tuple
  bool isTuple = false;
  /// A method of `items[0]`.
  std::string method;

  static UseValue ofKind(Kind kind);
  static UseValue ofObject(const Object &object);
  static UseValue ofVariable(Variable variable);
  static UseValue ofTuple(std::vector<UseValue> items);
  bool isMethod() const { return !method.empty(); }
  bool isFloat() const { return kind == Kind::Float || kind == Kind::Single; }
};

/// One of two values, as a branch gives it.
UseValue join(const UseValue &a, const UseValue &b);
/// The union of two lists, without repetitions.
void merge(std::vector<Variable> &into, const std::vector<Variable> &from);
void mergePaths(std::vector<std::vector<Variable>> &into, const std::vector<std::vector<Variable>> &from);

/// The facts of a walk.
class UseFacts {
public:
  Variables variables;

  /// The value is an integer.
  void noteInteger(const UseValue &value);
  void noteNumber(const UseValue &value);
  void noteExact(const UseValue &value, Use use);
  /// The value is used as an address; gives what it points to.
  Variable dereference(const UseValue &value);
  /// The two meet in arithmetic or a comparison: if one is a float, so is the other.
  void mix(const UseValue &a, const UseValue &b);
  /// The two must have one type.
  void equate(const UseValue &a, const UseValue &b);

  /// Draws the conclusions, when all facts are there.
  void solve();

private:
  struct Dereference {
    std::vector<Variable> bases, parts;
    Variable pointee;
  };
  struct Pair {
    UseValue a, b;
  };

  std::vector<Variable> candidates(const Dereference &use) const;
  bool decide(Dereference &use, bool isForced);
  bool seemsFloat(const UseValue &value) const;
  void spreadFloats();
  void spreadSingles();

  std::vector<Dereference> dereferences;
  std::vector<Pair> mixed, equated;
};

} // namespace tkc::guess

#endif // TKC_LIB_GUESS_USEFACTS_H
