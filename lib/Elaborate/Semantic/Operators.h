// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Python's operators on run-time values.
#ifndef TKC_LIB_ELABORATE_SEMANTIC_OPERATORS_H
#define TKC_LIB_ELABORATE_SEMANTIC_OPERATORS_H

#include "Emitter.h"

namespace tkc::elaborate {

/// `+ - * / // % << >> & | ^` of operands of one type and shape that the operator takes.
TypedValue arithmetic(Emitter &emitter, ast::BinaryOp op, const TypedValue &left, const TypedValue &right);
/// `== != < <= > >=` of operands of one type and shape, as int1.
TypedValue comparison(Emitter &emitter, ast::CompareOp op, const TypedValue &left, const TypedValue &right);
/// The block of `whenTrue` where `condition` is true; all of one shape, the latter two of one type.
TypedValue choose(Emitter &emitter, const TypedValue &condition, const TypedValue &whenTrue,
                  const TypedValue &whenFalse);
TypedValue logicalNot(Emitter &emitter, const TypedValue &boolean);
/// The pointer moved by a number of elements; shapes broadcast.
Typed addToPointer(Emitter &emitter, const TypedValue &pointer, const TypedValue &offset);

Result binaryOperator(Emitter &emitter, ast::BinaryOp op, const Object &left, const Object &right);
Result unaryOperator(Emitter &emitter, ast::UnaryOp op, const Object &operand);
Result compareOperator(Emitter &emitter, ast::CompareOp op, const Object &left, const Object &right);
Result logicalOperator(Emitter &emitter, bool isAnd, const Object &left, const Object &right);
Result selectOperator(Emitter &emitter, const Object &condition, const Object &whenTrue, const Object &whenFalse);
/// `base ** exponent`
Result powerOperator(Emitter &emitter, const Object &base, const Object &exponent);

} // namespace tkc::elaborate

#endif // TKC_LIB_ELABORATE_SEMANTIC_OPERATORS_H
