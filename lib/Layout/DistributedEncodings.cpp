// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocked, tensor-core, dot-operand and slice encodings as linear layouts.
#include "tkc/Layout/Encodings.h"

#include <algorithm>

#include "BitFields.h"
#include "EncodingParts.h"

using namespace tkc::layout;

namespace {
/// Dispatches on the alternatives of a variant.
template <class... Functions>
struct Cases : Functions... {
  using Functions::operator()...;
};
template <class... Functions>
Cases(Functions...) -> Cases<Functions...>;
} // namespace

/// The dimensions of a matrix, last one first (or the other way round for the last two), then leading ones.
static std::vector<unsigned> matrixOrder(unsigned rank, bool rowMajor) {
  std::vector<unsigned> order;
  for (unsigned i = 0; i < rank; ++i) {
    order.push_back(rank - 1 - i);
  }
  if (!rowMajor) {
    std::swap(order[0], order[1]);
  }
  return order;
}

/// Nothing yet, with the output dimensions in the order in which registers wrap around.
static LinearLayout emptyInOrder(const std::vector<unsigned> &order) {
  LinearLayout layout = LinearLayout::fromFlat({{Dim::Register, 0}, {Dim::Lane, 0}, {Dim::Warp, 0}}, {}, {});
  for (unsigned dim : order) {
    layout *= LinearLayout::fromFlat({}, {{tensorDim(dim), 0}}, {});
  }
  return layout;
}

LinearLayout tkc::layout::toLinearLayout(const BlockedEncoding &encoding, const Shape &shape) {
  LinearLayout tile = emptyInOrder(encoding.order) * boxLayout(Dim::Register, encoding.sizePerThread, encoding.order) *
                      boxLayout(Dim::Lane, encoding.threadsPerWarp, encoding.order) *
                      boxLayout(Dim::Warp, encoding.warpsPerCta, encoding.order);
  return fitToShape(tile, encoding.cluster, shape);
}

/// One warp's fragment of an mma instruction, 8 x 4 lanes over outer x inner:
///   inner: kWidth registers, 4 lanes; outer: 8 lanes, then `rows` / 8 registers; inner: the remaining registers.
static LinearLayout mmaFragment(unsigned outer, unsigned rows, unsigned inner, unsigned columns, unsigned kWidth) {
  Dim outerDim = tensorDim(outer);
  Dim innerDim = tensorDim(inner);
  return LinearLayout::identity1D(kWidth, Dim::Register, innerDim) * LinearLayout::identity1D(4, Dim::Lane, innerDim) *
         LinearLayout::identity1D(8, Dim::Lane, outerDim) *
         LinearLayout::identity1D(rows / 8, Dim::Register, outerDim) *
         LinearLayout::identity1D(columns / (kWidth * 4), Dim::Register, innerDim);
}

LinearLayout tkc::layout::toLinearLayout(const MmaEncoding &encoding, const Shape &shape) {
  unsigned rank = static_cast<unsigned>(shape.size());
  unsigned columns = encoding.instrShape[1] & -encoding.instrShape[1];
  LinearLayout tile = emptyInOrder(matrixOrder(rank, /*rowMajor=*/true)) *
                      mmaFragment(rank - 2, encoding.instrShape[0], rank - 1, columns, /*kWidth=*/2) *
                      boxLayout(Dim::Warp, encoding.warpsPerCta, matrixOrder(rank, encoding.version == 2));
  return fitToShape(tile, encoding.cluster, shape);
}

/// `in` over a box of `sizes`, replicated along `kDim`: each position needs all of K.
static LinearLayout boxReplicatedAlongK(Dim in, const std::vector<unsigned> &sizes, const std::vector<unsigned> &order,
                                        unsigned kDim) {
  LinearLayout layout;
  for (unsigned dim : order) {
    layout *= dim == kDim ? LinearLayout::zeros1D(sizes[dim], in, tensorDim(dim))
                          : LinearLayout::identity1D(sizes[dim], in, tensorDim(dim));
  }
  return layout;
}

