// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls of math and libdevice functions, lane by lane.
#include <algorithm>

#include "ErrorModel.h"
#include "FloatFunctions.h"
#include "Handlers.h"
#include "LaneFunctions.h"
#include "RoundedWriter.h"

namespace tkc::interp::handlers {

static constexpr unsigned largestArity = 4;

namespace {
/// The operands of a call: views, and one lane's values and bounds as doubles.
struct CallArguments {
  unsigned count = 0;
  Lanes operands[largestArity];
  double values[largestArity] = {};
  double errors[largestArity] = {};
  bool anyError = false;

  CallArguments(Machine &machine, const Instruction &instruction) {
    count = std::min<unsigned>(largestArity, unsigned(instruction.operands.size()));
    for (unsigned index = 0; index < count; ++index) {
      operands[index] = machine.operand(instruction, index);
    }
  }

  void read(uint32_t lane) {
    anyError = false;
    for (unsigned index = 0; index < count; ++index) {
      const Lanes &operand = operands[index];
      bool isFloat = operand.type.isFloat();
      values[index] = isFloat ? operand.floats[lane] : double(operand.integers[lane]);
      errors[index] = isFloat ? operand.bound(lane) : 0;
      anyError |= errors[index] != 0;
    }
  }
};
} // namespace

static double distance(double a, double b) {
  if (a == b || (std::isnan(a) && std::isnan(b))) {
    return 0;
  }
  double difference = std::fabs(a - b);
  return std::isnan(difference) ? infinity : difference;
}

/// The largest distance of the function's value at corners of the box of errors, scaled by `scale`.
static double largestAtCorners(const FloatFunction &function, const CallArguments &arguments, double y, double scale) {
  double largest = 0;
  double corner[largestArity] = {};
  for (unsigned signs = 0; signs < 1u << arguments.count; ++signs) {
    for (unsigned index = 0; index < arguments.count; ++index) {
      double step = arguments.errors[index] * scale;
      corner[index] = arguments.values[index] + (signs >> index & 1 ? step : -step);
    }
    largest = std::max(largest, distance(function.evaluate(corner), y));
  }
  return largest;
}

static double propagatedError(const FloatFunction &function, const CallArguments &arguments, double y) {
  for (unsigned index = 0; index < arguments.count; ++index) {
    if (arguments.errors[index] == infinity) {
      return function.sensitivity == Sensitivity::Bounded ? 2 : infinity;
    }
  }
  switch (function.sensitivity) {
  case Sensitivity::Bounded:
    return std::min(arguments.errors[0], 2.0);
  case Sensitivity::Monotone:
    return largestAtCorners(function, arguments, y, 1);
  case Sensitivity::Sampled:
    return 2 * std::max(largestAtCorners(function, arguments, y, 1), largestAtCorners(function, arguments, y, 0.5));
  }
  __builtin_unreachable();
}

/// What the device may be off by when the arguments are exact.
static double deviceError(const FloatFunction &function, const CallArguments &arguments, double y, bool isF64) {
  if (isF64 && function.error64 != nullptr) {
    return function.error64(arguments.values, y);
  }
  if (isF64) {
    // The reference itself comes from a double function: a unit of its own.
    bool isExact = function.ulps64 == 0 && function.ulps32 == 0;
    return isExact ? 0 : (function.ulps64 + 1) * 0x1p-52 * std::fabs(y);
  }
  double relative = function.ulps32 * approximateUlp * std::fabs(y);
  double error = function.error32 != nullptr ? function.error32(arguments.values, y) : relative;
  // At infinite arguments the formulas give NaN; the results there are limits.
  error = std::isnan(error) ? relative : error;
  if (function.ulps32 == 0) {
    return error;
  }
  if (y != 0 && std::fabs(y) < 0x1p-100) {
    error += flushedSubnormal;
  }
  double flushed[largestArity] = {};
  bool anyFlushed = false;
  for (unsigned index = 0; index < arguments.count; ++index) {
    bool isSubnormal = arguments.values[index] != 0 && std::fabs(arguments.values[index]) < flushedSubnormal;
    flushed[index] = isSubnormal ? std::copysign(0.0, arguments.values[index]) : arguments.values[index];
    anyFlushed |= isSubnormal;
  }
  return anyFlushed ? error + distance(function.evaluate(flushed), y) : error;
}

/// The immediate is the index of the float function.
void callFunction(Machine &machine, const Instruction &instruction) {
  const FloatFunction &function = floatFunction(instruction.immediate);
  CallArguments arguments(machine, instruction);
  Lanes result = machine.result(instruction);
  bool isF64 = result.type.isF64();
  RoundedWriter writer(result);
  for (uint32_t lane = 0; lane < result.count; ++lane) {
    arguments.read(lane);
    double y = function.evaluate(arguments.values);
    double error = std::isfinite(y) ? deviceError(function, arguments, y, isF64) : 0;
    error += arguments.anyError ? propagatedError(function, arguments, y) : 0;
    bool overflowsSurely = std::isfinite(y) && std::fabs(y) - error > 1.001 * result.type.traits().largestFinite;
    writer.write(lane, y, 0, overflowsSurely ? 0 : error);
  }
  writer.finish();
  for (unsigned index = 0; index < arguments.count; ++index) {
    mergeFlags(result, {&arguments.operands[index]});
  }
}

/// True when the function gives another result somewhere at the corners of the box of errors.
static bool isUndecided(const LaneFunction &function, const CallArguments &arguments, int64_t answer) {
  int64_t corner[largestArity] = {};
  for (unsigned signs = 0; signs < 1u << arguments.count; ++signs) {
    for (unsigned index = 0; index < arguments.count; ++index) {
      double step = signs >> index & 1 ? arguments.errors[index] : -arguments.errors[index];
      corner[index] = int64_t(bitsOf(arguments.values[index] + step));
    }
    if (function.apply(corner) != answer) {
      return true;
    }
  }
  return false;
}

/// The immediate is the index of the lane function.
void callLaneFunction(Machine &machine, const Instruction &instruction) {
  const LaneFunction &function = laneFunction(instruction.immediate);
  CallArguments arguments(machine, instruction);
  Lanes result = machine.result(instruction);
  for (unsigned index = 0; index < arguments.count; ++index) {
    mergeFlags(result, {&arguments.operands[index]});
  }
  for (uint32_t lane = 0; lane < result.count; ++lane) {
    int64_t lanes[largestArity] = {};
    for (unsigned index = 0; index < arguments.count; ++index) {
      lanes[index] = arguments.operands[index].integers[lane];
    }
    int64_t answer = function.apply(lanes);
    result.integers[lane] = result.type.isFloat() ? answer : canonicalInteger(answer, result.type.bits);
    arguments.read(lane);
    if (arguments.anyError && isUndecided(function, arguments, answer)) {
      result.addFlag(lane, Undecided);
    }
  }
}

namespace {
/// An exact result: the nearest double, and what it lacks (its sign is what matters).
struct ExactResult {
  double nearest = 0;
  double residual = 0;
  double propagated = 0;
};
} // namespace

template <typename Model>
static ExactResult applyModel(double a, double errorA, double b, double errorB) {
  double x = Model::value(a, b);
  return {x, Model::residual(a, b, x), Model::propagated(a, errorA, b, errorB, x)};
}

static ExactResult squareRoot(double a, double error) {
  double x = std::sqrt(a);
  double propagated = error == 0 ? 0 : a <= error ? infinity : x - std::sqrt(a - error);
  return {x, x > 0 ? std::fma(-x, x, a) / (2 * x) : 0, propagated};
}

static ExactResult inverseSquareRoot(double a, double error) {
  double x = 1 / std::sqrt(a);
  double propagated = error == 0 ? 0 : a <= error ? infinity : 1 / std::sqrt(a - error) - x;
  return {x, x * (1 - x * x * a) / 2, propagated};
}

static ExactResult fusedExactly(const CallArguments &arguments, bool isF64) {
  const double *value = arguments.values;
  FusedSum sum = interp::fusedMultiplyAdd(value[0], value[1], value[2], isF64);
  double product = MultiplyModel::propagated(value[0], arguments.errors[0], value[1], arguments.errors[1], 0);
  return {sum.nearest, sum.residual,
          AddModel::propagated(value[0] * value[1], product, value[2], arguments.errors[2], 0)};
}

static ExactResult exactResult(RoundedOperation operation, const CallArguments &arguments, bool isF64) {
  const double *value = arguments.values;
  const double *error = arguments.errors;
  switch (operation) {
  case RoundedOperation::Add:
    return applyModel<AddModel>(value[0], error[0], value[1], error[1]);
  case RoundedOperation::Subtract:
    return applyModel<SubtractModel>(value[0], error[0], value[1], error[1]);
  case RoundedOperation::Multiply:
    return applyModel<MultiplyModel>(value[0], error[0], value[1], error[1]);
  case RoundedOperation::Divide:
    return applyModel<DivideModel>(value[0], error[0], value[1], error[1]);
  case RoundedOperation::Reciprocal:
    return applyModel<DivideModel>(1, 0, value[0], error[0]);
  case RoundedOperation::FusedMultiplyAdd:
    return fusedExactly(arguments, isF64);
  case RoundedOperation::SquareRoot:
    return squareRoot(value[0], error[0]);
  case RoundedOperation::InverseSquareRoot:
    return inverseSquareRoot(value[0], error[0]);
  }
  __builtin_unreachable();
}

/// The neighbour of `nearest` on the residual's side, when the mode asks for it.
static double roundDirected(double nearest, double residual, RoundingMode mode) {
  if (residual == 0 || !std::isfinite(nearest)) {
    return nearest;
  }
  bool wantsUp = mode == RoundingMode::Upward || (mode == RoundingMode::TowardZero && nearest < 0);
  bool wantsDown = mode == RoundingMode::Downward || (mode == RoundingMode::TowardZero && nearest > 0);
  bool moves = residual > 0 ? wantsUp : wantsDown;
  return moves ? std::nextafter(nearest, residual > 0 ? infinity : -infinity) : nearest;
}

static double makeOdd(double nearest, double residual) {
  if (residual == 0 || !std::isfinite(nearest) || (bitsOf(nearest) & 1) != 0) {
    return nearest;
  }
  return std::nextafter(nearest, residual > 0 ? infinity : -infinity);
}

/// The immediate is a `RoundedOperation` times 8 plus the `RoundingMode`.
void roundedArithmetic(Machine &machine, const Instruction &instruction) {
  RoundedOperation operation = static_cast<RoundedOperation>(instruction.immediate / 8);
  RoundingMode mode = static_cast<RoundingMode>(instruction.immediate % 8);
  CallArguments arguments(machine, instruction);
  Lanes result = machine.result(instruction);
  const FloatTraits &traits = result.type.traits();
  bool isF64 = result.type.isF64();
  RoundedWriter writer(result);
  for (uint32_t lane = 0; lane < result.count; ++lane) {
    arguments.read(lane);
    ExactResult exact = exactResult(operation, arguments, isF64);
    double rounded = isF64 ? roundDirected(exact.nearest, exact.residual, mode)
                           : roundTo(traits, makeOdd(exact.nearest, exact.residual), mode);
    bool isNearest = mode == RoundingMode::NearestEven;
    double slack = exact.propagated == 0 || isNearest ? 0 : 2 * traits.unitRoundoff * std::fabs(rounded);
    writer.write(lane, exact.nearest, rounded, exact.residual, exact.propagated + slack);
  }
  writer.finish();
  for (unsigned index = 0; index < arguments.count; ++index) {
    mergeFlags(result, {&arguments.operands[index]});
  }
}

} // namespace tkc::interp::handlers
