// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dots: summed in double, with a bound that covers any order, truncating accumulators and rounded operands.
#include <algorithm>

#include "Handlers.h"
#include "Quantum.h"
#include "RoundedWriter.h"

namespace tkc::interp::handlers {

namespace {
/// How the device sums the products of a dot.
struct Accumulation {
  /// The error of a sum relative to the sum of its terms' magnitudes.
  double relativeError = 0;
  /// Mantissa bits (with the hidden one) that every partial sum has.
  int precision = 24;
};

/// One operand: its values and how far each may be off when the device reads it.
struct DotOperand {
  const double *values;
  std::vector<double> errors;
};

/// The sums of one matrix of the batch.
struct DotSums {
  std::vector<double> sum, magnitude, propagated;
};
} // namespace

static Accumulation accumulationOf(const DotShape &shape, ScalarType operand, ScalarType result) {
  Accumulation accumulation;
  double terms = shape.k + 2;
  accumulation.precision = result.traits().format.mantissaBits + 1;
  switch (result.floatKind) {
  case FloatKind::F64:
    // Twice: the reference is summed in double as well.
    accumulation.relativeError = 2 * terms * 0x1p-53;
    return accumulation;
  case FloatKind::F32: {
    bool usesFma = operand.floatKind == FloatKind::F32 && shape.precision == DotShape::Precision::IEEE;
    accumulation.relativeError = terms * (usesFma ? 0x1p-24 : 0x1p-23);
    break;
  }
  case FloatKind::F16:
  case FloatKind::BF16:
  case FloatKind::F8E4M3FN:
  case FloatKind::F8E5M2:
    accumulation.relativeError = terms * result.traits().unitRoundoff;
    break;
  }
  if (operand.bits == 8 && shape.maxImpreciseAccumulations > 0) {
    // Tensor cores keep 13 bits below the leading one inside a chunk of fp8 products.
    double chunk = std::min(shape.maxImpreciseAccumulations, shape.k);
    accumulation.relativeError += (chunk / 32 + 2) * 0x1p-13;
    accumulation.precision = std::min(accumulation.precision, 13);
  }
  return accumulation;
}

/// How far an f32 operand may be off once it is rounded for the tensor core; truncated and rounded both fit.
static double operandRounding(double value, DotShape::Precision precision) {
  static constexpr data::FloatFormat tf32 = data::tf32Format;
  static const FloatTraits tf32Traits = {tf32, 0x1p-11, 0x1p-126, 0x1p-136, 0x1.ffcp127, 1.5 * 0x1p42, false};
  double lost = std::fabs(value - roundTo(tf32Traits, value, RoundingMode::TowardZero));
  switch (precision) {
  case DotShape::Precision::IEEE:
    return 0;
  case DotShape::Precision::TF32:
    return std::isfinite(value) ? lost : 0;
  case DotShape::Precision::TF32x3:
    return lost > 0 ? 0x1p-20 * std::fabs(value) : 0;
  case DotShape::Precision::BF16x3:
  case DotShape::Precision::BF16x6: {
    bool isExact = value == roundToNearest(floatTraits(FloatKind::BF16), value);
    double relative = precision == DotShape::Precision::BF16x3 ? 0x1p-15 : 0x1p-21;
    return isExact ? 0 : relative * std::fabs(value);
  }
  }
  __builtin_unreachable();
}

static DotOperand readOperand(const Lanes &lanes, DotShape::Precision precision) {
  DotOperand operand{lanes.floats, {}};
  bool isRounded = lanes.type.floatKind == FloatKind::F32 && precision != DotShape::Precision::IEEE;
  if (!lanes.hasBounds() && !isRounded) {
    return operand;
  }
  operand.errors.resize(lanes.count);
  bool anyError = false;
  for (uint32_t lane = 0; lane < lanes.count; ++lane) {
    double rounding = isRounded ? operandRounding(lanes.floats[lane], precision) : 0;
    operand.errors[lane] = lanes.bound(lane) + rounding;
    anyError |= operand.errors[lane] != 0;
  }
  if (!anyError) {
    operand.errors.clear();
  }
  return operand;
}

/// sum += a·b and magnitude += |a|·|b| for one matrix.
static void multiply(const DotShape &shape, const double *a, const double *b, DotSums &sums) {
  for (uint32_t row = 0; row < shape.m; ++row) {
    double *sum = &sums.sum[size_t(row) * shape.n];
    double *magnitude = &sums.magnitude[size_t(row) * shape.n];
    for (uint32_t step = 0; step < shape.k; ++step) {
      double factor = a[size_t(row) * shape.k + step];
      const double *other = b + size_t(step) * shape.n;
      for (uint32_t column = 0; column < shape.n; ++column) {
        double product = factor * other[column];
        sum[column] += product;
        magnitude[column] += std::fabs(product);
      }
    }
  }
}

/// propagated += |a|·errorB + errorA·(|b| + errorB). Empty errors are 0.
static void propagate(const DotShape &shape, const DotOperand &a, size_t offsetA, const DotOperand &b, size_t offsetB,
                      DotSums &sums) {
  std::vector<double> widened(shape.n);
  for (uint32_t step = 0; step < shape.k; ++step) {
    const double *valuesB = b.values + offsetB + size_t(step) * shape.n;
    const double *errorsB = b.errors.empty() ? nullptr : b.errors.data() + offsetB + size_t(step) * shape.n;
    for (uint32_t column = 0; column < shape.n; ++column) {
      widened[column] = std::fabs(valuesB[column]) + (errorsB != nullptr ? errorsB[column] : 0);
    }
    for (uint32_t row = 0; row < shape.m; ++row) {
      size_t position = offsetA + size_t(row) * shape.k + step;
      double valueA = std::fabs(a.values[position]);
      double errorA = a.errors.empty() ? 0 : a.errors[position];
      double *propagated = &sums.propagated[size_t(row) * shape.n];
      for (uint32_t column = 0; column < shape.n; ++column) {
        propagated[column] += errorA * widened[column] + (errorsB != nullptr ? valueA * errorsB[column] : 0);
      }
    }
  }
}

static void startSums(const Lanes &addend, size_t offset, size_t count, DotSums &sums) {
  sums.sum.assign(addend.floats + offset, addend.floats + offset + count);
  sums.magnitude.resize(count);
  sums.propagated.resize(count);
  for (size_t index = 0; index < count; ++index) {
    sums.magnitude[index] = std::fabs(sums.sum[index]);
    sums.propagated[index] = addend.bound(uint32_t(offset + index));
  }
}

static void writeSum(RoundedWriter &writer, uint32_t lane, double sum, double magnitude, double propagated,
                     const Accumulation &accumulation, int quantum, double largestFinite) {
  if (!std::isfinite(sum)) {
    writer.write(lane, sum, 0, propagated == 0 ? 0 : infinity);
    return;
  }
  bool isExact = propagated == 0 && isExactInAnyOrder(magnitude, quantum, accumulation.precision);
  double error = isExact ? 0 : accumulation.relativeError * (magnitude + propagated);
  bool mayOverflow = magnitude > largestFinite && std::fabs(sum) - propagated - error <= largestFinite;
  writer.write(lane, sum, 0, mayOverflow ? infinity : propagated + error);
}

/// A row of a, or a column of b, with a flag flags its whole row or column of the result.
static void flagResult(const DotShape &shape, const Lanes &a, const Lanes &b, const Lanes &addend,
                       const Lanes &result) {
  mergeFlags(result, {&addend});
  for (uint32_t lane = 0; a.hasFlags() && lane < a.count; ++lane) {
    if (a.flags[lane] == 0) {
      continue;
    }
    uint32_t firstOfRow = lane / shape.k * shape.n;
    for (uint32_t column = 0; column < shape.n; ++column) {
      result.addFlag(firstOfRow + column, a.flags[lane]);
    }
  }
  for (uint32_t lane = 0; b.hasFlags() && lane < b.count; ++lane) {
    if (b.flags[lane] == 0) {
      continue;
    }
    uint32_t matrix = lane / (shape.k * shape.n);
    for (uint32_t row = 0; row < shape.m; ++row) {
      result.addFlag((matrix * shape.m + row) * shape.n + lane % shape.n, b.flags[lane]);
    }
  }
}

/// The quantum of all products and of c.
static int quantumOfProducts(const Lanes &a, const Lanes &b, const Lanes &addend) {
  constexpr int noTerm = 2048;
  int quantumA = std::min(quantumExponent(a.floats, a.count), noTerm);
  int quantumB = std::min(quantumExponent(b.floats, b.count), noTerm);
  return std::min(quantumA + quantumB, quantumExponent(addend.floats, addend.count));
}

/// Operands: a, b, c. The immediate is the index of the dot's shape.
void dotFloat(Machine &machine, const Instruction &instruction) {
  const DotShape &shape = machine.code.dots[instruction.immediate];
  Lanes a = machine.operand(instruction, 0);
  Lanes b = machine.operand(instruction, 1);
  Lanes addend = machine.operand(instruction, 2);
  Lanes result = machine.result(instruction);
  DotOperand left = readOperand(a, shape.precision);
  DotOperand right = readOperand(b, shape.precision);
  Accumulation accumulation = accumulationOf(shape, a.type, result.type);
  int quantum = quantumOfProducts(a, b, addend);
  RoundedWriter writer(result);
  DotSums sums;
  size_t perMatrix = size_t(shape.m) * shape.n;
  for (uint32_t matrix = 0; matrix < shape.batch; ++matrix) {
    size_t offsetA = size_t(matrix) * shape.m * shape.k;
    size_t offsetB = size_t(matrix) * shape.k * shape.n;
    startSums(addend, matrix * perMatrix, perMatrix, sums);
    multiply(shape, a.floats + offsetA, b.floats + offsetB, sums);
    if (!left.errors.empty() || !right.errors.empty()) {
      propagate(shape, left, offsetA, right, offsetB, sums);
    }
    for (size_t index = 0; index < perMatrix; ++index) {
      writeSum(writer, uint32_t(matrix * perMatrix + index), sums.sum[index], sums.magnitude[index],
               sums.propagated[index], accumulation, quantum, result.type.traits().largestFinite);
    }
  }
  writer.finish();
  flagResult(shape, a, b, addend, result);
}

/// Operands: a, b, c. Integers wrap at the result's width.
void dotInteger(Machine &machine, const Instruction &instruction) {
  const DotShape &shape = machine.code.dots[instruction.immediate];
  Lanes a = machine.operand(instruction, 0);
  Lanes b = machine.operand(instruction, 1);
  Lanes addend = machine.operand(instruction, 2);
  Lanes result = machine.result(instruction);
  unsigned bits = result.type.bits;
  for (uint32_t row = 0; row < shape.batch * shape.m; ++row) {
    const int64_t *matrixB = b.integers + size_t(row / shape.m) * shape.k * shape.n;
    for (uint32_t column = 0; column < shape.n; ++column) {
      uint64_t sum = uint64_t(addend.integers[row * shape.n + column]);
      for (uint32_t step = 0; step < shape.k; ++step) {
        sum += uint64_t(a.integers[row * shape.k + step]) * uint64_t(matrixB[step * shape.n + column]);
      }
      result.integers[row * shape.n + column] = canonicalInteger(int64_t(sum), bits);
    }
  }
  flagResult(shape, a, b, addend, result);
}

} // namespace tkc::interp::handlers
