// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a kernel may not do, and that one mistake is one error.
#include <gtest/gtest.h>
#include <regex>

#include "ElaborateKernel.h"

namespace tkc::elaborate::test {

/// Elaborates these lines as the body of a kernel.
static std::string kernelOf(const std::string &body) {
  return R"(
class Box:
    pass

@triton.constexpr_function
def double(n):
    return 2 * n

@triton.jit
def kernel(p: "*i32", n: "i32", m: "i32"):
    pair = (n, m)
)" + body;
}

static void expectTooNested(const std::string &text) {
  Elaborated result = elaborateText(text);
  EXPECT_EQ(result.ir, "") << text;
  EXPECT_NE(result.messages.find("because it holds itself, is nested too deep, or has too many parts [ValueNotKnown]"),
            std::string::npos)
      << text << result.messages;
}

TEST(Error, hasNoValuesOfOtherPathsInNestedFunctions) {
  std::string use = "b = sorted((2, 1), key=lambda v: v * z)\n";
  std::string evaluated =
      "a = sorted((2, 1), key=lambda v: v)\n"; // has the evaluator see the names that are bound there
  expectErrors(
      kernelOf("    if n > 3:\n        z = 5\n        " + evaluated + "    " + use + "    tl.store(p, b[0])\n"),
      {"because `z` is not defined on every path to here [ValueNotKnown]", "!error"});
  expectErrors(kernelOf("    if n > 3:\n        z = 5\n        " + evaluated + "    else:\n        " + use),
               {"the name `z` is not defined", "!error"});
  expectErrors(kernelOf("    z = -1\n    " + evaluated + "    del z\n    " + use),
               {"the name `z` is not defined", "!error"});
}

/// A module with objects that evaluated functions might change.
static const std::string outerObjects =
    "import dataclasses\nclass Plain:\n    pass\nB = Plain()\nD = {}\nL = []\nS = set()\nI = iter([1, 2])\nG = 0\n";
static const std::string kernelHead = "@triton.jit\ndef kernel(p: \"*i32\", n: \"i32\"):\n";

/// Statements of a function that bind `G`.
static const std::vector<std::string> bindings = {
    "G = v",
    "G += 1",
    "(G := v)",
    "del G",
    "import math as G",
    "from math import pi as G",
    "def G():\n        pass",
    "class G:\n        pass",
    "for G in (1, 2):\n        pass",
    "with B as G:\n        pass",
    "match v:\n        case G:\n            pass",
    "match v:\n        case int() as G:\n            pass",
    "match [v]:\n        case [*G]:\n            pass",
    "match {1: v}:\n        case {**G}:\n            pass",
    "try:\n        raise ValueError(3)\n    except ValueError as G:\n        pass"};

// What evaluated functions change in a branch or loop must not be seen elsewhere: it may hold values of the run time.
TEST(Error, refusesToChangeOuterObjectsAtRunTime) {
  std::string head = outerObjects + "def grow(v):\n    global L\n    L += [v]\n    return v\n" + kernelHead +
                     "    d = {}\n    for k in range(n):\n        a = sorted((2, 1), key=lambda v: ";
  for (const char *change :
       {"d.update(a=k) or v", "D.update(a=k) or v", "D.setdefault('a', k) and v", "L.append(k) or v", "S.add(v) or v",
        "next(I)", "setattr(B, 'v', k) or v", "setattr(Plain, 'v', k) or v", "setattr(ValueError, 'v', k) or v",
        "dataclasses.dataclass(Plain) and v", "triton.aggregate(Plain) and v", "grow(v)"}) {
    expectErrors(head + change + ")\n    tl.store(p, n)\n", {"[MutationAtRunTime]", "!error"});
  }
  for (const std::string &binding : bindings) {
    expectErrors(outerObjects + "@triton.constexpr_function\ndef f(v):\n    global G\n    " + binding + "\n" +
                     kernelHead + "    for k in range(n):\n        f(3)\n    tl.store(p, G)\n",
                 {"[MutationAtRunTime]", "!error"});
    expectErrors(outerObjects + kernelHead + "    G = 0\n    def f(v):\n        nonlocal G\n        " +
                     std::regex_replace(binding, std::regex("\n"), "\n    ") + "\n        return v\n" +
                     "    a = sorted((2, 1), key=f)\n    tl.store(p, G)\n",
                 {"NameError: `G` is a name of the kernel, which evaluated functions can't assign", "!error"});
  }
  // An object of a branch is an outer one for the branches in it.
  expectErrors(kernelHead +
                   "    if n > 3:\n        d = {}\n        if n > 5:\n            sorted((2, 1), key=lambda v: "
                   "d.update(a=n) or v)\n        tl.store(p, d.get('a', 1))\n",
               {"[MutationAtRunTime]", "!error"});
}

