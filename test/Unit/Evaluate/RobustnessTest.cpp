// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sources that try to make the evaluator recurse without end, grow without end, or never stop.
#include "ModuleFixture.h"

using namespace tkc::evaluate;

TEST(Robustness, ContainersMayHoldThemselves) {
  EXPECT_EQ(valueOfX("y = []\ny.append(y)\nz = {}\nz['z'] = z\nx = (y == y, len(str(y)) > 3, str(z) != '', y in "
                     "[y])\ny.clear()\nz.clear()"),
            "(True, True, True, True)");
}

TEST(Robustness, ContainersMayStandInManyPlaces) {
  EXPECT_EQ(valueOfX("y = []\ny.append(y)\ny.append(y)\nz = []\nz.append(z)\nz.append(z)\nx = [str(y), y == z]\n"
                     "y.clear()\nz.clear()"),
            "['[[...], [...]]', True]");
  EXPECT_EQ(valueOfX("d = {}\nd['a'] = d['b'] = (d, [d])\nx = repr(d)\nd.clear()"),
            "\"{'a': ({...}, [{...}]), 'b': ({...}, [{...}])}\"");
  std::string twice = "def twice(v):\n  for i in range(60):\n    v = (v, v)\n  return v\n";
  EXPECT_EQ(valueOfX(twice + "a = twice((1,))\nb = twice((1,))\nc = twice((2,))\n"
                             "x = [a == b, a == c, hash(a) == hash(b), {a: 3}[b], a < c, a in [c, b]]"),
            "[True, False, True, 3, True, True]");
  EXPECT_EQ(valueOfX(twice + "x = str(twice(()))"), "OverflowError: the string is too long");
  EXPECT_EQ(valueOfX("t = (str,)\nfor i in range(30):\n  t = (t, t)\nx = [isinstance(1, t), isinstance('a', t)]"),
            "[False, True]");
  EXPECT_EQ(
      valueOfX("import copy\nl = [1]\nfor i in range(60):\n  l = [l, l]\nm = copy.deepcopy(l)\n"
               "s = []\ns.append(s)\nr = copy.deepcopy(s)\nd = {'k': l}\nd['d'] = d\ne = copy.deepcopy(d)\n"
               "x = [m == l, m is l, m[0] is m[1], m[0] is l[0], r is r[0], r is s, e is e['d'], e['k'][0] is l[0]]\n"
               "s.clear()\nr.clear()\nd.clear()\ne.clear()"),
      "[True, False, True, False, True, False, True, False]");
}

TEST(Robustness, LargeTextsAndWhatIsTooLargeCountAsWork) {
  std::string twice = "y = (1,)\nfor i in range(40):\n  y = (y, y)\n";
  for (const std::string &text :
       {std::string("y = 'a' * 1000000\nx = f'{y}{y}'"), twice + "x = str(y)", twice + "x = f'{y}'",
        std::string("import itertools\nx = itertools.product(range(100), repeat=4)")}) {
    EXPECT_GT(TestModule(text).evaluator.steps(), 150000u) << text;
  }
  EXPECT_EQ(valueOfX("import itertools\nx = [itertools.product(range(100), range(100), range(100), range(100), []),"
                     "len(itertools.product(range(3), repeat=4))]"),
            "[[], 81]");
}

TEST(Robustness, LongIntegersHaveNoDecimalText) {
  std::string error = "ValueError: the integer has more than 4300 digits";
  for (const char *text : {"str(n)", "repr(n)", "f'{n}'", "f'{n:,}'", "format(n, 'd')", "'%d' % n", "'{}'.format(n)"}) {
    EXPECT_EQ(valueOfX("n = 1 << 20000\nx = " + std::string(text)), error) << text;
  }
  EXPECT_EQ(valueOfX("n = 1 << 20000\nx = [len(hex(n)), len(f'{n:x}'), len(str(10 ** 4299)), repr([n])]"),
            "[5003, 5001, 4300, '[<an integer of 20001 bits>]']");
}

