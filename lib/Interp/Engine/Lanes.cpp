// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Moving and merging whole values.
#include "Lanes.h"

#include <cstring>

namespace tkc::interp {

void Lanes::materialiseBounds() const {
  if (!hasBounds()) {
    std::memset(bounds, 0, count * sizeof(double));
    *summary |= HasBounds;
  }
}

void Lanes::materialiseFlags() const {
  if (!hasFlags()) {
    std::memset(flags, 0, count);
    *summary |= HasFlags;
  }
}

void Lanes::summariseBounds() const {
  for (uint32_t lane = 0; lane < count; ++lane) {
    if (bounds[lane] != 0) {
      *summary |= HasBounds;
      return;
    }
  }
  *summary &= uint8_t(~HasBounds);
}

void mergeFlags(const Lanes &result, std::initializer_list<const Lanes *> operands) {
  for (const Lanes *operand : operands) {
    if (!operand->hasFlags()) {
      continue;
    }
    result.materialiseFlags();
    for (uint32_t lane = 0; lane < result.count; ++lane) {
      result.flags[lane] |= operand->flags[lane];
    }
  }
}

void copyLanes(const Lanes &to, const Lanes &from) {
  std::memcpy(to.integers, from.integers, to.count * sizeof(int64_t));
  if (from.hasBounds()) {
    std::memcpy(to.bounds, from.bounds, to.count * sizeof(double));
  }
  if (from.hasFlags()) {
    std::memcpy(to.flags, from.flags, to.count);
  }
  *to.summary = *from.summary;
}

void gatherLanes(const Lanes &result, const Lanes &source, const uint32_t *indices) {
  for (uint32_t lane = 0; lane < result.count; ++lane) {
    result.integers[lane] = source.integers[indices[lane]];
  }
  if (source.hasBounds()) {
    for (uint32_t lane = 0; lane < result.count; ++lane) {
      result.bounds[lane] = source.bounds[indices[lane]];
    }
  }
  if (source.hasFlags()) {
    for (uint32_t lane = 0; lane < result.count; ++lane) {
      result.flags[lane] = source.flags[indices[lane]];
    }
  }
  *result.summary = *source.summary;
}

void scatterLanes(const Lanes &to, const Lanes &from, const uint32_t *indices) {
  if (from.hasBounds()) {
    to.materialiseBounds();
  }
  if (from.hasFlags()) {
    to.materialiseFlags();
  }
  for (uint32_t position = 0; position < from.count; ++position) {
    uint32_t index = indices[position];
    to.integers[index] = from.integers[position];
    if (to.hasBounds()) {
      to.bounds[index] = from.bound(position);
    }
    if (to.hasFlags()) {
      to.flags[index] = from.flag(position);
    }
  }
}

} // namespace tkc::interp
