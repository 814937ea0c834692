// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tensor maps of the simulator: the rules of `cuTensorMapEncodeTiled`, a 128-byte form of our own, and which bytes a
// box moves between global and shared memory.
#ifndef TKC_SIM_NUMERIC_TENSORMAP_H
#define TKC_SIM_NUMERIC_TENSORMAP_H

#include "tkc/Data/TensorMapDescription.h"
#include "tkc/Support/Result.h"

#include <array>

namespace tkc::sim {

using TensorMapBytes = std::array<uint8_t, data::tensorMapBytes>;

/// Checks a description by the rules that `cuda.h` 13.0 gives for `cuTensorMapEncodeTiled`; the first rule that is
/// broken is named, with what was found and what was needed.
Status checkTensorMap(const data::TensorMapDescription &description);

/// Checks, refuses what the simulator lacks (interleaved layouts, packed types with gaps), and encodes.
Result<TensorMapBytes> encodeTensorMap(const data::TensorMapDescription &description);
/// Encodes without checks, for maps that are being changed in place; ranks and numbers must fit their fields.
TensorMapBytes storeTensorMap(const data::TensorMapDescription &description);
/// Refuses bytes that are no map of the simulator's. What comes out may still break rules: check before use.
Result<data::TensorMapDescription> decodeTensorMap(const uint8_t *bytes);

/// Bits of an element in global memory: 4 for U4x16Align8.
unsigned bitsOfElement(data::TensorMapType type);
/// Elements of the box along a dimension: ceil(box / element stride).
uint32_t boxExtent(const data::TensorMapDescription &description, unsigned dimension);
/// Bytes that a copy of the whole box counts for an mbarrier, elements out of bounds included.
uint64_t boxBytes(const data::TensorMapDescription &description);
/// Bytes from one row of the box to the next in shared memory: the row, or the swizzle's span if that is more.
uint32_t sharedPitch(const data::TensorMapDescription &description);
/// Bytes that the box covers in shared memory, padding of short rows included.
uint64_t sharedExtent(const data::TensorMapDescription &description);
/// The alignment of the box's shared address.
inline constexpr uint32_t tensorBoxAlignment = 128;

/// Moves a shared byte address to where a tensor map's swizzle puts it.
///
///   Bytes32, 64, 128:       bit 4, bits 5…4, bits 6…4 ^= the same number of bits from 7 on
///   Bytes128Atom32:         bits 6…5 ^= bits 8…7;   with Flip8 also bit 3 ^= bit 7
///   Bytes128Atom64:         bit 6 ^= bit 7
uint32_t swizzleTensorAddress(uint32_t address, data::TensorMapSwizzle swizzle);

/// A stretch of bytes that is contiguous on both sides.
struct TensorRun {
  /// Meaningless if out of bounds: loads fill the shared bytes, stores skip them.
  uint64_t globalAddress;
  uint32_t sharedAddress;
  uint32_t bytes;
  bool isInBounds;
};

/// The runs of the box at `coordinates` (innermost first, one for each dimension; elements) whose shared buffer starts
/// at `sharedAddress`, in the order of the box. Clipping goes by elements. Packed types need an inner coordinate that
/// is even.
Result<std::vector<TensorRun>> tensorRuns(const data::TensorMapDescription &description,
                                          const std::vector<int32_t> &coordinates, uint32_t sharedAddress);

/// `.tile::gather4` and `.tile::scatter4` (sm_100 and later): four rows of a matrix, whose numbers are given, from
/// `column` on; they lie one behind another in shared memory. The map has two dimensions and a box of one row.
Result<std::vector<TensorRun>> gatherRuns(const data::TensorMapDescription &description, int32_t column,
                                          const std::array<int32_t, 4> &rows, uint32_t sharedAddress);

/// What fills one element out of bounds: zero, or a NaN. Little-endian, `bitsOfElement` bits.
uint64_t fillElement(const data::TensorMapDescription &description);

} // namespace tkc::sim

#endif // TKC_SIM_NUMERIC_TENSORMAP_H
