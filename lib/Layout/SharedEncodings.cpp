// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Swizzled and TMA shared-memory encodings as linear layouts from offsets.
#include "tkc/Layout/Encodings.h"

#include "BitFields.h"
#include "EncodingParts.h"

using namespace tkc::layout;

/// offset -> (column, rows...) where row number 1 << i, counted over all row dimensions, also flips the column by
/// `rowFlips(1 << i)`. The first row dimension is the fastest.
template <class Function>
static LinearLayout swizzledTile(Coordinate column, const std::vector<Coordinate> &rows, Function rowFlips) {
  LinearLayout layout = LinearLayout::identity1D(column.second, Dim::Offset, column.first);
  unsigned firstRowBit = layout.numInBits();
  for (const Coordinate &row : rows) {
    layout *= LinearLayout::identity1D(row.second, Dim::Offset, row.first);
  }
  std::vector<uint64_t> bases = layout.flatBases();
  for (unsigned bit = firstRowBit; bit < bases.size(); ++bit) {
    bases[bit] |= rowFlips(uint64_t(1) << (bit - firstRowBit)) % column.second;
  }
  return LinearLayout::fromFlat(layout.inDims(), layout.outDims(), std::move(bases));
}

static Coordinate extentAlong(const Shape &sizes, unsigned dim) {
  return {tensorDim(dim), static_cast<uint64_t>(sizes[dim])};
}

LinearLayout tkc::layout::toLinearLayout(const SwizzledEncoding &encoding, const Shape &shape) {
  Shape perCta = atomPerCta(encoding.cluster, shape);
  unsigned rank = static_cast<unsigned>(shape.size());
  if (rank == 1) {
    return fitToShape(LinearLayout::identity1D(perCta[0], Dim::Offset, Dim::Dim0), encoding.cluster, shape);
  }
  LinearLayout tile =
      swizzledTile(extentAlong(perCta, encoding.order[0]), {extentAlong(perCta, encoding.order[1])},
                   [&](uint64_t row) { return encoding.vec * (row / encoding.perPhase % encoding.maxPhase); });
  for (unsigned i = 2; i < rank; ++i) {
    unsigned dim = encoding.order[i];
    tile *= LinearLayout::identity1D(perCta[dim], Dim::Offset, tensorDim(dim));
  }
  return fitToShape(tile, encoding.cluster, shape);
}

/// The dimension that is contiguous in memory, and the one along which a slab's rows run first.
static std::pair<unsigned, unsigned> columnAndRow(const TmaSharedEncoding &encoding, unsigned rank) {
  if (rank == 1) {
    return {0, 0};
  }
  return encoding.transposed ? std::pair(rank - 2, rank - 1) : std::pair(rank - 1, rank - 2);
}

static uint64_t slabColumns(const TmaSharedEncoding &encoding) {
  return uint64_t(encoding.swizzleBytes == 0 ? 16 : encoding.swizzleBytes) * 8 / encoding.elementBits;
}

LinearLayout tkc::layout::toLinearLayout(const TmaSharedEncoding &encoding, const Shape &shape) {
  Shape perCta = atomPerCta(encoding.cluster, shape);
  unsigned rank = static_cast<unsigned>(shape.size());
  if (rank == 1) {
    return fitToShape(LinearLayout::identity1D(perCta[0], Dim::Offset, Dim::Dim0), encoding.cluster, shape);
  }
  auto [column, row] = columnAndRow(encoding, rank);
  uint64_t chunk = 128 / encoding.elementBits;
  uint64_t rowsPerPhase = encoding.swizzleBytes == 0 ? 1 : 128 / encoding.swizzleBytes;
  uint64_t phases = encoding.swizzleBytes == 0 ? 1 : encoding.swizzleBytes / 16;
  std::vector<Coordinate> rows = {extentAlong(perCta, row)};
  for (unsigned i = rank - 2; i-- > 0;) {
    rows.push_back(extentAlong(perCta, i));
  }
  LinearLayout tile = swizzledTile({tensorDim(column), slabColumns(encoding)}, rows,
                                   [&](uint64_t bit) { return chunk * (bit / rowsPerPhase % phases); });
  return fitToShape(tile, encoding.cluster, shape);
}

LinearLayout tkc::layout::toLinearLayout(const SharedEncoding &encoding, const Shape &shape) {
  return std::visit([&](const auto &named) { return toLinearLayout(named, shape); }, encoding);
}

unsigned tkc::layout::widestTmaSwizzle(uint64_t rowBytes) {
  for (unsigned bytes : {128u, 64u, 32u}) {
    if (rowBytes % bytes == 0) {
      return bytes;
    }
  }
  return 0;
}

//===-- Verification
//------------------------------------------------------------------------------------------------===//

static std::string verifySwizzled(const SwizzledEncoding &encoding, unsigned rank) {
  for (std::string error :
       {verifyPowersOfTwo("vec, perPhase and maxPhase", {encoding.vec, encoding.perPhase, encoding.maxPhase}, 3),
        verifyOrder(encoding.order, rank), verifyCluster(encoding.cluster, rank)}) {
    if (!error.empty()) {
      return error;
    }
  }
  return "";
}

static std::string verifyTma(const TmaSharedEncoding &encoding, const Shape &shape) {
  unsigned rank = static_cast<unsigned>(shape.size());
  unsigned swizzle = encoding.swizzleBytes;
  if (swizzle != 0 && swizzle != 32 && swizzle != 64 && swizzle != 128) {
    return "expects a swizzle of 0, 32, 64 or 128 bytes, got " + std::to_string(swizzle);
  }
  if (encoding.elementBits != 8 && encoding.elementBits != 16 && encoding.elementBits != 32 &&
      encoding.elementBits != 64) {
    return "expects elements of 8, 16, 32 or 64 bits, got " + std::to_string(encoding.elementBits);
  }
  std::string error = verifyCluster(encoding.cluster, rank);
  if (!error.empty() || rank == 1) {
    return error;
  }
  int64_t columns = atomPerCta(encoding.cluster, shape)[columnAndRow(encoding, rank).first];
  int64_t needed = static_cast<int64_t>(slabColumns(encoding));
  return columns >= needed ? ""
                           : "expects at least " + std::to_string(needed) +
                                 " contiguous elements for this swizzle, got " + std::to_string(columns);
}

std::string tkc::layout::verifyEncoding(const SharedEncoding &encoding, const Shape &shape) {
  if (shape.empty() || shape.size() > maxTensorRank) {
    return "expects rank 1 to " + std::to_string(maxTensorRank) + ", got " + std::to_string(shape.size());
  }
  if (const SwizzledEncoding *swizzled = std::get_if<SwizzledEncoding>(&encoding)) {
    return verifySwizzled(*swizzled, static_cast<unsigned>(shape.size()));
  }
  return verifyTma(std::get<TmaSharedEncoding>(encoding), shape);
}
