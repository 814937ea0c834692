// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products, composition, inverses and quotients of linear layouts, and the questions that are answered by a rank.
#include "tkc/Layout/F2.h"
#include "tkc/Layout/LinearLayout.h"

#include <algorithm>

#include "BitFields.h"

using namespace tkc::layout;

/// The dimensions of `inner`, then those that only `outer` has; common ones with both sizes multiplied.
static DimList joinDims(const DimList &inner, const DimList &outer) {
  DimList result;
  for (DimExtent extent : inner) {
    assert(extent.repeats == 1 && "products need repeats == 1");
    const DimExtent *above = outer.find(extent.dim);
    extent.log2Size += above ? above->log2Size : 0;
    result.push_back(extent);
  }
  for (const DimExtent &extent : outer) {
    assert(extent.repeats == 1 && "products need repeats == 1");
    if (!inner.find(extent.dim)) {
      result.push_back(extent);
    }
  }
  return result;
}

LinearLayout tkc::layout::operator*(const LinearLayout &inner, const LinearLayout &outer) {
  DimList ins = joinDims(inner.ins, outer.ins);
  DimList outs = joinDims(inner.outs, outer.outs);
  std::vector<uint64_t> columns;
  columns.reserve(ins.log2Size());
  for (const DimExtent &extent : ins) {
    for (uint64_t basis : inner.basesOf(extent.dim)) {
      columns.push_back(moveFields(basis, inner.outs, outs));
    }
    for (uint64_t basis : outer.basesOf(extent.dim)) {
      columns.push_back(moveFields(basis, outer.outs, outs, inner.outs));
    }
  }
  return LinearLayout::fromFlat(ins, outs, std::move(columns));
}

LinearLayout LinearLayout::compose(const LinearLayout &outer) const {
  assert(!hasRepeats() && "compose needs repeats == 1 on the inner layout");
  for (const DimExtent &extent : outs) {
    (void)extent;
    assert(outer.ins.find(extent.dim) && outer.inLog2(extent.dim) >= extent.log2Size &&
           "the outer layout is too small");
  }
  std::vector<uint64_t> result;
  result.reserve(columns.size());
  for (uint64_t column : columns) {
    result.push_back(outer.applyFlat(moveFields(column, outs, outer.ins)));
  }
  return fromFlat(ins, outer.outs, std::move(result));
}

/// The columns of `layout`, each tagged with its input bit.
static f2::Span taggedColumns(const LinearLayout &layout) {
  f2::Span span;
  for (unsigned i = 0; i < layout.numInBits(); ++i) {
    span.insert(layout.flatBases()[i], f2::Vector(1) << i);
  }
  return span;
}

LinearLayout LinearLayout::pseudoInvert() const {
  assert(!hasRepeats() && isSurjective() && "only a surjective layout has a right inverse");
  f2::Span span = taggedColumns(*this);
  std::vector<uint64_t> result;
  for (unsigned bit = 0; bit < numOutBits(); ++bit) {
    result.push_back(*span.solve(f2::Vector(1) << bit));
  }
  return fromFlat(outs, ins, std::move(result));
}

LinearLayout LinearLayout::invert() const {
  assert(isInvertible() && "expects an invertible layout");
  return pseudoInvert();
}

/// Whether both layouts have an input dimension `dim` with the same bases; the output orders agree.
static bool sameBases(const LinearLayout &a, const LinearLayout &b, Dim dim) {
  return a.hasInDim(dim) && b.hasInDim(dim) && a.basesOf(dim) == b.basesOf(dim);
}

/// `layout` with its output dimensions in the order and with at least the sizes of `like`.
static LinearLayout alignOuts(const LinearLayout &layout, const DimList &like) {
  std::vector<Dim> order;
  for (const DimExtent &extent : like) {
    order.push_back(extent.dim);
  }
  LinearLayout result = layout.transposeOuts(order);
  for (const DimExtent &extent : like) {
    result = result.resizeOutDim(extent.dim, std::max(extent.atomSize(), result.outSize(extent.dim)));
  }
  return result;
}

