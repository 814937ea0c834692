// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What tensor cores compute: products are exact, the sum of a block is not IEEE arithmetic. One parametrised model
// covers all targets; its parameters stand in one table.
//
// A block of L products and the accumulator is summed at once. Each term has an exponent: of a product the sum of its
// operands' exponents (the product of the significands, 1 to 4, is not normalised), of a subnormal number the least
// exponent of its format. With E the largest exponent of the non-zero terms, and at least -126, each term is cut toward
// zero to a multiple of 2^(E - F); what remains is added exactly, in any order, and rounded once into the accumulator's
// format. The next block starts from that. Subnormals are kept everywhere. A result of zero is +0.
//
// So everything that fits between 2^(E - F) and the accumulator's own last place is exact, and all orders of the
// products within a block agree.
#ifndef TKC_SIM_NUMERIC_TENSORCORE_H
#define TKC_SIM_NUMERIC_TENSORCORE_H

#include "tkc/Sim/Numeric/Formats.h"

#include <vector>

namespace tkc::sim {

/// How the sum of a block becomes the accumulator. Overflow gives infinity in all of them.
enum class AccumulatorRounding : uint8_t {
  /// f32, cut toward zero.
  TruncateF32,
  /// f32 of which only 13 fraction bits are kept, cut toward zero (FP8 on Hopper's wgmma and on Ada).
  TruncateE8M13,
  /// f16, to nearest even.
  NearestF16
};

/// The parameters L and F of the model, and the last rounding.
struct DotModel {
  int productsPerBlock;
  int fractionBits;
  AccumulatorRounding rounding;
  /// mma of FP8 on sm_90, which ptxas makes of two products of halves: elements 0 and 1 of each register (four bytes
  /// along k), then elements 2 and 3, from zero on; the accumulator is added last, as scalar addition does.
  bool isMadeOfHalves = false;
};

/// The instructions that multiply matrices of floats.
enum class MatrixUnit : uint8_t { MmaSync, Wgmma };

/// The model of a target: `sm` is 80 … 121, `input` F16, BF16, TF32 or a format of at most 8 bits, `accumulator` F16 or
/// F32. Where the numbers come from stands at the table in TensorCore.cpp.
DotModel dotModel(int sm, MatrixUnit unit, Format input, Format accumulator);

/// One operand of a product, taken apart: rows of A or columns of B, each of `depth` elements along k. Keeps its memory
/// when loaded again.
class DotOperand {
public:
  /// `bits[i * depth + j]` is element j along k of row (column) i.
  void load(Format format, int count, int depth, const uint32_t *bits);
  /// As above with scales, one UE8M0 for each `blockSize` elements: `scales[i * (depth / blockSize) + j / blockSize]`.
  void load(Format format, int count, int depth, const uint32_t *bits, const uint8_t *scales, int blockSize);

  int count() const { return numRows; }
  int depth() const { return numColumns; }

  /// The same numbers with the exponents that they have in f16.
  DotOperand asHalves() const;

private:
  friend class DotKernel;

  void reserve(Format format, int count, int depth);

  Format elementFormat = Format::F16;
  int numRows = 0, numColumns = 0, stride = 0;
  // Along k first: [k * stride + row]. A magnitude of 1024 is a significand of 1.
  std::vector<int32_t> magnitudes, signs, exponents;
  // Infinite and NaN elements count as zero above; for rows that have any, `values` holds what they are.
  std::vector<uint8_t> hasSpecial;
  std::vector<double> values;
};

/// D = A·B + C. `c` and `d` have A's rows and B's columns, row by row, as bits of the accumulator's format (f16 in the
/// low half); they may be the same. Without `c` it counts as zero.
void multiplyFloats(const DotModel &model, const DotOperand &a, const DotOperand &b, const uint32_t *c, uint32_t *d);

/// mma with `.kind::mxf4` and `.kind::mxf4nvf4` (E2M1, k = 64): groups of 16 products are summed exactly, scaled, and
/// added with 35 fraction bits. `scaleFormat` is UE8M0 or E4M3 (its sign is ignored), one scale for `blockSize`
/// elements.
void multiplyBlockScaledF4(int m, int n, int k, const uint32_t *a, const uint32_t *b, const uint8_t *scalesA,
                           const uint8_t *scalesB, Format scaleFormat, int blockSize, const uint32_t *c, uint32_t *d);

/// `mma….s32`: elements as extended integers, A by rows and B by columns along k. Sums wrap, or with `.satfinite` the
/// exact sum is clamped.
void multiplyIntegers(int m, int n, int k, const int32_t *a, const int32_t *b, const int32_t *c, int32_t *d,
                      bool satfinite);

/// `mma….f64`: a chain of fused multiply-adds along k, from the accumulator on, each rounded.
void multiplyDoubles(int m, int n, int k, const double *a, const double *b, const double *c, double *d,
                     Rounding rounding = Rounding::NearestEven);

} // namespace tkc::sim

#endif // TKC_SIM_NUMERIC_TENSORCORE_H
