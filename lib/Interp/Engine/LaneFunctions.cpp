// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of exact libdevice functions, and the names of its rounding variants.
#include "LaneFunctions.h"

#include <algorithm>

namespace tkc::interp {

static double f(int64_t lane) { return fromBits(uint64_t(lane)); }
static int64_t lane(double value) { return int64_t(bitsOf(value)); }
static uint32_t u(int64_t lane) { return uint32_t(lane); }
static int32_t s(int64_t lane) { return int32_t(lane); }
static uint64_t ull(int64_t lane) { return uint64_t(lane); }

static uint64_t reverseBits(uint64_t value, unsigned bits) {
  uint64_t reversed = 0;
  for (unsigned bit = 0; bit < bits; ++bit) {
    reversed = reversed << 1 | (value >> bit & 1);
  }
  return reversed;
}

static int64_t permuteBytes(uint32_t low, uint32_t high, uint32_t selector) {
  uint64_t pool = uint64_t(high) << 32 | low;
  uint32_t result = 0;
  for (unsigned byte = 0; byte < 4; ++byte) {
    result |= uint32_t(pool >> 8 * (selector >> 4 * byte & 7) & 0xff) << 8 * byte;
  }
  return result;
}

static int64_t low24(int64_t lane) { return int64_t(uint64_t(lane) << 40) >> 40; }

static int64_t exponentOf(double x) {
  if (x == 0 || std::isnan(x)) {
    return INT32_MIN;
  }
  return std::isinf(x) ? INT32_MAX : std::ilogb(x);
}

static int64_t saturated(double whole, double low, double high) {
  if (std::isnan(whole)) {
    return 0;
  }
  return whole <= low ? int64_t(low) : whole >= high ? INT64_MAX : int64_t(whole);
}

static int64_t floatBits(double x) { return int64_t(encodeLane(ScalarType::floating(FloatKind::F32), lane(x))); }
static int64_t fromFloatBits(uint32_t bits) { return decodeLane(ScalarType::floating(FloatKind::F32), bits); }

#define LANES(expression) [](const int64_t *a) -> int64_t { return int64_t(expression); }

static const LaneFunction table[] = {
    {"__nv_clz", 1, LANES(u(a[0]) == 0 ? 32 : __builtin_clz(u(a[0])))},
    {"__nv_clzll", 1, LANES(a[0] == 0 ? 64 : __builtin_clzll(ull(a[0])))},
    {"__nv_popc", 1, LANES(__builtin_popcount(u(a[0])))},
    {"__nv_popcll", 1, LANES(__builtin_popcountll(ull(a[0])))},
    {"__nv_ffs", 1, LANES(__builtin_ffs(s(a[0])))},
    {"__nv_ffsll", 1, LANES(__builtin_ffsll(a[0]))},
    {"__nv_brev", 1, LANES(reverseBits(u(a[0]), 32))},
    {"__nv_brevll", 1, LANES(reverseBits(ull(a[0]), 64))},
    {"__nv_byte_perm", 3, LANES(permuteBytes(u(a[0]), u(a[1]), u(a[2])))},
    {"__nv_mulhi", 2, LANES((a[0] * a[1]) >> 32)},
    {"__nv_umulhi", 2, LANES((uint64_t(u(a[0])) * u(a[1])) >> 32)},
    {"__nv_mul64hi", 2, LANES((__int128(a[0]) * a[1]) >> 64)},
    {"__nv_umul64hi", 2, LANES((static_cast<unsigned __int128>(ull(a[0])) * ull(a[1])) >> 64)},
    {"__nv_mul24", 2, LANES(low24(a[0]) * low24(a[1]))},
    {"__nv_umul24", 2, LANES(uint64_t(u(a[0]) & 0xffffff) * (u(a[1]) & 0xffffff))},
    {"__nv_sad", 3, LANES(std::max(a[0], a[1]) - std::min(a[0], a[1]) + a[2])},
    {"__nv_usad", 3, LANES(std::max(u(a[0]), u(a[1])) - std::min(u(a[0]), u(a[1])) + u(a[2]))},
    {"__nv_hadd", 2, LANES((a[0] + a[1]) >> 1)},
    {"__nv_rhadd", 2, LANES((a[0] + a[1] + 1) >> 1)},
    {"__nv_uhadd", 2, LANES((uint64_t(u(a[0])) + u(a[1])) >> 1)},
    {"__nv_urhadd", 2, LANES((uint64_t(u(a[0])) + u(a[1]) + 1) >> 1)},
    {"__nv_abs", 1, LANES(a[0] < 0 ? 0 - ull(a[0]) : ull(a[0]))},
    {"__nv_llabs", 1, LANES(a[0] < 0 ? 0 - ull(a[0]) : ull(a[0]))},
    {"__nv_min", 2, LANES(std::min(a[0], a[1]))},
    {"__nv_max", 2, LANES(std::max(a[0], a[1]))},
    {"__nv_llmin", 2, LANES(std::min(a[0], a[1]))},
    {"__nv_llmax", 2, LANES(std::max(a[0], a[1]))},
    {"__nv_umin", 2, LANES(std::min(u(a[0]), u(a[1])))},
    {"__nv_umax", 2, LANES(std::max(u(a[0]), u(a[1])))},
    {"__nv_ullmin", 2, LANES(std::min(ull(a[0]), ull(a[1])))},
    {"__nv_ullmax", 2, LANES(std::max(ull(a[0]), ull(a[1])))},
    {"__nv_isnanf", 1, LANES(std::isnan(f(a[0])))},
    {"__nv_isnand", 1, LANES(std::isnan(f(a[0])))},
    {"__nv_isinff", 1, LANES(std::isinf(f(a[0])))},
    {"__nv_isinfd", 1, LANES(std::isinf(f(a[0])))},
    {"__nv_finitef", 1, LANES(std::isfinite(f(a[0])))},
    {"__nv_isfinited", 1, LANES(std::isfinite(f(a[0])))},
    {"__nv_signbitf", 1, LANES(std::signbit(f(a[0])))},
    {"__nv_signbitd", 1, LANES(std::signbit(f(a[0])))},
    {"__nv_ilogbf", 1, LANES(exponentOf(f(a[0])))},
    {"__nv_ilogb", 1, LANES(exponentOf(f(a[0])))},
    {"__nv_logbf", 1, LANES(lane(std::logb(f(a[0]))))},
    {"__nv_logb", 1, LANES(lane(std::logb(f(a[0]))))},
    {"__nv_llrintf", 1, LANES(saturated(std::nearbyint(f(a[0])), -0x1p63, 0x1p63))},
    {"__nv_llrint", 1, LANES(saturated(std::nearbyint(f(a[0])), -0x1p63, 0x1p63))},
    {"__nv_llroundf", 1, LANES(saturated(std::round(f(a[0])), -0x1p63, 0x1p63))},
    {"__nv_llround", 1, LANES(saturated(std::round(f(a[0])), -0x1p63, 0x1p63))},
    {"__nv_nextafterf", 2, LANES(lane(std::nextafter(float(f(a[0])), float(f(a[1])))))},
    {"__nv_nextafter", 2, LANES(lane(std::nextafter(f(a[0]), f(a[1]))))},
    {"__nv_float_as_int", 1, LANES(floatBits(f(a[0])))},
    {"__nv_float_as_uint", 1, LANES(floatBits(f(a[0])))},
    {"__nv_int_as_float", 1, LANES(fromFloatBits(u(a[0])))},
    {"__nv_uint_as_float", 1, LANES(fromFloatBits(u(a[0])))},
    {"__nv_double_as_longlong", 1, LANES(a[0])},
    {"__nv_longlong_as_double", 1, LANES(a[0])},
    {"__nv_double2loint", 1, LANES(s(a[0]))},
    {"__nv_double2hiint", 1, LANES(a[0] >> 32)},
    {"__nv_hiloint2double", 2, LANES(uint64_t(u(a[0])) << 32 | u(a[1]))},
};

#undef LANES

std::optional<uint32_t> findLaneFunction(std::string_view symbol) {
  for (const LaneFunction &function : table) {
    if (function.symbol == symbol) {
      return uint32_t(&function - table);
    }
  }
  return std::nullopt;
}

const LaneFunction &laneFunction(uint32_t index) { return table[index]; }

/// The `_rn` … at the end of a symbol.
static std::optional<RoundingMode> modeOf(std::string_view symbol) {
  if (symbol.size() < 3) {
    return std::nullopt;
  }
  std::string_view suffix = symbol.substr(symbol.size() - 3);
  if (suffix == "_rn") {
    return RoundingMode::NearestEven;
  }
  if (suffix == "_rz") {
    return RoundingMode::TowardZero;
  }
  if (suffix == "_rd") {
    return RoundingMode::Downward;
  }
  return suffix == "_ru" ? std::optional<RoundingMode>(RoundingMode::Upward) : std::nullopt;
}

std::optional<RoundedArithmetic> findRoundedArithmetic(std::string_view symbol) {
  struct Row {
    std::string_view f32, f64;
    RoundedOperation operation;
  };
  static constexpr Row rows[] = {
      {"fadd", "dadd", RoundedOperation::Add},          {"fsub", "dsub", RoundedOperation::Subtract},
      {"fmul", "dmul", RoundedOperation::Multiply},     {"fdiv", "ddiv", RoundedOperation::Divide},
      {"frcp", "drcp", RoundedOperation::Reciprocal},   {"fmaf", "fma", RoundedOperation::FusedMultiplyAdd},
      {"fsqrt", "dsqrt", RoundedOperation::SquareRoot}, {"frsqrt", "drsqrt", RoundedOperation::InverseSquareRoot},
  };
  std::optional<RoundingMode> mode = modeOf(symbol);
  if (!mode || symbol.substr(0, 5) != "__nv_") {
    return std::nullopt;
  }
  std::string_view name = symbol.substr(5, symbol.size() - 8);
  for (const Row &row : rows) {
    if (name == row.f32 || name == row.f64) {
      return RoundedArithmetic{row.operation, *mode};
    }
  }
  return std::nullopt;
}

static bool isFloatName(std::string_view name) { return name == "float" || name == "double"; }
static bool isUnsignedName(std::string_view name) { return name == "uint" || name == "ull"; }
static bool isConversionName(std::string_view name) {
  return isFloatName(name) || isUnsignedName(name) || name == "int" || name == "ll";
}

std::optional<RoundedConversion> findRoundedConversion(std::string_view symbol) {
  std::optional<RoundingMode> mode = modeOf(symbol);
  if (!mode || symbol.substr(0, 5) != "__nv_") {
    return std::nullopt;
  }
  std::string_view name = symbol.substr(5, symbol.size() - 8);
  size_t two = name.find('2');
  if (two == std::string_view::npos) {
    return std::nullopt;
  }
  std::string_view from = name.substr(0, two);
  std::string_view to = name.substr(two + 1);
  if (!isConversionName(from) || !isConversionName(to)) {
    return std::nullopt;
  }
  return RoundedConversion{isFloatName(from), isFloatName(to), isUnsignedName(from), isUnsignedName(to), *mode};
}

} // namespace tkc::interp