TEST(Robustness, TextsOfObjectsEndWhereTheObjectsHoldThemselves) {
  EXPECT_EQ(valueOfX("e = ValueError()\ne.args = (e,)\nx = [str(e), repr(e), f'{e}', '%s' % e]\ne.args = ()"),
            "['...', 'ValueError(...)', '...', '...']");
  EXPECT_EQ(valueOfX("e = 1\nfor i in range(100000):\n  e = ValueError(e)\nx = [str(e), repr(e)[:22], len(repr(e))]"),
            "['...', 'ValueError(ValueError(', 483]");
  EXPECT_EQ(valueOfX("import enum\nclass E(enum.Enum):\n  A = 1\nE.A.name = E.A\nE.A.value = [E.A]\n"
                     "x = [str(E.A), repr(E.A)]\nE.A.name = E.A.value = 1"),
            "['E....', '<E....: [...]>']");
  EXPECT_EQ(valueOfX("import triton\nc = 1\nfor i in range(60):\n  c = triton.Config({'a': c, 'b': c})\nx = str(c)"),
            "OverflowError: the string is too long");
}

TEST(Robustness, TypesNestAFewLevels) {
  std::string head = "import triton.language as tl\nx = tl.int8\nfor i in range(";
  EXPECT_EQ(valueOfX(head + "3):\n  x = tl.block_type(x, [2])"), "<['2'], <['2'], <['2'], int8>>>");
  for (const char *made : {"tl.block_type(x, [1])", "tl.pointer_type(x)"}) {
    EXPECT_EQ(valueOfX(head + "100000):\n  x = " + made).substr(0, 10), "TypeError:") << made;
  }
}

TEST(Robustness, SharedPartsOfSlicesAndConfigsAreLookedAtOnce) {
  std::string head = "import triton\ndef grow(make):\n  v = 1\n  for i in range(60):\n    v = make(v)\n  return v\n";
  for (const char *make : {"slice(v, v)", "triton.Config({'a': v, 'b': v})"}) {
    EXPECT_EQ(valueOfX(head + "make = lambda v: " + make +
                       "\na, b = grow(make), grow(make)\nx = [a == b, hash(a) == hash(b), a == grow(lambda v: v)]"),
              "[True, True, False]")
        << make;
  }
}

TEST(Robustness, ObjectsMayBeTheirOwnCall) {
  std::string head = "from functools import partial\nclass A:\n  pass\nx = A()\n";
  for (const char *cycle : {"A.__call__ = x\ny = x()", "A.__call__ = partial(x)\ny = x()", "A.__init__ = A\ny = A()",
                            "A.__eq__ = A.__call__ = x\ny = x == 1"}) {
    TestModule module(head + cycle);
    EXPECT_EQ(module.get("y").asUnknown().exception, "RecursionError") << cycle << module.show("y");
  }
  EXPECT_EQ(valueOfX(head + "A.__call__ = map\nA.__iter__ = x\nx = list(x)"),
            "TypeError: `list` needs something to iterate over");
  // Each call takes a step, though no function runs.
  EXPECT_EQ(valueOfX(head + "A.__call__ = x\nfor i in range(100000):\n  y = x()\nx = 3"), "3");
  EvaluatorOptions options;
  options.maximalSteps = 100000;
  EXPECT_TRUE(TestModule(head + "A.__call__ = x\nfor i in range(500):\n  y = x()", options).evaluator.isExhausted());
  // Each level is a bound method, its function, a class and `__init__`.
  EXPECT_EQ(valueOfX("class A:\n  def __init__(self, n):\n    self.next = self.make(n - 1) if n else None\n"
                     "  def make(self, n):\n    return A(n)\nx = A(70).next.next is not None"),
            "True");
}

TEST(Robustness, ContainersMayBeNestedWithoutEnd) {
  EXPECT_EQ(valueOfX("y = []\nfor i in range(100000):\n  y = [y]\nx = len(y)"), "1");
  EXPECT_EQ(valueOfX("y = ()\nfor i in range(100000):\n  y = (y, {'k': y})\nx = len(y)"), "2");
  EXPECT_EQ(valueOfX("y = top = []\nfor i in range(100000):\n  n = []\n  y.append(n)\n  y = n\nx = len(top)"), "1");
  EXPECT_EQ(valueOfX("f = lambda: 0\nfor i in range(100000):\n  f = lambda f=f: f\nx = callable(f)"), "True");
  EXPECT_EQ(valueOfX("import functools\nf = len\nfor i in range(100000):\n  f = functools.partial(f)\nx = callable(f)"),
            "True");
}

TEST(Robustness, DeepValuesCompareAndHash) {
  EXPECT_EQ(valueOfX("def deep():\n  y = ()\n  for i in range(10000):\n    y = (y,)\n  return y\n"
                     "a = deep()\nb = deep()\nx = [a == a, a == b]\ny = a < b\nz = hash(a)"),
            "[True, False]");
}

