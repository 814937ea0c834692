// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The unknown types of a kernel: one variable a parameter, and one for what a pointer points to.
#ifndef TKC_LIB_GUESS_VARIABLES_H
#define TKC_LIB_GUESS_VARIABLES_H

#include "tkc/AST/Expr.h"
#include "tkc/Evaluate/Object.h"

#include <deque>
#include <optional>

namespace tkc::guess {

using evaluate::DType;
using evaluate::DTypeKind;
using evaluate::Object;

using Variable = uint32_t;

/// What one use says of a value.
enum class Use : uint32_t {
  Pointer = 1 << 0,    // read from, written to
  Number = 1 << 1,     // in arithmetic that pointers don't have
  Integer = 1 << 2,    // an offset, a bound, an operand of bit operators
  Float = 1 << 3,      // an argument of a math function
  Single = 1 << 4,     // meets a 32-bit float where the types must agree
  Mask = 1 << 5,       // chooses elements
  Tested = 1 << 6,     // its truth is asked
  NoneTested = 1 << 7, // compared with None
  Shape = 1 << 8,      // the size of a block
  Unrolled = 1 << 9,   // how often a loop is repeated at compile time
  Type = 1 << 10,      // a data type
  Descriptor = 1 << 11,
  Called = 1 << 12,
  Address = 1 << 13,       // an integer that becomes a pointer
  StoredInteger = 1 << 14, // integers are written to it
  Byte = 1 << 15,          // eight bits of something
  Element = 1 << 16,       // it lies in memory
  Accumulator = 1 << 17,   // the type of a block that starts empty
  Operand = 1 << 18,       // in a dot
};

/// A constant that a value is compared with.
struct ComparedWith {
  ast::CompareOp op;
  Object value;
};

/// All that is known of one variable.
struct Evidence {
  uint32_t uses = 0;
  std::vector<ComparedWith> compared;
  /// Types that its own type is compared with.
  std::vector<DType> types;
  /// Of a value whose bits are taken as another type.
  unsigned bitWidth = 0;
  size_t descriptorRank = 0;
  /// Of a descriptor: the variables of the offsets, a list a dimension.
  std::vector<std::vector<Variable>> offsets;
  /// The default of a parameter.
  std::optional<Object> given;
  /// What the argument of an option could be.
  std::optional<Object> option;
  std::vector<Variable> items; // of a tuple
  std::optional<Variable> pointee;

  bool has(Use use) const { return uses & uint32_t(use); }
};

/// Variables with union-find.
class Variables {
public:
  Variable add();
  Variable find(Variable variable) const;
  Evidence &of(Variable variable) { return evidence[find(variable)]; }
  const Evidence &of(Variable variable) const { return evidence[find(variable)]; }
  void note(Variable variable, Use use) { of(variable).uses |= uint32_t(use); }
  bool has(Variable variable, Use use) const { return of(variable).has(use); }
  void addComparison(Variable variable, ast::CompareOp op, const Object &value);
  /// What the variable points to.
  Variable pointee(Variable pointer);
  /// The item of a tuple.
  Variable item(Variable tuple, size_t index);
  /// Makes two variables one.
  void unify(Variable a, Variable b);

private:
  std::deque<Evidence> evidence;
  mutable std::vector<Variable> parents;
};

} // namespace tkc::guess

#endif // TKC_LIB_GUESS_VARIABLES_H
