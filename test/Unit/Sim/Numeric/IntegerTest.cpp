// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer instructions against the pseudo code of the ISA, bit by bit.
#include "tkc/Sim/Numeric/Integer.h"

#include <gtest/gtest.h>
#include <random>

using namespace tkc::sim;

static std::mt19937_64 source(12);
/// Numbers of all lengths, often near the ends.
static uint64_t draw() {
  uint64_t value = source() >> (source() % 64);
  switch (source() % 4) {
  case 0:
    return ~value;
  case 1:
    return source() % 3 - 1;
  default:
    return value;
  }
}

template <typename T>
static void checkProducts() {
  constexpr int width = sizeof(T) * 8;
  for (int i = 0; i < 5000; ++i) {
    T a = T(draw()), b = T(draw()), c = T(draw());
    // Modulo 2^128, which holds all bits that count.
    unsigned __int128 product = (unsigned __int128)a * (unsigned __int128)b;
    UnsignedOf<T> low = UnsignedOf<T>(product), high = UnsignedOf<T>(product >> width);
    ASSERT_EQ(UnsignedOf<T>(mulLow(a, b)), low);
    ASSERT_EQ(UnsignedOf<T>(mulHigh(a, b)), high);
    ASSERT_EQ(UnsignedOf<T>(madLow(a, b, c)), UnsignedOf<T>(low + UnsignedOf<T>(c)));
    ASSERT_EQ(UnsignedOf<T>(madHigh(a, b, c)), UnsignedOf<T>(high + UnsignedOf<T>(c)));
    unsigned __int128 difference = a < b ? (__int128)b - a : (__int128)a - b;
    ASSERT_EQ(UnsignedOf<T>(sumOfDifference(a, b, c)), UnsignedOf<T>(UnsignedOf<T>(c) + difference));
    for (bool carry : {false, true}) {
      for (bool isHigh : {false, true}) {
        unsigned __int128 sum = (unsigned __int128)(isHigh ? high : low) + UnsignedOf<T>(c) + carry;
        auto got = madCarry(a, b, c, isHigh, carry);
        ASSERT_EQ(got.value, UnsignedOf<T>(sum));
        ASSERT_EQ(got.carry, bool(sum >> width));
      }
    }
  }
}

TEST(Integer, Products) {
  checkProducts<int32_t>();
  checkProducts<uint32_t>();
  checkProducts<int64_t>();
  checkProducts<uint64_t>();
  checkProducts<int16_t>();
  checkProducts<uint16_t>();
}

template <typename T>
static void checkCarries() {
  constexpr int width = sizeof(T) * 8;
  for (int i = 0; i < 5000; ++i) {
    T a = T(draw()), b = T(draw());
    for (bool carry : {false, true}) {
      unsigned __int128 sum = (unsigned __int128)a + b + carry;
      ASSERT_EQ(addCarry(a, b, carry).value, T(sum));
      ASSERT_EQ(addCarry(a, b, carry).carry, bool(sum >> width));
      __int128 difference = (__int128)a - b - carry;
      ASSERT_EQ(subBorrow(a, b, carry).value, T(difference));
      ASSERT_EQ(subBorrow(a, b, carry).carry, difference < 0);
    }
  }
}

TEST(Integer, CarriesAndBorrows) {
  checkCarries<uint32_t>();
  checkCarries<uint64_t>();
}

TEST(Integer, Saturation) {
  EXPECT_EQ(addSaturating(INT32_MAX, 1), INT32_MAX);
  EXPECT_EQ(addSaturating(INT32_MIN, -1), INT32_MIN);
  EXPECT_EQ(subSaturating(INT32_MIN, 1), INT32_MIN);
  EXPECT_EQ(subSaturating(3, 5), -2);
  EXPECT_EQ(madHighSaturating(INT32_MIN, INT32_MIN, INT32_MAX), INT32_MAX);
  EXPECT_EQ(mad24HighSaturating(0x7fffff, 0x7fffff, INT32_MAX), INT32_MAX);
  EXPECT_EQ(addPacked(0x0001ffff, 0xffff0001), 0x00000000u);
  EXPECT_EQ(addPacked(0x00018000, 0x00018001), 0x00020001u);
}

