// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How asynchronous copies and reductions touch memory.
#include "AsyncTransfer.h"

#include <cstring>

namespace tkc::sim {

AccessWindow AsyncTransfer::open(AccessKind kind, uint64_t address, uint32_t bytes) const {
  AsyncAccess access;
  access.kind = kind;
  access.space = kind == AccessKind::Read ? sourceSpace : targetSpace;
  access.proxy = proxy;
  access.isStrong = kind == AccessKind::ReadModifyWrite;
  access.address = address;
  access.sizeInBytes = bytes;
  access.alignment = alignment;
  access.epoch = kind == AccessKind::Read ? reader : writer;
  access.knownAtIssue = known;
  access.instruction = warp->program().indexOf(*instruction);
  access.thread = warp->firstThread() + lane;
  return warp->memory().openAsync(access);
}

/// Undefined bytes that others would see are a fault; anywhere else they stay undefined.
void AsyncTransfer::reduce(AccessWindow &from, AccessWindow &to, uint32_t bytes) const {
  if (!from.isRangeDefined(0, 0, bytes)) {
    warp->fault(FaultKind::UndefinedValueStored, *instruction, lane, "an undefined value is handed to a reduction");
  }
  uint32_t size = reduction->elementBytes;
  for (uint32_t offset = 0; offset < bytes; offset += size) {
    uint64_t old = 0, value = 0;
    std::memcpy(&old, to.data[0] + offset, size);
    std::memcpy(&value, from.data[0] + offset, size);
    old = reduction->combine(old, value);
    std::memcpy(to.data[0] + offset, &old, size);
  }
}

void AsyncTransfer::move(const AsyncPiece &piece) const {
  if (piece.bytes + piece.filled == 0) {
    return;
  }
  std::optional<AccessWindow> from;
  if (piece.bytes != 0) {
    from.emplace(open(AccessKind::Read, piece.source, piece.bytes));
  }
  if (from && from->lanes && !reduction && targetSpace == Space::Global && !from->isRangeDefined(0, 0, piece.bytes)) {
    warp->fault(FaultKind::UndefinedValueStored, *instruction, lane,
                "the copy stores bytes of shared memory that nobody has written");
  }
  AccessWindow to =
      open(reduction ? AccessKind::ReadModifyWrite : AccessKind::Write, piece.target, piece.bytes + piece.filled);
  if (!to.lanes) {
    return;
  }
  if (from && reduction) {
    if (from->lanes) {
      reduce(*from, to, piece.bytes);
    }
    return;
  }
  if (from && from->lanes) {
    std::memmove(to.data[0], from->data[0], piece.bytes);
    for (uint32_t offset = 0; convert && offset + 4 <= piece.bytes; offset += 4) {
      uint32_t word;
      std::memcpy(&word, to.data[0] + offset, 4);
      word = convert(word);
      std::memcpy(to.data[0] + offset, &word, 4);
    }
  }
  if (from) {
    to.copyDefined(0, 0, *from, 0, 0, piece.bytes);
  }
  for (uint32_t offset = 0; offset < piece.filled; ++offset) {
    to.data[0][piece.bytes + offset] = static_cast<uint8_t>(fill >> 8 * (offset % fillBytes));
  }
  if (piece.filled != 0) {
    to.setRangeDefined(0, piece.bytes, piece.filled, true);
  }
}

AsyncOperation operationOf(Warp &warp, const Instruction &instruction, unsigned lane, std::string description) {
  AsyncOperation operation;
  operation.description = [description = std::move(description)] { return description; };
  operation.instruction = warp.program().indexOf(instruction);
  operation.place = warp.memory().place(lane);
  operation.ctaRank = warp.cta().rank();
  return operation;
}

} // namespace tkc::sim
