// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic read-modify-write and compare-and-swap.
#include "llvm/ADT/StringSwitch.h"

#include "Broadcast.h"
#include "Casts.h"
#include "Families.h"
#include "Memory.h"
#include "Operators.h"

using namespace mlir;
using namespace tkc;

namespace tkc::elaborate {

using ast::BinaryOp;
using ast::CompareOp;
using tk::AtomicKind;

namespace {
/// The operands of an atomic, of the pointer's shape.
struct AtomicOperands {
  TypedValue pointer;
  TypedValue value;
  std::optional<TypedValue> compare;
  std::optional<TypedValue> mask;
  tk::MemorySemantic sem = tk::MemorySemantic::AcquireRelease;
  tk::MemoryScope scope = tk::MemoryScope::Gpu;

  const DType &element() const { return value.dtype; }
};
} // namespace

static LogicalResult readOrder(Arguments &arguments, AtomicOperands &operands) {
  FailureOr<std::string> sem = arguments.string("sem"), scope = arguments.string("scope");
  if (failed(sem) || failed(scope)) {
    return failure();
  }
  if (!sem->empty()) {
    std::optional<tk::MemorySemantic> order = tk::symbolizeMemorySemantic(*sem);
    if (!order) {
      return arguments.unknownOption("sem", *sem, "acq_rel, acquire, release, relaxed");
    }
    operands.sem = *order;
  }
  if (!scope->empty()) {
    std::optional<tk::MemoryScope> reach = tk::symbolizeMemoryScope(*scope);
    if (!reach) {
      return arguments.unknownOption("scope", *scope, "gpu, cta, sys");
    }
    operands.scope = *reach;
  }
  return success();
}

/// An argument as elements of the pointer's type and shape.
static Typed readElements(Emitter &emitter, Arguments &arguments, std::string_view parameter,
                          const TypedValue &pointer) {
  const DType &element = pointer.dtype.element();
  const Object &object = arguments.get(parameter);
  Typed value = object.isNumber() ? emitter.numberAs(object, element) : arguments.value(parameter);
  Typed converted = failed(value) ? value : castTo(emitter, *value, element);
  if (failed(converted)) {
    return failure();
  }
  if (!pointer.isBlock() && converted->isBlock()) {
    emitter.report(DiagnosticKind::ScalarPointerWithBlock) << arguments.function() << shapeText(converted->shape());
    return failure();
  }
  return broadcastTo(emitter, *converted, pointer.shape());
}

static FailureOr<AtomicOperands> readOperands(Emitter &emitter, Arguments &arguments, bool hasCompare) {
  AtomicOperands operands;
  Typed pointer = arguments.value("pointer");
  if (failed(pointer) || failed(readOrder(arguments, operands))) {
    return failure();
  }
  if (!pointer->dtype.isPointer()) {
    emitter.report(DiagnosticKind::OperandNotSupported)
        << arguments.function() << pointer->typeText() << "pointers and blocks of pointers";
    return failure();
  }
  if (failed(checkWritable(emitter, arguments.function(), pointer->dtype))) {
    return failure();
  }
  operands.pointer = *pointer;
  Typed value = readElements(emitter, arguments, "val", *pointer);
  if (failed(value)) {
    return failure();
  }
  operands.value = *value;
  if (hasCompare) {
    Typed compare = readElements(emitter, arguments, "cmp", *pointer);
    if (failed(compare)) {
      return failure();
    }
    operands.compare = *compare;
    return operands;
  }
  FailureOr<std::optional<TypedValue>> mask = arguments.optionalValue("mask");
  if (failed(mask) || failed(checkMask(emitter, arguments.function(), *mask))) {
    return failure();
  }
  if (*mask) {
    Typed wide = broadcastTo(emitter, **mask, pointer->shape());
    if (failed(wide)) {
      return failure();
    }
    operands.mask = *wide;
  }
  return operands;
}

static TypedValue emitAtomic(Emitter &emitter, AtomicKind kind, const AtomicOperands &operands) {
  Value mask = operands.mask ? operands.mask->value : Value();
  Value old = emitter.make<tk::AtomicRmwOp>(kind, operands.pointer.value, operands.value.value, mask, operands.sem,
                                            operands.scope);
  return {old, operands.element()};
}

static LogicalResult rejectElement(Emitter &emitter, Arguments &arguments, const DType &element,
                                   std::string_view needed) {
  emitter.report(DiagnosticKind::AtomicTypeNotSupported) << arguments.function() << element.name() << needed;
  return failure();
}

/// 32- and 64-bit integers and floats.
static bool isWide(const DType &element) { return !element.isPointer() && element.bitWidth() >= 32; }

static Result callAdd(Emitter &emitter, Arguments &arguments) {
  FailureOr<AtomicOperands> operands = readOperands(emitter, arguments, /*hasCompare=*/false);
  if (failed(operands)) {
    return failure();
  }
  const DType &element = operands->element();
  bool isHalf = element.is(DTypeKind::Float16) || element.is(DTypeKind::BFloat16);
  if (!isWide(element) && !isHalf) {
    return rejectElement(emitter, arguments, element, "32- and 64-bit integers, fp16, bf16, fp32, fp64");
  }
  return makeObject(emitAtomic(emitter, element.isFloat() ? AtomicKind::FAdd : AtomicKind::Add, *operands));
}

template <AtomicKind kind>
static Result callBitwise(Emitter &emitter, Arguments &arguments) {
  FailureOr<AtomicOperands> operands = readOperands(emitter, arguments, /*hasCompare=*/false);
  if (failed(operands)) {
    return failure();
  }
  if (!isWide(operands->element()) || !operands->element().isInteger()) {
    return rejectElement(emitter, arguments, operands->element(), "32- and 64-bit integers");
  }
  return makeObject(emitAtomic(emitter, kind, *operands));
}

static Result callExchange(Emitter &emitter, Arguments &arguments) {
  FailureOr<AtomicOperands> operands = readOperands(emitter, arguments, /*hasCompare=*/false);
  if (failed(operands)) {
    return failure();
  }
  if (!isWide(operands->element())) {
    return rejectElement(emitter, arguments, operands->element(), "32- and 64-bit integers and floats");
  }
  return makeObject(emitAtomic(emitter, AtomicKind::Xchg, *operands));
}

/// The bits of a float order like signed integers when the sign is clear, and the other way round as unsigned ones when
/// it is set. So each element takes part in one of two integer atomics; a mask decides in which.
static TypedValue floatExtremum(Emitter &emitter, bool isMax, const AtomicOperands &operands) {
  unsigned width = operands.element().bitWidth();
  auto half = [&](bool isSigned, AtomicKind kind, const TypedValue &takesPart) {
    AtomicOperands part = operands;
    DType integer = intType(width, isSigned);
    part.pointer = *castTo(emitter, operands.pointer, DType::pointer(integer, operands.pointer.dtype.addressSpace()));
    part.value = *bitcastTo(emitter, operands.value, integer);
    part.mask = operands.mask ? arithmetic(emitter, BinaryOp::BitAnd, *operands.mask, takesPart) : takesPart;
    return *bitcastTo(emitter, emitAtomic(emitter, kind, part), operands.element());
  };
  TypedValue bits = *bitcastTo(emitter, operands.value, intType(width, true));
  TypedValue zero = emitter.intConstant(bits.dtype, 0, bits.shape());
  TypedValue isPositive = comparison(emitter, CompareOp::GtE, bits, zero);
  TypedValue ofPositive = half(true, isMax ? AtomicKind::Max : AtomicKind::Min, isPositive);
  TypedValue ofNegative = half(false, isMax ? AtomicKind::UMin : AtomicKind::UMax, logicalNot(emitter, isPositive));
  return choose(emitter, isPositive, ofPositive, ofNegative);
}

template <bool isMax>
static Result callExtremum(Emitter &emitter, Arguments &arguments) {
  FailureOr<AtomicOperands> operands = readOperands(emitter, arguments, /*hasCompare=*/false);
  if (failed(operands)) {
    return failure();
  }
  const DType &element = operands->element();
  if (!isWide(element)) {
    return rejectElement(emitter, arguments, element, "32- and 64-bit integers, fp32, fp64");
  }
  if (element.isFloat()) {
    return makeObject(floatExtremum(emitter, isMax, *operands));
  }
  AtomicKind ofSigned = isMax ? AtomicKind::Max : AtomicKind::Min;
  AtomicKind ofUnsigned = isMax ? AtomicKind::UMax : AtomicKind::UMin;
  return makeObject(emitAtomic(emitter, element.isSignedInteger() ? ofSigned : ofUnsigned, *operands));
}

static Result callCompareAndSwap(Emitter &emitter, Arguments &arguments) {
  FailureOr<AtomicOperands> operands = readOperands(emitter, arguments, /*hasCompare=*/true);
  if (failed(operands)) {
    return failure();
  }
  if (operands->element().isPointer() || operands->element().bitWidth() < 16) {
    return rejectElement(emitter, arguments, operands->element(), "16-, 32- and 64-bit integers and floats");
  }
  Value old = emitter.make<tk::AtomicCasOp>(operands->pointer.value, operands->compare->value, operands->value.value,
                                            operands->sem, operands->scope);
  return makeObject({old, operands->element()});
}

/// The rules of `tl.atomic_poll`, which is written in the language.
static Result callCheckPoll(Emitter &emitter, Arguments &arguments) {
  Typed pointer = arguments.value("pointer");
  FailureOr<std::string> sem = arguments.string("sem"), scope = arguments.string("scope");
  if (failed(pointer) || failed(sem) || failed(scope)) {
    return failure();
  }
  const DType &type = pointer->dtype;
  bool isWord =
      type.isPointer() && !pointer->isBlock() && type.element().isInteger() && type.element().bitWidth() >= 16;
  if (!isWord) {
    emitter.report(DiagnosticKind::PollTypeNotSupported) << pointer->typeText();
    return failure();
  }
  if (*sem != "acquire" && *sem != "relaxed") {
    return arguments.unknownOption("sem", *sem, "acquire, relaxed");
  }
  const Object &timeout = arguments.get("timeout_ns");
  if (timeout.isNumber() && *timeout.toDouble() < 0) {
    return arguments.wrongKind("timeout_ns", "a number that is not negative");
  }
  return Object::none();
}

ArrayRef<Builtin> atomicBuiltins() {
  static constexpr std::string_view readModifyWrite = "pointer, val, mask=None, sem=None, scope=None";
  static const Builtin table[] = {
      {"tl.atomic_add", readModifyWrite, callAdd},
      {"tl.atomic_max", readModifyWrite, callExtremum<true>},
      {"tl.atomic_min", readModifyWrite, callExtremum<false>},
      {"tl.atomic_and", readModifyWrite, callBitwise<AtomicKind::And>},
      {"tl.atomic_or", readModifyWrite, callBitwise<AtomicKind::Or>},
      {"tl.atomic_xor", readModifyWrite, callBitwise<AtomicKind::Xor>},
      {"tl.atomic_xchg", readModifyWrite, callExchange},
      {"tl.atomic_cas", "pointer, cmp, val, sem=None, scope=None", callCompareAndSwap},
      {"tl._check_poll", "pointer, sem, scope, timeout_ns", callCheckPoll},
  };
  return table;
}

} // namespace tkc::elaborate
