// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Python's operators on compile-time values. An operation that Python would refuse gives an Unknown with the name of
// the exception and its text as the reason. Values whose classes define operators are ExpressionEvaluator's business.
#ifndef TKC_EVALUATE_OPERATIONS_H
#define TKC_EVALUATE_OPERATIONS_H

#include "tkc/AST/Expr.h"
#include "tkc/Evaluate/Payload.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace tkc::evaluate {

/// Longer sequences and larger numbers than these are refused, so that no program eats the machine.
constexpr int64_t maximalSequenceLength = 1 << 22;
/// What comes out for a string that is longer.
Object tooLongText(SourceRange range);

/// The place of the first `wanted` from `begin` on, in a time that grows with the length of the text; npos where there
/// is none.
size_t findText(const std::string &text, const std::string &wanted, size_t begin);
constexpr int64_t maximalIntegerBits = 1 << 16;

/// The truth value; nothing for values that have none at compile time (unknown and opaque ones).
std::optional<bool> truthOf(const Object &object);
/// `==` of values; nothing where opaque or unknown ones decide that are not the same.
std::optional<bool> compareEqual(const Object &a, const Object &b);
/// True if the values are known to be equal.
bool areEqual(const Object &a, const Object &b);
/// The result of a comparison that is not known at compile time.
Object undecidedEquality(SourceRange range);
/// Equal values have equal hashes. Also works for unhashable values, so check `isHashable` where it matters.
size_t hashOf(const Object &object);
bool isHashable(const Object &object);
/// The TypeError of a value that can't be a key.
Object unhashable(const Object &value, SourceRange range);
std::optional<int64_t> lengthOf(const Object &object);
/// The items that a loop over the value meets; nothing when it can't be iterated or is too long.
std::optional<std::vector<Object>> iterate(const Object &object);

/// Values nest: comparisons, hashes and deep copies look at all that is inside. They note how many pieces that is, of
/// texts some bytes each, and the evaluator of the thread takes steps for them.
void noteLooks(uint64_t pieces);
/// The number noted on this thread since the last call.
uint64_t takeLooks();

/// Equal to `value`; a deep copy shares no list, dict or instance with it.
Object copyOf(const Object &value, bool isDeep);

/// What a program says in an exception or an assertion is cut there.
constexpr size_t longestMessage = 4000;

std::string repr(const Object &object);
std::string str(const Object &object);
/// `repr(object)` or `str(object)` for a message: of a long one the first bytes, about `limit`, and dots.
std::string brief(const Object &object, bool isRepr = true, size_t limit = 200);
/// What names an entry where names are expected: a string itself, of other values their text for messages.
std::string nameText(const Object &name);
/// `repr(value)` or `str(value)` as a value; an Unknown for numbers and containers whose text is too long.
Object makeText(const Object &value, bool isRepr, SourceRange range);
/// `format(value, spec)`; an Unknown for a specification that the value doesn't understand.
Object format(const Object &value, std::string_view spec, SourceRange range = {});
/// Python's `repr` of a float: the shortest digits that read back as the same number.
std::string floatText(double value);

Object unaryOperation(ast::UnaryOp op, const Object &operand, SourceRange range = {});
Object binaryOperation(ast::BinaryOp op, const Object &left, const Object &right, SourceRange range = {});
/// Also `is`, `in` and their negations.
Object compareOperation(ast::CompareOp op, const Object &left, const Object &right, SourceRange range = {});
/// `object[index]`; the index may be a slice.
Object subscript(const Object &object, const Object &index, SourceRange range = {});
/// `object[index] = value` of a list or dict; an Unknown when that is not possible, else None.
Object assignSubscript(const Object &object, const Object &index, Object value, SourceRange range = {});
/// The positions that a slice picks from a sequence of that length; nothing when the slice is not made of ints.
std::optional<std::vector<int64_t>> slicePositions(const SliceObject &slice, int64_t length);
/// What makes the text of a value: `repr(value)` or `str(value)`.
using TextFunction = llvm::function_ref<Object(const Object &value, bool isRepr)>;
/// `text % arguments`
Object percentFormat(const std::string &text, const Object &arguments, TextFunction textOf, SourceRange range = {});

} // namespace tkc::evaluate

#endif // TKC_EVALUATE_OPERATIONS_H
