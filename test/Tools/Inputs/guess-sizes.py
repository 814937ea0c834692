# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A kernel that fits no machine for sizes of 64.
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
