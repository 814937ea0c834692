// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A view of one value of a running program: its lanes, error bounds and flags.
#ifndef TKC_LIB_INTERP_ENGINE_LANES_H
#define TKC_LIB_INTERP_ENGINE_LANES_H

#include <initializer_list>

#include "Code.h"
#include "Rounding.h"

namespace tkc::interp {

/// What is known about one lane besides its value.
enum LaneFlag : uint8_t {
  /// The lane has no defined value (a masked-off element without `other`); it must not be stored or decide anything.
  Poison = 1,
  /// A decision within the error bounds went into the lane: another permitted evaluation may give another value.
  Undecided = 2
};

/// Bits of a value's summary: whether its bounds and flags are worth reading. Where a bit is not set, all bounds are 0
/// or all flags are clear, and the arrays hold garbage.
enum SummaryBit : uint8_t { HasBounds = 1, HasFlags = 2 };

struct Lanes {
  union {
    int64_t *integers;
    double *floats;
  };
  double *bounds;
  uint8_t *flags;
  uint8_t *summary;
  uint32_t count;
  ScalarType type;

  bool hasBounds() const { return *summary & HasBounds; }
  bool hasFlags() const { return *summary & HasFlags; }
  double bound(uint32_t lane) const { return hasBounds() ? bounds[lane] : 0; }
  uint8_t flag(uint32_t lane) const { return hasFlags() ? flags[lane] : 0; }

  /// Makes the bounds readable: all 0 unless they were in use.
  void materialiseBounds() const;
  void materialiseFlags() const;
  /// Sets flags of a lane whose value has been written.
  void addFlag(uint32_t lane, uint8_t flag) const {
    materialiseFlags();
    flags[lane] |= flag;
  }
  /// Clears `HasBounds` when all bounds are 0, after a handler has written them.
  void summariseBounds() const;
};

/// Gives each lane of the result the flags of the operands' lanes. The summary's other bits stay.
void mergeFlags(const Lanes &result, std::initializer_list<const Lanes *> operands);

/// to[indices[i]] = from[i]; `to` has readable bounds and flags when `from` has.
void scatterLanes(const Lanes &to, const Lanes &from, const uint32_t *indices);
/// Copies lanes, bounds and flags; types and counts are equal.
void copyLanes(const Lanes &to, const Lanes &from);
/// result[i] = source[index(i)], bounds and flags too.
void gatherLanes(const Lanes &result, const Lanes &source, const uint32_t *indices);

} // namespace tkc::interp

#endif // TKC_LIB_INTERP_ENGINE_LANES_H