// Combine functions are elaborated into a region of their own.
TEST(Error, refusesToChangeOuterObjectsInCombineFunctions) {
  for (const char *use : {"tl.reduce(x, 0, f)", "tl.associative_scan(x, 0, f)", "tl.map_elementwise(f, x, x)"}) {
    for (const char *change : {"D.update(v=a)", "D['v'] = a", "sorted((2, 1), key=lambda v: D.update(v=a) or v)"}) {
      expectErrors(outerObjects + "@triton.jit\ndef f(a, b):\n    " + change + "\n    return a + b\n" + kernelHead +
                       "    x = tl.arange(0, 16)\n    y = " + use + "\n    tl.store(p + x, D.get('v', 3) + y)\n",
                   {"[MutationAtRunTime]", "!error"});
    }
  }
}

// The value of the call that was refused is not looked at.
TEST(Error, reportsRefusedChangesOfMethods) {
  std::string head = outerObjects +
                     "class Box:\n    def __init__(self, v):\n        self.v = v\n    def __bool__(self):\n"
                     "        D['v'] = 1\n        return True\n    def __iter__(self):\n"
                     "        D['v'] = 1\n        return iter([1, 2])\n" +
                     kernelHead + "    b = Box(1)\n    for k in range(n):\n        ";
  for (const char *use :
       {"b.__init__(k)", "if b:\n            pass", "assert b", "tl.static_assert(b)", "x = not b", "x = b and n",
        "x = 1 if b else 2", "x = [i for i in (1, 2) if b]", "while b:\n            break", "x, y = b", "x = [*b]"}) {
    expectErrors(head + use + "\n    tl.store(p, n)\n", {"[MutationAtRunTime]", "!error"});
  }
  // The next kernel has no part in it.
  EXPECT_EQ(elaborateText(kernelHead + "    tl.store(p, n)\n").messages, "");
}

// Where values of the run time decide, evaluation goes both ways or none.
TEST(Error, refusesEvaluatedBranchesOfTheRunTime) {
  for (const char *key :
       {"(n > 3 and D.update(a=1)) and v", "v if n > 3 else D.update(a=1) or v", "v if n > 3 else (D := v)"}) {
    expectErrors(outerObjects + kernelHead + "    a = sorted((2, 1), key=lambda v: " + key + ")\n    tl.store(p, n)\n",
                 {"[MutationAtRunTime]", "!error"});
  }
  for (const char *branch : {"if v > 3:\n        D['x'] = 1", "while v > 3:\n        D['x'] = 1",
                             "match v:\n        case 3:\n            D['x'] = 1"}) {
    expectErrors(outerObjects + "@triton.constexpr_function\ndef f(v):\n    " + branch + "\n" + kernelHead +
                     "    f(n)\n    tl.store(p, len(D))\n",
                 {"[ValueNotKnown]", "!error"});
  }
}

