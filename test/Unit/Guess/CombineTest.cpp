// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which combinations of values are tried.
#include "tkc/Guess/Guess.h"

#include <gtest/gtest.h>

using namespace tkc::guess;

using Rows = std::vector<std::vector<size_t>>;

TEST(Combine, NothingToChooseIsOneRow) { EXPECT_EQ(combine({}), Rows{{}}); }

TEST(Combine, FewCombinationsAreAllTried) {
  EXPECT_EQ(combine({2, 2}), (Rows{{0, 0}, {0, 1}, {1, 0}, {1, 1}}));
  EXPECT_EQ(combine({2, 2, 2}).size(), 8u);
}

TEST(Combine, OneParameterIsTriedWithAllItsValues) { EXPECT_EQ(combine({12}).size(), 12u); }

/// Whether each two values of different variations are in one of the rows.
static bool hasAllPairs(const Rows &rows, const std::vector<size_t> &counts) {
  for (size_t i = 0; i < counts.size(); ++i) {
    for (size_t j = i + 1; j < counts.size(); ++j) {
      std::set<std::pair<size_t, size_t>> pairs;
      for (const std::vector<size_t> &row : rows) {
        pairs.emplace(row[i], row[j]);
      }
      if (pairs.size() != counts[i] * counts[j]) {
        return false;
      }
    }
  }
  return true;
}

TEST(Combine, ManyCombinationsAreCoveredInPairs) {
  for (const std::vector<size_t> &counts : {std::vector<size_t>(10, 2), std::vector<size_t>{6, 2, 3, 2, 2, 4}}) {
    Rows rows = combine(counts);
    EXPECT_TRUE(hasAllPairs(rows, counts));
    EXPECT_EQ(rows[0], std::vector<size_t>(counts.size(), 0));
    EXPECT_LT(rows.size(), 40u);
  }
  EXPECT_LT(combine(std::vector<size_t>(10, 2)).size(), 16u);
}
