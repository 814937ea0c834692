// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions, classes, parameters, decorators.
#include "ParseText.h"

using namespace tkc::parse;

TEST(Definitions, AFunctionWithEverything) {
  EXPECT_EQ(treeOf("@a.b(c)\n@d\ndef f[T](p, /, q: int = 1, *r: *T, s=2, **t) -> int:\n  pass"),
            "  FunctionDefStmt 'f'\n"
            "    decorator: CallExpr\n"
            "      callee: AttributeExpr 'b'\n"
            "        object: NameExpr 'a'\n"
            "      argument: NameExpr 'c'\n"
            "    decorator: NameExpr 'd'\n"
            "    type parameter 'T'\n"
            "    parameter positional-only 'p'\n"
            "    parameter regular 'q'\n"
            "      annotation: NameExpr 'int'\n"
            "      default: IntExpr 1\n"
            "    parameter var-positional 'r'\n"
            "      annotation: StarredExpr\n"
            "        value: NameExpr 'T'\n"
            "    parameter keyword-only 's'\n"
            "      default: IntExpr 2\n"
            "    parameter var-keyword 't'\n"
            "    returns: NameExpr 'int'\n"
            "    body:\n"
            "      PassStmt\n");
}

TEST(Definitions, AClassWithEverything) {
  EXPECT_EQ(treeOf("@d\nclass C[T](A, *B, metaclass=M, **k): x = 1"), "  ClassDefStmt 'C'\n"
                                                                      "    decorator: NameExpr 'd'\n"
                                                                      "    type parameter 'T'\n"
                                                                      "    argument: NameExpr 'A'\n"
                                                                      "    starred: NameExpr 'B'\n"
                                                                      "    keyword 'metaclass': NameExpr 'M'\n"
                                                                      "    unpacked: NameExpr 'k'\n"
                                                                      "    body:\n"
                                                                      "      AssignStmt\n"
                                                                      "        target: NameExpr 'x'\n"
                                                                      "        value: IntExpr 1\n");
}

static std::string parameterError(const std::string &parameters) { return errorsOf("def f(" + parameters + "): pass"); }

TEST(Definitions, ParametersMustBeInOrder) {
  auto text = [](int column, const std::string &problem) {
    return "1:" + std::to_string(column) + ": parameters are out of order: " + problem + " [ParameterOrder]\n";
  };
  EXPECT_EQ(parameterError("a, *, b, c=1, d, **k,"), "");
  EXPECT_EQ(parameterError("a=1, b"), text(12, "a parameter without a default value follows one that has one"));
  EXPECT_EQ(parameterError("/, a"), text(7, "a parameter must stand before `/`"));
  EXPECT_EQ(parameterError("a, /, b, /"), text(16, "`/` may stand only once"));
  EXPECT_EQ(parameterError("*a, /"), text(11, "`/` must stand before `*`"));
  EXPECT_EQ(parameterError("*a, *b"), text(11, "`*` may stand only once"));
  EXPECT_EQ(parameterError("**a, b"), text(12, "nothing may follow the `**` parameter"));
  EXPECT_EQ(parameterError("*a=1"), text(9, "a parameter with a star can't have a default value"));
}

TEST(Definitions, ABareStarNeedsAName) {
  EXPECT_EQ(parameterError("a, *"), "1:10: a bare `*` needs a parameter after it [NoNameAfterStar]\n");
  EXPECT_EQ(parameterError("*, **k"), "1:7: a bare `*` needs a parameter after it [NoNameAfterStar]\n");
  EXPECT_EQ(errorsOf("lambda *: 1"), "1:8: a bare `*` needs a parameter after it [NoNameAfterStar]\n");
}

TEST(Definitions, BrokenHeaders) {
  EXPECT_EQ(errorsOf("def f:\n  pass"), "1:6: expected `(` and the parameters, found `:` [ExpectedToken]\n");
  EXPECT_EQ(errorsOf("def f()\n  pass"), "1:8: expected `:` after the function header [MissingColon]\n");
  EXPECT_EQ(errorsOf("def if(): pass", true), "1:5: expected the name of the function, found `if` [ExpectedToken]\n"
                                              "hint: keywords can't be used as names\n");
  EXPECT_EQ(errorsOf("def f(a, None): pass", true), "1:10: expected the name of a parameter, found `None` "
                                                    "[ExpectedToken]\nhint: keywords can't be used as names\n");
  EXPECT_EQ(errorsOf("class:\n  pass"), "1:6: expected the name of the class, found `:` [ExpectedToken]\n");
  EXPECT_EQ(errorsOf("@a\nx = 1"), "2:1: expected `def` or `class` after the decorator, found `x` [ExpectedToken]\n");
  EXPECT_EQ(errorsOf("@a b\ndef f(): pass"),
            "1:4: expected the end of the statement, found `b` [ExpectedStatementEnd]\n");
}
