// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collecting diagnostics, their arguments, limits and order.
#include "tkc/Diagnostics/Diagnostics.h"

#include <gtest/gtest.h>

using namespace tkc;

TEST(DiagnosticEngine, PutsArgumentsIntoTheText) {
  DiagnosticEngine engine;
  engine.report(DiagnosticKind::InvalidNumber, {}) << "decimal" << std::string("1_");
  EXPECT_EQ(engine.diagnostics()[0].message(), "`1_` is not a valid decimal number");
  EXPECT_EQ(engine.diagnostics()[0].name(), "InvalidNumber");
}

TEST(DiagnosticEngine, DoubledBracesAreBraces) {
  DiagnosticEngine engine;
  engine.report(DiagnosticKind::SingleClosingBrace, {});
  EXPECT_EQ(engine.diagnostics()[0].message(), "a single `}` in the text of an f-string");
}

TEST(DiagnosticEngine, PrintsNumbersShort) {
  DiagnosticEngine engine;
  engine.report(DiagnosticKind::ExpectedToken, {}) << -3 << 0.5;
  engine.report(DiagnosticKind::ExpectedToken, {}) << uint64_t(18446744073709551615u) << 0.1 + 0.2;
  engine.report(DiagnosticKind::ExpectedToken, {}) << 'c' << "text";
  EXPECT_EQ(engine.diagnostics()[0].message(), "expected -3, found 0.5");
  EXPECT_EQ(engine.diagnostics()[1].message(), "expected 18446744073709551615, found 0.30000000000000004");
  EXPECT_EQ(engine.diagnostics()[2].message(), "expected c, found text");
}

TEST(DiagnosticEngine, CountsErrorsAndWarningsApart) {
  DiagnosticEngine engine;
  EXPECT_FALSE(engine.hasErrors());
  engine.report(DiagnosticKind::NamedEscapeKept, {}) << "x";
  EXPECT_FALSE(engine.hasErrors());
  EXPECT_EQ(engine.warningCount(), 1u);
  engine.report(DiagnosticKind::StrayBackslash, {});
  EXPECT_TRUE(engine.hasErrors());
  engine.clear();
  EXPECT_FALSE(engine.hasErrors());
  EXPECT_TRUE(engine.diagnostics().empty());
}

TEST(DiagnosticEngine, KeepsNoMoreErrorsThanItsLimit) {
  DiagnosticEngine engine;
  engine.setErrorLimit(2);
  for (int i = 0; i < 5; ++i) {
    engine.report(DiagnosticKind::StrayBackslash, {}).note({}, "n").hint("h") << 1;
  }
  EXPECT_EQ(engine.diagnostics().size(), 2u);
  EXPECT_EQ(engine.errorCount(), 5u);
  EXPECT_EQ(engine.suppressedCount(), 3u);
}

TEST(DiagnosticEngine, SortsByPlaceAndKeepsTheOrderOfEqualPlaces) {
  SourceBuffer buffer("f", "0123456789");
  DiagnosticEngine engine;
  engine.report(DiagnosticKind::UnclosedBracket, {&buffer, 9, 10}) << "first";
  engine.report(DiagnosticKind::UnclosedBracket, {&buffer, 5, 6}) << "a";
  engine.report(DiagnosticKind::UnclosedBracket, {&buffer, 1, 2}) << "b";
  engine.report(DiagnosticKind::UnclosedBracket, {&buffer, 5, 6}) << "c";
  engine.sortFrom(1);
  std::string order;
  for (const Diagnostic &diagnostic : engine.diagnostics()) {
    order += diagnostic.arguments[0] + " ";
  }
  EXPECT_EQ(order, "first b a c ");
}

TEST(DiagnosticEngine, LeavesDiagnosticsOfSeveralBuffersInOrder) {
  SourceBuffer one("1", "xx"), two("2", "xx");
  DiagnosticEngine engine;
  engine.report(DiagnosticKind::StrayBackslash, {&one, 1, 2});
  engine.report(DiagnosticKind::StrayBackslash, {&two, 0, 1});
  engine.sortFrom(0);
  EXPECT_EQ(engine.diagnostics()[0].range.buffer, &one);
}
