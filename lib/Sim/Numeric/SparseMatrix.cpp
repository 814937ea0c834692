// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Metadata of sparse matrices as PTX ISA 9.0 draws it.
#include "tkc/Sim/Numeric/SparseMatrix.h"

namespace tkc::sim {

std::optional<SparsePattern> sparsePattern(int elementBits, int k) {
  SparsePattern pattern;
  pattern.elementBits = elementBits;
  pattern.chunkElements = elementBits == 32 ? 2 : elementBits == 4 ? 8 : 4;
  pattern.chunksPerRow = k / pattern.chunkElements;
  bool isWide = elementBits == 16 || elementBits == 32, isNarrow = elementBits == 8 || elementBits == 4;
  bool exists = (isWide && (pattern.chunksPerRow == 4 || pattern.chunksPerRow == 8)) ||
                (isNarrow && (pattern.chunksPerRow == 8 || pattern.chunksPerRow == 16));
  return exists && k % pattern.chunkElements == 0 ? std::optional(pattern) : std::nullopt;
}

bool SparsePattern::positions(unsigned bits, bool isOrdered, int *found) const {
  int first = int(bits & 3), second = int(bits >> 2 & 3);
  if (elementBits == 32) {
    found[0] = first / 2;
    return bits == 0b0100 || bits == 0b1110;
  }
  int width = chunkElements / 4;
  for (int part = 0; part < width; ++part) {
    found[part] = first * width + part;
    found[width + part] = second * width + part;
  }
  return isOrdered ? first < second : first != second;
}

MetadataPlace metadataPlace(const SparsePattern &pattern, int row, int chunk, int selector) {
  int group = row % 8 * 4, half = row / 8;
  if (pattern.chunksPerRow == 4) {
    return {group + selector, 16 * half + 4 * chunk};
  }
  if (pattern.elementBits >= 16) {
    return {group + 2 * selector + chunk / 4, 16 * half + 4 * (chunk % 4)};
  }
  return {group + 2 * (pattern.chunksPerRow == 8 ? selector : chunk / 8) + half, 4 * (chunk % 8)};
}

} // namespace tkc::sim
