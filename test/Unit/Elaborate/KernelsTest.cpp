// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels as people write them: the features of the language together.
#include <gtest/gtest.h>

#include "ElaborateKernel.h"

namespace tkc::elaborate::test {

TEST(Kernels, groupedMatmulWithActivation) {
  expectIr(R"(
import triton
import triton.language as tl

@triton.jit
def leaky_relu(x):
    x = x + 1
    return tl.where(x >= 0, x, 0.01 * x)

@triton.autotune(
    configs=[triton.Config({"BLOCK_M": m}, num_stages=s, num_warps=4) for m in (64, 128) for s in (2, 3)],
    key=["M", "N", "K"],
)
@triton.jit
def kernel(a_ptr: "*fp16", b_ptr: "*fp16", c_ptr: "*fp16", M: "i32", N: "i32", K: "i32", stride_am: "i32",
           stride_ak=1, stride_bk: "i32" = 0, stride_bn=1, stride_cm: "i32" = 0, stride_cn=1,
           BLOCK_M: tl.constexpr = 64, BLOCK_N: tl.constexpr = 64, BLOCK_K: tl.constexpr = 32,
           GROUP_M: "tl.constexpr" = 8, ACTIVATION: tl.constexpr = "leaky_relu"):
    pid = tl.program_id(axis=0)
    num_pid_m = tl.cdiv(M, BLOCK_M)
    num_pid_n = tl.cdiv(N, BLOCK_N)
    num_pid_in_group = GROUP_M * num_pid_n
    group_id = pid // num_pid_in_group
    first_pid_m = group_id * GROUP_M
    group_size_m = min(num_pid_m - first_pid_m, GROUP_M)
    pid_m = first_pid_m + ((pid % num_pid_in_group) % group_size_m)
    pid_n = (pid % num_pid_in_group) // group_size_m
    tl.assume(pid_m >= 0)
    offs_am = (pid_m * BLOCK_M + tl.arange(0, BLOCK_M)) % M
    offs_bn = (pid_n * BLOCK_N + tl.arange(0, BLOCK_N)) % N
    offs_k = tl.arange(0, BLOCK_K)
    a_ptrs = a_ptr + (offs_am[:, None] * stride_am + offs_k[None, :] * stride_ak)
    b_ptrs = b_ptr + (offs_k[:, None] * stride_bk + offs_bn[None, :] * stride_bn)
    accumulator = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for k in range(0, tl.cdiv(K, BLOCK_K)):
        a = tl.load(a_ptrs, mask=offs_k[None, :] < K - k * BLOCK_K, other=0.0)
        b = tl.load(b_ptrs, mask=offs_k[:, None] < K - k * BLOCK_K, other=0.0)
        accumulator = tl.dot(a, b, accumulator)
        a_ptrs += BLOCK_K * stride_ak
        b_ptrs += BLOCK_K * stride_bk
    if ACTIVATION == "leaky_relu":
        accumulator = leaky_relu(accumulator)
    c = accumulator.to(tl.float16)
    offs_cm = pid_m * BLOCK_M + tl.arange(0, BLOCK_M)
    offs_cn = pid_n * BLOCK_N + tl.arange(0, BLOCK_N)
    c_ptrs = c_ptr + stride_cm * offs_cm[:, None] + stride_cn * offs_cn[None, :]
    c_mask = (offs_cm[:, None] < M) & (offs_cn[None, :] < N)
    tl.store(c_ptrs, c, mask=c_mask)
)",
           {"tk.assume", "scf.for", "iter_args(", "tensor<64x64xf32>", "tk.dot", "scf.yield", "arith.cmpf oge",
            "arith.truncf", "tk.store"});
}

