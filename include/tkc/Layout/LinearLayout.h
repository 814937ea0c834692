// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The one layout concept of tkc: a linear map over F2 from hardware coordinates (register, lane, warp, block or shared
// memory offset) to the coordinates of a tensor's elements. Every named encoding converts to it.
#ifndef TKC_LAYOUT_LINEARLAYOUT_H
#define TKC_LAYOUT_LINEARLAYOUT_H

#include <array>
#include <cassert>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tkc::layout {

/// A named dimension. Hardware dimensions count registers, lanes, warps, blocks (CTAs of a cluster), elements of shared
/// memory, or passes through a scratch buffer; tensor dimensions are Dim0, Dim1 and so on.
enum class Dim : uint8_t {
  Register,
  Lane,
  Warp,
  Block,
  Offset,
  Repetition,
  Dim0,
  Dim1,
  Dim2,
  Dim3,
  Dim4,
  Dim5,
  Dim6,
  Dim7
};

constexpr unsigned maxTensorRank = 8;

/// The i-th dimension of a tensor.
constexpr Dim tensorDim(unsigned i) { return static_cast<Dim>(static_cast<unsigned>(Dim::Dim0) + i); }
constexpr bool isTensorDim(Dim dim) { return dim >= Dim::Dim0; }
/// "register", "lane", ..., "dim0".
const char *dimName(Dim dim);
/// The dimension with that name.
std::optional<Dim> parseDim(const std::string &name);

/// One dimension of a layout's domain or codomain: 2^log2Size positions, times `repeats` on the codomain's side.
struct DimExtent {
  Dim dim = Dim::Register;
  uint8_t log2Size = 0;
  uint32_t repeats = 1;

  uint64_t atomSize() const { return uint64_t(1) << log2Size; }
  uint64_t size() const { return atomSize() * repeats; }
  friend bool operator==(const DimExtent &a, const DimExtent &b) {
    return a.dim == b.dim && a.log2Size == b.log2Size && a.repeats == b.repeats;
  }
};

/// An ordered list of few dimensions, stored inline.
class DimList {
public:
  DimList() = default;
  DimList(std::initializer_list<DimExtent> list) {
    for (const DimExtent &extent : list) {
      push_back(extent);
    }
  }
  void push_back(DimExtent extent) {
    assert(count < extents.size() && !find(extent.dim) && "too many dimensions, or one twice");
    extents[count++] = extent;
  }
  const DimExtent *begin() const { return extents.data(); }
  const DimExtent *end() const { return extents.data() + count; }
  DimExtent *begin() { return extents.data(); }
  DimExtent *end() { return extents.data() + count; }
  size_t size() const { return count; }
  bool empty() const { return count == 0; }
  const DimExtent &operator[](size_t i) const { return extents[i]; }
  DimExtent &operator[](size_t i) { return extents[i]; }
  /// The extent of `dim`, or null.
  const DimExtent *find(Dim dim) const {
    for (const DimExtent &extent : *this) {
      if (extent.dim == dim) {
        return &extent;
      }
    }
    return nullptr;
  }
  /// The number of bits of all dimensions together.
  unsigned log2Size() const {
    unsigned bits = 0;
    for (const DimExtent &extent : *this) {
      bits += extent.log2Size;
    }
    return bits;
  }
  friend bool operator==(const DimList &a, const DimList &b);

private:
  std::array<DimExtent, 10> extents{};
  uint8_t count = 0;
};

/// A coordinate along a named dimension.
using Coordinate = std::pair<Dim, uint64_t>;

/// The images of the powers of two of one input dimension; each image lists one coordinate per output dimension.
struct DimBases {
  Dim dim;
  std::vector<std::vector<uint64_t>> images;
};

/// A linear map over F2 between named, ordered dimensions of power-of-two size.
///
/// The image of an input is the exclusive or of the basis vectors of its set bits. Flattened, the *first* dimension of
/// a side takes the lowest bits. A *tensor* dimension whose size is no power of two is a power-of-two atom times an
/// integer number of repeats: the layout describes one atom, and repetition r of dimension d holds coordinate
/// r * atomSize + c of it in further registers (see `numRepeats`). Operations that need repeats == 1 say so.
///
/// The type is a small value: two inline dimension lists and one vector with a 64-bit word per input bit.
class LinearLayout {
public:
  /// The map between no dimensions; the neutral element of operator*.
  LinearLayout() = default;
  static LinearLayout empty() { return {}; }

  /// A layout from explicit bases. Output sizes are powers of two and exceed every coordinate in the bases.
  static LinearLayout fromBases(const std::vector<DimBases> &bases, const std::vector<Coordinate> &outSizes);
  /// The same, each output dimension as small as the bases permit.
  static LinearLayout fromBases(const std::vector<DimBases> &bases, const std::vector<Dim> &outDims);
  /// A layout from bases flattened on the output side, in the order of the input bits.
  static LinearLayout fromFlat(DimList ins, DimList outs, std::vector<uint64_t> bases);

