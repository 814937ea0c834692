// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dominators of a graph; on the reversed graph they are post-dominators.
#ifndef TKC_LIB_SIM_PTX_DOMINATORTREE_H
#define TKC_LIB_SIM_PTX_DOMINATORTREE_H

#include <cstdint>
#include <vector>

namespace tkc::sim::ptx {

/// The immediate dominator of each node that the root reaches; UINT32_MAX for the root and all others.
std::vector<uint32_t> findImmediateDominators(const std::vector<std::vector<uint32_t>> &successors, uint32_t root);

} // namespace tkc::sim::ptx

#endif // TKC_LIB_SIM_PTX_DOMINATORTREE_H
