// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// mov: registers, numbers, addresses, special registers, and packing and unpacking of vectors. Definedness goes along
// byte by byte.
#include "tkc/Sim/Instructions/Elementwise.h"
#include "tkc/Sim/Instructions/Families.h"

namespace tkc::sim {

/// Values and their definedness are contiguous.
template <unsigned bytes>
static Step executeMove(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  const Place *places = instruction.operands;
  if (lanes == allLanes) {
    std::memmove(warp.write<std::byte>(places[0]), warp.read<std::byte>(places[1]), warpSize * (bytes + 1));
    return Step::Next;
  }
  std::byte *target = warp.write<std::byte>(places[0]);
  const std::byte *source = warp.read<std::byte>(places[1]);
  uint8_t *defined = warp.writeDefined(places[0], bytes);
  const uint8_t *sourceDefined = warp.readDefined(places[1], bytes);
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    unsigned lane = firstLane(rest);
    std::memmove(target + lane * bytes, source + lane * bytes, bytes);
    defined[lane] = sourceDefined[lane];
  }
  return Step::Next;
}

static Step executeMoveWide(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  for (unsigned half = 0; half < 2; ++half) {
    Place places[2] = {instruction.operands[0], instruction.operands[1]};
    if (half == 1) {
      places[0] = places[0].upperHalf();
      places[1] = places[1].upperHalf();
    }
    Instruction part;
    part.operands = places;
    executeMove<8>(warp, part, lanes);
  }
  return Step::Next;
}

static Step executeMovePredicate(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  Predicate source = warp.predicate(instruction.predicateSources[0]);
  warp.setPredicate(instruction.predicateResults[0], lanes, source.value, source.defined);
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

namespace {
/// A value of up to 16 bytes and its definedness, on the way between a register and its parts.
struct Bytes {
  uint8_t value[16] = {};
  uint16_t defined = 0;
};
} // namespace

static void readBytes(const Warp &warp, Place place, unsigned bytes, unsigned lane, unsigned offset, Bytes &into) {
  if (bytes == 16) {
    readBytes(warp, place, 8, lane, offset, into);
    readBytes(warp, place.upperHalf(), 8, lane, offset + 8, into);
    return;
  }
  std::memcpy(into.value + offset, warp.read<uint8_t>(place) + size_t(lane) * bytes, bytes);
  into.defined |= static_cast<uint16_t>(warp.readDefined(place, bytes)[lane] << offset);
}

static void writeBytes(Warp &warp, Place place, unsigned bytes, unsigned lane, unsigned offset, const Bytes &from) {
  if (bytes == 16) {
    writeBytes(warp, place, 8, lane, offset, from);
    writeBytes(warp, place.upperHalf(), 8, lane, offset + 8, from);
    return;
  }
  std::memcpy(warp.write<uint8_t>(place) + size_t(lane) * bytes, from.value + offset, bytes);
  warp.writeDefined(place, bytes)[lane] = static_cast<uint8_t>((from.defined >> offset) & Warp::fullyDefined(bytes));
}

/// Between one register and its parts of fields[0] bytes each; one of both sides has a single operand.
static Step executeVectorMove(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  unsigned numResults = instruction.numResults, numSources = instruction.numOperands - numResults;
  unsigned total = instruction.fields[0];
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    unsigned lane = firstLane(rest);
    Bytes bytes;
    for (unsigned index = 0; index < numSources; ++index) {
      unsigned size = total / numSources;
      readBytes(warp, instruction.operands[numResults + index], size, lane, index * size, bytes);
    }
    for (unsigned index = 0; index < numResults; ++index) {
      unsigned size = total / numResults;
      writeBytes(warp, instruction.operands[index], size, lane, index * size, bytes);
    }
  }
  return Step::Next;
}

/// The untyped type of so many bits.
static ptx::Type bitsType(unsigned bits) {
  return typeNamed(bits == 8 ? "b8" : bits == 16 ? "b16" : bits == 32 ? "b32" : bits == 64 ? "b64" : "b128");
}

static void decodeVectorMove(DecodeContext &context, Instruction &out, ptx::Type type) {
  std::vector<const ptx::Operand *> results = context.elements(0), sources = context.elements(1);
  size_t parts = std::max(results.size(), sources.size());
  bool isPack = results.size() == 1, isWhole = isPack || sources.size() == 1;
  if (!isWhole || (parts != 2 && parts != 4) || type.bits / parts < 8) {
    context.error("`" + context.spelling() + "` cannot divide " + std::to_string(type.bits) +
                  " bits into a vector of " + std::to_string(parts));
    return;
  }
  ptx::Type part = bitsType(type.bits / static_cast<unsigned>(parts));
  std::vector<Place> resultPlaces, sourcePlaces;
  for (const ptx::Operand *result : results) {
    // Parts that nobody wants must not overwrite one another's sink of another width.
    bool isSink = result->kind == ptx::Operand::Kind::Sink;
    resultPlaces.push_back(isSink ? context.temporary(isPack ? type.bits : part.bits)
                                  : context.result(*result, isPack ? type : part));
  }
  for (const ptx::Operand *source : sources) {
    sourcePlaces.push_back(context.source(*source, isPack ? part : type));
  }
  context.setOperands(out, resultPlaces, sourcePlaces);
  out.fields[0] = type.bits / 8;
  out.handler = executeVectorMove;
}

/// `%is_explicit_cluster`, the one special register that is a predicate.
static Step executeMoveFlag(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  const uint32_t *words = warp.read<uint32_t>(instruction.operands[0]);
  LaneMask value = 0;
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    value |= LaneMask(words[lane] != 0) << lane;
  }
  warp.setPredicate(instruction.predicateResults[0], lanes, value);
  return Step::Next;
}

static void decodeMovePredicate(DecodeContext &context, Instruction &out) {
  out.predicateResults[0] = context.predicateResult(context.operand(0));
  if (context.operand(1).name == "%is_explicit_cluster" && !context.operand(1).isNegated) {
    context.setOperands(out, {}, {context.source(1, typeNamed("b32"))});
    out.handler = executeMoveFlag;
    return;
  }
  out.predicateSources[0] = context.predicateSource(1);
  out.handler = executeMovePredicate;
}

static void decodeMov(DecodeContext &context, Instruction &out) {
  ptx::Type type = context.needType({"b32", "b64", "b16", "u32", "s32", "u64", "s64", "u16", "s16", "f32", "f64",
                                     "pred", "b128", "f16", "bf16", "f16x2", "bf16x2"});
  out.kind = InstructionClass::Move;
  if (!context.expectOperands(2)) {
    return;
  }
  if (type.kind == ptx::Type::Kind::Predicate) {
    return decodeMovePredicate(context, out);
  }
  bool hasVector =
      context.operand(0).kind == ptx::Operand::Kind::Vector || context.operand(1).kind == ptx::Operand::Kind::Vector;
  if (hasVector) {
    return decodeVectorMove(context, out, type);
  }
  context.setOperands(out, {context.result(0, type)}, {context.source(1, type)});
  out.handler = type.bits == 16   ? executeMove<2>
                : type.bits == 32 ? executeMove<4>
                : type.bits == 64 ? executeMove<8>
                                  : executeMoveWide;
}

void registerMove(FamilyTable &families) { families.add({{"mov", decodeMov}}); }

} // namespace tkc::sim
