# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random expressions of a wanted shape and element type.

Each production gives an expression, or None where it has none for what is wanted. Values stay within bounds: floats do
not overflow, divisors are not 0, shifts and indices are in range, so that whatever goes wrong is the compiler's fault.
"""
import places
from tree import BITS, FLOATS, FP8, INTS, NUMBERS, SIGNED, Node, constant, count, is_float, name_node, shape_text

LIMIT = {"float16": 2000.0, "bfloat16": 1e6, "float32": 1e6, "float64": 1e6, "float8e5": 2000.0, "float8e4nv": 200.0}
COMPARISONS = ["==", "!=", "<", "<=", ">", ">="]


class Expressions:
    """Makes expressions over the names in `scope`; `work` bounds how many elements all of them have together."""

    def __init__(self, rng, inputs, allows_fp8=()):
        self.rng, self.inputs, self.scope, self.work = rng, inputs, [], 40000
        self.functions, self.floats = {}, FLOATS + list(allows_fp8)
        self.loads = places.Places(rng, self)

    # ---- choice -----------------------------------------------------------

    def shape(self, most=1024, ranks=(0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 4, 5)):
        rank = self.rng.choice(ranks)
        sizes = [1] * rank
        for _ in range(self.rng.randint(0, most.bit_length() - 1) if rank else 0):
            axis = self.rng.randrange(rank)
            sizes[axis] *= 2
        return tuple(sizes)

    def number_type(self, is_pure=False):
        if is_pure:
            return self.rng.choice(INTS + ["int32"] * 4)
        return self.rng.choice(INTS + self.floats + ["int32", "float32", "float16", "float32"])

    def make(self, shape, dtype, depth, is_pure=False):
        """An expression of this shape and type. A pure one has no float in it."""
        shape = tuple(shape)
        self.work -= count(shape)
        if depth <= 0 or self.work < 0:
            return self.leaf(shape, dtype, is_pure)
        productions = self.productions(shape, dtype, is_pure)
        for _ in range(6):
            production = self.rng.choices([each for each, _ in productions], [weight for _, weight in productions])[0]
            made = production(shape, dtype, depth - 1, is_pure)
            if made is not None:
                return made
        return self.leaf(shape, dtype, is_pure)

    def productions(self, shape, dtype, is_pure):
        if dtype == "int1":
            own = [(self.comparison, 8), (self.boolean, 4)]
        elif dtype in INTS:
            own = [(self.integer_binary, 8), (self.integer_number, 4), (self.integer_unary, 2), (self.cast, 4),
                   (self.random_number, 1)]
        elif dtype in FLOATS:
            own = [(self.float_binary, 8), (self.float_number, 3), (self.float_unary, 6), (self.cast, 4)]
        else:
            own = [(self.cast, 6)]
        own += [(self.leaf, 3), (self.selection, 4), (self.extremum, 1), (self.reduction, 4), (self.called, 2)]
        if not shape:
            return own
        own += [(self.stretched, 4), (self.reshaped, 3), (self.turned, 3), (self.widened, 2), (self.joined, 2),
                (self.parted, 2), (self.flipped, 1), (self.scan, 3), (self.gathered, 2), (self.ordered, 1),
                (self.product, 4), (self.counted, 1), (self.pair_scan, 1)]
        return own

    def tame(self, node, most):
        """The same value, held within ±most."""
        if not is_float(node.dtype) or node.magnitude <= most:
            return node
        bound = float(int(min(most, 4.0))) or 1.0
        source = "{0}.to(tl.float32)" if node.dtype in FP8 else "{0}"
        return Node(f"tl.clamp({source}, -{bound}, {bound}).to(tl.{node.dtype})", [node], node.shape, node.dtype, bound)

    def settle(self, node):
        return self.tame(node, LIMIT[node.dtype]) if is_float(node.dtype) else node

    # ---- leaves -----------------------------------------------------------

    def leaf(self, shape, dtype, depth_or_pure=0, is_pure=None):
        is_pure = depth_or_pure if is_pure is None else is_pure
        fitting = [each for each in self.scope
                   if each.shape == tuple(shape) and each.dtype == dtype and (each.is_pure or not is_pure)]
        if fitting and self.rng.random() < 0.7:
            return name_node(self.rng.choice(fitting))
        choice = self.rng.random()
        if choice < 0.6:
            return self.loads.load(tuple(shape), dtype)
        if choice < 0.75 and shape and dtype in ("int32", "int64", "float32", "int16"):
            return self.indices(tuple(shape), dtype)
        return constant(shape, dtype, self.rng.choice([0, 1, 2, 3, 5, 17, 100] if dtype != "int1" else [0, 1]))

    def indices(self, shape, dtype):
        axis = self.rng.randrange(len(shape))
        text = places.arange(shape, axis)
        if len([size for size in shape if size > 1]) > 1 or self.rng.random() < 0.3:
            text = f"tl.broadcast_to({text}, {shape_text(shape)})"
        elif shape[axis] != count(shape):
            text = f"tl.broadcast_to({text}, {shape_text(shape)})"
        return Node(f"{text}.to(tl.{dtype})" if dtype != "int32" else text, [], shape, dtype, shape[axis],
                    not is_float(dtype))

    # ---- elementwise ------------------------------------------------------

    def pinned(self, text, parts, shape, dtype, magnitude=None):
        """The text, cast to the type where promotion might have widened it."""
        return self.settle(Node(f"({text}).to(tl.{dtype})", parts, shape, dtype, magnitude))

    def operands(self, shape, dtype, depth, is_pure):
        """Two operands whose shapes broadcast to this one."""
        left, right = tuple(shape), tuple(shape)
        if shape and self.rng.random() < 0.3:
            right = tuple(size if self.rng.random() < 0.5 else 1 for size in shape)
            while self.rng.random() < 0.4 and len(right) > 0 and right[0] == 1:
                right = right[1:]
        first, second = self.make(left, dtype, depth, is_pure), self.make(right, dtype, depth, is_pure)
        return first, second

    def integer_binary(self, shape, dtype, depth, is_pure):
        x, y = self.operands(shape, dtype, depth, is_pure)
        mask = BITS[dtype] - 1
        forms = ["{0} + {1}", "{0} - {1}", "{0} * {1}", "{0} & {1}", "{0} | {1}", "{0} ^ {1}", "{1} - {0}",
                 "tl.maximum({0}, {1})", "tl.minimum({0}, {1})", "{0} // (({1} & 15) + 1)", "{0} % (({1} & 15) + 1)",
                 f"{{0}} << ({{1}} & {mask})", f"{{0}} >> ({{1}} & {mask})", "tl.add({0}, {1})", "tl.sub({0}, {1})",
                 "tl.mul({0}, {1})", "tl.cdiv({0} & 31, ({1} & 7) + 1)"]
        if dtype in SIGNED:
            forms += ["{0} // (({1} & 15) - 16)", "{0} % (({1} & 15) - 16)", "tl.floordiv({0}, ({1} & 15) - 16)",
                      "tl.floormod({0}, ({1} & 7) + 1)", "tl.floordiv({0}, ({1} & 7) + 1)"]
        if dtype in ("uint32", "uint64"):
            forms.append("tl.umulhi({0}, {1})")
        return self.pinned(self.rng.choice(forms), [x, y], shape, dtype)

    def integer_number(self, shape, dtype, depth, is_pure):
        x = self.make(shape, dtype, depth, is_pure)
        number = self.rng.choice([1, 2, 3, 5, 7, 8, 16, 31, 100])
        shift = self.rng.randrange(BITS[dtype])
        form = self.rng.choice([f"{{0}} + {number}", f"{{0}} - {number}", f"{number} - {{0}}", f"{{0}} * {number}",
                                f"{{0}} // {number}", f"{{0}} % {number}", f"{{0}} & {number}", f"{{0}} | {number}",
                                f"{{0}} ^ {number}", f"{{0}} << {shift}", f"{{0}} >> {shift}",
                                f"tl.maximum({{0}}, {number})", f"tl.minimum({{0}}, {number})",
                                f"{number} // (({{0}} & 7) + 1)", f"{number} << ({{0}} & {min(BITS[dtype] - 1, 7)})"])
        return self.pinned(form, [x], shape, dtype)

    def integer_unary(self, shape, dtype, depth, is_pure):
        x = self.make(shape, dtype, depth, is_pure)
        return self.pinned(self.rng.choice(["-{0}", "~{0}", "tl.abs({0})", "{0} * {0}", "{0} ** 2"]), [x], shape, dtype)

    def random_number(self, shape, dtype, depth, is_pure):
        if dtype not in ("int32", "uint32") or not shape:
            return None
        x = self.make(shape, "int32", depth, is_pure)
        return self.pinned(f"tl.randint({self.rng.randrange(1000)}, {{0}}, n_rounds={self.rng.choice([1, 3, 10])})",
                           [x], shape, dtype)

    def float_binary(self, shape, dtype, depth, is_pure):
        x, y = self.operands(shape, dtype, depth, is_pure)
        a, b = x.magnitude, y.magnitude
        forms = [("{0} + {1}", a + b), ("{0} - {1}", a + b), ("{0} * {1}", a * b), ("{1} - {0}", a + b),
                 ("{0} / (tl.abs({1}) + 0.5)", 2 * a), ("tl.maximum({0}, {1})", max(a, b)),
                 ("tl.minimum({0}, {1})", max(a, b)), ("tl.fma({0}, {1}, {0})", a * b + a),
                 ("tl.clamp({0}, -tl.abs({1}), tl.abs({1}))", b), ("tl.fdiv({0}, tl.abs({1}) + 1)", a)]
        if dtype == "float32":
            forms.append(("tl.div_rn({0}, tl.abs({1}) + 0.25)", 4 * a))
        form, magnitude = self.rng.choice(forms)
        if "tl.fma" in form or "tl.clamp" in form or "fdiv" in form or "div_rn" in form:
            y = self.whole(y, shape)
        bound = 60000.0 if dtype == "float16" else 1e30
        if magnitude > bound:
            x, y = self.tame(x, 4.0), self.tame(y, 4.0)
            magnitude = 64.0
        return self.pinned(form, [x, y], shape, dtype, magnitude)

    def whole(self, node, shape):
        """The operand stretched to the shape, for functions that do not broadcast."""
        if node.shape == tuple(shape):
            return node
        return Node(f"tl.broadcast_to({{0}}, {shape_text(shape)})", [self.raised(node, len(shape))], shape, node.dtype,
                    node.magnitude)

    def raised(self, node, rank):
        """The operand with dimensions of size 1 in front."""
        if not node.shape or len(node.shape) == rank:
            return node
        shape = (1,) * (rank - len(node.shape)) + node.shape
        return Node(f"tl.reshape({{0}}, {shape_text(shape)})", [node], shape, node.dtype, node.magnitude)

    def float_number(self, shape, dtype, depth, is_pure):
        x = self.make(shape, dtype, depth, is_pure)
        number = self.rng.choice([0.5, 0.25, 1.0, 2.0, 3.0, 1.5, 0.1])
        a = x.magnitude
        form, magnitude = self.rng.choice(
            [(f"{{0}} + {number}", a + number), (f"{{0}} - {number}", a + number), (f"{number} - {{0}}", a + number),
             (f"{{0}} * {number}", a * number), (f"{{0}} / {number}", a / number), ("{0} * 2 + 1", 2 * a + 1),
             (f"tl.maximum({{0}}, {number})", max(a, number)), (f"tl.minimum({{0}}, -{number})", max(a, number)),
             (f"{number} / (tl.abs({{0}}) + 1)", number)])
        return self.pinned(form, [x], shape, dtype, magnitude)

    def float_unary(self, shape, dtype, depth, is_pure):
        x = self.make(shape, dtype, depth, is_pure)
        a = x.magnitude
        forms = [("-{0}", a), ("tl.abs({0})", a), ("tl.sqrt(tl.abs({0}))", a + 1), ("tl.log(tl.abs({0}) + 0.5)", 16),
                 ("tl.log2(tl.abs({0}) + 0.5)", 24), ("tl.rsqrt(tl.abs({0}) + 0.25)", 2), ("tl.erf({0})", 1),
                 ("tl.sigmoid({0})", 1), ("tl.exp(-tl.abs({0}))", 1), ("tl.exp2(-tl.abs({0}))", 1)]
        if a <= 16:
            forms += [("tl.exp2({0} * 0.5)", 256), ("{0} * {0}", 256), ("{0} ** 2", 256)]
        if a <= 100:
            forms += [("tl.sin({0})", 1), ("tl.cos({0})", 1)]
        if dtype == "float32":
            forms += [("libdevice.tanh({0})", 1), ("tl.sqrt_rn(tl.abs({0}))", a + 1), ("tl.floor({0})", a + 1),
                      ("tl.ceil({0})", a + 1)]
            if len(shape) == 1:
                forms.append(("tl.softmax({0})", 1))
        form, magnitude = self.rng.choice(forms)
        return self.pinned(form, [x], shape, dtype, magnitude)

    def cast(self, shape, dtype, depth, is_pure):
        source = self.rng.choice(INTS + ["int1"] if is_pure else NUMBERS + ["int1"] + self.floats)
        if source == dtype:
            return None
        x = self.make(shape, source, depth, is_pure)
        if not is_float(dtype):
            if is_float(source):
                bound = min(2.0 ** (BITS[dtype] - 1) - 1, 100.0)
                text = "tl.abs({0})" if dtype not in SIGNED else "{0}"
                if source in FP8:
                    text = text.replace("{0}", "{0}.to(tl.float32)")
                return Node(f"{text}.to(tl.{dtype})", [self.tame(x, bound)], shape, dtype, is_pure=False)
            if BITS[source] == BITS[dtype] and self.rng.random() < 0.5:
                return Node(f"{{0}}.to(tl.{dtype}, bitcast=True)", [x], shape, dtype)
            return Node(f"{{0}}.to(tl.{dtype})", [x], shape, dtype)
        if is_float(source):
            bound = LIMIT[dtype]
            rounding = ""
            if source == "float32" and BITS[dtype] < 32 and dtype not in FP8 and self.rng.random() < 0.3:
                rounding = ", fp_downcast_rounding='rtz'"
            inner = self.tame(x, bound)
            return Node(f"{{0}}.to(tl.{dtype}{rounding})", [inner], shape, dtype, inner.magnitude)
        if source == "int1":
            return Node(f"{{0}}.to(tl.{dtype})", [x], shape, dtype, 1.0)
        inner = "({0} & 63)" if x.magnitude > 64 else "{0}"
        via = ".to(tl.float32)" if dtype in FP8 else ""
        return Node(f"{inner}{via}.to(tl.{dtype})", [x], shape, dtype, 64.0)

    def selection(self, shape, dtype, depth, is_pure):
        condition = self.make(shape, "int1", depth, is_pure or self.rng.random() < 0.7)
        x, y = self.make(shape, dtype, depth, is_pure), self.make(shape, dtype, depth, is_pure)
        return Node("tl.where({0}, {1}, {2})", [condition, x, y], shape, dtype, max(x.magnitude, y.magnitude))

    def comparison(self, shape, dtype, depth, is_pure):
        source = self.rng.choice(INTS if is_pure or self.rng.random() < 0.7 else FLOATS)
        x, y = self.operands(shape, source, depth, is_pure)
        if self.rng.random() < 0.3:
            y = constant((), source, 3)
            return Node(f"({{0}} {self.rng.choice(COMPARISONS)} {self.rng.choice([0, 1, 3, 50])})", [x], shape, "int1",
                        is_pure=x.is_pure and not is_float(source))
        return Node(f"({{0}} {self.rng.choice(COMPARISONS)} {{1}})", [x, y], shape, "int1",
                    is_pure=x.is_pure and y.is_pure and not is_float(source))

    def boolean(self, shape, dtype, depth, is_pure):
        x, y = self.operands(shape, dtype, depth, is_pure)
        form = self.rng.choice(["({0} & {1})", "({0} | {1})", "({0} ^ {1})", "(~{0})", "({0} & ~{1})",
                                "tl.logical_and({0}, {1})", "tl.logical_or({0}, {1})", "({0} == {1})"])
        return Node(form, [x, y] if "{1}" in form else [x], shape, dtype)

    def extremum(self, shape, dtype, depth, is_pure):
        if dtype not in NUMBERS:
            return None
        x, y = self.make(shape, dtype, depth, is_pure), self.make(shape, dtype, depth, is_pure)
        return self.pinned(self.rng.choice(["tl.maximum({0}, {1})", "tl.minimum({0}, {1})"]), [x, y], shape, dtype,
                           max(x.magnitude, y.magnitude))

    def called(self, shape, dtype, depth, is_pure):
        name = self.functions.get(dtype)
        if not name:
            return None
        x, y = self.make(shape, dtype, depth, is_pure), self.make(shape, dtype, depth, is_pure)
        return self.pinned(f"{name}({{0}}, {{1}})", [self.tame(x, 16.0), self.tame(y, 16.0)], shape, dtype, 400.0)

    # ---- shapes -----------------------------------------------------------

    def stretched(self, shape, dtype, depth, is_pure):
        small = tuple(size if self.rng.random() < 0.5 else 1 for size in shape)
        if small == tuple(shape):
            return None
        x = self.make(small, dtype, depth, is_pure)
        return Node(f"tl.broadcast_to({{0}}, {shape_text(shape)})", [x], shape, dtype, x.magnitude)

    def reshaped(self, shape, dtype, depth, is_pure):
        rank = self.rng.randint(1, 5)
        sizes = [1] * rank
        for _ in range(count(shape).bit_length() - 1):
            sizes[self.rng.randrange(rank)] *= 2
        x = self.make(sizes, dtype, depth, is_pure)
        form = self.rng.choice(["tl.reshape({0}, %s)", "{0}.reshape(%s)"])
        if len(shape) == 1 and self.rng.random() < 0.3:
            form = "tl.ravel({0})%.0s"
        return Node(form % shape_text(shape), [x], shape, dtype, x.magnitude)

    def turned(self, shape, dtype, depth, is_pure):
        rank = len(shape)
        if rank < 2:
            return None
        order = list(range(rank))
        self.rng.shuffle(order)
        source = [0] * rank
        for place, axis in enumerate(order):
            source[axis] = shape[place]
        x = self.make(source, dtype, depth, is_pure)
        if rank == 2 and order == [1, 0]:
            return Node(self.rng.choice(["{0}.trans()", "tl.trans({0})", "{0}.T"]), [x], shape, dtype, x.magnitude)
        return Node(f"tl.permute({{0}}, {shape_text(order)})", [x], shape, dtype, x.magnitude)

    def widened(self, shape, dtype, depth, is_pure):
        ones = [axis for axis, size in enumerate(shape) if size == 1]
        if not ones or len(shape) < 2:
            return None
        axis = self.rng.choice(ones)
        x = self.make(shape[:axis] + shape[axis + 1:], dtype, depth, is_pure)
        index = ", ".join("None" if other == axis else ":" for other in range(len(shape)))
        form = self.rng.choice([f"tl.expand_dims({{0}}, {axis})", f"({{0}})[{index}]"])
        return Node(form, [x], shape, dtype, x.magnitude)

    def joined(self, shape, dtype, depth, is_pure):
        forms = []
        if shape[-1] == 2:
            forms.append(("tl.join({0}, {1})", shape[:-1]))
        if shape[-1] > 1:
            forms.append(("tl.interleave({0}, {1})", shape[:-1] + (shape[-1] // 2,)))
        if len(shape) == 1 and shape[0] > 1:
            forms.append(("tl.cat({0}, {1})", (shape[0] // 2,)))
        if not forms:
            return None
        form, part = self.rng.choice(forms)
        if not part:
            return None
        x, y = self.make(part, dtype, depth, is_pure), self.make(part, dtype, depth, is_pure)
        return Node(form, [x, y], shape, dtype, max(x.magnitude, y.magnitude))

    def parted(self, shape, dtype, depth, is_pure):
        if count(shape) > 1024 or len(shape) > 4:
            return None
        x = self.make(tuple(shape) + (2,), dtype, depth, is_pure)
        return Node(f"tl.split({{0}})[{self.rng.randrange(2)}]", [x], shape, dtype, x.magnitude)

    def flipped(self, shape, dtype, depth, is_pure):
        x = self.make(shape, dtype, depth, is_pure)
        axis = self.rng.randrange(len(shape))
        return Node(f"tl.flip({{0}}, {axis})" if len(shape) > 1 else "tl.flip({0})", [x], shape, dtype, x.magnitude)

    # ---- over an axis -----------------------------------------------------

    def reduction(self, shape, dtype, depth, is_pure):
        if dtype not in NUMBERS + ["int1"] or len(shape) > 4:
            return None
        if dtype == "int1":
            x, axis, keep = self.reduced(shape, self.rng.choice(INTS), depth, is_pure)
            return Node(f"(tl.reduce_or({{0}}, {axis}{keep}) != 0)", [x], shape, dtype)
        if dtype == "int32" and self.rng.random() < 0.3:
            source = self.rng.choice(INTS if is_pure else INTS + FLOATS)
            x, axis, keep = self.reduced(shape, source, depth, is_pure)
            form = self.rng.choice(["tl.argmax({0}, %s%s)", "tl.argmin({0}, %s%s)",
                                    "tl.max({0}, %s, return_indices=True%s)[1]"])
            return Node(form % (axis, keep), [x], shape, dtype, is_pure=x.is_pure and not is_float(source))
        x, axis, keep = self.reduced(shape, dtype, depth, is_pure)
        length = x.magnitude if not is_float(dtype) else None
        forms = ["tl.sum({0}, %s%s)", "tl.max({0}, %s%s)", "tl.min({0}, %s%s)", "tl.reduce({0}, %s, bigger%s)"]
        if dtype in INTS:
            forms += ["tl.xor_sum({0}, %s%s)", "tl.reduce({0}, %s, mixed%s)",
                      "tl.reduce({0}, %s, lambda a, b: a ^ b%s)"]
        form = self.rng.choice(forms)
        magnitude = length
        if is_float(dtype):
            if "sum" in form:
                x = self.tame(x, 16.0)
            magnitude = x.magnitude * (self.longest(x) if "sum" in form else 1)
        return self.pinned(form % (axis, keep), [x], shape, dtype, magnitude)

    def longest(self, node):
        return max(count(node.shape), 1)

    def reduced(self, shape, dtype, depth, is_pure):
        """A block that is reduced to this shape, its axis, and the words that keep the dimension."""
        length = 2 ** self.rng.randint(0, max(0, 10 - count(shape).bit_length()))
        ones = [axis for axis, size in enumerate(shape) if size == 1]
        if ones and self.rng.random() < 0.4:
            axis = self.rng.choice(ones)
            wide = list(shape)
            wide[axis] = length
            return self.make(wide, dtype, depth, is_pure), axis, ", keep_dims=True"
        axis = self.rng.randint(0, len(shape))
        wide = list(shape)
        wide.insert(axis, length)
        return self.make(wide, dtype, depth, is_pure), axis, ""

    def scan(self, shape, dtype, depth, is_pure):
        if dtype not in NUMBERS:
            return None
        axis = self.rng.randrange(len(shape))
        x = self.make(shape, dtype, depth, is_pure)
        backwards = ", reverse=True" if self.rng.random() < 0.4 else ""
        forms = ["tl.cumsum({0}, %s%s)", "tl.associative_scan({0}, %s, bigger%s)"]
        if dtype in INTS:
            forms += ["tl.cumprod({0}, %s%s)", "tl.associative_scan({0}, %s, mixed%s)",
                      "tl.associative_scan({0}, %s, lambda a, b: a ^ b%s)"]
        form = self.rng.choice(forms)
        magnitude = None
        if is_float(dtype):
            x = self.tame(x, 4.0)
            magnitude = x.magnitude * shape[axis] if "sum" in form else x.magnitude
        return self.pinned(form % (axis, backwards), [x], shape, dtype, magnitude)

    def pair_scan(self, shape, dtype, depth, is_pure):
        """Scans and reductions of tuples: maps x -> a x + b one after the other; the largest with its place."""
        if dtype not in INTS or BITS[dtype] < 32:
            return None
        axis = self.rng.randrange(len(shape))
        x, y = self.make(shape, dtype, depth, is_pure), self.make(shape, dtype, depth, is_pure)
        backwards = ", reverse=True" if self.rng.random() < 0.4 else ""
        return Node(f"tl.associative_scan(({{0}}, {{1}}), {axis}, after{backwards})[{self.rng.randrange(2)}]", [x, y],
                    shape, dtype)

    def gathered(self, shape, dtype, depth, is_pure):
        axis = self.rng.randrange(len(shape))
        wide = list(shape)
        wide[axis] = 2 ** self.rng.randint(0, 7)
        if count(wide) > 2048:
            return None
        x = self.make(wide, dtype, depth, is_pure)
        index = self.make(shape, self.rng.choice(INTS + ["int32"] * 4), depth, True)
        return Node(f"tl.gather({{0}}, {{1}} & {wide[axis] - 1}, {axis})", [x, index], shape, dtype, x.magnitude)

    def ordered(self, shape, dtype, depth, is_pure):
        if dtype not in NUMBERS or count(shape) > 256 or shape[-1] == 1:
            return None
        falling = self.rng.choice(["", ", descending=True"])
        if self.rng.random() < 0.3 and count(shape) <= 64:
            x = self.make(shape[:-1] + (shape[-1] * 4,), dtype, depth, is_pure)
            return Node(f"tl.topk({{0}}, {shape[-1]})", [x], shape, dtype, x.magnitude)
        x = self.make(shape, dtype, depth, is_pure)
        return Node(f"tl.sort({{0}}{falling})", [x], shape, dtype, x.magnitude)

    def counted(self, shape, dtype, depth, is_pure):
        if dtype != "int32" or len(shape) != 1:
            return None
        size = 2 ** self.rng.randint(0, 9)
        x = self.make((size,), self.rng.choice(INTS + ["int32"] * 4), depth, is_pure)
        numbers = f"{{0}} & {min(shape[0] - 1, 127)}" if self.rng.random() < 0.7 else "{0}"
        if self.rng.random() < 0.3:
            mask = self.make((size,), "int1", depth, is_pure)
            return Node(f"tl.histogram({numbers}, {shape[0]}, mask={{1}})", [x, mask], shape, dtype)
        return Node(f"tl.histogram({numbers}, {shape[0]})", [x], shape, dtype)

    # ---- products ---------------------------------------------------------

    def product(self, shape, dtype, depth, is_pure):
        sources = {"float32": ["float16", "bfloat16", "float32", "float16"] + [f for f in self.floats if f in FP8],
                   "float16": ["float16"], "float64": ["float64"], "int32": ["int8"]}.get(dtype)
        if not sources or len(shape) not in (2, 3) or shape[-1] * shape[-2] > 4096:
            return None
        source = self.rng.choice(sources)
        least = {8: 32, 16: 16, 32: 8, 64: 16}[BITS[source]]
        depth_of_sum = least * 2 ** self.rng.randint(0, 2)
        left, right = tuple(shape[:-1]) + (depth_of_sum,), tuple(shape[:-2]) + (depth_of_sum, shape[-1])
        x, y = self.make(left, source, depth - 1, is_pure), self.make(right, source, depth - 1, is_pure)
        x, y = self.tame(x, 8.0), self.tame(y, 8.0)
        words = ""
        if source == "float32":
            words = self.rng.choice(["", ", input_precision='ieee'", ", input_precision='tf32x3'",
                                     ", input_precision='bf16x3'", ", input_precision='bf16x6'"])
        if dtype == "float16":
            words = ", out_dtype=tl.float16"
        magnitude = x.magnitude * y.magnitude * depth_of_sum if is_float(dtype) else None
        if self.rng.random() < 0.4:
            total = self.tame(self.make(shape, dtype, depth, is_pure), 100.0)
            magnitude = None if magnitude is None else magnitude + total.magnitude
            return self.settle(Node(f"tl.dot({{0}}, {{1}}, {{2}}{words})", [x, y, total], shape, dtype, magnitude))
        return self.settle(Node(f"tl.dot({{0}}, {{1}}{words})", [x, y], shape, dtype, magnitude))
