// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer instructions of PTX whose meaning is more than an operator of C++. Templates take the native type of the
// instruction: int16_t for `.s16`, uint64_t for `.u64` and `.b64`.
#ifndef TKC_SIM_NUMERIC_INTEGER_H
#define TKC_SIM_NUMERIC_INTEGER_H

#include <cstdint>
#include <limits>
#include <type_traits>

namespace tkc::sim {

template <typename T>
using UnsignedOf = std::make_unsigned_t<T>;
template <typename T>
using Widened = std::conditional_t<sizeof(T) == 8, std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>,
                                   std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>>;

//===----------------------------------------------------------------------===//
// Sums and products
//===----------------------------------------------------------------------===//

/// Sums and differences wrap.
template <typename T>
inline T addWrapping(T a, T b) {
  return T(UnsignedOf<T>(a) + UnsignedOf<T>(b));
}
template <typename T>
inline T subWrapping(T a, T b) {
  return T(UnsignedOf<T>(a) - UnsignedOf<T>(b));
}

inline int32_t saturateS32(int64_t value) {
  return int32_t(value > INT32_MAX ? INT32_MAX : value < INT32_MIN ? INT32_MIN : value);
}
/// `add.sat.s32`, `sub.sat.s32`
inline int32_t addSaturating(int32_t a, int32_t b) { return saturateS32(int64_t(a) + b); }
inline int32_t subSaturating(int32_t a, int32_t b) { return saturateS32(int64_t(a) - b); }

/// `mul.lo`, `mul.hi`; `mul.wide` is Widened<T>(a) * b.
template <typename T>
inline T mulLow(T a, T b) {
  return T(Widened<UnsignedOf<T>>(UnsignedOf<T>(a)) * UnsignedOf<T>(b));
}
template <typename T>
inline T mulHigh(T a, T b) {
  return T((Widened<T>(a) * Widened<T>(b)) >> (sizeof(T) * 8));
}
/// `mad.lo`, `mad.hi`; `mad.hi.sat.s32`.
template <typename T>
inline T madLow(T a, T b, T c) {
  return addWrapping(mulLow(a, b), c);
}
template <typename T>
inline T madHigh(T a, T b, T c) {
  return addWrapping(mulHigh(a, b), c);
}
inline int32_t madHighSaturating(int32_t a, int32_t b, int32_t c) { return addSaturating(mulHigh(a, b), c); }

/// A result and the condition code's carry (of differences: borrow). `T` is unsigned: signs do not matter here.
template <typename T>
struct WithCarry {
  T value;
  bool carry;
};
/// `add.cc`, `addc{.cc}`
template <typename T>
inline WithCarry<T> addCarry(T a, T b, bool carry = false) {
  T sum = T(a + b), total = T(sum + carry);
  return {total, sum < a || total < sum};
}
/// `sub.cc`, `subc{.cc}`
template <typename T>
inline WithCarry<T> subBorrow(T a, T b, bool borrow = false) {
  return {T(a - b - borrow), a < b || (a == b && borrow)};
}
/// `mad{c}.{lo,hi}{.cc}`: `T` is the signedness of the product's high part.
template <typename T>
inline WithCarry<UnsignedOf<T>> madCarry(T a, T b, T c, bool isHigh, bool carry = false) {
  return addCarry(UnsignedOf<T>(isHigh ? mulHigh(a, b) : mulLow(a, b)), UnsignedOf<T>(c), carry);
}

/// The low 24 bits, extended.
inline int64_t low24(int32_t value) { return int32_t(uint32_t(value) << 8) >> 8; }
inline int64_t low24(uint32_t value) { return value & 0xffffff; }
/// `mul24.{lo,hi}`: bits 31…0 or 47…16 of the product.
template <typename T>
inline T mul24(T a, T b, bool isHigh) {
  int64_t product = low24(a) * low24(b);
  return T(isHigh ? product >> 16 : product);
}
/// `mad24.{lo,hi}`; `mad24.hi.sat.s32`.
template <typename T>
inline T mad24(T a, T b, T c, bool isHigh) {
  return addWrapping(mul24(a, b, isHigh), c);
}
inline int32_t mad24HighSaturating(int32_t a, int32_t b, int32_t c) { return addSaturating(mul24(a, b, true), c); }

/// `sad`: c + |a - b|, wrapping.
template <typename T>
inline T sumOfDifference(T a, T b, T c) {
  return addWrapping(c, a < b ? subWrapping(b, a) : subWrapping(a, b));
}

/// `div`. PTX leaves x/0 open; the toolchain's code gives all ones. The least number by -1 wraps.
template <typename T>
inline T divide(T a, T b) {
  if (b == 0) {
    return T(~UnsignedOf<T>(0));
  }
  return std::is_signed_v<T> && b == T(-1) ? subWrapping(T(0), a) : T(a / b);
}
/// `rem`, with the sign of the dividend. PTX leaves x%0 open; the toolchain's code gives all ones.
template <typename T>
inline T remainder(T a, T b) {
  if (b == 0) {
    return T(~UnsignedOf<T>(0));
  }
  return std::is_signed_v<T> && b == T(-1) ? T(0) : T(a % b);
}

/// `abs` and `neg`; the least number stays.
template <typename T>
inline T absWrapping(T a) {
  return a < 0 ? subWrapping(T(0), a) : a;
}
template <typename T>
inline T negWrapping(T a) {
  return subWrapping(T(0), a);
}

/// `{min,max}{.relu}`
template <typename T>
inline T minMaxInteger(T a, T b, bool isMaximum, bool relu = false) {
  T result = (isMaximum ? a > b : a < b) ? a : b;
  return relu && result < T(0) ? T(0) : result;
}

/// `.u16x2` and `.s16x2`: `Half` is uint16_t or int16_t.
template <typename Half>
inline uint32_t minMaxPacked(uint32_t a, uint32_t b, bool isMaximum, bool relu = false) {
  uint32_t low = uint16_t(minMaxInteger(Half(a), Half(b), isMaximum, relu));
  uint32_t high = uint16_t(minMaxInteger(Half(a >> 16), Half(b >> 16), isMaximum, relu));
  return low | high << 16;
}
inline uint32_t addPacked(uint32_t a, uint32_t b) { return ((a + b) & 0xffff) | ((a & 0xffff0000) + (b & 0xffff0000)); }

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

/// `shl`, `shr`: amounts beyond the width count as the width. A signed `T` fills with the sign.
template <typename T>
inline T shiftLeft(T a, uint32_t amount) {
  return amount >= sizeof(T) * 8 ? T(0) : T(UnsignedOf<T>(a) << amount);
}
template <typename T>
inline T shiftRight(T a, uint32_t amount) {
  constexpr uint32_t last = sizeof(T) * 8 - 1;
  return amount > last ? (std::is_signed_v<T> ? T(a >> last) : T(0)) : T(a >> amount);
}

/// `shf.{l,r}.{clamp,wrap}.b32 d, a, b, c`: of the 64 bits with b above a.
inline uint32_t funnelShiftLeft(uint32_t a, uint32_t b, uint32_t amount, bool clamps) {
  uint32_t n = clamps ? (amount < 32 ? amount : 32) : amount & 31;
  return uint32_t(((uint64_t(b) << 32 | a) << n) >> 32);
}
inline uint32_t funnelShiftRight(uint32_t a, uint32_t b, uint32_t amount, bool clamps) {
  uint32_t n = clamps ? (amount < 32 ? amount : 32) : amount & 31;
  return uint32_t((uint64_t(b) << 32 | a) >> n);
}

inline uint32_t populationCount(uint32_t a) { return uint32_t(__builtin_popcount(a)); }
inline uint32_t populationCount(uint64_t a) { return uint32_t(__builtin_popcountll(a)); }
inline uint32_t leadingZeros(uint32_t a) { return a ? uint32_t(__builtin_clz(a)) : 32; }
inline uint32_t leadingZeros(uint64_t a) { return a ? uint32_t(__builtin_clzll(a)) : 64; }
uint32_t reverseBits(uint32_t a);
uint64_t reverseBits(uint64_t a);

/// `bfind{.shiftamt}`: the place of the highest bit that differs from the sign (for unsigned: that is set), or the
/// shift that brings it to the top; 0xffffffff if there is none.
template <typename T>
inline uint32_t findBit(T a, bool asShift) {
  UnsignedOf<T> bits = a < T(0) ? UnsignedOf<T>(~a) : UnsignedOf<T>(a);
  if (bits == 0) {
    return 0xffffffff;
  }
  uint32_t zeros = leadingZeros(bits);
  return asShift ? zeros : uint32_t(sizeof(T) * 8) - 1 - zeros;
}

/// `bfe`: `length` bits from `position` on, extended as `T` is. Of both the low bytes count; 64-bit instructions, which
/// the toolchain emulates, take them whole.
template <typename T>
inline T extractBits(T a, uint32_t position, uint32_t length) {
  constexpr uint32_t width = sizeof(T) * 8;
  if (width == 32) {
    position &= 0xff;
    length &= 0xff;
  }
  if (length == 0) {
    return T(0);
  }
  if (position >= width || length >= width - position) {
    return shiftRight(a, position);
  }
  return T(shiftRight(T(UnsignedOf<T>(a) << (width - position - length)), width - length));
}
/// `bfi f, a, b, c, d`: the low `length` bits of a put into b at `position`.
template <typename T>
inline T insertBits(T a, T b, uint32_t position, uint32_t length) {
  constexpr uint32_t width = sizeof(T) * 8;
  position &= 0xff;
  length &= 0xff;
  if (length == 0 || position >= width) {
    return b;
  }
  T field = length >= width ? T(~T(0)) : T((T(1) << length) - 1);
  T mask = T(field << position);
  return T((b & ~mask) | (T(a << position) & mask));
}

/// `fns`: the place of the `offset`-th set bit of the mask, counted from `base` up, or down for negative offsets;
/// 0xffffffff if there is none. A base beyond 31 finds nothing.
uint32_t findNthSet(uint32_t mask, uint32_t base, int32_t offset);

/// `lop3` by its table.
inline uint32_t lookupLogic(uint32_t a, uint32_t b, uint32_t c, uint8_t table) {
  uint32_t result = 0;
  for (int i = 0; i < 8; ++i) {
    uint32_t match = (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
    result |= table >> i & 1 ? match : 0;
  }
  return result;
}

enum class PermuteMode : uint8_t {
  Generic,
  Forward4Extract,
  Backward4Extract,
  Replicate8,
  EdgeClampLeft,
  EdgeClampRight,
  Replicate16
};
/// `prmt.b32{.mode} d, a, b, c`
uint32_t permuteBytes(uint32_t a, uint32_t b, uint32_t control, PermuteMode mode = PermuteMode::Generic);

/// `szext.{clamp,wrap}`: the low `width` bits of a, extended.
uint32_t extendBits(uint32_t a, uint32_t width, bool isSigned, bool clamps);
/// `bmsk.{clamp,wrap}`
uint32_t makeMask(uint32_t position, uint32_t width, bool clamps);

/// `dp4a` and `dp2a.{lo,hi}`, wrapping.
uint32_t dotFourBytes(uint32_t a, uint32_t b, uint32_t c, bool isSignedA, bool isSignedB);
uint32_t dotTwoHalves(uint32_t a, uint32_t b, uint32_t c, bool isSignedA, bool isSignedB, bool isHigh);

} // namespace tkc::sim

#endif // TKC_SIM_NUMERIC_INTEGER_H
