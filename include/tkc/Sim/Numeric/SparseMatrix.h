// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A with half of its elements left out: what four bits of metadata say of a chunk of a row, and where they stand.
#ifndef TKC_SIM_NUMERIC_SPARSEMATRIX_H
#define TKC_SIM_NUMERIC_SPARSEMATRIX_H

#include <optional>

namespace tkc::sim {

/// The form of a row of K elements. A chunk has four (2:4), two of tf32 (1:2) or eight of four bits (4:8 in pairs);
/// half of them are there.
///
///   bits 3-2  bits 1-0     the second and the first of the two that are there, as positions in the chunk; of tf32 and
///                          of pairs the position of the pair (of halves of a tf32)
struct SparsePattern {
  int elementBits = 16;
  int chunkElements = 4, chunksPerRow = 4;

  int kept() const { return chunkElements / 2; }
  /// How many values the selector has: 4 when one of four lanes has all the metadata, 2 for two of them, else 1.
  int selectors() const { return 16 / chunksPerRow; }
  /// Finds the positions in a chunk of the elements that are there; false when the four bits mean nothing. With
  /// `isOrdered` positions must ascend.
  bool positions(unsigned bits, bool isOrdered, int *found) const;
};

/// Of A with `k` elements in a row (counting those that are left out); nothing when there is no such form.
std::optional<SparsePattern> sparsePattern(int elementBits, int k);

/// The lane, and the lowest of the four bits in its register.
struct MetadataPlace {
  int lane, shift;
};

/// Of a chunk of a row of the 16 that a warp has. Lanes come in groups of four, for rows g and g + 8; elements of 16
/// and 32 bits have both rows in one register, those of 8 and 4 bits one row in each:
///
///   16 or 32 bits     lane 0: row g | g+8, chunks 0-3      lane 1: row g | g+8, chunks 4-7
///   8 or 4 bits       lane 0: row g, chunks 0-7            lane 1: row g+8, chunks 0-7       lanes 2, 3: chunks 8-15
MetadataPlace metadataPlace(const SparsePattern &pattern, int row, int chunk, int selector);

} // namespace tkc::sim

#endif // TKC_SIM_NUMERIC_SPARSEMATRIX_H