static LinearLayout mmaOperandLayout(const DotOperandEncoding &encoding, const MmaEncoding &parent,
                                     const Shape &shape) {
  unsigned rank = static_cast<unsigned>(shape.size());
  bool isLeft = encoding.operandIndex == 0;
  unsigned kDim = isLeft ? rank - 1 : rank - 2;
  unsigned outer = isLeft ? rank - 2 : rank - 1;
  LinearLayout tile = emptyInOrder(matrixOrder(rank, /*rowMajor=*/isLeft)) *
                      mmaFragment(outer, isLeft ? 16 : 8, kDim, encoding.kWidth * 8, encoding.kWidth) *
                      boxReplicatedAlongK(Dim::Warp, parent.warpsPerCta, matrixOrder(rank, parent.version == 2), kDim);
  return fitToShape(tile, parent.cluster, shape);
}

static LinearLayout blockedOperandLayout(const DotOperandEncoding &encoding, const BlockedEncoding &parent,
                                         const Shape &shape) {
  unsigned rank = static_cast<unsigned>(shape.size());
  unsigned kDim = encoding.operandIndex == 0 ? rank - 1 : rank - 2;
  std::vector<unsigned> sizePerThread = parent.sizePerThread;
  sizePerThread[kDim] = static_cast<unsigned>(shape[kDim] & -shape[kDim]);
  LinearLayout tile = emptyInOrder(parent.order) * boxLayout(Dim::Register, sizePerThread, parent.order) *
                      boxReplicatedAlongK(Dim::Lane, parent.threadsPerWarp, parent.order, kDim) *
                      boxReplicatedAlongK(Dim::Warp, parent.warpsPerCta, parent.order, kDim);
  return fitToShape(tile, parent.cluster, shape);
}

LinearLayout tkc::layout::toLinearLayout(const DotOperandEncoding &encoding, const Shape &shape) {
  return std::visit(Cases{[&](const MmaEncoding &parent) { return mmaOperandLayout(encoding, parent, shape); },
                          [&](const BlockedEncoding &parent) { return blockedOperandLayout(encoding, parent, shape); }},
                    encoding.parent);
}

LinearLayout tkc::layout::sliceLayout(const LinearLayout &parent, unsigned dim) {
  assert(parent.repeatedOutSize(tensorDim(dim)) == 1 && "the sliced dimension has size 1");
  LinearLayout layout = parent.removeOutDim(tensorDim(dim));
  for (unsigned i = dim + 1; layout.hasOutDim(tensorDim(i)); ++i) {
    layout = layout.renameOutDim(tensorDim(i), tensorDim(i - 1));
  }
  return layout.removeZeroBases(Dim::Register);
}

LinearLayout tkc::layout::toLinearLayout(const SliceEncoding &encoding, const Shape &shape) {
  Shape parentShape = shape;
  parentShape.insert(parentShape.begin() + encoding.dim, 1);
  return sliceLayout(toLinearLayout(*encoding.parent, parentShape), encoding.dim);
}

LinearLayout tkc::layout::toLinearLayout(const DistributedEncoding &encoding, const Shape &shape) {
  return std::visit([&](const auto &named) { return toLinearLayout(named, shape); }, encoding);
}

BlockedEncoding tkc::layout::chooseBlocked(const Shape &shape, const std::vector<unsigned> &sizePerThread,
                                           const std::vector<unsigned> &order, unsigned numWarps) {
  unsigned rank = static_cast<unsigned>(shape.size());
  BlockedEncoding encoding{sizePerThread, std::vector<unsigned>(rank, 1), std::vector<unsigned>(rank, 1), order, {}};
  unsigned lanes = 32;
  unsigned warps = numWarps;
  for (unsigned i = 0; i + 1 < rank; ++i) {
    unsigned dim = order[i];
    unsigned atom = static_cast<unsigned>(shape[dim] & -shape[dim]);
    unsigned wanted = std::max(1u, atom / sizePerThread[dim]);
    encoding.threadsPerWarp[dim] = std::min(wanted, lanes);
    encoding.warpsPerCta[dim] = std::min(wanted / encoding.threadsPerWarp[dim], warps);
    lanes /= encoding.threadsPerWarp[dim];
    warps /= encoding.warpsPerCta[dim];
  }
  encoding.threadsPerWarp[order[rank - 1]] = lanes;
  encoding.warpsPerCta[order[rank - 1]] = warps;
  return encoding;
}

//===-- Verification
//------------------------------------------------------------------------------------------------===//

static std::string firstError(std::initializer_list<std::string> errors) {
  for (const std::string &error : errors) {
    if (!error.empty()) {
      return error;
    }
  }
  return "";
}

