// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Walks over the parts of values.
#include "tkc/Elaborate/Parts.h"

#include "tkc/Evaluate/Payload.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"

namespace tkc::elaborate {

using evaluate::Object;

bool anyPart(const Object &object, llvm::function_ref<bool(const Object &)> holds) {
  if (!object.isSequence()) {
    return holds(object);
  }
  llvm::SmallPtrSet<const evaluate::ObjectData *, 16> seen;
  llvm::SmallVector<const Object *> pending = {&object};
  while (!pending.empty()) {
    const Object &next = *pending.pop_back_val();
    if (!next.isSequence()) {
      if (holds(next)) {
        return true;
      }
    } else if (seen.insert(next.data().get()).second) {
      for (const Object &item : next.items()) {
        pending.push_back(&item);
      }
    }
  }
  return false;
}

static constexpr unsigned deepest = 64;
static constexpr size_t mostPieces = 200000;

static bool isTooNestedAt(const Object &object, unsigned depth, size_t &pieces) {
  if (++pieces > mostPieces) {
    return true;
  }
  auto isPartTooNested = [&](const Object &part) { return isTooNestedAt(part, depth + 1, pieces); };
  if (object.isSequence()) {
    return depth == deepest || llvm::any_of(object.items(), isPartTooNested);
  }
  if (!object.is(evaluate::ObjectKind::Instance)) {
    return false;
  }
  const evaluate::NameTable &attributes = object.asInstance().attributes;
  return depth == deepest || llvm::any_of(attributes.names(), [&](const std::string &name) {
           return isPartTooNested(*attributes.find(name));
         });
}

bool isTooNested(const Object &object) {
  size_t pieces = 0;
  return isTooNestedAt(object, 0, pieces);
}

} // namespace tkc::elaborate
