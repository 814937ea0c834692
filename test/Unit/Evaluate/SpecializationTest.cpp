// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels of a module, and what they are compiled for.
#include "tkc/Evaluate/Specialization.h"

#include "ModuleFixture.h"

using namespace tkc;
using namespace tkc::evaluate;

static std::string describe(const SpecializedParameter &parameter) {
  using Kind = SpecializedParameter::Kind;
  std::string text;
  switch (parameter.kind) {
  case Kind::Constant:
    return repr(parameter.constant);
  case Kind::Scalar:
  case Kind::Descriptor:
    text = parameter.type.signatureName();
    text += parameter.divisibility == 1 ? "" : ":" + std::to_string(parameter.divisibility);
    return parameter.isNoAlias ? text + ":noalias" : text;
  case Kind::Tuple:
    for (const SpecializedParameter &item : parameter.items) {
      text += (text.empty() ? "(" : ", ") + describe(item);
    }
    return (parameter.tupleClass ? parameter.tupleClass->name : "") + text + ")";
  }
  return "";
}

/// The parameters of the kernel `k`, or the names and texts of what was reported.
static std::string specializeK(std::string_view source, const SpecializationRequest &request = {},
                               EvaluatorOptions options = {}) {
  TestModule module(source, std::move(options));
  DiagnosticEngine diagnostics;
  std::optional<Specialization> result = specialize(module.evaluator, module.get("k"), request, diagnostics);
  std::string text;
  if (result) {
    for (const SpecializedParameter &parameter : result->parameters) {
      text += (text.empty() ? "" : ", ") + describe(parameter);
    }
    text += " w" + std::to_string(result->numWarps) + " s" + std::to_string(result->numStages);
    text += result->numCtas != 1 ? " c" + std::to_string(result->numCtas) : "";
    text += result->maxnreg ? " r" + std::to_string(*result->maxnreg) : "";
    text += result->grid ? " grid " + launch::formatExpression(*result->grid) : "";
    for (const auto &[name, expression] : result->heuristics) {
      text += " " + name + " = " + launch::formatExpression(expression);
    }
  }
  for (const Diagnostic &diagnostic : diagnostics.diagnostics()) {
    text += "[" + std::string(diagnostic.name()) + "] " + diagnostic.message();
  }
  return text;
}

static SpecializationRequest signature(std::string text) {
  SpecializationRequest request;
  request.signature = std::move(text);
  return request;
}

static SpecializationRequest constants(std::vector<std::pair<std::string, std::string>> values) {
  SpecializationRequest request;
  request.constants = std::move(values);
  return request;
}

static const char *plain = "@triton.jit\ndef k(x, y, n, ONE, BLOCK: tl.constexpr): pass\n";

TEST(Signatures, GiveTypesHintsAndValuesInOrder) {
  EXPECT_EQ(specializeK(plain, signature("*fp16:16, *fp32, i32:16, 1, 64")), "*fp16:16, *fp32, i32:16, 1, 64 w4 s3");
  EXPECT_EQ(specializeK(plain, signature("*kfp16,**i8,u64,i32:1,tl.float16")), "*kfp16, **i8, u64, 1, fp16 w4 s3");
  EXPECT_EQ(specializeK(plain, signature("None, fp32, i1, 'a,b', [1, (2, 3)]")),
            "None, fp32, u1, 'a,b', [1, (2, 3)] w4 s3");
  EXPECT_EQ(specializeK(plain, signature("(i32, *fp16:16), (1, 2), i32, tensordesc<fp16[64, 32]>, BLOCK=1 << 7")),
            "(i32, *fp16:16), (1, 2), i32, tensordesc<fp16[64, 32]>, 128 w4 s3");
  EXPECT_EQ(specializeK(plain, signature("BLOCK=16, x=*i8, y=*i8, n=i64:8, ONE=True")),
            "*i8, *i8, i64:8, True, 16 w4 s3");
}

TEST(Signatures, HaveDescriptors) {
  const char *source = "@triton.jit\ndef k(d): pass\n";
  EXPECT_EQ(specializeK(source, signature("tensordesc<fp16[1, 2, 4, 8, 8]>:8")),
            "tensordesc<fp16[1, 2, 4, 8, 8]>:8 w4 s3");
  EXPECT_EQ(specializeK(source, signature("tensordesc<fp16[8, 8]>:1")),
            "[SignatureHintMisplaced] the hint `:1` has no meaning for `tensordesc<fp16[8, 8]>`");
}