std::optional<LinearLayout> LinearLayout::invertAndCompose(const LinearLayout &other) const {
  assert(!hasRepeats() && !other.hasRepeats() && "conversion maps need repeats == 1");
  LinearLayout target = alignOuts(other, outs);
  LinearLayout source = alignOuts(*this, target.outs);
  f2::Span all = taggedColumns(target);
  f2::Span preferred;
  for (const DimExtent &extent : target.ins) {
    if (!sameBases(source, target, extent.dim)) {
      for (unsigned bit = 0; bit < extent.log2Size; ++bit) {
        preferred.insert(target.basis(extent.dim, bit), f2::Vector(1) << (target.inShift(extent.dim) + bit));
      }
    }
  }
  std::vector<uint64_t> result;
  for (const DimExtent &extent : source.ins) {
    bool same = sameBases(source, target, extent.dim);
    for (unsigned bit = 0; bit < extent.log2Size; ++bit) {
      if (same) {
        result.push_back(f2::Vector(1) << (target.inShift(extent.dim) + bit));
        continue;
      }
      uint64_t image = source.basis(extent.dim, bit);
      std::optional<f2::Vector> solution = preferred.solve(image);
      solution = solution ? solution : all.solve(image);
      if (!solution) {
        return std::nullopt;
      }
      result.push_back(*solution);
    }
  }
  return fromFlat(ins, target.ins, std::move(result));
}

/// The dimensions of `whole` with those of `part` divided out, or nothing when one is too small.
static std::optional<DimList> divideDims(const DimList &whole, const DimList &part) {
  for (const DimExtent &extent : part) {
    if (!whole.find(extent.dim)) {
      return std::nullopt;
    }
  }
  DimList result;
  for (DimExtent extent : whole) {
    const DimExtent *divisor = part.find(extent.dim);
    unsigned bits = divisor ? divisor->log2Size : 0;
    if (bits > extent.log2Size) {
      return std::nullopt;
    }
    extent.log2Size -= bits;
    result.push_back(extent);
  }
  return result;
}

/// The part of `whole` with the given sizes: per dimension the input bits from `skip` on, outputs lowered by `below`.
/// Bits that fall out are lost; the caller compares the product with the original.
static LinearLayout cutOut(const LinearLayout &whole, const DimList &ins, const DimList &outs, const DimList &skip,
                           const DimList &below) {
  std::vector<uint64_t> columns;
  for (const DimExtent &extent : ins) {
    const DimExtent *skipped = skip.find(extent.dim);
    for (unsigned bit = 0; bit < extent.log2Size; ++bit) {
      unsigned source = bit + (skipped ? skipped->log2Size : 0);
      uint64_t column = 0;
      for (const DimExtent &out : outs) {
        const DimExtent *under = below.find(out.dim);
        uint64_t field = whole.basis(extent.dim, source, out.dim) >> (under ? under->log2Size : 0);
        column |= (field & lowMask(out.log2Size)) << shiftOf(outs, out.dim);
      }
      columns.push_back(column);
    }
  }
  return LinearLayout::fromFlat(ins, outs, std::move(columns));
}

static bool sameMap(const LinearLayout &product, const LinearLayout &whole) {
  return product.inDims() == whole.inDims() && product.outDims() == whole.outDims() &&
         product.flatBases() == whole.flatBases();
}

std::optional<LinearLayout> LinearLayout::divideRight(const LinearLayout &divisor) const {
  std::optional<DimList> quotientIns = divideDims(ins, divisor.ins);
  std::optional<DimList> quotientOuts = divideDims(outs, divisor.outs);
  if (!quotientIns || !quotientOuts) {
    return std::nullopt;
  }
  LinearLayout quotient = cutOut(*this, *quotientIns, *quotientOuts, {}, {});
  return sameMap(quotient * divisor, *this) ? std::optional<LinearLayout>(quotient) : std::nullopt;
}

