# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Kernels that need too much for sizes of 64: registers, and time.
import triton
import triton.language as tl


@triton.jit
def sums_of_products(x, y, out, ROWS: tl.constexpr, K: tl.constexpr, HALF_K: tl.constexpr, OTHER: tl.constexpr = 64):
    rows = tl.arange(0, ROWS)[:, None, None]
    left = tl.load(x + rows * K + tl.arange(0, K)[None, :, None])
    right = tl.load(y + rows * OTHER + tl.arange(0, HALF_K)[None, None, :])
    products = tl.dot(tl.full((16, ROWS), 1, tl.float16), tl.reshape(left * right, (ROWS, K * HALF_K)))
    place = tl.arange(0, 16)[:, None] * K * HALF_K + tl.arange(0, K * HALF_K)[None, :]
    tl.store(out + place, products)


@triton.jit
def long_code(x, out, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    place = tl.arange(0, ROWS)[:, None] * COLUMNS * 8 + tl.arange(0, COLUMNS * 8)[None, :]
    value = tl.load(x + place).to(tl.float32)
    for i in tl.static_range(24):
        value = tl.exp(value * value) + tl.abs(value - i)
    tl.store(out + place, value)


@triton.jit
def scaled_product(a, a_scales, b, b_scales, c, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    rows, columns = tl.arange(0, M)[:, None], tl.arange(0, N)[None, :]
    packed = tl.arange(0, K // 2)
    left = tl.load(a + rows * (K // 2) + packed[None, :])
    right = tl.load(b + packed[:, None] * N + columns)
    groups: tl.constexpr = K // 32
    group = tl.arange(0, groups)[None, :]
    left_scales = tl.load(a_scales + rows * groups + group).reshape(M, groups // 8, 8).reshape(M, groups)
    right_scales = tl.load(b_scales + tl.arange(0, N)[:, None] * groups + group)
    products = tl.dot_scaled(left, left_scales, "e2m1", right, right_scales, "e2m1")
    tl.store(c + rows * N + columns, products)
