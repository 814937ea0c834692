// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls of helpers, closures, compile-time functions and builtins.
#include <gtest/gtest.h>

#include "ElaborateKernel.h"

namespace tkc::elaborate::test {

TEST(Call, inlinesHelpersWithTheirCallChain) {
  const char *source = R"(
@triton.jit
def inner(x):
    return x * 2

@triton.jit
def outer(x):
    return inner(x) + 1

@triton.jit
def kernel(p: "*i32", n: "i32"):
    tl.store(p, outer(n))
    tl.store(p, outer(n))
)";
  Elaborated result = elaborateText(source);
  ASSERT_TRUE(result.verifies) << result.messages;
  const OpRecord &multiply = result.ops.records()[0];
  EXPECT_EQ(multiply.op, "arith.muli");
  EXPECT_EQ(multiply.range.text(), "x * 2");
  ASSERT_EQ(multiply.callers.size(), 2u);
  EXPECT_EQ(multiply.callers[0].text(), "inner(x)");
  EXPECT_EQ(multiply.callers[1].text(), "outer(n)");
  expectInOrder(result.irWithLocations, {"callsite("});
}

TEST(Call, specialisesHelpersOnCompileTimeArguments) {
  expectIr(R"(
@triton.jit
def scale(x, MODE, BLOCK: tl.constexpr = 4):
    if MODE == "double":
        x = x * 2
    elif MODE == "square":
        x = x * x
    return x + tl.arange(0, BLOCK)

@triton.jit
def kernel(p: "*i32", n: "i32"):
    a = scale(n, "double")
    b = scale(BLOCK=8, MODE="square", x=n)
    tl.store(p + tl.arange(0, 4), a)
    tl.store(p + tl.arange(0, 8), b)
)",
           {"!scf.if", "arith.muli", "tk.make_range 0, 4", "arith.muli %arg1, %arg1", "tk.make_range 0, 8", "tk.store",
            "tk.store"});
}

TEST(Call, passesFunctionsTuplesAndStarredArguments) {
  expectIr(R"(
@triton.jit
def add(a, b):
    return a + b

@triton.jit
def apply(function, *items):
    first, second = items
    return function(*items), function(second, first)

@triton.jit
def kernel(p: "*i32", n: "i32", m: "i32"):
    pair = (n, m)
    x, y = apply(add, *pair)
    tl.store(p, x - y)
)",
           {"arith.addi %arg1, %arg2", "arith.addi %arg2, %arg1", "arith.subi", "tk.store"});
}

TEST(Call, callsClosuresAndLambdas) {
  expectIr(
      R"(
@triton.jit
def transform(x, score_mod):
    return score_mod(x, 3)

@triton.jit
def kernel(p: "*i32", n: "i32", m: "i32"):
    offset = m + 1
    def shift(x, by):
        return x * by + offset
    a = transform(n, shift)
    b = transform(n, lambda x, by: x - by * offset)
    tl.store(p, a + b)
)",
      {"arith.addi %arg2", "arith.muli %arg1, %c3_i32", "arith.addi", "arith.muli", "arith.subi %arg1", "tk.store"});
}

TEST(Call, endsRecursionAtCompileTime) {
  expectIr(R"(
@triton.jit
def power(x, n: tl.constexpr):
    if n == 0:
        return x
    return power(x * x, n - 1)

@triton.jit
def kernel(p: "*i32", n: "i32"):
    tl.store(p, power(n, 3))
)",
           {"arith.muli", "arith.muli", "arith.muli", "tk.store"});
}

TEST(Call, evaluatesCompileTimeFunctions) {
  expectIr(R"(
@triton.constexpr_function
def half(n):
    return n // 2

SIZES = [half(n) for n in (8, 16)]

@triton.jit
def kernel(p: "*i32", n: "i32"):
    tl.store(p + tl.arange(0, SIZES[1]), n)
    tl.store(p + tl.arange(0, half(8)), n)
)",
           {"tk.make_range 0, 8", "tk.make_range 0, 4"});
}

TEST(Call, leavesInRunTimeBranchesOfHelpers) {
  expectIr(R"(
@triton.jit
def put(p, n):
    if n == 0:
        return
    tl.store(p, n)

@triton.jit
def kernel(p: "*i32", n: "i32"):
    put(p, n)
    tl.store(p + 1, n)
)",
           {"scf.if", "tk.store %arg0", "}", "tk.addptr", "tk.store"});
}

TEST(Call, usesPythonsBuiltinsOnRunTimeValues) {
  expectIr(R"(
@triton.jit
def kernel(p: "*i32", q: "*fp32", n: "i32", m: "i32"):
    tl.store(p, min(n, m, 3))
    tl.store(q, float(n) + float("inf"))
    tl.store(p, max(n, m) if isinstance(n, tl.tensor) else undefined())
    tl.store(p, len((n, m)))
)",
           {"arith.minsi", "arith.minsi", "arith.sitofp", "arith.maxsi", "tk.store"});
}

TEST(Call, asksForAttributesByName) {
  expectIr(R"(
@triton.jit
def kernel(p: "*i32", n: "i32", MODE: tl.constexpr = "fast"):
    if hasattr(n, "dtype") and not hasattr(n, "nothing") and MODE.value == "fast":
        tl.store(p, getattr(n, "to")(tl.int32) + getattr(n, "nothing", 7))
    while tl.condition(tl.load(p) > 0):
        pass
)",
           {"!scf.if", "arith.constant 7", "tk.store", "scf.while", "tk.load", "scf.condition"});
}

