// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The public face of the typing rules, and the table of builtins.
#include "tkc/Elaborate/Semantic/Semantic.h"

#include "tkc/Evaluate/Operations.h"

#include "llvm/ADT/StringMap.h"

#include "Attributes.h"
#include "Casts.h"
#include "Families.h"
#include "Operators.h"
#include "Shapes.h"

using namespace mlir;
using namespace tkc;

namespace tkc::elaborate {

using evaluate::NamedObject;

//===----------------------------------------------------------------------===//
// Names.
//===----------------------------------------------------------------------===//

std::string canonicalName(std::string_view qualified) {
  StringRef name = qualified;
  if (name.consume_front("triton.language.")) {
    return canonicalName("tl." + name.str());
  }
  static constexpr StringRef devicePrefixes[] = {"tl.extra.cuda.libdevice.", "tl.extra.libdevice.", "tl.libdevice.",
                                                 "libdevice."};
  for (StringRef prefix : devicePrefixes) {
    if (name.consume_front(prefix)) {
      return ("libdevice." + name).str();
    }
  }
  if (name.consume_front("tl.math.")) {
    // Older kernels reach libdevice as `tl.math`; what both have means the same, but for `min` and `max`.
    std::string ofLanguage = ("tl." + name).str();
    bool isOfDevice = hasLibdeviceFunction(name) && (name == "min" || name == "max" || !findBuiltin(ofLanguage));
    return isOfDevice ? ("libdevice." + name).str() : ofLanguage;
  }
  for (StringRef prefix : {"tl.core.", "tl.standard.", "tl.random.", "tl.semantic."}) {
    if (name.consume_front(prefix)) {
      return ("tl." + name).str();
    }
  }
  return name.str();
}

const Builtin *findBuiltin(std::string_view name) {
  static const llvm::StringMap<const Builtin *> table = [] {
    llvm::StringMap<const Builtin *> builtins;
    for (ArrayRef<Builtin> family :
         {castBuiltins(), creationBuiltins(), operatorBuiltins(), shapeBuiltins(), mathBuiltins(), memoryBuiltins(),
          blockPointerBuiltins(), descriptorBuiltins(), atomicBuiltins(), reductionBuiltins(), selectionBuiltins(),
          dotBuiltins(), scaledDotBuiltins(), programBuiltins(), debugBuiltins(), deviceCodeBuiltins()}) {
      for (const Builtin &builtin : family) {
        builtins[builtin.name] = &builtin;
      }
    }
    return builtins;
  }();
  return table.lookup(name);
}

static bool isDeviceFunction(StringRef name) { return name.consume_front("libdevice.") && hasLibdeviceFunction(name); }

//===----------------------------------------------------------------------===//
// Semantic.
//===----------------------------------------------------------------------===//

Semantic::Semantic(OpBuilder &builder, DiagnosticEngine &diagnostics, TargetFacts target)
    : emitter(std::make_unique<Emitter>(builder, diagnostics, target)) {}

Semantic::~Semantic() = default;

void Semantic::setPlace(SourceRange range, Location location) {
  emitter->range = range;
  emitter->location = location;
}

void Semantic::setCallFunction(CallFunction callFunction) { emitter->callFunction = std::move(callFunction); }

FailureOr<Type> Semantic::convertType(const DType &type) {
  Type converted = type.isBlock() ? emitter->typeOf(type.element(), type.shape()) : emitter->typeOf(type, {});
  return converted ? FailureOr<Type>(converted) : FailureOr<Type>(failure());
}

FailureOr<Object> Semantic::toTensor(const Object &value) {
  if (asRunTime(value)) {
    return value;
  }
  Typed typed = emitter->toTyped(value);
  return failed(typed) ? Result(failure()) : makeObject(*typed);
}

FailureOr<Object> Semantic::cast(const Object &value, const DType &type, bool bitcast) {
  Typed typed = emitter->toTyped(value);
  if (failed(typed)) {
    return failure();
  }
  const DType &scalar = type.isBlock() ? type.element() : type;
  Typed result = bitcast ? bitcastTo(*emitter, *typed, scalar) : castTo(*emitter, *typed, scalar);
  return failed(result) ? Result(failure()) : makeObject(*result);
}

FailureOr<Object> Semantic::binary(ast::BinaryOp op, const Object &left, const Object &right) {
  return binaryOperator(*emitter, op, left, right);
}

FailureOr<Object> Semantic::unary(ast::UnaryOp op, const Object &operand) {
  return unaryOperator(*emitter, op, operand);
}

FailureOr<Object> Semantic::compare(ast::CompareOp op, const Object &left, const Object &right) {
  return compareOperator(*emitter, op, left, right);
}

FailureOr<Object> Semantic::logical(bool isAnd, const Object &left, const Object &right) {
  return logicalOperator(*emitter, isAnd, left, right);
}

FailureOr<Object> Semantic::select(const Object &condition, const Object &whenTrue, const Object &whenFalse) {
  return selectOperator(*emitter, condition, whenTrue, whenFalse);
}

FailureOr<Value> Semantic::condition(const Object &value) {
  Typed typed = emitter->toTyped(value);
  if (failed(typed)) {
    return failure();
  }
  if (typed->elementCount() != 1) {
    emitter->report(DiagnosticKind::ConditionNotScalar).hint("choose elements with `tl.where`") << typed->typeText();
    return failure();
  }
  Typed boolean = castTo(*emitter, toScalar(*emitter, *typed), DTypeKind::Int1);
  return failed(boolean) ? FailureOr<Value>(failure()) : boolean->value;
}

FailureOr<Object> Semantic::subscript(const Object &value, const Object &index) {
  if (const TypedValue *typed = asTyped(value)) {
    return subscriptBlock(*emitter, *typed, index);
  }
  emitter->report(DiagnosticKind::IndexNotSupported) << typeText(index) << typeText(value);
  return failure();
}

bool Semantic::hasAttribute(const Object &value, std::string_view name) const {
  const RunTimeObject *object = asRunTime(value);
  return object && hasRunTimeAttribute(*object, name);
}

FailureOr<Object> Semantic::attribute(const Object &value, std::string_view name) {
  if (asRunTime(value)) {
    return runTimeAttribute(*emitter, value, name);
  }
  emitter->report(DiagnosticKind::AttributeUnknown) << typeText(value) << name;
  return failure();
}

bool Semantic::hasBuiltin(std::string_view name) const {
  std::string canonical = canonicalName(name);
  return findBuiltin(canonical) || isDeviceFunction(canonical);
}

FailureOr<Object> Semantic::callBuiltin(std::string_view name, ArrayRef<Object> positional,
                                        ArrayRef<NamedObject> keywords) {
  std::string canonical = canonicalName(name);
  if (const Builtin *builtin = findBuiltin(canonical)) {
    FailureOr<Arguments> arguments = Arguments::bind(*emitter, canonical, builtin->signature, positional, keywords);
    return failed(arguments) ? Result(failure()) : builtin->call(*emitter, *arguments);
  }
  if (!isDeviceFunction(canonical)) {
    emitter->report(DiagnosticKind::FunctionUnknown) << name;
    return failure();
  }
  if (!keywords.empty()) {
    emitter->report(DiagnosticKind::BuiltinArgumentUnknown) << canonical << keywords.front().name << "none by name";
    return failure();
  }
  return callLibdevice(*emitter, StringRef(canonical).drop_front(StringRef("libdevice.").size()), positional);
}

bool Semantic::isSameType(const Object &a, const Object &b) {
  const RunTimeObject *left = asRunTime(a), *right = asRunTime(b);
  if (left && right) {
    return left->hasTypeOf(*right);
  }
  if (left || right || a.kind() != b.kind()) {
    return false;
  }
  if (!a.isSequence()) {
    return evaluate::areEqual(a, b);
  }
  return a.items().size() == b.items().size() && llvm::all_of(llvm::zip(a.items(), b.items()), [](auto pair) {
           return isSameType(std::get<0>(pair), std::get<1>(pair));
         });
}

} // namespace tkc::elaborate
