// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launch expressions: values, errors, and both written forms.
#include "tkc/LaunchExpr/Expression.h"

#include "tkc/LaunchExpr/Json.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace tkc;
using namespace tkc::launch;

static const Environment sizes = {{"M", 100},       {"N", 64},         {"BLOCK", 32},     {"zero", 0},
                                  {"x.nbytes", 12}, {"x.shape[1]", 7}, {"big", INT64_MAX}};

static Expression parsed(std::string_view text) {
  Result<Expression> expression = parseExpression(text);
  EXPECT_TRUE(expression) << expression.error();
  return *expression;
}

static int64_t valueOf(std::string_view text) {
  Result<int64_t> value = evaluate(parsed(text), sizes);
  EXPECT_TRUE(value) << value.error();
  return *value;
}

static std::string errorOf(std::string_view text) {
  Result<Expression> expression = parseExpression(text);
  if (!expression) {
    return expression.error();
  }
  Result<int64_t> value = evaluate(*expression, sizes);
  return value ? "" : value.error();
}

TEST(LaunchExpr, Arithmetic) {
  EXPECT_EQ(valueOf("1 + 2 * 3 - 4"), 3);
  EXPECT_EQ(valueOf("(1 + 2) * 3"), 9);
  EXPECT_EQ(valueOf("10 - 4 - 3"), 3);
  EXPECT_EQ(valueOf("2 * 7 // 4 % 2"), 1);
  EXPECT_EQ(valueOf("-M + +N"), -36);
  EXPECT_EQ(valueOf("- -3"), 3);
  EXPECT_EQ(valueOf("cdiv(M, BLOCK) * cdiv(N, BLOCK)"), 8);
  EXPECT_EQ(valueOf("min(M, N, 3) + max(M, N)"), 103);
  EXPECT_EQ(valueOf("next_power_of_2(M)"), 128);
  EXPECT_EQ(valueOf("next_power_of_2(64) + next_power_of_2(1) + next_power_of_2(0)"), 65);
}

TEST(LaunchExpr, DivisionRoundsDownAsInPython) {
  EXPECT_EQ(valueOf("-7 // 2"), -4);
  EXPECT_EQ(valueOf("7 // -2"), -4);
  EXPECT_EQ(valueOf("-7 % 2"), 1);
  EXPECT_EQ(valueOf("7 % -2"), -1);
  EXPECT_EQ(valueOf("-8 // 2"), -4);
  EXPECT_EQ(valueOf("5 // -1 + 5 % -1"), -5);
  EXPECT_EQ(valueOf("cdiv(-7, 2)"), -3);
  EXPECT_EQ(valueOf("cdiv(big, 2)"), int64_t(1) << 62);
}

TEST(LaunchExpr, TruthAndChoice) {
  EXPECT_EQ(valueOf("M > N"), 1);
  EXPECT_EQ(valueOf("1 < M <= 100 != 5"), 1);
  EXPECT_EQ(valueOf("1 < M < 50"), 0);
  EXPECT_EQ(valueOf("(1 < M) < 50"), 1);
  EXPECT_EQ(valueOf("not M % 3 == 0 and N"), 64);
  EXPECT_EQ(valueOf("zero or 5"), 5);
  EXPECT_EQ(valueOf("1 if M >= 101 else 2 if N == 64 else 3"), 2);
  EXPECT_EQ(valueOf("True + False"), 1);
  // Only the chosen side is evaluated.
  EXPECT_EQ(valueOf("zero and 1 // zero"), 0);
  EXPECT_EQ(valueOf("7 if zero == 0 else 1 // zero"), 7);
}

TEST(LaunchExpr, NamesOfPythonHosts) {
  EXPECT_EQ(valueOf("triton.cdiv(M, META['BLOCK'])"), 4);
  EXPECT_EQ(valueOf("tl.cdiv(args[\"M\"], BLOCK)"), 4);
  EXPECT_EQ(valueOf("x.nbytes * x.shape[1]"), 84);
}

