// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A transpose through a padded tile of shared memory, and a copy with wide accesses.

/// target[x][y] = source[y][x]; blocks of 32 x 8 threads.
extern "C" __global__ void transpose(const float *source, float *target, int rows, int columns) {
  __shared__ float tile[32][33];
  int column = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 32 + threadIdx.y;
  for (int step = 0; step < 32; step += 8) {
    if (column < columns && row + step < rows) {
      tile[threadIdx.y + step][threadIdx.x] = source[(row + step) * columns + column];
    }
  }
  __syncthreads();
  column = blockIdx.y * 32 + threadIdx.x;
  row = blockIdx.x * 32 + threadIdx.y;
  for (int step = 0; step < 32; step += 8) {
    if (column < rows && row + step < columns) {
      target[(row + step) * rows + column] = tile[threadIdx.x][threadIdx.y + step];
    }
  }
}

/// Copies count times 16 bytes and turns the order of the words in each.
extern "C" __global__ void copy_turned(const uint4 *__restrict__ source, uint4 *__restrict__ target, int count) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index < count) {
    uint4 value = __ldg(source + index);
    target[index] = make_uint4(value.w, value.z, value.y, value.x);
  }
}
