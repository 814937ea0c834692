// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constant tables of several types, a switch, early returns, nested loops with breaks.
__constant__ float weights[8] = {0.5f, -1.25f, 2.0f, 0.0f, 3.5f, -0.0f, 1e-20f, 7.0f};
__constant__ double scale = 1.5;
__constant__ short steps[2][3] = {{1, -2, 3}, {-4, 5, -6}};
__device__ int counter = 3;
__device__ int numbers[4] = {10, 20, 30};
__device__ int *second = numbers + 1;
__device__ const char greeting[] = "hello";

extern "C" __global__ void weigh(const float *values, double *results, int count) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index < count) {
    results[index] = values[index] * weights[index % 8] * scale + steps[index % 2][index % 3] + greeting[index % 5];
  }
}

extern "C" __global__ void choose(const int *values, int *results, int count) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= count) {
    return;
  }
  int value = values[index], result = 0;
  switch (value) {
  case 0:
    result = results[index] + 1;
    break;
  case 1:
    result = *second;
    break;
  case 2:
    result = value ^ 85;
    // Falls through.
  case 3:
    result += counter;
    break;
  case 4:
    for (int step = 0; step < value; ++step) {
      result += results[index] / (step + 1);
    }
    break;
  case 5:
    results[index] = -1;
    return;
  case 6:
    result = __popc(results[index]);
    break;
  case 7:
    result = __brev(results[index]);
    break;
  default:
    result = 100 - value;
  }
  results[index] = result;
}

/// For each i the smallest prime factor of values[i], found with loops that end early.
extern "C" __global__ void smallest_factor(const int *values, int *results, int count) {
  for (int index = threadIdx.x; index < count; index += blockDim.x) {
    int value = values[index], found = value;
    for (int candidate = 2; candidate * candidate <= value; ++candidate) {
      int product = candidate;
      while (product < value) {
        product += candidate;
      }
      if (product == value) {
        found = candidate;
        break;
      }
      if (candidate > 1000) {
        continue;
      }
    }
    results[index] = found;
  }
}
