// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Binding of arguments to the parameters of builtins, and the readers.
#include "Arguments.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tkc;

namespace tkc::elaborate {

using evaluate::NamedObject;

/// A default as signatures spell it.
static Object parseDefault(StringRef text) {
  if (text == "None") {
    return Object::none();
  }
  if (text == "True" || text == "False") {
    return Object::boolean(text == "True");
  }
  if (text.consume_front("'")) {
    return Object::string(std::string_view(text.drop_back()));
  }
  int64_t number = 0;
  text.getAsInteger(10, number);
  return Object::integer(number);
}

FailureOr<Arguments> Arguments::bind(Emitter &emitter, std::string_view function, std::string_view signature,
                                     ArrayRef<Object> positional, ArrayRef<NamedObject> keywords) {
  Arguments arguments(emitter, function);
  SmallVector<StringRef> parameters;
  StringRef(signature).split(parameters, ", ", -1, /*KeepEmpty=*/false);
  for (StringRef parameter : parameters) {
    Slot slot;
    slot.isRest = parameter.consume_front("*");
    auto [name, fallback] = parameter.split('=');
    slot.name = name;
    if (name.size() != parameter.size()) {
      slot.fallback = parseDefault(fallback);
    } else if (slot.isRest) {
      slot.fallback = Object::tuple({});
    }
    arguments.slots.push_back(std::move(slot));
  }
  if (failed(arguments.bindPositional(positional)) || failed(arguments.bindKeywords(keywords)) ||
      failed(arguments.fillDefaults())) {
    return failure();
  }
  return arguments;
}

LogicalResult Arguments::bindPositional(ArrayRef<Object> positional) {
  for (size_t i = 0; i < positional.size(); ++i) {
    if (i == slots.size()) {
      emitter->report(DiagnosticKind::BuiltinTooManyArguments) << functionName << slots.size() << positional.size();
      return failure();
    }
    if (slots[i].isRest) {
      slots[i].value = Object::tuple(std::vector<Object>(positional.begin() + i, positional.end()));
      return success();
    }
    slots[i].value = positional[i];
  }
  return success();
}

LogicalResult Arguments::bindKeywords(ArrayRef<NamedObject> keywords) {
  for (const NamedObject &keyword : keywords) {
    Slot *slot = find(keyword.name);
    if (!slot) {
      std::vector<std::string> names;
      for (const Slot &known : slots) {
        names.push_back("`" + std::string(known.name) + "`");
      }
      emitter->report(DiagnosticKind::BuiltinArgumentUnknown)
          << functionName << keyword.name << llvm::join(names, ", ");
      return failure();
    }
    if (slot->value) {
      emitter->report(DiagnosticKind::BuiltinArgumentTwice) << functionName << keyword.name;
      return failure();
    }
    slot->value = keyword.value;
  }
  return success();
}

LogicalResult Arguments::fillDefaults() {
  for (Slot &slot : slots) {
    if (!slot.value && !slot.fallback) {
      emitter->report(DiagnosticKind::BuiltinArgumentMissing) << functionName << slot.name;
      return failure();
    }
    if (!slot.value) {
      slot.value = slot.fallback;
    }
  }
  return success();
}

Arguments::Slot *Arguments::find(std::string_view parameter) {
  auto *slot = llvm::find_if(slots, [&](const Slot &candidate) { return candidate.name == parameter; });
  return slot == slots.end() ? nullptr : slot;
}

const Object &Arguments::get(std::string_view parameter) const {
  const Slot *slot = const_cast<Arguments *>(this)->find(parameter);
  assert(slot && slot->value && "the signature has no such parameter");
  return *slot->value;
}

LogicalResult Arguments::wrongKind(std::string_view parameter, std::string_view needed) {
  const Object &found = get(parameter);
  if (isRunTime(found) && needed != "a run-time value or a number") {
    emitter->report(DiagnosticKind::ArgumentNotConstant) << parameter << functionName << needed << typeText(found);
    return failure();
  }
  emitter->report(DiagnosticKind::ArgumentWrongKind) << parameter << functionName << needed << typeText(found);
  return failure();
}

LogicalResult Arguments::unknownOption(std::string_view parameter, std::string_view found, std::string_view known) {
  emitter->report(DiagnosticKind::OptionUnknown) << found << parameter << functionName << known;
  return failure();
}

Typed Arguments::value(std::string_view parameter) {
  const Object &found = get(parameter);
  if (!asTyped(found) && !found.isNumber()) {
    return wrongKind(parameter, "a run-time value or a number");
  }
  return emitter->toTyped(found);
}

FailureOr<std::optional<TypedValue>> Arguments::optionalValue(std::string_view parameter) {
  if (isNone(parameter)) {
    return std::optional<TypedValue>();
  }
  Typed found = value(parameter);
  return failed(found) ? FailureOr<std::optional<TypedValue>>(failure()) : std::optional<TypedValue>(*found);
}

FailureOr<int64_t> Arguments::integer(std::string_view parameter) {
  std::optional<int64_t> number = get(parameter).toInt64();
  if (!number) {
    return wrongKind(parameter, "an integer");
  }
  return *number;
}

FailureOr<bool> Arguments::boolean(std::string_view parameter) {
  const Object &found = get(parameter);
  if (found.isNone()) {
    return false;
  }
  if (!found.isNumber()) {
    return wrongKind(parameter, "True or False");
  }
  return *found.toDouble() != 0;
}

FailureOr<std::string> Arguments::string(std::string_view parameter) {
  const Object &found = get(parameter);
  if (found.isNone()) {
    return std::string();
  }
  if (!found.isString()) {
    return wrongKind(parameter, "a string");
  }
  return found.asString();
}

FailureOr<DType> Arguments::dtype(std::string_view parameter) {
  const Object &found = get(parameter);
  if (found.isDType()) {
    return found.asDType();
  }
  if (found.isString()) {
    if (std::optional<DType> parsed = DType::parse(found.asString())) {
      return *parsed;
    }
  }
  return wrongKind(parameter, "a data type");
}

ArrayRef<Object> Arguments::items(std::string_view parameter) const {
  const Object &found = get(parameter);
  const Slot *slot = const_cast<Arguments *>(this)->find(parameter);
  if (slot->isRest && found.isSequence() && found.items().size() == 1 && found.items().front().isSequence()) {
    return found.items().front().items();
  }
  return found.isSequence() ? ArrayRef<Object>(found.items()) : ArrayRef<Object>(found);
}

FailureOr<SmallVector<int64_t>> Arguments::integers(std::string_view parameter) {
  SmallVector<int64_t> numbers;
  for (const Object &item : items(parameter)) {
    std::optional<int64_t> number = item.toInt64();
    if (!number) {
      return wrongKind(parameter, "a tuple of integers");
    }
    numbers.push_back(*number);
  }
  return numbers;
}

FailureOr<unsigned> Arguments::axis(std::string_view parameter, unsigned rank) {
  FailureOr<int64_t> number = integer(parameter);
  if (failed(number)) {
    return failure();
  }
  return normaliseAxis(*emitter, *number, rank);
}

FailureOr<SmallVector<int64_t>> Arguments::blockShape(std::string_view parameter) {
  FailureOr<SmallVector<int64_t>> shape = integers(parameter);
  if (failed(shape) || failed(checkBlockShape(*emitter, *shape))) {
    return failure();
  }
  return shape;
}

LogicalResult checkBlockShape(Emitter &emitter, Shape shape) {
  for (auto [dimension, size] : llvm::enumerate(shape)) {
    if (size <= 0 || !llvm::isPowerOf2_64(size)) {
      emitter.report(DiagnosticKind::BlockShapeNotPowerOfTwo) << shapeText(shape) << dimension << size;
      return failure();
    }
  }
  return checkBlockSize(emitter, shape);
}

LogicalResult checkBlockRank(Emitter &emitter, size_t rank) {
  if (rank > emitter.target.maxBlockRank) {
    emitter.report(DiagnosticKind::BlockRankTooHigh) << rank << emitter.target.maxBlockRank;
    return failure();
  }
  return success();
}

LogicalResult checkBlockSize(Emitter &emitter, Shape shape) {
  if (failed(checkBlockRank(emitter, shape.size()))) {
    return failure();
  }
  int64_t count = 1;
  for (int64_t size : shape) {
    count = size > emitter.target.maxBlockElements ? size : count * size;
    if (count > emitter.target.maxBlockElements) {
      emitter.report(DiagnosticKind::BlockTooLarge) << shapeText(shape) << emitter.target.maxBlockElements;
      return failure();
    }
  }
  return success();
}

FailureOr<unsigned> normaliseAxis(Emitter &emitter, int64_t axis, unsigned rank) {
  int64_t index = axis < 0 ? axis + rank : axis;
  if (index < 0 || index >= rank) {
    emitter.report(DiagnosticKind::AxisOutOfRange) << axis << rank;
    return failure();
  }
  return static_cast<unsigned>(index);
}

} // namespace tkc::elaborate
