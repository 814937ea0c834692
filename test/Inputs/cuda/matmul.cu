// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of matrices: tiles in shared memory with floats, and tensor cores with inline assembly.
#include <cuda_fp16.h>

/// c = a b, row-major, any sizes; blocks of 16 x 16 threads.
extern "C" __global__ void matmul_tiled(const float *a, const float *b, float *c, int m, int n, int k) {
  __shared__ float tileA[16][16], tileB[16][16];
  int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
  float sum = 0;
  for (int begin = 0; begin < k; begin += 16) {
    int inner = begin + threadIdx.x, outer = begin + threadIdx.y;
    tileA[threadIdx.y][threadIdx.x] = row < m && inner < k ? a[row * k + inner] : 0.0f;
    tileB[threadIdx.y][threadIdx.x] = outer < k && column < n ? b[outer * n + column] : 0.0f;
    __syncthreads();
#pragma unroll
    for (int index = 0; index < 16; ++index) {
      sum += tileA[threadIdx.y][index] * tileB[index][threadIdx.x];
    }
    __syncthreads();
  }
  if (row < m && column < n) {
    c[row * n + column] = sum;
  }
}

/// c (16 x 8, float) = a (16 x 16, half, row-major) b (16 x 8, half, row-major), by one warp.
extern "C" __global__ void matmul_tensor_core(const __half *a, const __half *b, float *c) {
  __shared__ __align__(16) __half tileA[16 * 16];
  __shared__ __align__(16) __half tileB[16 * 8];
  int lane = threadIdx.x;
  reinterpret_cast<uint4 *>(tileA)[lane] = reinterpret_cast<const uint4 *>(a)[lane];
  if (lane < 16) {
    reinterpret_cast<uint4 *>(tileB)[lane] = reinterpret_cast<const uint4 *>(b)[lane];
  }
  __syncwarp();
  unsigned fragmentA[4], fragmentB[2];
  unsigned addressA = static_cast<unsigned>(__cvta_generic_to_shared(tileA + (lane % 16) * 16 + lane / 16 * 8));
  unsigned addressB = static_cast<unsigned>(__cvta_generic_to_shared(tileB + (lane % 16) * 8));
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(fragmentA[0]), "=r"(fragmentA[1]), "=r"(fragmentA[2]), "=r"(fragmentA[3])
               : "r"(addressA));
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
               : "=r"(fragmentB[0]), "=r"(fragmentB[1])
               : "r"(addressB));
  float sums[4] = {0, 0, 0, 0};
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
               "{%0, %1, %2, %3};"
               : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
               : "r"(fragmentA[0]), "r"(fragmentA[1]), "r"(fragmentA[2]), "r"(fragmentA[3]), "r"(fragmentB[0]),
                 "r"(fragmentB[1]));
  int row = lane / 4, column = lane % 4 * 2;
  c[row * 8 + column] = sums[0];
  c[row * 8 + column + 1] = sums[1];
  c[(row + 8) * 8 + column] = sums[2];
  c[(row + 8) * 8 + column + 1] = sums[3];
}
