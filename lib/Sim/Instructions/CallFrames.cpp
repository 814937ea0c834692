// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies between the variables of a caller and the frame of a callee, with the definedness of every byte.
#include "CallFrames.h"

#include "tkc/Sim/Instructions/Elementwise.h"

namespace tkc::sim {

/// The piece that an operand makes for a parameter or result; nothing when it does not fit.
static std::optional<FramePiece> framePiece(DecodeContext &context, const ptx::Operand &operand,
                                            const ptx::Variable &variable, bool isResult) {
  FramePiece piece;
  piece.bytes = static_cast<uint32_t>(variable.sizeInBytes);
  std::optional<ptx::Type> type = context.registerType(operand);
  std::optional<uint32_t> offset = type ? std::nullopt : context.localOffset(operand.name);
  if (offset) {
    piece.callerOffset = *offset;
    piece.callerFrame = context.isInDynamicFrame(operand.name) ? context.dynamicFrame() : nullptr;
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

std::optional<std::vector<FramePiece>> framePieces(DecodeContext &context,
                                                   const std::vector<const ptx::Operand *> &operands,
                                                   const std::vector<ptx::Variable> &variables, bool isResult,
                                                   const std::vector<uint32_t> &offsets) {
  if (operands.size() != variables.size()) {
    return std::nullopt;
  }
  std::vector<FramePiece> pieces;
  for (size_t index = 0; index < operands.size(); ++index) {
    std::optional<FramePiece> piece = framePiece(context, *operands[index], variables[index], isResult);
    if (!piece) {
      return std::nullopt;
    }
    piece->calleeOffset = offsets.empty() ? 0 : offsets[index];
    pieces.push_back(*piece);
  }
  return pieces;
}

using Addresses = std::array<uint64_t, warpSize>;

uint64_t callerAddress(const Warp &warp, const FramePiece &piece, unsigned lane) {
  uint64_t base = piece.callerFrame ? warp.read<uint64_t>(piece.callerFrame->framePointer)[lane] : 0;
  return base + piece.callerOffset;
}

static Addresses callerAddresses(const Warp &warp, const FramePiece &piece) {
  Addresses addresses;
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    addresses[lane] = callerAddress(warp, piece, lane);
  }
  return addresses;
}

static Addresses calleeAddresses(const FramePiece &piece, FrameBases bases) {
  Addresses addresses;
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    addresses[lane] = (bases ? (*bases)[lane] : 0) + piece.calleeOffset;
  }
  return addresses;
}

static AccessWindow openFrame(Warp &warp, const Instruction &instruction, LaneMask lanes, AccessKind kind,
                              const Addresses &addresses, uint32_t bytes) {
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

static void copyFrame(Warp &warp, const Instruction &instruction, LaneMask lanes, const Addresses &from,
                      const Addresses &to, uint32_t bytes) {
  AccessWindow source = openFrame(warp, instruction, lanes, AccessKind::Read, from, bytes);
  AccessWindow target = openFrame(warp, instruction, lanes, AccessKind::Write, to, bytes);
  for (LaneMask rest = source.lanes & target.lanes; rest != 0; rest &= rest - 1) {
    unsigned lane = firstLane(rest);
    std::memcpy(target.data[lane], source.data[lane], bytes);
    target.copyDefined(lane, 0, source, lane, 0, bytes);
  }
}

static void storeValue(Warp &warp, const Instruction &instruction, LaneMask lanes, const FramePiece &piece,
                       FrameBases callee) {
  AccessWindow target =
      openFrame(warp, instruction, lanes, AccessKind::Write, calleeAddresses(piece, callee), piece.bytes);
  for (LaneMask rest = target.lanes; rest != 0; rest &= rest - 1) {
    unsigned lane = firstLane(rest);
    std::memcpy(target.data[lane], warp.read<uint8_t>(piece.value) + size_t(lane) * piece.bytes, piece.bytes);
    target.setDefined(lane, 0, piece.bytes, warp.readDefined(piece.value, piece.bytes)[lane]);
  }
}

static void loadValue(Warp &warp, const Instruction &instruction, LaneMask lanes, const FramePiece &piece,
                      FrameBases callee) {
  AccessWindow source =
      openFrame(warp, instruction, lanes, AccessKind::Read, calleeAddresses(piece, callee), piece.bytes);
  for (LaneMask rest = source.lanes; rest != 0; rest &= rest - 1) {
    unsigned lane = firstLane(rest);
    std::memcpy(warp.write<uint8_t>(piece.value) + size_t(lane) * piece.bytes, source.data[lane], piece.bytes);
    warp.writeDefined(piece.value, piece.bytes)[lane] = source.defined(lane, 0, piece.bytes);
  }
}

void copyIntoFrame(Warp &warp, const Instruction &instruction, LaneMask lanes, const std::vector<FramePiece> &pieces,
                   FrameBases callee) {
  for (const FramePiece &piece : pieces) {
    if (piece.isValue) {
      storeValue(warp, instruction, lanes, piece, callee);
    } else if (piece.bytes != 0) {
      copyFrame(warp, instruction, lanes, callerAddresses(warp, piece), calleeAddresses(piece, callee), piece.bytes);
    }
  }
}

void copyOutOfFrame(Warp &warp, const Instruction &instruction, LaneMask lanes, const std::vector<FramePiece> &pieces,
                    FrameBases callee) {
  for (const FramePiece &piece : pieces) {
    if (piece.isValue) {
      loadValue(warp, instruction, lanes, piece, callee);
    } else if (piece.bytes != 0) {
      copyFrame(warp, instruction, lanes, calleeAddresses(piece, callee), callerAddresses(warp, piece), piece.bytes);
    }
  }
}

} // namespace tkc::sim