TEST(Signatures, ArePassedPieceByPiece) {
  TestModule module("from collections import namedtuple\nPair = namedtuple('Pair', 'a b')\n"
                    "@triton.jit\ndef k(n, d, t, BLOCK: tl.constexpr): pass\n");
  DiagnosticEngine diagnostics;
  std::optional<Specialization> result = specialize(
      module.evaluator, module.get("k"),
      signature("i32:16, tensordesc<fp32[4, 8]>:8:noalias, (*i8, (2, fp32), Pair((i16,), 3)), 64"), diagnostics);
  ASSERT_TRUE(result);
  std::string text;
  for (const SpecializedParameter &piece : listPieces(result->parameters)) {
    text += (text.empty() ? "" : ", ") + piece.name + " " + describe(piece);
  }
  EXPECT_EQ(text, "n i32:16, d *fp32:16:noalias, d.shape[0] i32, d.shape[1] i32:8, d.strides[0] i64:4, d.strides[1] 1, "
                  "t[0] *i8, t[1][0] 2, t[1][1] fp32, t[2].a[0] i16, t[2].b 3, BLOCK 64");
}

static const char *withNamedTuple = "from typing import NamedTuple\n"
                                    "class Block(NamedTuple):\n  data: int\n  shape: tuple\n  scale: float = 2.0\n"
                                    "def first(x, y): return x\n"
                                    "@triton.jit\ndef k(block): pass\n";

TEST(Signatures, HaveNamedTuples) {
  EXPECT_EQ(specializeK(withNamedTuple, signature("Block(*fp16:16, (i32, 8), fp32)")),
            "Block(*fp16:16, (i32, 8), fp32) w4 s3");
  EXPECT_EQ(specializeK(withNamedTuple, signature("block = Block( shape = (i32,), data=*fp16 )")),
            "Block(*fp16, (i32), 2.0) w4 s3");
  EXPECT_EQ(specializeK(withNamedTuple, signature("Block(1, ')', 3)")), "Block(data=1, shape=')', scale=3) w4 s3");
  EXPECT_EQ(specializeK(withNamedTuple, signature("(Block(*i8, (2, 3)), Block(1, 2))")),
            "(Block(*i8, (2, 3), 2.0), Block(data=1, shape=2, scale=2.0)) w4 s3");
  // Calls of other things are values.
  EXPECT_EQ(specializeK(withNamedTuple, signature("first(5, y=(6, 7))")), "5 w4 s3");
  EXPECT_EQ(specializeK(withNamedTuple, signature("(5 + 1) * (2)")), "12 w4 s3");
}

TEST(Signatures, LimitHowDeepTheyAreNested) {
  for (const char *name : {"", "first"}) {
    std::string entry = "i32";
    for (int i = 0; i < 10000; ++i) {
      entry = name + ("(" + entry + ")");
    }
    std::string text = specializeK(withNamedTuple, signature(entry));
    EXPECT_EQ(text.substr(0, 24), "[SignatureEntryInvalid] ") << name;
  }
}

TEST(Signatures, RefuseNamedTuplesWithOtherFields) {
  auto refused = [](const std::string &entry, const std::string &reason) {
    EXPECT_EQ(specializeK(withNamedTuple, signature(entry)),
              "[SignatureFieldsInvalid] `" + entry + "` is no named tuple for parameter `block`: " + reason);
  };
  refused("Block(i32, extent=(1,))", "`Block` has no field `extent`");
  refused("Block(i32, 1, 2, 3)", "`Block` has 3 fields");
  refused("Block(i32, data=i32, shape=1)", "the field `data` is given twice");
  refused("Block(i32)", "the field `shape` is missing");
  EXPECT_EQ(specializeK(withNamedTuple, signature("Blck(i32)")),
            "[SignatureEntryInvalid] `Blck(i32)` is neither a type nor a value for parameter `block`");
}

TEST(Signatures, PromiseArraysOfTheirOwn) {
  EXPECT_EQ(specializeK(plain, signature("*fp16:noalias, *fp32:16:noalias, i32, 1, 64")),
            "*fp16:noalias, *fp32:16:noalias, i32, 1, 64 w4 s3");
  EXPECT_EQ(specializeK(plain, signature("*fp16:noalias:16, *fp32, i32, 1, 64")),
            "*fp16:16:noalias, *fp32, i32, 1, 64 w4 s3");
  EXPECT_EQ(specializeK("@triton.jit\ndef k(x: '*i8:noalias', y: ptr[fp16, 16, 'noalias'], z: ptr[fp32]): pass\n"),
            "*i8:noalias, *fp16:16:noalias, *fp32 w4 s3");
}

