// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer instructions that are too long to be inlined.
#include "tkc/Sim/Numeric/Integer.h"

namespace tkc::sim {

uint32_t reverseBits(uint32_t a) {
  a = (a >> 1 & 0x55555555) | (a & 0x55555555) << 1;
  a = (a >> 2 & 0x33333333) | (a & 0x33333333) << 2;
  a = (a >> 4 & 0x0f0f0f0f) | (a & 0x0f0f0f0f) << 4;
  return __builtin_bswap32(a);
}

uint64_t reverseBits(uint64_t a) { return uint64_t(reverseBits(uint32_t(a))) << 32 | reverseBits(uint32_t(a >> 32)); }

uint32_t findNthSet(uint32_t mask, uint32_t base, int32_t offset) {
  if (base > 31) {
    return 0xffffffff;
  }
  if (offset == 0) {
    return mask >> base & 1 ? base : 0xffffffff;
  }
  // Downward is upward in the reversed mask.
  uint32_t bits = offset > 0 ? mask : reverseBits(mask);
  uint32_t first = offset > 0 ? base : 31 - base;
  int64_t count = offset > 0 ? offset : -int64_t(offset);
  bits &= ~uint32_t(0) << first;
  for (; count > 1 && bits; --count) {
    bits &= bits - 1;
  }
  if (bits == 0) {
    return 0xffffffff;
  }
  uint32_t found = uint32_t(__builtin_ctz(bits));
  return offset > 0 ? found : 31 - found;
}

/// The selectors of the four bytes as a generic control word, by the low two bits of the control.
static uint32_t genericControl(PermuteMode mode, uint32_t control) {
  static constexpr uint16_t selectors[][4] = {
      {0x3210, 0x4321, 0x5432, 0x6543}, // Forward4Extract
      {0x5670, 0x6701, 0x7012, 0x0123}, // Backward4Extract
      {0x0000, 0x1111, 0x2222, 0x3333}, // Replicate8
      {0x3210, 0x3211, 0x3222, 0x3333}, // EdgeClampLeft
      {0x0000, 0x1110, 0x2210, 0x3210}, // EdgeClampRight
      {0x1010, 0x3232, 0x1010, 0x3232}, // Replicate16
  };
  return mode == PermuteMode::Generic ? control : selectors[unsigned(mode) - 1][control & 3];
}

uint32_t permuteBytes(uint32_t a, uint32_t b, uint32_t control, PermuteMode mode) {
  uint64_t source = uint64_t(b) << 32 | a;
  control = genericControl(mode, control);
  uint32_t result = 0;
  for (int i = 0; i < 4; ++i) {
    uint32_t selector = control >> 4 * i;
    uint8_t byte = uint8_t(source >> 8 * (selector & 7));
    if (selector & 8) {
      byte = byte & 0x80 ? 0xff : 0;
    }
    result |= uint32_t(byte) << 8 * i;
  }
  return result;
}

uint32_t extendBits(uint32_t a, uint32_t width, bool isSigned, bool clamps) {
  if (clamps && width >= 32) {
    return a;
  }
  width &= 31;
  if (width == 0) {
    return 0;
  }
  uint32_t shifted = a << (32 - width);
  return isSigned ? uint32_t(int32_t(shifted) >> (32 - width)) : shifted >> (32 - width);
}

uint32_t makeMask(uint32_t position, uint32_t width, bool clamps) {
  if (clamps && position >= 32) {
    return 0;
  }
  uint32_t above = ~uint32_t(0) << (position & 31);
  bool reachesTop = (clamps && width >= 32) || (position & 31) + (width & 31) >= 32;
  return reachesTop ? above : above & ~(~uint32_t(0) << ((position & 31) + (width & 31)));
}

static int32_t byteOf(uint32_t word, int index, bool isSigned) {
  uint8_t byte = uint8_t(word >> 8 * index);
  return isSigned ? int8_t(byte) : byte;
}

uint32_t dotFourBytes(uint32_t a, uint32_t b, uint32_t c, bool isSignedA, bool isSignedB) {
  for (int i = 0; i < 4; ++i) {
    c += uint32_t(byteOf(a, i, isSignedA) * byteOf(b, i, isSignedB));
  }
  return c;
}

uint32_t dotTwoHalves(uint32_t a, uint32_t b, uint32_t c, bool isSignedA, bool isSignedB, bool isHigh) {
  for (int i = 0; i < 2; ++i) {
    uint16_t half = uint16_t(a >> 16 * i);
    c += uint32_t((isSignedA ? int16_t(half) : half) * byteOf(b, i + 2 * isHigh, isSignedB));
  }
  return c;
}

} // namespace tkc::sim
