// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is known about each element of a buffer.
#include "Memory.h"

namespace tkc::interp {

/// The mark of a float of this kind in a granule's state; 0 for what has no bound.
static uint8_t kindMark(ScalarType type) { return type.isFloat() ? uint8_t(type.floatKind) + 1 : 0; }

Allocation::Knowledge Allocation::knowledge(size_t offset, unsigned accessSize, ScalarType type) const {
  Knowledge knowledge;
  if (states.empty()) {
    return knowledge;
  }
  size_t first = offset / granule;
  size_t last = (offset + accessSize - 1) / granule;
  for (size_t index = first; index <= last; ++index) {
    uint8_t state = states[index];
    knowledge.isUninitialised |= (state & Uninitialised) != 0;
    knowledge.isUndecided |= (state & Doubtful) != 0;
    if (!bounds.empty() && bounds[index] != 0) {
      bool isSameKind = state / firstKindBit == kindMark(type);
      knowledge.isUndecided |= !isSameKind;
      knowledge.bound = isSameKind ? bounds[index] : 0;
    }
  }
  return knowledge;
}

void Allocation::noteWrite(size_t offset, unsigned accessSize, ScalarType type, double bound, bool isUndecided) {
  if (bound != 0 && bounds.empty()) {
    bounds.assign(granuleCount(), 0);
  }
  size_t last = (offset + accessSize - 1) / granule;
  for (size_t index = offset / granule; index <= last; ++index) {
    states[index] = uint8_t(kindMark(type) * firstKindBit | (isUndecided ? Doubtful : 0));
    if (!bounds.empty()) {
      bounds[index] = bound;
    }
  }
}

void Allocation::noteDoubt(size_t offset, unsigned accessSize) {
  size_t last = (offset + accessSize - 1) / granule;
  for (size_t index = offset / granule; index <= last; ++index) {
    states[index] |= Doubtful;
  }
}

} // namespace tkc::interp
