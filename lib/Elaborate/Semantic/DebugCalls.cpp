// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a kernel tells its developer while it runs: prints, assertions, and the checks for overflow that debugging adds.
#include "DebugCalls.h"

#include "Broadcast.h"
#include "Casts.h"
#include "Families.h"
#include "Operators.h"

using namespace mlir;
using namespace tkc;

namespace tkc::elaborate {

using ast::BinaryOp;

/// As in Triton, blanks of every kind may be printed.
static bool isPrintable(StringRef text) {
  return llvm::all_of(text, [](char each) { return (each >= 0x20 && each < 0x7f) || llvm::isSpace(each); });
}

/// The prefix as it stands behind the element's place: a blank before it, a colon and a blank behind.
static std::string decorated(std::string prefix, bool hasOperands) {
  if (hasOperands && !StringRef(prefix).ends_with(" ")) {
    prefix += " ";
  }
  if (hasOperands && !StringRef(prefix).ends_with(": ")) {
    prefix = prefix.substr(0, prefix.size() - 1) + ": ";
  }
  bool needsBlank = prefix.size() > 2 && !StringRef(prefix).starts_with(" ");
  return needsBlank ? " " + prefix : prefix;
}

static Result callPrint(Emitter &emitter, Arguments &arguments) {
  FailureOr<std::string> prefix = arguments.string("prefix");
  FailureOr<bool> isHex = arguments.boolean("hex");
  if (failed(prefix) || failed(isHex)) {
    return failure();
  }
  if (!isPrintable(*prefix)) {
    emitter.report(DiagnosticKind::PrintPrefixInvalid);
    return failure();
  }
  SmallVector<Value> values;
  SmallVector<bool> isSigned;
  for (const Object &item : arguments.items("args")) {
    Typed value = emitter.toTyped(item);
    if (failed(value)) {
      return failure();
    }
    if (value->dtype.isFloat() && value->dtype.bitWidth() < 32) {
      value = castTo(emitter, *value, DTypeKind::Float32);
    }
    values.push_back(value->value);
    isSigned.push_back(value->dtype.isSignedInteger());
  }
  emitter.create<tk::PrintOp>(decorated(*prefix, !values.empty()), values, isSigned, *isHex);
  return Object::none();
}

/// Asserts where the mask is true, or everywhere without one.
static LogicalResult emitAssert(Emitter &emitter, TypedValue condition, const std::optional<TypedValue> &mask,
                                StringRef message) {
  if (mask) {
    SmallVector<TypedValue> both = {condition, logicalNot(emitter, *mask)};
    if (failed(broadcastTogether(emitter, both))) {
      return failure();
    }
    condition = arithmetic(emitter, BinaryOp::BitOr, both[0], both[1]);
  }
  emitter.create<tk::AssertOp>(condition.value, message);
  return success();
}

static Result callAssert(Emitter &emitter, Arguments &arguments) {
  Typed condition = arguments.value("cond");
  FailureOr<std::string> message = arguments.string("msg");
  FailureOr<std::optional<TypedValue>> mask = arguments.optionalValue("mask");
  Typed boolean = failed(condition) ? condition : castTo(emitter, *condition, DTypeKind::Int1);
  if (failed(boolean) || failed(message) || failed(mask)) {
    return failure();
  }
  if (*mask) {
    Typed active = castTo(emitter, **mask, DTypeKind::Int1);
    if (failed(active)) {
      return failure();
    }
    *mask = *active;
  }
  return failed(emitAssert(emitter, *boolean, *mask, *message)) ? Result(failure()) : Object::none();
}

void checkOverflow(Emitter &emitter, BinaryOp op, const TypedValue &left, const TypedValue &right) {
  bool isChecked = op == BinaryOp::Add || op == BinaryOp::Sub || op == BinaryOp::Mul;
  if (!emitter.target.checksOverflow || !isChecked || !left.dtype.isInteger() || left.dtype.isBool() ||
      left.dtype.bitWidth() >= 64) {
    return;
  }
  DType wide = DTypeKind::Int64;
  TypedValue result = arithmetic(emitter, op, *castTo(emitter, left, wide), *castTo(emitter, right, wide));
  auto bound = [&](const evaluate::Integer &value) {
    return *emitter.numberAs(Object::integer(value), wide, result.shape());
  };
  TypedValue isAbove = comparison(emitter, ast::CompareOp::GtE, result, bound(minOf(left.dtype)));
  TypedValue isBelow = comparison(emitter, ast::CompareOp::LtE, result, bound(maxOf(left.dtype)));
  TypedValue fits = arithmetic(emitter, BinaryOp::BitAnd, isAbove, isBelow);
  StringRef name = op == BinaryOp::Add ? "add" : op == BinaryOp::Sub ? "sub" : "mul";
  emitter.create<tk::AssertOp>(fits.value, (left.dtype.name() + " overflow detected for operation " + name.str()));
}

ArrayRef<Builtin> debugBuiltins() {
  static const Builtin table[] = {
      {"tl.device_print", "prefix, *args, hex=False", callPrint},
      {"tl.device_assert", "cond, msg='', mask=None", callAssert},
  };
  return table;
}

} // namespace tkc::elaborate
