# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Modules that try everything the frontend knows on every kind of value: seeds for the fuzzers.

Code at the level of a module tries operators, builtins and methods on values of each kind; kernels try operators,
functions and methods of `tl` on blocks, scalars, pointers and constants. Most of it is wrong, which is the point.
"""
import itertools
import random
import re

BINARY = ["+", "-", "*", "/", "//", "%", "**", "@", "<<", ">>", "&", "|", "^", "==", "!=", "<", "<=", ">", ">=", "in",
          "not in", "is", "is not", "and", "or", "if 1 else"]
UNARY = ["-{}", "+{}", "~{}", "not {}", "{}[0]", "{}[-1]", "{}[1:]", "{}[::-1]", "{}[None, :]", "{}['a']", "{}()",
         "{}(1)", "[v for v in {}]", "{{v: 1 for v in {}}}", "{{*{}}}", "(*{},)", "f'{{{}!r:>8}}'", "'%s' % ({},)",
         "{}.value", "{}.name", "{}.x", "dict(**{})", "max(*{})", "next(iter({}))", "{} if {} else 1", "lambda: {}"]

HOST_PRELUDE = """import math, functools, itertools, collections, dataclasses, enum, operator, os, copy, typing
import triton, tkc, torch
import triton.language as tl
@dataclasses.dataclass
class Point:
    x: int = 1
    def __add__(self, o): return Point(self.x)
class Plain:
    def __getitem__(self, i): return i
class Color(enum.IntEnum):
    RED = 1
Pair = collections.namedtuple('Pair', 'x y')
@triton.jit
def k(p): pass
"""
HOST_VALUES = ["0", "-3", "2 ** 70", "True", "1.5", "float('inf')", "'ab'", "''", "(1, 2)", "()", "[1, 'a']", "[]",
               "{'a': 1}", "{1, 2}", "None", "...", "range(5)", "slice(1, 3)", "len", "tl.float16", "tl", "torch.x",
               "(lambda v: v)", "Point(2)", "Plain", "Color.RED", "Pair(1, 2)", "undefined", "k", "'%d {}'"]

KERNEL_PRELUDE = """import triton
import triton.language as tl
@triton.jit
def add(a, b):
    return a + b
"""
KERNEL_HEAD = """@triton.jit
def kernel(p: "*fp32", q: "*i32", h: "*fp16", n: "i32", f: "fp32", d: "tensordesc<fp16[16, 32]>", C: tl.constexpr = 8):
    i = tl.arange(0, 16)
    x = tl.load(p + i)
    y = tl.load(q + i)
    z = tl.zeros((16, 16), tl.float16)
    b = x > 0
