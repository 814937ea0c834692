# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arbitrary arguments for kernels of which only a guessed signature is known.

What they mean is of no matter, but programs should not overlap: the strides of an array grow from 1 for the last one,
each by the room that its dimension has, so that rows do not reach into one another. Room for a dimension is more than
its extent where programs work on tiles of 64 beyond it.
"""
import collections
import dataclasses
import re

ELEMENTS = 1 << 20  # of an array; further ones reach outside
MANY = 3008  # how many elements there are where a parameter says so
SMALL = 4  # batches, heads, groups: few, for arrays have all of them
ADDRESSES = 16  # how many arrays an array of addresses leads to; the first of few are taken again

BOUNDS = re.compile("cu_|seqlens|offsets|start|indptr")
LENGTHS = re.compile("len|count|num_", re.IGNORECASE)
COUNT = re.compile(r"n_?elem|numel|(num|total)_elem", re.IGNORECASE)
FEW = re.compile(r"(^|_)(batch|bsz?|n?heads?|groups?|experts?|top_?k|splits?|ranks?|ndim|world)(_|$)|^[BZHEG]Q?$|num_?heads?",
                 re.IGNORECASE)
EXTENT = re.compile("dim|size|len|stride", re.IGNORECASE)
FEW_LETTERS = set("bzhegBZHEG")
STRIDE = re.compile(r"(\w*?)_?stride_?(\w*)$", re.IGNORECASE)
NUMBER = re.compile(r"-?\d+$")
INTEGER = re.compile(r"[iu](8|16|32|64)$")
FLOAT = re.compile(r"(fp(16|32|64)|bf16)$")
DESCRIPTOR = re.compile(r"tensordesc<(\w+)\[([\d, ]+)\]>$")


@dataclasses.dataclass(frozen=True)
class Sizes:
    """How large things are: `extent` elements in a dimension that has `room` for more."""
    extent: int
    room: int

    def number(self, name):
        if COUNT.search(name):
            return MANY
        return SMALL if FEW.search(name) and not EXTENT.search(name) else self.extent


def is_small(dimension):
    return bool(FEW.search(dimension)) or dimension in FEW_LETTERS


WIDE = Sizes(208, 256)  # several tiles of 64, the last one cut
NARROW = Sizes(64, 64)


def split_commas(text):
    """The parts between commas outside brackets and quotes."""
    parts, depth, quote = [""], 0, ""
    for character in text:
        if quote:
            quote = "" if character == quote else quote
        elif character in "'\"":
            quote = character
        else:
            depth += (character in "([<{") - (character in ")]>}")
        if character == "," and depth == 0 and not quote:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts if part.strip()]


def read_signature(text):
    """The parameters as (name, type or value); the items of a tuple `t` are `t[0]`, `t[1]`, …"""
    return [part.partition("=")[::2] for part in split_commas(text)]


def list_leaves(name, kind):
    """(name, type or value) of a parameter, or of all items of a tuple."""
    if not (kind.startswith("(") and kind.endswith(")")):
        return [(name, kind)]
    items = enumerate(split_commas(kind[1:-1]))
    return [leaf for index, item in items for leaf in list_leaves(f"{name}[{index}]", item)]


def name_dimension(name):
    """The array and the dimension of a stride: `stride_xm` and `x_stride_m` are (x, m), `x_row_stride` (x, row)."""
    stem, _, item = name.partition("[")
    before, after = STRIDE.match(stem).groups()
    if item:
        return stem, ""
    if before and after:
        return before, after
    words = (before or after).split("_")
    if len(words) > 1 and (before or len(words[-1]) != 2):
        return "_".join(words[:-1]), words[-1]
    return (before, "") if before else ("_".join(words)[:-1], after[-1:])


def choose_strides(leaves, sizes):
    """The strides of each array, in the order of its dimensions, last one 1. One alone is that of a row."""
    groups = collections.defaultdict(list)
    for name, kind in leaves:
        if STRIDE.match(name.partition("[")[0]) and (INTEGER.match(kind) or NUMBER.match(kind)):
            array, dimension = name_dimension(name)
            groups[array].append((name, dimension))
    strides = {}
    for group in groups.values():
        stride, large = 1 if len(group) > 1 else sizes.room, 0
        for name, dimension in reversed(group):
            strides[name] = stride
            # Of the dimensions two are large, whatever the others are called.
            has_few = is_small(dimension) or large == 2
            large += not has_few
            stride *= SMALL if has_few else sizes.room
    return strides


def describe_array(name, element, shape=str(ELEMENTS)):
    """What lies at a pointer, as `--arg` reads it."""
    if element.startswith("fp8"):
        return f"uniform:{shape}:{element}:-1:1"
    if element.startswith(("fp", "bf")):
        return f"randn:{shape}:{element}"
    if BOUNDS.search(name) and shape == str(ELEMENTS):
        return "values:" + ",".join(str(64 * i) for i in range(64)) + f":{element}"
    if LENGTHS.search(name) and element in ("i32", "i64"):
        return f"uniform:{shape}:{element}:33:64"
    least, most = {"i1": (0, 1), "u8": (0, 100), "i8": (0, 100)}.get(element, (1, 3))
    return f"uniform:{shape}:{element}:{least}:{most}"


class Arguments:
    """The signature with promises, and the arguments."""

    def __init__(self, signature, sizes, leads_on):
        """`leads_on`: arrays of i64 hold addresses."""
        self.sizes, self.leads_on = sizes, leads_on
        self.given, self.promises = [], {}
        parameters = read_signature(signature)
        leaves = [leaf for name, kind in parameters for leaf in list_leaves(name, kind)]
        self.strides = choose_strides(leaves, sizes)
        for name, kind in leaves:
            self.promises[name] = self.give(name, kind)
        text = ", ".join(f"{name}={self.promise(name, kind)}" for name, kind in parameters)
        self.words = [f"--signature={text}", *self.given]

    def promise(self, name, kind):
        if name in self.promises:
            return self.promises[name]
        items = [self.promise(f"{name}[{index}]", item) for index, item in enumerate(split_commas(kind[1:-1]))]
        return f"({', '.join(items)})"

    def add(self, name, spec):
        self.given += ["--arg", f"{name}={spec}"]

    def give(self, name, kind):
        """Adds what is passed for a parameter; gives its type with promises, or its value."""
        if kind.startswith("*"):
            return self.give_array(name, kind)
        if INTEGER.match(kind) or (NUMBER.match(kind) and name in self.strides and kind == str(NARROW.extent)):
            return self.give_number(name, kind)
        if FLOAT.match(kind):
            self.add(name, f"{kind}:0.125")
        elif kind == "i1":
            self.add(name, "i1:1")
        elif descriptor := DESCRIPTOR.match(kind):
            return self.give_descriptor(name, kind, *descriptor.groups())
        return kind

    def give_array(self, name, kind):
        element = kind[1:]
        if element.startswith("*") or (self.leads_on and element == "i64"):
            arrays = [f"{re.sub(r'[^A-Za-z0-9_]', '_', name)}_{index}" for index in range(SMALL)]
            for array in arrays:
                self.add(array, describe_array(array, element.lstrip("*") if element.startswith("*") else "fp16"))
            self.add(name, "addresses:" + ",".join(arrays[index % SMALL] for index in range(ADDRESSES)))
        else:
            self.add(name, describe_array(name, element))
        return kind + ":16"

    def give_number(self, name, kind):
        """A number that is a constant for the compiler stays one. An argument of 1 is one, as in Triton."""
        value = self.strides.get(name, self.sizes.number(name))
        if NUMBER.match(kind) or value == 1:
            return str(value)
        self.add(name, str(value) if kind == "i32" else f"{kind}:{value}")
        return kind + (":16" if value % 16 == 0 else "")

    def give_descriptor(self, name, kind, element, block):
        """An array of few matrices that are larger than the block."""
        sizes = [int(size) for size in block.split(",")]
        matrix = [max(self.sizes.extent, size) for size in sizes[-2:]]
        shape = [max(SMALL, size) for size in sizes[:-2]] + matrix
        self.add(name, describe_array(name, element, "x".join(map(str, shape))))
        return kind + ":16"
