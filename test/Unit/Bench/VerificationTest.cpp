// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks against a reference and against files.
#include "tkc/Bench/Verification.h"

#include "tkc/Data/Npy.h"

#include <cmath>
#include <gtest/gtest.h>
#include <unistd.h>

using namespace tkc;
using namespace tkc::bench;
using data::Array;
using data::ElementType;
using data::Verdict;

static NamedArgument filled(const char *name, ElementType type, double value) {
  NamedArgument argument{name, Array::zeros(type, {4}), false, false};
  for (size_t i = 0; i < 4; ++i) {
    argument.value.setDouble(i, value);
  }
  return argument;
}

static CheckReport check(const RunFlags &flags, const NamedArgument &after, const NamedArgument &expected,
                         std::vector<double> bounds = {}) {
  std::vector<NamedArgument> before = {filled("out", after.value.type, 0), filled("in", ElementType::F32, 3)};
  Result<CheckReport> report =
      checkWithReference(flags, before, {after, filled("in", ElementType::F32, 3)},
                         {{filled("in", ElementType::F32, 3), expected}, {{}, std::move(bounds)}});
  EXPECT_TRUE(report) << report.error();
  return report ? *report : CheckReport();
}

TEST(Verification, ReferenceBoundsDecide) {
  NamedArgument one = filled("out", ElementType::F32, 1);
  NamedArgument near = filled("out", ElementType::F32, 1.25);
  EXPECT_EQ(check({}, near, one, {0.5, 0.5, 0.5, 0.5}).verdict, Verdict::Pass);
  EXPECT_EQ(check({}, near, one, {0.5, 0.5, 0.5, 0.125}).verdict, Verdict::Fail);
  EXPECT_EQ(check({}, near, one).verdict, Verdict::Fail);
  EXPECT_EQ(check({}, one, one).verdict, Verdict::Pass);
}

TEST(Verification, ReportListsChangedArraysOnly) {
  NamedArgument one = filled("out", ElementType::F32, 1);
  EXPECT_EQ(check({}, one, one).text, "out: pass, 4 elements, max error 0\nPASS (compared with the interpreter)\n");
}

TEST(Verification, UndecidedIsNoPassUnlessPermitted) {
  NamedArgument one = filled("out", ElementType::F32, 1);
  std::vector<double> bounds = {0, 0, INFINITY, INFINITY};
  CheckReport report = check({}, one, one, bounds);
  EXPECT_EQ(report.verdict, Verdict::Undecided);
  EXPECT_NE(report.text.find("UNDECIDED (compared"), std::string::npos);
  RunFlags permitting;
  permitting.mostUndecided = 2;
  EXPECT_EQ(check(permitting, one, one, bounds).verdict, Verdict::Pass);
  permitting.mostUndecided = 1;
  EXPECT_EQ(check(permitting, one, one, bounds).verdict, Verdict::Undecided);
}

TEST(Verification, InputsThatChangedFail) {
  std::vector<NamedArgument> before = {filled("in", ElementType::F32, 3)};
  Result<CheckReport> report = checkWithReference({}, before, {filled("in", ElementType::F32, 4)}, {before, {{}}});
  ASSERT_TRUE(report);
  EXPECT_EQ(report->verdict, Verdict::Fail);
  EXPECT_EQ(checkWithReference({}, before, before, {}).error(), "the reference has no array `in`");
}

TEST(Verification, FilesAreComparedByValueAcrossFloatTypes) {
  std::string path = testing::TempDir() + "tkc-verify-" + std::to_string(getpid()) + ".npy";
  RunFlags flags;
  flags.checks = {{"out", path}};
  auto verdict = [&flags](const NamedArgument &argument) {
    Result<CheckReport> report = checkWithFiles(flags, {argument});
    EXPECT_TRUE(report) << report.error();
    return report ? report->verdict : Verdict::Fail;
  };
  ASSERT_TRUE(data::writeNpy(path, filled("out", ElementType::F64, 1.0 / 3).value));
  EXPECT_EQ(verdict(filled("out", ElementType::F16, 1.0 / 3)), Verdict::Pass);
  EXPECT_EQ(verdict(filled("out", ElementType::BF16, 1.0 / 3)), Verdict::Pass);
  EXPECT_EQ(verdict(filled("out", ElementType::F32, 0.334)), Verdict::Fail);
  flags.relativeTolerance = 0.1;
  EXPECT_EQ(verdict(filled("out", ElementType::F32, 0.334)), Verdict::Pass);
  // The bits of bf16, as numpy holds them.
  ASSERT_TRUE(data::writeNpy(path, filled("out", ElementType::BF16, 0.5).value));
  EXPECT_EQ(verdict(filled("out", ElementType::BF16, 0.5)), Verdict::Pass);
  EXPECT_EQ(checkWithFiles(flags, {filled("out", ElementType::I32, 1)}).error(),
            "`" + path + "`: element types differ: got i32, expects u16");
  unlink(path.c_str());
  EXPECT_NE(checkWithFiles(flags, {filled("out", ElementType::I32, 1)}).error().find("No such file"),
            std::string::npos);
  EXPECT_EQ(checkWithFiles(flags, {}).error(), "`--check`: there is no argument `out`");
}

TEST(Verification, IntegersHaveNoDefaultTolerance) {
  EXPECT_EQ(defaultTolerance(ElementType::I32).absolute, 0);
  EXPECT_GT(defaultTolerance(ElementType::F16).relative, defaultTolerance(ElementType::F32).relative);
}

TEST(Verification, SavedArraysComeBack) {
  std::string path = testing::TempDir() + "tkc-save-" + std::to_string(getpid()) + ".npy";
  RunFlags flags;
  flags.saves = {{"out", path}};
  ASSERT_TRUE(saveArguments(flags, {filled("out", ElementType::F32, 2.5)}));
  EXPECT_EQ(data::readNpy(path)->getDouble(3), 2.5);
  unlink(path.c_str());
  EXPECT_EQ(saveArguments(flags, {}).error(), "`--save`: there is no argument `out`");
}
