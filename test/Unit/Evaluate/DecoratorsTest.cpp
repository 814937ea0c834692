// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What decorators say of kernels.
#include "ModuleFixture.h"

using namespace tkc::evaluate;

static const KernelInfo &kernelOf(TestModule &module, const char *name) {
  EXPECT_TRUE(module.get(name).isFunction()) << module.show(name);
  return *module.get(name).asFunction().kernel;
}

static std::string configsOf(TestModule &module, const char *name) {
  const KernelInfo &info = kernelOf(module, name);
  if (!info.autotune) {
    return "no autotune";
  }
  std::string text;
  for (const auto &config : info.autotune->configs) {
    text += repr(Object::config(config)) + "\n";
  }
  return text;
}

TEST(Jit, HasFlavorsAndOptions) {
  TestModule module("@triton.jit\ndef a(x): pass\n@triton.jit(noinline=True, do_not_specialize=['n', 0], debug=True)\n"
                    "def b(m, n): pass\n@jit\ndef c(): pass\n@kernel\ndef d(): pass\ndef e(): pass\nf = triton.jit(e)\n"
                    "@triton.constexpr_function\ndef g(n): return n + 1\nx = g(2)");
  for (const char *name : {"a", "b", "c", "d", "f"}) {
    EXPECT_EQ(module.get(name).asFunction().flavor, FunctionFlavor::Jit) << name;
  }
  EXPECT_EQ(module.get("e").asFunction().flavor, FunctionFlavor::Plain);
  EXPECT_EQ(module.get("g").asFunction().flavor, FunctionFlavor::Constexpr);
  EXPECT_EQ(module.show("x"), "3");
  const KernelInfo &info = kernelOf(module, "b");
  EXPECT_TRUE(info.isNoInline && info.isDebug);
  EXPECT_EQ(info.doNotSpecialize, (std::vector<std::string>{"n", "m"}));
}

TEST(ConstexprFunction, TakesFunctionsOfTheLanguage) {
  TestModule module("g = triton.constexpr_function(tl.core.get_int_dtype)\nx = g(bitwidth=16, signed=True)");
  EXPECT_EQ(module.show("x"), "int16");
}

TEST(Autotune, EvaluatesItsConfigs) {
  TestModule module(
      "import triton, os\n"
      "def configs():\n"
      "  return [triton.Config({'BM': m, 'BN': n}, num_warps=w) for m in (64, 128) for n in [32] for w in (4, 8)\n"
      "          if not (m == 64 and w == 8)]\n"
      "@triton.autotune(configs=configs() + [triton.Config({'BM': 16, 'BN': 16}, 2, num_stages=5, maxnreg=128)],\n"
      "                 key=['M', 'N'], reset_to_zero=['c'])\n"
      "@triton.jit\ndef k(c, M, N, BM: tl.constexpr, BN: tl.constexpr): pass");
  EXPECT_EQ(configsOf(module, "k"), "BM: 64, BN: 32, num_warps: 4, num_ctas: 1, num_stages: 3, maxnreg: None\n"
                                    "BM: 128, BN: 32, num_warps: 4, num_ctas: 1, num_stages: 3, maxnreg: None\n"
                                    "BM: 128, BN: 32, num_warps: 8, num_ctas: 1, num_stages: 3, maxnreg: None\n"
                                    "BM: 16, BN: 16, num_warps: 2, num_ctas: 1, num_stages: 5, maxnreg: 128\n");
  EXPECT_EQ(kernelOf(module, "k").autotune->keys, (std::vector<std::string>{"M", "N"}));
  EXPECT_EQ(kernelOf(module, "k").autotune->resetToZero, (std::vector<std::string>{"c"}));
}

TEST(Autotune, KeepsTheReasonOfUnknownConfigs) {
  TestModule module(
      "from hub import get_configs\n@triton.autotune(configs=get_configs(), key=[])\n@triton.jit\ndef k(): pass");
  const AutotuneInfo &info = *kernelOf(module, "k").autotune;
  EXPECT_TRUE(info.configs.empty());
  EXPECT_EQ(info.unknownConfigs.asUnknown().reason, "`hub.get_configs` belongs to the host program");
}