TEST(Robustness, CallsAndPartialsMayBeDeep) {
  TestModule module("def f(n):\n  if n:\n    return [f(n + 1) for i in range(1)]\nx = f(1)\n"
                    "def g(n):\n  return (lambda m: g(m))(n)\ny = g(1)\n"
                    "class C:\n  def __add__(self, o):\n    return self + o\nz = C() + 1");
  for (const char *name : {"y", "z"}) {
    EXPECT_EQ(module.get(name).asUnknown().exception, "RecursionError") << name;
  }
}

TEST(Robustness, ChoicesAreCountedBeforeTheyAreMade) {
  EXPECT_EQ(
      valueOfX("from itertools import combinations, permutations, product\n"
               "x = [len(combinations(range(14), 2)), len(combinations(range(30), 29)), len(permutations('abcd')), "
               "permutations(range(1000), 1)[999], product('ab', repeat=0), combinations('ab', 3)]"),
      "[91, 30, 24, (999,), [()], []]");
  TestModule module(
      "import itertools\na = itertools.permutations(range(12))\nb = itertools.combinations(range(60), 30)\n"
      "c = itertools.product('a', repeat=1000)\nd = itertools.product(range(100), repeat=4)\n"
      "e = itertools.combinations(range(100000), 99999)");
  for (const char *name : {"a", "b", "c", "d", "e"}) {
    EXPECT_EQ(module.get(name).asUnknown().exception, "OverflowError") << name;
  }
}

TEST(Robustness, QuotientsOfFloatsAreThoseOfPython) {
  EXPECT_EQ(valueOfX("inf = float('inf')\nx = [1e16 // 3.0, -1.0 // inf, -0.0 // 3, 0.0 // -2.5, -7.5 // 2, 7.5 // -2, "
                     "divmod(1e16, 3), 1e300 // 1e-5]"),
            "[3333333333333333.0, -1.0, -0.0, -0.0, -4.0, -4.0, (3333333333333333.0, 1.0), 1e+305]");
}

TEST(Robustness, NumbersAreRoundedAsInPython) {
  EXPECT_EQ(valueOfX("x = [round(2.675, 2), round(2.5), round(1234, -2), round(15, -1), round(25, -1), round(-25, -1), "
                     "round(5, -2), round(10 ** 20, -2), round(1.5, 400), round(1250.0, -2), round(7, -10 ** 6), "
                     "round(15 * 10 ** 5999, -6000) == 2 * 10 ** 6000, round(-5 * 10 ** 5999, -6000), "
                     "round(6 * 10 ** 5999, -6000) == 10 ** 6000, round(-10 ** 6000, -6001)]"),
            "[2.67, 2, 1200, 20, 20, -20, 0, 100000000000000000000, 1.5, 1200.0, 0, True, 0, True, 0]");
}

TEST(Robustness, WidthsMayBeTheLeastNumber) {
  EXPECT_EQ(valueOfX("x = ['a'.ljust(-2 ** 63), 'a'.rjust(-2 ** 63), 'a'.center(-2 ** 63), 'a'.zfill(-2 ** 63)]"),
            "['a', 'a', 'a', 'a']");
}

TEST(Robustness, ANanIsAKeyThatIsNotFound) {
  EXPECT_EQ(
      valueOfX("d = {'a': 1}\nx = (d.setdefault(float('nan'), 3), d.setdefault('a', 4), d.setdefault('b'), len(d))"),
      "(3, 1, None, 3)");
}

TEST(Robustness, BrokenKeysOfPatternsAreEvaluatedToo) {
  // A module may be looked at in spite of its errors.
  tkc::SourceManager sources;
  tkc::ModuleLoader loader(sources);
  Evaluator evaluator(loader);
  const char *text = "def f(v):\n  match v:\n    case {(): 1}: return 2\n  return 3\nx = f({1: 2})";
  const tkc::SourceModule *source = loader.loadBuffer(sources.addBuffer("test.tk", text));
  EXPECT_TRUE(source->diagnostics.hasErrors());
  EXPECT_NE(evaluator.evaluateModule(*source)->globals->names.find("x"), nullptr);
}

TEST(Robustness, StringsAreSearchedFromAndTo) {
  EXPECT_EQ(valueOfX("s = 'abc abc'\nx = [s.find('b', 2), s.find('b', -2, 5), s.find('b', -2), s.find('b', -100), "
                     "s.find('', 7), s.find('', 8), s.startswith('b', 1), s.endswith('c', 0, 3), s.startswith('a', 1), "
                     "'\u00e9a'.find('a')]"),
            "[5, -1, 5, 1, 7, -1, True, True, False, 1]");
}

