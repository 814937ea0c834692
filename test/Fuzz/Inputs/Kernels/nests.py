# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops over tiles with loops inside whose copies can go ahead, also through the loop around."""
import places
from tree import SPELT, Assign, Block, Effect, Node, Variable, constant, is_float, name_node

# Where the numbers of rounds come from; `{outer}` is the outer loop's counter, `{row}` what it loads.
BOUNDS = ["0, t", "0, u", "0, {outer}", "0, {outer} + 1", "u, {outer}", "0, {row}", "{row}, -1, -1", "t, 0, -1",
          "1, t, 2",
          "{outer}, 6", "0, tl.cast(t, tl.int64)", "0, tl.cast({row}, tl.int64), 2"]
OUTER = ["0, t", "u, t", "t, -1, -1", "0, 3", "1, t, 2", "tl.program_id(0), 4, 2", "0, tl.cast(t, tl.int64)"]


def nest(kernel):
    """A loop over tiles that asks for `flatten`, or not, and one or two loops inside."""
    rng, outer, row = kernel.rng, kernel.fresh("i"), kernel.fresh("r")
    known = len(kernel.maker.scope)
    kernel.loops.append(outer)
    kernel.maker.loads.loops = list(kernel.loops)
    pointer, _ = kernel.inputs.pointer("int32")
    variable = Variable(row, (), "int32", 8, True, False)
    index = Node(f"tl.load({pointer} + {outer} * {rng.choice([1, 16])}) & 7", [], (), "int32")
    content = [Assign(variable, index, True)]
    kernel.maker.scope.append(variable)
    for _ in range(rng.choice([1, 1, 2])):
        content += kernel.stream(1) if rng.random() < 0.25 else products(kernel, outer, row)
        content += kernel.body(rng.randint(0, 2), 2)
    kernel.loops.pop()
    kernel.maker.loads.loops = list(kernel.loops)
    del kernel.maker.scope[known:]
    words = rng.choice([", flatten=True"] * 3 + ["", ", num_stages=2"])
    return [Block([f"for {outer} in tl.range({rng.choice(OUTER)}{words}):"], [], [content])]


def products(kernel, outer, row):
    """A loop that adds up products of tiles, and stores their sum."""
    rng, inner = kernel.rng, kernel.fresh("k")
    dtype = rng.choice(["float16", "float16", "bfloat16", "int8", "float32"])
    m, n = rng.choice([16, 32, 64]), rng.choice([16, 32, 64])
    k = rng.choice([16, 32, 64] if dtype != "int8" else [32, 64])
    sum_type = "float32" if is_float(dtype) else "int32"
    total = Variable(kernel.fresh("s"), (m, n), sum_type, 16.0 * k * 8, not is_float(dtype), False)
    step = rng.choice([16, 32])
    before, content, behind = [Assign(total, constant((m, n), sum_type, rng.choice([0, 1])), True)], [], []
    operands = []
    for shape in ((m, k), (k, n)):
        node = operand(kernel, shape, dtype, (outer, inner, row, step), (before, behind))
        operand_variable = Variable(kernel.fresh("x"), shape, dtype, node.magnitude, node.is_pure, False)
        content.append(Assign(operand_variable, node, True))
        operands.append(name_node(operand_variable))
    words = rng.choice(["", ", input_precision='ieee'"]) if dtype == "float32" else ""
    operands.append(name_node(total))
    product = Node(f"tl.dot({{0}}, {{1}}, {{2}}{words})", operands, (m, n), sum_type, total.magnitude)
    content.append(Assign(total, product, False))
    bounds = rng.choice(BOUNDS).format(outer=outer, row=row)
    stages = rng.choice(["", "", ", num_stages=2", ", num_stages=3", ", num_stages=5"])
    loop = Block([f"for {inner} in tl.range({bounds}{stages}):"], [], [content + behind])
    return before + [loop] + kernel.store_of(name_node(total))


def operand(kernel, shape, dtype, names, statements):
    """A tile whose place follows from both counters, or that a pointer moves on to, masked or not."""
    rng, (outer, inner, row, step), (before, behind) = kernel.rng, names, statements
    pointer, magnitude = kernel.inputs.pointer(dtype)
    stride = rng.choice([64, 64, 80, 16])
    rows, columns = (places.arange(shape, axis) for axis in (0, 1))
    tile = rng.choice([f"{outer} * {rng.choice([16, 64, 128])}", f"{row} * 16", f"({outer} // 2 * 16 + {outer} % 2)",
                       "n"])
    place = f"{pointer} + {tile} + {rows} * {stride} + {columns}"
    if rng.random() < 0.2:
        place = f"{pointer} + {tile} + {rows} + {columns} * {stride}"
    moved = f" + {inner} * {step}"
    if rng.random() < 0.3:
        name = kernel.fresh("p")
        before.append(Effect(f"{name} = {place}", [], True))
        behind.append(Effect(f"{name} += {step}", [], True))
        place, moved = name, ""
    mask = ""
    if rng.random() < 0.5:
        bound = rng.choice([f"{columns} < n", f"{rows} < n", f"({columns} + {inner} * 16 < 64)",
                            f"({row} > 2) & ({rows} < 99)", f"({rows} < n) & ({columns} < 48)",
                            f"({rows} < 60) & (((n >> ({inner} * 4)) & 1) == 0)"])
        mask = f", mask={bound}, other={'0.0' if is_float(dtype) else '0'}"
    return Node(f"tl.load({place}{moved}{mask})", [], shape, dtype, magnitude)
