// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Float arithmetic: each result is the exact one rounded once to the type, with its error bound.
#include <algorithm>

#include "ErrorModel.h"
#include "Handlers.h"
#include "RoundedWriter.h"

namespace tkc::interp::handlers {

/// Whether a result that overflows when it is rounded may stay finite in a sum that takes it unrounded.
static bool isOverflowOpen(const FloatTraits &traits, double a, double b, double x, double rounded) {
  return std::isinf(rounded) && std::isfinite(a) && std::isfinite(b) && std::fabs(x) <= 2 * traits.largestFinite;
}

template <typename Model>
static void binary(Machine &machine, const Instruction &instruction) {
  Lanes left = machine.operand(instruction, 0);
  Lanes right = machine.operand(instruction, 1);
  Lanes result = machine.result(instruction);
  bool isExact = !left.hasBounds() && !right.hasBounds();
  bool isF64 = result.type.isF64();
  RoundedWriter writer(result);
  for (uint32_t lane = 0; lane < result.count; ++lane) {
    double a = left.floats[lane];
    double b = right.floats[lane];
    double x = Model::value(a, b);
    double rounded = writer.round(x);
    double propagated = isExact ? 0 : Model::propagated(a, left.bound(lane), b, right.bound(lane), x);
    if (Model::mayStayUnrounded && instruction.immediate != 0 &&
        isOverflowOpen(result.type.traits(), a, b, x, rounded)) {
      propagated = infinity;
    }
    writer.write(lane, x, rounded, isF64 && propagated == 0 ? Model::residual(a, b, x) : 0, propagated);
  }
  writer.finish();
  mergeFlags(result, {&left, &right});
}

void addFloat(Machine &machine, const Instruction &instruction) { binary<AddModel>(machine, instruction); }

void subtractFloat(Machine &machine, const Instruction &instruction) { binary<SubtractModel>(machine, instruction); }

void multiplyFloat(Machine &machine, const Instruction &instruction) { binary<MultiplyModel>(machine, instruction); }

void divideRounded(Machine &machine, const Instruction &instruction) { binary<DivideModel>(machine, instruction); }

/// f64 is rounded correctly; narrower types divide as div.full does.
void divideFloat(Machine &machine, const Instruction &instruction) {
  Lanes left = machine.operand(instruction, 0);
  if (left.type.isF64()) {
    return divideRounded(machine, instruction);
  }
  Lanes right = machine.operand(instruction, 1);
  Lanes result = machine.result(instruction);
  RoundedWriter writer(result);
  for (uint32_t lane = 0; lane < result.count; ++lane) {
    double a = left.floats[lane];
    double b = right.floats[lane];
    double x = a / b;
    double propagated = DivideModel::propagated(a, left.bound(lane), b, right.bound(lane), x);
    writer.write(lane, x, 0, propagated + divisionError(a, b, x));
  }
  writer.finish();
  mergeFlags(result, {&left, &right});
}

/// The sign of the dividend, as C's fmod, which is exact. Errors of the operands leave a quotient near an integer open.
void remainderFloat(Machine &machine, const Instruction &instruction) {
  Lanes left = machine.operand(instruction, 0);
  Lanes right = machine.operand(instruction, 1);
  Lanes result = machine.result(instruction);
  RoundedWriter writer(result);
  mergeFlags(result, {&left, &right});
  for (uint32_t lane = 0; lane < result.count; ++lane) {
    double a = left.floats[lane];
    double b = right.floats[lane];
    double x = std::fmod(a, b);
    double quotient = a / b;
    bool isExact = left.bound(lane) == 0 && right.bound(lane) == 0;
    if (isExact || !std::isfinite(quotient) || std::isinf(b)) {
      writer.write(lane, x, 0, left.bound(lane) + right.bound(lane));
      continue;
    }
    double quotientError = DivideModel::propagated(a, left.bound(lane), b, right.bound(lane), quotient);
    double whole = std::trunc(quotient);
    if (std::trunc(quotient - quotientError) != std::trunc(quotient + quotientError)) {
      result.addFlag(lane, Undecided);
      writer.write(lane, x, 0, std::fabs(b) + right.bound(lane));
      continue;
    }
    writer.write(lane, x, 0, left.bound(lane) + std::fabs(whole) * right.bound(lane));
  }
  writer.finish();
}

void fusedMultiplyAdd(Machine &machine, const Instruction &instruction) {
  Lanes left = machine.operand(instruction, 0);
  Lanes right = machine.operand(instruction, 1);
  Lanes addend = machine.operand(instruction, 2);
  Lanes result = machine.result(instruction);
  RoundedWriter writer(result);
  bool isF64 = result.type.isF64();
  for (uint32_t lane = 0; lane < result.count; ++lane) {
    double a = left.floats[lane];
    double b = right.floats[lane];
    double c = addend.floats[lane];
    FusedSum sum = interp::fusedMultiplyAdd(a, b, c, isF64);
    double product = MultiplyModel::propagated(a, left.bound(lane), b, right.bound(lane), a * b);
    double propagated = AddModel::propagated(a * b, product, c, addend.bound(lane), sum.nearest);
    writer.write(lane, sum.nearest, writer.round(sum.odd), isF64 ? sum.residual : 0, propagated);
  }
  writer.finish();
  mergeFlags(result, {&left, &right, &addend});
}

void squareRootRounded(Machine &machine, const Instruction &instruction) {
  Lanes source = machine.operand(instruction, 0);
  Lanes result = machine.result(instruction);
  RoundedWriter writer(result);
  for (uint32_t lane = 0; lane < result.count; ++lane) {
    double a = source.floats[lane];
    double error = source.bound(lane);
    double x = std::sqrt(a);
    double propagated = error == 0 || std::isnan(a) ? 0 : a <= error ? infinity : x - std::sqrt(a - error);
    double residual = result.type.isF64() && x > 0 ? std::fma(-x, x, a) / (2 * x) : 0;
    writer.write(lane, x, residual, propagated);
  }
  writer.finish();
  mergeFlags(result, {&source});
}

/// Results that are exact functions of a lane, with the operand's bound.
template <typename Operation>
static void exactUnary(Machine &machine, const Instruction &instruction, Operation operation) {
  Lanes source = machine.operand(instruction, 0);
  Lanes result = machine.result(instruction);
  copyLanes(result, source);
  for (uint32_t lane = 0; lane < result.count; ++lane) {
    result.floats[lane] = operation(source.floats[lane]);
  }
}

void negateFloat(Machine &machine, const Instruction &instruction) {
  exactUnary(machine, instruction, [](double a) { return -a; });
}

void absoluteFloat(Machine &machine, const Instruction &instruction) {
  exactUnary(machine, instruction, [](double a) { return std::fabs(a); });
}

void copySign(Machine &machine, const Instruction &instruction) {
  Lanes magnitude = machine.operand(instruction, 0);
  Lanes sign = machine.operand(instruction, 1);
  Lanes result = machine.result(instruction);
  copyLanes(result, magnitude);
  mergeFlags(result, {&sign});
  for (uint32_t lane = 0; lane < result.count; ++lane) {
    result.floats[lane] = std::copysign(magnitude.floats[lane], sign.floats[lane]);
    if (sign.bound(lane) != 0 && std::fabs(sign.floats[lane]) <= sign.bound(lane)) {
      result.addFlag(lane, Undecided);
    }
  }
}

/// -0 counts as below +0.
static bool isLess(double a, double b) { return a < b || (a == b && std::signbit(a) && !std::signbit(b)); }

/// Picks one of the operands; the bound is that of whichever might be picked.
template <typename Choice>
static void choose(Machine &machine, const Instruction &instruction, bool nanWins, Choice picksLeft) {
  Lanes left = machine.operand(instruction, 0);
  Lanes right = machine.operand(instruction, 1);
  Lanes result = machine.result(instruction);
  bool isExact = !left.hasBounds() && !right.hasBounds();
  bool anyBound = false;
  for (uint32_t lane = 0; lane < result.count; ++lane) {
    double a = left.floats[lane];
    double b = right.floats[lane];
    bool hasNan = std::isnan(a) || std::isnan(b);
    bool takesLeft = hasNan ? (nanWins ? std::isnan(a) : std::isnan(b)) : picksLeft(a, b);
    result.floats[lane] = takesLeft ? a : b;
    if (isExact) {
      continue;
    }
    double errorA = left.bound(lane);
    double errorB = right.bound(lane);
    bool isSure = hasNan ? errorA < infinity && errorB < infinity : std::fabs(a - b) > errorA + errorB;
    result.bounds[lane] = isSure ? (takesLeft ? errorA : errorB) : std::max(errorA, errorB);
    anyBound |= result.bounds[lane] != 0;
  }
  *result.summary |= anyBound ? HasBounds : 0;
  mergeFlags(result, {&left, &right});
}

void minimumNumber(Machine &machine, const Instruction &instruction) { choose(machine, instruction, false, isLess); }

void maximumNumber(Machine &machine, const Instruction &instruction) {
  choose(machine, instruction, false, [](double a, double b) { return isLess(b, a); });
}

void minimumFloat(Machine &machine, const Instruction &instruction) { choose(machine, instruction, true, isLess); }

void maximumFloat(Machine &machine, const Instruction &instruction) {
  choose(machine, instruction, true, [](double a, double b) { return isLess(b, a); });
}

/// min(max(value, low), high); NaN values stay NaN.
void clampFloat(Machine &machine, const Instruction &instruction) {
  Lanes value = machine.operand(instruction, 0);
  Lanes low = machine.operand(instruction, 1);
  Lanes high = machine.operand(instruction, 2);
  Lanes result = machine.result(instruction);
  for (uint32_t lane = 0; lane < result.count; ++lane) {
    double a = value.floats[lane];
    double atLeastLow = a < low.floats[lane] ? low.floats[lane] : a;
    result.floats[lane] = atLeastLow > high.floats[lane] ? high.floats[lane] : atLeastLow;
    result.bounds[lane] = std::max({value.bound(lane), low.bound(lane), high.bound(lane)});
  }
  result.summariseBounds();
  mergeFlags(result, {&value, &low, &high});
}

namespace {
enum Relation : uint8_t { Less = 1, Equal = 2, Greater = 4, Unordered = 8 };
} // namespace

/// Which relations make each predicate of `arith.cmpf` true, in its numbering.
static constexpr uint8_t acceptedRelations[16] = {
    0,
    Equal,
    Greater,
    Greater | Equal,
    Less,
    Less | Equal,
    Less | Greater,
    Less | Equal | Greater,
    Equal | Unordered,
    Greater | Unordered,
    Greater | Equal | Unordered,
    Less | Unordered,
    Less | Equal | Unordered,
    Less | Greater | Unordered,
    Unordered,
    Less | Equal | Greater | Unordered,
};

static uint8_t relationOf(double a, double b) { return a < b ? Less : a == b ? Equal : a > b ? Greater : Unordered; }

static uint8_t possibleRelations(double a, double b, double error) {
  if (error == infinity) {
    return Less | Equal | Greater | Unordered;
  }
  return error > 0 && std::fabs(a - b) <= error ? Less | Equal | Greater : relationOf(a, b);
}

/// The immediate is the predicate of `arith.cmpf`.
void compareFloats(Machine &machine, const Instruction &instruction) {
  Lanes left = machine.operand(instruction, 0);
  Lanes right = machine.operand(instruction, 1);
  Lanes result = machine.result(instruction);
  uint8_t accepted = acceptedRelations[instruction.immediate & 15];
  mergeFlags(result, {&left, &right});
  bool isExact = !left.hasBounds() && !right.hasBounds();
  for (uint32_t lane = 0; lane < result.count; ++lane) {
    double a = left.floats[lane];
    double b = right.floats[lane];
    result.integers[lane] = (accepted & relationOf(a, b)) != 0;
    if (isExact) {
      continue;
    }
    uint8_t possible = possibleRelations(a, b, left.bound(lane) + right.bound(lane));
    if ((possible & accepted) != 0 && (possible & ~accepted) != 0) {
      result.addFlag(lane, Undecided);
    }
  }
}

static bool isOfClass(const FloatTraits &traits, double a, uint32_t which) {
  switch (which) {
  case 0:
    return std::isnan(a);
  case 1:
    return std::isinf(a);
  case 2:
    return std::isfinite(a);
  default:
    return std::isfinite(a) && std::fabs(a) >= traits.smallestNormal;
  }
}

/// The immediate says what is asked: 0 NaN, 1 infinite, 2 finite, 3 normal.
void classifyFloat(Machine &machine, const Instruction &instruction) {
  Lanes source = machine.operand(instruction, 0);
  Lanes result = machine.result(instruction);
  const FloatTraits &traits = source.type.traits();
  mergeFlags(result, {&source});
  for (uint32_t lane = 0; lane < result.count; ++lane) {
    double a = source.floats[lane];
    double error = source.bound(lane);
    bool answer = isOfClass(traits, a, instruction.immediate);
    result.integers[lane] = answer;
    if (error != 0 && (error == infinity || isOfClass(traits, a - error, instruction.immediate) != answer ||
                       isOfClass(traits, a + error, instruction.immediate) != answer)) {
      result.addFlag(lane, Undecided);
    }
  }
}

static double roundedToInteger(double a, uint32_t how) {
  switch (how) {
  case 0:
    return std::floor(a);
  case 1:
    return std::ceil(a);
  case 2:
    return std::trunc(a);
  case 3:
    return std::round(a);
  default:
    return std::nearbyint(a);
  }
}

/// The immediate says how: 0 floor, 1 ceil, 2 trunc, 3 half away from zero, 4 half to even.
void roundToInteger(Machine &machine, const Instruction &instruction) {
  Lanes source = machine.operand(instruction, 0);
  Lanes result = machine.result(instruction);
  mergeFlags(result, {&source});
  for (uint32_t lane = 0; lane < result.count; ++lane) {
    double a = source.floats[lane];
    double error = source.bound(lane);
    result.floats[lane] = roundedToInteger(a, instruction.immediate);
    if (!source.hasBounds()) {
      continue;
    }
    double lowest = roundedToInteger(a - error, instruction.immediate);
    double highest = roundedToInteger(a + error, instruction.immediate);
    bool isSure = error == 0 || lowest == highest;
    result.bounds[lane] = isSure ? 0 : error == infinity ? infinity : highest - lowest;
    if (!isSure) {
      result.addFlag(lane, Undecided);
    }
  }
  if (source.hasBounds()) {
    result.summariseBounds();
  }
}

} // namespace tkc::interp::handlers
