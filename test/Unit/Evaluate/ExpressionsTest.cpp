// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Expressions at module level.
#include "ModuleFixture.h"

using namespace tkc::evaluate;

TEST(Expressions, HaveLiteralsOfAllKinds) {
  EXPECT_EQ(valueOfX("x = (0x_ff, 1e3, 'a' \"b\", None, True, ..., 10**20)"),
            "(255, 1000.0, 'ab', None, True, Ellipsis, 100000000000000000000)");
  EXPECT_EQ(valueOfX("x = [*range(3), *(7, 8)]"), "[0, 1, 2, 7, 8]");
  EXPECT_EQ(valueOfX("x = {**{'a': 1}, 'b': 2, **{'a': 3}}"), "{'a': 3, 'b': 2}");
  EXPECT_EQ(valueOfX("x = {1, 2, 1}"), "{1, 2}");
}

TEST(Expressions, FormatStrings) {
  EXPECT_EQ(valueOfX("n = 3.14159\nw = 8\nx = f'{n:.2f}|{n:{w}.1f}|{\"s\"!r}|{n=:.1f}|{{}}'"),
            "\"3.14|     3.1|'s'|n=3.1|{}\"");
}

TEST(Expressions, ReplaceAnEmptyText) {
  EXPECT_EQ(
      valueOfX("x = ['aé'.replace('', '-'), ''.replace('', '-'), 'ab'.replace('', '-', 2), 'ab'.replace('', '', 9)]"),
      "['-a-é-', '-', '-a-b', 'ab']");
}

TEST(Expressions, CountAnEmptyText) {
  EXPECT_EQ(valueOfX("x = ['ab'.count(''), 'ab'.count('', 2), 'ab'.count('', 3), 'ab'.count('', -1)]"), "[3, 1, 0, 2]");
}

TEST(Expressions, ExpandTabs) {
  EXPECT_EQ(valueOfX("x = ['a\\tb'.expandtabs(4), 'é\\t\\n\\tb'.expandtabs(tabsize=3), 'a\\tb'.expandtabs(0), "
                     "len('\\t'.expandtabs())]"),
            "['a   b', 'é  \\n   b', 'ab', 8]");
  EXPECT_EQ(valueOfX("x = 'a'.expandtabs(2 ** 40)"), "TypeError: `str.expandtabs` needs a width");
}

TEST(Expressions, KnowTheBlanksOfTexts) {
  EXPECT_EQ(
      valueOfX("b = '\\x1c\\x1f \\v'\nx = [(b + 'a' + b).strip(), b.isspace(), (b + 'a' + b).split(), int('\\v5 ')]"),
      "['a', True, ['a'], 5]");
  EXPECT_EQ(valueOfX("x = int('\\x1c5')"), "ValueError: '\\x1c5' is no int");
}

TEST(Expressions, ReadUnderscoresOfNumbersAsPythonDoes) {
  EXPECT_EQ(valueOfX("x = [int('1_0'), int('0x_f', 16), int('0_0', 0), float('1_0.5e1_0')]"),
            "[10, 15, 0, 105000000000.0]");
  for (const char *wrong : {"int('1__0')", "int('_1')", "int('1_')", "int('010', 0)", "float('1_.5')", "float('_1')",
                            "float('5\\0')", "float('nan(1)')"}) {
    EXPECT_EQ(valueOfX(std::string("x = ") + wrong).substr(0, 11), "ValueError:") << wrong;
  }
}

TEST(Expressions, HavePowersOfAModulus) {
  EXPECT_EQ(
      valueOfX("x = [pow(3, -1, 7), pow(2, 2 ** 70, 97), pow(-2, 3, 5), pow(2, 3, -5), pow(0, 0, 1), pow(5, -3, -7)]"),
      "[5, 61, 2, -2, 0, -1]");
  EXPECT_EQ(valueOfX("x = pow(2, -1, 4)"), "ValueError: the base has no inverse for this modulus");
  EXPECT_EQ(valueOfX("x = pow(2, 3, 0)"), "ValueError: the modulus of `pow` is 0");
  EXPECT_EQ(valueOfX("x = pow(2, 3, 1.5)"), "TypeError: `pow` needs ints where there is a modulus");
  EXPECT_EQ(valueOfX("x = pow(3, 2 ** 30000, 2 ** 600)"), "OverflowError: the numbers are too large");
}

TEST(Expressions, GetSeveralItems) {
  EXPECT_EQ(valueOfX("import operator\nx = [operator.itemgetter(1)('ab'), operator.itemgetter(0, -1)('abc')]"),
            "['b', ('a', 'c')]");
}

