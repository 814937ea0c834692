// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The steps that distributed and shared encodings share on their way to a linear layout.
#include "EncodingParts.h"

#include <algorithm>

#include "BitFields.h"

using namespace tkc::layout;

std::vector<Dim> tkc::layout::tensorDims(unsigned rank) {
  assert(rank <= maxTensorRank);
  std::vector<Dim> dims;
  for (unsigned i = 0; i < rank; ++i) {
    dims.push_back(tensorDim(i));
  }
  return dims;
}

LinearLayout tkc::layout::standardOuts(const LinearLayout &layout, unsigned rank) {
  LinearLayout result = layout;
  for (Dim dim : tensorDims(rank)) {
    if (!result.hasOutDim(dim)) {
      result *= LinearLayout::fromFlat({}, {{dim, 0}}, {});
    }
  }
  return result.transposeOuts(tensorDims(rank));
}

LinearLayout tkc::layout::boxLayout(Dim in, const std::vector<unsigned> &sizes, const std::vector<unsigned> &order) {
  LinearLayout layout;
  for (unsigned dim : order) {
    layout *= LinearLayout::identity1D(sizes[dim], in, tensorDim(dim));
  }
  return layout;
}

static int64_t atomOf(int64_t size) { return size & -size; }

/// The number of different parts along `dim` when the tensor's atom has `atom` elements there.
static int64_t splitAlong(const ClusterEncoding &cluster, unsigned dim, int64_t atom) {
  return cluster.split.empty() ? 1 : std::min<int64_t>(cluster.split[dim], atom);
}

Shape tkc::layout::atomPerCta(const ClusterEncoding &cluster, const Shape &shape) {
  Shape result;
  for (unsigned dim = 0; dim < shape.size(); ++dim) {
    int64_t atom = atomOf(shape[dim]);
    result.push_back(atom / splitAlong(cluster, dim, atom));
  }
  return result;
}

/// block -> dims, with the sizes of `shape`'s atoms at most.
static LinearLayout clusterLayout(const ClusterEncoding &cluster, const Shape &shape) {
  LinearLayout layout = LinearLayout::fromFlat({{Dim::Block, 0}}, {}, {});
  for (unsigned dim : cluster.order) {
    int64_t split = splitAlong(cluster, dim, atomOf(shape[dim]));
    layout *= LinearLayout::identity1D(split, Dim::Block, tensorDim(dim));
    layout *= LinearLayout::zeros1D(cluster.ctas[dim] / split, Dim::Block, tensorDim(dim));
  }
  return standardOuts(layout, shape.size());
}

/// Adds positions of the first input dimension until each output dimension, in the layout's order, has `sizes`.
static LinearLayout wrapAround(LinearLayout layout, const Shape &sizes) {
  assert(!layout.inDims().empty());
  Dim in = layout.inDims()[0].dim;
  DimList outs = layout.outDims();
  for (const DimExtent &out : outs) {
    int64_t wanted = sizes[static_cast<unsigned>(out.dim) - static_cast<unsigned>(Dim::Dim0)];
    if (wanted > static_cast<int64_t>(out.atomSize())) {
      layout *= LinearLayout::identity1D(wanted >> out.log2Size, in, out.dim);
    }
  }
  return layout;
}

/// Cuts each output dimension down to `sizes`: coordinates are taken modulo the size.
static LinearLayout replicate(const LinearLayout &layout, const Shape &sizes) {
  DimList outs = layout.outDims();
  for (DimExtent &out : outs) {
    uint64_t wanted = sizes[static_cast<unsigned>(out.dim) - static_cast<unsigned>(Dim::Dim0)];
    out.log2Size = std::min(out.log2Size, log2Exact(wanted));
  }
  std::vector<uint64_t> columns;
  for (uint64_t column : layout.flatBases()) {
    uint64_t cut = 0;
    for (const Coordinate &coordinate : layout.unflattenOut(column)) {
      uint64_t size = outs.find(coordinate.first)->atomSize();
      cut |= (coordinate.second & (size - 1)) << shiftOf(outs, coordinate.first);
    }
    columns.push_back(cut);
  }
  return LinearLayout::fromFlat(layout.inDims(), outs, std::move(columns));
}

LinearLayout tkc::layout::fitToShape(const LinearLayout &tile, const ClusterEncoding &cluster, const Shape &shape) {
  Shape perCta = atomPerCta(cluster, shape);
  LinearLayout layout = replicate(wrapAround(tile, perCta), perCta);
  layout = standardOuts(layout * clusterLayout(cluster, shape), shape.size());
  for (unsigned dim = 0; dim < shape.size(); ++dim) {
    layout = layout.withRepeats(tensorDim(dim), static_cast<uint32_t>(shape[dim] / atomOf(shape[dim])));
  }
  return layout;
}

//===-- Verification
//------------------------------------------------------------------------------------------------===//

static bool isPowerOfTwo(unsigned value) { return value != 0 && (value & (value - 1)) == 0; }

std::string tkc::layout::verifyPowersOfTwo(const char *what, const std::vector<unsigned> &values, unsigned rank) {
  if (values.size() != rank) {
    return std::string("expects ") + what + " to have " + std::to_string(rank) + " entries, got " +
           std::to_string(values.size());
  }
  for (unsigned value : values) {
    if (!isPowerOfTwo(value)) {
      return std::string("expects powers of two in ") + what + ", got " + std::to_string(value);
    }
  }
  return "";
}

std::string tkc::layout::verifyOrder(const std::vector<unsigned> &order, unsigned rank) {
  std::vector<unsigned> sorted = order;
  std::sort(sorted.begin(), sorted.end());
  for (unsigned i = 0; i < rank; ++i) {
    if (sorted.size() != rank || sorted[i] != i) {
      return "expects order to be a permutation of 0 to " + std::to_string(rank - 1);
    }
  }
  return sorted.size() == rank ? "" : "expects order to be empty";
}

std::string tkc::layout::verifyCluster(const ClusterEncoding &cluster, unsigned rank) {
  if (cluster.ctas.empty() && cluster.split.empty() && cluster.order.empty()) {
    return "";
  }
  for (std::string error :
       {verifyPowersOfTwo("the cluster's CTAs", cluster.ctas, rank),
        verifyPowersOfTwo("the cluster's split", cluster.split, rank), verifyOrder(cluster.order, rank)}) {
    if (!error.empty()) {
      return error;
    }
  }
  for (unsigned i = 0; i < rank; ++i) {
    if (cluster.split[i] > cluster.ctas[i]) {
      return "expects the cluster's split to be at most its CTAs, got " + std::to_string(cluster.split[i]) + " and " +
             std::to_string(cluster.ctas[i]);
    }
  }
  return "";
}
