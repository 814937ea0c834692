# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Kernels whose first guesses don't compile, or leave lines out.
import triton
import triton.language as tl


@triton.jit
def halves(x, PAIRS):
    low, high = tl.split(tl.reshape(x, (PAIRS, 2)))
    return low + high


@triton.jit
def sizes_depend(x, y, D: tl.constexpr, PAIRS: tl.constexpr):
    i = tl.arange(0, D)
    tl.store(y + tl.arange(0, PAIRS), halves(tl.load(x + i), PAIRS))


@triton.jit
def kernel_refuses(x, scale, y, K: tl.constexpr, PACK: tl.constexpr):
    tl.static_assert(PACK == 1 or PACK == 2, "nothing else is packed")
    tl.static_assert(K % 256 == 0)
    words = x.to(tl.pointer_type(tl.uint8))
    tl.static_assert(scale.dtype.element_ty == tl.uint8, "scales are bytes")
    i = tl.arange(0, K // PACK)
    tl.store(y + i, tl.load(words + i) * tl.load(scale + i))


@triton.jit
def types_differ(x, w, y):
    i = tl.arange(0, 16)
    place = i[:, None] * 16 + i[None, :]
    left = tl.load(x + place).to(tl.bfloat16)
    tl.store(y + place, tl.dot(left, tl.load(w + place)) + tl.dot(tl.load(x + place), left.to(tl.float16)))


@triton.jit
def rare_lines(x, n, FLAG: tl.constexpr, LEVEL: tl.constexpr):
    level: tl.constexpr = LEVEL * 2
    if FLAG:
        if level == 256 and n > 3:
            tl.store(x, 1.0)
    else:
        tl.store(x, 2.0)


@triton.jit
def calls(x, f: tl.constexpr):
    tl.store(x, f(tl.load(x), 2))


@triton.jit
def older_descriptor(a, ROWS: tl.constexpr, COLUMNS: tl.constexpr, pid):
    block = tl._experimental_descriptor_load(a, [pid * 7, 0], [ROWS, COLUMNS], tl.float16)
    tl._experimental_descriptor_store(a, block + 1, [0, 0])