TEST(Integer, ProductsOf24Bits) {
  for (int i = 0; i < 5000; ++i) {
    uint32_t a = uint32_t(draw()), b = uint32_t(draw()), c = uint32_t(draw());
    uint64_t product = uint64_t(a % (1 << 24)) * (b % (1 << 24));
    ASSERT_EQ(mul24<uint32_t>(a, b, false), uint32_t(product));
    ASSERT_EQ(mul24<uint32_t>(a, b, true), uint32_t(product >> 16));
    ASSERT_EQ(mad24<uint32_t>(a, b, c, true), uint32_t(product >> 16) + c);
    auto extended = [](uint32_t x) { return int64_t(x & 0xffffff) - (x & 0x800000 ? 0x1000000 : 0); };
    int64_t signedProduct = extended(a) * extended(b);
    ASSERT_EQ(mul24<int32_t>(int32_t(a), int32_t(b), true), int32_t(signedProduct >> 16));
    ASSERT_EQ(mul24<int32_t>(int32_t(a), int32_t(b), false), int32_t(signedProduct));
  }
}

TEST(Integer, Division) {
  EXPECT_EQ(divide<uint32_t>(7, 2), 3u);
  EXPECT_EQ(divide<uint32_t>(7, 0), 0xffffffffu);
  EXPECT_EQ(divide<int32_t>(7, 0), -1);
  EXPECT_EQ(divide<int32_t>(-7, 2), -3);
  EXPECT_EQ(divide<int32_t>(INT32_MIN, -1), INT32_MIN);
  EXPECT_EQ(divide<int16_t>(INT16_MIN, -1), INT16_MIN);
  EXPECT_EQ(remainder<int32_t>(-7, 2), -1);
  EXPECT_EQ(remainder<int32_t>(INT32_MIN, -1), 0);
  EXPECT_EQ(remainder<uint64_t>(7, 0), ~0ull);
  EXPECT_EQ(divide<int64_t>(INT64_MIN, -1), INT64_MIN);
}

TEST(Integer, MinimaMaximaAndSigns) {
  EXPECT_EQ(minMaxInteger<int32_t>(-3, 2, false), -3);
  EXPECT_EQ(minMaxInteger<uint32_t>(-3, 2, false), 2u);
  EXPECT_EQ(minMaxInteger<int32_t>(-3, -2, true, true), 0);
  EXPECT_EQ(minMaxPacked<int16_t>(0xffff0001, 0x0001fffe, true), 0x00010001u);
  EXPECT_EQ(minMaxPacked<uint16_t>(0xffff0001, 0x0001fffe, true), 0xfffffffeu);
  EXPECT_EQ(minMaxPacked<int16_t>(0xffff0005, 0xfffe0007, false, true), 0x00000005u);
  EXPECT_EQ(absWrapping(INT32_MIN), INT32_MIN);
  EXPECT_EQ(absWrapping<int16_t>(-5), 5);
  EXPECT_EQ(negWrapping<int64_t>(INT64_MIN), INT64_MIN);
}

TEST(Integer, ShiftsClamp) {
  EXPECT_EQ(shiftLeft<uint32_t>(1, 31), 0x80000000u);
  EXPECT_EQ(shiftLeft<uint32_t>(1, 32), 0u);
  EXPECT_EQ(shiftLeft<uint16_t>(3, 15), 0x8000u);
  EXPECT_EQ(shiftRight<int32_t>(-8, 1), -4);
  EXPECT_EQ(shiftRight<int32_t>(-8, 400), -1);
  EXPECT_EQ(shiftRight<uint64_t>(~0ull, 64), 0u);
  EXPECT_EQ(shiftRight<int16_t>(-8, 16), -1);
  for (uint32_t amount = 0; amount < 70; ++amount) {
    uint32_t a = 0x89abcdef, b = 0x12345678;
    for (bool clamps : {false, true}) {
      uint32_t n = clamps ? std::min(amount, 32u) : amount % 32;
      // The ISA's formula, with shifts by 32 spelled out.
      uint32_t left = n == 0 ? b : n == 32 ? a : (b << n) | (a >> (32 - n));
      uint32_t right = n == 0 ? a : n == 32 ? b : (b << (32 - n)) | (a >> n);
      ASSERT_EQ(funnelShiftLeft(a, b, amount, clamps), left);
      ASSERT_EQ(funnelShiftRight(a, b, amount, clamps), right);
    }
  }
}

template <typename T>
static T referenceExtract(T a, uint32_t pos, uint32_t len) {
  int msb = sizeof(T) * 8 - 1;
  UnsignedOf<T> bits = UnsignedOf<T>(a), result = 0;
  bool sign = std::is_signed_v<T> && len != 0 && (bits >> std::min<uint32_t>(pos + len - 1, msb) & 1);
  for (uint32_t i = 0; i <= uint32_t(msb); ++i) {
    bool bit = i < len && pos + i <= uint32_t(msb) ? bits >> (pos + i) & 1 : sign;
    result |= UnsignedOf<T>(bit) << i;
  }
  return T(result);
}

