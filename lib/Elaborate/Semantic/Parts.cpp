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

} // namespace tkc::elaborate