TEST(LaunchExpr, Tuples) {
  auto tuple = [](std::string_view text) { return *evaluateTuple(parsed(text), sizes); };
  EXPECT_EQ(tuple("(M, 2, 3)"), (std::vector<int64_t>{100, 2, 3}));
  EXPECT_EQ(tuple("M, 2"), (std::vector<int64_t>{100, 2}));
  EXPECT_EQ(tuple("(M,)"), (std::vector<int64_t>{100}));
  EXPECT_EQ(tuple("M,"), (std::vector<int64_t>{100}));
  EXPECT_EQ(tuple("()"), (std::vector<int64_t>{}));
  EXPECT_EQ(tuple("M"), (std::vector<int64_t>{100}));
  EXPECT_EQ(tuple("(1, 2) if M > 5 else (3, 4)"), (std::vector<int64_t>{1, 2}));
  EXPECT_EQ(errorOf("(1, 2)"), "expects one number, got a tuple in `(1, 2)`");
}

TEST(LaunchExpr, EvaluationErrors) {
  EXPECT_EQ(errorOf("K + 1"), "unknown name `K`");
  EXPECT_EQ(errorOf("M // zero"), "division by zero in `M // zero`");
  EXPECT_EQ(errorOf("M % zero"), "division by zero in `M % zero`");
  EXPECT_EQ(errorOf("cdiv(M, zero)"), "division by zero in `cdiv(M, zero)`");
  EXPECT_EQ(errorOf("cdiv(M, -2)"), "cdiv by a negative number in `cdiv(M, -2)`");
  EXPECT_EQ(errorOf("big + 1"), "overflow of 64 bits in `big + 1`");
  EXPECT_EQ(errorOf("-big - 2"), "overflow of 64 bits in `-big - 2`");
  EXPECT_EQ(errorOf("big * 2"), "overflow of 64 bits in `big * 2`");
  EXPECT_EQ(errorOf("-(-big - 1)"), "overflow of 64 bits in `-(-big - 1)`");
  EXPECT_EQ(errorOf("(-big - 1) // -1"), "overflow of 64 bits in `(-big - 1) // -1`");
  EXPECT_EQ(errorOf("next_power_of_2(big)"), "overflow of 64 bits in `next_power_of_2(big)`");
}

TEST(LaunchExpr, SyntaxErrorsTellThePosition) {
  EXPECT_EQ(errorOf(""), "expects a value at column 1 of ``");
  EXPECT_EQ(errorOf("1 +"), "expects a value at column 4 of `1 +`");
  EXPECT_EQ(errorOf("1 2"), "unexpected `2` at column 3 of `1 2`");
  EXPECT_EQ(errorOf("M / 2"), "unexpected `/` at column 3 of `M / 2`");
  EXPECT_EQ(errorOf("(1"), "expects `,` or `)` at column 3 of `(1`");
  EXPECT_EQ(errorOf("1 if M"), "expects `else` at column 7 of `1 if M`");
  EXPECT_EQ(errorOf("1.5"), "expects an integer at column 2 of `1.5`");
  EXPECT_EQ(errorOf("99999999999999999999"),
            "the integer does not fit into 64 bits at column 1 of `99999999999999999999`");
  EXPECT_EQ(errorOf("sqrt(4)"),
            "unknown function `sqrt` (there are cdiv, min, max, next_power_of_2) at column 8 of `sqrt(4)`");
  EXPECT_EQ(errorOf("cdiv(1)"), "wrong number of arguments of `cdiv` at column 8 of `cdiv(1)`");
  EXPECT_EQ(errorOf("x[M]"), "expects a quoted name or an index at column 3 of `x[M]`");
  EXPECT_NE(errorOf("ifx + else").find("unexpected `else`"), std::string::npos);
}