TEST(Error, leavesOpenWhetherRunTimeValuesAreEqual) {
  std::string head = "@triton.jit\ndef kernel(p: \"*i32\", n: \"i32\", m: \"i32\"):\n"
                     "    a = sorted((2, 1), key=lambda v: ";
  for (const char *key :
       {"v if n in (m, 1) else 0", "v if (n, 1) == (m, 1) else 0", "v if [n] != [m] else 0",
        "v if {1: n} == {1: m} else 0", "(m, v).count(n)", "[m].index(n)", "{1: 2}.get(n, v)", "{1: 2}.pop(n, v)",
        "{1: 2}.setdefault(n, v)", "v if n in {1: 2} else 0", "v if n in {1} else 0", "len({n})", "hash(n)",
        "max([(n, v), (m, v)])[1]", "v * n", "(v * n, v)"}) {
    Elaborated result = elaborateText(head + key + ")\n    tl.store(p, a[0])\n");
    EXPECT_EQ(result.ir, "") << key;
    EXPECT_TRUE(result.messages.find("[ValueNotKnown]") != std::string::npos ||
                result.messages.find("[CompileTimeException]") != std::string::npos)
        << key << result.messages;
  }
  for (const char *key : {"v if n in (m, n) else 0", "v if (n, 1) == (n, 1) else 0", "v if (n, 1) != (m, 2, 3) else 0",
                          "v if n not in (None, 'a') else 0", "(n, v).count('a') + v", "(n, v)"}) {
    EXPECT_EQ(elaborateText(head + key + ")\n    tl.store(p, a[0])\n").messages, "") << key;
  }
}

TEST(Error, letsRunTimeBranchesChangeWhatTheyMake) {
  std::string own = "@triton.constexpr_function\ndef own(v):\n    d = {}\n    d[v] = [v]\n    d[v].append(3)\n"
                    "    return d[v][1]\n" +
                    kernelHead + "    d = {}\n    sorted((2, 1), key=lambda v: d.update(a=n) or v)\n";
  std::string goesOn = kernelHead + "    if n > 3:\n        d = {}\n    else:\n        return\n"
                                    "    sorted((2, 1), key=lambda v: d.update(a=n) or v)\n    tl.store(p, d['a'])\n";
  std::string items = kernelHead + "    if n > 3:\n        d = {}\n        d['a'] = n\n        tl.store(p, d['a'])\n"
                                   "    for k in range(n):\n        d = {}\n        d['x'] = k\n"
                                   "        tl.store(p + k, d['x'])\n";
  std::string nothing = outerObjects + kernelHead +
                        "    d = {'a': 1}\n    S.add(1)\n    for k in range(n):\n        S.add(1)\n"
                        "        S.discard(9)\n        L.clear()\n"
                        "        tl.store(p + k, d.setdefault('a', 5) + d.pop('b', 7) + next(L, 3))\n";
  for (const std::string &text :
       {own + "    if n > 3:\n        tl.store(p, own(5) + d['a'])\n", goesOn, items, nothing}) {
    Elaborated result = elaborateText(text);
    EXPECT_EQ(result.messages, "") << text;
    EXPECT_TRUE(result.verifies) << text;
  }
}

TEST(Error, refusesToConvertPointersOfDescriptors) {
  expectErrors("@triton.jit\ndef kernel(x: \"**fp32\"):\n"
               "    d = tl._experimental_make_tensor_descriptor(x, [8, 8], [8, 1], [4, 8])\n"
               "    v = tl._experimental_descriptor_load(d, [4, 0], [4, 8], tl.float16)\n",
               {"[CastNotPossible]", "!error"});
}

TEST(Error, refusesObjectsThatAreTheirOwnCall) {
  for (const char *called : {"x", "partial(x)"}) {
    Elaborated result = elaborateText("from functools import partial\nclass A:\n    pass\nx = A()\nA.__call__ = " +
                                      std::string(called) + "\n@triton.jit\ndef kernel(n: \"i32\"):\n    x(n)\n");
    EXPECT_NE(result.messages.find("calls are nested more than 100 deep [CallsTooDeep]"), std::string::npos)
        << called << result.messages;
  }
}

TEST(Error, refusesValuesThatHoldThemselves) {
  std::string head = "@triton.jit\ndef kernel(p: \"*i32\", n: \"i32\"):\n";
  expectTooNested("y = [1]\ny.append(y)\n" + head + "    tl.store(p, len(y))\n");
  std::string plain = "class Plain:\n    pass\ny = Plain()\n";
  expectTooNested(plain + "y.me = y\n" + head + "    z = y\n    tl.store(p, n)\n");
  std::string tie = "@triton.constexpr_function\ndef tie(o):\n    o.me = o\n    return 0\n";
  // Changed after the last time that it is read before control flow meets.
  for (const char *flow : {"    if n > 0:\n        n += 1\n", "    for i in range(n):\n        n += i\n",
                           "    while n > 0:\n        n -= 1\n"}) {
    expectTooNested(plain + tie + head + "    z = y\n    zero = tie(z)\n" + flow + "    tl.store(p, n + z.x)\n");
  }
}

