// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Types and values of parameters, from how kernels use them.
#include "tkc/Guess/Guess.h"

#include "tkc/Evaluate/Operations.h"
#include "tkc/Import/ModuleLoader.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace tkc;
using namespace tkc::guess;
using evaluate::Object;

namespace {

/// The guesses for the kernel `k` of a module.
class GuessOf {
public:
  explicit GuessOf(const std::string &text, GuessOptions options = {}) : loader(sources), evaluator(loader) {
    const SourceModule *source = loader.loadBuffer(sources.addBuffer("test.tk", text));
    EXPECT_FALSE(source->diagnostics.hasErrors());
    module = evaluator.evaluateModule(*source);
    guess = guessParameters(evaluator, *module->globals->names.find("k"), options);
  }

  /// The first descriptor and these constants, made to fit.
  std::string fitted(const std::vector<std::pair<std::string, int64_t>> &constants,
                     std::vector<int64_t> chosen = {}) const {
    std::vector<evaluate::SpecializedParameter> parameters = {guess.fallbacks[0]};
    if (!chosen.empty()) {
      parameters[0].type = evaluate::DType::tensorDescriptor(parameters[0].type.element(), std::move(chosen));
    }
    for (const auto &[name, value] : constants) {
      parameters.emplace_back().name = name;
      parameters.back().constant = Object::integer(value);
    }
    fitDescriptors(guess, parameters);
    return signatureOf(parameters);
  }
  /// What else the parameter could be, "32 128 …".
  std::string alternatives(size_t index) const {
    std::string text;
    for (const evaluate::SpecializedParameter &other : alternativesOf(guess, guess.fallbacks[index])) {
      std::string entry = signatureOf({other});
      text += (text.empty() ? "" : " ") + entry.substr(entry.find('=') + 1);
    }
    return text;
  }
  const std::vector<std::string> &settled() const { return guess.settled; }
  std::string types() const { return signatureOf(guess.fallbacks); }
  /// "x: *fp16 | None"
  std::string variations() const {
    std::string text;
    for (const Variation &variation : guess.variations) {
      text += (text.empty() ? "" : "; ") + variation.values[0].name + ":";
      for (const evaluate::SpecializedParameter &value : variation.values) {
        std::string entry = signatureOf({value});
        text += " " + entry.substr(entry.find('=') + 1);
      }
    }
    return text;
  }

private:
  SourceManager sources;
  ModuleLoader loader;
  evaluate::Evaluator evaluator;
  std::shared_ptr<evaluate::ModuleObject> module;
  Guess guess;
};

} // namespace

static std::string typesOf(const std::string &text, GuessOptions options = {}) {
  return GuessOf("@jit\ndef k" + text, options).types();
}
static std::string variationsOf(const std::string &text) { return GuessOf("@jit\ndef k" + text).variations(); }

TEST(Guess, WhatIsReadIsAPointer) {
  EXPECT_EQ(typesOf("(x, y, n, B: tl.constexpr):\n"
                    "  i = tl.program_id(0) * B + tl.arange(0, B)\n"
                    "  tl.store(y + i, tl.load(x + i, mask=i < n), mask=i < n)\n"),
            "x=*fp16, y=*fp16, n=i32, B=64");
}

TEST(Guess, TheElementIsTheOneAskedForWhereUseDoesNotTell) {
  EXPECT_EQ(typesOf("(x, y):\n  tl.store(y, tl.exp(tl.load(x)))\n", {evaluate::DTypeKind::BFloat16, 64}),
            "x=*bf16, y=*bf16");
}

TEST(Guess, AnOffsetIsNoPointerThoughItComesFirst) {
  EXPECT_EQ(typesOf("(offset, x, stride):\n"
                    "  if offset > 3:\n    tl.store(offset + x + stride * 2, 1.0)\n"),
            "offset=i32, x=*fp16, stride=i32");
}

