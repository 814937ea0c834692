// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversions between integers and floats, and between float formats.
#include "Handlers.h"
#include "RoundedWriter.h"

namespace tkc::interp::handlers {

/// Widening is exact. The immediate is the `RoundingMode`.
void convertFloat(Machine &machine, const Instruction &instruction) {
  Lanes source = machine.operand(instruction, 0);
  Lanes result = machine.result(instruction);
  RoundingMode mode = static_cast<RoundingMode>(instruction.immediate);
  RoundedWriter writer(result);
  for (uint32_t lane = 0; lane < result.count; ++lane) {
    double x = source.floats[lane];
    double rounded = mode == RoundingMode::NearestEven ? writer.round(x) : roundTo(result.type.traits(), x, mode);
    writer.write(lane, x, rounded, 0, source.bound(lane));
  }
  writer.finish();
  mergeFlags(result, {&source});
}

/// An integer as a double that still rounds right to narrower formats: inexact ones become odd.
static double oddDouble(int64_t value, bool isUnsigned) {
  uint64_t magnitude = isUnsigned || value >= 0 ? uint64_t(value) : 0 - uint64_t(value);
  unsigned dropped = magnitude == 0 ? 0 : 64 - unsigned(__builtin_clzll(magnitude));
  dropped = dropped > 53 ? dropped - 53 : 0;
  uint64_t lost = magnitude & ((uint64_t(1) << dropped) - 1);
  uint64_t kept = (magnitude >> dropped) | (lost != 0);
  double nearest = std::ldexp(double(kept), int(dropped));
  return isUnsigned || value >= 0 ? nearest : -nearest;
}

/// An integer as a double in any mode.
static double directedDouble(int64_t value, bool isUnsigned, RoundingMode mode) {
  double nearest = isUnsigned ? double(uint64_t(value)) : double(value);
  __int128 exact = isUnsigned ? __int128(uint64_t(value)) : __int128(value);
  __int128 difference = exact - __int128(nearest);
  bool wantsUp = mode == RoundingMode::Upward || (mode == RoundingMode::TowardZero && exact < 0);
  bool wantsDown = mode == RoundingMode::Downward || (mode == RoundingMode::TowardZero && exact > 0);
  if (difference > 0 && wantsUp) {
    return std::nextafter(nearest, infinity);
  }
  return difference < 0 && wantsDown ? std::nextafter(nearest, -infinity) : nearest;
}

static void integerToFloat(Machine &machine, const Instruction &instruction, bool isUnsigned,
                           RoundingMode mode = RoundingMode::NearestEven) {
  Lanes source = machine.operand(instruction, 0);
  Lanes result = machine.result(instruction);
  RoundedWriter writer(result);
  bool isF64 = result.type.isF64();
  for (uint32_t lane = 0; lane < result.count; ++lane) {
    int64_t value = isUnsigned ? int64_t(unsignedValue(source.integers[lane], source.type.bits))
                               : signedValue(source.integers[lane], source.type.bits);
    double x = oddDouble(value, isUnsigned);
    double rounded = isF64                               ? directedDouble(value, isUnsigned, mode)
                     : mode == RoundingMode::NearestEven ? writer.round(x)
                                                         : roundTo(result.type.traits(), x, mode);
    writer.write(lane, x, rounded, 0, 0);
  }
  writer.finish();
  mergeFlags(result, {&source});
}

void signedToFloat(Machine &machine, const Instruction &instruction) { integerToFloat(machine, instruction, false); }

void unsignedToFloat(Machine &machine, const Instruction &instruction) { integerToFloat(machine, instruction, true); }

/// Truncates towards zero. Values that do not fit give poison; a truncation within the bound is undecided.
static void floatToInteger(Machine &machine, const Instruction &instruction, bool isUnsigned) {
  Lanes source = machine.operand(instruction, 0);
  Lanes result = machine.result(instruction);
  unsigned bits = result.type.bits;
  double limit = std::ldexp(1.0, int(isUnsigned ? bits : bits - 1));
  double lowest = isUnsigned ? 0 : -limit;
  mergeFlags(result, {&source});
  for (uint32_t lane = 0; lane < result.count; ++lane) {
    double a = source.floats[lane];
    double error = source.bound(lane);
    double whole = std::trunc(a);
    bool fits = whole >= lowest && whole < limit;
    uint64_t value = !fits ? 0 : whole < 0 ? uint64_t(int64_t(whole)) : uint64_t(whole);
    result.integers[lane] = canonicalInteger(int64_t(value), bits);
    if (error != 0 && !(std::trunc(a - error) == std::trunc(a + error))) {
      result.addFlag(lane, Undecided);
    } else if (!fits) {
      result.addFlag(lane, Poison);
    }
  }
}

void floatToSigned(Machine &machine, const Instruction &instruction) { floatToInteger(machine, instruction, false); }

void floatToUnsigned(Machine &machine, const Instruction &instruction) { floatToInteger(machine, instruction, true); }

/// The immediate is the `RoundingMode`, plus 8 for unsigned integers.
void integerToFloatRounded(Machine &machine, const Instruction &instruction) {
  integerToFloat(machine, instruction, instruction.immediate >= 8,
                 static_cast<RoundingMode>(instruction.immediate % 8));
}

static double roundWhole(double a, RoundingMode mode) {
  switch (mode) {
  case RoundingMode::NearestEven:
    return std::nearbyint(a);
  case RoundingMode::Downward:
    return std::floor(a);
  case RoundingMode::Upward:
    return std::ceil(a);
  case RoundingMode::TowardZero:
    return std::trunc(a);
  case RoundingMode::NearestAway:
    return std::round(a);
  }
  __builtin_unreachable();
}

/// As `cvt` of PTX: values that do not fit become the nearest that does, NaN becomes 0. The immediate is the
/// `RoundingMode`, plus 8 for unsigned integers.
void floatToIntegerSaturated(Machine &machine, const Instruction &instruction) {
  Lanes source = machine.operand(instruction, 0);
  Lanes result = machine.result(instruction);
  RoundingMode mode = static_cast<RoundingMode>(instruction.immediate % 8);
  bool isUnsigned = instruction.immediate >= 8;
  unsigned bits = result.type.bits;
  double limit = std::ldexp(1.0, int(isUnsigned ? bits : bits - 1));
  uint64_t largest = (uint64_t(1) << (bits - 1)) - 1 + (isUnsigned ? uint64_t(1) << (bits - 1) : 0);
  mergeFlags(result, {&source});
  for (uint32_t lane = 0; lane < result.count; ++lane) {
    double a = source.floats[lane];
    double whole = std::isnan(a) ? 0 : std::fmax(roundWhole(a, mode), isUnsigned ? 0 : -limit);
    uint64_t value = whole >= limit ? largest : whole < 0 ? uint64_t(int64_t(whole)) : uint64_t(whole);
    result.integers[lane] = canonicalInteger(int64_t(value), bits);
    double error = source.bound(lane);
    if (error != 0 && !(roundWhole(a - error, mode) == roundWhole(a + error, mode))) {
      result.addFlag(lane, Undecided);
    }
  }
}

/// Same bits, another type. A float with a bound has no sure bits.
void bitcast(Machine &machine, const Instruction &instruction) {
  Lanes source = machine.operand(instruction, 0);
  Lanes result = machine.result(instruction);
  mergeFlags(result, {&source});
  for (uint32_t lane = 0; lane < result.count; ++lane) {
    result.integers[lane] = decodeLane(result.type, encodeLane(source.type, source.integers[lane]));
    if (source.bound(lane) != 0) {
      result.addFlag(lane, Undecided);
    }
  }
}

} // namespace tkc::interp::handlers
