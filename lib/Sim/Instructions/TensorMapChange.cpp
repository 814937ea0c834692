// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tensormap.replace and tensormap.cp_fenceproxy: kernels that make tensor maps of others.
#include "tkc/Sim/Instructions/Elementwise.h"
#include "tkc/Sim/Instructions/Families.h"
#include "tkc/Sim/Instructions/MemoryOperands.h"
#include "tkc/Sim/Machine/Cluster.h"
#include "tkc/Sim/Numeric/TensorMap.h"

#include <algorithm>

namespace tkc::sim {

using data::TensorMapDescription;
using data::TensorMapSwizzle;
using data::TensorMapType;

namespace {
enum class TensorMapField : uint8_t {
  Address,
  Rank,
  Box,
  Dimension,
  Stride,
  ElementStride,
  ElementType,
  Interleave,
  Swizzle,
  Fill,
  SwizzleAtom
};

/// The operands: the map's address, then the new value. `dimension` is that of fields that every dimension has.
struct ReplaceDetail {
  AddressDetail address;
  TensorMapField field = TensorMapField::Address;
  bool isWide = false;
  uint32_t dimension = 0;
};
} // namespace

/// The numbers of `.elemtype` are those of PTX, not of the driver.
static std::optional<TensorMapType> elementTypeOf(uint64_t number) {
  static constexpr TensorMapType types[] = {TensorMapType::U8,
                                            TensorMapType::U16,
                                            TensorMapType::U32,
                                            TensorMapType::S32,
                                            TensorMapType::U64,
                                            TensorMapType::S64,
                                            TensorMapType::F16,
                                            TensorMapType::F32,
                                            TensorMapType::F32FlushToZero,
                                            TensorMapType::F64,
                                            TensorMapType::BF16,
                                            TensorMapType::TF32,
                                            TensorMapType::TF32FlushToZero,
                                            TensorMapType::U4x16Align8,
                                            TensorMapType::U4x16Align16,
                                            TensorMapType::U6x16Align16};
  return number < std::size(types) ? std::optional(types[number]) : std::nullopt;
}

static bool setRank(TensorMapDescription &map, uint64_t lessOne) {
  if (lessOne > 4) {
    return false;
  }
  map.dimensions.resize(lessOne + 1);
  map.stridesInBytes.resize(lessOne);
  map.box.resize(lessOne + 1);
  map.elementStrides.resize(lessOne + 1);
  return true;
}

static bool setSwizzle(TensorMapDescription &map, uint64_t number) {
  if (number > 3) {
    return false;
  }
  map.swizzle = static_cast<TensorMapSwizzle>(number);
  return true;
}

/// How finely 128 bytes are swizzled: by 16, 32, 32 with halves exchanged, or 64 bytes.
static bool setSwizzleAtom(TensorMapDescription &map, uint64_t number) {
  static constexpr TensorMapSwizzle swizzles[] = {TensorMapSwizzle::Bytes128, TensorMapSwizzle::Bytes128Atom32,
                                                  TensorMapSwizzle::Bytes128Atom32Flip8,
                                                  TensorMapSwizzle::Bytes128Atom64};
  if (number > 3 || (number != 0 && map.swizzle < TensorMapSwizzle::Bytes128)) {
    return false;
  }
  if (map.swizzle >= TensorMapSwizzle::Bytes128) {
    map.swizzle = swizzles[number];
  }
  return true;
}

/// Puts a value into one of the numbers of each dimension.
template <typename T>
static bool setElement(std::vector<T> &numbers, uint32_t dimension, uint64_t value) {
  if (dimension >= numbers.size()) {
    return false;
  }
  numbers[dimension] = static_cast<T>(value);
  return true;
}

/// Changes the field; false when the value or the dimension does not exist.
static bool replaceField(TensorMapDescription &map, TensorMapField field, uint32_t dimension, uint64_t value) {
  switch (field) {
  case TensorMapField::Address:
    map.address = value;
    return true;
  case TensorMapField::Rank:
    return setRank(map, value);
  case TensorMapField::Box:
    return setElement(map.box, dimension, value);
  case TensorMapField::Dimension:
    return setElement(map.dimensions, dimension, value);
  case TensorMapField::Stride:
    return setElement(map.stridesInBytes, dimension, value);
  case TensorMapField::ElementStride:
    return setElement(map.elementStrides, dimension, value);
  case TensorMapField::ElementType: {
    std::optional<TensorMapType> type = elementTypeOf(value);
    map.type = type.value_or(map.type);
    return type.has_value();
  }
  case TensorMapField::Interleave:
    map.interleave = static_cast<data::TensorMapInterleave>(value);
    return value <= 2;
  case TensorMapField::Swizzle:
    return setSwizzle(map, value);
  case TensorMapField::Fill:
    map.fill = static_cast<data::TensorMapFill>(value);
    return value <= 1;
  case TensorMapField::SwizzleAtom:
    return setSwizzleAtom(map, value);
  }
  return false;
}

static void replaceLane(Warp &warp, const Instruction &instruction, AccessWindow &window, unsigned lane) {
  const ReplaceDetail &detail = instruction.detailAs<ReplaceDetail>();
  uint64_t value = detail.isWide ? warp.read<uint64_t>(instruction.operands[1])[lane]
                                 : warp.read<uint32_t>(instruction.operands[1])[lane];
  Result<TensorMapDescription> map = decodeTensorMap(window.data[lane]);
  if (!map) {
    warp.fatal(FaultKind::IllegalOperand, instruction, lane, map.error());
    return;
  }
  if (!replaceField(*map, detail.field, detail.dimension, value)) {
    warp.fatal(FaultKind::IllegalOperand, instruction, lane,
               "a tensor map of rank " + std::to_string(map->dimensions.size()) + " has no place for " +
                   std::to_string(value) + " there");
    return;
  }
  TensorMapBytes bytes = storeTensorMap(*map);
  std::copy(bytes.begin(), bytes.end(), window.data[lane]);
}

static Access mapAccess(Warp &warp, const Instruction &instruction, Space space, const LaneAddresses &addresses,
                        LaneMask lanes, AccessKind kind) {
  Access access;
  access.kind = kind;
  access.space = space;
  access.sizeInBytes = data::tensorMapBytes;
  access.alignment = 64;
  access.lanes = lanes;
  access.addresses = addresses.data();
  access.instruction = warp.program().indexOf(instruction);
  return access;
}

static Step executeReplace(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  const ReplaceDetail &detail = instruction.detailAs<ReplaceDetail>();
  LaneAddresses addresses;
  lanes = computeAddresses(warp, instruction, detail.address, instruction.operands[0], lanes, addresses);
  lanes = warp.requireDefined(FaultKind::UndefinedOperand, instruction, instruction.operands[1], detail.isWide ? 8 : 4,
                              lanes, "the new value");
  AccessWindow window = warp.memory().open(
      mapAccess(warp, instruction, detail.address.space, addresses, lanes, AccessKind::ReadModifyWrite));
  for (LaneMask rest = window.lanes; rest != 0; rest &= rest - 1) {
    replaceLane(warp, instruction, window, firstLane(rest));
  }
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// cp_fenceproxy
//===----------------------------------------------------------------------===//

namespace {
/// The operands are both addresses.
struct PublishDetail {
  AddressDetail target, source;
  Scope scope = Scope::Gpu;
};
} // namespace

/// The warp copies the map once, and each lane fences.
static Step executePublish(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  const PublishDetail &detail = instruction.detailAs<PublishDetail>();
  LaneAddresses targets, sources;
  LaneMask known = computeAddresses(warp, instruction, detail.target, instruction.operands[0], lanes, targets);
  known = computeAddresses(warp, instruction, detail.source, instruction.operands[1], known, sources);
  if (known != 0) {
    LaneMask first = 1u << firstLane(known);
    AccessWindow from =
        warp.memory().open(mapAccess(warp, instruction, detail.source.space, sources, first, AccessKind::Read));
    AccessWindow to = warp.memory().open(
        mapAccess(warp, instruction, detail.target.space, targets, first, AccessKind::ReadModifyWrite));
    if ((from.lanes & to.lanes) != 0) {
      unsigned lane = firstLane(first);
      std::copy_n(from.data[lane], data::tensorMapBytes, to.data[lane]);
      to.copyDefined(lane, 0, from, lane, 0, data::tensorMapBytes);
    }
  }
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    warp.cta().clocks().fence(warp.firstThread() + firstLane(rest), detail.scope);
  }
  warp.noteEffect();
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

static void decodeReplace(DecodeContext &context, Instruction &out) {
  ReplaceDetail detail;
  context.needOneOf({"tile"});
  detail.field = static_cast<TensorMapField>(
      context.needOneOf({"global_address", "rank", "box_dim", "global_dim", "global_stride", "element_stride",
                         "elemtype", "interleave_layout", "swizzle_mode", "fill_mode", "swizzle_atomicity"}));
  Space space = takeSpace(context);
  context.needOneOf({"b1024"});
  detail.isWide = context.needOneOf({"b32", "b64"}) == 1;
  bool needsWide = detail.field == TensorMapField::Address || detail.field == TensorMapField::Stride;
  if (detail.isWide != needsWide) {
    context.error("`" + context.spelling() + "` needs a value of " + (needsWide ? "64" : "32") + " bits");
  }
  bool hasDimension = detail.field >= TensorMapField::Box && detail.field <= TensorMapField::ElementStride;
  if (!context.expectOperands(hasDimension ? 3 : 2)) {
    return;
  }
  Place base;
  detail.address = addressDetail(context, context.operand(0), space, base);
  if (hasDimension) {
    detail.dimension = static_cast<uint32_t>(context.number(1, 0, 4));
  }
  context.setOperands(out, {}, {base, context.source(hasDimension ? 2 : 1, typeNamed(detail.isWide ? "b64" : "b32"))});
  context.setDetail(out, detail);
  out.handler = executeReplace;
}

static void decodePublish(DecodeContext &context, Instruction &out) {
  PublishDetail detail;
  for (std::string_view word : {"global", "shared::cta", "tensormap::generic", "release"}) {
    context.needOneOf({word});
  }
  std::optional<Scope> scope = context.takeScope();
  if (!scope) {
    context.error("`" + context.spelling() + "` needs a scope: .cta, .cluster, .gpu or .sys");
  }
  detail.scope = scope.value_or(Scope::Gpu);
  context.needOneOf({"sync"});
  context.needOneOf({"aligned"});
  if (!context.expectOperands(3)) {
    return;
  }
  Place target, source;
  detail.target = addressDetail(context, context.operand(0), Space::Global, target);
  detail.source = addressDetail(context, context.operand(1), Space::Shared, source);
  context.number(2, 128, 128);
  context.setOperands(out, {}, {target, source});
  context.setDetail(out, detail);
  out.handler = executePublish;
  out.needsAllLanes = true;
}

static void decodeTensorMapChange(DecodeContext &context, Instruction &out) {
  out.kind = InstructionClass::OtherMemory;
  if (!context.target().hasTma()) {
    context.error("`" + context.spelling() + "` needs sm_90, the target is " + context.target().name);
    return;
  }
  if (context.needOneOf({"replace", "cp_fenceproxy"}) == 0) {
    decodeReplace(context, out);
  } else {
    decodePublish(context, out);
  }
}

void registerTensorMap(FamilyTable &families) { families.add({{"tensormap", decodeTensorMapChange}}); }

} // namespace tkc::sim