TEST(Guess, IndicesThatAreReadAreIntegers) {
  EXPECT_EQ(typesOf("(x, places, y, s):\n"
                    "  i = tl.arange(0, 16)\n"
                    "  p = tl.load(places + i)\n"
                    "  tl.store(y + i, tl.load(x + p * s))\n"),
            "x=*fp16, places=*i32, y=*fp16, s=i32");
}

TEST(Guess, BoundsThatAreReadAreIntegers) {
  EXPECT_EQ(typesOf("(lengths, x):\n"
                    "  n = tl.load(lengths)\n"
                    "  for i in range(0, n):\n    tl.store(x + i, 0.0)\n"),
            "lengths=*i32, x=*fp16");
}

TEST(Guess, UsesInHelpersCount) {
  EXPECT_EQ(GuessOf("@jit\ndef read(base, at):\n  return tl.load(base + at)\n"
                    "@jit\ndef twice(p):\n  return read(p, 0), read(p, 1)\n"
                    "@jit\ndef k(x, rows, y):\n"
                    "  first, second = twice(rows)\n  tl.store(y, read(x, first))\n")
                .types(),
            "x=*fp16, rows=*i32, y=*fp16");
}

TEST(Guess, EitherSideOfABranchMayBeThePointer) {
  EXPECT_EQ(typesOf("(a, b, F: tl.constexpr):\n"
                    "  if F:\n    p = a + 4\n  else:\n    p = b\n  tl.store(p, 1.0)\n"),
            "a=*fp16, b=*fp16, F=True");
}

TEST(Guess, ScalarsOfFloatArithmeticAreFloats) {
  EXPECT_EQ(typesOf("(x, eps, scale, n):\n"
                    "  v = tl.load(x)\n  tl.store(x, tl.math.exp2(scale) * v / tl.sqrt(v + eps) + n // 2)\n"),
            "x=*fp16, eps=fp32, scale=fp32, n=i32");
}

TEST(Guess, OptionalPointersAreTriedBothWays) {
  EXPECT_EQ(variationsOf("(x, bias):\n  v = tl.load(x)\n  if bias is not None:\n    v += tl.load(bias)\n"
                         "  tl.store(x, v)\n"),
            "bias: *fp16 None");
  EXPECT_EQ(variationsOf("(x, bias):\n  v = tl.load(x)\n  if bias:\n    v += tl.load(bias)\n  tl.store(x, v)\n"),
            "bias: *fp16 None");
}

TEST(Guess, BooleansAreTriedBothWays) {
  EXPECT_EQ(variationsOf("(x, A: tl.constexpr, B: tl.constexpr = False, C: tl.constexpr = 3):\n"
                         "  if A and not B:\n    tl.store(x, C)\n"),
            "A: True False; B: False True");
}

TEST(Guess, StringsAndNumbersOfComparisonsAreTried) {
  EXPECT_EQ(variationsOf("(x, MODE: tl.constexpr, D: tl.constexpr):\n"
                         "  if MODE == 'a':\n    tl.store(x, 1.0)\n  elif MODE in ('b', 'c'):\n    tl.store(x, 2.0)\n"
                         "  if D > 128:\n    tl.store(x + tl.arange(0, D), 1.0)\n"),
            "MODE: 'a' 'b' 'c' 'other'; D: 64 256");
}

TEST(Guess, NumbersAreFoundBehindSumsAndBits) {
  EXPECT_EQ(GuessOf("@jit\ndef f(x, S: tl.constexpr):\n  if S == 1:\n    tl.store(x, 1.0)\n"
                    "@jit\ndef k(x, STAGE: tl.constexpr):\n  if STAGE & 2:\n    f(x, 4 - STAGE)\n")
                .variations(),
            "STAGE: 64 2 3");
}

TEST(Guess, DataTypesAreTheElement) {
  EXPECT_EQ(typesOf("(x, T: tl.constexpr):\n  tl.store(x, tl.load(x).to(T))\n"), "x=*fp16, T=tl.float16");
}

