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

STRING = r"'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\""
# A value in an expression, and any token.
VALUE = STRING + r"|\b\d[\w.]*|\b(?:None|True|False)\b|\[\]|\{\}|\(\)"
TOKEN = STRING + r"|\w+|[-+*/%<>=!&|^@:]+|\S"
TOKENS = ["(", ")", "[", "]", "{", "}", ",", ":", "=", "*", "**", ".", "1", "x", "if", "'", "'''", '"', "f'", "f'{", "\\", ";",
          "->", ":=", "==", "lambda", "@", "in", "not", "as", "for", "else", "pass", "def", "case", "print", "$", "?", "!", "&&",
          "||", "<>", "++", "\u201c", "\u2019", "\u2212", "\u00d7", "\u00a0", "\u00e9", "\u2028", "\x07", "0x", "1__0", "1e",
          "09", "0b2", "1.5.2", "3abc", "\n", "\r", "\r\n", "\t", "\f", "...", "/", "/,", "*,", "**a,", "await", "yield", "None",
          "1j", "_", "b'", "rf'", "#", "%", "!r", "True", "from", "import", "async", "+", "|", "~", "is", "\udcff", "\udce2\udc80"]


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
        if group and size + len(line) > most:
            yield group
            group, size = [], 0
        group.append(line)
        size += len(line) + 8
    yield group


def parts_of(root, name):
    """The parts of a tour, which lines of dashes part."""
    return (root / "test/Fuzz/Inputs" / name).read_text().split("#---\n")


def statements_of(part):
    """Whatever a class or function consists of belongs together."""
    lines = part.splitlines()
    starts = [i for i, line in enumerate(lines) if re.match(r"[A-Za-z@]", line) and not line.startswith(("el", "exc", "fin"))]
    for start, end in itertools.pairwise([*starts, len(lines)]):
        yield "\n".join(lines[start:end]) + "\n"


def split_list(text):
    """The parts between commas that stand in no bracket and no string."""
    depth, begin = 0, 0
    for match in re.finditer(STRING + r"|[()\[\]{}]|, ", text):
        depth += (match[0] in "([{") - (match[0] in ")]}")
        if match[0] == ", " and depth == 0:
            yield text[begin:match.start()]
            begin = match.end()
    if text:
        yield text[begin:]


def items_of(part):
    """What the lists of a part consist of, and the part without them."""
    rest = "".join(line + "\n" for line in part.splitlines() if not re.match(r"[u-z] ", line))
    expressions = re.findall(r"^[u-z] \+?= \[(.*)\]$", part, re.MULTILINE)
    return [item for expression in expressions for item in split_list(expression)], rest


AROUND = ["def f():\n    @\n    return x\nx = f()\n", "def f():\n    if 0:\n        @\nx = f()\n", "if undefined:\n    @\nelse: x = 1\n",
          "try:\n    @\nexcept Exception as e: x = [e, str(e)]\n"]


def surrounded(statement, form):
    """The statement where the form has an `@`."""
    indentation = re.search(r"\n *(?=@)", form)[0]
    return form.replace("@", statement.strip().replace("\n", indentation))


def tour(root):
    """The parts of the module that uses everything as it is meant: whole, with each statement alone behind the imports,
    in a function, under a condition and in a `try`; with some items of its lists, and with items in which another value
    stands for one."""
    draw = random.Random(2)
    for part in parts_of(root, "module-tour.py"):
        yield part
        imports = "".join(line + "\n" for line in part.splitlines() if line.startswith("import "))
        for statement in statements_of(part):
            yield imports + statement
            yield from (imports + surrounded(statement, form) for form in AROUND)
        items, rest = items_of(part)
        for group in itertools.chain(grouped(items, 200), grouped(varied(items, VALUE, HOST_VALUES[:-2], 3, draw), 1000)):
            yield rest + "".join(f"x = {line}\n" for line in group)


def varied(texts, token, others, count, draw):
    """Each token of each text left out, doubled, and exchanged for some of `others`."""
    for text in texts:
        for match in re.finditer(token, text):
            before, after = text[:match.start()], text[match.end():]
            for other in ["", f"{match[0]} {match[0]}", *draw.sample(others, count)]:
                yield before + other + after