TEST(Signatures, AreRefusedWithTheParametersName) {
  EXPECT_EQ(specializeK(plain, signature("*fp16, *fp16, i32, 1, 64, 5")),
            "[SignatureTooLong] the signature has 6 entries, the kernel `k` has 5 parameters");
  EXPECT_EQ(specializeK(plain, signature("*fp17, *fp16, i32, 1, 64")),
            "[SignatureEntryInvalid] `*fp17` is neither a type nor a value for parameter `x`");
  EXPECT_EQ(specializeK(plain, signature("*fp16:3, *fp16, i32, 1, 64")),
            "[SignatureHintInvalid] the hint `:3` is neither `noalias` nor a power of two");
  EXPECT_EQ(specializeK(plain, signature("*fp16, *fp16, fp32:16, 1, 64")),
            "[SignatureHintMisplaced] the hint `:16` has no meaning for `fp32`");
  EXPECT_EQ(specializeK(plain, signature("*fp16, *fp16, i32:noalias, 1, 64")),
            "[SignatureHintMisplaced] the hint `:noalias` has no meaning for `i32`");
  EXPECT_EQ(specializeK(plain, signature("*fp16, *fp16, i32, 1, i32:16")),
            "[ConstexprGivenType] the compile-time parameter `BLOCK` needs a value, got the type `i32:16`");
  EXPECT_EQ(specializeK(plain, signature("*fp16, *fp16, i32, 1, 64, x=*fp16")),
            "[ParameterGivenTwice] the parameter `x` is given twice");
  EXPECT_EQ(specializeK(plain, signature("*fp16, *fp16, i32, 1, 64, z=1")),
            "[ParameterUnknown] the kernel `k` has no parameter `z`");
  EXPECT_EQ(specializeK(plain, signature("void, *fp16, i32, 1, 64")),
            "[ParameterTypeInvalid] the parameter `x` can't be of type `void`");
  EXPECT_EQ(specializeK("@jit\ndef k(x: \"*fp16\"): pass", signature("3")),
            "[ParameterTypeMismatch] the parameter `x` is declared as `*fp16`, got the value 3");
}

TEST(Signatures, PointAtTheEntry) {
  TestModule module(plain);
  DiagnosticEngine diagnostics;
  specialize(module.evaluator, module.get("k"), signature("*fp16, *fp99, i32, 1, 64"), diagnostics);
  ASSERT_EQ(diagnostics.diagnostics().size(), 1u);
  EXPECT_EQ(diagnostics.diagnostics()[0].range.text(), "*fp99");
}

TEST(Parameters, NeedATypeOrAValue) {
  EXPECT_EQ(specializeK(plain, signature("*fp16, *fp16, , 1, 64")),
            "[ParameterTypeMissing] the type of parameter `n` of kernel `k` is not known");
  EXPECT_EQ(specializeK(plain, signature("*fp16, *fp16, i32, 1")),
            "[ConstantMissing] the compile-time parameter `BLOCK` of kernel `k` has no value");
}

TEST(Annotations, GiveTypes) {
  EXPECT_EQ(specializeK("@jit\ndef k(a: ptr[fp16], b: \"*fp32:16\", c: i32, d: tl.int64, e: int, f: float, g: bool, h: "
                        "tl.pointer_type(tl.int8),\n"
                        "      i: ptr[tl.float32, 16], B: tl.constexpr = 128, C: 'tl.constexpr' = None): pass"),
            "*fp16, *fp32:16, i32, i64, i32, fp32, u1, *i8, *fp32:16, 128, None w4 s3");
  EXPECT_EQ(specializeK("import torch\n@jit\ndef k(a: torch.Tensor, b: tl.tensor): pass", signature("*fp16, i32")),
            "*fp16, i32 w4 s3");
  EXPECT_EQ(specializeK("@jit\ndef k(a: ptr[fp16], n: i32): pass", signature("*fp32, i64")), "*fp32, i64 w4 s3");
  EXPECT_EQ(specializeK("T = tl.int16\n@jit\ndef k(a: T, bias=None, *rest): pass"), "i16, None, () w4 s3");
}