std::optional<LinearLayout> LinearLayout::divideLeft(const LinearLayout &divisor) const {
  std::optional<DimList> quotientIns = divideDims(ins, divisor.ins);
  std::optional<DimList> quotientOuts = divideDims(outs, divisor.outs);
  if (!quotientIns || !quotientOuts) {
    return std::nullopt;
  }
  LinearLayout quotient = cutOut(*this, *quotientIns, *quotientOuts, divisor.ins, divisor.outs);
  LinearLayout product = divisor * quotient;
  std::vector<Dim> inOrder;
  std::vector<Dim> outOrder;
  for (const DimExtent &extent : ins) {
    inOrder.push_back(extent.dim);
  }
  for (const DimExtent &extent : outs) {
    outOrder.push_back(extent.dim);
  }
  product = product.transposeIns(inOrder).transposeOuts(outOrder);
  return sameMap(product, *this) ? std::optional<LinearLayout>(quotient) : std::nullopt;
}

//===-- Questions
//---------------------------------------------------------------------------------------------------===//

bool LinearLayout::isSurjective() const { return f2::rank(columns) == numOutBits(); }
bool LinearLayout::isInjective() const { return f2::rank(columns) == numInBits(); }

std::vector<Coordinate> LinearLayout::freeVariableMasks() const {
  f2::Span span;
  uint64_t free = 0;
  for (unsigned i = 0; i < columns.size(); ++i) {
    free |= span.insert(columns[i]) ? 0 : uint64_t(1) << i;
  }
  return unflattenIn(free);
}

uint64_t LinearLayout::freeVariableMask(Dim dim) const {
  for (const Coordinate &mask : freeVariableMasks()) {
    if (mask.first == dim) {
      return mask.second;
    }
  }
  return 0;
}

bool LinearLayout::isIdentityOver(Dim dim) const {
  if (!hasInDim(dim) || !hasOutDim(dim) || inLog2(dim) != outLog2(dim)) {
    return false;
  }
  for (unsigned i = 0; i < columns.size(); ++i) {
    bool ofDim = inMask(dim) >> i & 1;
    uint64_t expected = ofDim ? uint64_t(1) << (outShift(dim) + i - inShift(dim)) : columns[i] & ~outMask(dim);
    if (columns[i] != expected) {
      return false;
    }
  }
  return true;
}

uint64_t LinearLayout::numConsecutive(Dim in, Dim out) const {
  if (!hasInDim(in) || !hasOutDim(out)) {
    return 1;
  }
  unsigned consecutive = 0;
  while (consecutive < inLog2(in) && basis(in, consecutive) == uint64_t(1) << (outShift(out) + consecutive) &&
         consecutive < outLog2(out)) {
    ++consecutive;
  }
  uint64_t others = 0;
  for (unsigned i = 0; i < columns.size(); ++i) {
    bool counted = i >= inShift(in) && i < inShift(in) + consecutive;
    others |= counted ? 0 : (columns[i] & outMask(out)) >> outShift(out);
  }
  unsigned alignment = others == 0 ? consecutive : static_cast<unsigned>(__builtin_ctzll(others));
  return uint64_t(1) << std::min(consecutive, alignment);
}

uint64_t LinearLayout::numConsecutiveInOut() const {
  return ins.empty() || outs.empty() ? 1 : numConsecutive(ins[0].dim, outs[0].dim);
}

bool LinearLayout::equalIgnoringOutSizes(const LinearLayout &other) const {
  if (!(ins == other.ins) || outs.size() != other.outs.size()) {
    return false;
  }
  for (size_t i = 0; i < outs.size(); ++i) {
    if (outs[i].dim != other.outs[i].dim) {
      return false;
    }
  }
  for (const DimExtent &in : ins) {
    for (unsigned bit = 0; bit < in.log2Size; ++bit) {
      for (const DimExtent &out : outs) {
        if (basis(in.dim, bit, out.dim) != other.basis(in.dim, bit, out.dim)) {
          return false;
        }
      }
    }
  }
  return true;
}

size_t LinearLayout::hashValue() const {
  uint64_t hash = 0x9e3779b97f4a7c15u;
  auto add = [&hash](uint64_t value) {
    hash = (hash ^ value) * 0xff51afd7ed558ccdu;
    hash ^= hash >> 32;
  };
  for (const DimList *dims : {&ins, &outs}) {
    for (const DimExtent &extent : *dims) {
      add(static_cast<uint64_t>(extent.dim) << 48 | uint64_t(extent.log2Size) << 32 | extent.repeats);
    }
    add(dims->size());
  }
  for (uint64_t column : columns) {
    add(column);
  }
  return static_cast<size_t>(hash);
}
