# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The kernels of the sweep: each family is a generator of kernels over element types and shapes.

No two stores of a kernel touch the same element, unless with the same value: threads do not wait between them.
"""
import collections
import math
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[3]

INTS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
FLOATS = ["float16", "bfloat16", "float32", "float64"]
FP8 = ["float8e5", "float8e4nv"]
NUMBERS = INTS + FLOATS
ALL = NUMBERS + FP8

POINTERS = {"int1": "i1", "int8": "i8", "int16": "i16", "int32": "i32", "int64": "i64", "uint8": "u8", "uint16": "u16",
            "uint32": "u32", "uint64": "u64", "float16": "fp16", "bfloat16": "bf16", "float32": "fp32",
            "float64": "fp64", "float8e5": "fp8e5", "float8e4nv": "fp8e4nv"}


def is_fp8(dtype):
    return dtype in FP8


# `parameters` are pairs of a name and an element type, or a type that is spelt out. `is_exact` says that each run gives
# the same result.
Kernel = collections.namedtuple("Kernel", "name text parameters is_exact", defaults=[True])


def kernel(name, parameters, body):
    spelt = [f'{parameter}: "*{POINTERS[kind]}:16"' if kind in POINTERS else f"{parameter}: {kind}"
             for parameter, kind in parameters]
    lines = "\n".join("    " + line for line in body.strip("\n").split("\n"))
    return Kernel(name, f"@triton.jit\ndef {name}({', '.join(spelt)}):\n{lines}\n", parameters)


def places(shape):
    """Lines that bind `o` to the places of a block of the shape in row-major order."""
    lines, terms, stride = [], [], 1
    for axis in reversed(range(len(shape))):
        index = ", ".join(":" if axis == other else "None" for other in range(len(shape)))
        lines.append(f"i{axis} = tl.arange(0, {shape[axis]})[{index}]")
        terms.append(f"i{axis} * {stride}")
        stride *= shape[axis]
    return "\n".join(lines + [f"o = {' + '.join(reversed(terms))}"])


def name_of(*parts):
    return "_".join("x".join(map(str, part)) if isinstance(part, (list, tuple)) else str(part) for part in parts)


def casts(shapes, types=ALL + ["int1"]):
    for shape in shapes:
        for source in types:
            body = [places(shape), "x = tl.load(c + o)"]
            for index, target in enumerate(types):
                rounded = ""
                if target in ("float16", "bfloat16") and source == "float32" or is_fp8(target) and source == "float32":
                    rounded = f" + x.to(tl.{target}, fp_downcast_rounding='rtz').to(tl.float64)"
                body.append(f"tl.store(out + {index * math.prod(shape)} + o, x.to(tl.{target}).to(tl.float64){rounded})")
            yield kernel(name_of("casts", source, shape), [("c", source), ("out", "float64")], "\n".join(body))


def stores(shapes, types=ALL + ["int1"]):
    """Each type is stored from fp32, so that narrow results are written too."""
    for shape in shapes:
        for target in types:
            body = f"{places(shape)}\ntl.store(out + o, tl.load(c + o).to(tl.{target}))"
            yield kernel(name_of("stores", target, shape), [("c", "float32"), ("out", target)], body)


INTEGER_OPS = ["x + y", "x - y", "x * y", "x // y", "x % y", "x & y", "x | y", "x ^ y", "x << 3", "x >> y", "~x", "-x",
               "tl.maximum(x, y)", "tl.minimum(x, y)", "tl.abs(x)", "tl.where(x < y, x, y)",
               "(x == y) | (x > y)", "(x <= y) & (x != y)", "x / y", "x + 1.5"]
FLOAT_OPS = ["x + y", "x - y", "x * y", "x / y", "x % y", "-x", "tl.maximum(x, y)", "tl.minimum(x, y)", "tl.abs(x)",
             "tl.maximum(x, y, propagate_nan=tl.PropagateNan.ALL)", "tl.where(x < y, x, y)",
             "tl.clamp(x, y, y)", "(x == y) | (x > y)", "(x <= y) & (x != y)", "x + 1", "tl.fma(x, y, x)"]
MATH_OPS = ["exp", "exp2", "log", "log2", "sin", "cos", "sqrt", "rsqrt", "erf", "floor", "ceil", "sigmoid"]


def elementwise(shapes, types=ALL):
    for shape in shapes:
        for dtype in types:
            ops = list(INTEGER_OPS if dtype in INTS else FLOAT_OPS)
            if dtype in FLOATS:
                ops += [f"tl.{function}(x)" for function in MATH_OPS]
            if dtype == "float32":
                ops += ["tl.div_rn(x, y)", "tl.sqrt_rn(x)", "libdevice.tanh(x)", "libdevice.pow(x, y)", "tl.softmax(x)"
                        if len(shape) == 1 else "x"]
            if dtype in ("int32", "int64", "uint32", "uint64"):
                ops.append(f"tl.umulhi(x.to(tl.uint{dtype[-2:]}), y.to(tl.uint{dtype[-2:]}))")
            body = [places(shape), "x = tl.load(a + o)", "y = tl.load(b + o)"]
            body += [f"tl.store(out + {index * math.prod(shape)} + o, ({op}).to(tl.float32))"
                     for index, op in enumerate(ops)]
            yield kernel(name_of("elementwise", dtype, shape), [("a", dtype), ("b", dtype), ("out", "float32")],
                         "\n".join(body))


def scalars(types=ALL):
    for dtype in types:
        body = """
