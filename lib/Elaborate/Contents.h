// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What tuples, lists and instances hold, however deep. Looking is remembered, so that a large value costs once.
#ifndef TKC_LIB_ELABORATE_CONTENTS_H
#define TKC_LIB_ELABORATE_CONTENTS_H

#include "tkc/Evaluate/Evaluator.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <memory>

namespace tkc::elaborate {

using evaluate::Object;

/// What one value comes apart into.
struct Contents {
  static constexpr unsigned deepest = 64;
  static constexpr uint64_t mostPieces = 1 << 23;

  /// Tuples, lists and instances within one another; more than `deepest` also when it holds itself.
  unsigned depth = 0;
  /// The value, what it holds, and so on; what stands in it twice counts twice.
  uint64_t pieces = 1;
  /// Through tuples and lists.
  bool hasPoison = false;
  bool hasRunTime = false;
  /// It has neither lists nor instances, so that it never changes.
  bool isSettled = true;

  /// Control flow can take it apart.
  bool isBounded() const { return depth <= deepest && pieces <= mostPieces; }
};

/// The contents of the values of one elaboration.
class ContentsTable {
public:
  explicit ContentsTable(const evaluate::Evaluator &evaluator) : evaluator(evaluator) {}

  /// Looks at what is new, or may have changed since.
  Contents of(const Object &value);
  /// What looking has cost since the last call, in steps of the elaboration.
  uint64_t takeSteps();

private:
  struct Entry {
    std::weak_ptr<evaluate::ObjectData> owner;
    Contents contents;
    uint64_t changes = 0;
  };

  Contents ofContainer(const Object &value);
  /// False when the whole has become too deep or too large.
  bool add(const Object &part, Contents &whole);
  const Contents *find(const std::shared_ptr<evaluate::ObjectData> &data) const;

  const evaluate::Evaluator &evaluator;
  llvm::DenseMap<const evaluate::ObjectData *, Entry> entries;
  /// The containers around what is being looked at.
  llvm::SmallVector<const evaluate::ObjectData *> open;
  uint64_t looked = 0;
};

} // namespace tkc::elaborate

#endif // TKC_LIB_ELABORATE_CONTENTS_H
