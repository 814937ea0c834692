// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `for` and `while`, carried values, `break` and `continue`.
#include <gtest/gtest.h>

#include "ElaborateKernel.h"

namespace tkc::elaborate::test {

TEST(Loop, choosesTheKindAtCompileTime) {
  const std::string source = R"(
@triton.jit
def kernel(p: "*i32", SHORT: tl.constexpr = %):
    for i in (tl.static_range if SHORT else tl.range)(0, 3):
        tl.store(p + i, i)
)";
  auto with = [&source](const std::string &value) {
    std::string text = source;
    return text.replace(text.find('%'), 1, value);
  };
  expectIr(with("False"), {"scf.for"});
  expectIr(with("True"), {"tk.store", "tk.store", "tk.store"});
}

TEST(Loop, carriesNamesThatTheNextIterationReads) {
  expectIr(R"(
@triton.jit
def kernel(p: "*fp32", n: "i32"):
    acc = 0.0
    temporary = 5
    for i in range(n):
        temporary = tl.load(p + i)
        acc += temporary
    tl.store(p, acc)
)",
           {"= scf.for %arg2 = %c0_i32 to %arg1 step %c1_i32 iter_args(%arg3 = %cst) -> (f32)", "tk.load",
            "arith.addf %arg3", "scf.yield", "tk.store %arg0, %"});
}

TEST(Loop, promotesTheInductionVariable) {
  expectIr(R"(
@triton.jit
def kernel(p: "*i64", lo: "i32", hi: "i64"):
    for i in range(lo, hi, 2):
        tl.store(p + i, i)
)",
           {"arith.extsi %arg1 : i32 to i64", "scf.for", ": i64", "tk.store"});
}

TEST(Loop, comparesUnsignedBoundsUnsigned) {
  expectIr(R"(
@triton.jit
def kernel(p: "*u32", hi: "u32"):
    for i in range(hi):
        tl.store(p + i, i)
)",
           {"scf.for unsigned", "tk.store"});
}

TEST(Loop, mirrorsTheVariableOfANegativeStep) {
  expectIr(R"(
@triton.jit
def kernel(p: "*i32", n: "i32"):
    for i in range(n, 0, -2):
        tl.store(p, i)
)",
           {"%c2_i32 = arith.constant 2", "scf.for %arg2 = %c0_i32 to %arg1 step %c2_i32", "arith.subi %arg2, %c0_i32",
            "arith.subi %arg1, %", "tk.store"});
}

TEST(Loop, placesHintsOnCarriedValuesWhereTheyAreMade) {
  expectIr(R"(
@triton.jit
def kernel(p: "*fp16", starts: "*i32", n: "i32"):
    q = p + tl.load(starts)
    for i in range(n):
        tl.multiple_of(q, 16)
        tl.store(q, 0.0)
        q += n
)",
           {"tk.addptr %arg0, %0 {tk.divisibility = array<i32: 16>}", "scf.for",
            "tk.addptr %arg4, %arg2 {tk.divisibility = array<i32: 16>}", "scf.yield"});
}

TEST(Loop, placesHintsThroughWhileAndIf) {
  expectIr(R"(
@triton.jit
def kernel(p: "*i32", n: "i32"):
    i = n * 3
    while i < 100:
        if n > 4:
            i += n
        else:
            i += 16
        j = i
        tl.store(p + tl.multiple_of(j, 8), 1)
)",
           {"arith.muli %arg1, %c3_i32", "scf.while", "arith.addi %arg2, %arg1 {tk.divisibility = array<i32: 8>}",
            "arith.addi %arg2, %c16_i32 {tk.divisibility = array<i32: 8>}"});
}

TEST(Loop, keepsHintsOnTheInductionVariable) {
  expectIr(R"(
@triton.jit
def kernel(p: "*i32", lo: "i32", hi: "i32", step: "i32"):
    for i in range(lo, hi, step):
        i = tl.multiple_of(i, 8)
        tl.store(p + i, 1)
)",
           {"scf.for", "} {tk.divisibility = array<i32: 8>}"});
}

TEST(Loop, keepsTheOptionsOfTlRange) {
  expectIr(R"(
@triton.jit
def kernel(p: "*i32", n: "i32"):
    for i in tl.range(0, n, num_stages=3, flatten=True, warp_specialize=False, loop_unroll_factor=None):
        tl.store(p + i, i)
)",
           {"scf.for", "tk.store", "{tk.flatten, tk.num_stages = 3 : i32}"});
}

TEST(Loop, unrollsStaticRangesWithAConstexprVariable) {
  expectIr(R"(
@triton.jit
def kernel(p: "*i32"):
    for i in tl.static_range(2):
        size: tl.constexpr = 2 * (i + 1)
        tl.store(p + tl.arange(0, size), i)
)",
           {"!scf.for", "tk.make_range 0, 2", "tk.store", "tk.make_range 0, 4", "tk.store"});
}

