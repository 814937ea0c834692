// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A distributed layout as a plain matrix with its input bits in the order register, lane, warp, block.
#ifndef TKC_LIB_LAYOUT_DISTRIBUTEDMATRIX_H
#define TKC_LIB_LAYOUT_DISTRIBUTEDMATRIX_H

#include "tkc/Layout/F2.h"
#include "tkc/Layout/LinearLayout.h"

namespace tkc::layout {

/// What a conversion must not change about the place of an element.
enum class Keep : uint8_t { Nothing, Block, WarpAndBlock };

struct DistributedMatrix {
  /// One image per input bit, flattened over the tensor's dimensions.
  std::vector<f2::Vector> columns;
  unsigned registerBits = 0;
  unsigned laneBits = 0;
  unsigned warpBits = 0;
  unsigned blockBits = 0;
  unsigned elementBits = 0;

  unsigned threadBits() const { return laneBits + warpBits + blockBits; }
  unsigned numBits() const { return static_cast<unsigned>(columns.size()); }
  f2::Vector registerMask() const { return (f2::Vector(1) << registerBits) - 1; }

  std::vector<f2::Vector> registers() const { return range(0, registerBits); }
  std::vector<f2::Vector> lanes() const { return range(registerBits, laneBits); }
  std::vector<f2::Vector> threads() const { return range(registerBits, threadBits()); }
  std::vector<f2::Vector> blocks() const { return range(registerBits + laneBits + warpBits, blockBits); }

  std::vector<f2::Vector> range(unsigned first, unsigned count) const {
    return {columns.begin() + first, columns.begin() + first + count};
  }

  /// The columns with the coordinates that are to be kept appended to the image.
  std::vector<f2::Vector> constrained(Keep keep) const {
    std::vector<f2::Vector> result = columns;
    unsigned blockStart = registerBits + laneBits + warpBits;
    unsigned first = keep == Keep::WarpAndBlock ? registerBits + laneBits : blockStart;
    for (unsigned i = first; i < numBits() && keep != Keep::Nothing; ++i) {
      result[i] |= f2::Vector(1) << (elementBits + i - first);
    }
    return result;
  }
};

/// `layout` with input dimensions register, lane, warp, block and output dimensions as in `like`; no repeats.
LinearLayout normalizeDistributed(const LinearLayout &layout, const LinearLayout &like);

DistributedMatrix distributedMatrix(const LinearLayout &normalized);

} // namespace tkc::layout

#endif