TEST(Kernels, attentionWithCausalStages) {
  expectIr(R"(
@triton.jit
def _attn_inner(acc, l_i, m_i, q, K_block_ptr, V_block_ptr, start_m, qk_scale, BLOCK_M: tl.constexpr,
                BLOCK_N: tl.constexpr, STAGE: tl.constexpr, offs_m: tl.constexpr, offs_n: tl.constexpr, N_CTX):
    if STAGE == 1:
        lo, hi = 0, start_m * BLOCK_M
    elif STAGE == 2:
        lo, hi = start_m * BLOCK_M, (start_m + 1) * BLOCK_M
        lo = tl.multiple_of(lo, BLOCK_M)
    else:
        lo, hi = 0, N_CTX
    K_block_ptr = tl.advance(K_block_ptr, (0, lo))
    V_block_ptr = tl.advance(V_block_ptr, (lo, 0))
    for start_n in range(lo, hi, BLOCK_N):
        start_n = tl.multiple_of(start_n, BLOCK_N)
        k = tl.load(K_block_ptr)
        qk = tl.zeros([BLOCK_M, BLOCK_N], dtype=tl.float32)
        qk += tl.dot(q, k)
        if STAGE == 2:
            mask = tl.arange(0, BLOCK_M)[:, None] >= (start_n + tl.arange(0, BLOCK_N)[None, :])
            qk = qk * qk_scale + tl.where(mask, 0, -1.0e6)
            m_ij = tl.maximum(m_i, tl.max(qk, 1))
            qk -= m_ij[:, None]
        else:
            m_ij = tl.maximum(m_i, tl.max(qk, 1) * qk_scale)
            qk = qk * qk_scale - m_ij[:, None]
        p = tl.math.exp2(qk)
        l_ij = tl.sum(p, 1)
        alpha = tl.math.exp2(m_i - m_ij)
        l_i = l_i * alpha + l_ij
        acc = acc * alpha[:, None]
        v = tl.load(V_block_ptr)
        acc += tl.dot(p.to(v.dtype), v)
        m_i = m_ij
        V_block_ptr = tl.advance(V_block_ptr, (BLOCK_N, 0))
        K_block_ptr = tl.advance(K_block_ptr, (0, BLOCK_N))
    return acc, l_i, m_i

@triton.jit
def kernel(Q: "*fp16", K: "*fp16", V: "*fp16", Out: "*fp16", M: "*fp32", sm_scale: "fp32", N_CTX: "i32",
           stride: "i32", BLOCK_M: tl.constexpr = 64, BLOCK_N: tl.constexpr = 32, HEAD_DIM: tl.constexpr = 64,
           STAGE: tl.constexpr = 3):
    start_m = tl.program_id(0)
    off_hz = tl.program_id(1)
    offset = off_hz.to(tl.int64) * stride
    Q_block_ptr = tl.make_block_ptr(base=Q + offset, shape=(N_CTX, HEAD_DIM), strides=(HEAD_DIM, 1),
                                    offsets=(start_m * BLOCK_M, 0), block_shape=(BLOCK_M, HEAD_DIM), order=(1, 0))
    V_block_ptr = tl.make_block_ptr(base=V + offset, shape=(N_CTX, HEAD_DIM), strides=(HEAD_DIM, 1), offsets=(0, 0),
                                    block_shape=(BLOCK_N, HEAD_DIM), order=(1, 0))
    K_block_ptr = tl.make_block_ptr(base=K + offset, shape=(HEAD_DIM, N_CTX), strides=(1, HEAD_DIM), offsets=(0, 0),
                                    block_shape=(HEAD_DIM, BLOCK_N), order=(0, 1))
    O_block_ptr = tl.make_block_ptr(base=Out + offset, shape=(N_CTX, HEAD_DIM), strides=(HEAD_DIM, 1),
                                    offsets=(start_m * BLOCK_M, 0), block_shape=(BLOCK_M, HEAD_DIM), order=(1, 0))
    offs_m = start_m * BLOCK_M + tl.arange(0, BLOCK_M)
    m_i = tl.zeros([BLOCK_M], dtype=tl.float32) - float("inf")
    l_i = tl.zeros([BLOCK_M], dtype=tl.float32) + 1.0
    acc = tl.zeros([BLOCK_M, HEAD_DIM], dtype=tl.float32)
    qk_scale = sm_scale
    qk_scale *= 1.44269504
    q = tl.load(Q_block_ptr)
    if STAGE & 1:
        acc, l_i, m_i = _attn_inner(acc, l_i, m_i, q, K_block_ptr, V_block_ptr, start_m, qk_scale, BLOCK_M, BLOCK_N,
                                    4 - STAGE, 0, 0, N_CTX)
    if STAGE & 2:
        acc, l_i, m_i = _attn_inner(acc, l_i, m_i, q, K_block_ptr, V_block_ptr, start_m, qk_scale, BLOCK_M, BLOCK_N,
                                    2, 0, 0, N_CTX)
    m_i += tl.math.log2(l_i)
    acc = acc / l_i[:, None]
    m_ptrs = M + off_hz * N_CTX + offs_m
    tl.store(m_ptrs, m_i)
    tl.store(O_block_ptr, acc.to(Out.type.element_ty))
)",
           {"tk.dot", "scf.yield", "scf.for", "tk.dot", "math.log2", "tk.store", "arith.truncf", "tk.store"});
}