TEST(Robustness, SharedPartsHaveAnOrder) {
  EXPECT_EQ(valueOfX("def grow(leaf):\n  for i in range(60):\n    leaf = (leaf, leaf)\n  return leaf\n"
                     "a, b, c = grow(1), grow(1), grow(2)\nx = [a < c, a <= b, c in [b], {a: 7}[b]]"),
            "[True, True, False, 7]");
}

TEST(Robustness, ClassesHaveOneOrderOfBases) {
  EXPECT_EQ(valueOfX("class A:\n  v = 'A'\n  w = 'A'\nclass B(A):\n  w = 'B'\nclass C(A):\n  v = 'C'\n"
                     "class D(B, C):\n  pass\nx = [D.v, D().w, issubclass(D, A), issubclass(B, C)]"),
            "['C', 'B', True, False]");
  std::string many = "class A0:\n  pass\n";
  for (int i = 0; i < 40; ++i) {
    std::string n = std::to_string(i);
    many += "class L" + n + "(A" + n + "):\n  pass\nclass R" + n + "(A" + n + "):\n  pass\nclass A" +
            std::to_string(i + 1) + "(L" + n + ", R" + n + "):\n  pass\n";
  }
  EXPECT_EQ(valueOfX(many + "x = [hasattr(A40(), 'y'), isinstance(A40(), A0), isinstance(A0(), A40)]"),
            "[False, True, False]");
  EXPECT_EQ(valueOfX("class A:\n  pass\nclass x(A, A):\n  pass"), "TypeError: the bases of `x` have no common order");
}

TEST(Robustness, ListsChangeWhileTheyAreSorted) {
  EXPECT_EQ(valueOfX("l = [3, 1, 2]\nx = l.sort(key=lambda v: l.append(v) or v)"),
            "ValueError: list modified during sort");
  EXPECT_EQ(valueOfX("l = [3, 1, 2]\nl.sort(key=lambda v: l.clear() or v)\nx = l"), "[1, 2, 3]");
}

TEST(Robustness, PartialsOfPartialsAreFlat) {
  EXPECT_EQ(valueOfX("from functools import partial\nf = len\nfor i in range(20000):\n  f = partial(f)\nx = f([1])"),
            "1");
  EXPECT_EQ(valueOfX("from functools import partial\ndef f(*a, **k):\n  return a, sorted(k.items())\n"
                     "x = partial(partial(f, 1, k=1, m=2), 2, k=3)(4, n=5)"),
            "((1, 2, 4), [('k', 3), ('m', 2), ('n', 5)])");
}

// Each would take minutes.
TEST(Robustness, LooksAtLargeValuesAreCounted) {
  for (const char *text : {"s = 'x' * 4000000\nfor i in range(100000):\n  x = s.count('y')",
                           "s = 'e\u0301' * 400000\nfor i in range(100000):\n  x = s[i]",
                           "s = [0] * 400000\nfor i in range(100000):\n  x = 1 in s",
                           "s = [0] * 400000\nr = list(s)\nfor i in range(100000):\n  x = s == r",
                           "s = list(range(200000))\nfor i in range(200000):\n  x = s.pop(0)",
                           "s = {i: i for i in range(100000)}\nfor i in range(100000):\n  x = s.pop(i)",
                           "s = {i: i for i in range(100000)}\nfor i in range(100000):\n  x = len(dict(s))",
                           "s = set(range(100000))\nfor i in range(100000):\n  x = s <= s"}) {
    EXPECT_EQ(valueOfX(text), ": evaluation takes too long") << text;
  }
  // What is nested is looked at, too.
  std::string tree = "def tree(n):\n  return tuple(tuple(range(n)) for i in range(n))\na = tree(700)\nb = tree(700)\n";
  for (const char *text :
       {"x = hash(a)", "x = a == b", "x = a < b", "x = a in [b]", "x = {a: 1}", "x = copy.deepcopy(a)", "x = d[b]"}) {
    EXPECT_EQ(valueOfX("import copy\n" + tree + "d = {a: 1}\nfor i in range(100000):\n  " + text),
              ": evaluation takes too long")
        << text;
  }
  EXPECT_EQ(valueOfX("import copy\nx = 1\nwhile True:\n  x = copy.deepcopy([x, [copy.deepcopy(x)]])"),
            ": evaluation takes too long");
  EXPECT_EQ(valueOfX("s = 'a' * 2000000 + 'b'\nx = s.find('a' * 1000000 + 'c')"), "-1");
  EXPECT_EQ(valueOfX("s = 'a\u00e9\u4e2d'\nx = [s[1], s[-1], s[::-1], s[1:], 'aXbX'.replace('X', '--', 1)]"),
            "['\u00e9', '\u4e2d', '\u4e2d\u00e9a', '\u00e9\u4e2d', 'a--bX']");
}