x = tl.load(a)
y = tl.load(a + 1, mask=n > 1, other=0)
if n > 2:
    x = (x + y).to(x.dtype)
for i in range(n):
    x = tl.maximum(x, tl.load(a + i)).to(x.dtype)
tl.store(out, x)
tl.store(out + 1, y, mask=n > 3)
"""
        yield kernel(name_of("scalars", dtype), [("a", dtype), ("out", dtype), ("n", "i32")], body)


def memory(shapes, types=ALL + ["int1"]):
    for shape in shapes:
        for dtype in types:
            other = "0.0" if dtype in FLOATS + FP8 else "0"
            last, first = len(shape) - 1, 0
            body = f"""
{places(shape)}
m = (i{last} < n) & (i{first} >= k)
tl.store(out + o, tl.load(a + o))
out += 40000
tl.store(out + o * 2, tl.load(a + o * 3, mask=m, other={other}), mask=m)
out += 40000
s = o + i{first} % 8 * n
tl.store(out + s, tl.load(a + s, mask=i{last} < n, other={other}, cache_modifier=".cg", eviction_policy="evict_last"))
out += 40000
tl.store(out + s + k, tl.load(a + s + k, mask=m), mask=m, cache_modifier=".wt", eviction_policy="evict_first")
out += 40000
tl.store(out + o, tl.load(a + k))
out += 40000
tl.store(out + o, tl.load(a + o, volatile=True), mask=n > k)
"""
            yield kernel(name_of("memory", dtype, shape),
                         [("a", dtype), ("out", dtype), ("n", '"i32:16"'), ("k", "i32")], body)


def block_pointers(types=ALL):
    for dtype in types:
        body = """
p = tl.make_block_ptr(a, (n, k), (k, 1), (0, 0), (32, 16), (1, 0))
d = tl.make_tensor_descriptor(out, [n, k], [k, 1], [32, 16])
for i in range(0, k, 16):
    x = tl.load(p, boundary_check=(0, 1), padding_option="zero")
    d.store([0, i], x)
    p = tl.advance(p, (0, 16))
