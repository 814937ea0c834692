// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ldmatrix, stmatrix and movmatrix: rows of 16 bytes in shared memory, and registers that hold pieces of several rows.
#include "tkc/Sim/Instructions/Elementwise.h"
#include "tkc/Sim/Instructions/Families.h"
#include "tkc/Sim/Instructions/MemoryOperands.h"
#include "tkc/Sim/Numeric/Fragments.h"

namespace tkc::sim {

namespace {

constexpr uint32_t rowBytes = 16;

struct TransferDetail {
  AddressDetail address;
  MatrixTransfer transfer = MatrixTransfer::Rows8x8;
  uint32_t registers = 1, rows = 8;
  /// Of the place of the address among the operands.
  unsigned base = 0;
};

} // namespace

/// Opens the rows, whose addresses the first lanes give.
static AccessWindow openRows(Warp &warp, const Instruction &instruction, const TransferDetail &detail, LaneMask lanes,
                             LaneAddresses &addresses, AccessKind kind) {
  LaneMask given = detail.rows == warpSize ? allLanes : (1u << detail.rows) - 1;
  LaneMask known =
      computeAddresses(warp, instruction, detail.address, instruction.operands[detail.base], lanes & given, addresses);
  countAccess(warp, instruction, detail.address.space, addresses, known, rowBytes);
  Access access;
  access.kind = kind;
  access.space = detail.address.space;
  access.sizeInBytes = access.alignment = rowBytes;
  access.lanes = known;
  access.addresses = addresses.data();
  access.instruction = warp.program().indexOf(instruction);
  return warp.memory().open(access);
}

/// Reports rows with undefined bytes to the warp, for when such a byte is used.
static void noteUndefinedRows(Warp &warp, const Instruction &instruction, const TransferDetail &detail,
                              const AccessWindow &window, const LaneAddresses &addresses) {
  for (LaneMask rest = window.lanes & ~window.allDefined(); rest != 0; rest &= rest - 1) {
    unsigned lane = firstLane(rest);
    warp.noteUndefinedRead(instruction, lane, addresses[lane], detail.address.space);
  }
}

static Step executeLoadMatrix(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  const TransferDetail &detail = instruction.detailAs<TransferDetail>();
  LaneAddresses addresses;
  AccessWindow window = openRows(warp, instruction, detail, lanes, addresses, AccessKind::Read);
  for (uint32_t reg = 0; reg < detail.registers; ++reg) {
    uint32_t *target = warp.write<uint32_t>(instruction.operands[reg]);
    uint8_t *defined = warp.writeDefined(instruction.operands[reg], 4);
    for (unsigned lane = 0; lane < warpSize; ++lane) {
      uint32_t word = 0;
      uint8_t known = 0;
      for (int byte = 0; byte < 4; ++byte) {
        RowByte place = rowByteOf(detail.transfer, int(lane), int(reg), byte);
        if ((window.lanes >> place.addressLane) & 1) {
          word |= uint32_t(window.data[place.addressLane][place.byte]) << (8 * byte);
          known |= uint8_t(window.defined(unsigned(place.addressLane), uint32_t(place.byte), 1) << byte);
        }
      }
      target[lane] = word;
      defined[lane] = known;
    }
  }
  noteUndefinedRows(warp, instruction, detail, window, addresses);
  return Step::Next;
}

static Step executeStoreMatrix(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  const TransferDetail &detail = instruction.detailAs<TransferDetail>();
  LaneAddresses addresses;
  AccessWindow window = openRows(warp, instruction, detail, lanes, addresses, AccessKind::Write);
  for (uint32_t reg = 0; reg < detail.registers; ++reg) {
    const uint32_t *source = warp.read<uint32_t>(instruction.operands[reg]);
    const uint8_t *defined = warp.readDefined(instruction.operands[reg], 4);
    for (unsigned lane = 0; lane < warpSize; ++lane) {
      for (int byte = 0; byte < 4; ++byte) {
        RowByte place = rowByteOf(detail.transfer, int(lane), int(reg), byte);
        if ((window.lanes >> place.addressLane) & 1) {
          window.data[place.addressLane][place.byte] = uint8_t(source[lane] >> (8 * byte));
          window.setDefined(unsigned(place.addressLane), uint32_t(place.byte), 1, (defined[lane] >> byte) & 1);
        }
      }
    }
  }
  warp.noteEffect();
  return Step::Next;
}

static Step executeTranspose(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  uint32_t result[warpSize];
  uint8_t defined[warpSize];
  const uint8_t *sourceDefined = warp.readDefined(instruction.operands[1], 4);
  transposeMatrix(warp.read<uint32_t>(instruction.operands[1]), result);
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    defined[lane] = 0;
    for (int slot : {0, 1}) {
      FragmentPlace place = transposedSource(int(lane), slot);
      uint8_t known = (sourceDefined[place.lane] >> (2 * place.slot)) & 3;
      defined[lane] |= uint8_t(known << (2 * slot));
    }
  }
  std::copy_n(result, warpSize, warp.write<uint32_t>(instruction.operands[0]));
  std::copy_n(defined, warpSize, warp.writeDefined(instruction.operands[0], 4));
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

/// `.sync.aligned.shape.num{.trans}{.space}.type`; gives the number of matrices, 0 after an error.
static unsigned decodeModifiers(DecodeContext &context, TransferDetail &detail, bool isLoad) {
  context.needOneOf({"sync"});
  context.needOneOf({"aligned"});
  int shape = context.needOneOf({"m8n8", isLoad ? "m16n16" : "m16n8"});
  int number = context.needOneOf({"x1", "x2", "x4"});
  bool isTransposed = context.take("trans");
  detail.address.space = takeSpace(context);
  int type = context.needOneOf({"b16", "b8"});
  if (context.hasErrors()) {
    return 0;
  }
  bool isBytes = type == 1;
  if (isBytes != (shape == 1) || (isBytes && !isTransposed) || (isBytes && isLoad && number == 2)) {
    context.error("`" + context.spelling() + "` combines a shape and a type that do not go together");
    return 0;
  }
  if (isBytes && !context.target().hasByteMatrices()) {
    context.error("`" + context.spelling() + "` needs sm_100a or later");
    return 0;
  }
  detail.transfer = !isBytes ? isTransposed ? MatrixTransfer::Rows8x8Transposed : MatrixTransfer::Rows8x8
                    : isLoad ? MatrixTransfer::Rows16x16Transposed
                             : MatrixTransfer::Rows16x8Transposed;
  return 1u << number;
}

static void decodeTransfer(DecodeContext &context, Instruction &out, bool isLoad) {
  TransferDetail detail;
  unsigned matrices = decodeModifiers(context, detail, isLoad);
  if (matrices == 0 || !context.expectOperands(2)) {
    return;
  }
  detail.registers = matrices * unsigned(registersOf(detail.transfer));
  detail.rows = matrices * unsigned(rowsOf(detail.transfer));
  std::vector<const ptx::Operand *> elements = context.elements(isLoad ? 0 : 1);
  if (elements.size() != detail.registers) {
    return context.error("`" + context.spelling() + "` has " + std::to_string(elements.size()) + " registers, needs " +
                         std::to_string(detail.registers));
  }
  std::vector<Place> registers;
  for (const ptx::Operand *element : elements) {
    registers.push_back(isLoad ? context.result(*element, typeNamed("b32"))
                               : context.source(*element, typeNamed("b32")));
  }
  Space space = detail.address.space;
  Place base;
  detail.address = addressDetail(context, context.operand(isLoad ? 1 : 0), space, base);
  detail.base = detail.registers;
  if (isLoad) {
    context.setOperands(out, registers, {base});
  } else {
    registers.push_back(base);
    context.setOperands(out, {}, registers);
  }
  context.setDetail(out, detail);
  out.handler = isLoad ? executeLoadMatrix : executeStoreMatrix;
  out.kind = isLoad ? InstructionClass::LoadShared : InstructionClass::StoreShared;
  out.needsAllLanes = true;
}

static void decodeLoadMatrix(DecodeContext &context, Instruction &out) {
  if (!context.target().hasLdMatrix()) {
    return context.error("`" + context.spelling() + "` needs sm_75 or later");
  }
  decodeTransfer(context, out, true);
}

static void decodeStoreMatrix(DecodeContext &context, Instruction &out) {
  if (!context.target().hasStMatrix()) {
    return context.error("`" + context.spelling() + "` needs sm_90 or later");
  }
  decodeTransfer(context, out, false);
}

static void decodeMoveMatrix(DecodeContext &context, Instruction &out) {
  for (const char *word : {"sync", "aligned", "m8n8", "trans", "b16"}) {
    context.needOneOf({word});
  }
  if (!context.expectOperands(2)) {
    return;
  }
  context.setOperands(out, {context.result(0, typeNamed("b32"))}, {context.source(1, typeNamed("b32"))});
  out.handler = executeTranspose;
  out.kind = InstructionClass::Exchange;
  out.needsAllLanes = true;
}

void registerMatrixMoves(FamilyTable &families) {
  families.add({{"ldmatrix", decodeLoadMatrix}, {"stmatrix", decodeStoreMatrix}, {"movmatrix", decodeMoveMatrix}});
}

} // namespace tkc::sim
