# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Kernels without types, as host programs have them.
import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def gelu(x):
    return 0.5 * x * (1 + libdevice.erf(x * 0.70710678))


@triton.autotune(configs=[triton.Config({"BLOCK": b}, num_warps=4) for b in (128, 256)], key=["n"])
@triton.heuristics({"HAS_BIAS": lambda args: args["bias"] is not None})
@triton.jit
def activate(x, bias, y, n, scale, BLOCK: tl.constexpr, HAS_BIAS: tl.constexpr, MODE: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + i, mask=i < n, other=0.0).to(tl.float32) * scale
    if HAS_BIAS:
        value += tl.load(bias + i, mask=i < n, other=0.0)
    if MODE == "gelu":
        value = gelu(value)
    elif MODE == "relu":
        value = tl.maximum(value, 0.0)
    tl.store(y + i, value, mask=i < n)


@triton.jit
def pick(x, places, y, n, D: tl.constexpr, EXACT: tl.constexpr):
    """Copies rows."""
    tl.static_assert(not EXACT, "rows are never exact")
    row = tl.load(places + tl.program_id(0))
    if EXACT:
        row = 0
    i = tl.arange(0, D)
    tl.store(y + tl.program_id(0) * D + i, tl.load(x + row * D + i))


@triton.jit
def broken(x, n):
    tl.store(x, no_such_name + n)


def host(x):
    activate[(triton.cdiv(x.numel(), 128),)](x, None, x, x.numel(), 2.0, MODE="relu")


import os

FAST = os.environ.get("TKC_TEST_FAST", "0") == "1"


@triton.jit
def environment(x):
    if FAST:
        tl.store(x, 1.0)
    else:
        tl.store(x, 2.0)
