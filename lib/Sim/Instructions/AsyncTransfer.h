// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Moving bytes on behalf of an asynchronous agent, checked on both sides.
#ifndef TKC_LIB_SIM_INSTRUCTIONS_ASYNCTRANSFER_H
#define TKC_LIB_SIM_INSTRUCTIONS_ASYNCTRANSFER_H

#include "tkc/Sim/Machine/Cluster.h"
#include "tkc/Sim/Machine/Warp.h"

#include "BulkReduction.h"

namespace tkc::sim {

/// A stretch of bytes from one place to another; `filled` bytes behind those that are moved become `fill`.
struct AsyncPiece {
  uint64_t source = 0, target = 0;
  uint32_t bytes = 0, filled = 0;
};

/// One asynchronous copy or reduction: who, on whose behalf, between which spaces.
struct AsyncTransfer {
  Warp *warp = nullptr;
  const Instruction *instruction = nullptr;
  unsigned lane = 0;
  Proxy proxy = Proxy::Async;
  Space sourceSpace = Space::Global, targetSpace = Space::Shared;
  uint32_t alignment = 1;
  /// What the thread knew when it issued the instruction.
  KnowledgeRef known;
  /// As whom it reads and writes.
  Epoch reader, writer;
  /// What filled bytes become, again and again.
  uint64_t fill = 0;
  uint32_t fillBytes = 1;
  /// What happens to each 4 bytes on the way; null for nothing.
  uint32_t (*convert)(uint32_t) = nullptr;
  /// Null for copies.
  const BulkReduction *reduction = nullptr;

  void move(const AsyncPiece &piece) const;
  /// Opens a piece of memory; the window has no lane after a fault.
  AccessWindow open(AccessKind kind, uint64_t address, uint32_t bytes) const;

private:
  void reduce(AccessWindow &from, AccessWindow &to, uint32_t bytes) const;
};

/// An operation for the engine that an instruction issues, without what it does.
AsyncOperation operationOf(Warp &warp, const Instruction &instruction, unsigned lane, std::string description);

} // namespace tkc::sim

#endif // TKC_LIB_SIM_INSTRUCTIONS_ASYNCTRANSFER_H