TEST(Call, letsCompileTimeLibrariesWorkOnRunTimeValues) {
  expectIr(R"(
import functools

@triton.jit
def kernel(p: "*i32", n: "i32", m: "i32"):
    product = functools.reduce(lambda a, b: a * b, (n, m, 5))
    pairs = [a - b for a, b in zip((n, m), (m, n))]
    if n is not None and n != None:
        tl.store(p, product + sum(pairs))
)",
           {"!scf.if", "arith.muli %arg1, %arg2", "arith.muli", "arith.subi %arg1, %arg2", "arith.subi %arg2, %arg1",
            "arith.addi", "tk.store"});
}

TEST(Call, choosesAndCombinesAtCompileTime) {
  expectIr(R"(
@triton.jit
def kernel(p: "*i32", n: "i32", A: tl.constexpr = 3, MODE: tl.constexpr = "fast"):
    if 1 < A <= 3 and MODE in ("fast", "slow") and not (A != 3 and undefined()):
        tl.store(p, n)
    x = 1 if MODE == "fast" else undefined()
    values = [n + i for i in (1, 2, 3) if i != 2]
    a, b = values
    first, *rest = (n, 2, 3)
    tl.static_assert(len(rest) == 2, f"{len(rest)} items")
    tl.store(p, a + b + x)
)",
           {"tk.store", "tk.store"});
}

TEST(Call, reportsFailingAssertionsWithTheirMessages) {
  expectErrors(R"(
@triton.jit
def check(n: tl.constexpr):
    tl.static_assert(n % 2 == 0, f"{n} is odd")

@triton.jit
def kernel(p: "*i32", n: "i32"):
    check(3)
    assert 1 == 2, "never"
    tl.static_assert(n > 0)
)",
               {"test.tk:4:5: error: the assertion fails: 3 is odd [AssertionFails]",
                "test.tk:8:5: note: called from here", "error: the assertion fails: never", "[ConditionNotConstexpr]"});
}

TEST(Call, printsAtCompileTime) {
  Elaborated result = elaborateText(R"(
@triton.jit
def kernel(p: "*i32", n: "i32", A: tl.constexpr = 3):
    tl.static_print("A is", A, n)
)");
  expectInOrder(result.messages, {"test.tk:4:5: remark: A is 3 int32 [StaticPrint]"});
}

TEST(Call, reportsArgumentsThatDoNotFit) {
  expectErrors(R"(
@triton.jit
def helper(a, b, SIZE: tl.constexpr = 1):
    return a + b

@triton.jit
def kernel(p: "*i32", n: "i32"):
    helper(n)
    helper(n, n, 2, 3)
    helper(n, n, size=2)
    n()
    tl.store(p, missing(n))
)",
               {"test.tk:8:5: error: TypeError", "[CompileTimeException]", "test.tk:9:5: error: TypeError",
                "test.tk:10:5: error: TypeError", "[NotCallable]", "error: `missing` is not defined [NameNotDefined]"});
}

TEST(Call, givesConstexprNamesValuesThatAreMadeOfNumbers) {
  expectIr(R"(
@triton.jit
def kernel(p: "*fp32"):
    mask: tl.constexpr = tl.cast(127 << 23, tl.float32, bitcast=True)
    tl.store(p, mask)
)",
           {"tk.store"});
}

TEST(Call, makesDataTypesCasts) {
  expectIr(R"(
@triton.jit
def kernel(p: "*fp32", n: "i32"):
    tl.store(p, tl.float32(n))
)",
           {"arith.sitofp"});
}

TEST(Call, passesRunTimeValuesToConstexprParametersOfHelpers) {
  expectIr(R"(
@triton.jit
def helper(a, SIZE: tl.constexpr):
    return a + SIZE

@triton.jit
def kernel(p: "*i32", n: "i32"):
    tl.store(p, helper(n, n * n))
)",
           {"arith.muli", "arith.addi"});
}

TEST(Call, reportsEndlessRecursionOnce) {
  expectErrors(R"(
@triton.jit
def forever(n):
    return forever(n + 1)

@triton.jit
def kernel(p: "*i32", n: "i32"):
    tl.store(p, forever(n))
)",
               {"[CallsTooDeep]", "!error"});
}

TEST(Call, reportsEndlessUnrolling) {
  expectErrors(R"(
@triton.jit
def kernel(p: "*i32", n: "i32"):
    for i in tl.static_range(2000000):
        tl.store(p, n + i)
)",
               {"[ElaborationTooLong]", "!error"});
}

TEST(Call, keepsTheBudgetThatIsGiven) {
  const char *text = R"(
@triton.jit
def kernel(p: "*i32", n: "i32"):
    for i in tl.static_range(200):
        tl.store(p, n + i)
)";
  EXPECT_EQ(elaborateText(text).messages, "");
  Budget budget;
  budget.steps = 1000;
  EXPECT_NE(elaborateText(text, "kernel", budget).messages.find("[ElaborationTooLong]"), std::string::npos);
}

TEST(Call, reportsUnusedResults) {
  expectErrors(R"(
@triton.must_use_result("it frees nothing")
@triton.jit
def helper(a):
    return a + 1

@triton.jit
def kernel(n: "i32"):
    helper(n)
)",
               {"error: the result of `helper` must be used [ResultUnused]"});
}

} // namespace tkc::elaborate::test