template <typename T>
static T referenceInsert(T a, T b, uint32_t pos, uint32_t len) {
  T result = b;
  for (uint32_t i = 0; i < len && pos + i < sizeof(T) * 8; ++i) {
    T bit = T(1) << (pos + i);
    result = (a >> i & 1) ? result | bit : result & ~bit;
  }
  return result;
}

TEST(Integer, BitFields) {
  for (uint32_t pos = 0; pos < 70; ++pos) {
    for (uint32_t len = 0; len < 70; ++len) {
      uint64_t a = source(), b = source();
      ASSERT_EQ(extractBits<int32_t>(int32_t(a), pos | 0x100, len), referenceExtract<int32_t>(int32_t(a), pos, len));
      ASSERT_EQ(extractBits<uint32_t>(uint32_t(a), pos, len), referenceExtract<uint32_t>(uint32_t(a), pos, len));
      ASSERT_EQ(extractBits<int64_t>(int64_t(a), pos, len), referenceExtract<int64_t>(int64_t(a), pos, len));
      ASSERT_EQ(extractBits<uint64_t>(a, pos, len), referenceExtract<uint64_t>(a, pos, len));
      ASSERT_EQ(insertBits<uint32_t>(uint32_t(a), uint32_t(b), pos, len),
                referenceInsert<uint32_t>(uint32_t(a), uint32_t(b), pos, len));
      ASSERT_EQ(insertBits<uint64_t>(a, b, pos, len), referenceInsert<uint64_t>(a, b, pos, len));
    }
  }
  EXPECT_EQ(extractBits<int32_t>(INT32_MIN, 255, 255), -1);
  // 64-bit fields take positions and lengths whole.
  EXPECT_EQ(extractBits<uint64_t>(~0ull, 0x100, 8), 0u);
  EXPECT_EQ(extractBits<int64_t>(-8, 1, 0x100), -4);
}

TEST(Integer, FindsAndCountsBits) {
  for (int i = 0; i < 3000; ++i) {
    uint64_t a = draw();
    uint32_t zeros = 0, ones = 0;
    uint64_t reversed = 0;
    for (int bit = 0; bit < 64; ++bit) {
      ones += a >> bit & 1;
      reversed |= (a >> bit & 1) << (63 - bit);
    }
    while (zeros < 64 && !(a >> (63 - zeros) & 1)) {
      ++zeros;
    }
    ASSERT_EQ(populationCount(a), ones);
    ASSERT_EQ(leadingZeros(a), zeros);
    ASSERT_EQ(reverseBits(a), reversed);
    ASSERT_EQ(reverseBits(uint32_t(a)), uint32_t(reverseBits(a) >> 32));
    ASSERT_EQ(findBit<uint64_t>(a, false), zeros == 64 ? ~0u : 63 - zeros);
    ASSERT_EQ(findBit<uint64_t>(a, true), zeros == 64 ? ~0u : zeros);
  }
  EXPECT_EQ(findBit<int32_t>(-1, false), 0xffffffffu);
  EXPECT_EQ(findBit<int32_t>(-2, false), 0u);
  EXPECT_EQ(findBit<int32_t>(-2, true), 31u);
  EXPECT_EQ(findBit<int64_t>(INT64_MIN, false), 62u);
  EXPECT_EQ(leadingZeros(0u), 32u);
}

static uint32_t referenceNthSet(uint32_t mask, int base, int offset) {
  if (offset == 0) {
    return mask >> base & 1 ? base : ~0u;
  }
  int count = std::abs(offset) - 1;
  for (int pos = base; pos >= 0 && pos < 32; pos += offset > 0 ? 1 : -1) {
    if (mask >> pos & 1) {
      if (count-- == 0) {
        return pos;
      }
    }
  }
  return ~0u;
}

TEST(Integer, NthSetBit) {
  EXPECT_EQ(findNthSet(0xaaaaaaaa, 2, -1), 1u);
  for (int i = 0; i < 20000; ++i) {
    uint32_t mask = uint32_t(draw());
    int base = int(source() % 32), offset = int(source() % 70) - 35;
    ASSERT_EQ(findNthSet(mask, base, offset), referenceNthSet(mask, base, offset))
        << mask << " " << base << " " << offset;
  }
  EXPECT_EQ(findNthSet(~0u, 32, 1), ~0u);
  EXPECT_EQ(findNthSet(~0u, 0, INT32_MIN), ~0u);
}

