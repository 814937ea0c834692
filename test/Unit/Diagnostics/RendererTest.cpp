// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Diagnostics as text and as JSON.
#include "tkc/Diagnostics/DiagnosticRenderer.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace tkc;

/// Reports one error at [begin, end) and renders it.
static std::string render(const SourceBuffer &buffer, uint32_t begin, uint32_t end) {
  DiagnosticEngine engine;
  engine.report(DiagnosticKind::UnmatchedBracket, {&buffer, begin, end}) << ")";
  return renderText(engine);
}

TEST(TextRenderer, ShowsPlaceTextNameLineCaretsNotesAndHint) {
  SourceBuffer buffer("matmul.tk", "a = (1\nx = b]\n");
  DiagnosticEngine engine;
  engine.report(DiagnosticKind::MismatchedBracket, {&buffer, 12, 13})
          .note({&buffer, 4, 5}, "opened here")
          .hint("close it")
      << "]" << "(";
  EXPECT_EQ(renderText(engine), "matmul.tk:2:6: error: this `]` does not close `(` [MismatchedBracket]\n"
                                "    2 | x = b]\n"
                                "      |      ^\n"
                                "matmul.tk:1:5: note: opened here\n"
                                "hint: close it\n");
}

TEST(TextRenderer, UnderlinesTheWholeRangeOnItsFirstLine) {
  SourceBuffer buffer("f", "abc def\nghi");
  EXPECT_EQ(render(buffer, 4, 11), "f:1:5: error: this `)` closes nothing [UnmatchedBracket]\n"
                                   "    1 | abc def\n"
                                   "      |     ^^^\n");
}

TEST(TextRenderer, AnEmptyRangeGetsOneCaretAlsoAtTheEnd) {
  SourceBuffer buffer("f", "ab");
  EXPECT_EQ(render(buffer, 2, 2), "f:1:3: error: this `)` closes nothing [UnmatchedBracket]\n"
                                  "    1 | ab\n"
                                  "      |   ^\n");
}

TEST(TextRenderer, CaretsStandUnderCodePointsAndTabsBecomeBlanks) {
  SourceBuffer buffer("f", "\t\xC3\xA9 = )");
  EXPECT_EQ(render(buffer, 6, 7), "f:1:7: error: this `)` closes nothing [UnmatchedBracket]\n"
                                  "    1 |  \xC3\xA9 = )\n"
                                  "      |      ^\n");
}

TEST(TextRenderer, ReplacesControlCharactersAndBrokenBytes) {
  SourceBuffer buffer("f", std::string("a\x1b\0\xff)", 5));
  EXPECT_EQ(render(buffer, 4, 5), "f:1:5: error: this `)` closes nothing [UnmatchedBracket]\n"
                                  "    1 | a\?\?\?)\n"
                                  "      |     ^\n");
}

TEST(TextRenderer, CutsLongLinesToAWindow) {
  SourceBuffer buffer("f", std::string(5000, 'x') + ")" + std::string(5000, 'y'));
  std::string text = render(buffer, 5000, 5001);
  EXPECT_LT(text.size(), 700u);
  EXPECT_NE(text.find("x)y"), std::string::npos);
  EXPECT_NE(text.find(std::string(120, ' ') + "^\n"), std::string::npos);
}

TEST(TextRenderer, WithoutAPlaceThereIsNoSnippet) {
  DiagnosticEngine engine;
  engine.report(DiagnosticKind::StrayBackslash, {}).note({}, "a note");
  EXPECT_EQ(renderText(engine),
            "error: a backslash must be the last character of its line, with a line behind it [StrayBackslash]\n"
            "note: a note\n");
}

TEST(TextRenderer, TellsHowManyErrorsAreNotShown) {
  DiagnosticEngine engine;
  engine.setErrorLimit(1);
  engine.report(DiagnosticKind::StrayBackslash, {});
  engine.report(DiagnosticKind::StrayBackslash, {});
  EXPECT_NE(renderText(engine).find("1 more error is not shown\n"), std::string::npos);
  engine.report(DiagnosticKind::StrayBackslash, {});
  EXPECT_NE(renderText(engine).find("2 more errors are not shown\n"), std::string::npos);
}

TEST(TextRenderer, ColorsOnlyOnRequest) {
  DiagnosticEngine engine;
  engine.report(DiagnosticKind::StrayBackslash, {});
  EXPECT_EQ(renderText(engine).find('\033'), std::string::npos);
  TextStyle style;
  style.color = true;
  EXPECT_NE(renderText(engine, style).find("\033[1;31merror:\033[0m"), std::string::npos);
}

TEST(JsonRenderer, HoldsAllThatTheTextShows) {
  SourceBuffer buffer("m.tk", "a\nb ]\n");
  DiagnosticEngine engine;
  engine.report(DiagnosticKind::UnmatchedBracket, {&buffer, 4, 5}).note({&buffer, 0, 1}, "here").hint("do") << "]";
  engine.report(DiagnosticKind::NamedEscapeKept, {}) << "\\N{X}";
  auto document = nlohmann::json::parse(renderJson(engine), nullptr, false);
  ASSERT_FALSE(document.is_discarded());
  EXPECT_EQ(document["suppressed"], 0);
  const auto &first = document["diagnostics"][0];
  EXPECT_EQ(first["name"], "UnmatchedBracket");
  EXPECT_EQ(first["severity"], "error");
  EXPECT_EQ(first["message"], "this `]` closes nothing");
  EXPECT_EQ(first["arguments"][0], "]");
  EXPECT_EQ(first["file"], "m.tk");
  EXPECT_EQ(first["start"]["line"], 2);
  EXPECT_EQ(first["start"]["column"], 3);
  EXPECT_EQ(first["end"]["offset"], 5);
  EXPECT_EQ(first["notes"][0]["message"], "here");
  EXPECT_EQ(first["notes"][0]["start"]["line"], 1);
  EXPECT_EQ(first["hint"], "do");
  const auto &second = document["diagnostics"][1];
  EXPECT_EQ(second["severity"], "warning");
  EXPECT_FALSE(second.contains("file"));
  EXPECT_FALSE(second.contains("hint"));
}

TEST(JsonRenderer, BrokenBytesMakeNoBrokenJson) {
  SourceBuffer buffer("\xff.tk", "x");
  DiagnosticEngine engine;
  engine.report(DiagnosticKind::UnmatchedBracket, {&buffer, 0, 1}) << "\xfe";
  auto document = nlohmann::json::parse(renderJson(engine), nullptr, false);
  EXPECT_FALSE(document.is_discarded());
}