TEST(Error, refusesValuesNestedWithoutEnd) {
  std::string head = "@triton.jit\ndef kernel(p: \"*i32\", n: \"i32\"):\n    y = (n,)\n";
  expectTooNested(head + "    for i in tl.static_range(20000):\n        y = (y,)\n    tl.store(p, n)\n");
  expectErrors(head + "    for i in tl.static_range(60):\n        y = (y, y)\n    tl.store(p, n)\n",
               {"[ElaborationTooLong]", "!error"});
  Elaborated few = elaborateText(head + "    for i in tl.static_range(50):\n        y = (y, i)\n    if n > 0:\n"
                                        "        y = (y, 2)\n    tl.store(p, n)\n");
  EXPECT_EQ(few.messages, "");
}

// Looking at all of a value at each read would be too much work for the budget.
TEST(Error, looksAtLargeValuesOnce) {
  std::string head = "T = tuple(range(100000))\nL = [T] + [0] * 300000\n@triton.jit\n"
                     "def kernel(p: \"*i32\", n: \"i32\"):\n";
  for (const char *read : {"T[i]", "len(T)", "L[i + 1]", "(T, i)[1]", "1 if T == T else 0"}) {
    Elaborated result = elaborateText(head + "    for i in tl.static_range(10000):\n        a: tl.constexpr = " + read +
                                      "\n    tl.store(p, a)\n");
    EXPECT_EQ(result.messages, "") << read;
  }
  Elaborated carried = elaborateText(head + "    t: tl.constexpr = L\n    for i in range(n):\n        if n > i:\n"
                                            "            t: tl.constexpr = L\n        tl.store(p, t[7])\n");
  EXPECT_EQ(carried.messages, "");
}

TEST(Error, looksAgainAtListsThatChange) {
  std::string head = "@triton.jit\ndef kernel(p: \"*i32\", n: \"i32\"):\n    first: tl.constexpr = L[0]\n";
  expectTooNested("L = [0] * 1000\n" + head + "    L.append(L)\n    tl.store(p, len(L))\n");
  expectTooNested("L = [0] * 1000\n" + head + "    L[7] = L\n    tl.store(p, len(L))\n");
  expectTooNested("M = [0]\nL = [0] * 1000 + [M]\n" + head + "    M.extend(L)\n    tl.store(p, len(L))\n");
}

TEST(Error, countsTheWorkOnLargeValues) {
  std::string head = "T = tuple(range(100000))\n@triton.jit\ndef kernel(p: \"*i32\", n: \"i32\"):\n"
                     "    t: tl.constexpr = ()\n    for i in tl.static_range(5000):\n";
  Budget budget;
  budget.steps = 100000;
  for (const char *work :
       {"t: tl.constexpr = t + (i,)", "a, *b = T", "t: tl.constexpr = T[1:]", "c: tl.constexpr = sum(T)"}) {
    Elaborated result = elaborateText(head + "        " + work + "\n    tl.store(p, n)\n", "kernel", budget);
    expectInOrder(result.messages, {"[ElaborationTooLong]", "!error"});
  }
}

TEST(Error, showsSeveralErrorsButNoneOfTheirConsequences) {
  expectErrors(
      kernelOf(R"(
    a = undefined_a
    b = a + 1
    tl.store(p, b)
    for i in range(a):
        b += i
    if b > 3:
        c = b
    tl.store(p, c)
    d = undefined_d
)"),
      {"`undefined_a` is not defined [NameNotDefined]", "!error", "test.tk:21:9: error: `undefined_d` is not defined"});
}

