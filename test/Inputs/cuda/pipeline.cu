// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Asynchronous copies that complete on mbarriers, with cuda::ptx and with inline assembly; cp.async groups.
#include <cuda/ptx>

namespace ptx = cuda::ptx;

constexpr int stages = 4;
constexpr int words = 256;

/// target[i] = 2 * source[i]; tiles of 256 words come through a ring of buffers. Warp 0 copies, the others compute.
extern "C" __global__ void bulk_pipeline(const unsigned *source, unsigned *target, int tiles) {
  __shared__ alignas(128) unsigned buffers[stages][words];
  __shared__ alignas(8) cuda::std::uint64_t full[stages], empty[stages];
  if (threadIdx.x == 0) {
    for (int stage = 0; stage < stages; ++stage) {
      ptx::mbarrier_init(&full[stage], 1);
      ptx::mbarrier_init(&empty[stage], blockDim.x - 32);
    }
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  }
  __syncthreads();
  if (threadIdx.x < 32) {
    for (int tile = 0; threadIdx.x == 0 && tile < tiles; ++tile) {
      int stage = tile % stages, round = tile / stages;
      while (round > 0 && !ptx::mbarrier_try_wait_parity(&empty[stage], (round - 1) & 1)) {
      }
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full[stage],
                                     static_cast<unsigned>(sizeof(buffers[0])));
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, buffers[stage], source + tile * words,
                         static_cast<unsigned>(sizeof(buffers[0])), &full[stage]);
    }
    return;
  }
  for (int tile = 0; tile < tiles; ++tile) {
    int stage = tile % stages, round = tile / stages;
    while (!ptx::mbarrier_try_wait_parity(&full[stage], round & 1)) {
    }
    for (int index = threadIdx.x - 32; index < words; index += blockDim.x - 32) {
      target[tile * words + index] = 2 * buffers[stage][index];
    }
    ptx::mbarrier_arrive(&empty[stage]);
  }
}

/// The same wait twice, each with a label and a predicate of its own in its braces.
__device__ __forceinline__ void waitFor(unsigned barrier, unsigned parity) {
  asm volatile("{\n"
               ".reg .pred P1;\n"
               "LAB_WAIT:\n"
               "mbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1;\n"
               "@P1 bra DONE;\n"
               "bra LAB_WAIT;\n"
               "DONE:\n"
               "}" ::"r"(barrier),
               "r"(parity)
               : "memory");
}

extern "C" __global__ void wait_twice(int *target) {
  __shared__ alignas(8) unsigned long long barrier;
  unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(&barrier));
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(address), "r"(blockDim.x) : "memory");
  }
  __syncthreads();
  asm volatile("{ .reg .b64 state; mbarrier.arrive.shared.b64 state, [%0]; }" ::"r"(address) : "memory");
  waitFor(address, 0);
  asm volatile("{ .reg .b64 state; mbarrier.arrive.shared.b64 state, [%0]; }" ::"r"(address) : "memory");
  waitFor(address, 1);
  target[threadIdx.x] = threadIdx.x;
}

/// target[i] = source[i] + source[(i + 1) % 256], copied in two groups; 128 threads.
extern "C" __global__ void copy_groups(const float *source, float *target) {
  __shared__ alignas(16) float buffer[256];
  for (int half = 0; half < 2; ++half) {
    int index = half * 128 + threadIdx.x;
    unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(buffer + index));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(address), "l"(source + index) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
  }
  asm volatile("cp.async.wait_group 1;" ::: "memory");
  __syncthreads();
  float first = buffer[threadIdx.x];
  asm volatile("cp.async.wait_group 0;" ::: "memory");
  __syncthreads();
  target[threadIdx.x] = first + buffer[threadIdx.x + 1];
  target[threadIdx.x + 128] = buffer[threadIdx.x + 128] + buffer[(threadIdx.x + 129) % 256];
}
