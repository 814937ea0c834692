# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops that load, change and store windows of one array, which may overlap in each round and from round to round."""
import places
from tree import BITS, SPELT, Assign, Block, Effect, Node, Variable, constant, name_node

# More than the farthest element of a window in two loops.
SIZE = 16384
SHAPES = [(), (16,), (64,), (128,), (512,), (8, 16), (32, 32), (64, 64), (16, 128)]


class Windows:
    """The windows of one array, a region of an output that each program has for itself."""

    def __init__(self, kernel, dtype):
        self.kernel, self.rng, self.dtype = kernel, kernel.rng, dtype
        self.base = kernel.output(dtype, SIZE)
        self.counters, self.values, self.total = [], [], None
        self.others = [self.base]

    def fill(self):
        """Values for all elements and, for some kernels, a pointer to them that comes from memory."""
        index, made = f"tl.arange(0, {SIZE})", []
        if self.rng.random() < 0.4:
            table, pointer, array = self.kernel.fresh("table"), self.kernel.fresh("p"), f"o_{SPELT[self.dtype]}"
            self.kernel.extras.append((table, '"*i64"', f"addresses:{array}"))
            made.append(Effect(f"{pointer} = tl.load({table}).to(tl.pointer_type(tl.{self.dtype}))", [], True))
            self.others.append(self.base.replace(array, pointer))
        return made + [Effect(f"tl.store({self.base} + {index}, ({index} * 7 % 61).to(tl.{self.dtype}))", [], True)]

    def place(self, shape):
        rng = self.rng
        text = f"{rng.choice(self.others)} + {rng.choice([0, 0, 16, 32, 64, 100, 512, 1024])}"
        for counter in self.counters:
            text += f" + {counter} * {rng.choice([0, 16, 16, 64, 64, 128, 512])}"
        if rng.random() < 0.1 and self.counters:
            text += f" + {self.counters[0]} % 2 * 32"
        if len(shape) == 1:
            text += f" + {places.arange(shape, 0)}" + rng.choice(["", "", " * 2"])
        if len(shape) == 2:
            stride = shape[1] if shape[0] * 64 > 1024 and rng.random() < 0.5 else max(shape[1], 64)
            stride = stride if shape[0] * stride <= 4096 else shape[1]
            text += f" + {places.arange(shape, 0)} * {stride} + {places.arange(shape, 1)}"
        return text

    def mask(self, shape):
        if not shape or self.rng.random() < 0.6:
            return ""
        axis = self.rng.randrange(len(shape))
        return f", mask={places.arange(shape, axis)} < {self.rng.choice(['n', str(shape[axis] // 2 + 1)])}"

    def load(self):
        shape = self.rng.choice(SHAPES)
        mask = self.mask(shape)
        other = f", other={self.rng.choice([0, 1])}" if mask else ""
        variable = Variable(self.kernel.fresh("c"), shape, self.dtype, None, True, False)
        self.values.append(variable)
        return [Assign(variable, Node(f"tl.load({self.place(shape)}{mask}{other})", [], shape, self.dtype), True)]

    def value(self, shape):
        fitting = [each for each in self.values if each.shape == shape]
        if not fitting:
            index = places.arange(shape, 0) if len(shape) == 1 else constant(shape, "int32", 3).text
            return Node(f"({index}).to(tl.{self.dtype})", [], shape, self.dtype)
        form = self.rng.choice(["{0}", "{0} + 1", "{0} * 3", "{0} + {1}", "tl.maximum({0}, {1})", "{0} ^ 5"])
        parts = [name_node(self.rng.choice(fitting)) for _ in range(2)]
        if self.counters and self.rng.random() < 0.3:
            form = f"({form}) + {self.counters[-1]}"
        return Node(f"({form}).to(tl.{self.dtype})", parts if "{1}" in form else parts[:1], shape, self.dtype)

    def store(self):
        shape = self.rng.choice([each.shape for each in self.values] or SHAPES)
        return [Effect(f"tl.store({self.place(shape)}, {{0}}{self.mask(shape)})", [self.value(shape)], True)]

    def add(self):
        shape = self.rng.choice([each.shape for each in self.values] or SHAPES)
        if BITS[self.dtype] < 32:
            return self.store()
        sem = self.rng.choice(["", ", sem='relaxed'", ", sem='acquire'", ", sem='release'"])
        return [Effect(f"tl.atomic_add({self.place(shape)}, {{0}}{self.mask(shape)}{sem})", [self.value(shape)], True)]

    def multiply(self):
        """Adds a product of two windows to a sum that loops carry."""
        if self.dtype != "int8":
            return self.load()
        x, y = (Variable(self.kernel.fresh("c"), (64, 64), self.dtype, None, True, False) for _ in range(2))
        made = []
        for each in (x, y):
            made.append(Assign(each, Node(f"tl.load({self.place(each.shape)})", [], each.shape, self.dtype), True))
        product = Node("tl.dot({0}, {1}, {2})", [name_node(x), name_node(y), name_node(self.total)], (64, 64), "int32")
        self.values.append(x)
        made.append(Assign(self.total, product, False))
        if self.rng.random() < 0.5:
            low = Node("({0} & 15).to(tl.int8)", [name_node(self.total)], (64, 64), self.dtype)
            made.append(Effect(f"tl.store({self.place((64, 64))}, {{0}})", [low], True))
        return made

    def statements(self, depth):
        known, made = len(self.values), []
        for _ in range(self.rng.randint(2, 5)):
            kinds = [(self.load, 4), (self.store, 4), (self.add, 1), (self.multiply, 2)]
            if depth < 2:
                kinds.append((lambda: self.loop(depth + 1), 2))
            made += self.rng.choices([kind for kind, _ in kinds], [weight for _, weight in kinds])[0]()
        del self.values[known:]
        return made

    def loop(self, depth):
        counter = self.kernel.fresh("i")
        self.counters.append(counter)
        content = self.statements(depth)
        self.counters.pop()
        bounds = self.rng.choice(["0, t", "0, t", "u, t", "t, -1, -1", "0, t, 2", "0, 2"])
        words = self.rng.choice(["", ", num_stages=2", ", num_stages=3", ", num_stages=4", ", flatten=True"])
        return [Block([f"for {counter} in tl.range({bounds}{words}):"], [], [content])]


def windows(kernel):
    dtype = kernel.rng.choice(["int32", "int32", "int8", "int64", "int16"])
    work = Windows(kernel, dtype)
    made = work.fill()
    if dtype == "int8":
        work.total = Variable(kernel.fresh("s"), (64, 64), "int32", None, True, False)
        made.append(Assign(work.total, constant((64, 64), "int32", 0), True))
    made += work.loop(1)
    if work.total:
        made += kernel.store_of(name_node(work.total))
    return made
