# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random kernels: statements around random expressions, and what the kernel is given."""
import random

import descriptors
import nests
import places
import tiles
import windows
from expressions import Expressions
from tree import (BITS, FLOATS, INTS, NUMBERS, SPELT, Assign, Block, Effect, Node, Program, Variable, constant, count,
                  is_float, name_node, shape_text)

# A loop's counter stays below this, so that each round has a place of its own in memory.
ROUNDS = 8
TYPES = INTS + FLOATS + ["int1"]
ATOMICS = ["add", "max", "min", "and", "or", "xor"]

HELPERS = [
    ("bigger", "@triton.jit\ndef bigger(p, q):\n    return tl.maximum(p, q)\n"),
    ("mixed", "@triton.jit\ndef mixed(p, q):\n    return p * q\n"),
    ("after", "@triton.jit\ndef after(a, b, c, d):\n    return a * c, b * c + d\n"),
]


class Kernel:
    """Makes one program from a seed."""

    def __init__(self, seed, target):
        self.rng = random.Random(seed)
        self.inputs = places.Inputs(self.rng)
        self.target = target
        allows_fp8 = ["float8e5"] if target in ("sm_80", "sm_86") else ["float8e5", "float8e4nv"]
        self.maker = Expressions(self.rng, self.inputs, allows_fp8)
        self.program = Program()
        self.outputs, self.names, self.loops = {}, 0, []
        # Parameters besides inputs and outputs: name, type and argument.
        self.extras = []
        self.grid = self.rng.choice([1, 1, 1, 2, 3])
        self.warps = self.rng.choice([1, 2, 4, 4, 8, 16])

    # ---- small parts ------------------------------------------------------

    def fresh(self, prefix="v"):
        self.names += 1
        return f"{prefix}{self.names}"

    def depth(self):
        return self.rng.choice([1, 2, 2, 3, 3, 4])

    def output(self, dtype, elements):
        """The place of a region of that many elements for each program, as a text."""
        rounds, index = 1, ""
        for loop in self.loops:
            index += f" + {loop} * {rounds * elements}"
            rounds *= ROUNDS
        whole = rounds * elements
        start = self.outputs.get(dtype, 0)
        if self.rng.random() < 0.8:
            start = (start + 15) & ~15
        self.outputs[dtype] = start + whole * self.grid
        program = f" + tl.program_id(0) * {whole}" if self.grid > 1 else ""
        return f"o_{SPELT[dtype]} + {start}{program}{index}"

    def helper(self):
        """A function of two values of one type, with or without branches."""
        dtype = self.rng.choice(["int32", "float32", "float16", "int64", "int16"])
        name = self.fresh("f")
        body = ["p + q", "p * q", "tl.maximum(p, q) - q", "tl.where(p < q, p, q + p)"]
        lines = [f"@triton.jit\ndef {name}(p, q):"]
        if self.rng.random() < 0.5:
            lines.append(f"    if n_of(p) > {self.rng.choice([0, 3])}:\n        return {self.rng.choice(body)}")
            lines[-1] = lines[-1].replace("n_of(p)", "tl.program_id(0)")
        if self.rng.random() < 0.3:
            lines.append("    for i in range(2):\n        p = (p + q).to(p.dtype)")
        lines.append(f"    return {self.rng.choice(body)}")
        self.program.helpers.append((name, "\n".join(lines) + "\n"))
        self.maker.functions[dtype] = name

    # ---- statements -------------------------------------------------------

    def body(self, statements, level):
        """A list of statements. Names that it brings into being are gone behind it."""
        before, made = len(self.maker.scope), []
        for _ in range(statements):
            kinds = [(self.assign, 8), (self.store, 5), (self.reassign, 6), (self.atomic, 1), (self.copy_masked, 1)]
            if level < 2:
                kinds += [(self.branch, 2), (self.loop, 3), (self.while_loop, 1), (self.stream, 2)]
            if level == 0:
                kinds += [(self.round_trip, 1)]
            kind = self.rng.choices([each for each, _ in kinds], [weight for _, weight in kinds])[0]
            made += kind(level)
        del self.maker.scope[before:]
        return made

    def assign(self, level):
        shape, dtype = self.maker.shape(), self.rng.choice(TYPES + ["int32", "float32", "float16"])
        node = self.maker.make(shape, dtype, self.depth())
        return self.define(node)

    def define(self, node):
        magnitude = max(node.magnitude, 4.0) if is_float(node.dtype) else node.magnitude
        if not is_float(node.dtype):
            magnitude = 2.0 ** BITS[node.dtype]
        # What a float had a part in may become anything: a name stays pure if its values are.
        variable = Variable(self.fresh(), node.shape, node.dtype, magnitude, node.is_pure)
        self.maker.scope.append(variable)
        return [Assign(variable, node, True)]

    def reassign(self, level):
        candidates = [each for each in self.maker.scope if each.is_mutable]
        if not candidates:
            return self.assign(level)
        variable = self.rng.choice(candidates)
        node = self.maker.make(variable.shape, variable.dtype, self.depth(), variable.is_pure)
        if is_float(variable.dtype) and node.magnitude > variable.magnitude:
            node = self.maker.tame(node, variable.magnitude)
        return [Assign(variable, node, False)]

    def store(self, level):
        small = 256 if self.loops else 1024
        if self.maker.scope and self.rng.random() < 0.6:
            node = name_node(self.rng.choice(self.maker.scope))
            if self.loops and count(node.shape) > 1024:
                return self.assign(level)
        else:
            node = self.maker.make(self.maker.shape(small), self.rng.choice(TYPES + self.maker.floats), self.depth())
        return self.store_of(node)

    def store_of(self, node):
        shape = node.shape
        if not shape:
            return [Effect(f"tl.store({self.output(node.dtype, 1)}, {{0}})", [node])]
        if len(shape) == 2 and self.rng.random() < 0.1:
            rows, columns = shape
            place = self.output(node.dtype, rows * columns)
            if self.rng.random() < 0.5:
                return [Effect(f"tl.store(tl.make_block_ptr({place}, ({rows}, {columns}), ({columns}, 1), (0, 0), "
                               f"({rows}, {columns}), (1, 0)), {{0}}, boundary_check=(0, 1))", [node])]
        text, size = places.offsets(shape, self.rng)
        place = self.output(node.dtype, size)
        if self.rng.random() < 0.3:
            mask = self.maker.make(shape, "int1", 1, True)
            return [Effect(f"tl.store({place} + {text}, {{0}}, mask={{1}})", [node, mask])]
        return [Effect(f"tl.store({place} + {text}, {{0}})", [node])]

    def copy_masked(self, level):
        """A load without `other`, whose elements are stored under the same mask."""
        shape, dtype = self.maker.shape(256), self.rng.choice(NUMBERS)
        if not shape:
            return self.assign(level)
        pointer, _ = self.inputs.pointer(dtype)
        mask = self.maker.make(shape, "int1", 2, True)
        variable = Variable(self.fresh("m"), shape, "int1", 1, True, False)
        text, size = places.offsets(shape, self.rng)
        own, own_size = places.offsets(shape, self.rng)
        place = self.output(dtype, own_size)
        change = self.rng.choice(["%s", "(%s + 1).to(tl." + dtype + ")", "(%s * 3).to(tl." + dtype + ")"])
        start = self.maker.loads.start(size)
        self.maker.scope.append(variable)
        value = change % f"tl.load({pointer} + {start} + {text}, mask={{0}})"
        return [Assign(variable, mask, True),
                Effect(f"tl.store({place} + {own}, {value}, mask={{0}})", [name_node(variable)])]

    def atomic(self, level):
        """Atomics of one kind on a region of their own: on places of their own the old value counts, else the sum."""
        dtype = self.rng.choice(["int32", "uint32", "int64", "uint64", "int32", "float32", "float16", "float64"])
        name = "add" if is_float(dtype) else self.rng.choice(ATOMICS)
        shape = self.maker.shape(256)
        value = self.maker.make(shape, dtype, 2)
        if is_float(dtype):
            value = self.maker.tame(value, 16.0)
        sem = self.rng.choice(["", ", sem='relaxed'", ", sem='acquire'", ", sem='release'"])
        parts, mask = [value], ""
        if shape and self.rng.random() < 0.4:
            parts.append(self.maker.make(shape, "int1", 1, True))
            mask = ", mask={1}"
        if shape and self.rng.random() < 0.5:
            text, size = places.offsets(shape, self.rng)
            place = self.output(dtype, size)
            if is_float(dtype) or mask:
                return [Effect(f"tl.atomic_{name}({place} + {text}, {{0}}{mask}{sem})", parts, True)]
            name = self.rng.choice([name, "xchg"])
            text_of = f"tl.atomic_{name}({place} + {text}, {{0}}{sem})"
            variable = Variable(self.fresh(), shape, dtype, 2.0 ** BITS[dtype], True)
            is_pure = value.is_pure
            variable.is_pure = is_pure
            self.maker.scope.append(variable)
            return [Assign(variable, Node(text_of, parts, shape, dtype), True)]
        start = self.outputs.get(dtype, 0)
        places_count = 2 ** self.rng.randint(0, 4)
        self.outputs[dtype] = start + places_count
        index = "0"
        if shape:
            parts.append(self.maker.make(shape, "int32", 1, True))
            index = f"({{{len(parts) - 1}}} & {places_count - 1})"
        return [Effect(f"tl.atomic_{name}(o_{SPELT[dtype]} + {start} + {index}, {{0}}{mask}{sem})", parts, True)]

    def round_trip(self, level):
        """Through global memory: what one thread stores another loads, behind a barrier."""
        shape = self.maker.shape(512)
        dtype = self.rng.choice(NUMBERS)
        if not shape:
            return self.assign(level)
        value = self.maker.make(shape, dtype, 2)
        size = count(shape)
        place = self.output(dtype, size)
        strides = places.strides_of(shape, range(len(shape)))
        dense = " + ".join(f"{places.arange(shape, axis)} * {stride}" for axis, stride in enumerate(strides))
        flat = self.rng.choice([f"({size - 1} - tl.arange(0, {size}))", f"(tl.arange(0, {size}) ^ {size // 2})",
                                f"(tl.arange(0, {size}) * 5 % {size})"])
        variable = Variable(self.fresh(), (size,), dtype, value.magnitude, value.is_pure)
        self.maker.scope.append(variable)
        load = Node(f"tl.load({place} + {flat})", [], (size,), dtype, value.magnitude, value.is_pure)
        return [Effect(f"tl.store({place} + {dense}, {{0}})\ntl.debug_barrier()", [value], True),
                Assign(variable, load, True)]

    # ---- control flow -----------------------------------------------------

    def condition(self):
        return self.maker.make((), "int1", 2, True)

    def branch(self, level):
        heads, parts, contents = ["if {0}:"], [self.condition()], [self.body(self.rng.randint(1, 3), level + 1)]
        if self.rng.random() < 0.3:
            heads.append("elif {1}:")
            parts.append(self.condition())
            contents.append(self.body(self.rng.randint(1, 2), level + 1))
        if self.rng.random() < 0.5:
            heads.append("else:")
            contents.append(self.body(self.rng.randint(1, 3), level + 1))
        return [Block(heads, parts, contents)]

    def looped(self, counter, level):
        """The body of a loop, in which its counter can be read, and which may be left or cut short."""
        variable = Variable(counter, (), "int32", 8, True, False)
        self.maker.scope.append(variable)
        self.loops.append(counter)
        self.maker.loads.loops = list(self.loops)
        made = self.body(self.rng.randint(1, 4), level + 1)
        if self.rng.random() < 0.25:
            word = self.rng.choice(["break", "continue"])
            made.insert(self.rng.randint(0, len(made)), Block(["if {0}:"], [self.condition()], [[Effect(word)]]))
        self.loops.pop()
        self.maker.loads.loops = list(self.loops)
        self.maker.scope.remove(variable)
        return made

    def loop(self, level):
        counter = self.fresh("i")
        stages = self.rng.randint(1, 4)
        ranges = ["range(t)", "range(1, t)", "range(0, t, 2)", "range(t, 0, -1)", f"tl.range(0, t, num_stages={stages})",
                  "tl.static_range(3)", "range(2)", f"tl.range(t, loop_unroll_factor=2, num_stages={stages})",
                  "range(u, t)", "tl.range(0, u, 3)"]
        if self.rng.random() < 0.15:
            return self.loop_at_the_end_of_the_type(counter, level)
        return [Block([f"for {counter} in {self.rng.choice(ranges)}:"], [], [self.looped(counter, level)])]

    def loop_at_the_end_of_the_type(self, counter, level):
        """A loop of whose last index and step the sum is more than the type holds; its body has a counter from zero."""
        index, step = self.fresh("f"), self.rng.randint(1, 4)
        words = self.rng.choice(["", ", loop_unroll_factor=2", ", num_stages=3"])
        begin, end, sign = self.rng.choice([(f"{2**31 - 1} - t", 2**31 - 1, ""), (f"{-2**31} + t", -2**31, "-"),
                                            (f"{2**63 - 1} - tl.cast(t, tl.int64)", 2**63 - 1, "")])
        passed = f"{begin} - {index}" if sign else f"{index} - ({begin})"
        content = [Effect(f"{counter} = ({passed}).to(tl.int32)", [], True)] + self.looped(counter, level)
        return [Block([f"for {index} in tl.range({begin}, {end}, {sign}{step}{words}):"], [], [content])]

    def stream(self, level):
        """A loop that asks for stages and loads rows, some of which it keeps for the next round."""
        counter, rows, before, kept = self.fresh("i"), [], [], []
        self.loops.append(counter)
        self.maker.loads.loops = list(self.loops)
        known = len(self.maker.scope)
        for _ in range(self.rng.randint(1, 3)):
            shape, dtype = self.maker.shape(1024, (0, 1, 1, 1, 2)), self.rng.choice(NUMBERS)
            row = Variable(self.fresh("r"), shape, dtype, 0, not is_float(dtype), False)
            node = self.row(counter, shape, dtype)
            row.magnitude, row.is_pure = node.magnitude, node.is_pure
            rows.append(Assign(row, node, True))
            if self.rng.random() < 0.6:
                last = Variable(self.fresh("b"), shape, dtype, max(row.magnitude, 4.0), row.is_pure, False)
                before.append(Assign(last, constant(shape, dtype, self.rng.choice([0, 1, 3])), True))
                kept.append(Assign(last, name_node(row), False))
        self.maker.scope += [each.variable for each in before] + [each.variable for each in rows]
        content = rows + self.body(self.rng.randint(1, 4), level + 1) + kept
        if self.rng.random() < 0.1:
            content.insert(self.rng.randint(len(rows), len(content)),
                           Block(["if {0}:"], [self.condition()], [[Effect("continue")]]))
        self.loops.pop()
        self.maker.loads.loops = list(self.loops)
        del self.maker.scope[known + len(before):]
        stages = self.rng.randint(2, 5)
        head = self.rng.choice(["0, t", "1, t", "u, t", "0, t, 2", "t, -1, -1", "0, tl.cast(t, tl.int64)"])
        return before + [Block([f"for {counter} in tl.range({head}, num_stages={stages}):"], [], [content])]

    def row(self, counter, shape, dtype):
        """What the round `counter` loads: elements in the order of memory, masked or not."""
        pointer, magnitude = self.inputs.pointer(dtype)
        stride = self.rng.choice([count(shape), 16, 64, 100])
        place = f"{counter} * {stride if stride * ROUNDS + count(shape) <= places.INPUT else 16}"
        if shape:
            steps = zip(range(len(shape)), places.strides_of(shape, range(len(shape))))
            place += "".join(f" + {places.arange(shape, axis)} * {step}" for axis, step in steps)
            if self.rng.random() < 0.4:
                return self.maker.loads.masked(pointer, place, shape, dtype, magnitude)
        return Node(f"tl.load({pointer} + {place})", [], shape, dtype, magnitude)

    def while_loop(self, level):
        counter = self.fresh("w")
        made = self.looped(counter, level)
        made = [each for each in made if not (isinstance(each, Block) and each.contents[0] and isinstance(
            each.contents[0][0], Effect) and each.contents[0][0].text == "continue")]
        return [Block([f"while {counter} > 0:"], [], [made], f"{counter} = {self.rng.choice(['t', 'u', 't + 1'])}",
                      f"{counter} -= 1")]

    # ---- the whole --------------------------------------------------------

    def make(self):
        self.program.helpers += HELPERS
        for _ in range(self.rng.randint(0, 2)):
            self.helper()
        body = self.assign(0) + self.body_of_kernel()
        if self.rng.random() < 0.1:
            body.insert(self.rng.randint(1, len(body)), Block(["if {0}:"], [self.condition_of_arguments()],
                                                              [[Effect("return")]]))
        self.program.body = body
        self.finish()
        return self.program

    def condition_of_arguments(self):
        return Node(self.rng.choice(["t > 3", "tl.program_id(0) == 1", "n < 20"]), [], (), "int1")

    def body_of_kernel(self):
        """Statements, and stores of all that is left at the end."""
        made = []
        for _ in range(self.rng.choice([2, 4, 6, 8, 12])):
            made += self.unscoped()
        for variable in list(self.maker.scope):
            if count(variable.shape) <= 2048 and (variable.is_mutable or self.rng.random() < 0.3):
                made += self.store_of(name_node(variable))
        return made

    def unscoped(self):
        """One statement at the top, whose names stay."""
        kinds = [(self.assign, 8), (self.store, 3), (self.reassign, 3), (self.atomic, 1), (self.copy_masked, 1),
                 (self.branch, 3), (self.loop, 4), (self.while_loop, 1), (self.stream, 2), (self.round_trip, 1),
                 (lambda level: nests.nest(self), 2), (lambda level: tiles.large(self), 1),
                 (lambda level: windows.windows(self), 1), (lambda level: descriptors.product(self), 1)]
        kind = self.rng.choices([each for each, _ in kinds], [weight for _, weight in kinds])[0]
        return kind(0)

    def finish(self):
        program, rng = self.program, self.rng
        for name, annotation, argument in self.inputs.parameters():
            program.parameters.append((name, annotation))
            program.arguments[name] = argument
        for name, annotation, argument in self.extras:
            program.parameters.append((name, annotation))
            program.arguments[name] = argument
        for dtype, elements in sorted(self.outputs.items()):
            name = f"o_{SPELT[dtype]}"
            aligned = ":16" if rng.random() < 0.6 else ""
            program.parameters.append((name, f'"*{SPELT[dtype]}{aligned}"'))
            program.arguments[name] = f"zeros:{elements + 16}:{SPELT[dtype]}"
        for name, values in (("n", [0, 1, 5, 16, 17, 32, 64]), ("t", range(ROUNDS)), ("u", range(4)),
                             ("s", [16, 32, 48, 17])):
            value = rng.choice(list(values))
            annotation = "i32"
            if name == "t" and value == ROUNDS - 1:
                value -= 1
            if value % 16 == 0 and rng.random() < 0.5:
                annotation = '"i32:16"'
            program.parameters.append((name, annotation))
            program.arguments[name] = f"i32:{value}"
        program.grid = self.grid
        program.options = [f"--num-warps={self.warps}", f"--num-stages={rng.randint(0, 4)}",
                           f"--target={self.target}", f"--seed={rng.randrange(1000)}"]
