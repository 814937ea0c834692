// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The steps that distributed and shared encodings share on their way to a linear layout.
#ifndef TKC_LIB_LAYOUT_ENCODINGPARTS_H
#define TKC_LIB_LAYOUT_ENCODINGPARTS_H

#include "tkc/Layout/Encodings.h"

namespace tkc::layout {

/// dim0, dim1, ..., in this order.
std::vector<Dim> tensorDims(unsigned rank);

/// `layout` with its output dimensions in standard order; those that it lacks are added with size 1.
LinearLayout standardOuts(const LinearLayout &layout, unsigned rank);

/// The identity from `in` to a box of `sizes`, fastest dimension first in `order`.
LinearLayout boxLayout(Dim in, const std::vector<unsigned> &sizes, const std::vector<unsigned> &order);

/// Per dimension the size of the part that one CTA holds, as an atom (the largest power of two that divides it).
Shape atomPerCta(const ClusterEncoding &cluster, const Shape &shape);

/// Fits one CTA's tile to `shape` by wrapping around (into the first input dimension) or by replication, puts the CTAs
/// of the cluster around it, and adds the repeats.
LinearLayout fitToShape(const LinearLayout &tile, const ClusterEncoding &cluster, const Shape &shape);

std::string verifyCluster(const ClusterEncoding &cluster, unsigned rank);
std::string verifyOrder(const std::vector<unsigned> &order, unsigned rank);
std::string verifyPowersOfTwo(const char *what, const std::vector<unsigned> &values, unsigned rank);

} // namespace tkc::layout

#endif
