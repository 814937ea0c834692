# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs as trees: expressions of a known type, and statements around them, that can be written down and cut."""

SIGNED = ["int8", "int16", "int32", "int64"]
UNSIGNED = ["uint8", "uint16", "uint32", "uint64"]
INTS = SIGNED + UNSIGNED
FLOATS = ["float16", "bfloat16", "float32", "float64"]
FP8 = ["float8e5", "float8e4nv"]
NUMBERS = INTS + FLOATS
SPELT = {"int1": "i1", "int8": "i8", "int16": "i16", "int32": "i32", "int64": "i64", "uint8": "u8", "uint16": "u16",
         "uint32": "u32", "uint64": "u64", "float16": "fp16", "bfloat16": "bf16", "float32": "fp32",
         "float64": "fp64", "float8e5": "fp8e5", "float8e4nv": "fp8e4nv"}
BITS = {"int1": 1, "bfloat16": 16, "float8e5": 8, "float8e4nv": 8,
        **{name: int(name.strip("uintfloa")) for name in INTS + ["float16", "float32", "float64"]}}


def is_float(dtype):
    return dtype in FLOATS or dtype in FP8


def count(shape):
    total = 1
    for size in shape:
        total *= size
    return total


def shape_text(shape):
    return f"({', '.join(map(str, shape))}{',' if len(shape) == 1 else ''})"


class Node:
    """An expression: a text with places for its parts, and what is known of its value.

    `magnitude` bounds what a float can be, so that nothing overflows. `is_pure` says that no float had a part in it, so
    that each execution gives the same bits, and branches and addresses may hang on it.
    """
    __slots__ = ("text", "parts", "shape", "dtype", "magnitude", "is_pure", "is_name")

    def __init__(self, text, parts, shape, dtype, magnitude=None, is_pure=None, is_name=False):
        self.text, self.parts, self.shape, self.dtype, self.is_name = text, list(parts), tuple(shape), dtype, is_name
        self.magnitude = 2.0 ** BITS[dtype] if magnitude is None else magnitude
        self.is_pure = not is_float(dtype) and all(part.is_pure for part in parts) if is_pure is None else is_pure

    def render(self):
        return self.text.format(*[part.render() for part in self.parts]) if self.parts else self.text

    def walk(self):
        yield self
        for part in self.parts:
            yield from part.walk()

    def copy(self):
        return Node(self.text, [part.copy() for part in self.parts], self.shape, self.dtype, self.magnitude,
                    self.is_pure, self.is_name)


def name_node(variable):
    return Node(variable.name, [], variable.shape, variable.dtype, variable.magnitude, variable.is_pure, True)


def constant_text(shape, dtype, value):
    if dtype == "int1":
        value = bool(value)
        return f"(tl.full({shape_text(shape)}, {int(value)}, tl.int32) != 0)" if shape else f"(tl.cast({int(value)}, tl.int32) != 0)"
    if is_float(dtype):
        value = float(value)
    if shape:
        return f"tl.full({shape_text(shape)}, {value}, tl.{dtype})"
    return f"tl.cast({value}, tl.{dtype})"


def constant(shape, dtype, value):
    return Node(constant_text(shape, dtype, value), [], shape, dtype, abs(float(value)), not is_float(dtype))


class Variable:
    def __init__(self, name, shape, dtype, magnitude, is_pure, is_mutable=True):
        self.name, self.shape, self.dtype, self.magnitude = name, shape, dtype, magnitude
        self.is_pure, self.is_mutable = is_pure, is_mutable


class Assign:
    """`name = node`; `is_first` says that it brings the name into being."""

    def __init__(self, variable, node, is_first):
        self.variable, self.node, self.is_first = variable, node, is_first

    def nodes(self):
        return [self.node]

    def bodies(self):
        return []

    def copy(self):
        return Assign(self.variable, self.node.copy(), self.is_first)

    def render(self, indent):
        yield f"{indent}{self.variable.name} = {self.node.render()}"


class Effect:
    """A statement that changes memory, or leaves a loop; `parts` are expressions in it."""

    def __init__(self, text, parts=(), is_ordered=False):
        self.text, self.parts, self.is_ordered = text, list(parts), is_ordered

    def nodes(self):
        return self.parts

    def bodies(self):
        return []

    def copy(self):
        return Effect(self.text, [part.copy() for part in self.parts], self.is_ordered)

    def render(self, indent):
        for line in self.text.format(*[part.render() for part in self.parts]).split("\n"):
            yield indent + line


class Block:
    """A statement with bodies: `heads` come before each body, and may have expressions for their places.

    `tail` ends the last body and stays when the body is cut (the step of a `while` loop); `prologue` stands before.
    """

    def __init__(self, heads, parts, contents, prologue="", tail=""):
        self.heads, self.parts, self.contents, self.prologue, self.tail = heads, list(parts), contents, prologue, tail

    def nodes(self):
        return self.parts

    def bodies(self):
        return self.contents

    def copy(self):
        return Block(self.heads, [part.copy() for part in self.parts], [copy_body(body) for body in self.contents],
                     self.prologue, self.tail)

    def render(self, indent):
        if self.prologue:
            yield indent + self.prologue
        rendered = [part.render() for part in self.parts]
        for place, (head, body) in enumerate(zip(self.heads, self.contents)):
            yield indent + head.format(*rendered)
            lines = [line for statement in body for line in statement.render(indent + "    ")]
            if self.tail and place + 1 == len(self.heads):
                lines.append(indent + "    " + self.tail)
            yield from lines or [indent + "    pass"]


def copy_body(body):
    return [statement.copy() for statement in body]


class Program:
    """A kernel with what it is given and how it is compiled."""

    def __init__(self):
        self.body, self.helpers, self.parameters, self.arguments = [], [], [], {}
        self.grid, self.options = 1, []

    def copy(self):
        made = Program()
        made.body, made.helpers, made.parameters = copy_body(self.body), list(self.helpers), list(self.parameters)
        made.arguments, made.grid, made.options = dict(self.arguments), self.grid, list(self.options)
        return made

    def text(self):
        lines = [line for statement in self.body for line in statement.render("    ")] or ["    pass"]
        used = "\n".join(lines)
        helpers = []
        for name, text in reversed(self.helpers):
            if name + "(" in used or f" {name}" in used:
                helpers.insert(0, text)
                used += text
        parameters = ", ".join(f"{name}: {kind}" for name, kind in self.parameters)
        return "".join(helper + "\n\n" for helper in helpers) + f"@triton.jit\ndef k({parameters}):\n" + "\n".join(
            lines) + "\n"

    def command(self, path):
        command = ["tkc-run", str(path), "--kernel", "k", f"--grid={self.grid}"]
        for name, _ in self.parameters:
            command += ["--arg", f"{name}={self.arguments[name]}"]
        return command + self.options
