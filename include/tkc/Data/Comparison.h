// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Comparing a computed array with its reference under error bounds.
#ifndef TKC_DATA_COMPARISON_H
#define TKC_DATA_COMPARISON_H

#include "tkc/Data/Array.h"

namespace tkc::data {

/// One element that lies outside its bound.
struct Mismatch {
  size_t index;
  double actual, expected, bound;
};

enum class Verdict : uint8_t {
  Pass,
  Fail,
  /// Nothing is wrong, but some element could not be decided.
  Undecided
};

/// What a comparison found.
struct Comparison {
  size_t elementCount = 0;
  size_t mismatchCount = 0;
  size_t undecidedCount = 0;
  /// The largest |actual - expected|, and the largest error over its bound (infinite when a bound of 0 is missed).
  double largestError = 0;
  double largestRatio = 0;
  /// Where the largest ratio occurs.
  size_t worstIndex = 0;
  std::vector<Mismatch> firstMismatches;

  Verdict verdict() const {
    if (mismatchCount != 0) {
      return Verdict::Fail;
    }
    return undecidedCount != 0 ? Verdict::Undecided : Verdict::Pass;
  }
};

/// How far off a value may be.
struct Tolerance {
  /// The bound of each element; empty for none. An infinite or NaN bound means "cannot be decided".
  std::vector<double> bounds;
  /// Added to every bound, the relative one times |expected|.
  double absolute = 0;
  double relative = 0;
};

/// Compares element by element: |actual - expected| <= bound. NaN equals NaN and nothing else, an infinity equals
/// itself and nothing else, -0 equals 0. An error when types, shapes or the number of bounds differ.
Result<Comparison> compareArrays(const Array &actual, const Array &expected, const Tolerance &tolerance,
                                 size_t listedMismatches = 8);

/// `[3, 17]` for a flat index.
std::string formatIndex(size_t index, const std::vector<int64_t> &shape);
/// A line with the verdict and the largest error, then one line a listed mismatch.
std::string formatComparison(const std::string &name, const Comparison &comparison, const std::vector<int64_t> &shape);

} // namespace tkc::data

#endif // TKC_DATA_COMPARISON_H
