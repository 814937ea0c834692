// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Intermediate results have 33 bits or more, as the PTX ISA says; only saturation and the end of it all cut them.
#include "tkc/Sim/Numeric/Video.h"

#include <algorithm>

namespace tkc::sim {

static int64_t extend(uint64_t bits, unsigned width, bool isSigned) {
  unsigned unused = 64 - width;
  return isSigned ? int64_t(bits << unused) >> unused : int64_t(bits << unused >> unused);
}

int64_t VideoPart::of(uint32_t word, bool isSigned) const { return extend(word >> shift, bits, isSigned); }

static int64_t saturate(int64_t value, unsigned bits, bool isSigned) {
  int64_t least = isSigned ? -(int64_t(1) << (bits - 1)) : 0;
  return std::clamp(value, least, least + (int64_t(1) << bits) - 1);
}

/// Shifts by more than the width of a register leave nothing but the sign.
static int64_t shift(VideoOperation operation, int64_t value, int64_t amount, bool wraps) {
  amount = wraps ? amount & 31 : std::min<int64_t>(amount, 32);
  return operation == VideoOperation::ShiftLeft ? int64_t(uint64_t(value) << amount) : value >> amount;
}

static int64_t combine(VideoOperation operation, int64_t a, int64_t b) {
  switch (operation) {
  case VideoOperation::Add:
    return a + b;
  case VideoOperation::Subtract:
    return a - b;
  case VideoOperation::AbsoluteDifference:
    return a > b ? a - b : b - a;
  case VideoOperation::Minimum:
    return std::min(a, b);
  case VideoOperation::Maximum:
    return std::max(a, b);
  case VideoOperation::Average:
    return (a + b + (a + b >= 0)) >> 1;
  case VideoOperation::Equal:
    return a == b;
  case VideoOperation::NotEqual:
    return a != b;
  case VideoOperation::Less:
    return a < b;
  case VideoOperation::LessOrEqual:
    return a <= b;
  case VideoOperation::Greater:
    return a > b;
  case VideoOperation::GreaterOrEqual:
    return a >= b;
  case VideoOperation::ShiftLeft:
  case VideoOperation::ShiftRight:
    return 0;
  }
  return 0;
}

uint32_t ScalarVideo::operator()(uint32_t left, uint32_t right, uint32_t third) const {
  bool isShift = operation == VideoOperation::ShiftLeft || operation == VideoOperation::ShiftRight;
  int64_t x = a.of(left, isSignedA), y = b.of(right, isSignedB && !isShift);
  int64_t value = isShift ? shift(operation, x, y, wrapsShift) : combine(operation, x, y);
  if (saturates) {
    value = saturate(value, result.bits, isSignedResult);
  }
  int64_t other = extend(third, 32, isSignedResult);
  switch (secondary) {
  case Secondary::None:
    return uint32_t(value);
  case Secondary::Add:
    return uint32_t(value + other);
  case Secondary::Minimum:
    return uint32_t(std::min(value, other));
  case Secondary::Maximum:
    return uint32_t(std::max(value, other));
  case Secondary::Merge: {
    uint32_t mask = uint32_t((uint64_t(1) << result.bits) - 1) << result.shift;
    return (third & ~mask) | ((uint32_t(value) << result.shift) & mask);
  }
  }
  return uint32_t(value);
}

uint32_t VideoMultiplyAdd::operator()(uint32_t left, uint32_t right, uint32_t third) const {
  bool isSigned = isSignedA || isSignedB || negatesProduct || negatesAddend;
  __int128 product = __int128(a.of(left, isSignedA)) * b.of(right, isSignedB);
  uint32_t word = negatesAddend ? ~third : third;
  __int128 sum = (negatesProduct ? ~product : product) + extend(word, 32, isSigned) +
                 (negatesProduct || negatesAddend || isPlusOne);
  int64_t value = int64_t(sum >> shift);
  return uint32_t(saturates ? saturate(value, 32, isSigned) : value);
}

uint32_t SimdVideo::operator()(uint32_t left, uint32_t right, uint32_t third) const {
  unsigned width = 32u / elements;
  uint64_t both = uint64_t(right) << 32 | left;
  uint32_t merged = 0, sum = third;
  for (unsigned index = 0; index < elements; ++index) {
    int64_t x = extend(both >> (partsA[index] * width), width, isSignedA);
    int64_t y = extend(both >> (partsB[index] * width), width, isSignedB);
    int64_t value = combine(operation, x, y);
    value = saturates ? saturate(value, width, isSignedResult) : value;
    bool isComputed = (mask >> index) & 1;
    uint32_t field = uint32_t((uint64_t(1) << width) - 1) << (index * width);
    merged |= (isComputed ? uint32_t(value) << (index * width) : third) & field;
    sum += isComputed ? uint32_t(value) : 0;
  }
  return accumulates ? sum : merged;
}

} // namespace tkc::sim
