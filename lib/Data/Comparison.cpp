// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Element-wise comparison under bounds, and its report.
#include "tkc/Data/Comparison.h"

#include <cmath>
#include <cstdio>
#include <limits>

namespace tkc::data {

static constexpr double infinity = std::numeric_limits<double>::infinity();

/// The distance of two integers, exact up to the rounding of the result to double.
static double integerDistance(const Array &actual, const Array &expected, size_t index) {
  int64_t a = actual.getInteger(index);
  int64_t e = expected.getInteger(index);
  bool less = actual.type == ElementType::U64 ? uint64_t(a) < uint64_t(e) : a < e;
  return double(less ? uint64_t(e) - uint64_t(a) : uint64_t(a) - uint64_t(e));
}

/// |actual - expected|; infinite when only one is NaN or they are not the same infinity.
static double distance(const Array &actual, const Array &expected, size_t index) {
  if (isInteger(actual.type)) {
    return integerDistance(actual, expected, index);
  }
  double a = actual.getDouble(index);
  double e = expected.getDouble(index);
  if (a == e || (std::isnan(a) && std::isnan(e))) {
    return 0;
  }
  double difference = std::fabs(a - e);
  return std::isnan(difference) ? infinity : difference;
}

static void compareElement(const Array &actual, const Array &expected, const Tolerance &tolerance, size_t index,
                           size_t listed, Comparison &result) {
  double bound = tolerance.bounds.empty() ? 0 : tolerance.bounds[index];
  if (!std::isfinite(bound)) {
    ++result.undecidedCount;
    return;
  }
  double expectedValue = expected.getDouble(index);
  bound += tolerance.absolute;
  if (std::isfinite(expectedValue)) {
    bound += tolerance.relative * std::fabs(expectedValue);
  }
  double error = distance(actual, expected, index);
  if (error == 0) {
    return;
  }
  double ratio = bound > 0 ? error / bound : infinity;
  result.largestError = std::fmax(result.largestError, error);
  if (ratio > result.largestRatio) {
    result.largestRatio = ratio;
    result.worstIndex = index;
  }
  if (error <= bound && error < infinity) {
    return;
  }
  ++result.mismatchCount;
  if (result.firstMismatches.size() < listed) {
    result.firstMismatches.push_back({index, actual.getDouble(index), expectedValue, bound});
  }
}

Result<Comparison> compareArrays(const Array &actual, const Array &expected, const Tolerance &tolerance,
                                 size_t listedMismatches) {
  if (actual.type != expected.type) {
    return ErrorMessage{"element types differ: got " + std::string(elementTypeName(actual.type)) + ", expects " +
                        std::string(elementTypeName(expected.type))};
  }
  if (actual.shape != expected.shape) {
    return ErrorMessage{"shapes differ: got " + formatShape(actual.shape) + ", expects " + formatShape(expected.shape)};
  }
  Comparison result;
  result.elementCount = expected.elementCount();
  if (!tolerance.bounds.empty() && tolerance.bounds.size() != result.elementCount) {
    return ErrorMessage{"expects " + std::to_string(result.elementCount) + " bounds, got " +
                        std::to_string(tolerance.bounds.size())};
  }
  for (size_t i = 0; i < result.elementCount; ++i) {
    compareElement(actual, expected, tolerance, i, listedMismatches, result);
  }
  return result;
}

std::string formatIndex(size_t index, const std::vector<int64_t> &shape) {
  std::string text;
  for (size_t dimension = shape.size(); dimension-- > 0;) {
    size_t extent = size_t(shape[dimension]);
    text = std::to_string(index % extent) + (text.empty() ? "" : ", ") + text;
    index /= extent;
  }
  return "[" + text + "]";
}

static std::string formatNumber(double value, const char *format = "%.3g") {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, format, value);
  return buffer;
}

static const char *verdictName(Verdict verdict) {
  switch (verdict) {
  case Verdict::Pass:
    return "pass";
  case Verdict::Fail:
    return "FAIL";
  case Verdict::Undecided:
    return "UNDECIDED";
  }
  return "";
}

std::string formatComparison(const std::string &name, const Comparison &comparison, const std::vector<int64_t> &shape) {
  std::string text = name + ": " + verdictName(comparison.verdict()) + ", " + std::to_string(comparison.elementCount) +
                     " elements, max error " + formatNumber(comparison.largestError);
  if (comparison.largestRatio > 0) {
    text += " (" + formatNumber(comparison.largestRatio) + " of its bound, at " +
            formatIndex(comparison.worstIndex, shape) + ")";
  }
  if (comparison.undecidedCount != 0) {
    text += ", " + std::to_string(comparison.undecidedCount) + " undecided";
  }
  if (comparison.mismatchCount != 0) {
    text += ", " + std::to_string(comparison.mismatchCount) + " outside their bound";
  }
  text += "\n";
  for (const Mismatch &mismatch : comparison.firstMismatches) {
    text += "  " + name + formatIndex(mismatch.index, shape) + ": got " + formatNumber(mismatch.actual, "%.9g") +
            ", expects " + formatNumber(mismatch.expected, "%.9g") + " within " + formatNumber(mismatch.bound) + "\n";
  }
  return text;
}

} // namespace tkc::data