# With carriage returns, tabs and bytes that are not UTF-8.
ODD = ["\n", "\r", "a\rb\r\nc\n\r", "\ufeffx = 1", "\udcef\udcbb", "x = \\\r\n1", "if x:\n  \\\n\ty = 1\n  z = 2", "'\\\r\n'", "'\\\ra'",
       "'''a\r\nb\rc\\\r\n'''", "f'''a\r\n{b}\\\r\n{{\r}}'''", "'\\\r", "'''\\\r", "if x:\n    a\n\tb", "if x:\n\ta\n        b", "\fx = 1\n \f y",
       "if x:\n \\\n  \\\n\ty = 1", "if x:\n  \\\r\n  y\n z", " \\\n", "if x:\n  y\n \\\n z", "\\\r", "\\"]
# A carriage return at the end of a text, and lines that go back to a column by other blanks.
ODD += [f"{prefix}'''{text}'''" for prefix in ["", "r", "b", "f", "rf"] for text in ["\r", "a\r\r", "\\\r", "\r\n"]]
ODD += [f"if a:\n{outer}if b:\n{inner}c\n{back}d\n{rest}" for outer, inner, back in itertools.product([" " * 8, "\t", "    "], ["\t\t", " " * 16, "\t"], ["\t", " " * 8, "  "])
        for rest in ["", "e\n"]]
CODE_POINTS = [0, 0x1F, 0x7F, 0x80, 0x85, 0xA0, 0xAA, 0xB5, 0xB7, 0xD7, 0x130, 0x301, 0x660, 0x1234, 0x2028, 0x20AC, 0xFDD0, 0xFFFF,
               0x10000, 0x1F600, 0x20000, 0xE0100, 0x10FFFF]
LEADING_BYTES = [0x80, 0xBF, 0xC0, 0xC2, 0xDF, 0xE0, 0xE2, 0xED, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0xFF]
NESTS = [("(", ")"), ("[", "]"), ("(", ""), ("-", ""), ("not ", ""), ("{1:", "}"), ("a(", ")"), ("lambda: ", ""), ("1 if 2 else ", "")]


