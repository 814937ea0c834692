// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In which order specialisations near one that does not fit are tried, and how many.
#include "tkc/Compile/NearestFit.h"

#include <functional>
#include <gtest/gtest.h>

using namespace tkc;
using evaluate::Specialization;
using evaluate::SpecializedParameter;

using Sizes = std::vector<int64_t>;

/// A kernel of compile-time parameters that are called `A`, `B`, ….
static Specialization kernelOf(const Sizes &sizes) {
  Specialization kernel;
  for (int64_t size : sizes) {
    SpecializedParameter &parameter = kernel.parameters.emplace_back();
    parameter.name = std::string(1, char('A' + kernel.parameters.size() - 1));
    parameter.isConstexpr = true;
    parameter.constant = evaluate::Object::integer(size);
  }
  return kernel;
}

static Sizes sizesOf(const Specialization &kernel) {
  Sizes sizes;
  for (const SpecializedParameter &parameter : kernel.parameters) {
    sizes.push_back(*parameter.constant.toInt64());
  }
  return sizes;
}

/// The changes that are found, and the sizes of all that is tried.
static std::vector<std::string> find(const Sizes &sizes, const std::function<bool(const Sizes &)> &fits,
                                     std::vector<Sizes> &tried, size_t mostFits = 3) {
  Specialization kernel = kernelOf(sizes);
  auto trial = [&](const Specialization &candidate, DiagnosticEngine &problems) {
    tried.push_back(sizesOf(candidate));
    if (!fits(tried.back())) {
      problems.report(DiagnosticKind::SharedMemoryExceeded, {}) << "k" << 2 << "sm_90a" << 1;
    }
  };
  std::vector<std::string> changes;
  for (const NearestFit &fit : findNearestFits(kernel, /*mayAddWarps=*/false, mostFits, trial)) {
    changes.push_back(fit.change);
  }
  return changes;
}

TEST(NearestFit, HalvesTheLargestFirst) {
  std::vector<Sizes> tried;
  auto fits = [](const Sizes &sizes) { return sizes[0] * sizes[1] * sizes[2] <= 64 * 256 * 128 / 2; };
  std::vector<std::string> expected = {"`B` = 128", "`C` = 64", "`A` = 32"};
  EXPECT_EQ(find({64, 256, 128}, fits, tried), expected);
  EXPECT_EQ(find({64, 256, 128}, fits, tried, 1), std::vector<std::string>{"`B` = 128"});
}

TEST(NearestFit, LeavesAloneWhatIsNoTile) {
  std::vector<Sizes> tried;
  find({16, 48, 1, 32}, [](const Sizes &) { return false; }, tried);
  std::vector<Sizes> expected = {{16, 48, 1, 16}};
  EXPECT_EQ(tried, expected);
}

TEST(NearestFit, HalvesTwoOrOneTwiceWhereOneIsNotEnough) {
  std::vector<Sizes> tried;
  auto fits = [](const Sizes &sizes) { return sizes[0] <= 64 && sizes[1] <= 128; };
  EXPECT_EQ(find({128, 256}, fits, tried), std::vector<std::string>{"`B` = 128 and `A` = 64"});
  std::vector<Sizes> expected = {{128, 128}, {64, 256}, {128, 64}, {64, 128}};
  EXPECT_EQ(tried, expected);
}

TEST(NearestFit, HalvesAllOfTheLargestWhereTwoAreNotEnough) {
  std::vector<Sizes> tried;
  auto fits = [](const Sizes &sizes) { return sizes[0] + sizes[1] + sizes[2] <= 3 * 128; };
  EXPECT_EQ(find({256, 256, 256, 32}, fits, tried), std::vector<std::string>{"`A` = 128 and `B` = 128 and `C` = 128"});
}

TEST(NearestFit, TriesNoMoreThanForty) {
  std::vector<Sizes> tried;
  EXPECT_TRUE(find(Sizes(20, 64), [](const Sizes &) { return false; }, tried).empty());
  EXPECT_EQ(tried.size(), 40u);
}
