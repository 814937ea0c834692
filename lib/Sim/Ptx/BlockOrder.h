// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An order of the nodes of a graph that keeps loops together.
#ifndef TKC_LIB_SIM_PTX_BLOCKORDER_H
#define TKC_LIB_SIM_PTX_BLOCKORDER_H

#include <cstdint>
#include <vector>

namespace tkc::sim::ptx {

/// The nodes that node 0 reaches, in the order that ControlFlow::positions describes.
std::vector<uint32_t> orderLoopsTogether(const std::vector<std::vector<uint32_t>> &successors);

/// The nodes that the root reaches, each before its successors unless a loop leads back.
std::vector<uint32_t> reversePostOrder(const std::vector<std::vector<uint32_t>> &successors, uint32_t root);

} // namespace tkc::sim::ptx

#endif // TKC_LIB_SIM_PTX_BLOCKORDER_H
