// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What every entry of the catalogue must satisfy.
#include "tkc/Diagnostics/Diagnostics.h"

#include <gtest/gtest.h>
#include <set>

using namespace tkc;

static std::vector<DiagnosticInfo> allEntries() {
  std::vector<DiagnosticInfo> entries;
  for (size_t i = 0; i < static_cast<size_t>(DiagnosticKind::NumKinds); ++i) {
    entries.push_back(diagnosticInfo(static_cast<DiagnosticKind>(i)));
  }
  return entries;
}

TEST(Catalogue, NamesAreUniqueUpperCamelCase) {
  std::set<std::string_view> names;
  for (const DiagnosticInfo &entry : allEntries()) {
    EXPECT_TRUE(names.insert(entry.name).second) << entry.name;
    EXPECT_TRUE(entry.name[0] >= 'A' && entry.name[0] <= 'Z') << entry.name;
    EXPECT_EQ(entry.name.find('_'), std::string_view::npos) << entry.name;
  }
}

TEST(Catalogue, TextsStartInLowerCaseAndHaveNoFullStop) {
  for (const DiagnosticInfo &entry : allEntries()) {
    ASSERT_FALSE(entry.format.empty()) << entry.name;
    bool isUpper = entry.format[0] >= 'A' && entry.format[0] <= 'Z';
    bool isAcronym = entry.format.size() > 1 && entry.format[1] >= 'A' && entry.format[1] <= 'Z';
    EXPECT_FALSE(isUpper && !isAcronym) << entry.name;
    EXPECT_NE(entry.format.back(), '.') << entry.name;
    EXPECT_NE(entry.format.back(), '\n') << entry.name;
  }
}

TEST(Catalogue, EachEntryIsExplainedInSentences) {
  for (const DiagnosticInfo &entry : allEntries()) {
    ASSERT_FALSE(entry.explanation.empty()) << entry.name;
    EXPECT_EQ(entry.explanation.back(), '.') << entry.name;
  }
}
