// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bindings of names, and poison.
#include "Environment.h"

#include "tkc/Evaluate/Payload.h"

#include "llvm/ADT/STLExtras.h"

namespace tkc::elaborate {

Binding Binding::partialBehind(SourceRange place) const {
  if (!isBound()) {
    return *this;
  }
  // The value is not kept: it may belong to a block that is gone.
  Binding result;
  result.state = State::Partial;
  result.definition = definition;
  result.other = place;
  return result;
}

Binding Binding::conflict(const Binding &first, const Binding &second) {
  Binding result;
  result.state = State::Conflict;
  result.definition = first.definition;
  result.other = second.definition;
  result.firstType = typeText(first.value);
  result.secondType = typeText(second.value);
  return result;
}

const Binding *Environment::find(llvm::StringRef name) const {
  const auto *found = names.find(name);
  return found == names.end() ? nullptr : &found->second;
}

void Environment::bind(llvm::StringRef name, Object value, SourceRange definition) {
  Binding binding;
  binding.value = std::move(value);
  binding.definition = definition;
  names[name] = std::move(binding);
}

Environment Environment::entered() const {
  Environment result = *this;
  result.live = Flag::yes();
  result.broke = Flag::no();
  result.returned = Flag::no();
  result.mayContinue = false;
  result.returnValue.reset();
  return result;
}

namespace {

class PoisonObject final : public evaluate::OpaqueObject {
public:
  static const void *tag() {
    static const char unique = 0;
    return &unique;
  }
  std::string kindName() const override { return "the result of an error"; }
  const void *family() const override { return tag(); }
};

} // namespace

Object poison() { return Object::opaque(std::make_shared<PoisonObject>()); }

bool isPoison(const Object &object) { return object.isOpaque() && object.asOpaque().family() == PoisonObject::tag(); }

bool isIdentical(const Object &a, const Object &b) {
  if (a.isSame(b)) {
    return true;
  }
  if (a.isTuple() && b.isTuple() && a.items().size() == b.items().size() && a.asTuple().type == b.asTuple().type) {
    return llvm::all_of_zip(a.items(), b.items(), isIdentical);
  }
  const RunTimeObject *first = asRunTime(a);
  const RunTimeObject *second = asRunTime(b);
  if (!first || !second || !first->hasTypeOf(*second)) {
    return false;
  }
  llvm::SmallVector<mlir::Value> firstValues;
  llvm::SmallVector<mlir::Value> secondValues;
  first->appendValues(firstValues);
  second->appendValues(secondValues);
  return firstValues == secondValues;
}

} // namespace tkc::elaborate