TEST(LaunchExpr, DeepNestingIsAnErrorNotACrash) {
  EXPECT_NE(errorOf(std::string(100000, '(')).find("nests too deeply"), std::string::npos);
  EXPECT_NE(errorOf(std::string(100000, '-') + "M").find("nests too deeply"), std::string::npos);
  std::string sum = "1";
  for (int i = 0; i < 100000; ++i) {
    sum += "+1";
  }
  EXPECT_NE(errorOf(sum).find("too long"), std::string::npos);
  nlohmann::ordered_json json = 1;
  for (int i = 0; i < 1000; ++i) {
    json = nlohmann::ordered_json::array({"neg", std::move(json)});
  }
  EXPECT_EQ(fromJson(json).error(), "a launch expression nests too deeply");
}

static const char *const roundTrips[] = {"M",
                                         "-3",
                                         "-(3)",
                                         "-M",
                                         "(-3) * M",
                                         "-M * N",
                                         "-(M * N)",
                                         "M - (N - 1)",
                                         "M - N - 1",
                                         "M * (N + 1)",
                                         "M // (N // 2) % 3",
                                         "(M < N) < 1",
                                         "M < N and N < 1",
                                         "not M == N",
                                         "(not M) == N",
                                         "not (M and N)",
                                         "M or N and 3",
                                         "(M or N) and 3",
                                         "(1 if M else 2) if N else 3",
                                         "1 if M else 2 if N else 3",
                                         "1 if (2 if M else 3) else 4",
                                         "cdiv(M + 1, min(N, 2, 3))",
                                         "()",
                                         "(M,)",
                                         "(M, (N, 2))",
                                         "next_power_of_2(max(M, N))",
                                         "x.shape[1] + x.nbytes"};

TEST(LaunchExpr, TextAndJsonComeBackEqual) {
  for (const char *text : roundTrips) {
    Expression tree = parsed(text);
    EXPECT_EQ(formatExpression(tree), formatExpression(parsed(formatExpression(tree)))) << text;
    EXPECT_EQ(parsed(formatExpression(tree)), tree) << text << " printed as " << formatExpression(tree);
    Result<Expression> again = fromJson(toJson(tree));
    ASSERT_TRUE(again) << again.error();
    EXPECT_EQ(*again, tree);
  }
}

TEST(LaunchExpr, JsonForm) {
  EXPECT_EQ(toJson(parsed("(cdiv(M, 64), 1)")).dump(), R"(["tuple",["cdiv","M",64],1])");
  auto errorOfJson = [](const char *text) { return fromJson(nlohmann::ordered_json::parse(text)).error(); };
  EXPECT_EQ(errorOfJson(R"(["sin", 1])"), "unknown operator `sin` in a launch expression");
  EXPECT_EQ(errorOfJson(R"(["+", 1])"), "operator `+` got 1 operands");
  EXPECT_NE(errorOfJson(R"({"a": 1})"), "");
  EXPECT_NE(errorOfJson("1.5"), "");
  EXPECT_NE(errorOfJson("18446744073709551615"), "");
  EXPECT_NE(errorOfJson("[]"), "");
  EXPECT_NE(errorOfJson("\"\""), "");
}

TEST(LaunchExpr, SubstitutionFoldsWhatIsKnown) {
  Environment known = {{"BLOCK", 32}, {"zero", 0}};
  auto folded = [&](std::string_view text) { return formatExpression(substitute(parsed(text), known)); };
  EXPECT_EQ(folded("(cdiv(M, BLOCK * 2), 1 + 1)"), "(cdiv(M, 64), 2)");
  EXPECT_EQ(folded("M if BLOCK > 16 else N"), "M");
  EXPECT_EQ(folded("zero or M"), "M");
  EXPECT_EQ(folded("BLOCK and M"), "M");
  EXPECT_EQ(folded("BLOCK or M"), "32");
  EXPECT_EQ(folded("1 // zero"), "1 // 0");
  EXPECT_EQ(namesIn(parsed("cdiv(M, BLOCK) + M * x.nbytes")), (std::vector<std::string>{"M", "BLOCK", "x.nbytes"}));
}
