// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two blocks of a cluster that read each other's shared memory.
#include <cooperative_groups.h>

namespace groups = cooperative_groups;

/// target[i] is what the other block of the cluster has at i; 128 threads a block.
extern "C" __global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(128, 1)
    exchange(const int *source, int *target) {
  __shared__ int mine[128];
  groups::cluster_group cluster = groups::this_cluster();
  mine[threadIdx.x] = source[blockIdx.x * 128 + threadIdx.x];
  cluster.sync();
  int *others = cluster.map_shared_rank(mine, cluster.block_rank() ^ 1);
  target[blockIdx.x * 128 + threadIdx.x] = others[threadIdx.x];
  cluster.sync();
}
