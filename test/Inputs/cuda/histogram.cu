// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counts of bytes: atomics on dynamic shared memory, then on global memory.
extern __shared__ unsigned counts[];

/// bins[b] += how many values are b; shared memory for the bins.
extern "C" __global__ void histogram(const unsigned char *values, unsigned *bins, int count, int binCount) {
  for (int bin = threadIdx.x; bin < binCount; bin += blockDim.x) {
    counts[bin] = 0;
  }
  __syncthreads();
  for (int index = blockIdx.x * blockDim.x + threadIdx.x; index < count; index += gridDim.x * blockDim.x) {
    if (values[index] < binCount) {
      atomicAdd(&counts[values[index]], 1u);
    }
  }
  __syncthreads();
  for (int bin = threadIdx.x; bin < binCount; bin += blockDim.x) {
    if (counts[bin] != 0) {
      atomicAdd(&bins[bin], counts[bin]);
    }
  }
}

/// Every other kind of atomic, once by each thread.
extern "C" __global__ void all_atomics(int *words, unsigned long long *wide, float *floats) {
  int value = threadIdx.x;
  atomicMin(&words[0], value);
  atomicMax(&words[1], value);
  atomicAnd(&words[2], ~(1 << (value % 32)));
  atomicOr(&words[3], 1 << (value % 32));
  atomicXor(&words[4], value);
  atomicInc(reinterpret_cast<unsigned *>(&words[5]), 7u);
  atomicDec(reinterpret_cast<unsigned *>(&words[6]), 7u);
  atomicExch(&words[7], 5);
  atomicSub(&words[8], value);
  // A plain read would race with the exchanges of others.
  unsigned long long seen = *static_cast<volatile unsigned long long *>(wide), assumed;
  do {
    assumed = seen;
    seen = atomicCAS(&wide[0], assumed, assumed * 3 + 1);
  } while (seen != assumed);
  atomicMax(&wide[1], static_cast<unsigned long long>(value));
  atomicAdd(&floats[0], 0.5f);
}