  /// x -> x, for x < size.
  static LinearLayout identity1D(uint64_t size, Dim in, Dim out);
  /// x -> 0, for x < size: all positions of `in` hold the same data.
  static LinearLayout zeros1D(uint64_t size, Dim in, Dim out, uint64_t outSize = 1);
  /// x -> stride * x, for x < size.
  static LinearLayout strided1D(uint64_t size, uint64_t stride, Dim in, Dim out);
  /// The identity from `in` to the given output dimensions of these sizes, the first one fastest.
  static LinearLayout identityND(Dim in, const std::vector<Coordinate> &sizes);

  // Shape.
  const DimList &inDims() const { return ins; }
  const DimList &outDims() const { return outs; }
  unsigned numInBits() const { return static_cast<unsigned>(columns.size()); }
  unsigned numOutBits() const { return outs.log2Size(); }
  bool hasInDim(Dim dim) const { return ins.find(dim) != nullptr; }
  bool hasOutDim(Dim dim) const { return outs.find(dim) != nullptr; }
  /// The number of positions of an input dimension; 1 when the layout has no such dimension.
  uint64_t inSize(Dim dim) const;
  unsigned inLog2(Dim dim) const;
  /// The size of the atom along an output dimension; 1 when the layout has no such dimension.
  uint64_t outSize(Dim dim) const;
  unsigned outLog2(Dim dim) const;
  /// outSize times the repeats of that dimension.
  uint64_t repeatedOutSize(Dim dim) const;
  uint64_t totalInSize() const { return uint64_t(1) << numInBits(); }
  uint64_t totalOutSize() const { return uint64_t(1) << numOutBits(); }

  // Repeats.
  bool hasRepeats() const;
  /// The number of atoms: the product of all repeats.
  uint64_t numRepeats() const;
  /// This layout with its atom repeated `repeats` times along `dim`.
  LinearLayout withRepeats(Dim dim, uint32_t repeats) const;
  /// This layout's atom alone.
  LinearLayout withoutRepeats() const;
  /// How many elements a thread holds: registers of an atom times atoms. Register r of atom a is number
  /// a * inSize(Register) + r; atoms count along the first output dimension first.
  uint64_t numRegisters() const { return inSize(Dim::Register) * numRepeats(); }
  /// Where atom number `atom` begins, flattened per output dimension.
  std::vector<Coordinate> atomOrigin(uint64_t atom) const;

  // Bases.
  /// The image of bit `bit` of `dim`, flattened.
  uint64_t basis(Dim dim, unsigned bit) const;
  /// The images of all bits of `dim`, flattened.
  std::vector<uint64_t> basesOf(Dim dim) const;
  /// The images of all input bits, flattened.
  const std::vector<uint64_t> &flatBases() const { return columns; }
  /// The coordinate along `out` of the image of bit `bit` of `in`.
  uint64_t basis(Dim in, unsigned bit, Dim out) const;
  /// Input bits of `dim`, as a mask over all input bits.
  uint64_t inMask(Dim dim) const;
  /// Output bits of `dim`, as a mask over all output bits.
  uint64_t outMask(Dim dim) const;

  // Application.
  /// The flattened image of a flattened input.
  uint64_t applyFlat(uint64_t in) const;
  /// The image of an input that names each input dimension at most once; those left out are 0.
  std::vector<Coordinate> apply(const std::vector<Coordinate> &in) const;
  /// Packs coordinates into one word, and back.
  uint64_t flattenIn(const std::vector<Coordinate> &in) const;
  uint64_t flattenOut(const std::vector<Coordinate> &out) const;
  std::vector<Coordinate> unflattenIn(uint64_t in) const;
  std::vector<Coordinate> unflattenOut(uint64_t out) const;

  // Algebra. All of it needs repeats == 1 unless said otherwise.
  /// Lays `outer` around `inner`: in dimensions that both have, the bits of `inner` are the lower ones.
  friend LinearLayout operator*(const LinearLayout &inner, const LinearLayout &outer);
  LinearLayout &operator*=(const LinearLayout &outer) { return *this = *this * outer; }
  /// x -> outer(this(x)). Output dimensions of this layout are input dimensions of `outer`, whatever their order, and
  /// no larger there. Repeats of `outer` stay.
  LinearLayout compose(const LinearLayout &outer) const;
  /// The inverse; requires isInvertible().
  LinearLayout invert() const;
  /// A right inverse, for a surjective layout: an input for each output, unused input bits 0.
  LinearLayout pseudoInvert() const;
  /// The conversion map: x -> y with other(y) = this(x), for two layouts over the same tensor. Nothing when `other`
  /// does not reach all that this layout reaches. An input dimension with equal bases on both sides is mapped to
  /// itself; other freedom (replication in `other`) is resolved towards 0.
  std::optional<LinearLayout> invertAndCompose(const LinearLayout &other) const;
  /// The layout q with q * divisor == *this, if there is one.
  std::optional<LinearLayout> divideRight(const LinearLayout &divisor) const;
  /// The layout q with divisor * q == *this, if there is one.
  std::optional<LinearLayout> divideLeft(const LinearLayout &divisor) const;