"""
KERNEL_VALUES = ["p", "n", "f", "C", "x", "y", "b", "z", "p + i", "h + z", "2.5", "-1", "2 ** 40", "True", "None",
                 "(16, 16)", "[16]", "(1, 0)", "tl.float32", "tl.int8", "'ab'", "i[:, None]", "d", "(x, y)", "add", "0",
                 "p + i[:, None]", "tl.float8e5", "x.to(tl.float64)", "y.to(tl.int64)", "y.to(tl.uint8)", "z.to(tl.bfloat16)",
                 "tl.make_block_ptr(p, (8, 4), (4, 1), (0, 0), (4, 4), (1, 0))"]
KEYWORDS = ["axis=0", "axis=1", "mask=b", "other=0", "dtype=tl.int32", "keep_dims=True", "combine_fn=add", "sem='relaxed'",
            "scope='gpu'", "input_precision='ieee'", "acc=z", "cache_modifier='.cg'", "eviction_policy='evict_first'",
            "volatile=True", "boundary_check=(0, 1)", "padding_option='zero'", "reverse=True", "return_indices=True",
            "descending=True", "dim=0", "bitcast=True", "fp_downcast_rounding='rtz'", "num_stages=2", "ieee_rounding=True",
            "is_pure=True", "pack=1", "can_reorder=True", "tie_break_left=False", "propagate_nan=tl.PropagateNan.ALL"]


def host_names(root):
    """The qualified names of the builtins: "len", "math.sqrt", "str.upper"."""
    for path in sorted((root / "lib/Evaluate").glob("*Builtins.cpp")):
        yield from re.findall(r'\{"([A-Za-z_][\w.]*)",', path.read_text())


def names_of(path, macro):
    return re.findall(macro + r"\((\w+)", path.read_text())


def kernel_names(root):
    names = names_of(root / "lib/Evaluate/LanguageNames.def", "TKC_LANGUAGE_NAME")
    for path in sorted((root / "lib/Stdlib").glob("*.tk")):
        names += re.findall(r"^def ([a-z]\w*)", path.read_text(), re.MULTILINE)
    libdevice = names_of(root / "lib/Elaborate/Semantic/LibdeviceFunctions.def", "TKC_LIBDEVICE")
    return [f"tl.{name}" for name in names] + [f"tl.extra.cuda.libdevice.{name}" for name in libdevice]


def argument_lists(values, keywords, count, draw):
    """No argument, each value alone, and `count` longer lists."""
    yield ""
    yield from values
    for _ in range(count):
        arguments = [draw.choice(values) for _ in range(draw.randint(1, 4))]
        arguments += draw.sample(keywords, draw.randint(0, min(2, len(keywords))))
        yield ", ".join(arguments)


def operator_lines(values):
    """Each operator between each two values, and on each."""
    for left, right in itertools.product(values, repeat=2):
        yield from (f"{left} {op} {right}" for op in BINARY)
    for value, form in itertools.product(values, UNARY):
        yield form.replace("{}", value).replace("{{", "{").replace("}}", "}")


def host_lines(root, draw):
    yield from operator_lines(HOST_VALUES)
    for name in host_names(root):
        receiver, _, method = name.rpartition(".")
        own = {"str": ["'a b'"], "list": ["[3, 1]"], "tuple": ["(1, 2)"], "dict": ["{'a': 1}"], "set": ["{1}"], "int": ["5"],
               "float": ["2.5"], "dtype": ["tl.int8"]}.get(receiver, [])
        for arguments in argument_lists(HOST_VALUES, ["key=len", "default=1", "start=1", "reverse=True"], 25, draw):
            yield f"{name}({arguments})"
            yield from (f"{value}.{method}({arguments})" for value in own)


def kernel_lines(root, draw):
    yield from operator_lines(KERNEL_VALUES)
    for name in kernel_names(root):
        for arguments in argument_lists(KERNEL_VALUES, KEYWORDS, 60, draw):
            yield f"{name}({arguments})"
        for arguments in argument_lists(KERNEL_VALUES[::3], KEYWORDS, 5, draw):
            yield f"{draw.choice(['x', 'y', 'z', 'd', 'tl.int8'])}.{name.rpartition('.')[2]}({arguments})"


def grouped(lines, most):
    """Lists of lines with up to `most` bytes."""
    group, size = [], 0
    for line in lines:
        if size + len(line) > most:
            yield group
            group, size = [], 0
        group.append(line)
        size += len(line) + 8
    yield group


def tour(root):
    """The parts of the module that uses everything as it is meant, whole and with each line alone behind the imports."""
    for part in (root / "test/Fuzz/Inputs/module-tour.py").read_text().split("#---\n"):
        yield part
        imports = "".join(line + "\n" for line in part.splitlines() if line.startswith("import "))
        lines = part.splitlines()
        # Whatever a class or function consists of belongs together.
        starts = [i for i, line in enumerate(lines) if re.match(r"[A-Za-z@]", line) and not line.startswith(("el", "exc", "fin"))]
        for start, end in itertools.pairwise([*starts, len(lines)]):
            yield imports + "\n".join(lines[start:end]) + "\n"
        for expression in re.findall(r"x \+?= \[(.*)\]$", part, re.MULTILINE):
            rest = "\n".join(line for line in lines if not line.startswith("x "))
            yield from (f"{rest}\nx = {item}\n" for item in expression.split(", ") if item.count("(") == item.count(")"))


def modules(root):
    yield from tour(root)
    draw = random.Random(1)
    for group in grouped(host_lines(root, draw), 1400):
        yield HOST_PRELUDE + "".join(f"x = {line}\n" for line in group)
    for group in grouped(kernel_lines(root, draw), 1400):
        yield KERNEL_PRELUDE + KERNEL_HEAD + "".join(f"    v = {line}\n" for line in group)