"""
        yield kernel(name_of("block_pointers", dtype), [("a", dtype), ("out", dtype), ("n", "i32"), ("k", '"i32:16"')],
                     body)


def reductions(shapes, types=NUMBERS):
    for shape in shapes:
        for axis in range(len(shape)):
            kept = [size for other, size in enumerate(shape) if other != axis]
            for dtype in types:
                body = [places(shape), "x = tl.load(a + o)"]
                results = ["tl.sum(x, {0})", "tl.max(x, {0})", "tl.min(x, {0})", "tl.argmax(x, {0})", "tl.argmin(x, {0})",
                           "tl.max(x, {0}, return_indices=True)[1]", "tl.reduce(x, {0}, pick)"]
                if dtype in INTS:
                    results.append("tl.xor_sum(x, {0})")
                results = [result.format(axis) for result in results]
                if kept:
                    body.append(places(kept))
                for index, result in enumerate(results):
                    place = f"out + {index} * 4096" + (" + o" if kept else "")
                    body.append(f"tl.store({place}, ({result}).to(tl.float32))")
                body.append(places(shape))
                body.append(f"tl.store(out + 65536 + o, (x - tl.max(x, {axis}, keep_dims=True)).to(tl.float32))")
                made = kernel(name_of("reductions", dtype, shape, axis), [("a", dtype), ("out", "float32")],
                              "\n".join(body))
                pick = "@triton.jit\ndef pick(p, q):\n    return tl.where(p > q, p, q)\n\n"
                yield made._replace(text=pick + made.text)


def total_reductions(types=NUMBERS):
    for dtype in types:
        body = f"{places([16, 8, 4])}\ntl.store(out, tl.sum(tl.load(a + o)).to(tl.float32))"
        yield kernel(name_of("total", dtype), [("a", dtype), ("out", "float32")], body)


def scans(shapes, types=NUMBERS):
    for shape in shapes:
        for axis in range(len(shape)):
            for dtype in types:
                body = [places(shape), "x = tl.load(a + o)"]
                for index, result in enumerate([f"tl.cumsum(x, {axis})", f"tl.cumprod(x, {axis})",
                                                f"tl.cumsum(x, {axis}, reverse=True)",
                                                f"tl.associative_scan(x, {axis}, lambda p, q: tl.maximum(p, q))"]):
                    body.append(f"tl.store(out + {index * math.prod(shape)} + o, ({result}).to(tl.float32))")
                body.append(f"s, t = tl.associative_scan((x, x), {axis}, lambda p, q, r, v: (p * r, q * r + v))")
                body.append(f"tl.store(out + {4 * math.prod(shape)} + o, (s + t).to(tl.float32))")
                yield kernel(name_of("scans", dtype, shape, axis), [("a", dtype), ("out", "float32")], "\n".join(body))


def dots(shapes, types):
    """Dots of m x n x k; `types` are (left, right, out_dtype or accumulator)."""
    for m, n, k in shapes:
        for left, right, result in types:
            width = {"8": 32, "4": 8, "2": 8, "6": 16}.get(left[-1], 32)
            least = 32 if is_fp8(left) or left == "int8" else 16 if left in ("float16", "bfloat16") else width
            if k < least:
                continue
            body = f"""
i = tl.arange(0, {m})
j = tl.arange(0, {n})
l = tl.arange(0, {k})
sum = tl.zeros(({m}, {n}), tl.{result})
for step in range(steps):
    x = tl.load(a + i[:, None] * {k} + l[None, :])
    y = tl.load(b + l[:, None] * {n} + j[None, :])
    sum = tl.dot(x, y, sum)
    a += {m * k}
    b += {n * k}
tl.store(out + i[:, None] * {n} + j[None, :], sum)
u = tl.load(a + i[None, :] * {k} + l[:, None]).trans()
v = tl.load(b + l[None, :] + j[:, None] * {k}).trans()
tl.store(out + {m * n} + i[:, None] * {n} + j[None, :], tl.dot(u, v, out_dtype=tl.{result}))
"""
            yield kernel(name_of("dots", left, right, result, (m, n, k)),
                         [("a", left), ("b", right), ("out", result), ("steps", "i32")], body)


DOT_TYPES = [("float16", "float16", "float32"), ("float16", "float16", "float16"), ("bfloat16", "bfloat16", "float32"),
             ("float32", "float32", "float32"), ("float64", "float64", "float64"), ("int8", "int8", "int32"),
             ("float8e5", "float8e5", "float32"), ("float8e5", "float8e5", "float16"),
             ("float8e4nv", "float8e4nv", "float32"), ("float8e4nv", "float8e5", "float32"),
             ("float8e5", "float8e4nv", "float16")]


def precise_dots(precisions=("tf32", "tf32x3", "ieee", "bf16x3", "bf16x6")):
    for precision in precisions:
        body = f"""
