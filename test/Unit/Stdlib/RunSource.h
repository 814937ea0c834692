// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elaborates a kernel given as text and runs it in the interpreter.
#ifndef TKC_TEST_UNIT_STDLIB_RUNSOURCE_H
#define TKC_TEST_UNIT_STDLIB_RUNSOURCE_H

#include <cmath>
#include <limits>
#include <numeric>

#include "../Elaborate/ElaborateKernel.h"
#include "../Interp/RunKernel.h"

namespace tkc {

using data::ElementType;

/// One program of the function `kernel`, whose parameters are the buffers in the order in which they were added.
class SourceRun : public interp::KernelRun {
public:
  void runSource(const std::string &source) {
    elaborate::test::Elaborated kernel = elaborate::test::elaborateText(source);
    EXPECT_EQ(kernel.messages, "");
    ASSERT_TRUE(kernel.verifies) << kernel.ir;
    runCleanly(kernel.ir);
  }
  void expectValues(size_t buffer, const std::vector<double> &expected, double tolerance = 0) {
    std::vector<double> found = values(buffer);
    ASSERT_EQ(found.size(), expected.size());
    for (size_t i = 0; i < found.size(); ++i) {
      bool isSame = std::isnan(expected[i]) ? std::isnan(found[i])
                                            : found[i] == expected[i] || std::fabs(found[i] - expected[i]) <= tolerance;
      EXPECT_TRUE(isSame) << "element " << i << " is " << found[i] << ", expected " << expected[i];
    }
  }
};

/// first, first + 1, …
inline std::vector<double> countFrom(double first, size_t count) {
  std::vector<double> values(count);
  std::iota(values.begin(), values.end(), first);
  return values;
}

/// Numbers in no order, each of 0 … count-1 once; count is a power of two.
inline std::vector<double> shuffled(size_t count) {
  std::vector<double> values(count);
  for (size_t i = 0; i < count; ++i) {
    values[i] = double((i * 37 + 11) % count);
  }
  return values;
}

inline constexpr double quietNan = std::numeric_limits<double>::quiet_NaN();
inline constexpr double infinity = std::numeric_limits<double>::infinity();

} // namespace tkc

#endif // TKC_TEST_UNIT_STDLIB_RUNSOURCE_H