TEST(Error, needsCompileTimeValuesWhereTheyAreMeant) {
  expectErrors(kernelOf(R"(
    a = tl.constexpr(n)
    b: tl.constexpr = n
    d = pair[n]
    e = f"{n}"
    f = [i for i in (1, 2) if n > i]
)"),
               {"[ConstexprOfRunTime]", "[ConstexprIsRunTime]", "[IndexNotConstexpr]", "[FormatNotConstexpr]",
                "[ConditionNotConstexpr]"});
}

TEST(Error, refusesExtremaAndSumsOfNothing) {
  expectErrors(kernelOf(R"(
    a = max(key=n)
    b = sum(start=n)
    c = min(n, m, key=abs)
)"),
               {"`max` of nothing", "`sum` needs something to iterate over", "[ValueNotKnown]"});
}

TEST(Error, refusesToCarryDeletedNames) {
  for (const char *loop :
       {"for k in range(n):", "while n > 3:", "for k in range(n):\n        if n == k:\n            break"}) {
    expectErrors(
        kernelOf(std::string("    b = n\n    ") + loop +
                 "\n        b += 1\n        n -= 1\n        tl.store(p, b)\n        del b\n    tl.store(p, b)\n"),
        {"[NameNotAlwaysDefined]", "!error"});
  }
  for (const char *body : {"tl.store(p, b)\n        del b", "if k > 3:\n            del b",
                           "if k > 3:\n            del b\n            continue"}) {
    expectErrors(kernelOf(std::string("    b = n\n    for k in range(n):\n        ") + body + "\n"),
                 {"[NameNotAlwaysDefined]", "!error"});
  }
  expectErrors(
      kernelOf("    b = n\n    for k in range(n):\n        del m\n        m = k\n    del b\n    tl.store(p, m + b)\n"),
      {"`b` is not defined [NameNotDefined]", "!error"});
}

TEST(Error, refusesDeviceFunctionsOfNothing) {
  expectErrors(kernelOf(R"(
    a = tl.extern_elementwise("", "", [], {(): ("symbol", tl.float32)}, is_pure=True)
)"),
               {"`tl.extern_elementwise` does not take `nothing`; it takes values [OperandNotSupported]"});
}

TEST(Error, refusesBlocksThatGrowTooLarge) {
  for (const char *body : {"a[:, None] + a[None, :]", "tl.join(a, a)", "tl.interleave(a, a)", "tl.cat(a, a)",
                           "tl.where(a[:, None] > 3, a[None, :], 0)", "tl.load(p + a[:, None], mask=a[None, :] > 3)",
                           "tl.broadcast(a[:, None], a[None, :])",
                           "tl.dot(tl.zeros((2048, 16), tl.float16), tl.zeros((16, 1024), tl.float16))",
                           "tl.inline_asm_elementwise('', '=r,r,r', [a[:, None], a[None, :]], tl.int32, True, 1)"}) {
    std::string text = "    a = tl.arange(0, 1048576)\n    v = " + std::string(body) + "\n";
    expectErrors(kernelOf(text), {"has more than 1048576 elements [BlockTooLarge]", "!error"});
  }
  for (const char *access : {"d.gather(rows, 0)", "d.scatter(tl.zeros([8, 1024], tl.int32), rows, 0)"}) {
    std::string text = "    d = tl.make_tensor_descriptor(p, [1024, 1024], [1024, 1], [1, 1024])\n"
                       "    rows = tl.zeros([2048], tl.int32)\n    " +
                       std::string(access) + "\n";
    expectErrors(kernelOf(text), {"the block shape [2048, 1024] has more than 1048576 elements", "!error"});
  }
  // Not one element too many.
  Elaborated largest =
      elaborateText(kernelOf("    a = tl.arange(0, 1024)\n    v = a[:, None] + a[None, :]\n    tl.store(p + v, v)\n"));
  EXPECT_EQ(largest.messages, "");
}

TEST(Error, refusesBlocksOfTooManyDimensions) {
  for (const char *body : {"a[None]", "a[..., None]", "a.expand_dims(0)", "tl.expand_dims(a, (0, 3))", "tl.join(a, a)",
                           "tl.zeros([1] * 9, tl.int32)", "a.reshape([1] * 9)", "tl.broadcast_to(a, [1] * 9)",
                           "tl.make_block_ptr(p, [1] * 9, [1] * 9, [0] * 9, [1] * 9, list(range(9)))"}) {
    std::string text = "    a = tl.zeros([1] * 8, tl.int32)\n    v = " + std::string(body) + "\n";
    expectErrors(kernelOf(text), {"dimensions; blocks have at most 8 [BlockRankTooHigh]", "!error"});
  }
}