TEST(Kernels, spinsOnALock) {
  expectIr(R"(
@triton.jit
def kernel(DX: "*fp16", Lock: "*i32", Partial: "*fp32", n: "i32", GROUP: tl.constexpr = 4, BLOCK: tl.constexpr = 64):
    row = tl.program_id(0)
    cols = tl.arange(0, BLOCK)
    mask = cols < n
    partial = tl.load(DX + row * n + cols, mask=mask, other=0).to(tl.float32)
    lock_id = row % GROUP
    Lock += lock_id
    Count = Lock + GROUP
    Partial = Partial + lock_id * n + cols
    while tl.atomic_cas(Lock, 0, 1) == 1:
        pass
    count = tl.load(Count)
    if count == 0:
        tl.atomic_xchg(Count, 1)
    else:
        partial += tl.load(Partial, mask=mask)
    tl.store(Partial, partial, mask=mask)
    tl.debug_barrier()
    tl.atomic_xchg(Lock, 0)
)",
           {"scf.while", "tk.atomic_cas", "scf.condition", "scf.if", "-> (tensor<64xf32>)", "tk.atomic_rmw", "else",
            "tk.load", "tk.store", "tk.debug_barrier", "tk.atomic_rmw"});
}

TEST(Kernels, persistentLoopOverTiles) {
  expectIr(R"(
@triton.jit
def _compute_pid(tile_id, num_pid_in_group, num_pid_m, GROUP_SIZE_M):
    group_id = tile_id // num_pid_in_group
    first_pid_m = group_id * GROUP_SIZE_M
    group_size_m = min(num_pid_m - first_pid_m, GROUP_SIZE_M)
    pid_m = first_pid_m + (tile_id % group_size_m)
    pid_n = (tile_id % num_pid_in_group) // group_size_m
    return pid_m, pid_n

@triton.jit
def kernel(a_desc: "tensordesc<fp16[64, 64]>", out: "*fp16", M: "i32", N: "i32", NUM_SMS: tl.constexpr = 132,
           BLOCK: tl.constexpr = 64, EPILOGUE: tl.constexpr = False):
    start_pid = tl.program_id(axis=0)
    num_pid_m = tl.cdiv(M, BLOCK)
    num_pid_n = tl.cdiv(N, BLOCK)
    k_tiles = tl.cdiv(N, BLOCK)
    num_tiles = num_pid_m * num_pid_n
    for tile_id in tl.range(start_pid, num_tiles, NUM_SMS, flatten=True):
        pid_m, pid_n = _compute_pid(tile_id, 8 * num_pid_n, num_pid_m, 8)
        acc = tl.zeros((BLOCK, BLOCK), dtype=tl.float32)
        for ki in range(k_tiles):
            a = a_desc.load([pid_m * BLOCK, ki * BLOCK])
            acc = tl.dot(a, a.T, acc)
        offs = (pid_m * BLOCK + tl.arange(0, BLOCK))[:, None] * N + (pid_n * BLOCK + tl.arange(0, BLOCK))[None, :]
        if EPILOGUE:
            c0, c1 = tl.split(tl.permute(tl.reshape(acc, (BLOCK, 2, BLOCK // 2)), (0, 2, 1)))
        else:
            tl.store(out + offs, acc.to(tl.float16))
)",
           {"%arg0: !tk.ptr<f16> {tk.divisibility = 16 : i32}, %arg1: i32, %arg2: i32, "
            "%arg3: i64 {tk.divisibility = 8 : i32}, %arg4: !tk.ptr<f16>",
            "scf.for", "scf.for", "tk.trans", "tk.dot", "scf.yield", "tk.store", "tk.flatten"});
}

TEST(Kernels, optionalPointersAndLateInitialisation) {
  expectIr(
      R"(
@triton.heuristics({"HAS_BIAS": lambda args: args["bias"] is not None})
@triton.jit
def kernel(x: "*bf16", bias=None, scale: "*fp32" = None, out: "*bf16" = None, n: "i32" = 0,
           HAS_BIAS: tl.constexpr = False, BLOCK: tl.constexpr = 32):
    i_t, i_b = tl.program_id(0), tl.program_id(1)
    if i_t * BLOCK >= n:
        return
    o = i_t * BLOCK + tl.arange(0, BLOCK)
    m = o < n
    b_x = tl.load(x + i_b * n + o, mask=m, other=0.).to(tl.float32)
    if HAS_BIAS:
        b_x += tl.load(bias + o, mask=m)
    b_s = tl.load(scale) if scale is not None else 1.0
    if bias:
        b_x = b_x * 2
    b_x *= b_s
    b_m = tl.max(b_x, axis=0)
    if b_m > 0:
        b_x = b_x / b_m
    dtype: tl.constexpr = out.dtype.element_ty
    tl.store(out + i_b * n + o, b_x.to(dtype), mask=m)
)",
      {"scf.if", "tk.load", "arith.extf", "tk.reduce", "scf.if", "-> (tensor<32xf32>)", "arith.truncf", "tk.store"});
}

TEST(Kernels, combinesWithAUserFunction) {
  expectIr(R"(
@triton.jit
def welford(mean_a, m2_a, w_a, mean_b, m2_b, w_b):
    delta = mean_b - mean_a
    w = w_a + w_b
    ratio = tl.where(w == 0.0, 0.0, w_b / w)
    return mean_a + delta * ratio, m2_a + m2_b + delta * delta * w_a * ratio, w

@triton.jit
def first_order(fl, xl, fr, xr):
    return fr * fl, fr * xl + xr

@triton.jit
def kernel(x: "*fp32", out: "*fp32", BLOCK: tl.constexpr = 64):
    offsets = tl.arange(0, BLOCK)
    v = tl.load(x + offsets)
    mean, m2, weight = tl.reduce((v, tl.zeros_like(v), tl.full([BLOCK], 1.0, tl.float32)), 0, welford)
    tl.store(out, mean)
    tl.store(out + 1, m2 / weight)
    f, s = tl.associative_scan((v, v), 0, first_order)
    tl.store(out + 2 + offsets, s)
)",
           {"tk.reduce", "arith.subf", "arith.select", "tk.yield", "tk.store", "tk.store", "tk.scan", "arith.mulf",
            "tk.yield", "tk.store"});
}

TEST(Kernels, aggregatesTravelThroughControlFlow) {
  expectIr(
      R"(
@triton.aggregate
class State:
    total: tl.tensor
    count: tl.tensor

    @triton.jit
    def add(self, x):
        return State(self.total + x, self.count + 1)

@triton.jit
def kernel(x: "*fp32", out: "*fp32", n: "i32"):
    state = State(0.0 + tl.load(x), n * 0)
    for i in range(n):
        value = tl.load(x + i)
        if value > 0:
            state = state.add(value)
    tl.store(out, state.total / state.count)
)",
      {"scf.for", "-> (f32, i32)", "scf.if", "-> (f32, i32)", "arith.addf", "arith.addi", "arith.divf", "tk.store"});
}

} // namespace tkc::elaborate::test