TEST(Loop, unrollsOverTuples) {
  expectIr(R"(
@triton.jit
def kernel(p: "*i32", q: "*i32"):
    for pointer, value in ((p, 1), (q, 2)):
        tl.store(pointer, value)
)",
           {"tk.store %arg0", "tk.store %arg1"});
}

TEST(Loop, carriesBlockPointersAndTuples) {
  expectIr(R"(
@triton.jit
def kernel(p: "*fp32", n: "i32"):
    block = tl.make_block_ptr(p, (n,), (1,), (0,), (16,), (0,))
    state = (0, 1.0)
    for i in range(n):
        x = tl.load(block, boundary_check=(0,))
        state = (state[0] + 1, state[1] * 2.0)
        tl.store(block, x, boundary_check=(0,))
        block = tl.advance(block, (16,))
    tl.store(p, state[1])
)",
           {"scf.for", "iter_args(", "-> (i32, f32, !tk.ptr<f32>, i64, i64, i64)", "tk.load", "tk.store", "scf.yield",
            "tk.store"});
}

TEST(Loop, continuesByGuardingTheRest) {
  expectIr(R"(
@triton.jit
def kernel(p: "*i32", n: "i32"):
    count = 0
    for i in range(n):
        if i == 3:
            continue
        count += i
    tl.store(p, count)
)",
           {"scf.for", "iter_args", "arith.cmpi eq", "scf.if", "-> (i32)", "scf.yield %arg", "else", "arith.addi",
            "tk.store"});
}

TEST(Loop, breaksOutOfAForLoop) {
  expectIr(R"(
@triton.jit
def kernel(p: "*i32", n: "i32"):
    count = 0
    for i in range(n):
        if i == 3:
            break
        count += i
    tl.store(p, count)
)",
           {"scf.while", "arith.cmpi slt", "arith.andi", "scf.condition", "do", "arith.cmpi eq", "scf.if", "scf.yield",
            "tk.store"});
}

TEST(Loop, returnsFromInsideALoop) {
  expectIr(R"(
@triton.jit
def find(p, n):
    for i in range(n):
        if tl.load(p + i) == 0:
            return i
    return -1

@triton.jit
def kernel(p: "*i32", n: "i32"):
    tl.store(p, find(p, n))
)",
           {"scf.while", "scf.condition", "tk.load", "scf.if", "scf.yield", "scf.if", "-> (i32)", "tk.store"});
}

TEST(Loop, testsTheConditionOfAWhile) {
  expectIr(R"(
@triton.jit
def kernel(p: "*i32", n: "i32"):
    i = n
    while i > 0:
        i = i // 2
    tl.store(p, i)
)",
           {"scf.while (%arg2 = %arg1)", "arith.cmpi sgt, %arg2", "scf.condition(%", "do", "arith.divsi", "scf.yield",
            "tk.store"});
}

TEST(Loop, endsAnEndlessWhileByBreak) {
  expectIr(
      R"(
@triton.jit
def kernel(p: "*i32", n: "i32"):
    i = n
    while True:
        i = i - 1
        last = i * 2
        if i < 5:
            break
    tl.store(p, last)
)",
      {"scf.while", "scf.condition(%arg", "do", "arith.subi", "arith.muli", "arith.cmpi slt", "scf.yield", "tk.store"});
}

TEST(Loop, letsAnEndlessWhileEndByReturnAlone) {
  expectIr(R"(
@triton.jit
def halvings(n):
    count = 0
    while True:
        n = n // 2
        count += 1
        if n < 5:
            return count

@triton.jit
def kernel(p: "*i32", n: "i32"):
    if n > 100:
        tl.store(p, halvings(n))
)",
           {"scf.if", "scf.while", "do", "arith.divsi", "scf.yield", "tk.store"});
}

TEST(Loop, skipsTheTestOnceTheLoopIsLeft) {
  expectIr(R"(
@triton.jit
def kernel(p: "*i32", n: "i32"):
    i = n
    while tl.load(p + i) > 0:
        i = i - 1
        if i < 5:
            break
    tl.store(p, i)
)",
           {"scf.while", "scf.if %arg", "tk.load", "scf.yield", "else", "arith.constant false", "scf.condition", "do",
            "tk.store"});
}

TEST(Loop, runsTheElseSuiteUnlessBroken) {
  expectIr(R"(
@triton.jit
def kernel(p: "*i32", n: "i32"):
    for i in range(n):
        if i == 3:
            break
    else:
        tl.store(p, 1)
)",
           {"scf.while", "scf.if", "tk.store"});
}

TEST(Loop, stopsUnrollingAtARunTimeBreak) {
  expectIr(R"(
@triton.jit
def kernel(p: "*i32", n: "i32"):
    total = 0
    for i in tl.static_range(3):
        if n == i:
            break
        total += i
    tl.store(p, total)
)",
           {"arith.cmpi eq", "scf.if", "scf.if", "scf.if", "tk.store"});
}