// The expressions live on with the evaluator.
TEST(Signatures, HaveFunctions) {
  TestModule module(plain);
  DiagnosticEngine diagnostics;
  std::optional<Specialization> result = specialize(
      module.evaluator, module.get("k"), signature("lambda *x: x[0], *fp32, i32, 1, lambda x: x + 1"), diagnostics);
  ASSERT_TRUE(result);
  auto call = [&](size_t parameter) {
    return repr(module.evaluator.call(result->parameters[parameter].constant, {{Object::integer(4)}, {}}, {}));
  };
  EXPECT_EQ(call(0), "4");
  EXPECT_EQ(call(4), "5");
}

TEST(Constants, AreReadInTheModule) {
  const char *source = "def act(x): return x\nSIZE = 32\n@jit\ndef k(F: tl.constexpr, N: tl.constexpr, S: "
                       "tl.constexpr, D: tl.constexpr): pass";
  EXPECT_EQ(specializeK(source, constants({{"F", "act"}, {"N", "SIZE * 2"}, {"S", "leaky_relu"}, {"D", "fp16"}})),
            "<function act>, 64, 'leaky_relu', fp16 w4 s3");
  EXPECT_EQ(specializeK(source, constants({{"F", "None"}, {"N", "1 // 0"}, {"S", "'a'"}, {"D", "-1"}})),
            "[ConstantInvalid] `1 // 0` is no compile-time value for parameter `N`: division by zero");
  EXPECT_EQ(specializeK(source, constants({{"Z", "1"}})), "[ParameterUnknown] the kernel `k` has no parameter `Z`");
}

static const char *tuned = "@triton.autotune([triton.Config({'B': 64}, num_warps=8, num_ctas=2), triton.Config({'B': "
                           "32}, num_stages=5, maxnreg=96)], key=[])\n"
                           "@triton.jit\ndef k(n: i32, B: tl.constexpr, num_warps: tl.constexpr): pass";

TEST(Configs, AreTheFirstThatFits) {
  EXPECT_EQ(specializeK(tuned), "i32, 64, 8 w8 s3 c2");
  EvaluatorOptions ampere;
  ampere.computeCapability = 80;
  EXPECT_EQ(specializeK(tuned, {}, ampere), "i32, 32, 4 w4 s5 r96");
  EXPECT_EQ(specializeK(tuned, constants({{"B", "32"}})), "i32, 32, 4 w4 s5 r96");
  EXPECT_EQ(specializeK(tuned, constants({{"B", "256"}})), "i32, 256, 8 w8 s3 c2");
  SpecializationRequest second;
  second.configIndex = 1;
  second.numWarps = 16;
  EXPECT_EQ(specializeK(tuned, second), "i32, 32, 16 w16 s5 r96");
}

TEST(Configs, ArePrunedByTheKernelsFunction) {
  EXPECT_EQ(specializeK(
                "def prune(configs, args, **kw):\n  return [c for c in configs if c.kwargs['B'] < 50]\n"
                "@triton.autotune([triton.Config({'B': 64}), triton.Config({'B': 32})], key=[],\n"
                "                 prune_configs_by={'early_config_prune': prune})\n@jit\ndef k(B: tl.constexpr): pass"),
            "32 w4 s3");
}

TEST(Configs, ThatAreNotKnownAreToldOf) {
  EXPECT_EQ(
      specializeK("from hub import configs\n@triton.autotune(configs=configs(), key=[])\n@jit\ndef k(B: tl.constexpr = "
                  "4): pass"),
      "4 w4 s3[AutotuneConfigsUnknown] the configurations of kernel `k` are not known: `hub.configs` belongs to the "
      "host program");
}

TEST(LaunchOptions, AreChecked) {
  SpecializationRequest request;
  request.numWarps = 3;
  EXPECT_EQ(specializeK("@jit\ndef k(): pass", request),
            "[LaunchOptionInvalid] `num_warps` is 3, expected a power of two from 1 to 32");
}

static const char *heuristic =
    "@triton.heuristics({'HAS_B': lambda args: args['b'] is not None,\n"
    "                    'P': lambda args: triton.next_power_of_2(args['C']),\n"
    "                    'EVEN': lambda args: args['n'] % (args['P'] // 2) == 0})\n"
    "@jit\ndef k(b, n, C: tl.constexpr, HAS_B: tl.constexpr, P: tl.constexpr, EVEN: tl.constexpr): pass";

