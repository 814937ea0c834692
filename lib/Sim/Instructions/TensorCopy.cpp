// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cp.async.bulk.tensor, cp.reduce.async.bulk.tensor and their prefetch, in tile mode. The tensor map is read when the
// copy happens, as by the copy.
#include "tkc/Sim/Instructions/Elementwise.h"
#include "tkc/Sim/Numeric/TensorMap.h"

#include <algorithm>

#include "BulkIssue.h"
#include "CpAsync.h"

namespace tkc::sim {

using data::TensorMapDescription;
using data::TensorMapType;

namespace {
enum class TensorMode : uint8_t { Tile, Gather4, Scatter4 };

/// The operands: the map, the shared address, the coordinates, and as they are there mbarrier and mask of CTAs.
struct TensorDetail {
  AddressDetail map, shared, mbarrier;
  TensorMode mode = TensorMode::Tile;
  bool isLoad = true, isMulticast = false, isReduction = false;
  unsigned numCoordinates = 1;
  BulkReduction::Operation operation = BulkReduction::Operation::Add;
};

/// One box on its way.
struct TensorBox {
  Space mapSpace = Space::Generic;
  uint64_t map = 0;
  uint32_t shared = 0;
  std::vector<int32_t> coordinates;
  TensorMode mode = TensorMode::Tile;
  bool isLoad = true, isReduction = false;
  BulkReduction::Operation operation = BulkReduction::Operation::Add;

