# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels, one a text, with what they use: seeds for the fuzzer of elaboration.

Those of the tests; calls of all functions of the language with each argument exchanged for other kinds of values;
control flow that carries each kind of value, and loops that end in each way; budgets that end at each step; numbers at
the limits of types; functions that are evaluated, or handed over.
"""
import ast
import itertools
import warnings

from module_seeds import grouped, parts_of

BODY_HEAD = """class Box:
    pass
@triton.constexpr_function
def double(n):
    return 2 * n
@triton.jit
def kernel(p: "*i32", n: "i32", m: "i32"):
    pair = (n, m)
"""
IMPORTS = "import triton\nimport triton.language as tl\n"


def bound_names(statement):
    """The names that a statement of a module binds."""
    if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
        return {statement.name}
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        return {(alias.asname or alias.name).split(".")[0] for alias in statement.names}
    return {node.id for node in ast.walk(statement) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}


def read_names(statement):
    return {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)}


def source_of(lines, statement):
    first = min([statement.lineno, *(each.lineno for each in getattr(statement, "decorator_list", []))])
    return "\n".join(lines[first - 1:statement.end_lineno])


def kernels_of(text):
    """Each function of a module, with those statements of the module that bind what it reads."""
    try:
        with warnings.catch_warnings(action="ignore"):
            statements = ast.parse(text).body
    except (SyntaxError, ValueError):
        return
    lines = text.splitlines()
    bound = [bound_names(statement) for statement in statements]
    reads = [read_names(statement) for statement in statements]
    for place, statement in enumerate(statements):
        if not isinstance(statement, ast.FunctionDef):
            continue
        wanted, pending = {place}, [place]
        while pending:
            names = reads[pending.pop()]
            needed = {i for i, own in enumerate(bound) if own & names} - wanted
            wanted |= needed
            pending += needed
        yield "\n".join(source_of(lines, statements[i]) for i in sorted(wanted)) + "\n"


def with_imports(text):
    return text if "import t" in text else IMPORTS + text


def kernels(texts):
    """The kernels of modules, and of bodies of kernels that stand alone."""
    for text in texts:
        if text.startswith("    "):
            text = BODY_HEAD + text
        for kernel in kernels_of(text):
            yield with_imports(kernel)


#===----------------------------------------------------------------------===//
# Calls of the language, as they are meant and with each argument exchanged.
#===----------------------------------------------------------------------===//

VALUES = ["p", "n", "f", "C", "x", "y", "b", "z", "w", "u", "p + i", "2.5", "-1", "2 ** 40", "True", "None", "(16, 16)", "[16]",
          "(1, n)", "()", "tl.float32", "tl.int8", "'ab'", "''", "i[:, None]", "d", "(x, y)", "add", "0", "1 << 70",
          "z.to(tl.int32)", "x.to(tl.float8e5)", "x.to(tl.float64)", "y.to(tl.int8)", "{1: x}", "undefined",
          "tl.make_block_ptr(p, (8, 4), (4, 1), (0, 0), (4, 4), (1, 0))"]


def arguments_of(call):
    return [*call.args, *(keyword.value for keyword in call.keywords)]


def with_exchanged(line, values):
    """The line with each argument of its outermost call exchanged, left out, or with one more."""
    call = ast.parse(line.strip()).body[0].value
    if not isinstance(call, ast.Call) or not arguments_of(call):
        return
    line = line.strip()
    own = arguments_of(call)
    for place, argument in enumerate(own):
        for value in values:
            yield line[:argument.col_offset] + value + line[argument.end_col_offset:]
        if place + 1 < len(own) and not call.keywords:
            yield line[:argument.col_offset] + line[own[place + 1].col_offset:]
    for more in ("axis=0", "nothing=1", "_semantic=None"):
        yield line[:own[-1].end_col_offset] + ", " + more + ")"
    yield line[:own[0].col_offset] + "*(x, y), **{'axis': 1})"


TYPES = ["i1", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "fp8e4nv", "fp8e5", "fp8e4b15", "fp16", "bf16", "fp32", "fp64",
         "*i8", "*i1"]
OPTIONS = ["DEBUG = True", "CAPABILITY = 80", "DEBUG = True\nCAPABILITY = 100"]  # names that fuzz-elaborate reads
INDICES = ["n", "0", "tl.arange(0, 1)", "tl.arange(0, 16)[:, None]", "tl.arange(0, 4)[:, None, None] + tl.arange(0, 4)"]


def heads_of(head):
    """The head of the tour's kernel with other types, and other shapes."""
    for place, own in enumerate(TYPES):
        other = TYPES[place - 3]
        typed = head.replace('"*fp32"', f'"*{own}"').replace('"*i32"', f'"*{other}"').replace('"*fp16"', f'"*{own}"')
        typed = typed.replace('"i32"', f'"{other}"').replace('"fp32"', f'"{own}"').replace("<fp16", f"<{own}")
        yield typed.replace("tl.zeros((16, 16), tl.float16)", "tl.zeros((16, 16), p.dtype.element_ty)")
    for index in INDICES:
        yield head.replace("tl.arange(0, 16)", index)
        yield head.replace("tl.arange(0, 16)", index).replace("(16, 16)", "(2, 8)")


