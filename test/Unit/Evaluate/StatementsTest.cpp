// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Statements, functions and classes at compile time.
#include "ModuleFixture.h"

using namespace tkc::evaluate;

TEST(Functions, TakeArgumentsAsPythonDoes) {
  EXPECT_EQ(valueOfX("def f(a, /, b, *, c=3):\n  return (a, b, c)\nx = f(1, b=2)"), "(1, 2, 3)");
  EXPECT_EQ(valueOfX("def f(a):\n  return a\nx = f()"), "TypeError: `f` lacks an argument for the parameter `a`");
  EXPECT_EQ(valueOfX("def f(a):\n  return a\nx = f(1, 2)"), "TypeError: `f` takes 1 positional arguments, got 2");
  EXPECT_EQ(valueOfX("def f(a):\n  return a\nx = f(1, a=2)"), "TypeError: `f` got two values for the parameter `a`");
  EXPECT_EQ(valueOfX("def f(a):\n  return a\nx = f(1, z=2)"), "TypeError: `f` has no parameter `z`");
  EXPECT_EQ(valueOfX("def f(*a, **k):\n  return (a, k)\nx = f(*[1, 2], **{'z': 3})"), "((1, 2), {'z': 3})");
}

TEST(Functions, RecurseCloseOverAndRebind) {
  EXPECT_EQ(valueOfX("def fact(n):\n  return 1 if n <= 1 else n * fact(n - 1)\nx = fact(25)"),
            "15511210043330985984000000");
  EXPECT_EQ(valueOfX("def counter():\n  n = 0\n  def step():\n    nonlocal n\n    n += 1\n    return n\n  return step\n"
                     "c = counter()\nc()\nx = c()"),
            "2");
  EXPECT_EQ(valueOfX("n = 1\ndef f():\n  global n\n  n = 5\nf()\nx = n"), "5");
}

TEST(Functions, SeeNamesBelowThem) { EXPECT_EQ(valueOfX("x = later(2)\ndef later(n):\n  return n + 1"), "3"); }

TEST(Functions, GiveTheValuesThatTheyYield) {
  EXPECT_EQ(valueOfX("def g(n):\n  for i in range(n):\n    yield i\n  yield from (8, 9)\nx = list(g(2))"),
            "[0, 1, 8, 9]");
  EXPECT_EQ(valueOfX("def g():\n  if False:\n    yield 1\nx = list(g())"), "[]");
}

TEST(Loops, BreakContinueAndElse) {
  EXPECT_EQ(valueOfX("x = []\nfor i in range(10):\n  if i == 2:\n    continue\n  if i == 4:\n    break\n  x.append(i)\n"
                     "else:\n  x.append('else')"),
            "[0, 1, 3]");
  EXPECT_EQ(valueOfX("x = 1\nwhile x < 100:\n  x *= 3\nelse:\n  x = -x"), "-243");
  EvaluatorOptions options;
  options.maximalSteps = 1000;
  EXPECT_TRUE(TestModule("while True:\n  pass\nx = 1", options).get("x").isUnknown());
}

TEST(Loops, WithoutEndInImportedModulesLeaveStepsForTheImporter) {
  EvaluatorOptions options;
  options.maximalSteps = 4000;
  options.maximalStepsOfStatement = 10000;
  tkc::SourceManager sources;
  tkc::ModuleLoader loader(sources);
  loader.addEmbedded("endless", "while True:\n  pass\n");
  Evaluator evaluator(loader, options);
  const tkc::SourceModule *source = loader.loadBuffer(sources.addBuffer("test.tk", "import endless\nx = 1 + 1\n"));
  std::shared_ptr<ModuleObject> module = evaluator.evaluateModule(*source);
  ASSERT_TRUE(module->globals->names.find("x"));
  EXPECT_EQ(repr(*module->globals->names.find("x")), "2");
}

TEST(Loops, WithoutEndSpoilOneStatementOfTheModuleOnly) {
  EvaluatorOptions options;
  options.maximalStepsOfStatement = 1000;
  TestModule module("y = [i for i in range(100000)]\nx = 1", options);
  EXPECT_EQ(module.show("y"), ": evaluation takes too long");
  EXPECT_EQ(module.show("x"), "1");
}