TEST(Expressions, ShortCircuit) {
  EXPECT_EQ(valueOfX("x = 0 or 'a' or undefined"), "'a'");
  EXPECT_EQ(valueOfX("x = 0 and undefined"), "0");
  EXPECT_EQ(valueOfX("x = 1 if True else undefined"), "1");
}

TEST(Expressions, ChainComparisons) {
  EXPECT_EQ(valueOfX("x = 1 < 2 < 3"), "True");
  EXPECT_EQ(valueOfX("x = 1 < 2 > 3"), "False");
  EXPECT_EQ(valueOfX("x = 3 < 2 < undefined"), "False");
}

TEST(Expressions, HaveComprehensionsOfAllKinds) {
  EXPECT_EQ(valueOfX("x = [i * j for i in range(4) if i % 2 for j in (10, 20) if j > 5 if i]"), "[10, 20, 30, 60]");
  EXPECT_EQ(valueOfX("x = {i: i * i for i in range(3)}"), "{0: 0, 1: 1, 2: 4}");
  EXPECT_EQ(valueOfX("x = {i % 2 for i in range(5)}"), "{0, 1}");
  EXPECT_EQ(valueOfX("x = sum(i for i in range(5))"), "10");
  EXPECT_EQ(valueOfX("x = [[i + j for j in range(2)] for i in range(2)]"), "[[0, 1], [1, 2]]");
  EXPECT_EQ(valueOfX("i = 7\ny = [i for i in range(3)]\nx = i"), "7");
}

TEST(Expressions, BindByWalrusOutsideOfTheComprehension) {
  EXPECT_EQ(valueOfX("y = [last := i for i in range(3)]\nx = last"), "2");
}

TEST(Expressions, CallLambdasWithDefaultsAndClosures) {
  EXPECT_EQ(valueOfX("f = lambda a, b=2, *c, **d: (a, b, c, d)\nx = f(1, 5, 6, k=7)"), "(1, 5, (6,), {'k': 7})");
  EXPECT_EQ(valueOfX("fs = [lambda i=i: i for i in range(3)]\nx = [f() for f in fs]"), "[0, 1, 2]");
  EXPECT_EQ(valueOfX("fs = [lambda: i for i in range(3)]\nx = [f() for f in fs]"), "[2, 2, 2]");
}

TEST(Expressions, UnpackIntoTargets) {
  EXPECT_EQ(valueOfX("a, (b, *c), d = 1, (2, 3, 4), 5\nx = (a, b, c, d)"), "(1, 2, [3, 4], 5)");
  EXPECT_EQ(valueOfX("a = b = [1]\nb.append(2)\nx = a"), "[1, 2]");
  EXPECT_EQ(valueOfX("d = {}\nd['k'] = 1\nd['k'] += 4\nx = d"), "{'k': 5}");
  EXPECT_EQ(valueOfX("x, y = 1, 2, 3"), "ValueError: there are 3 values to unpack, expected 2");
}

TEST(Expressions, KnowTheBuiltins) {
  EXPECT_EQ(
      valueOfX("x = (len('ab'), min(3, 1, 2), max([4, 9]), sum([1, 2], 10), abs(-3), round(2.5), int('0x10', 16))"),
      "(2, 1, 9, 13, 3, 2, 16)");
  EXPECT_EQ(valueOfX("x = sorted([3, 1, 2], key=lambda v: -v)"), "[3, 2, 1]");
  EXPECT_EQ(valueOfX("class A:\n  def __init__(s, v):\n    s.v = v\n  def __lt__(s, o):\n    return int(s.v < o.v)\n"
                     "l = [A(3), A(1)]\nx = (sorted(l)[0].v, min(l).v)"),
            "(1, 1)");
  EXPECT_EQ(valueOfX("x = sorted([(1, 'b'), (0, 'a'), (1, 'a')], key=lambda p: p[0], reverse=True)"),
            "[(1, 'b'), (1, 'a'), (0, 'a')]");
  EXPECT_EQ(valueOfX("x = list(zip('ab', range(5)))"), "[('a', 0), ('b', 1)]");
  EXPECT_EQ(valueOfX("x = list(enumerate('ab', start=1))"), "[(1, 'a'), (2, 'b')]");
  EXPECT_EQ(valueOfX("x = list(map(lambda a, b: a + b, [1, 2], [10, 20]))"), "[11, 22]");
  EXPECT_EQ(valueOfX("x = list(filter(None, [0, 1, '', 'a']))"), "[1, 'a']");
  EXPECT_EQ(valueOfX("x = (any([0, 1]), all([]), isinstance(True, int), isinstance('a', (int, str)), callable(len))"),
            "(True, True, True, True, True)");
  EXPECT_EQ(valueOfX("x = (getattr('a', 'nope', 3), hasattr('a', 'upper'), type(3) == int, float('-inf'), bool([]))"),
            "(3, True, True, -inf, False)");
  EXPECT_EQ(valueOfX("x = max((), default=7)"), "7");
  EXPECT_EQ(valueOfX("x = next((i for i in range(9) if i > 4), None)"), "5");
}