TEST(Robustness, TextsAreCountedWhateverBecomesOfThem) {
  // Too long, just short enough and then cut, or made by a format.
  for (const char *text :
       {"'%s' % (t,)", "'%r%r' % (1, t)", "f'{t}'", "f'{t!r}'", "str(t)", "'%.1s' % (u,)", "f'{u!s:.1}'", "f'{s:.1}'",
        "'{:.1}'.format(s)", "'{!r:.1}'.format(u)", "(s + '%y') % 1", "format(1, s)", "'%y' % m", "'%d' % m"}) {
    std::string values = "s = 'a' * 4000000\nu = [s]\nm = (1,) * 4000000\nt = 1\nfor i in range(40):\n  t = (t, t)\n";
    EXPECT_EQ(valueOfX(values + "for i in range(100000):\n  try:\n    x = " + text +
                       "\n  except (OverflowError, ValueError, TypeError):\n    x = 1"),
              ": evaluation takes too long")
        << text;
  }
}

TEST(Robustness, MessagesAreShort) {
  std::string values = "class E(ValueError): pass\nt = 1\nfor i in range(40):\n  t = (t, t)\n";
  for (const char *text : {"[1].index(t)", "{}[t]", "{}.pop(t)", "int('a' * 4000000)", "float('a' * 4000000)",
                           "'%d' % (t,)", "(lambda **k: 1)(**{t: 1})", "[1]['a' * 4000000 == '']"}) {
    EXPECT_LT(valueOfX(values + "x = " + text).size(), 300u) << text;
  }
  // Cut between characters: 200 bytes are the quote, 99 letters and a half.
  EXPECT_EQ(valueOfX("x = [1].index('\u00e9' * 300)").size(),
            std::string("ValueError: '... is not in the list").size() + 198);
  EXPECT_LT(valueOfX(values + "def f(): raise E(t)\nx = f()").size(), 4100u);
  EXPECT_EQ(valueOfX("x = dict(**{1: 2})"), "TypeError: keywords must be strings, and 1 is none");
}

TEST(Robustness, ChoicesOfNegativeLengthsAreErrors) {
  std::string head = "import itertools\nx = itertools.";
  EXPECT_EQ(valueOfX(head + "product('a', repeat=-1)"), "ValueError: repeat argument cannot be negative");
  EXPECT_EQ(valueOfX(head + "combinations('ab', -1)"), "ValueError: r must be non-negative");
  EXPECT_EQ(valueOfX(head + "permutations('ab', -2)"), "ValueError: r must be non-negative");
  EXPECT_EQ(valueOfX(head + "combinations('ab', 10 ** 30)"), "[]");
  EXPECT_EQ(valueOfX(head + "permutations('ab', None)"), "[('a', 'b'), ('b', 'a')]");
}

TEST(Robustness, ClassesMayInheritWithoutEnd) {
  EXPECT_EQ(valueOfX("class A:\n  pass\nfor i in range(20000):\n  class A(A):\n    pass\nx = isinstance(A(), A)"),
            "True");
}

TEST(Robustness, GrowthEnds) {
  for (const char *text :
       {"x = 'a'\nwhile True:\n  x = x + x", "x = [1]\nwhile True:\n  x += x", "x = [1]\nwhile True:\n  x.extend(x)",
        "x = 3\nwhile True:\n  x = x * x", "x = 'a'\nwhile True:\n  x = f'{x}{x}'",
        "x = 'a'\nwhile True:\n  x = x.replace('a', 'aa')", "x = 'a'\nwhile True:\n  x = x.join([x, x, x])",
        "x = 'a'\nwhile True:\n  x = '%s%s' % (x, x)", "x = 'a'\nwhile True:\n  x = '{0}{0}'.format(x)",
        "x = []\nwhile True:\n  x.append(list(range(100000)))",
        "def f():\n  while True:\n    y = [1] * 1000\nx = f()"}) {
    EvaluatorOptions options;
    options.maximalSteps = 1000000;
    TestModule module(text, options);
    EXPECT_TRUE(module.evaluator.isExhausted() || module.get("x").isUnknown()) << text;
  }
}

