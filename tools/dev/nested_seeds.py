# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Values that hold or call themselves, or nest without end, and whatever looks at values: seeds for the fuzzers.

Each module uses one such value in one way, since that may take all steps that there are.
"""
import itertools
import re

HEAD = """from functools import partial, reduce
from typing import Optional, Union
import collections, copy, dataclasses, enum, itertools
import triton
import triton.language as tl
class A: pass
@dataclasses.dataclass
class Point:
    v: int
    w: int
@tl.core._aggregate
class Box:
    v: tl.constexpr
    w: tl.constexpr
    def __init__(self, v, w):
        self.v = v
        self.w = w
class Color(enum.Enum):
    RED = []
Pair = collections.namedtuple('Pair', 'v w')
"""

# Ways in which `x` comes to hold itself.
HOLDERS = ["x = [1]\nx.append(x)", "x = []\ny = [x]\nx.append(y)\nx.append(y)", "x = {}\nx['a'] = x",
           "y = [1]\nx = (y,)\ny.append(x)", "x = ValueError()\nx.args = (x,)", "x = ValueError()\nx.args = (x, x)",
           "x = A()\nx.v = x", "x = A()\nx.__call__ = x", "x = Point(1, 2)\nx.v = x\nx.w = x",
           "x = Point(1, 2)\nx.v = [x, x]\nx.w = {1: x}", "x = Color.RED\nx.name = x\nx.value = x",
           "x = Color.RED\nx.value.append(x)", "d = {}\nx = triton.Config(d)\nx.kwargs['a'] = x", "def x(): return x",
           "class x: pass\nx.x = x\nx.__name__ = x", "x = collections.defaultdict(list)\nx[1].append(x)",
           "x = collections.defaultdict(lambda: x[1])", "x = lambda a=1: sorted([1, 2], key=x)",
           "x = lambda a=1, b=1: reduce(x, [1, 2])", "x = lambda a=1: list(map(x, [1]))",
           "@triton.heuristics({'B': lambda args: x})\n@triton.jit\ndef x(p, B: tl.constexpr): pass"]
# Methods of a class whose object is `x`, which lead back to the object.
METHODS = ["__getattr__(s, n): return getattr(s, n + 'a')", "__repr__(s): return repr([s])",
           "__str__(s): return str(s)", "__eq__(s, o): return (s,) == (o,)", "__hash__(s): return hash((s,))",
           "__call__(s, a=1): return s()", "__iter__(s): return iter(s)", "__len__(s): return len(s)",
           "__bool__(s): return bool(s)", "__index__(s): return s", "__lt__(s, o): return s < o",
           "__getitem__(s, i): return s[i]", "__contains__(s, i): return i in s",
           "__format__(s, f): return format(s, f)", "__add__(s, o): return s + o", "__radd__(s, o): return o + s",
           "__neg__(s): return -s", "__init__(s, a=1): A()", "__post_init__(s): A()"]
# What a class has in place of a method.
CALLED = ["A", "x", "partial(x)", "x.f", "map", "getattr", "str", "[x]", "None"]
CALLED_METHODS = ["__call__", "__init__", "__iter__", "__eq__", "__getattr__", "__repr__", "__str__", "__add__",
                  "__bool__", "__getitem__"]
# What is made of `x` again and again.
GROWN = ["[x, x]", "(x, x)", "{1: x, 2: x}", "frozenset([x, (x, x)])", "slice(x, x)", "ValueError(x, x)",
         "ValueError(x)", "triton.Config({'a': x, 'b': x})", "Pair(x, x)", "Point(x, x)", "Box(x, x)",
         "partial(int, x, x)", "partial(int, a=x, b=x)", "partial(x, 1)", "Optional[x]", "Union[x, x, str]", "list[x]",
         "tl.tuple((x, x))", "tl.constexpr((x, x))", "tl.block_type(x, [1])", "tl.pointer_type(x)",
         "(lambda f: lambda a=f: a)(x)", "(lambda f: lambda a=1: f())(x)", "zip(x, x)", "map(int, x)",
         "itertools.chain(x, x)", "copy.copy([x])", "[*[x]]"]
STARTS = ["1", "int", "[1]", "tl.int8"]
USES = ["y = repr(x)", "y = str(x)", "y = f'{x}'", "y = '%s' % (x,)", "y = '{}'.format(x)", "y = x == copy.deepcopy(x)",
        "y = (x,) == (copy.copy(x),)", "y = hash(x)", "y = {x: 1}", "y = x < x", "y = max(x, x)", "y = sorted([x, x])",
        "y = isinstance(1, x)", "raise ValueError(x)", "y = x()", "y = x(1)", "y = dataclasses.asdict(x)",
        "y = dataclasses.astuple(x)", "y = x in [x]", "y = [1] + list(x)", "y = sum([x], [])", "y = len(x)",
        "y = bool(x)", "y = int(x)", "y = range(x)", "y = [1, 2][x]", "y = x[0]", "y = x.foo", "y = x.v.v",
        "y = getattr(x, 'f')()", "y = x + 1", "y = 1 + x", "y = -x", "def f(a=x): return a\ny = f()",
        "class y(x): pass", "with x: pass", "match x:\n    case [[a, b], c]: pass\n    case Point(v=a): pass"]
KERNEL_USES = ["w = x", "w = x()", "w = x(1)", "w = x[0]", "w = x + 1", "w = (x,) == (x, 1)",
               "for a in x:\n        n += 1", "tl.static_print(str(x), f'{x}')", "w = x.v.v", "w = len(x)",
               "if x:\n        n += 1", "tl.store(p, x)", "tl.static_assert(x == 1, x)",
               "w = x\n    if n:\n        w = x\n    else:\n        w = 1", "while n:\n        w = x\n        n -= 1",
               "w = 1 in x", "w = isinstance(1, x)", "w = tl.zeros((1,), x)", "w = tl.full((1,), x, tl.int32)",
               "w = tl.reshape(tl.arange(0, 4), x)", "w = tl.reduce(tl.arange(0, 4), 0, x)", "w = list(map(x, [1]))",
               "w = not x", "w = -x"]
KERNEL_HEAD = "@triton.jit\ndef kernel(p: '*i32', n: 'i32'):\n    "


def grown(made, start, turns):
    return f"x = {start}\nfor i in range({turns}):\n    x = {made}\n"


def values():
    """Statements that bind `x`."""
    yield from (holder + "\n" for holder in HOLDERS)
    for method in METHODS:
        yield f"class A:\n    def {method}\nx = A()\n"
    for method, called in itertools.product(CALLED_METHODS, CALLED):
        yield f"A.f = lambda s, a=1: 1\nx = A()\nA.{method} = {called}\n"
    for made, start in itertools.product(GROWN, STARTS):
        yield grown(made, start, 40)


def modules():
    for value, use in itertools.product(values(), USES):
        yield f"{HEAD}{value}{use}\n"
    for made, start in itertools.product(GROWN, STARTS):
        one = grown(made, start, 40)
        other = re.sub(r"\bx\b", "y", one)
        yield from (f"{HEAD}{one}{other}z = {use}\n" for use in ["x == y", "x < y", "x in [y]", "{x: 1}.get(y)"])
        yield f"{HEAD}{grown(made, start, 300)}y = repr(x)\n"


def kernels():
    for value, use in itertools.product(values(), KERNEL_USES):
        yield f"{HEAD}{value}{KERNEL_HEAD}{use}\n"