TEST(Expressions, KnowMethodsOfStrings) {
  EXPECT_EQ(valueOfX("x = ' a,b '.strip().upper().split(',')"), "['A', 'B']");
  EXPECT_EQ(valueOfX("x = [' a b  c '.split(None, 1), ' a b  c '.rsplit(None, 1), ' a '.split(maxsplit=0), 'a b "
                     "'.split(None, 1), 'aaa'.split('aa'), "
                     "'aaa'.rsplit('aa'), 'a,b,c'.rsplit(',', 1)]"),
            "[['a', 'b  c '], [' a b', 'c'], ['a '], ['a', 'b '], ['', 'a'], ['a', ''], ['a,b', 'c']]");
  EXPECT_EQ(valueOfX("x = ['a\\r\\nb\\rc\\x0bd\\n'.splitlines(), 'a\\n\\nb'.splitlines(True), 'k=v=w'.partition('='), "
                     "'k=v=w'.rpartition('='), 'k'.rpartition('=')]"),
            "[['a', 'b', 'c', 'd'], ['a\\n', '\\n', 'b'], ('k', '=', 'v=w'), ('k=v', '=', 'w'), ('', '', 'k')]");
  EXPECT_EQ(valueOfX("x = ['abc'.center(8), 'abcd'.center(7, '*'), 'é'.ljust(3, '.'), 'é'.rjust(2), '-é'.zfill(4)]"),
            "['  abc   ', '**abcd*', 'é..', ' é', '-00é']");
  EXPECT_EQ(
      valueOfX("x = [\"it's ok\".title(), 'aBc'.swapcase(), 'ABC1'.isupper(), '12'.islower(), ' \\t'.isspace(), "
               "''.isspace(), 'abcab'.rfind('ab'), 'abcab'.rfind('ab', 0, 4), 'abc'.index('c'), 'aXa'.count('a', 1), "
               "'ab'.count('')]"),
      "[\"It'S Ok\", 'AbC', True, False, True, False, 3, 0, 2, 1, 3]");
  EXPECT_EQ(
      valueOfX("x = ['abc' * 5, 'ab' * 3, 'é' * 2, 2 * 'a', 'ab' * 1, 'ab' * 0, 'ab' * -1, '' * 5, '' * 2 ** 70]"),
      "['abcabcabcabcabc', 'ababab', 'éé', 'aa', 'ab', '', '', '', '']");
  EXPECT_EQ(valueOfX("x = 'abc'.rindex('z')"), "ValueError: substring not found");
  EXPECT_EQ(valueOfX("x = 'abc'.rsplit('')"), "ValueError: empty separator");
  EXPECT_EQ(valueOfX("x = 'é'.upper()"), ": the kinds of characters outside ASCII are not known at compile time");
  EXPECT_EQ(valueOfX("x = [f'{True:>6}', f'{True}', format(False, '03')]"), "['     1', 'True', '000']");
  EXPECT_EQ(valueOfX("x = 1e300 ** 2.0"), "OverflowError: the power is too large for a float");
  EXPECT_EQ(valueOfX("x = '-'.join(str(i) for i in range(3))"), "'0-1-2'");
  EXPECT_EQ(valueOfX("x = '{} {1[0]} {k:>3}'.format(1, [2], k=3)"), "'1 2   3'");
  EXPECT_EQ(valueOfX("x = ('abc'.startswith(('x', 'a')), 'a.b'.replace('.', '_'), 'x'.zfill(3), 'ab'.find('b'))"),
            "(True, 'a_b', '00x', 1)");
}