TEST(Guess, NamesTellHowSizesDepend) {
  EXPECT_EQ(typesOf("(x, D: tl.constexpr, D_HALF: tl.constexpr, SLICE_FACTOR: tl.constexpr):\n"
                    "  tl.store(x + tl.arange(0, D) + tl.sum(tl.arange(0, D_HALF)) // SLICE_FACTOR, 1.0)\n",
                    {evaluate::DTypeKind::Float16, 256}),
            "x=*fp16, D=256, D_HALF=128, SLICE_FACTOR=2");
}

TEST(Guess, UnrolledLoopsAreShort) {
  EXPECT_EQ(typesOf("(x, N: tl.constexpr, M: tl.constexpr, B: tl.constexpr):\n"
                    "  for i in tl.static_range(N):\n    tl.store(x + i, 1.0)\n"
                    "  for i in tl.static_range(0, M, B):\n    tl.store(x + i, 1.0)\n"),
            "x=*fp16, N=4, M=64, B=64");
}

TEST(Guess, ElementsFollowCastsAndDots) {
  EXPECT_EQ(typesOf("(table, bits, a, b, c):\n"
                    "  p = tl.load(table).to(tl.pointer_type(tl.float32))\n  tl.store(p, 1.0)\n"
                    "  u = tl.load(bits).to(tl.uint8, bitcast=True)\n"
                    "  i = tl.arange(0, 32)[:, None] * 32 + tl.arange(0, 32)[None, :]\n"
                    "  acc = tl.zeros((32, 32), tl.int32)\n  acc += tl.dot(tl.load(a + i), tl.load(b + i))\n"
                    "  tl.store(c + i, acc)\n"),
            "table=*i64, bits=*u8, a=*i8, b=*i8, c=*i32");
}

TEST(Guess, AddressesAreIntegersWhateverTheyPointTo) {
  EXPECT_EQ(typesOf("(table, F: tl.constexpr):\n  t = tl.float16 if F else tl.float8e5\n"
                    "  tl.store(tl.load(table + 1).to(tl.pointer_type(t)), 1.0)\n"),
            "table=*i64, F=True");
}

TEST(Guess, MasksThatAreReadAreBooleans) {
  EXPECT_EQ(typesOf("(x, m):\n  i = tl.arange(0, 16)\n  keep = tl.load(m + i)\n  tl.store(x + i, 0.0, mask=keep)\n"),
            "x=*fp16, m=*u1");
}

TEST(Guess, DescriptorsAreKnownByTheirOffsets) {
  EXPECT_EQ(typesOf("(d, x):\n  tl.store(x + tl.arange(0, 64), tl.sum(d.load([0, 4]), 0))\n"),
            "d=tensordesc<fp16[64, 64]>, x=*fp16");
}

TEST(Guess, TuplesThatLoopsGoThroughAreLongEnough) {
  std::string types = typesOf("(ps, N: tl.constexpr):\n  for i in tl.static_range(N):\n    tl.store(ps[i], 1.0)\n");
  EXPECT_EQ(types.substr(0, 19), "ps=(*fp16, *fp16, *");
  EXPECT_EQ(std::count(types.begin(), types.end(), '*'), 16);
  EXPECT_EQ(types.substr(types.rfind("N=")), "N=4");
}

TEST(Guess, WhatGoesRoundALoopKeepsItsType) {
  EXPECT_EQ(typesOf("(x, y, n):\n  total = 0\n  for i in range(n):\n    total += tl.load(x + i)\n"
                    "  tl.store(y, total)\n"),
            "x=*i32, y=*fp16, n=i32");
}

TEST(Guess, TypesThatAreAskedForAreTried) {
  EXPECT_EQ(variationsOf("(x, y):\n  v = tl.load(x)\n  if x.dtype.element_ty == tl.uint8:\n    v = v.to(tl.float32)\n"
                         "  tl.store(y, v)\n"),
            "x: *fp16 *u8");
}

TEST(Guess, ParametersThatAreNumbersOrPointersAreTriedAsBoth) {
  EXPECT_EQ(variationsOf("(x, at, P: tl.constexpr):\n  i = at * 2\n  if P:\n    i = tl.load(at + 1)\n"
                         "  tl.store(x + i, 1.0)\n"),
            "at: *i32 i32; P: True False");
}

