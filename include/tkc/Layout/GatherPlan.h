// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a gather along an axis reaches its source: in registers, by lane shuffles, or through shared memory.
#ifndef TKC_LAYOUT_GATHERPLAN_H
#define TKC_LAYOUT_GATHERPLAN_H

#include "tkc/Layout/LinearLayout.h"
#include "tkc/Layout/SharedAccess.h"

namespace tkc::layout {

enum class GatherKind : uint8_t {
  /// Each thread has all that it may pick.
  Registers,
  /// All that a thread may pick is in its warp.
  LaneShuffles,
  /// The source goes to shared memory, in row-major order.
  SharedMemory,
};

struct GatherPlan {
  GatherKind kind = GatherKind::SharedMemory;
  /// Where a register of the result finds what it picks: (register, lane, warp, …, place along the axis) -> (register),
  /// (register, lane) of the thread's own warp, or (offset) in elements. The place is an input under the name of the
  /// axis's tensor dimension.
  LinearLayout source;
  /// SharedMemory: how the source gets there.
  VectorAccess store;

  /// The bits of the source's register number that hang on the thread or on the place.
  uint64_t openRegisterBits() const;
};

/// The cheapest gather from a block laid out as `source` to one as `index`, which differ in size along `axis` alone and
/// have as many lanes, warps and blocks. Neither has repeats.
GatherPlan planGather(const LinearLayout &source, const LinearLayout &index, unsigned axis, unsigned elementBytes);

} // namespace tkc::layout

#endif