TEST(Error, refusesBlocksInFunctionsOfElements) {
  for (const char *call :
       {"tl.reduce(v, 0, lambda a, b: tl.sum(v) + b)", "tl.reduce(v, 0, lambda a, b: tl.sum(a[None]) + b)",
        "tl.associative_scan(v, 0, lambda a, b: tl.load(p + v)[0] + b)",
        "tl.map_elementwise(lambda a: tl.sum(v) + a, v)",
        "tl.map_elementwise(lambda a: tl.map_elementwise(lambda b: a + b, v)[0], v)"}) {
    expectErrors(kernelOf("    v = tl.arange(0, 16)\n    x = " + std::string(call) + "\n"),
                 {"a function that is called for single elements works on a block of shape [",
                  "[ElementFunctionUsesBlock]", "!error"});
  }
  // Scalars from outside are no blocks.
  Elaborated scalars = elaborateText(kernelOf("    v = tl.arange(0, 16)\n    s = tl.sum(v)\n    tl.store(p + v, "
                                              "tl.map_elementwise(lambda a: a + s + tl.load(p), v))\n"));
  EXPECT_EQ(scalars.messages, "");
}

TEST(Error, refusesSumsOfPointers) {
  for (const char *function : {"tl.sum(a, 0", "tl.cumsum(a, 0", "tl.cumprod(a, 0"}) {
    expectErrors(kernelOf("    a = tl.arange(0, 16)\n    v = " + std::string(function) + ", dtype='*fp32')\n"),
                 {"must be a type of numbers", "[ArgumentWrongKind]", "!error"});
  }
}

TEST(Error, countsTheItemsOfARangeBeforeItMakesThem) {
  Elaborated result = elaborateText("@triton.jit\ndef kernel(p: \"*i32\", n: \"i32\"):\n"
                                    "    a = [n for i in range(999999999)]\n    tl.store(p, n)\n");
  expectInOrder(result.messages, {"[ElaborationTooLong]"});
}

TEST(Error, rejectsStatementsWithoutMeaning) {
  expectErrors(kernelOf(R"(
    import os
    with n:
        pass
    try:
        pass
    finally:
        pass
    global x
    class Inner:
        pass
    y = (yield n)
    z = b"bytes"
    open("file")
)"),
               {"`import` has no meaning in a kernel [StatementNotSupported]", "`with` has", "`try` has",
                "`global` has", "`class` has", "`yield` has no meaning in a kernel [ExpressionNotSupported]",
                "a bytes literal has"});
}

TEST(Error, checksTargets) {
  expectErrors(kernelOf(R"(
    a, b = (1, 2, 3)
    c, d = n
    pair[0] = 1
    n.x = 1
    box = Box()
    box.x = 1
    table = {"a": 1}
    table["b"] = 2
    if n > 0:
        table["a"] = n
    (n + 1) .x = 2
    del pair[0]
    del nothing
    unhashable = {pair: 1}
)"),
               {"error: 3 values for 2 targets [UnpackCountMismatch]", "[NotIterable]", "[ItemNotAssignable]",
                "[AttributeNotAssignable]", "[AttributeNotAssignable]", "[MutationAtRunTime]",
                "[AttributeNotAssignable]", "[TargetNotSupported]", "`nothing` is not defined", "[KeyNotHashable]"});
}

TEST(Error, checksCalls) {
  expectErrors(kernelOf(R"(
    double(**{1: 2})
    tl.static_assert()
    tl.constexpr()
    tl.async_task()
)"),
               {"[KeywordNotString]", "`tl.static_assert` needs the argument `cond` [ArgumentMissing]",
                "`tl.constexpr` needs the argument `value` [ArgumentMissing]",
                "`tl.async_task` has no meaning in a kernel [FunctionNotSupported]"});
}

