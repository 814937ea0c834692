// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The basic blocks of a function of PTX, in an order in which threads that part meet again.
#ifndef TKC_SIM_PTX_CONTROLFLOW_H
#define TKC_SIM_PTX_CONTROLFLOW_H

#include "tkc/Sim/Ptx/Module.h"

namespace tkc::sim::ptx {

/// Instructions without a branch in or out but at the ends.
struct BasicBlock {
  /// Indices of instructions, the end is behind the last one. Equal where a label stands behind all instructions.
  uint32_t begin = 0, end = 0;
  /// Blocks that may come next, each once: the one that follows in the text first, if it is among them.
  std::vector<uint32_t> successors;
  std::vector<uint32_t> predecessors;
};

/// Control flow within one function; calls count as instructions that come back.
struct ControlFlow {
  /// Where there is no block: the end of the function.
  static constexpr uint32_t none = UINT32_MAX;

  /// In the order of the text. There is at least one; the first is the entry.
  std::vector<BasicBlock> blocks;
  /// The block of each instruction, and of the end of the text when a label stands there.
  std::vector<uint32_t> blockOf;
  /// Where each block stands in an order of all blocks: a block comes before its successors unless a loop leads back,
  /// the blocks of a loop come one behind the other, and so before the exits of the loop. A loop with several entries
  /// begins with one of them. Blocks that nothing reaches come last, in the order of the text. Beyond 64 nested loops
  /// the blocks of inner ones may lie apart.
  std::vector<uint32_t> positions;
  /// The first block that all ways from the block to the end of the function share, `none` if there is none but the
  /// end. For a loop that has no way out its last block in the order above counts as a way to the end.
  std::vector<uint32_t> postDominators;
};

/// Takes time that grows with the text, times the depth of loops.
ControlFlow analyzeControlFlow(const Function &function);

} // namespace tkc::sim::ptx

#endif // TKC_SIM_PTX_CONTROLFLOW_H