def call_kernels(tour):
    """Kernels of the tour's lines."""
    head, _, lines = tour.partition("    v = ")
    head = head[head.index("import"):]
    lines = [line for line in ("    v = " + lines).splitlines() if line.strip()]
    exchanged = (changed for line in lines for changed in with_exchanged(line, VALUES))
    texts = ["".join(f"    {line.strip()}\n" for line in group) for group in grouped(lines, 1200)]
    heads = [head, *heads_of(head)]
    yield from (own + text for own in heads for text in texts)
    yield from (f"{options}\n{own}{text}" for options in OPTIONS for own in heads for text in texts)
    for group in grouped(exchanged, 1600):
        yield head + "".join(f"    {line.strip()}\n" for line in group)


#===----------------------------------------------------------------------===//
# Control flow that carries each kind of value.
#===----------------------------------------------------------------------===//

FLOW_HEAD = IMPORTS + """from typing import NamedTuple
class Pair(NamedTuple):
    a: tl.tensor
    b: tl.tensor
@triton.language.core._aggregate
class Box:
    v: tl.tensor
    def __init__(self, v):
        self.v = v
@triton.jit
def kernel(p: "*fp32", q: "*i32", n: "i32", f: "fp32", d: "tensordesc<fp16[16, 32]>", C: tl.constexpr = 8):
    x = tl.arange(0, 16) * 1.0
    bp = tl.make_block_ptr(p, (n, n), (n, 1), (0, 0), (16, 16), (1, 0))
"""
CARRIED = ["n", "f", "x", "p", "p + 1", "bp", "tl.advance(bp, (0, 1))", "d", "(n, 1)", "(n, (f, 2))", "[x, n]", "Pair(n, x)",
           "Box(n)", "Box(x)", "None", "'ab'", "1", "1.5", "True", "2 ** 40", "3000000000", "tl.float32", "C", "undefined",
           "n > 3", "v", "tl.make_tensor_descriptor(p, (n, 64), (64, 1), (16, 16))", "{1: 2}", "tl.constexpr(2)", "-1", "1e300"]
