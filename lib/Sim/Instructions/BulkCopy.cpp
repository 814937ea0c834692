// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cp.async.bulk, cp.reduce.async.bulk and cp.async.bulk.prefetch of contiguous bytes; the entry of all their forms.
#include "tkc/Sim/Instructions/Elementwise.h"
#include "tkc/Sim/Instructions/Families.h"

#include "BulkIssue.h"
#include "CpAsync.h"

namespace tkc::sim {

namespace {
/// The operands: target, source, size, and as they are there mbarrier, mask of CTAs, mask of bytes.
struct BulkDetail {
  AddressDetail target, source, mbarrier;
  bool usesMbarrier = false, isMulticast = false, hasByteMask = false, isReduction = false;
  BulkReduction reduction;
};

/// What one lane gives.
struct BulkOperands {
  uint64_t target = 0, source = 0, mbarrier = 0;
  uint32_t size = 0;
  uint16_t ranks = 0, byteMask = 0xffff;
};
} // namespace

static constexpr uint32_t bulkAlignment = 16;

/// Moves contiguous bytes; with a mask of bytes only those of each 16 whose bit is set.
static void moveBytes(const AsyncTransfer &transfer, const BulkOperands &operands, uint64_t target) {
  if (operands.byteMask == 0xffff) {
    transfer.move({operands.source, target, operands.size, 0});
    return;
  }
  AsyncTransfer bytes = transfer;
  bytes.alignment = 1;
  for (uint32_t offset = 0; offset < operands.size; ++offset) {
    if (operands.byteMask >> offset % bulkAlignment & 1) {
      bytes.move({operands.source + offset, target + offset, 1, 0});
    }
  }
}

/// The lanes whose operands are all defined.
static LaneMask definedOperands(Warp &warp, const Instruction &instruction, const BulkDetail &detail, LaneMask lanes) {
  auto require = [&](unsigned index, bool is64, const char *what, FaultKind kind) {
    lanes = warp.requireDefined(kind, instruction, instruction.operands[index], is64 ? 8 : 4, lanes, what);
  };
  require(0, detail.target.is64, "the target's address", FaultKind::UndefinedAddress);
  require(1, detail.source.is64, "the source's address", FaultKind::UndefinedAddress);
  require(2, false, "the size", FaultKind::UndefinedOperand);
  unsigned next = 3;
  if (detail.usesMbarrier) {
    require(next++, detail.mbarrier.is64, "the mbarrier's address", FaultKind::UndefinedAddress);
  }
  for (unsigned masks = detail.isMulticast + detail.hasByteMask; masks != 0; --masks, ++next) {
    lanes =
        warp.requireDefined(FaultKind::UndefinedOperand, instruction, instruction.operands[next], 2, lanes, "the mask");
  }
  return lanes;
}

static BulkOperands operandsOf(const Warp &warp, const Instruction &instruction, const BulkDetail &detail,
                               unsigned lane) {
  BulkOperands operands;
  operands.target = laneAddress(warp, detail.target, instruction.operands[0], lane);
  operands.source = laneAddress(warp, detail.source, instruction.operands[1], lane);
  operands.size = warp.read<uint32_t>(instruction.operands[2])[lane];
  unsigned next = 3;
  if (detail.usesMbarrier) {
    operands.mbarrier = laneAddress(warp, detail.mbarrier, instruction.operands[next++], lane);
  }
  if (detail.isMulticast) {
    operands.ranks = warp.read<uint16_t>(instruction.operands[next++])[lane];
  }
  if (detail.hasByteMask) {
    operands.byteMask = warp.read<uint16_t>(instruction.operands[next])[lane];
  }
  return operands;
}

static void issueLane(Warp &warp, const Instruction &instruction, const BulkDetail &detail, unsigned lane) {
  BulkOperands operands = operandsOf(warp, instruction, detail, lane);
  if (operands.size % bulkAlignment != 0) {
    warp.fatal(FaultKind::IllegalOperand, instruction, lane,
               "the size of a bulk copy is a multiple of 16, got " + std::to_string(operands.size));
    return;
  }
  BulkIssue issue(warp, instruction, lane);
  AsyncTransfer transfer = issue.transfer();
  transfer.sourceSpace = detail.source.space;
  transfer.targetSpace = detail.target.space;
  transfer.alignment = bulkAlignment;
  transfer.reduction = detail.isReduction ? &detail.reduction : nullptr;
  std::string description = (detail.isReduction ? "bulk reduction of " : "bulk copy of ") +
                            std::to_string(operands.size) + " bytes to " +
                            (detail.target.space == Space::Global ? "global" : "shared");
  if (!detail.usesMbarrier) {
    issue.issueToGroup(
        transfer,
        [operands](const AsyncTransfer &moving, uint32_t) {
          moveBytes(moving, operands, operands.target);
          return uint64_t(operands.size);
        },
        description);
    return;
  }
  bool isMulticast = detail.isMulticast;
  if (!isMulticast &&
      !issue.areInOneCta(static_cast<uint32_t>(operands.target), static_cast<uint32_t>(operands.mbarrier))) {
    return;
  }
  issue.issueToMbarrier(
      transfer, static_cast<uint32_t>(operands.mbarrier),
      isMulticast ? std::optional<uint32_t>(operands.ranks) : std::nullopt,
      [operands, isMulticast](const AsyncTransfer &moving, uint32_t rank) {
        uint64_t offset = operands.target & ((1u << sharedRankShift) - 1);
        moveBytes(moving, operands, isMulticast ? uint64_t(rank) << sharedRankShift | offset : operands.target);
        return uint64_t(operands.size);
      },
      description);
}

static Step executeBulk(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  const BulkDetail &detail = instruction.detailAs<BulkDetail>();
  for (LaneMask rest = definedOperands(warp, instruction, detail, lanes); rest != 0; rest &= rest - 1) {
    issueLane(warp, instruction, detail, firstLane(rest));
  }
  warp.noteEffect();
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Prefetches
//===----------------------------------------------------------------------===//

/// Only the size can be wrong: the address is a hint.
static Step executePrefetch(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  lanes = warp.requireDefined(FaultKind::UndefinedOperand, instruction, instruction.operands[0], 4, lanes, "the size");
  const uint32_t *sizes = warp.read<uint32_t>(instruction.operands[0]);
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    unsigned lane = firstLane(rest);
    if (sizes[lane] % bulkAlignment != 0) {
      warp.fault(FaultKind::IllegalOperand, instruction, lane,
                 "the size of a bulk prefetch is a multiple of 16, got " + std::to_string(sizes[lane]));
    }
  }
  return Step::Next;
}

static void decodePrefetch(DecodeContext &context, Instruction &out) {
  context.needOneOf({"L2"});
  context.needOneOf({"global"});
  bool hasPolicy = context.take("L2::cache_hint");
  if (!context.expectOperands(hasPolicy ? 3 : 2)) {
    return;
  }
  Place base;
  addressDetail(context, context.operand(0), Space::Global, base);
  if (hasPolicy) {
    takePolicy(context, 2);
  }
  context.setOperands(out, {}, {context.source(1, typeNamed("b32"))});
  out.handler = executePrefetch;
}

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

/// `.add.noftz.bf16` and so on; the last words.
static BulkReduction takeReduction(DecodeContext &context, bool isToShared) {
  BulkReduction reduction;
  int operation = context.needOneOf({"add", "min", "max", "inc", "dec", "and", "or", "xor"});
  reduction.operation = static_cast<BulkReduction::Operation>(operation);
  bool isNoFlush = context.take("noftz");
  ptx::Type type = context.needType({"u32", "s32", "b32", "u64", "s64", "b64", "f16", "bf16", "f32", "f64"});
  reduction.elementBytes = type.bits / 8;
  using Element = BulkReduction::Element;
  reduction.element = type.kind == ptx::Type::Kind::Signed   ? Element::Signed
                      : type.kind == ptx::Type::Kind::BFloat ? Element::BF16
                      : type.kind != ptx::Type::Kind::Float  ? Element::Unsigned
                      : type.bits == 16                      ? Element::F16
                      : type.bits == 32                      ? Element::F32
                                                             : Element::F64;
  bool isHalf = type.bits == 16, isBits = type.kind == ptx::Type::Kind::Bits;
  bool wantsBits = operation >= 5;
  // Shared memory has integers of 32 bits, and sums of u64.
  bool fitsShared = !isToShared || (reduction.element <= Element::Signed &&
                                    (type.bits == 32 || (operation == 0 && type.name == "u64")));
  if (!reduction.exists() || isBits != wantsBits || isNoFlush != (isHalf && operation == 0) || !fitsShared) {
    context.error("`" + context.spelling() + "` is no reduction of that type");
  }
  return reduction;
}

static Space takeBulkTarget(DecodeContext &context) {
  static constexpr Space spaces[] = {Space::SharedCluster, Space::Shared, Space::Global};
  return spaces[context.needOneOf({"shared::cluster", "shared::cta", "global"})];
}

/// What completes it follows from where it goes.
static void takeCompletion(DecodeContext &context, BulkDetail &detail) {
  detail.usesMbarrier = detail.target.space != Space::Global;
  context.needOneOf({detail.usesMbarrier ? "mbarrier::complete_tx::bytes" : "bulk_group"});
}

void decodeBulkCopy(DecodeContext &context, Instruction &out, bool isReduction, bool isPrefetch) {
  if (isPrefetch) {
    return decodePrefetch(context, out);
  }
  BulkDetail detail;
  detail.isReduction = isReduction;
  Space target = detail.target.space = takeBulkTarget(context);
  bool isFromShared = context.needOneOf({"global", "shared::cta"}) == 1;
  if (isFromShared ? target == Space::Shared : target == Space::Global || isReduction) {
    context.error("`" + context.spelling() + "` has no such way");
  }
  takeCompletion(context, detail);
  detail.isMulticast = !isReduction && !isFromShared && context.take("multicast::cluster");
  bool hasPolicy = context.take("L2::cache_hint");
  detail.hasByteMask = !isReduction && target == Space::Global && context.take("cp_mask");
  if (isReduction) {
    detail.reduction = takeReduction(context, target != Space::Global);
  }
  unsigned count = 3 + detail.usesMbarrier + detail.isMulticast + hasPolicy + detail.hasByteMask;
  if (!context.expectOperands(count)) {
    return;
  }
  std::vector<Place> sources(2);
  detail.target = addressDetail(context, context.operand(0), target, sources[0]);
  detail.source = addressDetail(context, context.operand(1), isFromShared ? Space::Shared : Space::Global, sources[1]);
  sources.push_back(context.source(2, typeNamed("b32")));
  unsigned next = 3;
  if (detail.usesMbarrier) {
    detail.mbarrier = addressDetail(context, context.operand(next++), target, sources.emplace_back());
  }
  if (detail.isMulticast) {
    sources.push_back(context.source(next++, typeNamed("b16")));
  }
  if (hasPolicy) {
    takePolicy(context, next++);
  }
  if (detail.hasByteMask) {
    sources.push_back(context.source(next, typeNamed("b16")));
  }
  context.setOperands(out, {}, sources);
  context.setDetail(out, detail);
  out.handler = executeBulk;
}

static void decodeBulk(DecodeContext &context, Instruction &out, bool isReduction) {
  out.kind = InstructionClass::Copy;
  if (!context.target().hasTma()) {
    context.error("`" + context.spelling() + "` needs sm_90, the target is " + context.target().name);
    return;
  }
  if (!isReduction && (context.peek() == "commit_group" || context.peek() == "wait_group")) {
    return decodeBulkGroup(context, out);
  }
  bool isPrefetch = !isReduction && context.take("prefetch");
  bool isTensor = context.take("tensor");
  (isTensor ? decodeTensorCopy : decodeBulkCopy)(context, out, isReduction, isPrefetch);
}

static void decodeAsync(DecodeContext &context, Instruction &out) {
  context.needOneOf({"async"});
  if (context.take("bulk")) {
    return decodeBulk(context, out, false);
  }
  decodeThreadCopy(context, out);
}

static void decodeReduce(DecodeContext &context, Instruction &out) {
  context.needOneOf({"reduce"});
  context.needOneOf({"async"});
  context.needOneOf({"bulk"});
  decodeBulk(context, out, true);
}

void registerAsyncCopy(FamilyTable &families) {
  families.add({{"cp.async", decodeAsync}, {"cp.reduce", decodeReduce}});
}

} // namespace tkc::sim