  /// Moves it, and gives its bytes.
  uint64_t move(const AsyncTransfer &transfer, uint32_t shared) const;

private:
  std::optional<TensorMapDescription> readMap(const AsyncTransfer &transfer) const;
  Result<std::vector<TensorRun>> runs(const TensorMapDescription &map, uint32_t shared) const;
  std::optional<BulkReduction> reductionOf(const AsyncTransfer &transfer, TensorMapType type) const;
};
} // namespace

static void refuse(const AsyncTransfer &transfer, const std::string &text) {
  transfer.warp->fatal(FaultKind::IllegalOperand, *transfer.instruction, transfer.lane, text);
}

/// Reads and checks the map; nothing after a fault.
std::optional<TensorMapDescription> TensorBox::readMap(const AsyncTransfer &transfer) const {
  AsyncTransfer reading = transfer;
  reading.sourceSpace = mapSpace;
  reading.alignment = 64;
  TensorMapBytes bytes;
  {
    AccessWindow window = reading.open(AccessKind::Read, map, data::tensorMapBytes);
    if (!window.lanes) {
      return std::nullopt;
    }
    std::copy_n(window.data[0], bytes.size(), bytes.begin());
  }
  Result<TensorMapDescription> description = decodeTensorMap(bytes.data());
  if (!description) {
    refuse(transfer, description.error());
    return std::nullopt;
  }
  // What the encoder refuses, no copy may use.
  if (Result<TensorMapBytes> again = encodeTensorMap(*description); !again) {
    refuse(transfer, "the tensor map is wrong: " + again.error());
    return std::nullopt;
  }
  return *std::move(description);
}

Result<std::vector<TensorRun>> TensorBox::runs(const TensorMapDescription &description, uint32_t sharedAddress) const {
  if (mode == TensorMode::Tile) {
    return tensorRuns(description, coordinates, sharedAddress);
  }
  return gatherRuns(description, coordinates[0], {coordinates[1], coordinates[2], coordinates[3], coordinates[4]},
                    sharedAddress);
}

/// What elements of the map's type are to a reduction.
static BulkReduction::Element elementOf(TensorMapType type) {
  using Element = BulkReduction::Element;
  switch (type) {
  case TensorMapType::S32:
  case TensorMapType::S64:
    return Element::Signed;
  case TensorMapType::F16:
    return Element::F16;
  case TensorMapType::BF16:
    return Element::BF16;
  case TensorMapType::F32:
  case TensorMapType::F32FlushToZero:
  case TensorMapType::TF32:
  case TensorMapType::TF32FlushToZero:
    return Element::F32;
  case TensorMapType::F64:
    return Element::F64;
  case TensorMapType::U8:
  case TensorMapType::U16:
  case TensorMapType::U32:
  case TensorMapType::U64:
  case TensorMapType::U4x16Align8:
  case TensorMapType::U4x16Align16:
  case TensorMapType::U6x16Align16:
    break;
  }
  return Element::Unsigned;
}

std::optional<BulkReduction> TensorBox::reductionOf(const AsyncTransfer &transfer, TensorMapType type) const {
  BulkReduction reduction{operation, elementOf(type), bitsOfElement(type) / 8};
  if (!reduction.exists()) {
    refuse(transfer, "the tensor map's elements have no such reduction");
    return std::nullopt;
  }
  return reduction;
}

/// Loads round elements of these types; a map's flushing to zero is for sums.
static uint32_t roundToTf32(uint32_t bits) {
  bool isNan = (bits & 0x7fffffff) > 0x7f800000, isInfinite = (bits & 0x7fffffff) == 0x7f800000;
  return isNan ? 0x7fffe000 : isInfinite ? bits : (bits + 0xfff + (bits >> 13 & 1)) & 0xffffe000;
}
static uint32_t (*conversionOf(TensorMapType type))(uint32_t) {
  bool isTf32 = type == TensorMapType::TF32 || type == TensorMapType::TF32FlushToZero;
  return isTf32 ? roundToTf32 : nullptr;
}

/// Stores and reductions clip the innermost dimension by pieces of 16 bytes, as an H200 does: the bytes between the
/// last element and the next such piece are written, too.
static void roundExtentUp(TensorMapDescription &map) {
  uint64_t bits = bitsOfElement(map.type), piece = 16 * 8;
  map.dimensions[0] = (map.dimensions[0] * bits + piece - 1) / piece * piece / bits;
}

uint64_t TensorBox::move(const AsyncTransfer &transfer, uint32_t sharedAddress) const {
  std::optional<TensorMapDescription> description = readMap(transfer);
  if (!description) {
    return 0;
  }
  AsyncTransfer moving = transfer;
  std::optional<BulkReduction> reduction;
  if (isReduction) {
    reduction = reductionOf(transfer, description->type);
    if (!reduction) {
      return 0;
    }
    moving.reduction = &*reduction;
  }
  if (int64_t(coordinates[0]) * int64_t(bitsOfElement(description->type)) % (16 * 8) != 0) {
    refuse(transfer, "the innermost coordinate is no multiple of 16 bytes, an illegal instruction on hardware");
    return 0;
  }
  bool isBefore = std::any_of(coordinates.begin(), coordinates.end(), [](int32_t place) { return place < 0; });
  if (!isLoad && isBefore) {
    refuse(transfer, "a store or reduction through a tensor map has a negative coordinate, an illegal instruction on "
                     "hardware");
    return 0;
  }
  if (isLoad) {
    moving.convert = conversionOf(description->type);
  } else {
    roundExtentUp(*description);
  }
  Result<std::vector<TensorRun>> pieces = runs(*description, sharedAddress);
  if (!pieces) {
    refuse(transfer, pieces.error());
    return 0;
  }
  moving.fill = fillElement(*description);
  moving.fillBytes = std::max(1u, bitsOfElement(description->type) / 8);
  for (const TensorRun &run : *pieces) {
    if (isLoad) {
      moving.move(
          {run.globalAddress, run.sharedAddress, run.isInBounds ? run.bytes : 0, run.isInBounds ? 0 : run.bytes});
    } else if (run.isInBounds) {
      moving.move({run.sharedAddress, run.globalAddress, run.bytes, 0});
    }
  }
  return mode == TensorMode::Gather4 ? 4 * boxBytes(*description) : boxBytes(*description);
}

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

static LaneMask definedOperands(Warp &warp, const Instruction &instruction, const TensorDetail &detail,
                                LaneMask lanes) {
  auto require = [&](unsigned index, unsigned bytes, const char *what, FaultKind kind) {
    lanes = warp.requireDefined(kind, instruction, instruction.operands[index], bytes, lanes, what);
  };
  require(0, detail.map.is64 ? 8 : 4, "the tensor map's address", FaultKind::UndefinedAddress);
  require(1, detail.shared.is64 ? 8 : 4, "the shared address", FaultKind::UndefinedAddress);
  for (unsigned index = 0; index < detail.numCoordinates; ++index) {
    require(2 + index, 4, "a coordinate", FaultKind::UndefinedOperand);
  }
  unsigned next = 2 + detail.numCoordinates;
  if (detail.isLoad) {
    require(next++, detail.mbarrier.is64 ? 8 : 4, "the mbarrier's address", FaultKind::UndefinedAddress);
  }
  if (detail.isMulticast) {
    require(next, 2, "the mask of CTAs", FaultKind::UndefinedOperand);
  }
  return lanes;
}

static TensorBox boxOf(const Warp &warp, const Instruction &instruction, const TensorDetail &detail, unsigned lane) {
  TensorBox box;
  box.mapSpace = detail.map.space;
  box.map = laneAddress(warp, detail.map, instruction.operands[0], lane);
  box.shared = static_cast<uint32_t>(laneAddress(warp, detail.shared, instruction.operands[1], lane));
  for (unsigned index = 0; index < detail.numCoordinates; ++index) {
    box.coordinates.push_back(warp.read<int32_t>(instruction.operands[2 + index])[lane]);
  }
  box.mode = detail.mode;
  box.isLoad = detail.isLoad;
  box.isReduction = detail.isReduction;
  box.operation = detail.operation;
  return box;
}

static void issueLane(Warp &warp, const Instruction &instruction, const TensorDetail &detail, unsigned lane) {
  TensorBox box = boxOf(warp, instruction, detail, lane);
  BulkIssue issue(warp, instruction, lane);
  AsyncTransfer transfer = issue.transfer();
  if (!detail.isLoad) {
    transfer.sourceSpace = Space::Shared;
    transfer.targetSpace = Space::Global;
    issue.issueToGroup(
        transfer, [box](const AsyncTransfer &moving, uint32_t) { return box.move(moving, box.shared); },
        detail.isReduction ? "tensor reduction to global" : "tensor copy to global");
    return;
  }
  transfer.sourceSpace = Space::Global;
  transfer.targetSpace = detail.shared.space;
  unsigned next = 2 + detail.numCoordinates;
  auto mbarrier = static_cast<uint32_t>(laneAddress(warp, detail.mbarrier, instruction.operands[next], lane));
  std::optional<uint32_t> ranks;
  if (detail.isMulticast) {
    ranks = warp.read<uint16_t>(instruction.operands[next + 1])[lane];
  }
  bool isMulticast = detail.isMulticast;
  if (!isMulticast && !issue.areInOneCta(box.shared, mbarrier)) {
    return;
  }
  issue.issueToMbarrier(
      transfer, mbarrier, ranks,
      [box, isMulticast](const AsyncTransfer &moving, uint32_t rank) {
        uint32_t offset = box.shared & ((1u << sharedRankShift) - 1);
        return box.move(moving, isMulticast ? rank << sharedRankShift | offset : box.shared);
      },
      "tensor copy to shared");
}

static Step executeTensor(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  const TensorDetail &detail = instruction.detailAs<TensorDetail>();
  for (LaneMask rest = definedOperands(warp, instruction, detail, lanes); rest != 0; rest &= rest - 1) {
    issueLane(warp, instruction, detail, firstLane(rest));
  }
  warp.noteEffect();
  return Step::Next;
}

static Step executeNothing(Warp &, const Instruction &, LaneMask) { return Step::Next; }

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

static void takeMode(DecodeContext &context, TensorDetail &detail) {
  if (context.peek().substr(0, 6) == "im2col") {
    context.error("`" + context.spelling() + "`: the simulator has no im2col mode");
    return;
  }
  bool isFour = context.peek() == "tile::gather4" || context.peek() == "tile::scatter4";
  if (isFour && context.target().sm < 100) {
    context.error("`" + context.spelling() + "` needs sm_100, the target is " + context.target().name);
  }
  if (detail.isLoad && context.take("tile::gather4")) {
    detail.mode = TensorMode::Gather4;
  } else if (!detail.isLoad && !detail.isReduction && context.take("tile::scatter4")) {
    detail.mode = TensorMode::Scatter4;
  } else {
    context.take("tile");
  }
}

/// The map's address and the coordinates.
static void takeMap(DecodeContext &context, TensorDetail &detail, unsigned index, unsigned rank,
                    std::vector<Place> &sources) {
  const ptx::Operand &operand = context.operand(index);
  detail.map = addressDetail(context, operand, Space::Generic, sources[0]);
  detail.numCoordinates = detail.mode == TensorMode::Tile ? rank : 5;
  if (detail.mode != TensorMode::Tile && rank != 2) {
    context.error("`" + context.spelling() + "` needs two dimensions");
  }
  if (operand.elements.size() != detail.numCoordinates) {
    context.error("`" + context.spelling() + "` has " + std::to_string(operand.elements.size()) + " coordinates, " +
                  std::to_string(detail.numCoordinates) + " are needed");
  }
  for (const ptx::Operand &element : operand.elements) {
    sources.push_back(context.source(element, typeNamed("s32")));
  }
}

static void decodeLoad(DecodeContext &context, Instruction &out, TensorDetail detail, unsigned rank, Space target) {
  context.needOneOf({"global"});
  takeMode(context, detail);
  context.needOneOf({"mbarrier::complete_tx::bytes"});
  detail.isMulticast = context.take("multicast::cluster");
  context.take("cta_group::1");
  bool hasPolicy = context.take("L2::cache_hint");
  if (!context.expectOperands(3 + detail.isMulticast + hasPolicy)) {
    return;
  }
  std::vector<Place> sources(2);
  detail.shared = addressDetail(context, context.operand(0), target, sources[1]);
  takeMap(context, detail, 1, rank, sources);
  detail.mbarrier = addressDetail(context, context.operand(2), target, sources.emplace_back());
  if (detail.isMulticast) {
    sources.push_back(context.source(3, typeNamed("b16")));
  }
  if (hasPolicy) {
    takePolicy(context, context.numOperands() - 1);
  }
  context.setOperands(out, {}, sources);
  context.setDetail(out, detail);
  out.handler = executeTensor;
}

static void decodeStore(DecodeContext &context, Instruction &out, TensorDetail detail, unsigned rank) {
  context.needOneOf({"shared::cta"});
  detail.isLoad = false;
  if (detail.isReduction) {
    detail.operation = static_cast<BulkReduction::Operation>(
        context.needOneOf({"add", "min", "max", "inc", "dec", "and", "or", "xor"}));
  }
  takeMode(context, detail);
  context.needOneOf({"bulk_group"});
  bool hasPolicy = context.take("L2::cache_hint");
  if (!context.expectOperands(hasPolicy ? 3 : 2)) {
    return;
  }
  std::vector<Place> sources(2);
  takeMap(context, detail, 0, rank, sources);
  detail.shared = addressDetail(context, context.operand(1), Space::Shared, sources[1]);
  if (hasPolicy) {
    takePolicy(context, 2);
  }
  context.setOperands(out, {}, sources);
  context.setDetail(out, detail);
  out.handler = executeTensor;
}

static void decodePrefetch(DecodeContext &context, Instruction &out, TensorDetail detail, unsigned rank) {
  context.needOneOf({"L2"});
  context.needOneOf({"global"});
  takeMode(context, detail);
  bool hasPolicy = context.take("L2::cache_hint");
  if (!context.expectOperands(hasPolicy ? 2 : 1)) {
    return;
  }
  std::vector<Place> sources(2);
  takeMap(context, detail, 0, rank, sources);
  if (hasPolicy) {
    takePolicy(context, 1);
  }
  out.handler = executeNothing;
}

void decodeTensorCopy(DecodeContext &context, Instruction &out, bool isReduction, bool isPrefetch) {
  TensorDetail detail;
  detail.isReduction = isReduction;
  unsigned rank = 1 + static_cast<unsigned>(context.needOneOf({"1d", "2d", "3d", "4d", "5d"}));
  if (isPrefetch) {
    return decodePrefetch(context, out, detail, rank);
  }
  if (context.take("global")) {
    return decodeStore(context, out, detail, rank);
  }
  int target = isReduction ? -1 : context.takeOneOf({"shared::cluster", "shared::cta"});
  if (target < 0) {
    context.needOneOf({"global"});
    return;
  }
  decodeLoad(context, out, detail, rank, target == 0 ? Space::SharedCluster : Space::Shared);
}

} // namespace tkc::sim
