// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls: functions that are not inlined, structures by value, pointers to functions, printf, what another file defines.
#include <cstdio>

struct Shape {
  int sides;
  double size;
  char name[5];
};

extern __device__ int elsewhere(int value, Shape shape);

__device__ __noinline__ Shape makeShape(int sides) {
  Shape shape;
  shape.sides = sides;
  shape.size = sides * 0.5;
  shape.name[0] = 'a';
  shape.name[4] = static_cast<char>(sides);
  return shape;
}

__device__ __noinline__ int twice(int value) { return 2 * value; }
__device__ __noinline__ int square(int value) { return value * value; }
__device__ __noinline__ int minusOne(int value) { return value - 1; }

__device__ int (*const functions[3])(int) = {twice, square, minusOne};

__device__ __noinline__ int gcd(int left, int right) {
  while (right != 0) {
    int rest = left % right;
    left = right;
    right = rest;
  }
  return left;
}

extern "C" __global__ void call_functions(const int *values, int *results, int count) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= count) {
    return;
  }
  Shape shape = makeShape(values[index]);
  results[index] = functions[index % 3](values[index]) + static_cast<int>(shape.size) + shape.name[4] +
                   gcd(values[index], 12);
}

extern "C" __global__ void print_values(const int *values, int count) {
  if (threadIdx.x < count) {
    printf("value %d of thread %u: %d, half is %f, %s\n", threadIdx.x, threadIdx.x, values[threadIdx.x],
           values[threadIdx.x] * 0.5, values[threadIdx.x] % 2 ? "odd" : "even");
  }
}

extern "C" __global__ void call_elsewhere(int *results) {
  results[threadIdx.x] = elsewhere(threadIdx.x, makeShape(3));
  if (results[threadIdx.x] < 0) {
    __trap();
  }
}
