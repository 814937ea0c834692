// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `cvt`: between integers, between integers and floats, and between floats, with every modifier of PTX ISA 9.0.
#ifndef TKC_SIM_NUMERIC_CONVERT_H
#define TKC_SIM_NUMERIC_CONVERT_H

#include "tkc/Sim/Numeric/Formats.h"

namespace tkc::sim {

/// An integer type of PTX: 8, 16, 32 or 64 bits.
struct IntegerType {
  uint8_t bits;
  bool isSigned;
};

/// The low bits of `value`, sign- or zero-extended to 64.
inline uint64_t extend(uint64_t value, IntegerType type) {
  int unused = 64 - type.bits;
  return type.isSigned ? uint64_t(int64_t(value << unused) >> unused) : (value << unused) >> unused;
}

/// The modifiers of `cvt` to a float.
struct ConvertMode {
  Rounding rounding = Rounding::NearestEven;
  /// `.rni`, `.rzi`, `.rmi`, `.rpi` between floats of one type: the result is integral.
  bool toIntegral = false;
  /// `.ftz`: subnormal f32 inputs and results become zero.
  bool ftz = false;
  /// `.sat`: to [0, 1], NaN to +0.
  bool saturate = false;
  bool satfinite = false;
  bool relu = false;
};

/// `cvt{.sat}.to.from`. The result is extended to 64 bits as `to` is, which is what a wider register gets.
uint64_t convertInteger(uint64_t value, IntegerType from, IntegerType to, bool saturate);

/// `cvt.{rni,rzi,rmi,rpi}{.ftz}.to.from` of the formats F16, BF16, F32, F64, clamped to the range of `to`. NaN gives 0,
/// or, from F64 and to 64 bits, only the top bit set (PTX ISA, cvt, Integer Notes). Extended to 64 bits.
uint64_t convertToInteger(Format from, uint64_t bits, IntegerType to, Rounding rounding, bool ftz = false);

/// `cvt.{rn,rz,rm,rp}{.sat}.to.from`.
uint64_t convertFromInteger(uint64_t value, IntegerType from, Format to, ConvertMode mode = {});

/// `cvt` between floats, of one value.
uint64_t convertFloat(Format from, uint64_t bits, Format to, ConvertMode mode = {});

/// Bits that one value takes in a packed type: 4 for E2M1, 8 for the other small formats, else the width.
inline int packedBits(Format format) {
  int bits = traitsOf(format).storageBits;
  return bits == 6 ? 8 : bits;
}

/// `cvt.….{f16x2,bf16x2,e4m3x2,…}.f32 d, a, b`: `a` goes to the upper half.
uint32_t convertPair(Format from, uint32_t a, uint32_t b, Format to, ConvertMode mode = {});
/// `cvt.….to-x2.from-x2 d, a`, as from e4m3x2 to f16x2.
uint32_t convertPacked(Format from, uint32_t pair, Format to, ConvertMode mode = {});
/// `cvt.rs{.relu}{.satfinite}.{f16x2,bf16x2}.f32 d, a, b, rbits`: 13 (f16) or 16 (bf16) random bits for each value,
/// those of `a` in the upper half.
uint32_t convertPairStochastic(uint32_t a, uint32_t b, uint32_t random, Format to, ConvertMode mode = {});

/// A float rounded to an integral value; exact and in the same format.
double roundToIntegral(double value, Rounding rounding);

} // namespace tkc::sim

#endif // TKC_SIM_NUMERIC_CONVERT_H
