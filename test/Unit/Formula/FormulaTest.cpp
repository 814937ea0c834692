// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The formulas that public kernels are compared with.
#include "../../Public/CheckValues/Formula.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace tkc::formula;

/// "[2, 3] 1 2 3 4 5 6", or the error.
static std::string show(const std::string &text) {
  Names names = {{"x", {{2, 3}, {1, 2, 3, 4, 5, 6}}}, {"v", {{3}, {2, 0, 1}}}, {"n", Values::number(2)}};
  tkc::Result<Values> value = evaluate(text, names);
  if (!value) {
    return value.error();
  }
  std::string result = "[";
  for (int64_t size : value->shape) {
    result += (result.size() == 1 ? "" : ", ") + std::to_string(size);
  }
  result += "]";
  for (double each : value->data) {
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, " %.6g", each);
    result += buffer;
  }
  return result;
}

TEST(Formula, OperatorsBroadcast) {
  EXPECT_EQ(show("x + v"), "[2, 3] 3 2 4 6 5 7");
  EXPECT_EQ(show("-x * n"), "[2, 3] -2 -4 -6 -8 -10 -12");
  EXPECT_EQ(show("x[:, :1] - v"), "[2, 3] -1 1 0 2 4 3");
  EXPECT_EQ(show("7 // 2 + 7 % 4 + 2 ** 3"), "[] 14");
  EXPECT_EQ(show("-7 // 2"), "[] -4");
  EXPECT_EQ(show("(6 & 3) + (6 | 1) + (6 ^ 3) + (1 << 4) + (17 >> 2)"), "[] 34");
  EXPECT_EQ(show("1 < v <= 2"), "[3] 1 0 0");
  EXPECT_EQ(show("~(v == 0)"), "[3] 1 0 1");
  EXPECT_EQ(show("x + x[:, :2]"), "shapes [2, 3] and [2, 2] do not meet");
}

TEST(Formula, IndicesPickSliceAndGather) {
  EXPECT_EQ(show("x[1]"), "[3] 4 5 6");
  EXPECT_EQ(show("x[-1, 0]"), "[] 4");
  EXPECT_EQ(show("x[:, ::2]"), "[2, 2] 1 3 4 6");
  EXPECT_EQ(show("v[::-1]"), "[3] 1 0 2");
  EXPECT_EQ(show("v[:, None]"), "[3, 1] 2 0 1");
  EXPECT_EQ(show("x[:, v]"), "[2, 3] 3 1 2 6 4 5");
  EXPECT_EQ(show("v[x - 1][0]"), "place 3 is outside of shape [3]");
  EXPECT_EQ(show("x[0, 0, 0]"), "there are more indices than dimensions");
}

TEST(Formula, FoldsAndLines) {
  EXPECT_EQ(show("sum(x)"), "[] 21");
  EXPECT_EQ(show("sum(x, 0)"), "[3] 5 7 9");
  EXPECT_EQ(show("mean(x, 1, keepdims=1)"), "[2, 1] 2 5");
  EXPECT_EQ(show("stack([max(x), min(x), prod(v + 1), argmax(v), argmin(v), any(v), all(v)])"), "[7] 6 1 6 0 1 1 0");
  EXPECT_EQ(show("var(x, -1)"), "[2] 0.666667 0.666667");
  EXPECT_EQ(show("logsumexp(v) - log(sum(exp(v))) < 1e-12"), "[] 1");
  EXPECT_EQ(show("cumsum(x)"), "[2, 3] 1 3 6 4 9 15");
  EXPECT_EQ(show("cumprod(x, 0)"), "[2, 3] 1 2 3 4 10 18");
  EXPECT_EQ(show("sum(softmax(x, 0), 0)"), "[3] 1 1 1");
  EXPECT_EQ(show("abs(exp(log_softmax(v)) - softmax(v)) < 1e-12"), "[3] 1 1 1");
  EXPECT_EQ(show("flip(sort(v))"), "[3] 2 1 0");
  EXPECT_EQ(show("argsort(v)"), "[3] 1 2 0");
  EXPECT_EQ(show("sum(x, 2)"), "there is no dimension 2 in shape [2, 3]");
}