  // Restriction and renaming. Repeats stay.
  /// Keeps these input and output dimensions only, in this layout's order.
  LinearLayout sublayout(const std::vector<Dim> &inDims, const std::vector<Dim> &outDims) const;
  bool sublayoutIsZero(const std::vector<Dim> &inDims, const std::vector<Dim> &outDims) const;
  /// Drops output dimensions. The standard step from a tensor's layout to that of its slice.
  LinearLayout removeOutDim(Dim dim) const;
  /// Drops an input dimension, that is, fixes it to 0.
  LinearLayout removeInDim(Dim dim) const;
  /// Drops the bits of `dim` whose image is 0.
  LinearLayout removeZeroBases(Dim dim) const;
  LinearLayout renameInDim(Dim from, Dim to) const;
  LinearLayout renameOutDim(Dim from, Dim to) const;
  /// Reorders the dimensions (not the bits inside one).
  LinearLayout transposeIns(const std::vector<Dim> &order) const;
  LinearLayout transposeOuts(const std::vector<Dim> &order) const;
  /// Gives the flattened inputs or outputs new dimensions of the same total size. Need repeats == 1.
  LinearLayout reshapeIns(const std::vector<Coordinate> &sizes) const;
  LinearLayout reshapeOuts(const std::vector<Coordinate> &sizes) const;
  LinearLayout flattenIns(Dim dim) const;
  LinearLayout flattenOuts(Dim dim) const;
  /// Makes an output dimension larger without reaching the new part. Needs repeats == 1.
  LinearLayout resizeOutDim(Dim dim, uint64_t size) const;
  /// Puts input dimensions of `other` beside those of this layout; both have the same outputs.
  LinearLayout concatIns(const LinearLayout &other) const;
  /// Puts output dimensions of `other` beside those of this layout; both have the same inputs.
  LinearLayout concatOuts(const LinearLayout &other) const;
  /// This layout with the bits of `dim` in a new order: new bit i is old bit order[i].
  LinearLayout permuteInBits(Dim dim, const std::vector<unsigned> &order) const;

  // Questions about the atom.
  bool isSurjective() const;
  bool isInjective() const;
  bool isInvertible() const { return isSurjective() && isInjective(); }
  /// Per input dimension, the bits that can be flipped (together with others, not in the mask) without a change of the
  /// image: positions that agree outside the masks cover all the data. An order of preference decides between equal
  /// bits: later dimensions and higher bits are the free ones.
  std::vector<Coordinate> freeVariableMasks() const;
  uint64_t freeVariableMask(Dim dim) const;
  /// Whether each bit of `dim` is mapped to the same bit of `dim` and nothing else is.
  bool isIdentityOver(Dim dim) const;
  /// How many consecutive positions of the first input dimension hold consecutive, aligned positions of the first
  /// output dimension: the width of a vector access. 2^k.
  uint64_t numConsecutiveInOut() const;
  /// The same for any two dimensions.
  uint64_t numConsecutive(Dim in, Dim out) const;

  friend bool operator==(const LinearLayout &a, const LinearLayout &b) {
    return a.ins == b.ins && a.outs == b.outs && a.columns == b.columns;
  }
  friend bool operator!=(const LinearLayout &a, const LinearLayout &b) { return !(a == b); }
  /// Equality of the maps, whatever the sizes of the output dimensions beyond what is reached.
  bool equalIgnoringOutSizes(const LinearLayout &other) const;
  size_t hashValue() const;

  /// The bases as text, one input bit a line.
  std::string toString() const;
  /// The elements of a layout with one or two output dimensions as a grid. A cell names the first register, lane, warp
  /// (or offset) that holds the element: `T<lane>:<register>`, with `W<warp>` and `B<block>` in front where there are
  /// several, or the offset. At most `maxRows` rows and `maxColumns` columns.
  std::string toGrid(unsigned maxRows = 16, unsigned maxColumns = 16) const;

private:
  unsigned inShift(Dim dim) const;
  unsigned outShift(Dim dim) const;

  DimList ins;
  DimList outs;
  std::vector<uint64_t> columns;
};

} // namespace tkc::layout

#endif
