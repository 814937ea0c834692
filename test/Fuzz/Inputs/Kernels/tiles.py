# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Blocks that are larger than registers, which the compiler works on tile by tile."""
import places
from tree import Assign, Block, Effect, Node, Variable, constant, is_float, name_node

# Elements of a block in a thread; 256 are the most that registers hold.
PER_THREAD = 512
MOST_ELEMENTS = 32768


def large(kernel):
    """A large block that is loaded, changed, and stored or folded; none for so many warps that this would take long."""
    rng, elements = kernel.rng, PER_THREAD * 32 * kernel.warps
    if elements > MOST_ELEMENTS:
        return kernel.assign(0)
    dtype = rng.choice(["int32", "int32", "float32", "int16", "float16"])
    shape = (elements,)
    if rng.random() < 0.6:
        columns = rng.choice([16, 64, 256, 1024])
        shape = rng.choice([(elements // columns, columns), (columns, elements // columns)])
    value = Variable(kernel.fresh("w"), shape, dtype, 4096.0, not is_float(dtype), False)
    made = [Assign(value, loaded(kernel, shape, dtype), True)]
    if rng.random() < 0.4:
        made += gathered(kernel, value)
    if rng.random() < 0.3 and len(shape) == 2 and dtype in ("int32", "float32"):
        made += multiplied(kernel, value)
    for _ in range(rng.randint(1, 4)):
        made.append(Assign(value, changed(kernel, value), False))
    for _ in range(rng.choice([1, 1, 2])):
        made += ending(kernel, value)
    return made


def index_of(kernel, shape, moved):
    """Indices of elements, within the arrays."""
    if len(shape) == 1:
        return f"(({places.arange(shape, 0)}{moved}) & {places.INPUT - 1})"
    rows, columns = shape
    fitting = [stride for stride in (1, 16, 48, 64) if rows * stride + columns <= places.INPUT // 2]
    if fitting and kernel.rng.random() < 0.7:
        return f"({places.arange(shape, 0)} * {kernel.rng.choice(fitting)} + {places.arange(shape, 1)}{moved})"
    return f"(({places.arange(shape, 0)} * {columns} + {places.arange(shape, 1)}{moved}) & {places.INPUT - 1})"


def loaded(kernel, shape, dtype, moved=""):
    pointer, magnitude = kernel.inputs.pointer(dtype)
    mask = ""
    if kernel.rng.random() < 0.4:
        axis = kernel.rng.randrange(len(shape))
        bound = kernel.rng.choice([f"n * {shape[axis] // 64}", str(shape[axis] // 2 + 1), "n"])
        mask = f", mask={places.arange(shape, axis)} < {bound}, other={'0.0' if is_float(dtype) else '0'}"
    return Node(f"tl.load({pointer} + {index_of(kernel, shape, moved)}{mask})", [], shape, dtype, magnitude)


def gathered(kernel, value):
    """A loop that adds up large blocks, or what it carries from one to the next."""
    counter = kernel.fresh("i")
    more = loaded(kernel, value.shape, value.dtype, f" + {counter} * {kernel.rng.choice([1, 16, 100])}")
    text = kernel.rng.choice(["{0} + {1}", "tl.maximum({0}, {1})", "{0} - {1}", "tl.where({1} > 2, {1}, {0})"])
    node = kernel.maker.pinned(f"{text}", [name_node(value), more], value.shape, value.dtype, value.magnitude)
    bounds = kernel.rng.choice(["0, t", "u, t", "t, 0, -1", "0, 2"])
    stages = kernel.rng.choice(["", "", ", num_stages=3"])
    return [Block([f"for {counter} in tl.range({bounds}{stages}):"], [], [[Assign(value, node, False)]])]


def multiplied(kernel, value):
    """A loop that adds products of tiles to the large block, or one product."""
    rng, counter, inner = kernel.rng, kernel.fresh("i"), kernel.rng.choice([32, 64])
    dtype = "int8" if value.dtype == "int32" else "float16"
    moved = f" + {counter} * {rng.choice([16, 32])}"
    operands = [loaded(kernel, shape, dtype, moved) for shape in ((value.shape[0], inner), (inner, value.shape[1]))]
    node = Node("tl.dot({0}, {1}, {2})", [*operands, name_node(value)], value.shape, value.dtype, value.magnitude)
    bounds = rng.choice(["0, t", "u, 3", "0, 1", "2, -1, -1"])
    return [Block([f"for {counter} in tl.range({bounds}):"], [], [[Assign(value, node, False)]])]


def changed(kernel, value):
    """The block, changed by an elementwise op, a scan, or by a fold of it."""
    rng, shape, dtype = kernel.rng, value.shape, value.dtype
    axis = rng.randrange(len(shape))
    backwards = rng.choice(["", "", ", reverse=True"])
    forms = ["{0} + 1", "{0} * 2", "-{0}", "tl.where({0} > 1, {0}, 3)", f"{{0}} + {places.arange(shape, axis)}",
             f"tl.associative_scan({{0}}, {axis}, bigger{backwards})", "tl.minimum({0}, 7)"]
    if not is_float(dtype):
        forms += [f"tl.cumsum({{0}}, {axis}{backwards})", "{0} ^ 5", "{0} >> 1",
                  f"tl.associative_scan({{0}}, {axis}, lambda a, b: a ^ b{backwards})"]
    else:
        forms += [f"tl.cumsum({{0}} * 0.0625, {axis}{backwards})"]
    if len(shape) == 2:
        place = ":, None" if axis == 1 else "None, :"
        forms += [f"tl.maximum({{0}}, tl.max({{0}}, {axis})[{place}] - 2)", f"{{0}} - tl.min({{0}}, {axis})[{place}]"]
    node = Node(rng.choice(forms), [name_node(value)], shape, dtype, value.magnitude)
    return kernel.maker.tame(Node(f"({{0}}).to(tl.{dtype})", [node], shape, dtype, 1e9), 4.0)


def ending(kernel, value):
    """Stores the block, a fold of it, or adds it to memory."""
    rng, shape, dtype = kernel.rng, value.shape, value.dtype
    choice = rng.random()
    if choice < 0.4:
        return kernel.store_of(name_node(value))
    if choice < 0.85 or is_float(dtype) or dtype == "int16":
        axis = rng.randrange(len(shape))
        rest = shape[:axis] + shape[axis + 1:]
        kind = "int32" if dtype == "int16" else dtype
        fold = rng.choice(["tl.max({0}, %d)", "tl.min({0}, %d)", "tl.sum({0}, %d)", "tl.reduce({0}, %d, bigger)"])
        if not is_float(dtype) and rng.random() < 0.3:
            return kernel.store_of(Node(f"tl.argmax({{0}}, {axis})", [name_node(value)], rest, "int32"))
        folded = Node(f"({fold % axis}).to(tl.{kind})", [name_node(value)], rest, kind, 1e9)
        return kernel.store_of(folded)
    if len(shape) == 1 and choice < 0.93:
        counts = Node("tl.histogram({0} & 15, 16)", [name_node(value)], (16,), "int32")
        return kernel.store_of(counts)
    start = kernel.outputs.get(dtype, 0)
    kernel.outputs[dtype] = start + 16
    return [Effect(f"tl.atomic_add(o_i32 + {start} + ({{0}} & 15), {{0}})", [name_node(value)], True)]
