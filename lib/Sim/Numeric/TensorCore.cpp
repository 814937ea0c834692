// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The dot products of tensor cores. Eight columns of B are worked on at once, in integers of 32 bits.
//
// Why 32 bits are enough: significands are at most 2047/1024, so a product is at most 2047² in units of 2^-20, and
// 2047² · 2^5 in units of 2^-25 (F is at most 25 here). Sixteen of these add up to 2145387008 < 2^31. Longer blocks are
// summed sixteen by sixteen into doubles, where the accumulator's term (below 2^26) joins: exact integers below 2^53.
#include "tkc/Sim/Numeric/TensorCore.h"

#include "tkc/Sim/Numeric/Float.h"

#include <algorithm>

namespace tkc::sim {

namespace {
struct ModelRow {
  int firstSm, lastSm;
  MatrixUnit unit;
  bool isFp8;
  /// L in bytes of one operand.
  int bytesPerBlock;
  int fractionBits;
  bool keepsThirteenBits;
};
} // namespace

/// Sources. Products exact, blocks of 8 (f16 on sm_80), cutting toward zero, more than 23 fraction bits: Fasi, Higham,
/// Mikaitis, Pranesh, "Numerical behavior of NVIDIA tensor cores", PeerJ CS 7:e330 (2021), for V100, T4, A100. L and F
/// of later units, the exponent of unnormalised products, and rounding to nearest for f16: the models of Xie et al.,
/// MMA-Sim (2025), and of Khattak and Mikaitis, "Accurate Models of NVIDIA Tensor Cores", arXiv 2512.07004, both
/// compared bit by bit with A100, H100, B200 and others by their authors. The rows of sm_90 agree bit for bit with an
/// H200 (mma and wgmma of all float types, accumulators in f32 and f16, subnormals, infinities and NaN included), which
/// also shows how FP8 in mma is made there. The other rows have not been compared with a device by us.
static constexpr ModelRow modelRows[] = {
    {80, 88, MatrixUnit::MmaSync, false, 16, 24, false},  //
    {89, 89, MatrixUnit::MmaSync, false, 16, 24, false},  //
    {89, 89, MatrixUnit::MmaSync, true, 16, 13, true},    //
    {90, 90, MatrixUnit::MmaSync, false, 32, 25, false},  //
    {90, 90, MatrixUnit::MmaSync, true, 32, 25, false},   // see isMadeOfHalves
    {90, 90, MatrixUnit::Wgmma, false, 32, 25, false},    //
    {90, 90, MatrixUnit::Wgmma, true, 32, 13, true},      //
    {91, 999, MatrixUnit::MmaSync, false, 32, 25, false}, //
    {91, 999, MatrixUnit::MmaSync, true, 32, 25, false},
};

DotModel dotModel(int sm, MatrixUnit unit, Format input, Format accumulator) {
  bool isFp8 = traitsOf(input).storageBits <= 8;
  int bytes = isFp8 ? 1 : traitsOf(input).storageBits / 8;
  // What a target lacks never gets here; the newest row answers.
  const ModelRow *found = std::end(modelRows) - 1;
  for (const ModelRow &row : modelRows) {
    if (sm >= row.firstSm && sm <= row.lastSm && row.unit == unit && row.isFp8 == isFp8) {
      found = &row;
    }
  }
  AccumulatorRounding rounding = accumulator == Format::F16 ? AccumulatorRounding::NearestF16
                                 : found->keepsThirteenBits ? AccumulatorRounding::TruncateE8M13
                                                            : AccumulatorRounding::TruncateF32;
  if (sm == 90 && unit == MatrixUnit::MmaSync && isFp8) {
    return {16, found->fractionBits, rounding, true};
  }
  return {found->bytesPerBlock / bytes, found->fractionBits, rounding};
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// Far below every exponent: a term of zero decides nothing.
static constexpr int32_t zeroExponent = -100000;
/// The exponent that the accumulator has at least.
static constexpr int32_t leastExponent = -126;

void DotOperand::reserve(Format format, int count, int depth) {
  elementFormat = format;
  numRows = count;
  numColumns = depth;
  stride = (count + 7) / 8 * 8;
  magnitudes.assign(size_t(stride) * depth, 0);
  signs.assign(size_t(stride) * depth, 0);
  exponents.assign(size_t(stride) * depth, zeroExponent);
  hasSpecial.assign(size_t(count), 0);
  values.clear();
}

void DotOperand::load(Format format, int count, int depth, const uint32_t *bits) {
  load(format, count, depth, bits, nullptr, depth);
}

void DotOperand::load(Format format, int count, int depth, const uint32_t *bits, const uint8_t *scales, int blockSize) {
  reserve(format, count, depth);
  const FormatTraits &traits = traitsOf(format);
  int toTen = 10 - traits.mantissaBits;
  uint32_t mantissaMask = (uint32_t(1) << traits.mantissaBits) - 1, sign = uint32_t(traits.signBit());
  uint32_t largest = uint32_t(traits.largestFinite >> traits.paddingBits);
  bool hasSpecials = false;
  for (int row = 0; row < count; ++row) {
    for (int k = 0; k < depth; ++k) {
      uint32_t element = bits[row * depth + k];
      uint32_t magnitude = (element & (sign - 1)) >> traits.paddingBits;
      uint8_t scale = scales ? scales[row * (depth / blockSize) + k / blockSize] : 127;
      if (magnitude > largest || scale == 255) {
        hasSpecial[row] = 1;
        hasSpecials = true;
        continue;
      }
      int field = int(magnitude >> traits.mantissaBits);
      uint32_t significand = (magnitude & mantissaMask) | (field ? mantissaMask + 1 : 0);
      size_t place = size_t(k) * stride + row;
      magnitudes[place] = int32_t(significand << toTen);
      signs[place] = element & sign ? -1 : 0;
      exponents[place] = significand ? (field ? field : 1) - traits.bias + scale - 127 : zeroExponent;
    }
  }
  if (!hasSpecials) {
    return;
  }
  values.resize(size_t(count) * depth);
  for (int i = 0; i < count * depth; ++i) {
    uint8_t scale = scales ? scales[i / depth * (depth / blockSize) + i % depth / blockSize] : 127;
    values[i] = scale == 255 ? NAN : decode(format, bits[i]);
  }
}

DotOperand DotOperand::asHalves() const {
  DotOperand result = *this;
  for (size_t i = 0; i < result.magnitudes.size(); ++i) {
    while (result.magnitudes[i] && result.magnitudes[i] < 1024 && result.exponents[i] > -14) {
      result.magnitudes[i] *= 2;
      --result.exponents[i];
    }
  }
  return result;
}

//===----------------------------------------------------------------------===//
// The sum of a block
//===----------------------------------------------------------------------===//

namespace {
typedef int32_t Lanes __attribute__((vector_size(32)));
typedef uint32_t UnsignedLanes __attribute__((vector_size(32)));
typedef float Floats __attribute__((vector_size(32)));
typedef int64_t LongLanes __attribute__((vector_size(64)));
typedef double Doubles __attribute__((vector_size(64)));

} // namespace

/// The exact sum of a block, rounded into an accumulator.
static uint32_t roundSum(AccumulatorRounding rounding, double value) {
  if (rounding == AccumulatorRounding::NearestF16) {
    return encodeF16(narrowToOdd(value));
  }
  bool keepsThirteen = rounding == AccumulatorRounding::TruncateE8M13;
  if (std::fabs(value) < 0x1p-126) {
    double unit = keepsThirteen ? 0x1p139 : 0x1p149;
    value = std::trunc(value * unit) / unit;
    return value == 0 ? 0 : bitsOf(float(value));
  }
  uint64_t dropped = keepsThirteen ? (uint64_t(1) << 39) - 1 : (uint64_t(1) << 29) - 1;
  return bitsOf(float(doubleOf(bitsOf(value) & ~dropped)));
}

/// One product of two loaded operands.
class DotKernel {
public:
  DotKernel(const DotModel &model, const DotOperand &a, const DotOperand &b, const uint32_t *c, uint32_t *d)
      : model(model), a(a), b(b), c(c), d(d), isF16(model.rounding == AccumulatorRounding::NearestF16),
        shiftUp(std::max(0, model.fractionBits - 20)), shiftDown(std::max(0, 20 - model.fractionBits)),
        dropped(model.rounding == AccumulatorRounding::TruncateE8M13 ? (int64_t(1) << 39) - 1
                                                                     : (int64_t(1) << 29) - 1) {}

  void run() {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) {
      return runAvx2();
    }
#endif
    runAll();
  }

private:
#if defined(__x86_64__)
  __attribute__((target("avx2"))) void runAvx2() { runAll(); }
#endif

  __attribute__((always_inline)) void runAll() {
    for (int row = 0; row < a.numRows; ++row) {
      for (int column = 0; column < b.numRows; column += 8) {
        runTile(row, column);
      }
    }
  }

  /// One row by eight columns.
  __attribute__((always_inline)) void runTile(int row, int column) {
    int width = std::min(8, b.numRows - column);
    Lanes initial = {};
    if (c) {
      std::memcpy(&initial, c + row * b.numRows + column, width * sizeof(uint32_t));
    }
    bool hasSpecial = a.hasSpecial[row];
    for (int i = 0; i < width; ++i) {
      uint32_t infinity = isF16 ? 0x7c00 : 0x7f800000;
      hasSpecial |= b.hasSpecial[column + i] || (initial[i] & infinity) == infinity;
    }
    Lanes words = initial;
    int perBlock = model.isMadeOfHalves ? a.numColumns / 2 : model.productsPerBlock;
    for (int k = 0; k < a.numColumns; k += perBlock) {
      words = runBlock(row, column, k, std::min(a.numColumns, k + perBlock), words);
    }
    std::memcpy(d + row * b.numRows + column, &words, width * sizeof(uint32_t));
    for (int i = 0; hasSpecial && i < width; ++i) {
      resolveSpecial(row, column + i, initial[i], d[row * b.numRows + column + i]);
    }
  }

  __attribute__((always_inline)) static Lanes load(const std::vector<int32_t> &plane, size_t place) {
    Lanes lanes;
    std::memcpy(&lanes, plane.data() + place, sizeof(lanes));
    return lanes;
  }

  /// The element along k that comes as number `i`.
  __attribute__((always_inline)) size_t elementAt(int i) const {
    if (!model.isMadeOfHalves) {
      return size_t(i);
    }
    int half = a.numColumns / 2, within = i % half;
    return size_t(within / 2 * 4 + within % 2 + i / half * 2);
  }

  /// The words of f32 that hold the same numbers as the accumulators.
  __attribute__((always_inline)) Lanes widen(Lanes words) const {
    for (int i = 0; isF16 && i < 8; ++i) {
      words[i] = int32_t(bitsOf(decodeF16(uint16_t(words[i]))));
    }
    return words;
  }

  __attribute__((always_inline)) Lanes runBlock(int row, int column, int first, int last, Lanes words) const {
    Lanes wide = widen(words), field = (wide >> 23) & 255, zeros = {};
    Lanes magnitude = (wide & 0x7fffff) | (field ? zeros + 0x800000 : zeros);
    Lanes exponent = (field ? field : zeros + 1) - 127;
    if (isF16) {
      // A subnormal half has the exponent of the least normal one. Its few bits survive the shift.
      Lanes excess = -14 - exponent;
      excess = excess > 0 ? excess : zeros;
      magnitude >>= excess < 31 ? excess : zeros + 31;
      exponent += excess;
    }
    exponent = magnitude ? exponent : zeros + leastExponent;
    Lanes greatest = exponent > leastExponent ? exponent : zeros + leastExponent;
    for (int i = first; i < last; ++i) {
      size_t k = elementAt(i);
      Lanes sum = load(b.exponents, k * b.stride + column) + a.exponents[k * a.stride + row];
      greatest = sum > greatest ? sum : greatest;
    }
    // The accumulator's term: from units of 2^(exponent - 23) to 2^(greatest - F).
    Lanes distance = greatest - exponent + std::max(0, 23 - model.fractionBits);
    Lanes term = magnitude << std::max(0, model.fractionBits - 23) >> (distance < 31 ? distance : zeros + 31);
    Lanes sign = wide >> 31;
    Doubles total = __builtin_convertvector((term ^ sign) - sign, Doubles);
    for (int k = first; k < last; k += 16) {
      total += __builtin_convertvector(sumProducts(row, column, k, std::min(last, k + 16), greatest), Doubles);
    }
    LongLanes power = __builtin_convertvector(greatest - model.fractionBits + 1023, LongLanes) << 52;
    // Infinity from an earlier block, or what resolveSpecial will replace, stays.
    return field == 255 ? words : roundSums(total * Doubles(power));
  }

  __attribute__((always_inline)) Lanes roundSums(Doubles sums) const {
    Lanes result;
    // Exact integers times powers of two: a zero is +0, a number below f32's normal range is rounded by itself.
    LongLanes magnitude = LongLanes(sums) & INT64_MAX;
    LongLanes isTiny = magnitude < 0x3810000000000000 ? magnitude : LongLanes{};
    int64_t anyTiny = 0;
    for (int i = 0; i < 8; ++i) {
      anyTiny |= isTiny[i];
    }
    if (isF16 || anyTiny) {
      for (int i = 0; i < 8; ++i) {
        result[i] = int32_t(roundSum(model.rounding, sums[i]));
      }
      return result;
    }
    return Lanes(__builtin_convertvector(Doubles(LongLanes(sums) & ~dropped), Floats));
  }

  __attribute__((always_inline)) Lanes sumProducts(int row, int column, int first, int last, Lanes greatest) const {
    Lanes sums = {};
    for (int i = first; i < last; ++i) {
      size_t k = elementAt(i), left = k * a.stride + row, right = k * b.stride + column;
      Lanes distance = greatest - (load(b.exponents, right) + a.exponents[left]) + shiftDown;
      distance = distance < 31 ? distance : Lanes{} + 31;
      UnsignedLanes product = UnsignedLanes(load(b.magnitudes, right) * a.magnitudes[left]) << shiftUp;
      Lanes term = Lanes(product >> UnsignedLanes(distance));
      Lanes sign = load(b.signs, right) ^ a.signs[left];
      sums += (term ^ sign) - sign;
    }
    return sums;
  }

  static double valueOf(const DotOperand &operand, int row, int k) {
    if (!operand.values.empty()) {
      return operand.values[size_t(row) * operand.numColumns + k];
    }
    size_t place = size_t(k) * operand.stride + row;
    double magnitude = operand.magnitudes[place]; // only its being zero and its sign count
    return operand.signs[place] ? -magnitude : magnitude;
  }

  /// Infinities and NaN: where any takes part, the result of IEEE arithmetic.
  void resolveSpecial(int row, int column, uint32_t initial, uint32_t &result) const {
    double sum = isF16 ? decodeF16(uint16_t(initial)) : floatOf(initial);
    bool isSpecial = !std::isfinite(sum);
    for (int k = 0; k < a.numColumns; ++k) {
      double product = valueOf(a, row, k) * valueOf(b, column, k);
      if (!std::isfinite(product)) {
        isSpecial = true;
        sum = std::isfinite(sum) ? product : sum + product;
      }
    }
    if (isSpecial) {
      result = uint32_t(encode(isF16 ? Format::F16 : Format::F32, sum));
    }
  }

  const DotModel &model;
  const DotOperand &a, &b;
  const uint32_t *c;
  uint32_t *d;
  bool isF16;
  int shiftUp, shiftDown;
  int64_t dropped;
};

void multiplyFloats(const DotModel &model, const DotOperand &a, const DotOperand &b, const uint32_t *c, uint32_t *d) {
  if (!model.isMadeOfHalves) {
    DotKernel(model, a, b, c, d).run();
    return;
  }
  std::vector<uint32_t> addends(size_t(a.count()) * b.count());
  if (c) {
    std::copy(c, c + addends.size(), addends.begin());
  }
  DotOperand left = a.asHalves(), right = b.asHalves();
  DotKernel(model, left, right, nullptr, d).run();
  bool isF16 = model.rounding == AccumulatorRounding::NearestF16;
  for (size_t i = 0; i < addends.size(); ++i) {
    d[i] = isF16 ? add<Format::F16>(uint16_t(addends[i]), uint16_t(d[i]))
                 : bitsOf(add(floatOf(addends[i]), floatOf(d[i])));
  }
}

//===----------------------------------------------------------------------===//
// Scaled f4, integers, doubles
//===----------------------------------------------------------------------===//

namespace {
/// An accumulator of f32 taken apart: ± magnitude * 2^(exponent - 23).
struct Accumulator {
  int64_t magnitude;
  int32_t exponent;
  bool isNegative, isSpecial;
};

/// A scale: significand in eighths and exponent.
struct Scale {
  int64_t eighths;
  int32_t exponent;
  bool isNan;
};
} // namespace

static Accumulator splitAccumulator(uint32_t word) {
  int field = int(word >> 23) & 0xff;
  uint32_t mantissa = word & 0x7fffff;
  int32_t exponent = field || mantissa ? (field ? field : 1) - 127 : leastExponent;
  return {field ? mantissa | 0x800000 : mantissa, exponent, bool(word >> 31), field == 255};
}

static Scale splitScale(Format format, uint8_t bits) {
  if (format == Format::UE8M0) {
    return {8, bits - 127, bits == 255};
  }
  int field = bits >> 3 & 15, mantissa = bits & 7;
  return {field ? mantissa | 8 : mantissa, (field ? field : 1) - 7, (bits & 0x7f) == 0x7f};
}

void multiplyBlockScaledF4(int m, int n, int k, const uint32_t *a, const uint32_t *b, const uint8_t *scalesA,
                           const uint8_t *scalesB, Format scaleFormat, int blockSize, const uint32_t *c, uint32_t *d) {
  constexpr int fractionBits = 35, group = 16, maxGroups = 16;
  int numGroups = std::min(k / group, maxGroups), scalesPerRow = k / blockSize;
  for (int i = 0; i < m * n; ++i) {
    const uint32_t *left = a + i / n * k, *right = b + i % n * k;
    uint32_t initial = c ? c[i] : 0;
    Accumulator start = splitAccumulator(initial);
    int64_t terms[maxGroups];
    int32_t exponents[maxGroups], greatest = std::max(start.exponent, leastExponent);
    bool isNan = false;
    for (int g = 0; g < numGroups; ++g) {
      Scale x = splitScale(scaleFormat, scalesA[i / n * scalesPerRow + g * group / blockSize]);
      Scale y = splitScale(scaleFormat, scalesB[i % n * scalesPerRow + g * group / blockSize]);
      isNan |= x.isNan || y.isNan;
      double sum = 0; // multiples of a quarter, at most 576
      for (int j = g * group; j < (g + 1) * group; ++j) {
        sum += decode(Format::E2M1, left[j]) * decode(Format::E2M1, right[j]);
      }
      terms[g] = int64_t(sum * 4) * x.eighths * y.eighths;
      exponents[g] = terms[g] ? x.exponent + y.exponent : zeroExponent;
      greatest = std::max(greatest, exponents[g]);
    }
    if (isNan || start.isSpecial) {
      d[i] = isNan || isNanF32(initial) ? canonicalNanF32 : initial;
      continue;
    }
    // A term is in units of 2^(its exponent - 8), the sum in units of 2^(greatest - 35).
    int64_t total = 0;
    for (int g = 0; g < numGroups; ++g) {
      int64_t magnitude = std::abs(terms[g]) << (fractionBits - 8) >> std::min(63, greatest - exponents[g]);
      total += terms[g] < 0 ? -magnitude : magnitude;
    }
    int64_t term = start.magnitude << (fractionBits - 23) >> std::min(63, greatest - start.exponent);
    total += start.isNegative ? -term : term;
    d[i] = roundSum(AccumulatorRounding::TruncateF32, std::ldexp(double(total), greatest - fractionBits));
  }
}

void multiplyIntegers(int m, int n, int k, const int32_t *a, const int32_t *b, const int32_t *c, int32_t *d,
                      bool satfinite) {
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j < n; ++j) {
      int64_t sum = c ? c[i * n + j] : 0;
      for (int l = 0; l < k; ++l) {
        sum += int64_t(a[i * k + l]) * b[j * k + l];
      }
      int64_t clamped = std::min<int64_t>(INT32_MAX, std::max<int64_t>(INT32_MIN, sum));
      d[i * n + j] = int32_t(satfinite ? clamped : int64_t(uint32_t(sum)));
    }
  }
}

void multiplyDoubles(int m, int n, int k, const double *a, const double *b, const double *c, double *d,
                     Rounding rounding) {
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j < n; ++j) {
      double sum = c ? c[i * n + j] : 0;
      for (int l = 0; l < k; ++l) {
        sum = fma(a[i * k + l], b[j * k + l], sum, rounding);
      }
      d[i * n + j] = sum;
    }
  }
}

} // namespace tkc::sim
