// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arithmetic, comparison and logic: which op stands for which operator on which type.
#include "Operators.h"

#include "llvm/Support/SaveAndRestore.h"

#include "Broadcast.h"
#include "Casts.h"
#include "DebugCalls.h"
#include "Families.h"

using namespace mlir;
using namespace tkc;

namespace tkc::elaborate {

using ast::BinaryOp;
using ast::CompareOp;
using ast::UnaryOp;

static LogicalResult rejectOperand(Emitter &emitter, std::string_view op, const DType &type, std::string_view needed,
                                   std::string hint = {}) {
  DiagnosticBuilder report = emitter.report(DiagnosticKind::OperandNotSupported);
  report << op << type.name() << needed;
  if (!hint.empty()) {
    report.hint(std::move(hint));
  }
  return failure();
}

static Value floatArithmetic(Emitter &emitter, BinaryOp op, Value left, Value right) {
  switch (op) {
  case BinaryOp::Add:
    return emitter.make<arith::AddFOp>(left, right);
  case BinaryOp::Sub:
    return emitter.make<arith::SubFOp>(left, right);
  case BinaryOp::Mul:
    return emitter.make<arith::MulFOp>(left, right);
  case BinaryOp::Div:
    return emitter.make<arith::DivFOp>(left, right);
  default:
    assert(op == BinaryOp::Mod && "floats have no other operators");
    return emitter.make<arith::RemFOp>(left, right);
  }
}

static Value divideIntegers(Emitter &emitter, BinaryOp op, bool isSigned, Value left, Value right) {
  if (op == BinaryOp::FloorDiv) {
    return isSigned ? emitter.make<arith::DivSIOp>(left, right) : emitter.make<arith::DivUIOp>(left, right);
  }
  return isSigned ? emitter.make<arith::RemSIOp>(left, right) : emitter.make<arith::RemUIOp>(left, right);
}

static Value integerArithmetic(Emitter &emitter, BinaryOp op, bool isSigned, Value left, Value right) {
  switch (op) {
  case BinaryOp::Add:
    return emitter.make<arith::AddIOp>(left, right);
  case BinaryOp::Sub:
    return emitter.make<arith::SubIOp>(left, right);
  case BinaryOp::Mul:
    return emitter.make<arith::MulIOp>(left, right);
  case BinaryOp::LShift:
    return emitter.make<arith::ShLIOp>(left, right);
  case BinaryOp::RShift:
    return isSigned ? emitter.make<arith::ShRSIOp>(left, right) : emitter.make<arith::ShRUIOp>(left, right);
  case BinaryOp::BitOr:
    return emitter.make<arith::OrIOp>(left, right);
  case BinaryOp::BitXor:
    return emitter.make<arith::XOrIOp>(left, right);
  case BinaryOp::BitAnd:
    return emitter.make<arith::AndIOp>(left, right);
  default:
    return divideIntegers(emitter, op, isSigned, left, right);
  }
}

TypedValue arithmetic(Emitter &emitter, BinaryOp op, const TypedValue &left, const TypedValue &right) {
  const DType &type = left.dtype;
  if (type.isFp8()) { // no target computes in fp8
    TypedValue wideLeft = *castTo(emitter, left, DTypeKind::Float32);
    TypedValue wideRight = *castTo(emitter, right, DTypeKind::Float32);
    return *castTo(emitter, arithmetic(emitter, op, wideLeft, wideRight), type);
  }
  if (type.isFloat()) {
    return {floatArithmetic(emitter, op, left.value, right.value), type};
  }
  return {integerArithmetic(emitter, op, type.isSignedInteger(), left.value, right.value), type};
}

static arith::CmpFPredicate floatPredicate(CompareOp op) {
  switch (op) {
  case CompareOp::Eq:
    return arith::CmpFPredicate::OEQ;
  case CompareOp::NotEq:
    return arith::CmpFPredicate::UNE;
  case CompareOp::Lt:
    return arith::CmpFPredicate::OLT;
  case CompareOp::LtE:
    return arith::CmpFPredicate::OLE;
  case CompareOp::Gt:
    return arith::CmpFPredicate::OGT;
  default:
    return arith::CmpFPredicate::OGE;
  }
}

static arith::CmpIPredicate integerPredicate(CompareOp op, bool isSigned) {
  switch (op) {
  case CompareOp::Eq:
    return arith::CmpIPredicate::eq;
  case CompareOp::NotEq:
    return arith::CmpIPredicate::ne;
  case CompareOp::Lt:
    return isSigned ? arith::CmpIPredicate::slt : arith::CmpIPredicate::ult;
  case CompareOp::LtE:
    return isSigned ? arith::CmpIPredicate::sle : arith::CmpIPredicate::ule;
  case CompareOp::Gt:
    return isSigned ? arith::CmpIPredicate::sgt : arith::CmpIPredicate::ugt;
  default:
    return isSigned ? arith::CmpIPredicate::sge : arith::CmpIPredicate::uge;
  }
}

TypedValue comparison(Emitter &emitter, CompareOp op, const TypedValue &left, const TypedValue &right) {
  DType boolean = DTypeKind::Int1;
  if (left.dtype.isFp8()) {
    return comparison(emitter, op, *castTo(emitter, left, DTypeKind::Float32),
                      *castTo(emitter, right, DTypeKind::Float32));
  }
  if (left.dtype.isFloat()) {
    return {emitter.make<arith::CmpFOp>(floatPredicate(op), left.value, right.value), boolean};
  }
  arith::CmpIPredicate predicate = integerPredicate(op, left.dtype.isSignedInteger());
  return {emitter.make<arith::CmpIOp>(predicate, left.value, right.value), boolean};
}

TypedValue choose(Emitter &emitter, const TypedValue &condition, const TypedValue &whenTrue,
                  const TypedValue &whenFalse) {
  return {emitter.make<arith::SelectOp>(condition.value, whenTrue.value, whenFalse.value), whenTrue.dtype};
}

TypedValue logicalNot(Emitter &emitter, const TypedValue &boolean) {
  return arithmetic(emitter, BinaryOp::BitXor, boolean, emitter.intConstant(boolean.dtype, 1, boolean.shape()));
}

Typed addToPointer(Emitter &emitter, const TypedValue &pointer, const TypedValue &offset) {
  TypedValue operands[] = {pointer, offset};
  bool isShortUnsigned = offset.dtype.isUnsignedInteger() && offset.dtype.bitWidth() < 64;
  if (isShortUnsigned) { // the op extends by sign
    operands[1] = *castTo(emitter, offset, DTypeKind::Int64);
  }
  if (failed(broadcastTogether(emitter, operands))) {
    return failure();
  }
  return TypedValue{emitter.make<tk::AddPtrOp>(operands[0].value, operands[1].value), pointer.dtype};
}

/// `pointer + integer`, `integer + pointer`, `pointer - integer`.
static Result pointerOperator(Emitter &emitter, BinaryOp op, const Object &left, const Object &right) {
  Typed leftValue = emitter.toTyped(left), rightValue = emitter.toTyped(right);
  if (failed(leftValue) || failed(rightValue)) {
    return failure();
  }
  bool isLeftPointer = leftValue->dtype.isPointer();
  const TypedValue &pointer = isLeftPointer ? *leftValue : *rightValue;
  TypedValue offset = isLeftPointer ? *rightValue : *leftValue;
  bool isAllowed = op == BinaryOp::Add || (op == BinaryOp::Sub && isLeftPointer);
  if (!isAllowed || !offset.dtype.isInteger()) {
    emitter.report(DiagnosticKind::PointerOperatorNotSupported)
            .hint(op == BinaryOp::Sub && offset.dtype.isPointer()
                      ? "cast both pointers to int64 to subtract them"
                      : "a pointer takes `+` and `-` with an integer; cast it to int64 for other operators")
        << spelling(op) << leftValue->dtype.name() << rightValue->dtype.name();
    return failure();
  }
  if (op == BinaryOp::Sub) {
    if (offset.dtype.isUnsignedInteger()) {
      offset = *castTo(emitter, offset, DTypeKind::Int64);
    }
    offset = arithmetic(emitter, op, emitter.intConstant(offset.dtype, 0, offset.shape()), offset);
  }
  Typed result = addToPointer(emitter, pointer, offset);
  return failed(result) ? Result(failure()) : makeObject(*result);
}

static bool isPointer(const Object &object) {
  const TypedValue *value = asTyped(object);
  return value && value->dtype.isPointer();
}

/// Checks that the operator takes operands of the promoted type.
static LogicalResult checkOperands(Emitter &emitter, BinaryOp op, const DType &type) {
  bool needsIntegers =
      op != BinaryOp::Add && op != BinaryOp::Sub && op != BinaryOp::Mul && op != BinaryOp::Div && op != BinaryOp::Mod;
  if (needsIntegers && !type.isInteger()) {
    return rejectOperand(emitter, spelling(op), type, "integers",
                         op == BinaryOp::FloorDiv ? "divide with `/` and take `tl.floor` of the quotient" : "");
  }
  return success();
}

static void warnOfLargeShift(Emitter &emitter, BinaryOp op, const Object &count, const DType &type) {
  std::optional<int64_t> number = count.toInt64();
  bool isShift = op == BinaryOp::LShift || op == BinaryOp::RShift;
  if (isShift && number && (*number < 0 || *number >= type.bitWidth())) {
    emitter.report(DiagnosticKind::ShiftTooLarge) << *number << type.name();
  }
}

Result binaryOperator(Emitter &emitter, BinaryOp op, const Object &left, const Object &right) {
  if (op == BinaryOp::Pow) {
    return powerOperator(emitter, left, right);
  }
  if (op == BinaryOp::MatMul) {
    emitter.report(DiagnosticKind::MatMulOperatorNotSupported);
    return failure();
  }
  if (isPointer(left) || isPointer(right)) {
    return pointerOperator(emitter, op, left, right);
  }
  bool isDivision = op == BinaryOp::Div || op == BinaryOp::FloorDiv || op == BinaryOp::Mod;
  auto operands = promoteOperands(emitter, spelling(op), left, right, isDivision);
  if (failed(operands) || failed(checkOperands(emitter, op, operands->first.dtype))) {
    return failure();
  }
  auto [leftValue, rightValue] = *operands;
  if (op == BinaryOp::Div && leftValue.dtype.isInteger()) {
    leftValue = *castTo(emitter, leftValue, DTypeKind::Float32);
    rightValue = *castTo(emitter, rightValue, DTypeKind::Float32);
  }
  warnOfLargeShift(emitter, op, right, leftValue.dtype);
  checkOverflow(emitter, op, leftValue, rightValue);
  return makeObject(arithmetic(emitter, op, leftValue, rightValue));
}

/// Flips the sign bit, so that zeros and NaN keep their meaning.
static TypedValue negateFloat(Emitter &emitter, const TypedValue &value) {
  if (!value.dtype.isFp8()) {
    return {emitter.make<arith::NegFOp>(value.value), value.dtype};
  }
  TypedValue bits = *bitcastTo(emitter, value, DTypeKind::UInt8);
  TypedValue sign = emitter.intConstant(DTypeKind::UInt8, 0x80, value.shape());
  return *bitcastTo(emitter, arithmetic(emitter, BinaryOp::BitXor, bits, sign), value.dtype);
}

Result unaryOperator(Emitter &emitter, UnaryOp op, const Object &operand) {
  Typed value = emitter.toTyped(operand);
  if (failed(value)) {
    return failure();
  }
  const DType &type = value->dtype;
  std::string_view name = spelling(op);
  if (op == UnaryOp::Not) {
    Typed boolean = castTo(emitter, *value, DTypeKind::Int1);
    return failed(boolean) ? Result(failure()) : makeObject(logicalNot(emitter, *boolean));
  }
  if (type.isPointer()) {
    return rejectOperand(emitter, name, type, "integers and floats");
  }
  if (op == UnaryOp::Plus) {
    return makeObject(*value);
  }
  if (op == UnaryOp::Minus) {
    if (type.isFloat()) {
      return makeObject(negateFloat(emitter, *value));
    }
    return makeObject(arithmetic(emitter, BinaryOp::Sub, emitter.intConstant(type, 0, value->shape()), *value));
  }
  if (!type.isInteger()) {
    return rejectOperand(emitter, name, type, "integers");
  }
  TypedValue ones = emitter.intConstant(type, -1, value->shape());
  return makeObject(arithmetic(emitter, BinaryOp::BitXor, *value, ones));
}

Result compareOperator(Emitter &emitter, CompareOp op, const Object &left, const Object &right) {
  if (isPointer(left) || isPointer(right)) {
    const TypedValue &pointer = *asTyped(isPointer(left) ? left : right);
    return rejectOperand(emitter, spelling(op), pointer.dtype, "integers and floats",
                         "cast the pointers to int64 to compare them");
  }
  auto operands = promoteOperands(emitter, spelling(op), left, right);
  if (failed(operands)) {
    return failure();
  }
  return makeObject(comparison(emitter, op, operands->first, operands->second));
}

/// The operand compared with zero.
static Typed toBoolean(Emitter &emitter, const Object &object) {
  Typed value = emitter.toTyped(object);
  return failed(value) ? value : castTo(emitter, *value, DTypeKind::Int1);
}

Result logicalOperator(Emitter &emitter, bool isAnd, const Object &left, const Object &right) {
  Typed leftValue = toBoolean(emitter, left), rightValue = toBoolean(emitter, right);
  if (failed(leftValue) || failed(rightValue)) {
    return failure();
  }
  TypedValue operands[] = {*leftValue, *rightValue};
  if (failed(broadcastTogether(emitter, operands))) {
    return failure();
  }
  return makeObject(arithmetic(emitter, isAnd ? BinaryOp::BitAnd : BinaryOp::BitOr, operands[0], operands[1]));
}

/// The two choices of a select: of one type, pointers allowed.
static FailureOr<std::pair<TypedValue, TypedValue>> promoteChoices(Emitter &emitter, const Object &left,
                                                                   const Object &right) {
  if (!isPointer(left) && !isPointer(right)) {
    return promoteOperands(emitter, "where", left, right);
  }
  Typed leftValue = emitter.toTyped(left), rightValue = emitter.toTyped(right);
  if (failed(leftValue) || failed(rightValue)) {
    return failure();
  }
  // A number next to a pointer is an address: 0 is the null pointer.
  DType type = leftValue->dtype.isPointer() ? leftValue->dtype : rightValue->dtype;
  bool differs = leftValue->dtype.isPointer() && rightValue->dtype.isPointer() && leftValue->dtype != rightValue->dtype;
  Typed castLeft = differs ? Typed(failure()) : castTo(emitter, *leftValue, type);
  Typed castRight = differs ? Typed(failure()) : castTo(emitter, *rightValue, type);
  if (differs) {
    emitter.report(DiagnosticKind::OperandTypesDoNotMix)
        << "where" << leftValue->dtype.name() << rightValue->dtype.name();
  }
  if (failed(castLeft) || failed(castRight)) {
    return failure();
  }
  return std::make_pair(*castLeft, *castRight);
}

Result selectOperator(Emitter &emitter, const Object &condition, const Object &whenTrue, const Object &whenFalse) {
  Typed test = emitter.toTyped(condition);
  if (failed(test)) {
    return failure();
  }
  if (!test->dtype.isBool()) {
    emitter.report(DiagnosticKind::ConditionNotBool) << test->dtype.name();
  }
  Typed boolean = castTo(emitter, *test, DTypeKind::Int1);
  auto choices = promoteChoices(emitter, whenTrue, whenFalse);
  if (failed(boolean) || failed(choices)) {
    return failure();
  }
  TypedValue operands[] = {*boolean, choices->first, choices->second};
  if (failed(broadcastTogether(emitter, operands))) {
    return failure();
  }
  return makeObject(choose(emitter, operands[0], operands[1], operands[2]));
}

template <BinaryOp op>
static Result callBinary(Emitter &emitter, Arguments &arguments) {
  FailureOr<bool> isChecked = arguments.boolean("sanitize_overflow");
  if (failed(isChecked)) {
    return failure();
  }
  llvm::SaveAndRestore restore(emitter.target.checksOverflow, emitter.target.checksOverflow && *isChecked);
  return binaryOperator(emitter, op, arguments.get("x"), arguments.get("y"));
}

static Result callWhere(Emitter &emitter, Arguments &arguments) {
  return selectOperator(emitter, arguments.get("condition"), arguments.get("x"), arguments.get("y"));
}

template <bool isAnd>
static Result callLogical(Emitter &emitter, Arguments &arguments) {
  return logicalOperator(emitter, isAnd, arguments.get("x"), arguments.get("y"));
}

/// Integer division that rounds toward minus infinity, and its remainder.
template <bool isDivision>
static Result callFloor(Emitter &emitter, Arguments &arguments) {
  auto operands = promoteOperands(emitter, arguments.function(), arguments.get("x"), arguments.get("y"), true);
  if (failed(operands)) {
    return failure();
  }
  auto [left, right] = *operands;
  const DType &type = left.dtype;
  if (!type.isInteger()) {
    return rejectOperand(emitter, arguments.function(), type, "integers");
  }
  BinaryOp op = isDivision ? BinaryOp::FloorDiv : BinaryOp::Mod;
  TypedValue truncated = arithmetic(emitter, op, left, right);
  if (type.isUnsignedInteger()) {
    return makeObject(truncated);
  }
  TypedValue zero = emitter.intConstant(type, 0, left.shape());
  TypedValue remainder = isDivision ? arithmetic(emitter, BinaryOp::Mod, left, right) : truncated;
  TypedValue differentSigns =
      comparison(emitter, CompareOp::Lt, arithmetic(emitter, BinaryOp::BitXor, remainder, right), zero);
  TypedValue isInexact = comparison(emitter, CompareOp::NotEq, remainder, zero);
  TypedValue adjusts = arithmetic(emitter, BinaryOp::BitAnd, isInexact, differentSigns);
  TypedValue step = isDivision ? emitter.intConstant(type, -1, left.shape()) : right;
  TypedValue adjusted = arithmetic(emitter, BinaryOp::Add, truncated, step);
  return makeObject(choose(emitter, adjusts, adjusted, truncated));
}

ArrayRef<Builtin> operatorBuiltins() {
  static const Builtin table[] = {
      {"tl.add", "x, y, sanitize_overflow=True", callBinary<BinaryOp::Add>},
      {"tl.sub", "x, y, sanitize_overflow=True", callBinary<BinaryOp::Sub>},
      {"tl.mul", "x, y, sanitize_overflow=True", callBinary<BinaryOp::Mul>},
      {"tl.where", "condition, x, y", callWhere},
      {"tl.logical_and", "x, y", callLogical<true>},
      {"tl.logical_or", "x, y", callLogical<false>},
      {"tl.floordiv", "x, y", callFloor<true>},
      {"tl.floormod", "x, y", callFloor<false>},
  };
  return table;
}

} // namespace tkc::elaborate
