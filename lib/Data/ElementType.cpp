// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names and element access of the array element types.
#include "tkc/Data/ElementType.h"

#include <cmath>
#include <cstring>
#include <limits>

namespace tkc::data {

namespace {
/// One row of the table of element types.
struct ElementTypeRow {
  ElementType type;
  std::string_view name;
  int sizeInBytes;
  const FloatFormat *format;
  bool isSigned;
};

struct Alias {
  std::string_view name;
  ElementType type;
};
} // namespace

static constexpr ElementTypeRow rows[] = {
    {ElementType::I1, "i1", 1, nullptr, false},
    {ElementType::I8, "i8", 1, nullptr, true},
    {ElementType::U8, "u8", 1, nullptr, false},
    {ElementType::I16, "i16", 2, nullptr, true},
    {ElementType::U16, "u16", 2, nullptr, false},
    {ElementType::I32, "i32", 4, nullptr, true},
    {ElementType::U32, "u32", 4, nullptr, false},
    {ElementType::I64, "i64", 8, nullptr, true},
    {ElementType::U64, "u64", 8, nullptr, false},
    {ElementType::F16, "fp16", 2, &float16Format, true},
    {ElementType::BF16, "bf16", 2, &bfloat16Format, true},
    {ElementType::F32, "fp32", 4, &float32Format, true},
    {ElementType::F64, "fp64", 8, &float64Format, true},
    {ElementType::F8E4M3FN, "fp8e4nv", 1, &float8E4M3FNFormat, true},
    {ElementType::F8E5M2, "fp8e5", 1, &float8E5M2Format, true},
};

static constexpr Alias aliases[] = {
    {"u1", ElementType::I1},
    {"B", ElementType::I1},
    {"bool", ElementType::I1},
    {"int1", ElementType::I1},
    {"int8", ElementType::I8},
    {"uint8", ElementType::U8},
    {"int16", ElementType::I16},
    {"uint16", ElementType::U16},
    {"int32", ElementType::I32},
    {"uint32", ElementType::U32},
    {"int64", ElementType::I64},
    {"uint64", ElementType::U64},
    {"f16", ElementType::F16},
    {"float16", ElementType::F16},
    {"half", ElementType::F16},
    {"bfloat16", ElementType::BF16},
    {"f32", ElementType::F32},
    {"float32", ElementType::F32},
    {"float", ElementType::F32},
    {"f64", ElementType::F64},
    {"float64", ElementType::F64},
    {"double", ElementType::F64},
    {"f8E4M3FN", ElementType::F8E4M3FN},
    {"float8e4nv", ElementType::F8E4M3FN},
    {"float8_e4m3fn", ElementType::F8E4M3FN},
    {"f8E5M2", ElementType::F8E5M2},
    {"float8e5", ElementType::F8E5M2},
    {"float8_e5m2", ElementType::F8E5M2},
};

static const ElementTypeRow &rowOf(ElementType type) { return rows[static_cast<size_t>(type)]; }

std::string_view elementTypeName(ElementType type) { return rowOf(type).name; }
int sizeInBytes(ElementType type) { return rowOf(type).sizeInBytes; }
bool isFloat(ElementType type) { return rowOf(type).format != nullptr; }
bool isInteger(ElementType type) { return !isFloat(type); }
bool isSignedInteger(ElementType type) { return isInteger(type) && rowOf(type).isSigned; }
const FloatFormat &floatFormat(ElementType type) { return *rowOf(type).format; }

std::optional<ElementType> parseElementType(std::string_view name) {
  for (const ElementTypeRow &row : rows) {
    if (row.name == name) {
      return row.type;
    }
  }
  for (const Alias &alias : aliases) {
    if (alias.name == name) {
      return alias.type;
    }
  }
  return std::nullopt;
}

std::string listElementTypeNames() {
  std::string list;
  for (const ElementTypeRow &row : rows) {
    list += list.empty() ? "" : ", ";
    list += row.name;
  }
  return list;
}

static uint64_t loadBits(int size, const void *bytes) {
  uint64_t bits = 0;
  std::memcpy(&bits, bytes, size);
  return bits;
}

int64_t loadInteger(ElementType type, const void *bytes) {
  if (isFloat(type)) {
    int64_t truncated;
    storeDouble(ElementType::I64, loadDouble(type, bytes), &truncated);
    return truncated;
  }
  int size = sizeInBytes(type);
  uint64_t bits = loadBits(size, bytes);
  if (type == ElementType::I1) {
    return bits != 0;
  }
  int unused = 64 - 8 * size;
  return isSignedInteger(type) ? int64_t(bits << unused) >> unused : int64_t(bits);
}

double loadDouble(ElementType type, const void *bytes) {
  if (type == ElementType::F32) {
    float value;
    std::memcpy(&value, bytes, sizeof value);
    return value;
  }
  if (isFloat(type)) {
    return decodeFloat(floatFormat(type), loadBits(sizeInBytes(type), bytes));
  }
  int64_t value = loadInteger(type, bytes);
  return type == ElementType::U64 ? double(uint64_t(value)) : double(value);
}

void storeInteger(ElementType type, int64_t value, void *bytes) {
  if (isFloat(type)) {
    // Through double alone a wide integer would round twice; odd rounding keeps the second rounding right.
    double nearest = double(value);
    if (std::fabs(nearest) >= 9007199254740992.0) {
      int64_t dropped = value & 0x7ff;
      nearest = double(value - dropped + (dropped != 0 ? 0x400 : 0));
    }
    if (type == ElementType::F64) {
      nearest = double(value);
    }
    storeDouble(type, nearest, bytes);
    return;
  }
  if (type == ElementType::I1) {
    value &= 1;
  }
  std::memcpy(bytes, &value, sizeInBytes(type));
}

static uint64_t saturatedInteger(ElementType type, double value) {
  if (std::isnan(value)) {
    return 0;
  }
  int bits = 8 * sizeInBytes(type);
  bool isSigned = isSignedInteger(type);
  double limit = std::ldexp(1.0, isSigned ? bits - 1 : bits);
  uint64_t largest = isSigned ? (uint64_t(1) << (bits - 1)) - 1 : ~uint64_t(0) >> (64 - bits);
  double truncated = std::trunc(value);
  if (truncated >= limit) {
    return largest;
  }
  if (isSigned) {
    return truncated <= -limit ? largest + 1 : uint64_t(int64_t(truncated));
  }
  return truncated <= 0 ? 0 : uint64_t(truncated);
}

void storeDouble(ElementType type, double value, void *bytes) {
  if (type == ElementType::F64) {
    std::memcpy(bytes, &value, sizeof value);
    return;
  }
  if (type == ElementType::F32) {
    float nearest = float(value);
    std::memcpy(bytes, &nearest, sizeof nearest);
    return;
  }
  uint64_t bits = 0;
  if (isFloat(type)) {
    Overflow overflow = sizeInBytes(type) == 1 ? Overflow::Saturate : Overflow::ToInfinity;
    bits = encodeFloat(floatFormat(type), value, Rounding::NearestEven, overflow);
  } else {
    bits = type == ElementType::I1 ? value != 0 : saturatedInteger(type, value);
  }
  std::memcpy(bytes, &bits, sizeInBytes(type));
}

} // namespace tkc::data
