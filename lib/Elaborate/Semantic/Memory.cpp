// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `tl.load` and `tl.store` of pointers.
#include "Memory.h"

#include "llvm/ADT/StringSwitch.h"

#include "Broadcast.h"
#include "Casts.h"
#include "Families.h"

using namespace mlir;
using namespace tkc;

namespace tkc::elaborate {

static FailureOr<tk::CacheModifier> readCache(Arguments &arguments, bool isLoad) {
  FailureOr<std::string> name = arguments.string("cache_modifier");
  if (failed(name)) {
    return failure();
  }
  using tk::CacheModifier;
  std::optional<CacheModifier> cache = llvm::StringSwitch<std::optional<CacheModifier>>(*name)
                                           .Case("", CacheModifier::None)
                                           .Case(".cg", CacheModifier::CG)
                                           .Case(".cs", CacheModifier::CS)
                                           .Case(".ca", isLoad ? std::optional(CacheModifier::CA) : std::nullopt)
                                           .Case(".cv", isLoad ? std::optional(CacheModifier::CV) : std::nullopt)
                                           .Case(".wb", isLoad ? std::nullopt : std::optional(CacheModifier::WB))
                                           .Case(".wt", isLoad ? std::nullopt : std::optional(CacheModifier::WT))
                                           .Default(std::nullopt);
  if (!cache) {
    return arguments.unknownOption("cache_modifier", *name, isLoad ? ".ca, .cg, .cs, .cv" : ".wb, .cg, .cs, .wt");
  }
  return *cache;
}

FailureOr<AccessModifiers> readModifiers(Arguments &arguments, bool isLoad) {
  FailureOr<tk::CacheModifier> cache = readCache(arguments, isLoad);
  FailureOr<std::string> evict = arguments.string("eviction_policy");
  FailureOr<bool> isVolatile = isLoad ? arguments.boolean("volatile") : FailureOr<bool>(false);
  if (failed(cache) || failed(evict) || failed(isVolatile)) {
    return failure();
  }
  AccessModifiers modifiers{*cache, tk::EvictionPolicy::Normal, *isVolatile};
  if (*evict == "evict_first" || *evict == "evict_last") {
    modifiers.evict = *evict == "evict_first" ? tk::EvictionPolicy::EvictFirst : tk::EvictionPolicy::EvictLast;
  } else if (!evict->empty() && *evict != "evict_normal") {
    return arguments.unknownOption("eviction_policy", *evict, "evict_first, evict_last, evict_normal");
  }
  return modifiers;
}

LogicalResult checkWritable(Emitter &emitter, std::string_view function, const DType &pointer) {
  if (!pointer.isConst()) {
    return success();
  }
  emitter.report(DiagnosticKind::WriteToConst) << function << pointer.name();
  return failure();
}

LogicalResult checkMask(Emitter &emitter, std::string_view function, const std::optional<TypedValue> &mask) {
  if (!mask || mask->dtype.isBool()) {
    return success();
  }
  emitter.report(DiagnosticKind::MaskNotBool).hint("compare it with zero: `mask != 0`") << function << mask->typeText();
  return failure();
}

static Value valueOrNull(const std::optional<TypedValue> &value) { return value ? value->value : Value(); }

TypedValue emitLoad(Emitter &emitter, const TypedValue &pointer, std::optional<TypedValue> mask,
                    std::optional<TypedValue> other, const AccessModifiers &modifiers) {
  DType element = pointer.dtype.element();
  bool isBool = element.isBool();
  if (isBool && other) {
    other = *castTo(emitter, *other, DTypeKind::Int8);
  }
  Value loaded = emitter.make<tk::LoadOp>(pointer.value, valueOrNull(mask), valueOrNull(other), modifiers.cache,
                                          modifiers.evict, modifiers.isVolatile);
  return isBool ? *castTo(emitter, {loaded, DTypeKind::Int8}, element) : TypedValue{loaded, element};
}

void emitStore(Emitter &emitter, const TypedValue &pointer, const TypedValue &value, std::optional<TypedValue> mask,
               const AccessModifiers &modifiers) {
  TypedValue stored = value.dtype.isBool() ? *castTo(emitter, value, DTypeKind::Int8) : value;
  emitter.create<tk::StoreOp>(pointer.value, stored.value, valueOrNull(mask), modifiers.cache, modifiers.evict);
}

LogicalResult checkScalarPointer(Emitter &emitter, std::string_view function, const TypedValue &base) {
  if (!base.dtype.isPointer() || base.isBlock()) {
    emitter.report(DiagnosticKind::OperandNotSupported) << function << base.typeText() << "scalar pointers";
    return failure();
  }
  return success(bool(emitter.elementType(base.dtype.element())));
}

/// The operand that names memory, or a report.
static Typed readPointer(Emitter &emitter, Arguments &arguments) {
  const Object &object = arguments.get("pointer");
  const TypedValue *pointer = asTyped(object);
  if (!pointer || !pointer->dtype.isPointer()) {
    emitter.report(DiagnosticKind::OperandNotSupported)
        << arguments.function() << typeText(object) << "pointers and blocks of pointers";
    return failure();
  }
  if (!emitter.elementType(pointer->dtype.element())) {
    return failure();
  }
  return *pointer;
}

/// The object as a value of the element's type.
static Typed readElement(Emitter &emitter, const Object &object, const DType &element) {
  if (object.isNumber()) {
    return emitter.numberAs(object, element);
  }
  Typed value = emitter.toTyped(object);
  return failed(value) ? value : castTo(emitter, *value, element);
}

/// Block pointers have no mask: the boundary check makes one.
static LogicalResult rejectOptions(Emitter &emitter, Arguments &arguments, ArrayRef<std::string_view> options,
                                   std::string_view pointerKind) {
  for (std::string_view option : options) {
    const Object &value = arguments.get(option);
    bool isEmpty = value.isNone() || (value.isString() && value.asString().empty()) ||
                   (value.isSequence() && value.items().empty());
    if (!isEmpty) {
      emitter.report(DiagnosticKind::OptionNotForPointer) << option << arguments.function() << pointerKind;
      return failure();
    }
  }
  return success();
}

static Result callLoad(Emitter &emitter, Arguments &arguments) {
  if (const BlockPointerObject *blockPointer = asBlockPointer(arguments.get("pointer"))) {
    if (failed(rejectOptions(emitter, arguments, {"mask", "other"}, "a block pointer"))) {
      return failure();
    }
    return loadBlockPointer(emitter, arguments, *blockPointer);
  }
  Typed pointer = readPointer(emitter, arguments);
  FailureOr<std::optional<TypedValue>> mask = arguments.optionalValue("mask");
  FailureOr<AccessModifiers> modifiers = readModifiers(arguments, /*isLoad=*/true);
  if (failed(pointer) || failed(mask) || failed(modifiers) ||
      failed(rejectOptions(emitter, arguments, {"boundary_check", "padding_option"}, "a pointer")) ||
      failed(checkMask(emitter, arguments.function(), *mask))) {
    return failure();
  }
  const Object &other = arguments.get("other");
  if (!other.isNone() && !*mask) {
    emitter.report(DiagnosticKind::OtherWithoutMask);
    return failure();
  }
  SmallVector<TypedValue> operands = {*pointer};
  if (*mask) {
    operands.push_back(**mask);
  }
  if (!other.isNone()) {
    Typed element = readElement(emitter, other, pointer->dtype.element());
    if (failed(element)) {
      return failure();
    }
    operands.push_back(*element);
  }
  FailureOr<SmallVector<int64_t>> shape = commonShape(emitter, operands);
  if (failed(shape)) {
    return failure();
  }
  if (!pointer->isBlock() && !shape->empty()) {
    emitter.report(DiagnosticKind::ScalarPointerWithBlock) << arguments.function() << shapeText(*shape);
    return failure();
  }
  for (TypedValue &operand : operands) {
    operand = *broadcastTo(emitter, operand, *shape);
  }
  auto at = [&](size_t i) { return i < operands.size() ? std::optional(operands[i]) : std::nullopt; };
  return makeObject(emitLoad(emitter, operands[0], at(1), at(2), *modifiers));
}

static Result callStore(Emitter &emitter, Arguments &arguments) {
  if (const BlockPointerObject *blockPointer = asBlockPointer(arguments.get("pointer"))) {
    if (failed(rejectOptions(emitter, arguments, {"mask"}, "a block pointer"))) {
      return failure();
    }
    return storeBlockPointer(emitter, arguments, *blockPointer);
  }
  Typed pointer = readPointer(emitter, arguments);
  FailureOr<std::optional<TypedValue>> mask = arguments.optionalValue("mask");
  FailureOr<AccessModifiers> modifiers = readModifiers(arguments, /*isLoad=*/false);
  if (failed(pointer) || failed(mask) || failed(modifiers) ||
      failed(rejectOptions(emitter, arguments, {"boundary_check"}, "a pointer")) ||
      failed(checkMask(emitter, arguments.function(), *mask)) ||
      failed(checkWritable(emitter, arguments.function(), pointer->dtype))) {
    return failure();
  }
  Typed value = readElement(emitter, arguments.get("value"), pointer->dtype.element());
  if (failed(value)) {
    return failure();
  }
  bool isScalar = !pointer->isBlock();
  if (isScalar && (value->isBlock() || (*mask && (*mask)->isBlock()))) {
    const TypedValue &block = value->isBlock() ? *value : **mask;
    emitter.report(DiagnosticKind::ScalarPointerWithBlock) << arguments.function() << shapeText(block.shape());
    return failure();
  }
  value = broadcastTo(emitter, *value, pointer->shape());
  if (failed(value)) {
    return failure();
  }
  if (*mask) {
    Typed wide = broadcastTo(emitter, **mask, pointer->shape());
    if (failed(wide)) {
      return failure();
    }
    *mask = *wide;
  }
  emitStore(emitter, *pointer, *value, *mask, *modifiers);
  return Object::none();
}

ArrayRef<Builtin> memoryBuiltins() {
  static const Builtin table[] = {
      {"tl.load",
       "pointer, mask=None, other=None, boundary_check=None, padding_option='', cache_modifier='', "
       "eviction_policy='', volatile=False",
       callLoad},
      {"tl.store", "pointer, value, mask=None, boundary_check=None, cache_modifier='', eviction_policy=''", callStore},
  };
  return table;
}

} // namespace tkc::elaborate
