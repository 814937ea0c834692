// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// match statements, all patterns, and `match` as a name.
#include "ParseText.h"

using namespace tkc::parse;

/// The tree of one pattern.
static std::string patternOf(const std::string &pattern) {
  std::string tree = treeOf("match x:\n  case " + pattern + ": pass");
  size_t begin = tree.find("pattern: "), end = tree.find("      body:\n");
  return end == std::string::npos ? tree : tree.substr(begin + 9, end - begin - 9);
}

static std::string patternError(const std::string &pattern) {
  return errorsOf("match x:\n  case " + pattern + ": pass");
}

TEST(Match, IsANameUnlessAStatementFollows) {
  EXPECT_EQ(errorsOf("match = 1\nmatch(x)\nmatch[x]\nmatch * x\nmatch.y\nmatch, z\nmatch: int\nmatch[a]: int"), "");
  EXPECT_EQ(treeOf("match(x):\n  case 1: pass").substr(0, 12), "  MatchStmt\n");
  EXPECT_EQ(treeOf("match -x:\n  case 1: pass").substr(0, 12), "  MatchStmt\n");
  EXPECT_EQ(treeOf("match *a, b:\n  case 1: pass").substr(0, 12), "  MatchStmt\n");
  EXPECT_EQ(errorsOf("case = 1\n_ = 2"), "");
}

TEST(Match, SubjectGuardAndBody) {
  EXPECT_EQ(treeOf("match a, b:\n  case c if d: e"), "  MatchStmt\n"
                                                     "    subject: TupleExpr\n"
                                                     "      element: NameExpr 'a'\n"
                                                     "      element: NameExpr 'b'\n"
                                                     "    case\n"
                                                     "      pattern: CapturePattern 'c'\n"
                                                     "      guard: NameExpr 'd'\n"
                                                     "      body:\n"
                                                     "        ExpressionStmt\n"
                                                     "          value: NameExpr 'e'\n");
}

TEST(Match, SimplePatterns) {
  EXPECT_EQ(patternOf("_"), "WildcardPattern\n");
  EXPECT_EQ(patternOf("a"), "CapturePattern 'a'\n");
  EXPECT_EQ(patternOf("None"), "ValuePattern\n        value: NoneExpr\n");
  EXPECT_EQ(patternOf("'a' 'b'"), "ValuePattern\n        value: StringExpr 'ab'\n");
  EXPECT_EQ(patternOf("a.b"), "ValuePattern\n        value: AttributeExpr 'b'\n          object: NameExpr 'a'\n");
  EXPECT_EQ(patternOf("-1 + 2j"), "ValuePattern\n"
                                  "        value: BinaryExpr '+'\n"
                                  "          left: UnaryExpr '-'\n"
                                  "            operand: IntExpr 1\n"
                                  "          right: ImaginaryExpr 2\n");
}

TEST(Match, PatternsWithParts) {
  EXPECT_EQ(patternOf("1 | 2 as n"), "AsPattern 'n'\n"
                                     "        pattern: OrPattern\n"
                                     "          alternative: ValuePattern\n"
                                     "            value: IntExpr 1\n"
                                     "          alternative: ValuePattern\n"
                                     "            value: IntExpr 2\n");
  EXPECT_EQ(patternOf("a, *_"), "SequencePattern\n"
                                "        element: CapturePattern 'a'\n"
                                "        element: StarPattern\n");
  EXPECT_EQ(patternOf("[(a), ()]"), "SequencePattern\n"
                                    "        element: CapturePattern 'a'\n"
                                    "        element: SequencePattern\n");
  EXPECT_EQ(patternOf("{'k': v, a.b: _, **rest}"), "MappingPattern rest='rest'\n"
                                                   "        key: StringExpr 'k'\n"
                                                   "        pattern: CapturePattern 'v'\n"
                                                   "        key: AttributeExpr 'b'\n"
                                                   "          object: NameExpr 'a'\n"
                                                   "        pattern: WildcardPattern\n");
  EXPECT_EQ(patternOf("m.C(a, *_, k=b,)").find("[ExpectedPattern]") != std::string::npos, true);
  EXPECT_EQ(patternOf("m.C(a, k=b,)"), "ClassPattern\n"
                                       "        class: AttributeExpr 'C'\n"
                                       "          object: NameExpr 'm'\n"
                                       "        positional: CapturePattern 'a'\n"
                                       "        keyword 'k': CapturePattern 'b'\n");
}

TEST(Match, WrongPatterns) {
  EXPECT_EQ(patternError("+1"), "2:8: expected a pattern, found `+` [ExpectedPattern]\n");
  EXPECT_EQ(patternError("*a"), "2:8: a starred expression can't stand alone here [MisplacedStar]\n");
  EXPECT_EQ(patternError("(*a)"), "2:9: a starred expression can't stand alone here [MisplacedStar]\n");
  EXPECT_EQ(patternError("a as _"), "2:13: expected a name to bind, found `_` [ExpectedToken]\n");
  EXPECT_EQ(patternError("{a: 1}"), "2:9: the key of a mapping pattern must be a literal or a dotted name "
                                    "[InvalidPatternKey]\n");
  EXPECT_EQ(patternError("{[1]: 1}"), "2:9: the key of a mapping pattern must be a literal or a dotted name "
                                      "[InvalidPatternKey]\n");
  EXPECT_EQ(patternError("{**r, 'a': 1}"), "2:14: expected `,` or `}`, found a string [MissingComma]\n");
  EXPECT_EQ(patternError("f'{x}'"), "2:8: an f-string can't be a pattern [FormatStringInPattern]\n");
  EXPECT_EQ(patternError("C(a=1, b)"), "2:15: a positional argument follows a keyword argument "
                                       "[PositionalAfterKeyword]\n");
  EXPECT_EQ(patternError("2j + 1j"), "2:13: expected a complex number of a real and an imaginary part, found a number "
                                     "[ExpectedToken]\n");
}

// Who looks at the tree in spite of errors finds one star at most.
TEST(Match, SequencesKeepOneStar) {
  EXPECT_EQ(patternError("*a, 5, *b"), "2:15: a sequence pattern has one star at most [SeveralStars]\n");
  tkc::SourceBuffer buffer("t", "match x:\n  case [*a, 5, *b, *c]: pass");
  tkc::DiagnosticEngine diagnostics;
  std::string tree = tkc::ast::print(*parseModule(buffer, diagnostics), {});
  size_t star = tree.find("StarPattern");
  EXPECT_NE(star, std::string::npos);
  EXPECT_EQ(tree.find("StarPattern", star + 1), std::string::npos) << tree;
}

TEST(Match, TheBlockHoldsOnlyCases) {
  EXPECT_EQ(errorsOf("match x:\n  y\n  case 1: pass"), "2:3: expected `case`, found `y` [ExpectedToken]\n");
  EXPECT_EQ(errorsOf("match x:\ncase 1: pass"), "2:1: expected an indented block after `match` [ExpectedBlock]\n"
                                                "2:6: expected the end of the statement, found a number "
                                                "[ExpectedStatementEnd]\n");
  EXPECT_EQ(errorsOf("match x\n  case 1: pass"), "1:8: expected `:` after `match` [MissingColon]\n");
  EXPECT_EQ(errorsOf("match x:\n  case 1 pass"), "2:10: expected `:` after `case`, found `pass` [ExpectedToken]\n");
  EXPECT_EQ(errorsOf("match x: case 1: pass"),
            "1:10: expected the end of the line after `match …:`, found `case` [ExpectedToken]\n");
}