TEST(Guess, DescriptorsHaveTheBlocksOfTheirOffsets) {
  GuessOf guess("@jit\ndef k(d, K, M: tl.constexpr, N: tl.constexpr):\n"
                "  row = tl.program_id(0) * M\n"
                "  for column in range(0, K, N):\n    d.store([row, column], d.load([row, column]))\n");
  EXPECT_EQ(guess.fitted({{"M", 32}, {"N", 128}}), "d=tensordesc<fp16[32, 128]>, M=32, N=128");
}

TEST(Guess, DefaultsTellTheTypesOfWhatTheyAreUsedFor) {
  EXPECT_EQ(typesOf("(a, b, c, T: tl.constexpr = tl.int32):\n"
                    "  i = tl.arange(0, 32)[:, None] * 32 + tl.arange(0, 32)[None, :]\n"
                    "  acc = tl.zeros((32, 32), T)\n  acc += tl.dot(tl.load(a + i), tl.load(b + i))\n"
                    "  tl.store(c + i, acc)\n"),
            "a=*i8, b=*i8, c=*i32, T=tl.int32");
}

TEST(Guess, EmptyBlocksAreOfSinglePrecision) {
  EXPECT_EQ(typesOf("(c, T: tl.constexpr):\n  tl.store(c, tl.zeros((), T))\n"), "c=*fp16, T=tl.float32");
}

TEST(Guess, TuplesHaveTypesForItems) {
  EXPECT_EQ(typesOf("(ps, n):\n  a, b = ps\n  tl.store(a, tl.load(b + n))\n"), "ps=(*fp16, *fp16), n=i32");
  EXPECT_EQ(typesOf("(ps):\n  tl.store(ps[0], ps[1])\n"), "ps=(*fp16, i32)");
}

TEST(Guess, BlockPointersPointToTheirBase) {
  EXPECT_EQ(typesOf("(x, n, s, B: tl.constexpr):\n"
                    "  p = tl.make_block_ptr(x, (n,), (s,), (0,), (B,), (0,))\n"
                    "  tl.store(p, tl.load(tl.advance(p, (B,))))\n"),
            "x=*fp16, n=i32, s=i32, B=64");
}

TEST(Guess, RecursionAndDeepNestingEnd) {
  std::string text = "@jit\ndef f(x, n):\n  return f(x, n) + f(x, n)\n@jit\ndef k(x, n):\n  tl.store(x, f(x, n))\n";
  EXPECT_EQ(GuessOf(text).types(), "x=*fp16, n=i32");
  std::string sum = "1";
  for (int i = 0; i < 150; ++i) {
    sum = "(" + sum + " + n)";
  }
  EXPECT_EQ(typesOf("(x, n):\n  tl.store(x, " + sum + ")\n"), "x=*fp16, n=i32");
}

TEST(Guess, ListsMayHoldThemselvesOrNestWithoutEnd) {
  for (const char *made : {"y = [1]\ny.append(y)\n", "y = []\nfor i in range(100000):\n    y = [y]\n",
                           "y = 1\nfor i in range(60):\n    y = (y, y)\n"}) {
    EXPECT_EQ(GuessOf(std::string(made) + "@jit\ndef k(x, n): tl.store(x + n, y[0])").types(), "x=*fp16, n=i32")
        << made;
  }
  EXPECT_EQ(GuessOf("y = [[1.5]]\n@jit\ndef k(x, s): tl.store(x, tl.exp(s * y[0][0]))").types(), "x=*fp16, s=fp32");
}

