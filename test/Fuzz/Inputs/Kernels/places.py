# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Offsets of blocks in memory, and loads from them."""
from tree import BITS, FP8, SPELT, Node, constant, count, is_float, shape_text

# How many elements each input has.
INPUT = 8192


def arange(shape, axis):
    """The indices along one axis, as a block that broadcasts to the shape."""
    index = ", ".join(":" if axis == other else "None" for other in range(len(shape)))
    return f"tl.arange(0, {shape[axis]})" + (f"[{index}]" if len(shape) > 1 else "")


def strides_of(shape, order):
    """Strides of a dense block whose axes come in this order, the slowest first."""
    strides, stride = [0] * len(shape), 1
    for axis in reversed(order):
        strides[axis] = stride
        stride *= shape[axis]
    return strides


def offsets(shape, rng):
    """A text that gives each element its own offset, and the first offset beyond them."""
    order = list(range(len(shape)))
    if rng.random() < 0.3:
        rng.shuffle(order)
    factor = rng.choice([1, 1, 1, 1, 1, 2, 3])
    terms = [f"{arange(shape, axis)} * {stride * factor}" for axis, stride in enumerate(strides_of(shape, order))]
    text, size = " + ".join(terms), count(shape)
    choice = rng.random()
    if choice < 0.1 and factor == 1:
        return f"({size - 1} - ({text}))", size
    if choice < 0.2 and factor == 1:
        return f"(({text}) ^ {rng.randrange(size)})", size
    return text, (size - 1) * factor + 1


class Places:
    """Makes loads; `maker` gives it masks, indices and what else it needs."""

    def __init__(self, rng, maker):
        self.rng, self.maker, self.loops = rng, maker, []

    def load(self, shape, dtype):
        pointer, magnitude = self.maker.inputs.pointer(dtype)
        if not shape:
            return Node(f"tl.load({pointer} + {self.start(1)})", [], shape, dtype, magnitude)
        choice = self.rng.random()
        if choice < 0.08 and len(shape) == 2:
            return self.block_load(pointer, shape, dtype, magnitude)
        if choice < 0.14 and self.maker.work > 0:
            index = self.maker.make(shape, "int32", 1, True)
            return Node(f"tl.load({pointer} + ({{0}} & {INPUT - 1}))", [index], shape, dtype, magnitude)
        text, size = offsets(shape, self.rng)
        if choice < 0.2 and len(shape) == 2 and shape[0] <= 64:
            text, size = f"{arange(shape, 0)} * s + {arange(shape, 1)}", 64 * 48 + shape[1]
        if size > INPUT:
            text, size = f"(({text}) & {INPUT - 1})", INPUT
        start = self.start(size)
        if self.rng.random() < 0.35:
            return self.masked(pointer, f"{start} + {text}", shape, dtype, magnitude)
        words = self.rng.choice([""] * 6 + [", cache_modifier='.cg'", ", eviction_policy='evict_last'"])
        return Node(f"tl.load({pointer} + {start} + {text}{words})", [], shape, dtype, magnitude)

    def start(self, size):
        """Where a block of that many elements may begin: a number, a program's own place, or one that a loop moves."""
        room = INPUT - size
        choice = self.rng.random()
        if choice < 0.15 and room >= 4096:
            return f"tl.program_id(0) * {self.rng.choice([1, 16, 1000])}"
        if choice < 0.4 and self.loops and room >= 2048:
            return f"{self.rng.choice(self.loops)} * {self.rng.choice([1, 8, 16, 64, 128, 250])}"
        if choice < 0.5 and room >= 100:
            return "n"
        start = self.rng.randint(0, max(room, 0))
        return start & ~63 if self.rng.random() < 0.7 else start

    def masked(self, pointer, place, shape, dtype, magnitude):
        if self.rng.random() < 0.5:
            axis = self.rng.randrange(len(shape))
            bound = self.rng.choice(["n", str(self.rng.randint(0, shape[axis]))])
            text = f"{arange(shape, axis)} < {bound}"
            mask = Node(text, [], shape, "int1")
        else:
            mask = self.maker.make(shape, "int1", 1, True)
        if is_float(dtype) or self.rng.random() < 0.5:
            other = constant((), dtype, self.rng.choice([0, 1, 2]))
            number = "0.0" if is_float(dtype) else str(self.rng.choice([0, 1])) if dtype != "int1" else "0"
            return Node(f"tl.load({pointer} + {place}, mask={{0}}, other={number})", [mask], shape, dtype, magnitude)
        other = self.maker.make(shape, dtype, 0, True)
        return Node(f"tl.load({pointer} + {place}, mask={{0}}, other={{1}})", [mask, other], shape, dtype, magnitude)

    def block_load(self, pointer, shape, dtype, magnitude):
        """Through a block pointer or a descriptor, over the edge of what they describe."""
        rows, columns = shape
        width = 16 * self.rng.randint(1, 4)
        height = self.rng.randint(1, 64)
        row, column = self.rng.randint(-2, 8), self.rng.randint(-2, 8)
        if self.rng.random() < 0.4 and self.loops:
            row = f"{self.rng.choice(self.loops)} * {self.rng.choice([1, 2, 8])}"
        if self.rng.random() < 0.5 and columns * BITS[dtype] >= 128 and dtype != "int1":
            return Node(f"tl.make_tensor_descriptor({pointer}, [{height}, {width}], [{width}, 1], [{rows}, {columns}])"
                        f".load([{row}, {column}])", [], shape, dtype, magnitude)
        return Node(f"tl.load(tl.make_block_ptr({pointer}, ({height}, {width}), ({width}, 1), ({row}, {column}), "
                    f"({rows}, {columns}), (1, 0)), boundary_check=(0, 1), padding_option='zero')", [], shape, dtype,
                    magnitude)


class Inputs:
    """The arrays that a program reads, made when they are first asked for."""

    def __init__(self, rng):
        self.rng, self.kinds = rng, {}

    def pointer(self, dtype):
        if dtype not in self.kinds:
            self.kinds[dtype] = self.range_of(dtype)
        return f"a_{SPELT[dtype]}", self.kinds[dtype][2]

    def range_of(self, dtype):
        if dtype == "int1":
            return 0, 1, 1
        if is_float(dtype):
            return -4, 4, 4.0
        signed = dtype.startswith("int")
        bits = int(dtype.strip("uint"))
        most = 2 ** min(bits - signed, 52) - 1
        if self.rng.random() < 0.5:
            return (-100 if signed else 0), 100, 128.0 if signed else 2.0 ** bits
        least = -most if signed else 0
        return least, most, 2.0 ** bits

    def parameters(self):
        """Pairs of a name with its annotation, and the argument that goes with it."""
        for dtype, (low, high, _) in sorted(self.kinds.items()):
            aligned = ":16" if self.rng.random() < 0.6 else ""
            if dtype == "int1":
                argument = f"uniform:{INPUT}:i1:0:1"
            else:
                argument = f"uniform:{INPUT}:{SPELT[dtype]}:{low}:{high}"
            promise = ":noalias" if self.rng.random() < 0.5 else ""
            yield f"a_{SPELT[dtype]}", f'"*{SPELT[dtype]}{aligned}{promise}"', argument
