// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values of string literals and the parts of f-strings.
#include "ParseText.h"

using namespace tkc;
using namespace tkc::parse;

/// The value of a string or bytes literal, or the errors.
static std::string valueOf(const std::string &text) {
  SourceBuffer buffer("t", text);
  DiagnosticEngine diagnostics;
  ast::Arena arena;
  const ast::Expr *expr = parse::parseExpression(buffer, arena, diagnostics);
  if (!expr) {
    return renderText(diagnostics);
  }
  const auto *string = llvm::dyn_cast<ast::StringExpr>(expr);
  return std::string(string ? string->value : llvm::cast<ast::BytesExpr>(expr)->value);
}

TEST(Strings, Escapes) {
  EXPECT_EQ(valueOf(R"('\\\'\"\a\b\f\n\r\t\v')"), "\\'\"\a\b\f\n\r\t\v");
  EXPECT_EQ(valueOf(R"('\0')"), std::string(1, '\0'));
  EXPECT_EQ(valueOf(R"('\101\60a\7')"), "A0a\7");
  EXPECT_EQ(valueOf(R"('\x41\u00e9\U0001F600')"), "A\u00e9\U0001F600");
  EXPECT_EQ(valueOf(R"('\777')"), "\u01ff");
  EXPECT_EQ(valueOf(R"(b'\777\xff')"), "\xff\xff");
  EXPECT_EQ(valueOf(R"(b'\u0041\N{X}')"), R"(\u0041\N{X})");
  EXPECT_EQ(valueOf(R"('\d\ ')"), R"(\d\ )");
  EXPECT_EQ(valueOf("'a\\\nb\\\r\nc'"), "abc");
  EXPECT_EQ(valueOf(R"('\ud800')"), "\xED\xA0\x80");
}

TEST(Strings, RawStringsKeepBackslashes) {
  EXPECT_EQ(valueOf(R"(r'\n\'')"), R"(\n\')");
  EXPECT_EQ(valueOf(R"(Rb'\x')"), R"(\x)");
}

TEST(Strings, LineEndsBecomeLineFeeds) {
  EXPECT_EQ(valueOf("'''a\r\nb\rc'''"), "a\nb\nc");
  EXPECT_EQ(valueOf("'''a\r\n\\x41'''"), "a\nA");
}

TEST(Strings, AdjacentLiteralsAreJoined) {
  EXPECT_EQ(valueOf("'a' r'\\b' \"c\""), "a\\bc");
  EXPECT_EQ(valueOf("b'a' b'b'"), "ab");
  EXPECT_EQ(errorsOf("'a' b'b'"), "1:5: text and bytes literals can't be joined [MixedStringKinds]\n");
  EXPECT_EQ(errorsOf("b'a' 'b'"), "1:6: text and bytes literals can't be joined [MixedStringKinds]\n");
  EXPECT_EQ(errorsOf("b'a' f'b'"), "1:6: text and bytes literals can't be joined [MixedStringKinds]\n");
  EXPECT_EQ(errorsOf("f'a' b'b'"), "1:6: text and bytes literals can't be joined [MixedStringKinds]\n");
}

TEST(Strings, BrokenEscapes) {
  EXPECT_EQ(errorsOf(R"('a\x4')"), "1:3: the escape `\\x4` is not complete [InvalidEscape]\n");
  EXPECT_EQ(errorsOf(R"('\u12g4')"), "1:2: the escape `\\u12` is not complete [InvalidEscape]\n");
  EXPECT_EQ(errorsOf(R"('\U00110000')"), "1:2: the escape `\\U00110000` is not complete [InvalidEscape]\n");
  EXPECT_EQ(errorsOf(R"('\N{a')"), "1:2: the escape `\\N` is not complete [InvalidEscape]\n");
}

TEST(Strings, NamedEscapesStayAndAreWarnedAbout) {
  EXPECT_EQ(errorsOf(R"('\N{BULLET}')"), "1:2: the escape `\\N{BULLET}` stays as it is written [NamedEscapeKept]\n");
  EXPECT_EQ(valueOf(R"('\N{BULLET}')"), "\\N{BULLET}");
}

TEST(Strings, BytesAreAscii) {
  EXPECT_EQ(errorsOf("b'é'"), "1:1: a bytes literal holds a character that is not ASCII [NonAsciiBytes]\n");
}

TEST(FormatStrings, Parts) {
  EXPECT_EQ(treeOf("'x' f'a{{{b!r:>{w}}y' 'c'"), "  ExpressionStmt\n"
                                                 "    value: FormatStringExpr\n"
                                                 "      text 'xa{'\n"
                                                 "      field !r\n"
                                                 "        value: NameExpr 'b'\n"
                                                 "        spec: FormatStringExpr\n"
                                                 "          text '>'\n"
                                                 "          field\n"
                                                 "            value: NameExpr 'w'\n"
                                                 "      text 'yc'\n");
}

TEST(FormatStrings, DebugTextKeepsBlanks) {
  EXPECT_EQ(treeOf("f'{ x + 1 = !s:3}'"), "  ExpressionStmt\n"
                                          "    value: FormatStringExpr\n"
                                          "      field !s ' x + 1 = '\n"
                                          "        value: BinaryExpr '+'\n"
                                          "          left: NameExpr 'x'\n"
                                          "          right: IntExpr 1\n"
                                          "        spec: FormatStringExpr\n"
                                          "          text '3'\n");
}

TEST(FormatStrings, EscapesInText) {
  EXPECT_EQ(exprOf(R"(f'\x41{a}\n')"), R"(f'A{a}\n')");
  EXPECT_EQ(exprOf(R"(rf'\x41{a}')"), R"(f'\\x41{a}')");
}

TEST(FormatStrings, BrokenFields) {
  EXPECT_EQ(errorsOf("f'{}'"), "1:4: expected an expression, found `}` [ExpectedExpression]\n");
  EXPECT_EQ(errorsOf("f'{a b}'"), "1:6: expected `}` at the end of the replacement field, found `b` [ExpectedToken]\n");
  EXPECT_EQ(errorsOf("f'{a!x}'", true),
            "1:6: unknown conversion of a replacement field [InvalidConversion]\nhint: write `!r`, `!s` or `!a`\n");
  EXPECT_EQ(errorsOf("f'{a! r}'"), "1:7: unknown conversion of a replacement field [InvalidConversion]\n");
  EXPECT_EQ(errorsOf("f'{lambda x: 1}'", true), "1:13: expected an expression, found the text of an f-string "
                                                "[ExpectedExpression]\nhint: put a lambda of an f-string in "
                                                "parentheses\n");
}