FLOWS = ["    if n > 1:\n        v = {0}\n    else:\n        v = {1}\n    r = v\n",
         "    v = {0}\n    if n > 1:\n        v = {1}\n    r = v\n",
         "    v = {0}\n    for k in range(n):\n        r = v\n        v = {1}\n    r = v\n",
         "    v = {0}\n    while n > 9:\n        n -= 1\n        v = {1}\n    r = v\n",
         "    for k in range(3):\n        v = {0}\n        if k > n:\n            v = {1}\n            break\n    else:\n        v = {0}\n    r = v\n",
         "    for k in range(n):\n        if k > 3:\n            return {0}\n        v = {1}\n",
         "    v = {0}\n    for k in tl.static_range(3):\n        if n > k:\n            v = {1}\n            break\n        r = v\n    r = v\n",
         "    v = {0} if n > 2 else {1}\n    r = v\n",
         "    while True:\n        v = {0}\n        if n > 5:\n            v = {1}\n            break\n        n += 1\n    r = v\n",
         "    v = {0}\n    for k in range(9):\n        if k == n:\n            v = {1}\n            continue\n        r = v\n    r = v\n",
         "    v: tl.constexpr = {0}\n    if n > 1:\n        v = {1}\n    for k in range(2):\n        v = {0}\n    r = v\n",
         "    if n > 1:\n        return {0}\n    v = {1}\n    if n > 2:\n        return v\n"]


def flow_kernels():
    for flow in FLOWS:
        for first in CARRIED:
            for group in range(0, len(CARRIED), 4):
                body = "".join(flow.format(first, second) for second in CARRIED[group:group + 4])
                yield FLOW_HEAD + body


LOOPS = ["for k in range(n):", "for k in range(3):", "while n > 3:", "while (w := n + 1) > 3:", "while True:",
         "for k in tl.static_range(3):", "for k in (1, n, 2):", "if n > 7:"]
ENDS = ["break", "continue", "return", "return v", "v = v + 1", "v = f", "pass", "del v"]
EXIT_HEAD = IMPORTS + """@triton.jit
def kernel(p: "*i32", n: "i32", f: "fp32"):
    v = n
"""


def exit_kernels():
    """Loops whose paths end in each way, with and without an `else`, and one inside of another."""
    for loop, first, second, last in itertools.product(LOOPS, ENDS, ENDS, ["v = v + 1", "break", "pass"]):
        body = f"        if n > 5:\n            {first}\n        else:\n            {second}\n        {last}\n"
        behind = "" if loop.startswith("if") or first < second else "    else:\n        v = v + 2\n"
        yield f"{EXIT_HEAD}    {loop}\n{body}{behind}    tl.store(p, v)\n"
    for outer, inner, first, second in itertools.product(LOOPS[:-1], LOOPS, ENDS[:4], ENDS[:5]):
        body = f"            if n > 5:\n                {first}\n        if n > 4:\n            {second}\n        n -= 1\n"
        yield f"{EXIT_HEAD}    {outer}\n        {inner}\n{body}    tl.store(p, v)\n"


#===----------------------------------------------------------------------===//
# The budget ends at each step.
#===----------------------------------------------------------------------===//

