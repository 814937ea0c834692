# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A helper kernel of another module, with a global of its own.
import triton
import triton.language as tl

STEP = tl.constexpr(2)


@triton.jit
def doubled(x):
    return x * STEP
