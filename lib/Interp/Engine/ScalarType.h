// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What one element of a value is, and the float formats with the constants that rounding and error bounds need.
#ifndef TKC_LIB_INTERP_ENGINE_SCALARTYPE_H
#define TKC_LIB_INTERP_ENGINE_SCALARTYPE_H

#include "tkc/Data/ElementType.h"

#include <cstdint>

namespace tkc::interp {

enum class ScalarClass : uint8_t { Integer, Float, Pointer };

enum class FloatKind : uint8_t { F16, BF16, F32, F64, F8E4M3FN, F8E5M2 };

/// A float format, as far as rounding a double to it and bounding the error of that needs it.
struct FloatTraits {
  data::FloatFormat format;
  /// Half the distance between 1 and the next number.
  double unitRoundoff;
  double smallestNormal;
  double smallestSubnormal;
  double largestFinite;
  /// Adding and subtracting (power of two of x) times this rounds x to the format's mantissa.
  double shifter;
  /// Values beyond the largest finite number become that number.
  bool saturates;
};

const FloatTraits &floatTraits(FloatKind kind);

/// The type of one element. Integers have 1 to 64 bits.
struct ScalarType {
  ScalarClass scalarClass = ScalarClass::Integer;
  FloatKind floatKind = FloatKind::F32;
  uint8_t bits = 0;

  static ScalarType integer(unsigned bits) { return {ScalarClass::Integer, FloatKind::F32, uint8_t(bits)}; }
  static ScalarType floating(FloatKind kind);
  static ScalarType pointer() { return {ScalarClass::Pointer, FloatKind::F32, 64}; }

  bool isInteger() const { return scalarClass == ScalarClass::Integer; }
  bool isFloat() const { return scalarClass == ScalarClass::Float; }
  bool isPointer() const { return scalarClass == ScalarClass::Pointer; }
  bool isF64() const { return isFloat() && floatKind == FloatKind::F64; }
  const FloatTraits &traits() const { return floatTraits(floatKind); }
  unsigned sizeInBytes() const { return bits <= 8 ? 1 : bits / 8; }

  bool operator==(const ScalarType &other) const {
    return scalarClass == other.scalarClass && bits == other.bits && (!isFloat() || floatKind == other.floatKind);
  }
};

/// The value as it is kept in a lane: sign-extended, but 0 or 1 for one bit.
inline int64_t canonicalInteger(int64_t value, unsigned bits) {
  if (bits == 1) {
    return value & 1;
  }
  unsigned unused = 64 - bits;
  return int64_t(uint64_t(value) << unused) >> unused;
}

/// A lane of `bits` bits read as signed and as unsigned number.
inline int64_t signedValue(int64_t lane, unsigned bits) { return bits == 1 ? -lane : lane; }
inline uint64_t unsignedValue(int64_t lane, unsigned bits) {
  return bits == 64 ? uint64_t(lane) : uint64_t(lane) & ((uint64_t(1) << bits) - 1);
}

/// The bits of a lane's element in memory, and back. A float lane holds the double's bits.
uint64_t encodeLane(ScalarType type, int64_t lane);
int64_t decodeLane(ScalarType type, uint64_t bits);

/// How the elements of an array are kept in lanes.
ScalarType scalarTypeOf(data::ElementType type);

} // namespace tkc::interp

#endif // TKC_LIB_INTERP_ENGINE_SCALARTYPE_H
