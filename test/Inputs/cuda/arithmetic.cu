// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Instructions of arithmetic: conversions, half and bfloat, double functions, wide integers, bits, votes.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

extern "C" __global__ void float_functions(const float *values, float *results, int count) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index < count) {
    float value = values[index];
    results[index] = sinf(value) + __expf(value) + rsqrtf(value * value + 1) + fmaf(value, value, 2.0f) +
                     floorf(value) + copysignf(1.0f, value) + __fdividef(value, 3.0f) + value / 7.0f +
                     sqrtf(fabsf(value)) + log2f(fabsf(value) + 1) + tanhf(value) + fminf(value, 0.5f);
  }
}

extern "C" __global__ void double_functions(const double *values, double *results, int count) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index < count) {
    double value = values[index];
    results[index] = exp(value) + value / 3.0 + sqrt(fabs(value)) + rint(value) + fma(value, value, 1.0);
  }
}

extern "C" __global__ void half_functions(const __half2 *values, __half2 *results, __nv_bfloat16 *rounded, int count) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index < count) {
    __half2 value = values[index];
    results[index] = __hfma2(value, value, __float2half2_rn(0.5f));
    rounded[index] = __float2bfloat16(__half2float(__low2half(value)) * 3.0f);
  }
}

extern "C" __global__ void integer_functions(const long long *values, long long *results, int count) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index < count) {
    long long value = values[index];
    unsigned low = static_cast<unsigned>(value);
    results[index] = value / 1000003 + value % 77 + __mul64hi(value, value) + __clzll(value) + __popcll(value) +
                     __funnelshift_l(low, ~low, index) + __byte_perm(low, ~low, 0x6240) + __ffs(low) +
                     __umulhi(low, low) + __sad(index, 5, 7) + (value << (index & 63)) + (value >> (index & 63)) +
                     __dp4a(static_cast<int>(low), 0x01020304, 5) + static_cast<signed char>(low) +
                     static_cast<unsigned short>(low);
  }
}

extern "C" __global__ void votes(const int *values, unsigned *results) {
  int value = values[threadIdx.x];
  unsigned result = __ballot_sync(0xffffffffu, value > 0);
  result += __any_sync(0xffffffffu, value > 5) + 2 * __all_sync(0xffffffffu, value > 5);
  result ^= __match_any_sync(0xffffffffu, value % 4);
  int isUniform;
  result += __match_all_sync(0xffffffffu, value, &isUniform) + isUniform;
  result += __reduce_add_sync(0xffffffffu, static_cast<unsigned>(value));
  result += __shfl_xor_sync(0xffffffffu, result, 1) + __activemask();
  results[threadIdx.x] = result;
}