i = tl.arange(0, 32)
x = tl.load(a + i[:, None] * 32 + i[None, :])
y = tl.load(b + i[:, None] * 32 + i[None, :])
tl.store(out + i[:, None] * 32 + i[None, :], tl.dot(x, y, input_precision="{precision}"))
"""
        yield kernel(name_of("precise_dots", precision), [("a", "float32"), ("b", "float32"), ("out", "float32")], body)


def batched_dots(types):
    for left, right, result in types:
        body = f"""
{places([4, 32, 32])}
x = tl.load(a + o)
y = tl.load(b + o)
tl.store(out + o, tl.dot(x, y, out_dtype=tl.{result}))
"""
        yield kernel(name_of("batched_dots", left, right, result), [("a", left), ("b", right), ("out", result)], body)


def chained_dots(types=("float16", "bfloat16", "float8e5")):
    for dtype in types:
        body = f"""
{places([64, 64])}
q = tl.load(a + o)
k = tl.load(b + o)
s = tl.dot(q, k.trans())
p = tl.exp2(s - tl.max(s, 1)[:, None])
p = p / tl.sum(p, 1)[:, None]
tl.store(out + o, tl.dot(p.to(q.dtype), k))
"""
        yield kernel(name_of("chained_dots", dtype), [("a", dtype), ("b", dtype), ("out", "float32")], body)


def shapes_of_blocks(types=("int1", "int8", "float16", "int32", "float64", "float8e5")):
    for dtype in types:
        body = f"""
{places([16, 32])}
x = tl.load(a + o)
y = tl.load(a + 512 + o)
tl.store(out + o.trans(), x.trans())
{places([8, 64])}
tl.store(out + 1024 + o, tl.reshape(x, (8, 64)))
tl.store(out + 2048 + o, tl.where(o < 0, tl.view(x, (8, 64)), tl.reshape(x, (8, 64))))
{places([16, 32, 2])}
j = tl.join(x, y)
tl.store(out + 4096 + o, j)
tl.store(out + 8192 + tl.permute(o, (2, 0, 1)), tl.permute(j, (2, 0, 1)))
p, q = tl.split(j)
{places([16, 32])}
tl.store(out + 12288 + o, tl.where(o < 40, p, q))
{places([16, 64])}
tl.store(out + 16384 + o, tl.interleave(x, y))
w = tl.reshape(x, (512,))
v = tl.reshape(y, (512,))
l = tl.arange(0, 1024)
tl.store(out + 20480 + l, tl.cat(w, v, can_reorder=True))
tl.store(out + 24576 + l, tl.ravel(tl.join(w, v)))
tl.store(out + 28672 + tl.arange(0, 512), tl.flip(w))
{places([16, 32, 4])}
tl.store(out + 32768 + o, tl.broadcast_to(tl.expand_dims(x, 2), (16, 32, 4)))
"""
        yield kernel(name_of("shapes", dtype), [("a", dtype), ("out", dtype)], body)


def selections(types=("int8", "int32", "float16", "float32", "float64")):
    for dtype in types:
        body = f"""
{places([8, 32])}
x = tl.load(a + o)
w = tl.load(index + o)
tl.store(out + o, tl.gather(x, w, 1))
tl.store(out + 256 + o, tl.gather(x, w % 8, 0))
tl.store(out + 512 + o, tl.sort(x))
tl.store(out + 768 + o, tl.sort(x, descending=True))
tl.store(out + 1024 + tl.arange(0, 8)[:, None] * 4 + tl.arange(0, 4)[None, :], tl.topk(x, 4))
"""
        yield kernel(name_of("selections", dtype), [("a", dtype), ("index", "int32"), ("out", dtype)], body)


def gathers(shapes, types=("int8", "float16", "int32", "int64", "float8e5"), indices=("int32", "int8", "uint8", "int64")):
    """Picks along each axis one element, as many as there are, and four times as many."""
    for shape in shapes:
        for number, dtype in enumerate(types):
            index = indices[number % len(indices)]
            body, first = [places(shape), "x = tl.load(a + o)"], 0
            for axis, size in enumerate(shape):
                for extent in sorted({1, size, 4 * size}):
                    picked = shape[:axis] + [extent] + shape[axis + 1:]
                    body += [places(picked), f"w = (tl.load(index + o) * 37 + o) % {min(size, 128)}",
                             f"tl.store(out + {first} + o, tl.gather(x, w.to(tl.{index}), {axis}))"]
                    first += math.prod(picked)
            yield kernel(name_of("gathers", shape, dtype), [("a", dtype), ("index", "int32"), ("out", dtype)],
                         "\n".join(body))
        body = [places(shape), "m = tl.load(a + o) > 0"]
        body += [f"tl.store(out + o, tl.gather(m, o % {size}, {axis}))" for axis, size in enumerate(shape[:1])]
        body += [f"tl.store(out + {math.prod(shape)} + o, tl.load(tl.gather(a + o, o % {shape[-1]}, {len(shape) - 1})))"]
        yield kernel(name_of("gathers", shape, "others"), [("a", "int32"), ("out", "int32")], "\n".join(body))


def histograms(sizes=(1, 8, 64, 512, 4096), bins=(1, 2, 32, 1024), types=("int32", "int8", "uint8", "int64")):
    """Counts numbers inside and outside of the bins, with and without a mask."""
    for number, size in enumerate(sizes):
        for count in bins:
            dtype = types[(number + count) % len(types)]
            body = f"""