TEST(Guess, OtherValuesOfAParameterComeFromItsUseThenFromItsKind) {
  GuessOf guess("@jit\ndef k(x, n, B: tl.constexpr, F: tl.constexpr, M: tl.constexpr, o=None):\n"
                "  if F:\n    tl.store(x + n, B)\n  if M == 'a':\n    tl.store(x, 1)\n"
                "  if o is not None:\n    tl.store(o, 1)\n");
  EXPECT_EQ(guess.types(), "x=*fp16, n=i32, B=64, F=True, M='a', o=*fp16");
  EXPECT_EQ(guess.alternatives(0), "*fp32 *bf16 *i32 *u8 *fp8e4nv *i8 *i64 *u1");
  EXPECT_EQ(guess.alternatives(1), "fp32 *fp16 i64");
  EXPECT_EQ(guess.alternatives(2), "32 128 16 256 1 2 8 4 0 3");
  EXPECT_EQ(guess.alternatives(3), "False");
  EXPECT_EQ(guess.alternatives(4), "'other'");
  EXPECT_EQ(guess.alternatives(5).substr(0, 11), "None *fp32 ");
}

TEST(Guess, TuplesMayBeLonger) {
  GuessOf guess("@jit\ndef k(p):\n  tl.store(p[0], tl.load(p[1]))\n");
  EXPECT_EQ(guess.types(), "p=(*fp16, *fp16)");
  std::string others = guess.alternatives(0);
  EXPECT_EQ(std::count(others.begin(), others.begin() + long(others.find(')')), '*'), 16);
}

TEST(Guess, AnAnnotationSettlesAType) {
  GuessOf guess("@jit\ndef k(x, n: tl.int64):\n  tl.store(x + n, 1.0)\n");
  EXPECT_EQ(guess.settled(), std::vector<std::string>{"n"});
}

TEST(Guess, ACalledParameterIsAFunction) {
  GuessOptions options;
  options.function = Object::string("the function");
  EXPECT_EQ(typesOf("(x, f: tl.constexpr):\n  tl.store(x, f(tl.load(x)))\n", options), "x=*fp16, f='the function'");
}

TEST(Guess, OldDescriptorsTellTheirBlockShapes) {
  GuessOf guess(
      "@jit\ndef k(d, A: tl.constexpr, B: tl.constexpr):\n"
      "  tl._experimental_descriptor_store(d, tl._experimental_descriptor_load(d, [0, 0], [B, A], tl.float16), "
      "[0, 0])\n");
  EXPECT_EQ(guess.types(), "d=tensordesc<fp16[64, 64]>, A=64, B=64");
  EXPECT_EQ(guess.fitted({{"A", 16}, {"B", 32}}), "d=tensordesc<fp16[32, 16]>, A=16, B=32");
}

TEST(Guess, TypesOfOtherChipsAreNotTried) {
  EXPECT_EQ(variationsOf("(x, y):\n  if x.dtype.element_ty == tl.float8e4b8 or x.dtype.element_ty == tl.float8e5:\n"
                         "    tl.store(y, tl.load(x).to(tl.float32))\n"),
            "x: *fp16 *fp8e5");
}

TEST(Guess, DescriptorsMayHaveOtherBlocksOrBePointers) {
  GuessOf guess("@jit\ndef k(d, n):\n  d.store([n, 0], d.load([n, 0]))\n");
  EXPECT_EQ(guess.types(), "d=tensordesc<fp16[64, 64]>, n=i32");
  std::string others = guess.alternatives(0);
  EXPECT_NE(
      others.find(
          "tensordesc<fp16[1, 64, 64]> tensordesc<fp16[64, 128]> tensordesc<fp16[64, 32]> tensordesc<fp16[64, 1]>"),
      std::string::npos);
  EXPECT_NE(others.find("tensordesc<fp16[128, 64]>"), std::string::npos);
  EXPECT_EQ(others.substr(others.size() - 6), " *fp16");
}

TEST(Guess, ABlockShapeThatWasChosenStays) {
  GuessOf guess("@jit\ndef k(d, B: tl.constexpr):\n  d.store([tl.program_id(0) * B, 0], d.load([0, 0]))\n");
  EXPECT_EQ(guess.fitted({{"B", 32}}), "d=tensordesc<fp16[32, 64]>, B=32");
  EXPECT_EQ(guess.fitted({{"B", 32}}, {16, 64}), "d=tensordesc<fp16[16, 64]>, B=32");
}
