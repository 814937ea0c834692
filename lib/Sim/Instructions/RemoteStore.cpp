// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// st.async and red.async: values from registers to the shared memory of a CTA of the cluster, counted by an mbarrier
// there. They go through the generic proxy, but nobody is told of them except by the mbarrier.
#include "tkc/Sim/Instructions/Elementwise.h"
#include "tkc/Sim/Instructions/Families.h"

#include <cstring>

#include "BulkIssue.h"

namespace tkc::sim {

namespace {
/// The operands: target, mbarrier, then the elements.
struct RemoteStoreDetail {
  AddressDetail target, mbarrier;
  uint32_t count = 1, bytes = 4;
  bool isReduction = false;
  BulkReduction reduction;
};

/// What one thread sends.
struct RemoteValue {
  uint8_t bytes[16] = {};
  uint16_t defined = 0;
  uint32_t size = 0;
  uint64_t target = 0;
};
} // namespace

static constexpr unsigned firstElement = 2;

static RemoteValue valueOf(const Warp &warp, const Instruction &instruction, const RemoteStoreDetail &detail,
                           unsigned lane) {
  RemoteValue value;
  for (uint32_t index = 0; index < detail.count; ++index) {
    Place place = instruction.operands[firstElement + index];
    std::memcpy(value.bytes + value.size, warp.read<uint8_t>(place) + size_t(lane) * detail.bytes, detail.bytes);
    value.defined |= static_cast<uint16_t>(warp.readDefined(place, detail.bytes)[lane] << value.size);
    value.size += detail.bytes;
  }
  value.target = laneAddress(warp, detail.target, instruction.operands[0], lane);
  return value;
}

static uint64_t perform(const AsyncTransfer &transfer, const RemoteValue &value) {
  const BulkReduction *reduction = transfer.reduction;
  AccessWindow window =
      transfer.open(reduction ? AccessKind::ReadModifyWrite : AccessKind::Write, value.target, value.size);
  if (!window.lanes) {
    return value.size;
  }
  if (!reduction) {
    std::memcpy(window.data[0], value.bytes, value.size);
    for (uint32_t byte = 0; byte < value.size; ++byte) {
      window.setRangeDefined(0, byte, 1, (value.defined >> byte) & 1);
    }
    return value.size;
  }
  uint64_t old = 0, operand = 0;
  std::memcpy(&old, window.data[0], value.size);
  std::memcpy(&operand, value.bytes, value.size);
  old = reduction->combine(old, operand);
  std::memcpy(window.data[0], &old, value.size);
  return value.size;
}

static Step executeRemoteStore(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  const RemoteStoreDetail &detail = instruction.detailAs<RemoteStoreDetail>();
  lanes = warp.requireDefined(FaultKind::UndefinedAddress, instruction, instruction.operands[0],
                              detail.target.is64 ? 8 : 4, lanes, "the target's address");
  lanes = warp.requireDefined(FaultKind::UndefinedAddress, instruction, instruction.operands[1],
                              detail.mbarrier.is64 ? 8 : 4, lanes, "the mbarrier's address");
  if (detail.isReduction) {
    lanes = warp.requireDefined(FaultKind::UndefinedValueStored, instruction, instruction.operands[firstElement],
                                detail.bytes, lanes, "the value");
  }
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    unsigned lane = firstLane(rest);
    RemoteValue value = valueOf(warp, instruction, detail, lane);
    auto mbarrier = static_cast<uint32_t>(laneAddress(warp, detail.mbarrier, instruction.operands[1], lane));
    BulkIssue issue(warp, instruction, lane);
    if (!issue.areInOneCta(static_cast<uint32_t>(value.target), mbarrier)) {
      return Step::Next;
    }
    AsyncTransfer transfer = issue.transfer();
    transfer.proxy = Proxy::Generic;
    transfer.targetSpace = Space::SharedCluster;
    transfer.alignment = value.size;
    transfer.reduction = detail.isReduction ? &detail.reduction : nullptr;
    std::string what = detail.isReduction ? "asynchronous reduction of " : "asynchronous store of ";
    issue.issueToMbarrier(
        transfer, mbarrier, std::nullopt,
        [value](const AsyncTransfer &moving, uint32_t) { return perform(moving, value); },
        what + std::to_string(value.size) + " bytes to shared");
  }
  warp.noteEffect();
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

/// `{.shared::cluster}.mbarrier::complete_tx::bytes`
static void takeCompletion(DecodeContext &context, RemoteStoreDetail &detail) {
  context.take("shared::cluster");
  detail.target.space = Space::SharedCluster;
  context.needOneOf({"mbarrier::complete_tx::bytes"});
}

static void finishRemoteStore(DecodeContext &context, Instruction &out, RemoteStoreDetail detail, ptx::Type type) {
  out.kind = InstructionClass::Copy;
  if (!context.target().hasTma()) {
    return context.error("`" + context.spelling() + "` needs sm_90, the target is " + context.target().name);
  }
  if (!context.expectOperands(3)) {
    return;
  }
  std::vector<const ptx::Operand *> elements = context.elements(1);
  if (elements.size() != detail.count || detail.count * type.bits > 128) {
    return context.error("`" + context.spelling() + "` needs " + std::to_string(detail.count) +
                         " registers of at most 128 bits together");
  }
  detail.bytes = type.bits / 8;
  std::vector<Place> sources(firstElement);
  detail.target = addressDetail(context, context.operand(0), detail.target.space, sources[0]);
  detail.mbarrier = addressDetail(context, context.operand(2), detail.target.space, sources[1]);
  for (const ptx::Operand *element : elements) {
    sources.push_back(context.source(*element, type));
  }
  context.setOperands(out, {}, sources);
  context.setDetail(out, detail);
  out.handler = executeRemoteStore;
}

static void decodeStore(DecodeContext &context, Instruction &out) {
  context.take("async");
  if (context.isAhead("release") || context.isAhead("mmio")) {
    return context.error("`" + context.spelling() + "` needs sm_100, the target is " + context.target().name);
  }
  RemoteStoreDetail detail;
  context.take("weak");
  takeCompletion(context, detail);
  int vector = context.takeOneOf({"v2", "v4"});
  detail.count = vector < 0 ? 1 : 2u << vector;
  ptx::Type type = context.needType({"b32", "b64", "u32", "u64", "s32", "s64", "f32", "f64"});
  finishRemoteStore(context, out, detail, type);
}

static void decodeReduction(DecodeContext &context, Instruction &out) {
  context.take("async");
  if (context.isAhead("release") || context.isAhead("mmio")) {
    return context.error("`" + context.spelling() + "` needs sm_100, the target is " + context.target().name);
  }
  RemoteStoreDetail detail;
  detail.isReduction = true;
  context.needOneOf({"relaxed"});
  context.needOneOf({"cluster"});
  takeCompletion(context, detail);
  using Operation = BulkReduction::Operation;
  auto operation = static_cast<Operation>(context.needOneOf({"add", "min", "max", "inc", "dec", "and", "or", "xor"}));
  ptx::Type type = operation == Operation::Add         ? context.needType({"u32", "s32", "u64", "s64"})
                   : operation <= Operation::Max       ? context.needType({"u32", "s32"})
                   : operation <= Operation::Decrement ? context.needType({"u32"})
                                                       : context.needType({"b32"});
  detail.reduction.operation = operation;
  detail.reduction.elementBytes = type.bits / 8;
  detail.reduction.element =
      type.kind == ptx::Type::Kind::Signed ? BulkReduction::Element::Signed : BulkReduction::Element::Unsigned;
  finishRemoteStore(context, out, detail, type);
}

void registerRemoteStore(FamilyTable &families) {
  families.add({{"st.async", decodeStore}, {"red.async", decodeReduction}});
}

} // namespace tkc::sim