TEST(Autotune, IsSeenInDecoratorsOfOthers) {
  TestModule module(
      "from fla.utils import fla_cache_autotune, input_guard\n"
      "@fla_cache_autotune(configs=[triton.Config({'B': 8})], key=['n'])\n@triton.jit\ndef k(n, B): pass\n"
      "@input_guard\n@triton.jit\ndef j(): pass");
  EXPECT_EQ(configsOf(module, "k"), "B: 8, num_warps: 4, num_ctas: 1, num_stages: 3, maxnreg: None\n");
  EXPECT_EQ(module.get("j").asFunction().ignoredDecorators, (std::vector<std::string>{"input_guard"}));
}

TEST(Heuristics, KeepTheirFunctionsInOrder) {
  TestModule module("@triton.heuristics({'A': lambda args: args['n'] % 2 == 0})\n"
                    "@triton.heuristics(values={'B': lambda args: args['A']})\n@triton.jit\ndef k(n, A, B): pass");
  const KernelInfo &info = kernelOf(module, "k");
  ASSERT_EQ(info.heuristics.size(), 2u);
  EXPECT_EQ(info.heuristics[0].name, "A");
  EXPECT_EQ(info.heuristics[1].name, "B");
  Object arguments = Object::dict();
  arguments.asDict().entries.set("n", Object::integer(4));
  EXPECT_EQ(repr(module.evaluator.call(info.heuristics[0].value, {{arguments}, {}}, {})), "True");
}

TEST(Grid, IsKeptAsAFunction) {
  TestModule module(
      "@tkc.grid(lambda META: (cdiv(META['n'], META['B']),))\n@triton.jit\ndef k(n, B: tl.constexpr = 8): pass");
  EXPECT_TRUE(kernelOf(module, "k").grid.isFunction());
}

TEST(Decorators, OfPlainPythonAreCalled) {
  TestModule module("def twice(f):\n  return lambda n: f(n) * 2\n@twice\ndef f(n):\n  return n + 1\nx = f(1)\n"
                    "import functools\n@functools.lru_cache(maxsize=None)\ndef g():\n  return 5\ny = g()");
  EXPECT_EQ(module.show("x"), "4");
  EXPECT_EQ(module.show("y"), "5");
}

TEST(Decorators, DoNotChangeTheFunctionThatTheyCopy) {
  TestModule module("@triton.jit\ndef base(B): pass\nk1 = triton.autotune([triton.Config({'B': 1})], [])(base)\n"
                    "k2 = triton.autotune([triton.Config({'B': 2})], [])(base)");
  EXPECT_NE(configsOf(module, "k1"), configsOf(module, "k2"));
  EXPECT_FALSE(kernelOf(module, "base").autotune);
}

TEST(Aggregates, HaveFieldsAndMethods) {
  TestModule module("@triton.aggregate\nclass A:\n  a: tl.tensor\n  b: tl.constexpr = 3\n  @triton.jit\n  def f(self): "
                    "pass\nx = A(1)");
  EXPECT_EQ(module.get("A").asClass().flavor, ClassFlavor::Aggregate);
  EXPECT_EQ(module.show("x"), "A(a=1, b=3)");
}

TEST(Decorators, AFunctionIsWhatTritonWrapsItIn) {
  TestModule module("import triton\n"
                    "class Entry(triton.KernelInterface):\n"
                    "  def __init__(self, fn):\n"
                    "    while not isinstance(fn, triton.runtime.JITFunction):\n"
                    "      fn = fn.fn\n"
                    "    self.name = fn.__name__\n"
                    "def entry():\n"
                    "  return lambda fn: Entry(fn)\n"
                    "@entry()\n@triton.autotune(configs=[], key=[])\n@triton.jit\ndef k(x):\n  pass\n"
                    "x = isinstance(k, triton.runtime.autotuner.Autotuner)\n"
                    "y = isinstance(entry, triton.runtime.JITFunction)\n"
                    "z = Entry(k).name\n");
  EXPECT_TRUE(module.get("k").isFunction());
  EXPECT_EQ(module.show("x"), "False");
  EXPECT_EQ(module.show("y"), "False");
  EXPECT_EQ(module.show("z"), "'k'");
}
