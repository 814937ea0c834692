// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A walk over the parts of a value that stops at what it knows.
#include "Contents.h"

#include "llvm/ADT/STLExtras.h"

#include "Environment.h"

namespace tkc::elaborate {

/// Below so many pieces looking again is cheaper than remembering.
static constexpr uint64_t leastRemembered = 16;
/// Looking at so many pieces costs about as much as elaborating a small expression.
static constexpr uint64_t piecesAStep = 64;

static bool isContainer(const Object &value) { return value.isSequence() || value.is(evaluate::ObjectKind::Instance); }

Contents ContentsTable::of(const Object &value) {
  ++looked;
  if (isContainer(value)) {
    return ofContainer(value);
  }
  Contents result;
  result.hasPoison = isPoison(value);
  result.hasRunTime = asRunTime(value) != nullptr;
  return result;
}

uint64_t ContentsTable::takeSteps() {
  uint64_t steps = looked / piecesAStep;
  looked %= piecesAStep;
  return steps;
}

const Contents *ContentsTable::find(const std::shared_ptr<evaluate::ObjectData> &data) const {
  auto found = entries.find(data.get());
  if (found == entries.end() || found->second.owner.lock() != data) {
    return nullptr;
  }
  const Entry &entry = found->second;
  return entry.contents.isSettled || entry.changes == evaluator.changes() ? &entry.contents : nullptr;
}

bool ContentsTable::add(const Object &part, Contents &whole) {
  Contents contents = of(part);
  whole.depth = std::max(whole.depth, contents.depth + 1);
  whole.pieces += contents.pieces;
  whole.hasPoison |= contents.hasPoison;
  whole.hasRunTime |= contents.hasRunTime;
  whole.isSettled &= contents.isSettled;
  return whole.isBounded();
}

Contents ContentsTable::ofContainer(const Object &value) {
  std::shared_ptr<evaluate::ObjectData> data = value.data();
  if (const Contents *known = find(data)) {
    return *known;
  }
  Contents result;
  result.isSettled = value.isTuple();
  result.depth = 1;
  if (open.size() == Contents::deepest || llvm::is_contained(open, data.get())) {
    result.depth = Contents::deepest + 1;
    return result;
  }
  open.push_back(data.get());
  bool isBounded = true;
  if (value.isSequence()) {
    isBounded = llvm::all_of(value.items(), [&](const Object &part) { return add(part, result); });
  } else {
    const evaluate::NameTable &attributes = value.asInstance().attributes;
    isBounded =
        llvm::all_of(attributes.names(), [&](const std::string &name) { return add(*attributes.find(name), result); });
    result.hasPoison = result.hasRunTime = false;
  }
  open.pop_back();
  if (isBounded && result.pieces >= leastRemembered) {
    entries[data.get()] = {data, result, evaluator.changes()};
  }
  return result;
}

} // namespace tkc::elaborate