TEST(Expressions, KnowMethodsOfContainers) {
  EXPECT_EQ(valueOfX("x = [3, 1]\nx.sort()\nx.insert(0, 9)\nx.extend((7,))\nx.remove(3)\ny = x.pop()"), "[9, 1]");
  EXPECT_EQ(
      valueOfX(
          "d = dict(a=1)\nd.update(b=2)\nx = (d.get('z', 0), list(d.items()), d.pop('a'), d.setdefault('c', 5), d)"),
      "(0, [('a', 1), ('b', 2)], 1, 5, {'b': 2, 'c': 5})");
  EXPECT_EQ(valueOfX("x = {1, 2}.union([3]) - {1}"), "{2, 3}");
  EXPECT_EQ(valueOfX("x = (1, 2, 1).count(1)"), "2");
}

TEST(Expressions, KnowTheLibraries) {
  EXPECT_EQ(valueOfX("import math\nx = (math.sqrt(4), math.ceil(1.2), math.log2(8), math.gcd(12, 18), math.isqrt(99))"),
            "(2.0, 2, 3.0, 6, 9)");
  EXPECT_EQ(valueOfX("import itertools as it\nx = list(it.product([1, 2], 'ab'))"),
            "[(1, 'a'), (1, 'b'), (2, 'a'), (2, 'b')]");
  EXPECT_EQ(valueOfX("from itertools import chain\nx = list(chain.from_iterable([[1], [2]])) + list(chain([3], (4,)))"),
            "[1, 2, 3, 4]");
  EXPECT_EQ(valueOfX("import functools\nx = functools.reduce(lambda a, b: a * b, [2, 3, 4])"), "24");
  EXPECT_EQ(valueOfX("from functools import partial\nf = partial(lambda a, b, c: (a, b, c), 1, c=3)\nx = f(2)"),
            "(1, 2, 3)");
  EXPECT_EQ(valueOfX("from collections import namedtuple, defaultdict\nP = namedtuple('P', 'a b', defaults=[5])\n"
                     "d = defaultdict(list)\nd['k'].append(1)\nx = (P(1), P(1)._replace(a=2).a, d)"),
            "(P(a=1, b=5), 2, {'k': [1]})");
}

TEST(Expressions, AskTheEnvironmentThroughTheOptions) {
  EvaluatorOptions options;
  options.environment = [](std::string_view name) {
    return name == "TUNE" ? std::optional<std::string>("1") : std::nullopt;
  };
  EXPECT_EQ(valueOfX("import os\nx = (os.environ.get('TUNE', '0') == '1', os.getenv('NO'), 'TUNE' in os.environ, "
                     "os.environ['TUNE'])",
                     options),
            "(True, None, True, '1')");
}

TEST(Expressions, KeepTheConstexprMark) {
  TestModule module("a = tl.constexpr(4)\nb = a * 2\nc = b == 8\nd = 3\ne: tl.constexpr = d + 1\nf = tl.cdiv(a, 3)");
  EXPECT_TRUE(module.get("b").isMarkedConstexpr());
  EXPECT_TRUE(module.get("c").isMarkedConstexpr());
  EXPECT_FALSE(module.get("d").isMarkedConstexpr());
  EXPECT_TRUE(module.get("e").isMarkedConstexpr());
  EXPECT_TRUE(module.get("f").isMarkedConstexpr());
  EXPECT_EQ(module.show("f"), "2");
}

TEST(Expressions, KnowDataTypes) {
  EXPECT_EQ(
      valueOfX(
          "x = (tl.float16, tl.float16.primitive_bitwidth, tl.int64.is_int(), tl.pointer_type(tl.int8).element_ty)"),
      "(fp16, 16, True, int8)");
  EXPECT_EQ(valueOfX("x = (tl.uint8.get_int_max_value(), tl.int32.get_int_min_value(), tl.float8e5.is_fp8(), "
                     "tl.dtype('bf16') == tl.bfloat16, tl.float32 is tl.float32)"),
            "(255, -2147483648, True, True, True)");
}

TEST(Expressions, KnowHelpersOfTheLanguage) {
  EXPECT_EQ(valueOfX("from triton.language.standard import _log2\nx = (_log2(1), _log2(64), tl.cdiv(7, 2))"),
            "(0, 6, 4)");
}

TEST(Expressions, EndWhenTheyTakeTooLong) {
  EvaluatorOptions options;
  options.maximalSteps = 10000;
  EXPECT_EQ(valueOfX("x = sum(i for i in range(1000000))", options), ": evaluation takes too long");
  EXPECT_EQ(valueOfX("def f(n):\n  return f(n + 1)\nx = f(0)"), "RecursionError: `f` calls itself too deeply");
}