TEST(Heuristics, LookAtArguments) {
  EXPECT_EQ(specializeK(heuristic, signature("*fp16, i32:16, 20")), "*fp16, i32:16, 20, True, 32, True w4 s3");
  EXPECT_EQ(specializeK(heuristic, signature("None, 24, 20")), "None, 24, 20, False, 32, False w4 s3");
  EXPECT_EQ(specializeK(heuristic, signature("*fp16, i32, 20, EVEN=False")),
            "*fp16, i32, 20, True, 32, False w4 s3 EVEN = n % 16 == 0");
}

TEST(Heuristics, ThatDependOnTheLaunchNeedAValue) {
  EXPECT_EQ(
      specializeK(heuristic, signature("*fp16, i32, 20")),
      "[HeuristicNotKnown] the heuristic of `EVEN` can't be computed when the kernel is compiled: `n % 16 == 0` is "
      "known at launch only");
}

TEST(Heuristics, ThatAreNotKnownAreToldOf) {
  EXPECT_EQ(
      specializeK("from hub import rules\n@triton.heuristics(rules('k'))\n@jit\ndef k(B: tl.constexpr = 4): pass"),
      "4 w4 s3[HeuristicsUnknown] the heuristics of kernel `k` are not known: `hub.rules` belongs to the host program");
}

static std::string gridOf(const std::string &grid) {
  std::string text = specializeK("def blocks(n, b=8):\n  return triton.cdiv(n, b)\n@tkc.grid(" + grid +
                                 ")\n@jit\ndef k(M: i32, N: i32, x: ptr[fp16], BM: tl.constexpr = 64): pass");
  size_t place = text.find("s3");
  text = text.substr(std::min(place + 2, text.size()));
  return text.substr(std::min(text.find_first_not_of(' '), text.size()));
}

TEST(Grids, BecomeExpressionsOverArguments) {
  EXPECT_EQ(gridOf("lambda META: (cdiv(M, BM) * cdiv(N, 2 * BM),)"), "grid (cdiv(M, 64) * cdiv(N, 128),)");
  EXPECT_EQ(gridOf("lambda META: (triton.cdiv(META['M'], META['BM']), META['N'])"), "grid (cdiv(M, 64), N)");
  EXPECT_EQ(gridOf("lambda M, BM: (M + BM, 1)"), "grid (M + 64, 1)");
  EXPECT_EQ(gridOf("lambda META: (blocks(M), min(N, 4), max(BM, 3))"), "grid (cdiv(M, 8), min(N, 4), 64)");
  EXPECT_EQ(gridOf("lambda META: (M if N > 3 else 1,)"), "grid (M if N > 3 else 1,)");
  EXPECT_EQ(gridOf("lambda META: (math.ceil(M / BM), int(N / 2), (M + 3) // 4 << 2)"),
            "grid (cdiv(M, 64), N // 2, (M + 3) // 4 * 4)");
  EXPECT_EQ(gridOf("lambda META: (x.shape[0] * (1 if M == 0 or N else 2),)"),
            "grid (x.shape[0] * (1 if M == 0 or N else 2),)");
  EXPECT_EQ(gridOf("(1, 2, 3)"), "grid (1, 2, 3)");
  EXPECT_EQ(gridOf("lambda META: 7"), "grid (7,)");
}

TEST(Grids, ThatCanNotAreWarnedAbout) {
  EXPECT_EQ(gridOf("lambda META: (M ** 2,)").substr(0, 19), "[GridNotTranslated]");
  EXPECT_EQ(gridOf("lambda META: (1, 2, 3, 4)"), "[GridNotTranslated] the grid of kernel `k` can't be stated over its "
                                                 "arguments: it has 4 extents, expected 1 to 3");
}

//===- Kernels ---------------------------------------------------------------------------------------------------===//

static std::string kernelsOf(std::string_view source) {
  TestModule module(source);
  std::string text;
  for (const KernelEntry &kernel : listKernels(module.evaluator, *module.module)) {
    text += (text.empty() ? "" : " ") + kernel.name + (kernel.isEntry ? "" : "(helper)");
  }
  return text;
}

TEST(Kernels, AreListedInOrderWithTheirRole) {
  EXPECT_EQ(kernelsOf("@jit\ndef b(x): a(x)\n@jit\ndef a(x): pass\n@jit\ndef c(x): return x\ndef d(): pass\n"
                      "@triton.autotune([], [])\n@jit\ndef e(x): return\nalias = b\nimport triton.language as tl\n"),
            "b a(helper) c(helper) e");
}

