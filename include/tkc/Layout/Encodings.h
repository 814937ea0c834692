// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The named layouts that kernels and the hardware speak of, each a short description that converts to a linear layout.
#ifndef TKC_LAYOUT_ENCODINGS_H
#define TKC_LAYOUT_ENCODINGS_H

#include "tkc/Layout/LinearLayout.h"

#include <memory>
#include <variant>

namespace tkc::layout {

/// Sizes of a tensor or tile, outermost dimension first. A size is a power of two times an odd number; the odd factor
/// becomes the repeats of the linear layout.
using Shape = std::vector<int64_t>;

/// How the CTAs of a cluster share a tensor: `ctas` CTAs along each dimension, of which `split` hold different parts
/// and the rest replicas. Empty vectors mean one CTA.
struct ClusterEncoding {
  std::vector<unsigned> ctas;
  std::vector<unsigned> split;
  std::vector<unsigned> order;

  friend bool operator==(const ClusterEncoding &a, const ClusterEncoding &b) {
    return a.ctas == b.ctas && a.split == b.split && a.order == b.order;
  }
};

/// A box of elements per thread, of threads per warp, of warps per CTA; `order` lists the dimensions, fastest first.
struct BlockedEncoding {
  std::vector<unsigned> sizePerThread;
  std::vector<unsigned> threadsPerWarp;
  std::vector<unsigned> warpsPerCta;
  std::vector<unsigned> order;
  ClusterEncoding cluster;
};

/// The accumulators of tensor-core instructions. Version 2: mma.sync m16n8. Version 3: wgmma m64nN, seen as four warps
/// of 16 rows each. Warps run along the last dimension first in version 2, along the rows first in version 3.
struct MmaEncoding {
  unsigned version = 2;
  std::vector<unsigned> warpsPerCta;
  /// Rows and columns per *warp* and instruction: {16, 8}, or {16, N} for wgmma.
  std::array<unsigned, 2> instrShape = {16, 8};
  ClusterEncoding cluster;
};

/// An operand of a dot whose result has the parent's layout. With an mma parent, `kWidth` is the number of elements
/// along K that are packed into one 32-bit register: 1 for 32-bit, 2 for 16-bit, 4 for 8-bit elements. (A multiple of
/// it makes each thread read wider vectors; the hardware's K order is then a permutation, the same for both operands.)
struct DotOperandEncoding {
  std::variant<MmaEncoding, BlockedEncoding> parent;
  unsigned operandIndex = 0;
  unsigned kWidth = 2;
};

struct SliceEncoding;

using DistributedEncoding = std::variant<BlockedEncoding, MmaEncoding, DotOperandEncoding, SliceEncoding>;

/// The layout of a tensor that lost dimension `dim` of the parent, as by a reduction or before an expansion.
struct SliceEncoding {
  unsigned dim = 0;
  std::shared_ptr<const DistributedEncoding> parent;
};

/// Shared memory where groups of `vec` elements of a row are permuted by exclusive or with the phase
/// (row / perPhase) % maxPhase. `order` lists the dimensions, fastest first; the first two are swizzled.
struct SwizzledEncoding {
  unsigned vec = 1;
  unsigned perPhase = 1;
  unsigned maxPhase = 1;
  std::vector<unsigned> order;
  ClusterEncoding cluster;
};

/// Shared memory as TMA writes and wgmma reads it: slabs `swizzleBytes` wide (16 wide when that is 0) that hold all
/// rows, one slab after the other. Within a slab the 16-byte chunks of a row are permuted by exclusive or with bits of
/// the row. With `transposed`, the first of the last two dimensions is the contiguous one. Leading dimensions count as
/// rows.
struct TmaSharedEncoding {
  unsigned swizzleBytes = 128;
  unsigned elementBits = 16;
  bool transposed = false;
  ClusterEncoding cluster;
};

using SharedEncoding = std::variant<SwizzledEncoding, TmaSharedEncoding>;

/// What is wrong with an encoding for tensors of this rank or shape, in the words of a verifier; empty when nothing is.
/// The conversions below require that.
std::string verifyEncoding(const DistributedEncoding &encoding, unsigned rank);
std::string verifyEncoding(const SharedEncoding &encoding, const Shape &shape);

/// (register, lane, warp, block) -> (dim0, dim1, ...). A tensor larger than the encoding's tile wraps around into
/// further registers, fastest dimension first; in a smaller one the highest positions are replicas (bases of zero).
LinearLayout toLinearLayout(const BlockedEncoding &encoding, const Shape &shape);
LinearLayout toLinearLayout(const MmaEncoding &encoding, const Shape &shape);
LinearLayout toLinearLayout(const DotOperandEncoding &encoding, const Shape &shape);
LinearLayout toLinearLayout(const SliceEncoding &encoding, const Shape &shape);
LinearLayout toLinearLayout(const DistributedEncoding &encoding, const Shape &shape);
/// (offset, block) -> (dim0, dim1, ...), offsets counting elements. With repeats, atoms follow one another.
LinearLayout toLinearLayout(const SwizzledEncoding &encoding, const Shape &shape);
LinearLayout toLinearLayout(const TmaSharedEncoding &encoding, const Shape &shape);
LinearLayout toLinearLayout(const SharedEncoding &encoding, const Shape &shape);

/// The layout of the slice, from the parent's layout over the shape with size 1 at `dim`. Registers that the slice
/// makes replicas of others are dropped.
LinearLayout sliceLayout(const LinearLayout &parent, unsigned dim);

/// The blocked encoding that gives each thread `sizePerThread` elements and spreads lanes and warps along the fastest
/// dimensions first.
BlockedEncoding chooseBlocked(const Shape &shape, const std::vector<unsigned> &sizePerThread,
                              const std::vector<unsigned> &order, unsigned numWarps);

/// The widest TMA swizzle in bytes that rows of this many bytes permit: 128, 64, 32, or 0.
unsigned widestTmaSwizzle(uint64_t rowBytes);

} // namespace tkc::layout

#endif