i = tl.arange(0, {size})
j = tl.arange(0, {count})
x = tl.load(a + i)
tl.store(out + j, tl.histogram(x, {count}))
tl.store(out + {count} + j, tl.histogram(x, {count}, mask=i % 3 == 0))
tl.store(out + {2 * count} + j, tl.histogram((x & 15).to(tl.int32), {count}, mask=tl.load(index + i) < 16))
tl.store(out + {3 * count} + j, tl.histogram(i * 0, {count}))
"""
            yield kernel(name_of("histograms", size, count), [("a", dtype), ("index", "int32"), ("out", "int32")], body)


def atomics(types=("int32", "int64", "uint32", "uint64", "float16", "bfloat16", "float32", "float64")):
    for dtype in types:
        isInt = dtype in INTS
        isWide = dtype[-2:] in ("32", "64")
        functions = ["add"] + (["xchg"] if isWide else [])
        functions += ["max", "min"] if isWide else []
        functions += ["and", "or", "xor"] if isInt else []
        body = ["i = tl.arange(0, 256)", "x = tl.load(a + i)", "m = i < n"]
        for function in functions:
            body += [f"tl.atomic_{function}(out + i, x)", f"tl.store(a + i, tl.atomic_{function}(out + i // 2, x, mask=m), mask=m)"]
            for semantics in ("relaxed", "acquire", "release", "acq_rel"):
                body.append(f"tl.atomic_{function}(out + i, x, sem='{semantics}', scope='{'cta' if semantics == 'release' else 'sys'}')")
            body.append(f"y = tl.atomic_{function}(out, tl.load(a))")
            body.append("tl.store(a + 1, y)")
        if isWide and isInt or dtype in ("float32", "float64"):
            body += ["tl.store(a + i, tl.atomic_cas(out + i, x, x + 1))", "tl.atomic_cas(out, tl.load(a), tl.load(a))"]
        made = kernel(name_of("atomics", dtype), [("a", dtype), ("out", dtype), ("n", "i32")], "\n".join(body))
        yield made._replace(is_exact=False)


def control(types=("int32", "float16", "float32", "float8e5")):
    for dtype in types:
        body = f"""
{places([32, 32])}
x = tl.load(a + o)
y = x
for i in tl.range(0, n, num_stages=3):
    y = tl.load(a + i * 1024 + o)
    if i % 3 == 1:
        continue
    x = tl.where(i1 < i, x, y)
for i in tl.range(0, n, loop_unroll_factor=4):
    x = tl.where(i1 == i, y, x)
while n > 0:
    n -= 1
    if n == 5:
        break
    y, x = x, y
if n > 3:
    x = x.trans()
    y = y.trans()
tl.store(out + o, tl.where(tl.cumsum(i1, 1) > n, x, y))
"""
        yield kernel(name_of("control", dtype), [("a", dtype), ("out", dtype), ("n", "i32")], body)


def randoms():
    body = """
i = tl.arange(0, 512)
tl.store(out + i, tl.rand(seed, i) + tl.randn(seed, i) + tl.randint(seed, i).to(tl.float32))
"""
    yield kernel("randoms", [("out", "float32"), ("seed", "i32")], body)


def scaled_dots(formats=("e2m1", "e4m3", "e5m2", "bf16", "fp16")):
    stored = {"e2m1": "uint8", "e4m3": "float8e4nv", "e5m2": "float8e5", "bf16": "bfloat16", "fp16": "float16"}
    for left in formats:
        for right in formats:
            packs = {True: 2, False: 1}
            rows, columns = 64 // packs[left == "e2m1"], 64 // packs[right == "e2m1"]
            body = f"""