static std::string verifyBlocked(const BlockedEncoding &encoding, unsigned rank) {
  std::string error = firstError({verifyPowersOfTwo("sizePerThread", encoding.sizePerThread, rank),
                                  verifyPowersOfTwo("threadsPerWarp", encoding.threadsPerWarp, rank),
                                  verifyPowersOfTwo("warpsPerCta", encoding.warpsPerCta, rank),
                                  verifyOrder(encoding.order, rank), verifyCluster(encoding.cluster, rank)});
  if (!error.empty()) {
    return error;
  }
  unsigned lanes = 1;
  for (unsigned count : encoding.threadsPerWarp) {
    lanes *= count;
  }
  return lanes == 32 ? "" : "expects 32 threads per warp, got " + std::to_string(lanes);
}

static std::string verifyWgmmaShape(const MmaEncoding &encoding, unsigned rank) {
  unsigned columns = encoding.instrShape[1];
  if (encoding.instrShape[0] != 16 || columns % 8 != 0 || columns < 8 || columns > 256) {
    return "expects instruction shape 16 x N with N a multiple of 8 from 8 to 256, got " +
           std::to_string(encoding.instrShape[0]) + " x " + std::to_string(columns);
  }
  if (encoding.warpsPerCta[rank - 2] % 4 != 0) {
    return "expects a multiple of 4 warps along the rows of a wgmma, got " +
           std::to_string(encoding.warpsPerCta[rank - 2]);
  }
  bool isPowerOfTwo = (columns & (columns - 1)) == 0;
  return isPowerOfTwo || encoding.warpsPerCta[rank - 1] == 1
             ? ""
             : "expects one warp along the columns when N is no power of two, got " +
                   std::to_string(encoding.warpsPerCta[rank - 1]);
}

static std::string verifyMma(const MmaEncoding &encoding, unsigned rank) {
  if (rank < 2) {
    return "expects a matrix, got rank " + std::to_string(rank);
  }
  std::string error =
      firstError({verifyPowersOfTwo("warpsPerCta", encoding.warpsPerCta, rank), verifyCluster(encoding.cluster, rank)});
  if (!error.empty()) {
    return error;
  }
  if (encoding.version == 3) {
    return verifyWgmmaShape(encoding, rank);
  }
  if (encoding.version != 2) {
    return "expects mma version 2 or 3, got " + std::to_string(encoding.version);
  }
  return encoding.instrShape == std::array<unsigned, 2>{16, 8}
             ? ""
             : "expects instruction shape 16 x 8, got " + std::to_string(encoding.instrShape[0]) + " x " +
                   std::to_string(encoding.instrShape[1]);
}

static std::string verifyDotOperand(const DotOperandEncoding &encoding, unsigned rank) {
  if (rank < 2) {
    return "expects a matrix, got rank " + std::to_string(rank);
  }
  if (encoding.operandIndex > 1) {
    return "expects operand index 0 or 1, got " + std::to_string(encoding.operandIndex);
  }
  if (const BlockedEncoding *blocked = std::get_if<BlockedEncoding>(&encoding.parent)) {
    return verifyBlocked(*blocked, rank);
  }
  const MmaEncoding &parent = std::get<MmaEncoding>(encoding.parent);
  if (parent.version == 3 && encoding.operandIndex == 1) {
    return "expects the right operand of wgmma in shared memory";
  }
  return firstError({verifyPowersOfTwo("kWidth", {encoding.kWidth}, 1), verifyMma(parent, rank)});
}

static std::string verifySlice(const SliceEncoding &encoding, unsigned rank) {
  if (encoding.dim > rank) {
    return "expects a slice dimension of at most " + std::to_string(rank) + ", got " + std::to_string(encoding.dim);
  }
  return encoding.parent ? verifyEncoding(*encoding.parent, rank + 1) : "expects a parent";
}

std::string tkc::layout::verifyEncoding(const DistributedEncoding &encoding, unsigned rank) {
  if (rank == 0 || rank > maxTensorRank) {
    return "expects rank 1 to " + std::to_string(maxTensorRank) + ", got " + std::to_string(rank);
  }
  return std::visit(Cases{[&](const BlockedEncoding &named) { return verifyBlocked(named, rank); },
                          [&](const MmaEncoding &named) { return verifyMma(named, rank); },
                          [&](const DotOperandEncoding &named) { return verifyDotOperand(named, rank); },
                          [&](const SliceEncoding &named) { return verifySlice(named, rank); }},
                    encoding);
}