BUDGET_HEAD = IMPORTS + """@triton.jit
def kernel(p: "*fp32", n: "i32"):
    big = (n, 1) * 300
    for k in tl.static_range({}):
        pass
"""
OTHER = "(n, 2) * 300"
# What looks at all parts of a value, or at all items, takes steps for them.
LARGE = ["    t = big\n",
         "    t = (big, 3)\n    u = (1,) * 600\n",
         "    a, *b = big\n",
         "    t = [x for x in big]\n",
         "    t = {1: big}\n",
         "    tl.static_print('a' * 4000)\n",
         f"    t = {OTHER} if n > 1 else (n, 3) * 300\n",
         "    if n > 1:\n        big = big + (1,)\n    else:\n        big = big + (2,)\n    t = big\n",
         f"    if n > 1:\n        big = {OTHER}\n    t = big\n",
         "    big = (n, n) * 300\n    if n > 1:\n        big = (n, n) * 300\n    t = big\n",
         f"    if n > 1:\n        return {OTHER}\n    else:\n        return (n, 3) * 300\n",
         f"    if n > 1:\n        return {OTHER}\n    return (n, 3) * 300\n",
         f"    if n > 1:\n        return\n    else:\n        v = {OTHER}\n    t = v\n",
         f"    if n > 1:\n        big = {OTHER}\n    else:\n        return\n    t = big\n",
         f"    if n > 0:\n        if n > 1:\n            return\n        else:\n            v = {OTHER}\n    else:\n        v = big\n"
         "    t = v\n",
         f"    if n > 0:\n        if n > 1:\n            big = {OTHER}\n        else:\n            return\n    t = big\n",
         "    for k in tl.static_range(3):\n        big = big\n",
         f"    for k in tl.static_range(3):\n        if n > k:\n            big = {OTHER}\n            break\n    t = big\n",
         "    for k in big:\n        if n > k:\n            break\n",
         "    for k in range(n):\n        big = (n, k) * 300\n    t = big\n",
         "    for k in range(3):\n        v = (n, k) * 300\n    t = v\n",
         "    for k in range(n):\n        if k > 3:\n            return (n, k) * 300\n",
         "    for k in range(n):\n        if k > 1:\n            big = (n, k) * 300\n            continue\n        if k > 2:\n"
         "            break\n        big = (k, n) * 300\n    t = big\n",
         f"    for k in range(n):\n        if k > 3:\n            break\n        big = {OTHER}\n    t = big\n",
         f"    while n > 1:\n        big = {OTHER}\n        n -= 1\n    t = big\n",
         f"    while True:\n        v = {OTHER}\n        if n > 9:\n            break\n        n += 1\n    t = v\n",
         f"    while (w := {OTHER})[0] > 1:\n        n -= 1\n    t = w\n",
         f"    while (w := {OTHER})[0] > 1:\n        n -= 1\n        if n > 9:\n            break\n    t = w\n",
         "    v = (1,) * 600\n    while (v := (n,) * 600)[0] > 1:\n        n -= 1\n    t = v\n"]


def budget_kernels():
    """What is large, behind a loop of so many turns that `fuzz-elaborate` has a few steps left, or none."""
    for text, turns in itertools.product(LARGE, [0, 500, 1000, *range(1500, 2350, 8)]):
        yield BUDGET_HEAD.format(turns) + text


#===----------------------------------------------------------------------===//
# Numbers at the limits of types, and values that compile-time code meets.
#===----------------------------------------------------------------------===//

LIMITS = ["2 ** 7", "-2 ** 7 - 1", "2 ** 8", "2 ** 15", "2 ** 16", "2 ** 31 - 1", "2 ** 31", "-2 ** 31", "-2 ** 31 - 1",
          "2 ** 32 - 1", "2 ** 32", "2 ** 63 - 1", "2 ** 63", "-2 ** 63", "-2 ** 63 - 1", "2 ** 64 - 1", "2 ** 64",
          "2 ** 70", "0", "-1", "True", "1.5", "1e39", "-1e300", "1e-320", "float('inf')", "float('nan')"]
LIMIT_FORMS = ["v + {}", "{} - v", "v // {}", "v < {}", "tl.maximum(v, {})", "tl.where(n > 1, v, {})", "v if n > 1 else {}",
               "tl.full((4,), {}, v.dtype)", "tl.cast({}, v.dtype)", "tl.store(p, {})", "tl.load(p, n > 1, {})"]


def limit_kernels():
    head = IMPORTS + '@triton.jit\ndef kernel(n: "i32", v: "{0}", p: "*{0}"):\n'
    for own in [*TYPES, "void", "*fp32", "*void", "kfp32"]:
        lines = [f"    c = {form.format(limit)}\n" for form in LIMIT_FORMS for limit in LIMITS]
        for group in grouped(lines, 1600):
            yield head.format(own) + "".join(group)
    for first in LIMITS:
        yield head.format("i32") + "".join(f"    c = {first} if n > 1 else {second}\n" for second in LIMITS)