TEST(Errors, AreCaughtByTheirClass) {
  EXPECT_EQ(valueOfX("try:\n  int(float('nan'))\nexcept ValueError as e:\n  x = e"), "'nan is no int'");
  EXPECT_EQ(valueOfX("try:\n  int(float('inf'))\nexcept OverflowError as e:\n  x = e"), "'an infinity is no int'");
  EXPECT_EQ(valueOfX("try:\n  {}['k']\nexcept (ValueError, LookupError) as e:\n  x = 'caught'"), "'caught'");
  EXPECT_EQ(valueOfX("def f():\n  raise ValueError('bad')\ntry:\n  f()\nexcept ValueError as e:\n  x = str(e)\n"
                     "finally:\n  y = 1"),
            "'bad'");
  EXPECT_EQ(valueOfX("class Mine(Exception):\n  pass\ndef f():\n  try:\n    raise Mine\n  except Mine:\n    return "
                     "'mine'\nx = f()"),
            "'mine'");
  EXPECT_EQ(valueOfX("def f():\n  try:\n    return 1\n  finally:\n    pass\nx = f()"), "1");
  EXPECT_EQ(valueOfX("try:\n  raise missing\nexcept NameError as e:\n  x = e"), "'the name `missing` is not defined'");
  EXPECT_EQ(valueOfX("try:\n  raise 5\nexcept TypeError as e:\n  x = e"),
            "'exceptions must derive from BaseException'");
  EXPECT_EQ(valueOfX("import torch\ntry:\n  raise torch.Error\nexcept TypeError:\n  x = 1\nexcept Exception:\n  x = 2"),
            "2");
  EXPECT_EQ(valueOfX("def f():\n  try:\n    1 // 0\n  except ZeroDivisionError:\n    raise\ntry:\n  f()\n"
                     "except ArithmeticError:\n  x = 'again'"),
            "'again'");
}

TEST(Errors, OfFunctionsAreTheResultOfTheCall) {
  EXPECT_EQ(valueOfX("def f():\n  assert 1 == 2, 'never'\n  return 1\nx = f()"),
            "AssertionError: the assertion does not hold: never");
  EXPECT_EQ(valueOfX("def f():\n  y = 1 // 0\n  return 1\nx = f()"), "ZeroDivisionError: division by zero");
}

TEST(Matching, TakesTheFirstCaseThatFits) {
  const char *text = "def f(v):\n"
                     "  match v:\n"
                     "    case 0 | 1:\n      return 'small'\n"
                     "    case int() if v > 100:\n      return 'large'\n"
                     "    case [a, *rest]:\n      return (a, rest)\n"
                     "    case {'k': k, **others}:\n      return (k, others)\n"
                     "    case str() as s:\n      return s\n"
                     "    case _:\n      return 'other'\n"
                     "x = [f(1), f(500), f([1, 2, 3]), f({'k': 1, 'z': 2}), f('t'), f(None)]";
  EXPECT_EQ(valueOfX(text), "['small', 'large', (1, [2, 3]), (1, {'z': 2}), 't', 'other']");
}

TEST(Classes, AreNamespacesAndMakeInstances) {
  EXPECT_EQ(
      valueOfX("class C:\n  K = 3\n  def __init__(self, a):\n    self.a = a\n  def sum(self, b):\n    return self.a + "
               "b + C.K\n"
               "  @staticmethod\n  def s(v):\n    return v\n  @classmethod\n  def make(cls):\n    return cls(10)\n"
               "  @property\n  def twice(self):\n    return self.a * 2\n"
               "c = C(1)\nx = (c.sum(2), C.s(7), C.make().a, c.twice, isinstance(c, C))"),
      "(6, 7, 10, 2, True)");
  EXPECT_EQ(valueOfX("class B:\n  def f(self):\n    return 'b'\nclass C(B):\n  pass\nx = C().f()"), "'b'");
  // A class method gets the class, also of a named tuple.
  EXPECT_EQ(valueOfX("import typing\nclass P(typing.NamedTuple):\n  v: int\n  @classmethod\n  def make(cls, v):\n"
                     "    return cls(v)\nx = (P(1).make(2), P.make(3))"),
            "(P(v=2), P(v=3))");
}

TEST(Classes, DefineOperators) {
  EXPECT_EQ(
      valueOfX(
          "class V:\n  def __init__(self, a):\n    self.a = a\n  def __add__(self, o):\n    return V(self.a + o.a)\n"
          "  def __rmul__(self, k):\n    return V(self.a * k)\n  def __getitem__(self, i):\n    return self.a + i\n"
          "  def __len__(self):\n    return 0\n  def __call__(self):\n    return 'called'\n"
          "v = 3 * (V(1) + V(2))\nx = (v.a, v[1], bool(v), len(v), v())"),
      "(9, 10, False, 0, 'called')");
}

TEST(Classes, CanBeEnums) {
  EXPECT_EQ(
      valueOfX(
          "from enum import Enum, IntEnum, auto\nclass E(Enum):\n  A = 1\n  B = auto()\nclass I(IntEnum):\n  L = 4\n"
          "x = (E.A.value, E.B.value, E.A == E.A, E(2).name, [m.name for m in E], I.L + 1, E['A'] is E.A, len(E))"),
      "(1, 2, True, 'B', ['A', 'B'], 5, True, 2)");
}

TEST(Classes, CanBeDataClassesAndNamedTuples) {
  EXPECT_EQ(
      valueOfX(
          "from dataclasses import dataclass, field, replace, asdict\n@dataclass(frozen=True)\nclass D:\n  a: int\n"
          "  b: int = 2\n  c: list = field(default_factory=list)\n"
          "d = D(1)\nx = (d, D(1, 2) == D(1), replace(d, a=9).a, asdict(d))"),
      "(D(a=1, b=2, c=[]), True, 9, {'a': 1, 'b': 2, 'c': []})");
  EXPECT_EQ(valueOfX("from typing import NamedTuple\nclass P(NamedTuple):\n  a: int\n  b: int = 4\n"
                     "p = P(1)\na, b = p\nx = (p, p.b, a, p._fields if False else P._fields)"),
            "(P(a=1, b=4), 4, 1, ('a', 'b'))");
}

