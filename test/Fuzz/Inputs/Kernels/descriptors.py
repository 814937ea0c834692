# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Products of matrices through tensor descriptors of the host, tile after tile, over the edges of the matrices."""
from tree import SPELT, Assign, Block, Effect, Node, Variable, constant, name_node


class Product:
    """One product: its types, the sizes of matrices and tiles, and the names of descriptors and counters."""

    def __init__(self, kernel):
        rng, self.kernel = kernel.rng, kernel
        self.rng = rng
        self.dtype = rng.choice(["float16", "float16", "bfloat16"])
        self.result = rng.choice([self.dtype, "float32"])
        step = rng.choice([8, 16])
        self.rows, self.columns, self.depth = rng.randint(1, 150), step * rng.randint(1, 10), step * rng.randint(1, 10)
        self.rows = self.rows if step == 8 else max(self.rows & ~15, 16)
        self.tile = rng.choice([16, 32, 64, 64, 128]), rng.choice([32, 64, 64, 128]), rng.choice([32, 64])
        self.is_turned = rng.random() < 0.4
        self.tile_name, self.inner, self.m, self.n = (kernel.fresh(prefix) for prefix in "ikmn")
        self.total = Variable(kernel.fresh("s"), self.tile[:2], "float32", 16.0 * self.depth, False, False)

    def describe(self, prefix, shape, block, dtype, fill):
        """A parameter for a matrix, which the host describes."""
        name = self.kernel.fresh(prefix)
        promise = self.rng.choice(["", ":noalias"] + [":16"] * all(size % 16 == 0 for size in shape))
        kind = f'"tensordesc<{SPELT[dtype]}[{block[0]}, {block[1]}]>{promise}"'
        self.kernel.extras.append((name, kind, f"{fill}:{shape[0]}x{shape[1]}:{SPELT[dtype]}"
                                   + (":-4:4" if fill == "uniform" else "")))
        return name

    def make(self):
        block_m, block_n, block_k = self.tile
        left = self.describe("a", (self.rows, self.depth), (block_m, block_k), self.dtype, "uniform")
        right_shape, right_block = (self.depth, self.columns), (block_k, block_n)
        if self.is_turned:
            right_shape, right_block = right_shape[::-1], right_block[::-1]
        right = self.describe("b", right_shape, right_block, self.dtype, "uniform")
        out = self.describe("c", (self.rows, self.columns), (block_m, block_n), self.result, "zeros")
        content = self.place(left, out) + [Assign(self.total, constant((block_m, block_n), "float32", 0), True)]
        content += [self.sum_up(left, right)] + self.finish(out)
        tiles = f"tl.cdiv({left}.shape[0] + 16, {block_m}) * tl.cdiv({out}.shape[1] + 8, {block_n})"
        words = self.rng.choice([", flatten=True", ", flatten=True", "", ", num_stages=2"])
        bounds = self.rng.choice([f"tl.program_id(0), {tiles}, tl.num_programs(0)"] * 3 + [
            f"{tiles} - 1 - tl.program_id(0), -1, -{self.kernel.grid}"])
        return [Block([f"for {self.tile_name} in tl.range({bounds}{words}):"], [], [content])]

    def place(self, left, out):
        """Where the tile lies; some begin before the matrix."""
        across = f"tl.cdiv({out}.shape[1] + 8, {self.tile[1]})"
        up, back = self.rng.choice([0, 0, 16, 3]), self.rng.choice([0, 0, 8])
        return [Effect(f"{self.m} = {self.tile_name} // {across} * {self.tile[0]} - {up}", [], True),
                Effect(f"{self.n} = {self.tile_name} % {across} * {self.tile[1]} - {back}", [], True)]

    def sum_up(self, left, right):
        block_k = self.tile[2]
        second = f"{right}.load([{self.inner}, {self.n}])"
        if self.is_turned:
            second = f"{right}.load([{self.n}, {self.inner}]).T"
        operands = [Node(f"{left}.load([{self.m}, {self.inner}])", [], (self.tile[0], block_k), self.dtype, 4.0),
                    Node(second, [], (block_k, self.tile[1]), self.dtype, 4.0)]
        node = Node("tl.dot({0}, {1}, {2})", [*operands, name_node(self.total)], self.tile[:2], "float32",
                    self.total.magnitude)
        depth = f"{left}.shape[1]"
        bounds = self.rng.choice([f"0, {depth}, {block_k}"] * 3 + [
            f"({depth} - 1) // {block_k} * {block_k}, -1, -{block_k}",
            f"0, tl.minimum({self.m} + {block_k}, {depth}), {block_k}",
            f"t * 8, {depth}, {block_k}", f"0, t * 16, {block_k}"])
        stages = self.rng.choice(["", "", ", num_stages=2", ", num_stages=4"])
        return Block([f"for {self.inner} in tl.range({bounds}{stages}):"], [], [[Assign(self.total, node, False)]])

    def finish(self, out):
        value = Node(f"{{0}}.to(tl.{self.result})", [name_node(self.total)], self.tile[:2], self.result)
        form = self.rng.choice(["{out}.store([{m}, {n}], {{0}})"] * 3 + ["{out}.atomic_add([{m}, {n}], {{0}})"])
        made = [Effect(form.format(out=out, m=self.m, n=self.n), [value], True)]
        if self.rng.random() < 0.3:
            most = Node("{0} - tl.max({0}, 1)[:, None]", [name_node(self.total)], self.tile[:2], "float32")
            made.insert(0, Assign(self.total, most, False))
        return made


def product(kernel):
    return Product(kernel).make()
