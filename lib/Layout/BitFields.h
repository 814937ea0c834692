// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bit fields of flattened coordinates: where a dimension lies, and how fields move between two dimension lists.
#ifndef TKC_LIB_LAYOUT_BITFIELDS_H
#define TKC_LIB_LAYOUT_BITFIELDS_H

#include "tkc/Layout/LinearLayout.h"

namespace tkc::layout {

inline uint64_t lowMask(unsigned bits) { return (uint64_t(1) << bits) - 1; }

/// The logarithm of a power of two.
inline uint8_t log2Exact(uint64_t size) {
  assert(size != 0 && (size & (size - 1)) == 0 && "expects a power of two");
  return static_cast<uint8_t>(__builtin_ctzll(size));
}

/// The lowest bit of `dim`.
inline unsigned shiftOf(const DimList &dims, Dim dim) {
  unsigned shift = 0;
  for (const DimExtent &extent : dims) {
    if (extent.dim == dim) {
      return shift;
    }
    shift += extent.log2Size;
  }
  assert(false && "no such dimension");
  return 0;
}

/// Moves each field of `flat` from its place in `from` to the place of the same dimension in `to`, raised there by the
/// bits that dimension has in `below`. Fields that `to` lacks are dropped.
inline uint64_t moveFields(uint64_t flat, const DimList &from, const DimList &to, const DimList &below = {}) {
  uint64_t result = 0;
  for (const DimExtent &extent : from) {
    uint64_t field = flat & lowMask(extent.log2Size);
    flat >>= extent.log2Size;
    if (field != 0 && to.find(extent.dim)) {
      const DimExtent *under = below.find(extent.dim);
      result |= field << (shiftOf(to, extent.dim) + (under ? under->log2Size : 0));
    }
  }
  return result;
}

} // namespace tkc::layout

#endif