def long_texts(count):
    """What is `count` times too much."""
    nested = [left * count + "1" + right * count for left, right in NESTS]
    yield from (form.replace("@", text) for form in ["@", "x = @ y", "f'{@}'"] for text in nested)
    yield from ["a" + ".b" * 4 * count, "a" + "()" * 4 * count, "a" + "[0]" * 4 * count, "a = " * count, "x = " + "1 + " * 2 * count + "1",
                "x = " + "2 ** " * count + "1", "".join(" " * i + "if a:\n" for i in range(count // 2)),
                "if 1: b\n" + "elif a: b\n" * count, "match a:\n  case " + "[" * count + "]" * count + ": pass"]
    yield from (line * count for line in ["a b\n", ")\n", "x = 09\n", "f(a=1, b)\n", "a ? b\n", "@a\n", "x = 1, 2\n"])
    for letter in ["a", "\u00e9", "\u65e5", "\U0001f600", "\t", "\x01", "\udcff"]:
        yield from [f"x = '{letter * count}' y", f"x y = '{letter * count}'", f"'{letter * count}' x '{letter * count}'"]


def deep_texts():
    """Blocks inside each other up to the deepest one that is allowed, and beyond, with few characters."""
    for count in [99, 100, 101, 103]:
        indentations = ["\t" * (i // 8) + " " * (i % 8) for i in range(count + 1)]
        text = "".join(indentation + "if a:\n" for indentation in indentations[:-1]) + indentations[-1] + "a\n"
        yield from [text, text + "b\n"]


def odd_texts(root):
    """What lexers, parsers and readers of escapes stumble over, each a module of its own; and what is too much."""
    yield from (line.replace("\u00b6", "\n") for line in (root / "test/Fuzz/Inputs/broken-syntax.txt").read_text().splitlines())
    yield from ODD
    for point in CODE_POINTS:
        yield from (form.replace("#", chr(point)) for form in ["#", "a#", "a # b", "'#' b", "# = 1", "0#"])
    for lead, size, trail in itertools.product(LEADING_BYTES, [1, 2, 3, 4], ["\udc80", "\udcbf", "\udca0", "\udc90", "a"]):
        yield "x" + chr(0xDC00 + lead) + trail * (size - 1)
    yield from deep_texts()
    for count in [3, 99, 201, 310]:
        yield from long_texts(count)


def line_units(part):
    """Each line, with the headers above it, and with a body where it is a header itself."""
    headers = []
    for line in part.splitlines():
        depth = len(line) - len(line.lstrip())
        goes_on = re.match(r" *(el|except|finally)", line) is not None
        headers = [header for header in headers if len(header) - len(header.lstrip()) < depth + goes_on]
        yield "".join(header + "\n" for header in headers), line + "\n" + " " * (depth + 4) + "pass" * line.endswith(":")
        if re.search(r":( pass)?$", line):
            headers.append(line)


def syntax(root):
    """The forms of the syntax with each token left out, doubled and exchanged, and cut off behind each token."""
    draw = random.Random(3)
    for part in parts_of(root, "syntax-tour.py"):
        yield part
        yield from statements_of(part)
        broken = []
        for headers, line in line_units(part):
            broken += [headers + text + "\n" for text in varied([line], TOKEN, TOKENS, 5, draw)]
            cut = [headers + line[:match.end()] for match in re.finditer(TOKEN, line)]
            yield from draw.sample(cut, min(2, len(cut)))
            broken += [text + "\npass\n" for text in cut]
        yield from ("".join(group) for group in grouped(broken, 1200))


def changed(items, place, item):
    return ", ".join([*items[:place], item, *items[place + 1:]])


def size_lines():
    """What looks for one item among up to nine, wherever it stands."""
    for size in range(1, 10):
        numbers = [str(i) for i in range(size)]
        pairs = [f"{i}: {i}" for i in range(size)]
        yield from [f"{{{', '.join(numbers)}}} == {{0}}", f"({{{', '.join(pairs)}}}).popitem()", f"'{'A' * size}'.isupper()", f"'{'1' * size}'.isupper()"]
        for place in range(size):
            text = "a" * place + "#" + "a" * (size - place - 1)
            yield from [f"{place} in [{', '.join(numbers)}]", f"9 in [{changed(numbers, place, 'undefined')}]", f"9 in {{{changed(numbers, place, 'undefined')}}}",
                        f"{{{', '.join(numbers)}}} <= {{{changed(numbers, place, '77')}}}", f"{{{', '.join(pairs)}}} == {{{changed(pairs, place, f'{place}: 77')}}}",
                        f"hash(({changed(numbers, place, '[]')},))", f"{{({changed(numbers, place, '()')},): 1}}", f"tl.block_type(tl.int8, [{changed(['2'] * size, place, '[]')}])",
                        f"itertools.product({changed(['[1]'] * size, place, '[]')})", f"({{{', '.join(pairs)}}}).pop({place})", f"[{', '.join(numbers)}].index({place})",
                        f"isinstance(1, ({changed(['str'] * size, place, 'int')},))", f"'{'1' * place}a{'1' * (size - place - 1)}'.isdigit()", f"'{{{text.replace('#', '1')}}}'.format(1)",
                        f"'{{{'1' * place}a{'1' * (size - place - 1)}}}'.format(1)", f"any([{changed(['0'] * size, place, 'undefined')}])", f"k({', '.join(f'a{i}={i}' for i in range(size))})",
                        f"Pair(**{{{changed(pairs, place, repr('x') + ': 1')}}})", f"max([{changed(numbers, place, 'None')}])", f"'{text}'.split('#')", f"'{text.replace('#', ' ')}'.split()"]
            upper = "A" * place + "a" + "A" * (size - place - 1)
            yield from [f"'{upper}'.isupper()", f"'{upper.swapcase()}'.islower()", f"9 in ({changed(numbers, place, 'undefined')}, 9)",
                        f"{place} in ({changed(numbers, 0, 'undefined')},)", f"int('{'1' * place}_{'1' * (size - place)}')", f"float('{'1' * place}_.{'1' * (size - place)}')"]
            for letter in ["X", "\u00e9", "-", "_", "1", " ", "\\n"]:
                one = text.replace("#", letter)
                yield from (f"'{one}'.{method}()" for method in ["isupper", "islower", "isalpha", "isalnum", "isspace", "isidentifier", "upper", "splitlines"])
                yield f"'{one.upper()}'.isupper(), '{one}'[0], '{one}'[{place}:], '{one}'[::-1]"


def size_modules():
    """As size_lines, for statements."""
    for size in range(1, 10):
        fields = "".join(f"    f{i}: int = {i}\n" for i in range(size))
        bases = "".join(f"class B{i}: pass\n" for i in range(size))
        names = [f"B{i}" for i in range(size)]
        yield (f"import dataclasses\n@dataclasses.dataclass\nclass D:\n{fields}x = [{', '.join(f'D() == D(f{i}=77)' for i in range(size))}, hash(D()), repr(D()), D({', '.join(['1'] * (size + 1))})]\n"
               f"{bases}class C({', '.join(names)}): pass\nclass E(C, {', '.join(names[::-1])}): pass\nclass F(C): pass\nclass G(F, {', '.join(names)}): pass\ny = [C.__mro__, E, F(), G()]\n")
        for place in range(size):
            types = changed(["KeyError"] * size, place, "ValueError")
            targets = [f"a{i}" for i in range(size)]
            yield (f"try: raise ValueError\nexcept ({types},): x = 1\n@triton.jit({', '.join(f'{name}=1' for name in targets)})\ndef k(): pass\n"
                   f"{', '.join(targets)}, = range({size})\n{changed(targets, place, '*b')}, = range({size})\n{changed(targets, place, '1')}, = range({size})\n"
                   f"del {', '.join(targets)}\ndel {changed(targets, place, 'f()')}\nfor {changed(targets, place, 'c.d')}, in [range({size})]: pass\n"
                   f"match x:\n    case [{changed(targets, place, '*_')}]: pass\n    case {' | '.join(str(i) for i in range(size))}: pass\n")


# Values as large as they may be; what is made of them is too large. Making one takes all steps that a statement has, so it
# must be what is evaluated last. Not what has that many items: it takes a second.
HUGE = ["'a' * 4194304", "2 ** 60000"]
HUGE_FORMS = ["'b' + @", "f'b{@}'", "f'{1}b{@}c'", "f'{@!r:>5}'", "'b%s' % (@)", "'%sb' % (@)", "'%d' % (@)", "'{}b'.format(@)", "'b'.join(['c', @])", "'aa'.replace('a', @)", "'ab'.replace('a', @)", "'ba'.replace('a', @)",
              "str(@)", "repr(@)", "str(['b', @])", "format(@, '5')", "3 * [@]", "2 * (@)", "(@) * (@)", "'a' in @", "(@).upper()", "(@).split('a')", "(@).count('a')", "[1] + [@]", "(1,) + (@)",
              "[0, @] == [1, 2]", "max([@, 1])", "min('b', @)", "sorted([@])", "{'x': @}", "len(@)", "(@)[1:]", "(@)[5]", "functools.reduce(operator.add, ['b', @])",
              "sum(['b', @], '')", "math.prod([3, @])", "('b', @) < ('b', 'c')", "hash(@)", "getattr(1, @)", "triton.Config({'A': @})", "os.path.join('b', @)", "[].append(@)", "-(@)", "not (@)",
              "(@) if 1 else 2", "1 if (@) else 2", "(@) and 1", "1 and (@)", "[(@) for v in [1]]", "[1 for v in [1] if (@)]", "(lambda: @)()", "(lambda v=@: v)()", "(lambda v: v)(@)",
              "tl.dtype(@)", "range(@)", "slice(@)", "divmod(7, @)", "'b' < 'c' < (@) < 'e'", "dict(a=@)"]
HUGE_LINES = ["('a' + '\\t' * 4194303).expandtabs()", "('\\t' * 4194303).expandtabs()", "repr(3 * ['a' * 2097152])", "repr(dict.fromkeys('abc', 'a' * 2097152))",
              "repr(set('b {} c'.format('a' * 4194300).split()))", "repr(Pair(*2 * ['a' * 4194304]))", "(2 ** 32768) * (2 ** 32768)", "2 ** 40000 * 2 ** 40000",
              "('a' * 4194303 + '\u00e9').find('b')", "f'{2 ** 40000:d}'", "f'{2 ** 40000:5}'", "f'{2 ** 40000:e}'", "'%d' % (2 ** 40000,)", "float(2 ** 40000)",
              "round(2 ** 40000, -5)", "math.isqrt(2 ** 40000)", "2 ** 40000 * 1.0", "2 ** 40000 < 1.5", "range(2 ** 40000)[5]", "[1] * 2 ** 40000", "'a'[2 ** 40000:]", "1 << 2 ** 40000"]
HUGE_STATEMENTS = ["while @: x = 1", "while not (@): x = 1\nelse: x = 2", "for x in [@]: pass\nelse: x = 2", "assert @", "assert not (@), 'b'", "assert 0, @", "del x[@]",
                   "x[@] = 1", "x.y = @", "x += @", "raise @", "raise ValueError(@)", "with (@) as x: pass", "match (@):\n    case 'b': x = 1\n    case _: x = 2", "if @: x = 1\nelse: x = 2",
                   "x: int = @", "def f(v=@): pass", "class C: x = @", "class C(@): pass", "@(@)\ndef f(): pass", "return @", "yield @"]
HUGE_AROUND = ["#\n", "def f():\n    #\n    return 3\nx = f()\n", "try:\n    #\nexcept Exception as e: x = [e, str(e)]\nfinally: y = 1\n"]


def huge_modules():
    """One huge value each, alone, in a function and in a `try`."""
    lines = [form.replace("@", value) for form in HUGE_FORMS for value in HUGE] + HUGE_LINES
    statements = [f"x = {line}" for line in lines]
    statements += [re.sub(r"@(?!\()", lambda _: value, statement).replace("(@)", f"({value})") for statement in HUGE_STATEMENTS for value in HUGE]
    for statement, around in itertools.product(statements, HUGE_AROUND):
        indentation = "\n" + re.search(r" *(?=#)", around)[0]
        yield HOST_PRELUDE + "x = [1]\n" + around.replace("#", statement.replace("\n", indentation))


def dtype_names():
    """The spellings of types, right and wrong."""
    for scalar in ["fp16", "torch.float16", "tl.int8", "triton.language.bfloat16", "float", "i1", "void", "x", ""]:
        yield from (form.replace("@", scalar) for form in ["@", " @ ", "*@", "@*", "*@*", "**@", "* @ *", "*k@", "k@", "*k @", "const @", "const *@", "const  *@", "const **@", "const const *@", "tl.@",
                                                           "*" * 8 + "@", "*" * 9 + "@", "tensordesc<@[16, 32]>", "tensordesc<@ [ 4 ]> ", "tensordesc<*@[4]>", "@@"])
    for shape in ["", "[", "]", "[]", "][", "[16", "[16]]", "[x]", "[0]", "[-1]", "[16,]", "[,16]", "[99999999999999999999]", "[1x]", "[,]", "[ ]", "[16][2]", "[2, 0]"]:
        yield from [f"tensordesc<fp16{shape}>", f"tensordesc<fp16{shape}", f"tensordesc<{shape}>"]
    yield from ["", " ", "\t", "*", "**", "const", "const ", "k", "*k", "tl.", "tensordesc<", "tensordesc<>", "tensordesc", "B", "*B"]


def dtype_lines():
    for name in dtype_names():
        yield f"tl.dtype({name!r})"
        yield f"[(t, t.name, t.shape, t.element_ty, t.scalar, t.numel, t.itemsize, hash(t), tl.pointer_type(t), tl.block_type(t, [4])) for t in [tl.dtype({name!r})]]"


# Format specifications and conversions, part by part.
FORMATTED = ["12", "-1234567", "2 ** 70", "True", "0.0", "-0.0", "12.5", "1e22", "1e-7", "float('nan')", "float('-inf')",
             "'ab'", "'c'", "None", "[1]", "(3, 2)", "{'k': 3}", "Color.RED", "Point(1)", "Plain()", "Pair(1, 2)"]
SPECIFICATIONS = [["", "<", "*^", "="], ["", "+", " ", "z", "#"], ["", "8", "08"], ["", ",", "_"], ["", ".0", ".3"],
                  ["", "d", "x", "b", "c", "e", "f", "g", "%", "n", "s", "y"]]
CONVERSIONS = [["", "-", "+", " ", "0", "#", "-0"], ["", "6", "*"], ["", ".3", ".*", "."], list("dixXoeGfsrcy%")]


def format_lines():
    specifications = ["".join(parts) for parts in itertools.product(*SPECIFICATIONS)]
    conversions = ["%" + "".join(parts) for parts in itertools.product(*CONVERSIONS)]
    for value in FORMATTED:
        yield from (f"format({value}, {each!r})" for each in specifications)
        yield from (f"{each!r} % {value}" for each in conversions + ["%(k)s", "%(k)5d", "%(", "%(x)s", "a", "%s%s"])


def modules(root):
    yield from tour(root)
    yield from odd_texts(root)
    yield from syntax(root)
    yield from size_modules()
    yield from huge_modules()
    for group in grouped(dtype_lines(), 700):
        yield HOST_PRELUDE + "".join(f"x = {line}\n" for line in group)
    draw = random.Random(1)
    for group in grouped(itertools.chain(host_lines(root, draw), size_lines(), format_lines()), 1400):
        yield HOST_PRELUDE + "".join(f"x = {line}\n" for line in group)
    for group in grouped(kernel_lines(root, draw), 1400):
        yield KERNEL_PRELUDE + KERNEL_HEAD + "".join(f"    v = {line}\n" for line in group)