i = tl.arange(0, 32)
l = tl.arange(0, {rows})
r = tl.arange(0, {columns})
g = tl.arange(0, 2)
x = tl.load(a + i[:, None] * {rows} + l[None, :])
y = tl.load(b + r[:, None] * 32 + i[None, :])
s = tl.load(scales + i[:, None] * 2 + g[None, :])
t = tl.load(scales + 64 + i[:, None] * 2 + g[None, :])
tl.store(out + i[:, None] * 32 + i[None, :], tl.dot_scaled(x, s, "{left}", y, t, "{right}"))
"""
            yield kernel(name_of("scaled_dots", left, right),
                         [("a", stored[left]), ("b", stored[right]), ("scales", "uint8"), ("out", "float32")], body)


def descriptors(types=("float16", "float32", "int32", "float8e5")):
    for dtype in types:
        atomic = "d.atomic_add([8, 0], x)" if dtype != "float8e5" else ""
        body = f"""
d = tl.make_tensor_descriptor(a, [n, 64], [64, 1], [16, 32])
e = tl.make_tensor_descriptor(out, [n, 64], [64, 1], [16, 32])
x = d.load([n - 8, 0])
e.store([0, 32], x)
rows = tl.load(index + tl.arange(0, 16)) + 24
one = tl.make_tensor_descriptor(a, [n, 64], [64, 1], [1, 32])
two = tl.make_tensor_descriptor(out, [n, 64], [64, 1], [1, 32])
two.scatter(one.gather(rows, 32), rows, 0)
{atomic.replace("d.", "e.")}
"""
        yield kernel(name_of("descriptors", dtype), [("a", dtype), ("out", dtype), ("index", "int32"), ("n", "i32")],
                     body)


def booleans(shapes):
    for shape in shapes:
        body = f"""
{places(shape)}
m = tl.load(a + o)
k = ~m | (o < n) & (o > 3) ^ m
tl.store(out + o, k)
tl.store(total, tl.sum(k.to(tl.int32)))
tl.store(total + 1, tl.reduce_or(k.to(tl.int32)))
tl.store(total + 2, tl.max(k.to(tl.int32)))
tl.store(total + 3, tl.sum(tl.cumsum(k.to(tl.int8), {len(shape) - 1})))
"""
        yield kernel(name_of("booleans", shape), [("a", "int1"), ("out", "int1"), ("total", "int32"), ("n", "i32")],
                     body)


def libdevice(functions_a_kernel=12):
    """Each form of each function of the device library."""
    text = (ROOT / "lib" / "Elaborate" / "Semantic" / "LibdeviceFunctions.def").read_text()
    types = {"f": "float32", "d": "float64", "i": "int32", "u": "uint32", "l": "int64", "U": "uint64"}
    calls = []
    for name, forms in re.findall(r'^TKC_LIBDEVICE\((\w+), "([^"]*)"\)', text, re.MULTILINE):
        for form in forms.split(";"):
            # Unsigned integers are made from positive numbers.
            arguments = ", ".join(f"{'tl.abs(v)' if letter in 'uU' else 'v'}.to(tl.{types[letter]})"
                                  for letter in form.strip().split(">")[0])
            calls.append(f"libdevice.{name}({arguments})")
    for first in range(0, len(calls), functions_a_kernel):
        body = ["i = tl.arange(0, 128)", "v = tl.load(a + i)"]
        body += [f"tl.store(out + {index} * 128 + i, ({call}).to(tl.float64))"
                 for index, call in enumerate(calls[first:first + functions_a_kernel])]
        yield kernel(name_of("libdevice", first // functions_a_kernel), [("a", "float32"), ("out", "float64")],
                     "\n".join(body))


def pipelines(types=("float16", "float8e5", "float32")):
    """Loops around dots as matrix multiplication and attention have them."""
    for dtype in types:
        for stages in (1, 2, 4):
            body = f"""