TEST(HostCode, NeverFailsTheModule) {
  TestModule module(
      "import torch\nimport unheard_of.things as u\nfrom nowhere import helper\n"
      "DEVICE = torch.device('cuda')\nt = u.make(3)\nif t > 2:\n  y = 1\nelse:\n  y = 2\n"
      "for i in t:\n  z = i\nwith torch.no_grad():\n  w = 4\nassert t\ndel t\nraise ValueError('x')\nv = 5");
  EXPECT_EQ(module.show("DEVICE"), ": `torch.device` belongs to the host program");
  EXPECT_EQ(module.show("y"), ": `unheard_of.things.make` belongs to the host program");
  EXPECT_EQ(module.show("z"), ": `unheard_of.things.make` belongs to the host program");
  EXPECT_EQ(module.show("w"), "4");
  EXPECT_EQ(module.show("v"), "5");
}

TEST(HostCode, IsAnsweredFromTheTarget) {
  EvaluatorOptions options;
  options.computeCapability = 80;
  EXPECT_EQ(
      valueOfX("import torch, triton\nx = (torch.cuda.get_device_capability()[0] >= 9, torch.version.hip is None, "
               "triton.runtime.driver.active.get_current_target().backend, torch.cuda.is_available(), "
               "torch.cuda.get_device_properties(0).multi_processor_count)",
               options),
      "(False, True, 'cuda', True, 132)");
  EXPECT_EQ(valueOfX("import torch\nx = (torch.finfo(torch.float8_e4m3fn).max, torch.finfo(torch.float32).max, "
                     "torch.iinfo(torch.int8).min)"),
            "(448.0, 3.4028234663852886e+38, -128)");
  EXPECT_EQ(valueOfX("import torch\nm = {torch.float16: tl.float16}\nx = m[torch.float16]"), "fp16");
}

TEST(HostCode, KnowsWhichDevicesTorchHas) {
  EXPECT_EQ(valueOfX("import torch\nx = (hasattr(torch, 'cuda'), hasattr(torch, 'npu'))"), "(True, False)");
  EXPECT_TRUE(TestModule("import torch\nx = hasattr(torch, 'something')").get("x").isUnknown());
  EXPECT_EQ(valueOfX("import triton\nfrom other.utils import Version\n"
                     "x = Version(triton.__version__) >= Version('3.0.0')"),
            "True");
}

TEST(HostCode, ComparesVersions) {
  EXPECT_EQ(valueOfX("import triton\nfrom packaging import version\nv = version.parse\n"
                     "x = (v(triton.__version__) >= v('3.3.0'), v('3.10') > v('3.9.1'), v('2.1.0+cu12').minor)"),
            "(True, True, 1)");
}

TEST(HostCode, ThatIsNotKnownLeavesNamesUnknown) {
  TestModule module(
      "from pkg import FLAG\nif FLAG:\n  def f():\n    return 1\nelse:\n  def f():\n    return 2\n  n = 3\nx = f()\n"
      "def g(a):\n  if FLAG:\n    return 1\n  return 2\ny = g(1)\nz = FLAG == 'a'\nw = FLAG is None\n"
      "items = (FLAG, 1) == ('a', 1)\nmember = 'a' in (FLAG, 1)\ncount = ['a', FLAG].count('a')\n"
      "names = (FLAG, 'a') == (FLAG, 'a') and 'a' in (FLAG, 'a') and (FLAG, 1) != ('a', 2, 3)");
  EXPECT_EQ(module.show("names"), "True");
  EXPECT_EQ(module.show("x"), "1");
  for (const char *name : {"n", "y", "z", "w", "items", "member", "count"}) {
    EXPECT_TRUE(module.get(name).isUnknown()) << name;
  }
}

TEST(HostCode, ThatIsNotKnownMayDeleteNames) {
  EXPECT_EQ(valueOfX("import torch\nx = 3\nif torch.is_it():\n  del x").substr(0, 2), ": ");
}

TEST(HostCode, TakesTheHandlerOfAMissingImport) {
  EXPECT_EQ(valueOfX("try:\n  import flash_attn\n  x = 1\nexcept ImportError:\n  x = 2"), "2");
  EXPECT_EQ(valueOfX("try:\n  from a.b import c\n  x = 1\nexcept:\n  x = 2"), "2");
  EXPECT_EQ(valueOfX("try:\n  import torch\n  x = 1\nexcept ImportError:\n  x = 2"), "1");
  EXPECT_EQ(
      valueOfX("try:\n  from triton.language.extra.libdevice import rsqrt as x\nexcept ModuleNotFoundError:\n  x = 2"),
      "<libdevice.rsqrt>");
  EXPECT_EQ(valueOfX("try:\n  from triton.language import no_such_thing\nexcept ImportError:\n  x = 2"), "2");
}
