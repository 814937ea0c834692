// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums: shuffles within a warp, shared memory across warps, atomics across blocks.
template <typename T>
__device__ T sumOfWarp(T value) {
  for (int offset = 16; offset > 0; offset /= 2) {
    value += __shfl_down_sync(0xffffffffu, value, offset);
  }
  return value;
}

template <typename T>
__device__ T sumOfBlock(T value) {
  __shared__ T partial[32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  value = sumOfWarp(value);
  if (lane == 0) {
    partial[warp] = value;
  }
  __syncthreads();
  int warps = (blockDim.x + 31) / 32;
  value = static_cast<int>(threadIdx.x) < warps ? partial[threadIdx.x] : T(0);
  return warp == 0 ? sumOfWarp(value) : value;
}

/// *result += the sum of the values.
extern "C" __global__ void sum_floats(const float *values, float *result, int count) {
  float value = 0;
  for (int index = blockIdx.x * blockDim.x + threadIdx.x; index < count; index += gridDim.x * blockDim.x) {
    value += values[index];
  }
  value = sumOfBlock(value);
  if (threadIdx.x == 0) {
    atomicAdd(result, value);
  }
}

extern "C" __global__ void sum_integers(const int *values, unsigned long long *result, int count) {
  long long value = 0;
  for (int index = blockIdx.x * blockDim.x + threadIdx.x; index < count; index += gridDim.x * blockDim.x) {
    value += values[index];
  }
  value = sumOfBlock(value);
  if (threadIdx.x == 0) {
    atomicAdd(result, static_cast<unsigned long long>(value));
  }
}

/// The largest value and the first place where it stands, of one block.
extern "C" __global__ void find_largest(const float *values, float *largest, int *place, int count) {
  __shared__ float bestValues[256];
  __shared__ int bestPlaces[256];
  float best = -__int_as_float(0x7f800000);
  int where = count;
  for (int index = threadIdx.x; index < count; index += blockDim.x) {
    if (values[index] > best) {
      best = values[index];
      where = index;
    }
  }
  bestValues[threadIdx.x] = best;
  bestPlaces[threadIdx.x] = where;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) {
      float other = bestValues[threadIdx.x + half];
      int otherPlace = bestPlaces[threadIdx.x + half];
      bool isBetter = other > bestValues[threadIdx.x] ||
                      (other == bestValues[threadIdx.x] && otherPlace < bestPlaces[threadIdx.x]);
      if (isBetter) {
        bestValues[threadIdx.x] = other;
        bestPlaces[threadIdx.x] = otherPlace;
      }
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    *largest = bestValues[0];
    *place = bestPlaces[0];
  }
}
