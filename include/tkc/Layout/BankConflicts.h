// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The cost of shared-memory accesses: 32 banks of 4 bytes, 128 bytes a wavefront.
#ifndef TKC_LAYOUT_BANKCONFLICTS_H
#define TKC_LAYOUT_BANKCONFLICTS_H

#include "tkc/Layout/LinearLayout.h"

namespace tkc::layout {

/// How many wavefronts one access of a warp takes when each lane accesses `vectorBytes` (a power of two, at most 16) at
/// the offset, in elements, that `toOffset` maps it to. Up to 4 bytes a lane, the whole warp goes at once; 8-byte
/// accesses go by half warps, 16-byte accesses by quarter warps. In such a group, each bank serves one 4-byte word per
/// wavefront, and lanes that touch the same word share it. Without conflicts the result is 1, 2 or 4.
unsigned bankConflicts(const LinearLayout &toOffset, unsigned elementBytes, unsigned vectorBytes);

/// The same for rows of 16 bytes whose byte offsets are the sums of the given ones: 1 without conflicts for 8 rows.
unsigned bankConflictsOfRows(const std::vector<uint64_t> &byteOffsets);

} // namespace tkc::layout

#endif
