// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies between the variables of a caller and the frame of a callee, with the definedness of every byte.
#include "CallFrames.h"

#include "tkc/Sim/Instructions/Elementwise.h"

namespace tkc::sim {

std::optional<FramePiece> framePiece(DecodeContext &context, const ptx::Operand &operand, const ptx::Variable &variable,
                                     bool isResult) {
  FramePiece piece;
  piece.bytes = static_cast<uint32_t>(variable.sizeInBytes);
  std::optional<ptx::Type> type = context.registerType(operand);
  std::optional<uint32_t> offset = type ? std::nullopt : context.localOffset(operand.name);
  if (offset) {
    piece.callerOffset = *offset;
    return piece;
  }
  bool isScalar = piece.bytes == 1 || piece.bytes == 2 || piece.bytes == 4 || piece.bytes == 8;
  if (!isScalar || (type && type->bits != piece.bytes * 8)) {
    return std::nullopt;
  }
  ptx::Type whole = typeNamed(piece.bytes == 1 ? "b8" : piece.bytes == 2 ? "b16" : piece.bytes == 4 ? "b32" : "b64");
  piece.isValue = true;
  piece.value = isResult ? context.result(operand, whole) : context.source(operand, whole);
  return piece;
}

static AccessWindow openFrame(Warp &warp, const Instruction &instruction, LaneMask lanes, AccessKind kind,
                              uint32_t offset, uint32_t bytes) {
  std::array<uint64_t, warpSize> addresses;
  addresses.fill(offset);
  Access access;
  access.kind = kind;
  access.space = Space::Local;
  access.sizeInBytes = bytes;
  access.alignment = 1;
  access.lanes = lanes;
  access.addresses = addresses.data();
  access.instruction = warp.program().indexOf(instruction);
  return warp.memory().open(access);
}

static void copyFrame(Warp &warp, const Instruction &instruction, LaneMask lanes, uint32_t from, uint32_t to,
                      uint32_t bytes) {
  AccessWindow source = openFrame(warp, instruction, lanes, AccessKind::Read, from, bytes);
  AccessWindow target = openFrame(warp, instruction, lanes, AccessKind::Write, to, bytes);
  for (LaneMask rest = source.lanes & target.lanes; rest != 0; rest &= rest - 1) {
    unsigned lane = firstLane(rest);
    std::memcpy(target.data[lane], source.data[lane], bytes);
    target.copyDefined(lane, 0, source, lane, 0, bytes);
  }
}

static void storeValue(Warp &warp, const Instruction &instruction, LaneMask lanes, const FramePiece &piece) {
  AccessWindow target = openFrame(warp, instruction, lanes, AccessKind::Write, piece.calleeOffset, piece.bytes);
  for (LaneMask rest = target.lanes; rest != 0; rest &= rest - 1) {
    unsigned lane = firstLane(rest);
    std::memcpy(target.data[lane], warp.read<uint8_t>(piece.value) + size_t(lane) * piece.bytes, piece.bytes);
    target.setDefined(lane, 0, piece.bytes, warp.readDefined(piece.value, piece.bytes)[lane]);
  }
}

static void loadValue(Warp &warp, const Instruction &instruction, LaneMask lanes, const FramePiece &piece) {
  AccessWindow source = openFrame(warp, instruction, lanes, AccessKind::Read, piece.calleeOffset, piece.bytes);
  for (LaneMask rest = source.lanes; rest != 0; rest &= rest - 1) {
    unsigned lane = firstLane(rest);
    std::memcpy(warp.write<uint8_t>(piece.value) + size_t(lane) * piece.bytes, source.data[lane], piece.bytes);
    warp.writeDefined(piece.value, piece.bytes)[lane] = source.defined(lane, 0, piece.bytes);
  }
}

void copyIntoFrame(Warp &warp, const Instruction &instruction, LaneMask lanes, const std::vector<FramePiece> &pieces) {
  for (const FramePiece &piece : pieces) {
    if (piece.isValue) {
      storeValue(warp, instruction, lanes, piece);
    } else if (piece.bytes != 0) {
      copyFrame(warp, instruction, lanes, piece.callerOffset, piece.calleeOffset, piece.bytes);
    }
  }
}

void copyOutOfFrame(Warp &warp, const Instruction &instruction, LaneMask lanes, const std::vector<FramePiece> &pieces) {
  for (const FramePiece &piece : pieces) {
    if (piece.isValue) {
      loadValue(warp, instruction, lanes, piece);
    } else if (piece.bytes != 0) {
      copyFrame(warp, instruction, lanes, piece.calleeOffset, piece.callerOffset, piece.bytes);
    }
  }
}

} // namespace tkc::sim