TEST(Formula, Shapes) {
  EXPECT_EQ(show("reshape(x, (3, -1))"), "[3, 2] 1 2 3 4 5 6");
  EXPECT_EQ(show("x.T"), "[3, 2] 1 4 2 5 3 6");
  EXPECT_EQ(show("permute(x[None], (2, 0, 1))"), "[3, 1, 2] 1 4 2 5 3 6");
  EXPECT_EQ(show("broadcast(v, (2, 3))"), "[2, 3] 2 0 1 2 0 1");
  EXPECT_EQ(show("concat([x, x[:1]], 0)"), "[3, 3] 1 2 3 4 5 6 1 2 3");
  EXPECT_EQ(show("concat([x, x[:, :1]], -1)"), "[2, 4] 1 2 3 1 4 5 6 4");
  EXPECT_EQ(show("stack([v, v * 2], 1)"), "[3, 2] 2 4 0 0 1 2");
  EXPECT_EQ(show("repeat(v, 2, 0)"), "[6] 2 2 0 0 1 1");
  EXPECT_EQ(show("take(x, v, 1)"), "[2, 3] 3 1 2 6 4 5");
  EXPECT_EQ(show("put(x, [1], 7)"), "[2, 3] 1 2 3 7 7 7");
  EXPECT_EQ(show("tril(x) + triu(x, 1)"), "[2, 3] 1 2 3 4 5 6");
  EXPECT_EQ(show("triu(x, 1)"), "[2, 3] 0 2 3 0 0 6");
  EXPECT_EQ(show("arange(3) + full((3,), 4)"), "[3] 4 5 6");
  EXPECT_EQ(show("reshape(x, (4,))"), "shape [2, 3] has another number of elements than [4]");
}

TEST(Formula, MatricesMultiply) {
  EXPECT_EQ(show("x @ x.T"), "[2, 2] 14 32 32 77");
  EXPECT_EQ(show("stack([x, 2 * x]) @ x.T"), "[2, 2, 2] 14 32 32 77 28 64 64 154");
  EXPECT_EQ(show("x @ x"), "matrices of shapes [2, 3] and [2, 3] do not multiply");
}

TEST(Formula, FunctionsOfElements) {
  EXPECT_EQ(show("where(v > 0, v, -1)"), "[3] 2 -1 1");
  EXPECT_EQ(show("clip(x, 2, 5)"), "[2, 3] 2 2 3 4 5 5");
  EXPECT_EQ(show("round(stack([0.5, 1.5, -2.5]))"), "[3] 0 2 -2");
  EXPECT_EQ(show("trunc(-1.5) + floor(-1.5) + ceil(-1.5) + sign(-3)"), "[] -5");
  EXPECT_EQ(show("maximum(v, 1) + minimum(v, 1) + cdiv(7, 2)"), "[3] 7 5 6");
  EXPECT_EQ(show("silu(v) - v * sigmoid(v)"), "[3] 0 0 0");
  EXPECT_EQ(show("gelu(0) + relu(-1) + tanh(0) + erf(0)"), "[] 0");
}

TEST(Formula, CastsRound) {
  EXPECT_EQ(show("cast(2049, \"fp16\")"), "[] 2048");
  EXPECT_EQ(show("cast(257, \"bf16\")"), "[] 256");
  EXPECT_EQ(show("cast(500, \"fp8e4nv\")"), "[] 448");
  EXPECT_EQ(show("cast(-2.7, \"int\")"), "[] -2");
  EXPECT_EQ(show("cast(1, \"fp12\")"), "there is no type `fp12`");
}

TEST(Formula, MistakesAreTold) {
  EXPECT_EQ(show("y + 1"), "there is no `y`");
  EXPECT_EQ(show("nothing(x)"), "there is no `nothing` with 1 arguments");
  EXPECT_EQ(show("x +"), "`x +` is no expression");
  EXPECT_EQ(show("x.real"), "the only attribute is `T`, of matrices");
  EXPECT_EQ(show("concat([])"), "nothing to join");
}