/// What an expression of two large integers takes, in steps.
static uint64_t stepsOf(const std::string &expression) {
  std::string names = "import math\nP = 2 ** 31000 - 1\ny = P * P\nz = P // 3\n";
  return TestModule(names + "x = " + expression).evaluator.steps() - TestModule(names + "x = 1").evaluator.steps();
}

TEST(Robustness, WorkWithLargeIntegersIsCounted) {
  // Products of words make what such an operation costs, which its result may not show.
  for (const char *expression : {"y // z", "y % P", "z * z % P", "z ** 2 > 0", "divmod(y, P)", "pow(z, 3, P)",
                                 "math.gcd(y, z)", "math.lcm(z, P) > 0", "math.isqrt(y)", "round(y, -10000)"}) {
    EXPECT_GT(stepsOf(expression), 5000u) << expression;
  }
  EXPECT_LT(stepsOf("y + z"), 2000u);
  EXPECT_LT(stepsOf("3 * 5 // 2"), 20u);
}

TEST(Robustness, MethodsAreCalledThroughTheirTypes) {
  EXPECT_EQ(valueOfX("y = [1]\nlist.append(y, 2)\nx = (y, str.upper('a'), dict.get({1: 2}, 1), int.bit_length(True), "
                     "float.is_integer(2.0), tuple.index((4, 5), 5))"),
            "([1, 2], 'A', 2, 1, True, 1)");
}

TEST(Robustness, OddOperandsAreErrorsNotCrashes) {
  for (const char *expression : {"''.join(3)",
                                 "[].pop()",
                                 "'%d' % 'a'",
                                 "'{0[}'.format(1)",
                                 "range(1, 2, 0)",
                                 "int('')",
                                 "float('x')",
                                 "sorted([1, 'a'])",
                                 "max([])",
                                 "zip(1)",
                                 "dict([1])",
                                 "dict([(1, 2, 3)])",
                                 "{[]: 1}",
                                 "chr(-1)",
                                 "ord('ab')",
                                 "round('a')",
                                 "sum(['a'])",
                                 "'a'.zfill(10**9)",
                                 "(1).bit_length(2, 3).x",
                                 "None.x",
                                 "len()",
                                 "isinstance()",
                                 "getattr()",
                                 "math.sqrt()",
                                 "math.sqrt(-1)",
                                 "math.log(0)",
                                 "math.factorial(3)",
                                 "tl.cdiv(1, 0)",
                                 "triton.next_power_of_2('a')",
                                 "triton.Config()",
                                 "triton.Config({}, num_warps='a')",
                                 "triton.jit(3)",
                                 "triton.autotune()(3)",
                                 "triton.heuristics()(len)",
                                 "tl.dtype('zz')",
                                 "tl.block_type(tl.int8, [0])",
                                 "1 << -1",
                                 "f'{1:zz}'",
                                 "f'{1:{None}}'",
                                 "list.append(3, 3)",
                                 "list.append()",
                                 "list.index((1,), 1)",
                                 "tuple.index(3, 3)",
                                 "dict.get([], 4)",
                                 "dict.keys()",
                                 "set.add({}, 3)",
                                 "str.upper(3)",
                                 "int.bit_length('a')",
                                 "float.is_integer()",
                                 "'a' * -1 + 3",
                                 "(lambda: 0)(1)",
                                 "list.append",
                                 "slice()",
                                 "format(1, 2)",
                                 "tl.pointer_type()",
                                 "tl.pointer_type(tl.int8, -1)",
                                 "tl.pointer_type(tl.int8, 1 << 24)",
                                 "tl.pointer_type(tl.int8, 'a')",
                                 "-'a'",
                                 "~1.5",
                                 "not undefined",
                                 "undefined.x[1](2)",
                                 "hash([])",
                                 "tl.load",
                                 "tl.load(1)",
                                 "Config.all_kwargs()",
                                 "Config.all_kwargs(3)",
                                 "getter.apply(1)",
                                 "os.x"}) {
    TestModule module(std::string("import os, Config, operator.itemgetter as getter\nx = ") + expression);
    SUCCEED() << module.show("x");
  }
}
