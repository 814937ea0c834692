// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How linear layouts are made, taken apart, reshaped and applied.
#include "tkc/Layout/LinearLayout.h"

#include <algorithm>

#include "BitFields.h"

using namespace tkc::layout;

static constexpr const char *dimNames[] = {"register", "lane", "warp", "block", "offset", "repetition", "dim0",
                                           "dim1",     "dim2", "dim3", "dim4",  "dim5",   "dim6",       "dim7"};

const char *tkc::layout::dimName(Dim dim) { return dimNames[static_cast<unsigned>(dim)]; }

std::optional<Dim> tkc::layout::parseDim(const std::string &name) {
  for (unsigned i = 0; i < std::size(dimNames); ++i) {
    if (name == dimNames[i]) {
      return static_cast<Dim>(i);
    }
  }
  return std::nullopt;
}

bool tkc::layout::operator==(const DimList &a, const DimList &b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

//===-- Construction
//------------------------------------------------------------------------------------------------===//

LinearLayout LinearLayout::fromFlat(DimList ins, DimList outs, std::vector<uint64_t> bases) {
  assert(bases.size() == ins.log2Size() && "one basis vector per input bit");
  assert(outs.log2Size() <= 63 && "the tensor is too large");
  LinearLayout layout;
  layout.ins = ins;
  layout.outs = outs;
  layout.columns = std::move(bases);
  for (uint64_t column : layout.columns) {
    (void)column;
    assert(column < layout.totalOutSize() && "a basis vector lies outside the outputs");
  }
  return layout;
}

LinearLayout LinearLayout::fromBases(const std::vector<DimBases> &bases, const std::vector<Coordinate> &outSizes) {
  DimList ins;
  DimList outs;
  for (const Coordinate &out : outSizes) {
    outs.push_back({out.first, log2Exact(out.second)});
  }
  std::vector<uint64_t> columns;
  for (const DimBases &dim : bases) {
    ins.push_back({dim.dim, static_cast<uint8_t>(dim.images.size())});
    for (const std::vector<uint64_t> &image : dim.images) {
      assert(image.size() == outs.size() && "a basis vector has one coordinate per output dimension");
      uint64_t column = 0;
      unsigned shift = 0;
      for (size_t i = 0; i < image.size(); ++i) {
        assert(image[i] < outs[i].atomSize() && "a coordinate lies outside its dimension");
        column |= image[i] << shift;
        shift += outs[i].log2Size;
      }
      columns.push_back(column);
    }
  }
  return fromFlat(ins, outs, std::move(columns));
}

LinearLayout LinearLayout::fromBases(const std::vector<DimBases> &bases, const std::vector<Dim> &outDims) {
  std::vector<Coordinate> sizes;
  for (size_t i = 0; i < outDims.size(); ++i) {
    uint64_t reached = 0;
    for (const DimBases &dim : bases) {
      for (const std::vector<uint64_t> &image : dim.images) {
        reached |= image[i];
      }
    }
    sizes.push_back({outDims[i], reached == 0 ? 1 : uint64_t(2) << (63 - __builtin_clzll(reached))});
  }
  return fromBases(bases, sizes);
}

LinearLayout LinearLayout::strided1D(uint64_t size, uint64_t stride, Dim in, Dim out) {
  uint8_t bits = log2Exact(size);
  uint8_t strideBits = log2Exact(stride);
  std::vector<uint64_t> columns;
  for (unsigned i = 0; i < bits; ++i) {
    columns.push_back(stride << i);
  }
  uint8_t outBits = bits == 0 ? 0 : bits + strideBits;
  return fromFlat({{in, bits}}, {{out, outBits}}, std::move(columns));
}

LinearLayout LinearLayout::identity1D(uint64_t size, Dim in, Dim out) { return strided1D(size, 1, in, out); }

LinearLayout LinearLayout::zeros1D(uint64_t size, Dim in, Dim out, uint64_t outSize) {
  uint8_t bits = log2Exact(size);
  return fromFlat({{in, bits}}, {{out, log2Exact(outSize)}}, std::vector<uint64_t>(bits, 0));
}

LinearLayout LinearLayout::identityND(Dim in, const std::vector<Coordinate> &sizes) {
  LinearLayout layout = fromFlat({{in, 0}}, {}, {});
  for (const Coordinate &size : sizes) {
    layout *= identity1D(size.second, in, size.first);
  }
  return layout;
}

//===-- Shape and repeats
//-------------------------------------------------------------------------------------------===//

unsigned LinearLayout::inLog2(Dim dim) const {
  const DimExtent *extent = ins.find(dim);
  return extent ? extent->log2Size : 0;
}

unsigned LinearLayout::outLog2(Dim dim) const {
  const DimExtent *extent = outs.find(dim);
  return extent ? extent->log2Size : 0;
}

uint64_t LinearLayout::inSize(Dim dim) const { return uint64_t(1) << inLog2(dim); }
uint64_t LinearLayout::outSize(Dim dim) const { return uint64_t(1) << outLog2(dim); }

uint64_t LinearLayout::repeatedOutSize(Dim dim) const {
  const DimExtent *extent = outs.find(dim);
  return extent ? extent->size() : 1;
}

bool LinearLayout::hasRepeats() const {
  return std::any_of(outs.begin(), outs.end(), [](const DimExtent &extent) { return extent.repeats != 1; });
}

uint64_t LinearLayout::numRepeats() const {
  uint64_t count = 1;
  for (const DimExtent &extent : outs) {
    count *= extent.repeats;
  }
  return count;
}

LinearLayout LinearLayout::withRepeats(Dim dim, uint32_t repeats) const {
  assert(repeats > 0 && hasOutDim(dim));
  LinearLayout result = *this;
  for (DimExtent &extent : result.outs) {
    if (extent.dim == dim) {
      extent.repeats = repeats;
    }
  }
  return result;
}

LinearLayout LinearLayout::withoutRepeats() const {
  LinearLayout result = *this;
  for (DimExtent &extent : result.outs) {
    extent.repeats = 1;
  }
  return result;
}

std::vector<Coordinate> LinearLayout::atomOrigin(uint64_t atom) const {
  std::vector<Coordinate> origin;
  for (const DimExtent &extent : outs) {
    origin.push_back({extent.dim, atom % extent.repeats * extent.atomSize()});
    atom /= extent.repeats;
  }
  return origin;
}

//===-- Bases
//-------------------------------------------------------------------------------------------------------===//

unsigned LinearLayout::inShift(Dim dim) const { return shiftOf(ins, dim); }
unsigned LinearLayout::outShift(Dim dim) const { return shiftOf(outs, dim); }

uint64_t LinearLayout::inMask(Dim dim) const { return hasInDim(dim) ? lowMask(inLog2(dim)) << inShift(dim) : 0; }

uint64_t LinearLayout::outMask(Dim dim) const { return hasOutDim(dim) ? lowMask(outLog2(dim)) << outShift(dim) : 0; }

uint64_t LinearLayout::basis(Dim dim, unsigned bit) const {
  assert(bit < inLog2(dim));
  return columns[inShift(dim) + bit];
}

std::vector<uint64_t> LinearLayout::basesOf(Dim dim) const {
  if (!hasInDim(dim)) {
    return {};
  }
  auto first = columns.begin() + inShift(dim);
  return std::vector<uint64_t>(first, first + inLog2(dim));
}

uint64_t LinearLayout::basis(Dim in, unsigned bit, Dim out) const {
  return (basis(in, bit) & outMask(out)) >> outShift(out);
}

//===-- Application
//-------------------------------------------------------------------------------------------------===//

uint64_t LinearLayout::applyFlat(uint64_t in) const {
  assert(in < totalInSize());
  uint64_t out = 0;
  for (; in != 0; in &= in - 1) {
    out ^= columns[__builtin_ctzll(in)];
  }
  return out;
}

std::vector<Coordinate> LinearLayout::apply(const std::vector<Coordinate> &in) const {
  return unflattenOut(applyFlat(flattenIn(in)));
}

static uint64_t flatten(const DimList &dims, const std::vector<Coordinate> &coordinates) {
  uint64_t flat = 0;
  for (const Coordinate &coordinate : coordinates) {
    const DimExtent *extent = dims.find(coordinate.first);
    assert(extent && coordinate.second < extent->atomSize() && "no such position");
    flat |= coordinate.second << shiftOf(dims, extent->dim);
  }
  return flat;
}

static std::vector<Coordinate> unflatten(const DimList &dims, uint64_t flat) {
  std::vector<Coordinate> result;
  for (const DimExtent &extent : dims) {
    result.push_back({extent.dim, flat & lowMask(extent.log2Size)});
    flat >>= extent.log2Size;
  }
  return result;
}

uint64_t LinearLayout::flattenIn(const std::vector<Coordinate> &in) const { return flatten(ins, in); }
uint64_t LinearLayout::flattenOut(const std::vector<Coordinate> &out) const { return flatten(outs, out); }
std::vector<Coordinate> LinearLayout::unflattenIn(uint64_t in) const { return unflatten(ins, in); }
std::vector<Coordinate> LinearLayout::unflattenOut(uint64_t out) const { return unflatten(outs, out); }

//===-- Restriction and renaming
//------------------------------------------------------------------------------------===//

static bool contains(const std::vector<Dim> &dims, Dim dim) {
  return std::find(dims.begin(), dims.end(), dim) != dims.end();
}

LinearLayout LinearLayout::sublayout(const std::vector<Dim> &inDims, const std::vector<Dim> &outDims) const {
  DimList newIns;
  DimList newOuts;
  for (const DimExtent &extent : outs) {
    if (contains(outDims, extent.dim)) {
      newOuts.push_back(extent);
    }
  }
  std::vector<uint64_t> newColumns;
  for (const DimExtent &extent : ins) {
    if (contains(inDims, extent.dim)) {
      newIns.push_back(extent);
      for (unsigned bit = 0; bit < extent.log2Size; ++bit) {
        newColumns.push_back(moveFields(basis(extent.dim, bit), outs, newOuts));
      }
    }
  }
  return fromFlat(newIns, newOuts, std::move(newColumns));
}

bool LinearLayout::sublayoutIsZero(const std::vector<Dim> &inDims, const std::vector<Dim> &outDims) const {
  LinearLayout part = sublayout(inDims, outDims);
  return std::all_of(part.columns.begin(), part.columns.end(), [](uint64_t column) { return column == 0; });
}

static std::vector<Dim> namesExcept(const DimList &dims, Dim left) {
  std::vector<Dim> names;
  for (const DimExtent &extent : dims) {
    if (extent.dim != left) {
      names.push_back(extent.dim);
    }
  }
  return names;
}

static std::vector<Dim> namesOf(const DimList &dims) {
  std::vector<Dim> names;
  for (const DimExtent &extent : dims) {
    names.push_back(extent.dim);
  }
  return names;
}

LinearLayout LinearLayout::removeOutDim(Dim dim) const { return sublayout(namesOf(ins), namesExcept(outs, dim)); }
LinearLayout LinearLayout::removeInDim(Dim dim) const { return sublayout(namesExcept(ins, dim), namesOf(outs)); }

LinearLayout LinearLayout::removeZeroBases(Dim dim) const {
  LinearLayout result = *this;
  unsigned first = inShift(dim);
  auto begin = result.columns.begin() + first;
  auto end = begin + inLog2(dim);
  auto kept = std::remove(begin, end, uint64_t(0));
  unsigned removed = static_cast<unsigned>(end - kept);
  result.columns.erase(kept, end);
  for (DimExtent &extent : result.ins) {
    if (extent.dim == dim) {
      extent.log2Size -= removed;
    }
  }
  return result;
}

static void rename(DimList &dims, Dim from, Dim to) {
  assert(dims.find(from) && (from == to || !dims.find(to)));
  for (DimExtent &extent : dims) {
    if (extent.dim == from) {
      extent.dim = to;
    }
  }
}

LinearLayout LinearLayout::renameInDim(Dim from, Dim to) const {
  LinearLayout result = *this;
  rename(result.ins, from, to);
  return result;
}

LinearLayout LinearLayout::renameOutDim(Dim from, Dim to) const {
  LinearLayout result = *this;
  rename(result.outs, from, to);
  return result;
}

static DimList reorder(const DimList &dims, const std::vector<Dim> &order) {
  assert(dims.size() == order.size() && "the order names each dimension once");
  DimList result;
  for (Dim dim : order) {
    assert(dims.find(dim) && "the order names each dimension once");
    result.push_back(*dims.find(dim));
  }
  return result;
}

LinearLayout LinearLayout::transposeIns(const std::vector<Dim> &order) const {
  LinearLayout result = *this;
  result.ins = reorder(ins, order);
  result.columns.clear();
  for (const DimExtent &extent : result.ins) {
    std::vector<uint64_t> part = basesOf(extent.dim);
    result.columns.insert(result.columns.end(), part.begin(), part.end());
  }
  return result;
}

LinearLayout LinearLayout::transposeOuts(const std::vector<Dim> &order) const {
  LinearLayout result = *this;
  result.outs = reorder(outs, order);
  for (uint64_t &column : result.columns) {
    column = moveFields(column, outs, result.outs);
  }
  return result;
}

static DimList extentsOf(const std::vector<Coordinate> &sizes) {
  DimList dims;
  for (const Coordinate &size : sizes) {
    dims.push_back({size.first, log2Exact(size.second)});
  }
  return dims;
}

LinearLayout LinearLayout::reshapeIns(const std::vector<Coordinate> &sizes) const {
  LinearLayout result = *this;
  result.ins = extentsOf(sizes);
  assert(result.ins.log2Size() == ins.log2Size() && "a reshape keeps the number of positions");
  return result;
}

LinearLayout LinearLayout::reshapeOuts(const std::vector<Coordinate> &sizes) const {
  assert(!hasRepeats());
  LinearLayout result = *this;
  result.outs = extentsOf(sizes);
  assert(result.outs.log2Size() == outs.log2Size() && "a reshape keeps the number of positions");
  return result;
}

LinearLayout LinearLayout::flattenIns(Dim dim) const { return reshapeIns({{dim, totalInSize()}}); }
LinearLayout LinearLayout::flattenOuts(Dim dim) const { return reshapeOuts({{dim, totalOutSize()}}); }

LinearLayout LinearLayout::resizeOutDim(Dim dim, uint64_t size) const {
  assert(!hasRepeats() && hasOutDim(dim) && size >= outSize(dim));
  LinearLayout result = *this;
  for (DimExtent &extent : result.outs) {
    if (extent.dim == dim) {
      extent.log2Size = log2Exact(size);
    }
  }
  for (uint64_t &column : result.columns) {
    column = moveFields(column, outs, result.outs);
  }
  return result;
}

LinearLayout LinearLayout::concatIns(const LinearLayout &other) const {
  assert(outs == other.outs && "both parts need the same outputs");
  LinearLayout result = *this;
  for (const DimExtent &extent : other.ins) {
    result.ins.push_back(extent);
  }
  result.columns.insert(result.columns.end(), other.columns.begin(), other.columns.end());
  return result;
}

LinearLayout LinearLayout::concatOuts(const LinearLayout &other) const {
  assert(ins == other.ins && "both parts need the same inputs");
  LinearLayout result = *this;
  for (const DimExtent &extent : other.outs) {
    result.outs.push_back(extent);
  }
  unsigned shift = outs.log2Size();
  for (size_t i = 0; i < columns.size(); ++i) {
    result.columns[i] |= other.columns[i] << shift;
  }
  return result;
}

LinearLayout LinearLayout::permuteInBits(Dim dim, const std::vector<unsigned> &order) const {
  assert(order.size() == inLog2(dim));
  LinearLayout result = *this;
  for (unsigned i = 0; i < order.size(); ++i) {
    result.columns[inShift(dim) + i] = basis(dim, order[i]);
  }
  return result;
}