TEST(Kernels, AreNoHelpersOfFunctionsWithVariablesOfTheirName) {
  EXPECT_EQ(kernelsOf("@jit\ndef a(x): pass\n@jit\ndef b(x): pass\n@jit\ndef c(a):\n  b = a\n  return\n"), "a b c");
  EXPECT_EQ(kernelsOf("@jit\ndef a(x): pass\n@jit\ndef c(x):\n  b = a\n  b(x)\n"), "a(helper) c");
}

TEST(Kernels, AreFoundInsideOfFunctionsAndClasses) {
  EXPECT_EQ(kernelsOf("def outer(n):\n  S = 4\n  @triton.jit\n  def inner(x):\n    pass\n  return inner[(1,)](n)\n"
                      "class C:\n  @staticmethod\n  @triton.jit\n  def m(x): pass\n"),
            "inner m");
}

TEST(Kernels, AreSelectedByName) {
  TestModule module("@jit\ndef a(x): pass\n@jit\ndef h(x): return x\n");
  DiagnosticEngine diagnostics;
  EXPECT_EQ(selectKernels(module.evaluator, *module.module, std::nullopt, diagnostics).size(), 1u);
  EXPECT_EQ(selectKernels(module.evaluator, *module.module, "h", diagnostics).size(), 1u);
  EXPECT_FALSE(diagnostics.hasErrors());
  selectKernels(module.evaluator, *module.module, "z", diagnostics);
  std::string text = renderText(diagnostics);
  EXPECT_NE(text.find("there is no kernel `z` [KernelUnknown]"), std::string::npos) << text;
  EXPECT_NE(text.find("the file has `a`, `h`"), std::string::npos) << text;
}

TEST(Kernels, AreMissedWhereThereIsNone) {
  TestModule module("x = 1\n");
  DiagnosticEngine diagnostics;
  selectKernels(module.evaluator, *module.module, std::nullopt, diagnostics);
  EXPECT_NE(renderText(diagnostics).find("the file has no kernel [NoKernelInFile]"), std::string::npos);
}

TEST(Kernels, TellOfIgnoredDecorators) {
  EXPECT_EQ(specializeK("from hub import guard\n@guard\n@triton.jit\ndef k(): pass"),
            " w4 s3[DecoratorIgnored] the decorator `guard` of kernel `k` has no meaning here and is ignored");
}

TEST(Specialization, HeuristicsMayChooseLaunchOptions) {
  EXPECT_EQ(specializeK("@triton.heuristics({'num_warps': lambda args: args['B'] // 32, 'num_stages': lambda args: "
                        "args['n'] // 2})\n@jit\ndef k(n: i32, B: tl.constexpr = 256):\n  pass\n"),
            "i32, 256 w8 s3");
}

//===- Guesses ---------------------------------------------------------------------------------------------------===//

static SpecializedParameter constantNamed(std::string name, Object value) {
  SpecializedParameter parameter;
  parameter.name = std::move(name);
  parameter.constant = std::move(value);
  return parameter;
}

TEST(Specialization, FallbacksFillWhatIsMissingOnly) {
  SpecializationRequest request;
  for (const char *name : {"B", "C", "D", "E"}) {
    request.fallbacks.push_back(constantNamed(name, Object::integer(64)));
  }
  EXPECT_EQ(specializeK("@triton.autotune([triton.Config({'C': 8})], key=[])\n"
                        "@triton.heuristics({'E': lambda args: args['n'] + 1})\n"
                        "@jit\ndef k(n: i32, B: tl.constexpr, C: tl.constexpr, D: tl.constexpr = 4, "
                        "E: tl.constexpr = 0):\n  pass\n",
                        request),
            "i32, 64, 8, 4, 64 w4 s3 E = n + 1");
}

TEST(Specialization, SuggestionsGoBeforeTheSourceAndBehindTheRequest) {
  SpecializationRequest request = constants({{"B", "2"}});
  request.suggestions = {constantNamed("B", Object::integer(64)), constantNamed("C", Object::integer(16))};
  EXPECT_EQ(specializeK("@jit\ndef k(B: tl.constexpr = 1, C: tl.constexpr = 1):\n  pass\n", request), "2, 16 w4 s3");
}