TEST(Integer, LogicByTable) {
  for (int table = 0; table < 256; ++table) {
    uint32_t a = uint32_t(source()), b = uint32_t(source()), c = uint32_t(source());
    uint32_t expected = 0;
    for (int bit = 0; bit < 32; ++bit) {
      int index = (a >> bit & 1) * 4 + (b >> bit & 1) * 2 + (c >> bit & 1);
      expected |= uint32_t(table >> index & 1) << bit;
    }
    ASSERT_EQ(lookupLogic(a, b, c, uint8_t(table)), expected);
  }
  EXPECT_EQ(lookupLogic(0xf0, 0xcc, 0xaa, 0x1a) & 0xff, 0x1au);
}

TEST(Integer, Permutations) {
  uint32_t a = 0x83828180, b = 0x07060504;
  EXPECT_EQ(permuteBytes(a, b, 0x3210), a);
  EXPECT_EQ(permuteBytes(a, b, 0x7654), b);
  EXPECT_EQ(permuteBytes(a, b, 0xc8b0), 0x00ffff80u);
  uint32_t c = 0x03020100;
  auto permute = [&](uint32_t control, PermuteMode mode) { return permuteBytes(c, b, control, mode); };
  EXPECT_EQ(permute(1, PermuteMode::Forward4Extract), 0x04030201u);
  EXPECT_EQ(permute(3, PermuteMode::Forward4Extract), 0x06050403u);
  EXPECT_EQ(permute(0, PermuteMode::Backward4Extract), 0x05060700u);
  EXPECT_EQ(permute(7, PermuteMode::Backward4Extract), 0x00010203u);
  EXPECT_EQ(permute(2, PermuteMode::Replicate8), 0x02020202u);
  EXPECT_EQ(permute(1, PermuteMode::EdgeClampLeft), 0x03020101u);
  EXPECT_EQ(permute(2, PermuteMode::EdgeClampRight), 0x02020100u);
  EXPECT_EQ(permute(1, PermuteMode::Replicate16), 0x03020302u);
  EXPECT_EQ(permute(2, PermuteMode::Replicate16), 0x01000100u);
}

static uint32_t referenceMask(uint32_t a, uint32_t b, bool clamps) {
  uint32_t result = 0, first = clamps ? a : a % 32, count = clamps ? b : b % 32;
  for (uint64_t bit = first; bit < uint64_t(first) + count && bit < 32; ++bit) {
    result |= 1u << bit;
  }
  return result;
}

TEST(Integer, MasksAndExtensions) {
  for (uint32_t a = 0; a < 70; ++a) {
    for (uint32_t b = 0; b < 70; ++b) {
      ASSERT_EQ(makeMask(a, b, true), referenceMask(a, b, true)) << a << " " << b;
      ASSERT_EQ(makeMask(a, b, false), referenceMask(a, b, false)) << a << " " << b;
    }
    uint32_t value = uint32_t(source());
    uint32_t width = a % 32;
    uint32_t low = value & ((1u << width) - 1);
    uint32_t sign = width && (value >> (width - 1) & 1) ? ~0u << width : 0;
    ASSERT_EQ(extendBits(value, a, false, false), low);
    ASSERT_EQ(extendBits(value, a, true, false), low | sign);
    ASSERT_EQ(extendBits(value, a, true, true), a >= 32 ? value : low | sign);
    ASSERT_EQ(extendBits(value, a, false, true), a >= 32 ? value : low);
  }
}

TEST(Integer, DotProducts) {
  EXPECT_EQ(dotFourBytes(0xff020304, 0x01ff0101, 10, false, false), 10u + 255 + 510 + 3 + 4);
  EXPECT_EQ(dotFourBytes(0xff020304, 0x01ff0101, 10, true, true), uint32_t(10 - 1 - 2 + 3 + 4));
  EXPECT_EQ(dotFourBytes(0xff020304, 0x01ff0101, 10, true, false), uint32_t(10 - 1 + 510 + 3 + 4));
  EXPECT_EQ(dotTwoHalves(0xffff0002, 0x01ff0304, 5, true, true, false), uint32_t(5 + 8 - 3));
  EXPECT_EQ(dotTwoHalves(0xffff0002, 0x01ff0304, 5, true, true, true), uint32_t(5 - 2 - 1));
  EXPECT_EQ(dotTwoHalves(0xffff0002, 0x01ff0304, 5, false, false, true), 5u + 2 * 255 + 65535);
}
