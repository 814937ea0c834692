// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of float formats, and elements as bits in memory.
#include "ScalarType.h"

#include <cstring>

namespace tkc::interp {

static constexpr FloatTraits traitsTable[] = {
    {data::float16Format, 0x1p-11, 0x1p-14, 0x1p-24, 65504.0, 1.5 * 0x1p42, false},
    {data::bfloat16Format, 0x1p-8, 0x1p-126, 0x1p-133, 0x1.fep127, 1.5 * 0x1p45, false},
    {data::float32Format, 0x1p-24, 0x1p-126, 0x1p-149, 0x1.fffffep127, 1.5 * 0x1p29, false},
    {data::float64Format, 0x1p-53, 0x1p-1022, 0x1p-1074, 0x1.fffffffffffffp1023, 1.5, false},
    {data::float8E4M3FNFormat, 0x1p-4, 0x1p-6, 0x1p-9, 448.0, 1.5 * 0x1p49, true},
    {data::float8E5M2Format, 0x1p-3, 0x1p-14, 0x1p-16, 57344.0, 1.5 * 0x1p50, true},
};

const FloatTraits &floatTraits(FloatKind kind) { return traitsTable[static_cast<unsigned>(kind)]; }

ScalarType ScalarType::floating(FloatKind kind) {
  return {ScalarClass::Float, kind, uint8_t(floatTraits(kind).format.bits())};
}

static double asDouble(int64_t lane) {
  double value;
  std::memcpy(&value, &lane, sizeof value);
  return value;
}

static int64_t asLane(double value) {
  int64_t lane;
  std::memcpy(&lane, &value, sizeof lane);
  return lane;
}

uint64_t encodeLane(ScalarType type, int64_t lane) {
  if (!type.isFloat()) {
    return uint64_t(lane);
  }
  if (type.floatKind == FloatKind::F64) {
    return uint64_t(lane);
  }
  if (type.floatKind == FloatKind::F32) {
    float narrow = float(asDouble(lane));
    uint32_t bits;
    std::memcpy(&bits, &narrow, sizeof bits);
    return bits;
  }
  return data::encodeFloat(type.traits().format, asDouble(lane));
}

int64_t decodeLane(ScalarType type, uint64_t bits) {
  if (type.isPointer()) {
    return int64_t(bits);
  }
  if (type.isInteger()) {
    return type.bits == 1 ? bits != 0 : canonicalInteger(int64_t(bits), type.bits);
  }
  if (type.floatKind == FloatKind::F64) {
    return int64_t(bits);
  }
  if (type.floatKind == FloatKind::F32) {
    uint32_t narrowBits = uint32_t(bits);
    float narrow;
    std::memcpy(&narrow, &narrowBits, sizeof narrow);
    return asLane(narrow);
  }
  return asLane(data::decodeFloat(type.traits().format, bits));
}

ScalarType scalarTypeOf(data::ElementType type) {
  switch (type) {
  case data::ElementType::I1:
    return ScalarType::integer(1);
  case data::ElementType::F16:
    return ScalarType::floating(FloatKind::F16);
  case data::ElementType::BF16:
    return ScalarType::floating(FloatKind::BF16);
  case data::ElementType::F32:
    return ScalarType::floating(FloatKind::F32);
  case data::ElementType::F64:
    return ScalarType::floating(FloatKind::F64);
  case data::ElementType::F8E4M3FN:
    return ScalarType::floating(FloatKind::F8E4M3FN);
  case data::ElementType::F8E5M2:
    return ScalarType::floating(FloatKind::F8E5M2);
  case data::ElementType::I8:
  case data::ElementType::U8:
  case data::ElementType::I16:
  case data::ElementType::U16:
  case data::ElementType::I32:
  case data::ElementType::U32:
  case data::ElementType::I64:
  case data::ElementType::U64:
    return ScalarType::integer(8 * unsigned(data::sizeInBytes(type)));
  }
  __builtin_unreachable();
}

} // namespace tkc::interp