TEST(Error, tellsWhyAValueIsNotKnown) {
  expectErrors(R"(
import torch
SIZE = torch.cuda.current_blas_handle()

@triton.jit
def kernel(p: "*i32"):
    tl.store(p + tl.arange(0, SIZE), 1)
    tl.store(p, 1 // 0)
)",
               {"test.tk:7:31: error: the value is not known at compile time because", "[ValueNotKnown]",
                "test.tk:8:17: error: ZeroDivisionError", "[CompileTimeException]"});
}

TEST(Error, limitsNestedControlFlow) {
  expectErrors(R"(
@triton.jit
def nest(p, n, depth: tl.constexpr):
    if depth > 0:
        if n > depth:
            if n > 2 * depth:
                nest(p, n, depth - 1)
                tl.store(p, n)

@triton.jit
def kernel(p: "*i32", n: "i32"):
    nest(p, n, 90)
)",
               {"[ControlFlowTooDeep]", "!error"});
}

TEST(Error, descriptorsOfArgumentsAreWhatTheHardwareTakes) {
  auto expectRefused = [](const std::string &type, const std::string &message) {
    expectErrors("\n@triton.jit\ndef kernel(d: \"tensordesc<" + type + ">\"):\n    pass\n", {message});
  };
  expectRefused("fp16[1, 1, 1, 1, 8, 8]", "a tensor descriptor has 1 to 5 dimensions, got 6 [DescriptorRankInvalid]");
  expectRefused("fp16[8, 4]", "a row of 4 elements of `fp16` has 8 bytes; descriptors need 16 bytes or more "
                              "[DescriptorRowTooShort]");
  expectRefused("fp16[3, 64]", "has size 3 in dimension 0, which is not a power of two [BlockShapeNotPowerOfTwo]");
  expectRefused("fp16[99999999999999999999, 64]", "[BlockShapeNotPowerOfTwo]");
  expectRefused("fp16[4294967296, 4294967296]", "has more than 1048576 elements [BlockTooLarge]");
  expectRefused("fp16[1, 4611686018427387904]", "[BlockTooLarge]");
}

// The loop that cannot be entered any more carries names, too.
TEST(Error, limitsNestedLoops) {
  for (const char *head : {"for i in range(n):", "while x < n:", "for y in tl.range(n):"}) {
    std::string source = R"(
@triton.jit
def nest(p, n, depth: tl.constexpr):
    i = tl.arange(0, 16)
    x = n
    if n > depth:
        HEAD
            x += 1
            nest(p, x, depth - 1)
            tl.store(p + i, x)

@triton.jit
def kernel(p: "*i32", n: "i32"):
    if n > 3:
        nest(p, n, 90)
)";
    source.replace(source.find("HEAD"), 4, head);
    expectErrors(source, {"[ControlFlowTooDeep]", "!LoopCarriedTypeChanges"});
  }
}

// `__init__` runs at compile time here, and has the object that the loop carries hold itself.
TEST(Error, refusesObjectsThatALoopCarriesAndChanges) {
  for (const char *head : {"for k in range(2):", "while n > 1:"}) {
    std::string source = R"(
@triton.language.core._aggregate
class Box:
    v: tl.tensor
    def __init__(self, v):
        v.v = v

@triton.jit
def kernel(p: "*fp32", n: "i32"):
    v = Box(n)
    HEAD
        if n > 1:
            v = Box(v)
    r = v
)";
    source.replace(source.find("HEAD"), 4, head);
    expectErrors(source, {"[AttributeNotAssignable]", "[MutationAtRunTime]"});
  }
}

TEST(Error, limitsNestedExpressions) {
  std::string minuses(40, '-');
  expectErrors(
      "\n@triton.jit\ndef nest(n, depth: tl.constexpr):\n    if depth == 0:\n        return n\n    return " + minuses +
          "nest(n, depth - 1)\n\n@triton.jit\ndef kernel(p: \"*i32\", n: \"i32\"):\n    tl.store(p, nest(n, 90))\n",
      {"[ElaborationTooDeep]", "!error"});
}

} // namespace tkc::elaborate::test
