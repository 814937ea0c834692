// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `if`, conditional expressions, early returns.
#include <gtest/gtest.h>

#include "ElaborateKernel.h"

namespace tkc::elaborate::test {

TEST(Branch, elaboratesOnlyTheTakenSideOfACompileTimeCondition) {
  expectIr(R"(
@triton.jit
def kernel(p: "*fp32", FLAG: tl.constexpr = False, bias=None):
    if FLAG:
        undefined_name()
    elif bias is None:
        tl.store(p, 1.0)
    else:
        another_undefined_name()
)",
           {"!scf.if", "tk.store", "return"});
}

TEST(Branch, elaboratesOnlyTheTakenSideOfAnAssignedConstant) {
  expectIr(R"(
@triton.jit
def wanted():
    return True

@triton.jit
def kernel(p: "*fp32"):
    flag = False
    if flag:
        undefined_name()
    tl.store(p, 1.0 if wanted() else undefined_name())
)",
           {"!scf.if", "tk.store", "return"});
}

TEST(Branch, mergesNamesThatAreReadLater) {
  expectIr(R"(
@triton.jit
def kernel(p: "*i32", n: "i32"):
    unused = 1
    if n > 0:
        x = n + 1
        unused = 2
    else:
        x = n - 1
        unused = 3
    tl.store(p, x)
)",
           {"scf.if %", "-> (i32)", "arith.addi", "scf.yield", "else", "arith.subi", "scf.yield", "tk.store"});
}

TEST(Branch, convertsNumbersToTheTypeOfTheOtherSide) {
  expectIr(R"(
@triton.jit
def kernel(p: "*i64", n: "i64"):
    x = n if n > 0 else 7
    tl.store(p, x)
)",
           {"scf.if", "-> (i64)", "scf.yield %arg1 : i64", "else", "arith.constant 7", "scf.yield", "tk.store"});
}

TEST(Branch, putsTheRestIntoTheBranchThatGoesOn) {
  expectIr(R"(
@triton.jit
def kernel(p: "*i32", n: "i32"):
    if n == 0:
        return
    tl.store(p, n)
    if n == 1:
        return
    tl.store(p + 1, n)
)",
           {"arith.cmpi eq", "arith.xori", "scf.if", "!else", "tk.store", "arith.cmpi eq", "arith.xori", "scf.if",
            "tk.store", "}", "}", "return"});
}

TEST(Branch, guardsTheRestWhenBothBranchesMayGoOn) {
  expectIr(R"(
@triton.jit
def kernel(p: "*i32", n: "i32", m: "i32"):
    x = n
    if n == 0:
        if m == 0:
            return
        x = m
    tl.store(p, x)
)",
           {"scf.if", "-> (i32, i1)", "scf.if", "tk.store"});
}

TEST(Branch, givesTheValueOfWhicheverReturnIsReached) {
  expectIr(R"(
@triton.jit
def pick(n, a, b):
    if n == 0:
        return a
    if n == 1:
        return b
    return a + b

@triton.jit
def kernel(p: "*fp32", n: "i32", a: "fp32", b: "fp32"):
    tl.store(p, pick(n, a, b))
)",
           {"scf.if", "-> (f32)", "scf.yield %arg2", "else", "scf.if", "-> (f32)", "scf.yield %arg3", "else",
            "arith.addf", "scf.yield", "scf.yield", "tk.store"});
}

TEST(Branch, evaluatesOnlyTheChosenSideOfAConditionalExpression) {
  expectIr(R"(
@triton.jit
def kernel(p: "*fp32", q: "*fp32", n: "i32"):
    x = tl.load(p) if n > 0 else tl.load(q)
    tl.store(p, x)
)",
           {"scf.if", "-> (f32)", "tk.load %arg0", "else", "tk.load %arg1", "tk.store"});
}

TEST(Branch, mergesTuplesAndBlocks) {
  expectIr(R"(
@triton.jit
def kernel(p: "*fp32", n: "i32"):
    offsets = tl.arange(0, 16)
    pair = (offsets, n)
    if n > 0:
        pair = (offsets + 1, n + 1)
    tl.store(p + pair[0], pair[1].to(tl.float32))
)",
           {"scf.if", "-> (tensor<16xi32>, i32)", "tk.store"});
}

TEST(Branch, reportsANameThatSomePathLeavesUnbound) {
  expectErrors(R"(
@triton.jit
def kernel(p: "*i32", n: "i32"):
    if n > 0:
        x = n
    tl.store(p, x)
    tl.store(p, x)
)",
               {"test.tk:6:17: error: `x` is not defined on every path to this use [NameNotAlwaysDefined]",
                "test.tk:5:9: note: it is defined here", "test.tk:4:5: note: but not on every path through this",
                "!NameNotAlwaysDefined"});
}

TEST(Branch, reportsTypesThatDifferOnlyWhereTheNameIsUsed) {
  expectErrors(R"(
@triton.jit
def kernel(p: "*i32", n: "i32"):
    if n > 0:
        x = n
        y = n
    else:
        x = 1.5
        y = 2.5
    tl.store(p, x)
)",
               {"test.tk:10:17: error: `x` is of type int32 or fp32 here, depending on a run-time condition "
                "[NameTypesDiffer]",
                "test.tk:5:9: note: here it is of type int32", "test.tk:8:9: note: here it is of type fp32",
                "!NameTypesDiffer"});
}

TEST(Branch, reportsSidesOfConditionalExpressionsWithoutACommonType) {
  expectErrors(R"(
@triton.jit
def kernel(p: "*i32", n: "i32"):
    x = n if n > 0 else 1.5
    tl.store(p, x)
)",
               {"test.tk:4:9: error: the sides of this conditional expression have types int32 and float",
                "[ConditionalTypesDiffer]"});
}

TEST(Branch, reportsReturnsWithoutACommonType) {
  expectErrors(R"(
@triton.jit
def pick(n):
    if n == 0:
        return 1.5
    return n

@triton.jit
def kernel(p: "*i32", n: "i32"):
    tl.store(p, pick(n))
)",
               {"test.tk:6:5: error: this `return` gives int32, another one fp32 [ReturnTypesDiffer]",
                "test.tk:5:9: note: the other `return` is here", "test.tk:10:17: note: called from here"});
}

TEST(Branch, reportsPathsThatReturnNothing) {
  expectErrors(R"(
@triton.jit
def pick(n):
    if n == 0:
        return n

@triton.jit
def kernel(p: "*i32", n: "i32"):
    tl.store(p, pick(n))
)",
               {"test.tk:3:5: error: `pick` returns a value on some paths only [NotAllPathsReturn]",
                "test.tk:5:9: note: a value of type int32 is returned here"});
}

TEST(Branch, bindsTheWalrusInConditions) {
  expectIr(R"(
@triton.jit
def kernel(p: "*i32", n: "i32"):
    if (m := n + 1) > 3:
        tl.store(p, m)
)",
           {"%0 = arith.addi", "arith.cmpi sgt, %0", "scf.if", "tk.store %arg0, %0"});
}

TEST(Branch, raisesOnlyOnPathsThatAreCompiled) {
  expectErrors(R"(
@triton.jit
def kernel(p: "*i32", MODE: tl.constexpr = 2):
    if MODE == 1:
        tl.store(p, 1)
    else:
        raise ValueError("mode")
)",
               {"test.tk:7:9: error: the kernel reaches `ValueError(\"mode\")` [RaiseReached]"});
}

} // namespace tkc::elaborate::test
