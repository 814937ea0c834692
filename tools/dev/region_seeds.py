# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Seeds for the fuzzer of elaboration: what branches, loops and combine functions of the run time change outside of
themselves, and what evaluated code makes of values that exist only there.
"""
import itertools
import textwrap

import kernel_seeds

HEAD = """import collections, dataclasses
class Plain:
    v = 1
class Box:
    def __init__(self, v):
        self.v = v
    def __bool__(self):
        return self.change()
    def __iter__(self):
        self.change()
        return iter((1, 2))
    def change(self):
        return CHANGE_V or True
B = Plain()
D = {'a': 1}
E = collections.defaultdict(list)
L = [1]
S = {1}
I = iter([1, 2, 3])
G = 1
@triton.constexpr_function
def change(v):
    return CHANGE_V
def combine(v, w):
    CHANGE
    return v + w
@triton.constexpr_function
def bind(v):
    global G
    BIND
    return v
@triton.jit
def kernel(p: "*i32", n: "i32", m: "i32"):
    d = {'a': 1}
    b = Box(1)
    x = tl.arange(0, 4)
"""
# What evaluated code changes; `v` is there.
CHANGES = ["D.update(v=v)", "D.setdefault('a', v)", "D.setdefault('b', v)", "D.pop('a', v)", "D.pop('b', v)",
           "D.clear()", "E[v].append(v)", "E['a']", "L.append(v)", "L.extend([])", "L.pop()", "L.sort()", "L.reverse()",
           "L.insert(0, v)", "L.remove(1)", "S.add(1)", "S.add(2)", "S.discard(2)", "S.discard(1)", "S.update({v})",
           "next(I, v)", "setattr(B, 'v', v)", "setattr(Plain, 'v', v)", "setattr(ValueError, 'v', v)",
           "dataclasses.dataclass(Plain)", "triton.aggregate(Plain)", "bind(v)", "(G := v)", "d.update(v=v)",
           "d.pop('a', v)", "b.__init__(v)", "setattr(b, 'v', v)", "d.get('a')"]
# What binds `G`, which is declared global or nonlocal.
BINDINGS = ["G = v", "G += 1", "del G", "import math as G", "from math import pi as G", "def G(): pass",
            "class G: pass", "for G in (1, 2): pass", "with B as G: pass", "match v:\n    case G: pass",
            "match v:\n    case int() as G: pass", "match [v]:\n    case [*G]: pass",
            "match {1: v}:\n    case {**G}: pass", "L += [v]", "L[0] = v", "D['a'] = v", "B.v = v",
            "try: raise ValueError(v)\nexcept ValueError as G: pass", "if v > 1: D['c'] = 1", "while v > 1: D['c'] = 1",
            "match v:\n    case 1: D['c'] = 1", "v > 1 and D.update(c=1)", "1 if v > 1 else D.update(c=1)"]
# How a kernel comes to change it.
WAYS = ["CHANGE", "y = sorted((2, 1), key=lambda u: CHANGE and u)", "change(v)", "change(2)",
        "y = Box(v)\nif y: n += 1", "w, y = Box(v)", "while b:\n    break", "assert b", "y = v if b else 1",
        "y = not b", "y = [i for i in (1, 2) if b]", "b.change()", "d['c'] = v\ny = d['c']",
        "def g(u):\n    return CHANGE\ny = list(map(g, (1, 2)))"]
# Where it does; the way stands in place of WAY.
PLACES = ["v = n\nWAY", "for v in range(n):\n    WAY", "for v in range(2):\n    WAY",
          "for v in tl.static_range(2):\n    WAY", "v = n\nif n > 1:\n    WAY",
          "v = n\nif n > 1:\n    d = {'a': 2}\n    if m > 1:\n        WAY", "v = n\nif n > 1:\n    return\nWAY",
          "v = n\nif n > 1:\n    d = {'a': 2}\n    b = Box(2)\nelse:\n    return\nWAY",
          "v = n\nwhile v > 1:\n    v -= 1\n    d = {'a': v}\n    WAY",
          "v = n\nif n > 1:\n    d = {}\n    WAY\nelse:\n    d = {}"]
READS = "tl.store(p + x, D.get('a', 1) + d.get('a', 2) + len(L) + G)"
CALLS = ["y = tl.reduce(x, 0, combine)", "y = tl.associative_scan(x, 0, combine)",
         "y = tl.map_elementwise(combine, x, x)", "y = combine(n, m)", "y = combine(1, 2)",
         "for k in range(n):\n    y = combine(k, m)"]
# What is equal, ordered or a key only when the kernel runs; `n` and `m` do so, `v` is a number.
OPERANDS = ["n", "m", "v", "1", "None", "'a'", "x", "p", "b", "undefined"]
QUESTIONS = ["v if {0} in ({1}, v) else 0", "v if ({0}, 1) == ({1}, 1) else 0", "v if [{0}] != [{1}] else 0",
             "v if {{1: {0}}} == {{1: {1}}} else 0", "({0}, v).count({1})", "[{0}, v].index({1})",
             "{{1: 2}}.get({0}, {1})", "{{{0}: {1}}}[{1}]", "len({{{0}, {1}}})", "hash({0}) + hash(({1},))",
             "max([({0}, v), ({1}, v)])[1]", "({0}, {1}, v)", "v if {0} < {1} else 0",
             "v if ({0}, 2) < ({1}, 1) else 0", "{0} and {1}", "sum([{0}, {1}])"]


def indented(text, by=4):
    return textwrap.indent(text, " " * by)


def module(change, binding, body):
    head = HEAD.replace("CHANGE_V", change.replace("v=v", "v=1") if "self" in change else change)
    head = head.replace("    CHANGE\n", indented(change) + "\n").replace("    BIND\n", indented(binding) + "\n")
    *_, kernel = kernel_seeds.kernels_of(f"{head}{indented(body)}\n    {READS}\n")
    return f"{kernel_seeds.IMPORTS}{kernel}"


def placed(place, way, change):
    line = next(line for line in place.split("\n") if line.strip() == "WAY")
    depth = len(line) - len(line.lstrip())
    return place.replace(line, indented(way.replace("CHANGE", change), depth))


def kernels():
    for place, way in itertools.product(PLACES, WAYS):
        changes = CHANGES if "CHANGE" in way or "change" in way else CHANGES[::8]
        yield from (module(change, "G = v", placed(place, way, change)) for change in changes)
    for change, call in itertools.product(CHANGES + BINDINGS, CALLS):
        is_change = change in CHANGES
        yield module(change, "G = v", call) if is_change else module("v", change, call.replace("combine", "bind"))
    for binding, place in itertools.product(BINDINGS, PLACES):
        yield module("v", binding, placed(place, "bind(v)", ""))
        body = "nonlocal d, b\n" + binding.replace("G", "d") + "\nreturn v"
        nested = f"def g(v):\n{indented(body)}\ny = sorted((2, 1), key=g)"
        yield module("v", "pass", placed(place, nested, ""))
    for question, first, second in itertools.product(QUESTIONS, OPERANDS, OPERANDS):
        asked = question.format(first, second)
        yield module("v", "pass", f"y = sorted((2, 1), key=lambda v: {asked})")
        yield module("v", "pass", f"v = 2\nif n > 1:\n    y = {asked}")