i = tl.arange(0, 64)
l = tl.arange(0, 32)
total = tl.zeros((64, 64), tl.float32)
p = a + (tl.program_id(0) * 64 + i)[:, None] * k + l[None, :]
q = b + l[:, None] * stride + i[None, :]
for step in tl.range(0, tl.cdiv(k, 32), num_stages={stages}):
    x = tl.load(p, mask=l[None, :] < k - step * 32, other=0.0)
    y = tl.load(q, mask=l[:, None] < k - step * 32, other=0.0)
    total = tl.dot(x, y, total)
    p += 32
    q += 32 * stride
m = tl.max(total, 1)
for step in range(steps):
    y = tl.load(b + step * 4096 + i[:, None] * 64 + i[None, :])
    s = tl.dot(total.to(y.dtype), y)
    largest = tl.maximum(m, tl.max(s, 1))
    total = total * tl.exp2(m - largest)[:, None] + tl.dot(tl.exp2(s - largest[:, None]).to(y.dtype), y.trans())
    m = largest
    if step == 1:
        total += 1
tl.store(out + i[:, None] * 64 + i[None, :], total)
"""
            yield kernel(name_of("pipelines", dtype, stages),
                         [("a", dtype), ("b", dtype), ("out", "float32"), ("k", '"i32:16"'), ("steps", "i32"),
                          ("stride", '"i32:16"')], body)


CORNERS = [[1], [2], [1, 1], [1, 1, 1, 1], [2, 2, 2, 2, 2], [32, 1], [2048], [1, 512], [512, 1]]


def everything():
    lines, squares = [[32], [1024]], [[16, 32], [128, 2], [1, 64], [4, 8, 16]]
    yield from casts([[256], [4, 16]])
    yield from stores([[512], [8, 32]])
    yield from elementwise([[256], [16, 16]])
    yield from scalars()
    yield from memory(lines + [[64, 32], [8, 128], [2, 4, 8]])
    yield from block_pointers()
    yield from reductions(lines + squares)
    yield from total_reductions()
    yield from scans(lines + squares)
    yield from dots([(16, 16, 16), (64, 32, 32), (32, 64, 128), (128, 128, 32), (16, 8, 64), (8, 16, 32)], DOT_TYPES)
    yield from precise_dots()
    yield from batched_dots(DOT_TYPES)
    yield from chained_dots()
    yield from shapes_of_blocks()
    yield from selections()
    yield from gathers(lines + squares + [[1], [4, 1], [64, 4], [4, 64], [8, 16, 2], [2, 1, 32], [4096]])
    yield from histograms()
    yield from atomics()
    yield from control()
    yield from randoms()
    yield from scaled_dots()
    yield from descriptors()
    yield from booleans(lines + squares)
    yield from libdevice()
    yield from pipelines()
    for dtype in ("float16", "int32"):
        yield from elementwise(CORNERS, [dtype])
        yield from memory(CORNERS, [dtype])
        yield from reductions(CORNERS, [dtype])
        yield from scans(CORNERS, [dtype])


def few():
    """One kernel of each family or so."""
    yield from casts([[4, 16]], ["float32", "float8e5", "float8e4nv", "int8", "uint64", "bfloat16"])
    yield from elementwise([[256]], ["float16", "uint8"])
    yield from scalars(["bfloat16", "float8e5"])
    yield from memory([[64, 32]], ["float16", "int64", "int1"])
    yield from block_pointers(["float8e4nv"])
    yield from reductions([[16, 32]], ["float16", "int64"])
    yield from total_reductions(["int8"])
    yield from scans([[16, 32]], ["float32"])
    yield from dots([(64, 32, 32)], [("float16", "float16", "float16"), ("float8e4nv", "float8e5", "float32"),
                                     ("int8", "int8", "int32"), ("float64", "float64", "float64")])
    yield from precise_dots(["bf16x3"])
    yield from batched_dots([("bfloat16", "bfloat16", "float32")])
    yield from chained_dots(["float16"])
    yield from shapes_of_blocks(["float8e5"])
    yield from selections(["float16"])
    yield from gathers([[8, 16]], ["float16"])
    yield from histograms([64], [32])
    yield from atomics(["float32", "uint64", "float16"])
    yield from control(["float16"])
    yield from scaled_dots(["e2m1"])
    yield from descriptors(["float16"])
    yield from booleans([[8, 32]])
    yield from pipelines(["float8e5"])
    yield from reductions([[1]], ["int32"])