TEST(Loop, keepsCompileTimeNamesThatTheLoopLeavesAlone) {
  expectIr(R"(
@triton.jit
def kernel(p: "*i32", n: "i32", FLAG: tl.constexpr = False, SIZE=8, other=None):
    for i in range(n):
        if FLAG:
            SIZE = 16
            other = i
        tl.store(p + tl.arange(0, SIZE), i)
        if other is not None:
            undefined()
)",
           {"scf.for", "!iter_args", "tk.make_range 0, 8", "tk.store"});
}

TEST(Loop, makesNumbersThatTheBodyChangesRunTimeValues) {
  expectIr(R"(
@triton.jit
def count(n, total=0):
    for i in range(n):
        total += i
    return total

@triton.jit
def kernel(p: "*i32", n: "i32"):
    tl.store(p, count(n))
)",
           {"scf.for", "iter_args(%arg3 = %c0_i32", "-> (i32)", "arith.addi", "tk.store"});
}

TEST(Loop, keepsTheLastLoopVariableWhenTheLoopSurelyRuns) {
  expectIr(R"(
@triton.jit
def kernel(p: "*i32"):
    for i in range(4):
        x = i * 2
    tl.store(p, x)
)",
           {"scf.for", "arith.muli", "scf.yield", "tk.store"});
}

TEST(Loop, reportsNamesOfALoopThatMayNotRun) {
  expectErrors(R"(
@triton.jit
def kernel(p: "*i32", n: "i32"):
    for i in range(n):
        x = i
    tl.store(p, x)
)",
               {"test.tk:6:17: error: `x` is not defined on every path to this use [NameNotAlwaysDefined]"});
}

TEST(Loop, reportsCarriedTypesThatChange) {
  expectErrors(R"(
@triton.jit
def kernel(p: "*fp32", n: "i32"):
    acc = 0
    for i in range(n):
        acc += tl.load(p + i)
    tl.store(p, acc)
)",
               {"test.tk:6:9: error: `acc` is of type int32 before the loop and of type fp32 behind its body "
                "[LoopCarriedTypeChanges]",
                "test.tk:4:5: note: before the loop it is of type int32", "test.tk:5:5: note: carried by this loop"});
}

TEST(Loop, reportsConstexprsThatChange) {
  expectErrors(R"(
@triton.jit
def kernel(p: "*i32", n: "i32"):
    size: tl.constexpr = 4
    for i in range(n):
        tl.store(p + tl.arange(0, size), i)
        size: tl.constexpr = 8
)",
               {"test.tk:7:9: error: the constexpr `size` changes in a run-time loop [ConstexprChangesInLoop]"});
}

TEST(Loop, reportsBoundsThatAreNoIntegers) {
  expectErrors(R"(
@triton.jit
def kernel(p: "*i32", x: "fp32", n: "i32"):
    for i in range(x):
        tl.store(p, i)
    for i in range(0, n, 0):
        tl.store(p, i)
    for i in range(1, 2, 3, 4):
        tl.store(p, i)
    for i, j in range(n):
        tl.store(p, i)
    for i in tl.static_range(n):
        tl.store(p, i)
    for i in tl.static_range(0, 2, num_stages=2):
        tl.store(p, i)
    for i in tl.range(0, n, num_stages="two"):
        tl.store(p, i)
    for i in n:
        tl.store(p, i)
)",
               {"[LoopBoundNotInteger]", "[LoopStepZero]", "[RangeArgumentCount]", "[LoopTargetNotName]",
                "[StaticRangeNotConstexpr]", "[LoopOptionUnknown]", "[LoopOptionValue]", "[NotIterable]"});
}

TEST(Loop, reportsJumpsOutsideOfLoops) {
  expectErrors(R"(
@triton.jit
def kernel(p: "*i32"):
    break
)",
               {"test.tk:4:5: error: `break` outside of a loop [JumpOutsideLoop]"});
}

TEST(Loop, refusesAWalrusWhoseTypeDiffersBehindABreak) {
  expectErrors(R"(
@triton.jit
def kernel(p: "*i32", n: "i32"):
    while (w := n + 1) > 3:
        n -= 1
        if n < 5:
            w = 1.5
            break
        w = 2.5
    tl.store(p, w)
)",
               {"`w` is of type int32 or fp32 here", "[NameTypesDiffer]", "!error"});
  expectErrors(R"(
@triton.jit
def kernel(p: "*i32", n: "i32"):
    while (w := n + 1) > 3:
        n -= 1
        del w
        if n < 5:
            break
    tl.store(p, w)
)",
               {"[NameNotAlwaysDefined]", "!error"});
}

} // namespace tkc::elaborate::test