MET = ["undefined", "n", "f", "p", "x", "x > 3", "d", "bp", "(n, 1)", "(undefined, 1)", "None", "add"]
MET_FORMS = ["-{}", "~{}", "not {}", "{} + v", "v + {}", "{} < v", "v < {}", "v if {} else 1", "{} if n > v else 1", "{}[v]",
             "{}[None, :]", "{}['a']", "(1, 2, 3)[{}]", "p[{}]", "{} and v", "n and {}", "{}.dtype", "{}.nothing", "abs({})",
             "tl.exp({})", "tl.sum({})", "tl.exp(({},))", "max({}, v)", "int({})", "isinstance({}, tl.tensor)",
             "hasattr({}, 'dtype')", "hasattr({}, v)", "getattr({}, 'nothing', v)", "getattr({}, 'dtype', v)", "{}(v)", "len({})"]
MET_CALLS = ["sorted((2, 1), key=lambda v: {})", "[u for u in map(lambda v: {}, (1, 2))]", "(lambda v: {})(1)"]


def met_kernels():
    """Functions that are evaluated though they read what only a run has."""
    head = FLOW_HEAD + "    add = lambda a, b: a + b\n"
    for met in MET:
        lines = [f"    a = {call.format(form.format('z'))}\n" for call in MET_CALLS for form in MET_FORMS]
        for group in grouped(lines, 1600):
            yield f"{head}    z = {met}\n" + "".join(group)


GIVEN = ["return a", "return a, b", "return [a]", "pass", "return ()", "return tl.arange(0, 4)", "return 'a'", "return undefined",
         "return 2 ** 70", "return a > b",
         "if a > b:\n        return a\n    return b", "for k in range(3):\n        a += b\n    return a"]
GIVEN_CALLS = ["tl.reduce(i, 0, {})", "tl.reduce((i, x), 0, {})", "tl.reduce(t, None, {})", "tl.reduce(t, 1, {}, True)",
               "tl.associative_scan(i, 0, {})", "tl.associative_scan((i, x), 0, {}, reverse=True)",
               "tl.map_elementwise({}, i, i)", "tl.map_elementwise({}, i, x, pack=2)", "tl.map_elementwise({})",
               "tl.map_elementwise({}, i, i, i, pack=4)", "tl.map_elementwise({}, n, f)"]


def given_kernels():
    """Functions that are given to functions of the language, and what gives too much, too little or the wrong thing."""
    head = (IMPORTS + "@triton.jit\ndef own(a, b):\n    {}\n@triton.jit\n"
            "def kernel(p: \"*fp32\", n: \"i32\", f: \"fp32\"):\n    i = tl.arange(0, 16)\n    x = i * 1.0\n"
            "    t = tl.zeros((4, 4), tl.float32)\n")
    for body in GIVEN:
        yield head.format(body) + "".join(f"    a = {call.format('own')}\n" for call in GIVEN_CALLS)
    for function in ["max", "tl.maximum", "tl.sum", "(lambda a, b: a)", "x.sum", "3", "None", "tl.float32", "print",
                     "undefined"]:
        yield head.format("pass") + "".join(f"    a = {call.format(function)}\n" for call in GIVEN_CALLS)


def pieces_of(part):
    """A module whole, and with some statements of its last function, or one of them, alone."""
    yield part
    try:
        kernel = ast.parse(part).body[-1]
    except SyntaxError:  # newer than this Python
        return
    lines = part.splitlines()
    head = "\n".join(lines[:kernel.body[0].lineno - 1]) + "\n"
    statements = [source_of(lines, statement) + "\n" for statement in kernel.body]
    for group in [*grouped(statements, 600), *([statement] for statement in statements)]:
        yield head + "".join(group)


def tour_kernels(parts):
    """The kernels of the parts of a tour."""
    for part in parts:
        yield from map(with_imports, pieces_of(part))


def systematic_kernels(root):
    yield from call_kernels((root / "test/Fuzz/Inputs/kernel-tour.py").read_text())
    yield from tour_kernels(parts_of(root, "kernel-flow-tour.py"))
    yield from flow_kernels()
    yield from exit_kernels()
    yield from budget_kernels()
    yield from limit_kernels()
    yield from met_kernels()
    yield from given_kernels()
