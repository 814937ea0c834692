// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cp.async of 4, 8 and 16 bytes, its commit groups, and its arrivals at mbarriers. Each thread has an agent of its own
// for its copies, whose clock counts groups.
#include "CpAsync.h"

#include "tkc/Sim/Instructions/Elementwise.h"
#include "tkc/Sim/Instructions/Families.h"

#include "AsyncTransfer.h"
#include "CopyGroups.h"
#include "MbarrierAccess.h"

namespace tkc::sim {

namespace {
/// The operands: both addresses, then the bytes that are read, if they are given.
struct CopyDetail {
  AddressDetail target, source;
  uint32_t bytes = 4;
  bool hasSourceBytes = false, mayIgnore = false;
};

/// What the lanes of a warp have in flight.
struct WarpCopies {
  struct Copy {
    AsyncTicket ticket;
    InstructionIndex instruction;
    /// Lanes that have not waited for it, and those of them that have left it to an mbarrier.
    LaneMask lanes, handed;
    std::array<uint32_t, warpSize> groups;
  };
  /// Of lane 0; those of the other lanes follow.
  Agent firstAgent;
  std::array<CopyGroups, warpSize> groups;
  std::vector<Copy> copies;

  Agent agent(unsigned lane) const { return {firstAgent.cta, firstAgent.index + lane}; }
};

/// The cp.async of a CTA.
struct ThreadCopies : MachineState {
  static constexpr char stateKey = 0;
  std::map<uint32_t, WarpCopies> warps;

  static WarpCopies &of(Warp &warp);
  void lanesEnded(Warp &warp, LaneMask lanes) override;
};
} // namespace

WarpCopies &ThreadCopies::of(Warp &warp) {
  auto [found, isNew] = warp.cta().states().get<ThreadCopies>().warps.try_emplace(warp.number());
  if (isNew) {
    // Agents of a warp that stand together are cheap.
    Agent agent = warp.cta().clocks().addAgent();
    while (agent.index % warpSize != 0) {
      agent = warp.cta().clocks().addAgent();
    }
    found->second.firstAgent = agent;
    for (unsigned lane = 1; lane < warpSize; ++lane) {
      warp.cta().clocks().addAgent();
    }
  }
  return found->second;
}

void ThreadCopies::lanesEnded(Warp &warp, LaneMask lanes) {
  auto found = warps.find(warp.number());
  if (found == warps.end()) {
    return;
  }
  for (const WarpCopies::Copy &copy : found->second.copies) {
    if (LaneMask open = copy.lanes & ~copy.handed & lanes) {
      warp.fault(FaultKind::CopyInFlightAtExit, warp.program().code[copy.instruction], firstLane(open),
                 "the thread ends without having waited for its copy to shared memory");
    }
  }
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

namespace {
/// One lane's copy.
struct LaneCopy {
  AsyncTransfer transfer;
  AsyncPiece piece;
};

/// Collects the copies of the lanes that execute one instruction.
class CopyIssue {
public:
  CopyIssue(Warp &warp, const Instruction &instruction)
      : warp(warp), instruction(instruction), detail(instruction.detailAs<CopyDetail>()),
        copies(ThreadCopies::of(warp)) {}
  Step run(LaneMask lanes);

private:
  LaneMask lanesWithSize(LaneMask lanes);
  uint32_t sourceBytes(unsigned lane) const;
  LaneCopy copyOf(unsigned lane);

  Warp &warp;
  const Instruction &instruction;
  const CopyDetail &detail;
  WarpCopies &copies;
  LaneAddresses targets, sources;
};
} // namespace

/// The lanes that say how many bytes they read.
LaneMask CopyIssue::lanesWithSize(LaneMask lanes) {
  if (detail.mayIgnore) {
    return warp.requireDefined(instruction, instruction.predicateSources[0], lanes, "whether the source is ignored");
  }
  if (!detail.hasSourceBytes) {
    return lanes;
  }
  lanes = warp.requireDefined(FaultKind::UndefinedOperand, instruction, instruction.operands[2], 4, lanes,
                              "the number of bytes to read");
  const uint32_t *sizes = warp.read<uint32_t>(instruction.operands[2]);
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    unsigned lane = firstLane(rest);
    if (sizes[lane] > detail.bytes) {
      warp.fault(FaultKind::IllegalOperand, instruction, lane,
                 "a copy of " + std::to_string(detail.bytes) + " bytes reads " + std::to_string(sizes[lane]));
      lanes &= ~(1u << lane);
    }
  }
  return lanes;
}

uint32_t CopyIssue::sourceBytes(unsigned lane) const {
  if (detail.mayIgnore) {
    return warp.predicate(instruction.predicateSources[0]).value >> lane & 1 ? 0 : detail.bytes;
  }
  return detail.hasSourceBytes ? warp.read<uint32_t>(instruction.operands[2])[lane] : detail.bytes;
}

LaneCopy CopyIssue::copyOf(unsigned lane) {
  LaneCopy copy;
  AsyncTransfer &transfer = copy.transfer;
  transfer.warp = &warp;
  transfer.instruction = &instruction;
  transfer.lane = lane;
  transfer.proxy = Proxy::Generic;
  transfer.sourceSpace = detail.source.space;
  transfer.targetSpace = detail.target.space;
  transfer.alignment = detail.bytes;
  transfer.known = warp.cta().clocks().release(warp.firstThread() + lane);
  transfer.reader = transfer.writer = {copies.agent(lane), copies.groups[lane].open()};
  uint32_t read = sourceBytes(lane);
  copy.piece = {sources[lane], targets[lane], read, detail.bytes - read};
  return copy;
}

Step CopyIssue::run(LaneMask lanes) {
  lanes = computeAddresses(warp, instruction, detail.target, instruction.operands[0], lanes, targets);
  lanes = computeAddresses(warp, instruction, detail.source, instruction.operands[1], lanes, sources);
  lanes = lanesWithSize(lanes);
  if (lanes == 0) {
    return Step::Next;
  }
  countAccess(warp, instruction, detail.source.space, sources, lanes, detail.bytes);
  if (InstructionCounts *counts = warp.countsOf(instruction)) {
    counts->bytes += uint64_t(detail.bytes) * static_cast<unsigned>(__builtin_popcount(lanes));
  }
  std::vector<LaneCopy> all;
  WarpCopies::Copy record{0, warp.program().indexOf(instruction), lanes, 0, {}};
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    unsigned lane = firstLane(rest);
    all.push_back(copyOf(lane));
    record.groups[lane] = copies.groups[lane].open();
  }
  AsyncOperation operation =
      operationOf(warp, instruction, firstLane(lanes),
                  "cp.async of " + std::to_string(detail.bytes) + " bytes a thread to shared memory");
  // Who does not wait is told when he ends.
  operation.usesShared = false;
  operation.perform = [all = std::move(all)] {
    for (const LaneCopy &copy : all) {
      copy.transfer.move(copy.piece);
    }
  };
  record.ticket = warp.cta().cluster().issue(std::move(operation));
  copies.copies.push_back(record);
  return Step::Next;
}

static Step executeCopy(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  return CopyIssue(warp, instruction).run(lanes);
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

static Step executeCommit(Warp &warp, const Instruction &, LaneMask lanes) {
  WarpCopies &copies = ThreadCopies::of(warp);
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    copies.groups[firstLane(rest)].commit();
  }
  return Step::Next;
}

/// Makes the copies of each lane's groups up to `upTo` happen, and the lane know of them.
static void finishGroups(Warp &warp, WarpCopies &copies, LaneMask lanes, const std::array<uint32_t, warpSize> &upTo) {
  std::vector<WarpCopies::Copy> left;
  for (WarpCopies::Copy copy : copies.copies) {
    LaneMask covered = 0;
    for (LaneMask rest = lanes & copy.lanes; rest != 0; rest &= rest - 1) {
      unsigned lane = firstLane(rest);
      covered |= copy.groups[lane] <= upTo[lane] ? 1u << lane : 0;
    }
    if (covered != 0) {
      warp.cta().cluster().engine().finish(copy.ticket);
    }
    copy.lanes &= ~covered;
    if (copy.lanes != 0) {
      left.push_back(copy);
    }
  }
  copies.copies = std::move(left);
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    unsigned lane = firstLane(rest);
    if (upTo[lane] != 0) {
      warp.cta().clocks().acquire(warp.firstThread() + lane, joinEpoch(nullptr, {copies.agent(lane), upTo[lane]}));
    }
    copies.groups[lane].forget(upTo[lane]);
  }
}

static Step executeWaitGroup(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  WarpCopies &copies = ThreadCopies::of(warp);
  std::array<uint32_t, warpSize> upTo = {};
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    unsigned lane = firstLane(rest);
    upTo[lane] = copies.groups[lane].coveredBy(instruction.fields[0]);
  }
  finishGroups(warp, copies, lanes, upTo);
  return Step::Next;
}

static Step executeWaitAll(Warp &warp, const Instruction &, LaneMask lanes) {
  WarpCopies &copies = ThreadCopies::of(warp);
  std::array<uint32_t, warpSize> upTo = {};
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    unsigned lane = firstLane(rest);
    upTo[lane] = copies.groups[lane].cut();
  }
  finishGroups(warp, copies, lanes, upTo);
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Arrivals at mbarriers
//===----------------------------------------------------------------------===//

namespace {
/// The arrival of one lane, when its copies so far have happened.
struct LaneArrival {
  unsigned lane = 0;
  uint32_t address = 0;
  Epoch copied;
};
} // namespace

static void arriveAfterCopies(Warp &warp, const Instruction &instruction, const AddressDetail &detail,
                              const LaneArrival &arrival) {
  AsyncTransfer transfer;
  transfer.warp = &warp;
  transfer.instruction = &instruction;
  transfer.lane = arrival.lane;
  transfer.proxy = Proxy::Generic;
  transfer.targetSpace = Space::SharedCluster;
  transfer.known = joinEpoch(nullptr, arrival.copied);
  transfer.writer = arrival.copied;
  AccessWindow window = transfer.open(AccessKind::ReadModifyWrite, arrival.address, 8);
  if (!window.lanes) {
    return;
  }
  std::string text;
  Mbarrier *barrier = findMbarrier(warp.cta().cluster(), arrival.address, window.data[0], text);
  if (!barrier) {
    warp.fatal(FaultKind::MbarrierMisuse, instruction, arrival.lane, text);
    return;
  }
  Mbarrier::Problem problem =
      barrier->arrive(1, transfer.known, warp.cta().number(), Scope::Cluster, /*drops=*/false, /*mayComplete=*/true);
  if (problem) {
    warp.fatal(problem->kind, instruction, arrival.lane, problem->text);
    return;
  }
  uint64_t image = barrier->image();
  std::memcpy(window.data[0], &image, sizeof(image));
}

/// The copies of these lanes up to now, which an arrival waits for.
static std::vector<AsyncTicket> handOver(WarpCopies &copies, LaneMask lanes) {
  std::vector<AsyncTicket> tickets;
  for (WarpCopies::Copy &copy : copies.copies) {
    if ((copy.lanes & lanes) != 0) {
      tickets.push_back(copy.ticket);
      copy.handed |= copy.lanes & lanes;
    }
  }
  return tickets;
}

/// Copies that are done and whose lanes all leave the waiting to mbarriers need not be kept.
static void dropHanded(Warp &warp, WarpCopies &copies) {
  std::vector<WarpCopies::Copy> left;
  for (const WarpCopies::Copy &copy : copies.copies) {
    if (copy.handed != copy.lanes || !warp.cta().cluster().engine().isDone(copy.ticket)) {
      left.push_back(copy);
    }
  }
  copies.copies = std::move(left);
}

static Step executeArrive(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  const AddressDetail &detail = instruction.detailAs<AddressDetail>();
  bool counts = instruction.fields[0] != 0;
  WarpCopies &copies = ThreadCopies::of(warp);
  std::vector<LaneArrival> arrivals;
  LaneMask arriving = 0;
  {
    MbarrierAccess access(warp, instruction, detail, instruction.operands[0], lanes, AccessKind::ReadModifyWrite);
    for (LaneMask rest = access.lanes(); rest != 0; rest &= rest - 1) {
      unsigned lane = firstLane(rest);
      Mbarrier *barrier = access.find(lane);
      Mbarrier::Problem problem = barrier && counts ? barrier->addPending() : std::nullopt;
      if (!barrier || problem) {
        if (problem) {
          warp.fatal(problem->kind, instruction, lane, problem->text);
        }
        return Step::Next;
      }
      access.store(lane, barrier->image());
      arriving |= 1u << lane;
      arrivals.push_back({lane, access.address(lane), {copies.agent(lane), copies.groups[lane].cut()}});
    }
  }
  if (arriving == 0) {
    return Step::Next;
  }
  AsyncOperation operation =
      operationOf(warp, instruction, firstLane(arriving), "the arrival of cp.async copies at an mbarrier");
  operation.perform = [&warp, &instruction, &detail, arrivals = std::move(arrivals),
                       tickets = handOver(copies, arriving)] {
    for (AsyncTicket ticket : tickets) {
      warp.cta().cluster().engine().finish(ticket);
    }
    for (const LaneArrival &arrival : arrivals) {
      arriveAfterCopies(warp, instruction, detail, arrival);
    }
  };
  warp.cta().cluster().issue(std::move(operation));
  dropHanded(warp, copies);
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

static void decodeCopy(DecodeContext &context, Instruction &out) {
  CopyDetail detail;
  bool isGlobalLevel = context.needOneOf({"ca", "cg"}) == 1;
  context.needOneOf({"shared", "shared::cta"});
  context.needOneOf({"global"});
  bool hasPolicy = takeCacheHints(context, {});
  unsigned most = hasPolicy ? 5 : 4;
  if (!context.expectOperands(hasPolicy ? 4 : 3, most)) {
    return;
  }
  std::vector<Place> sources(2);
  detail.target = addressDetail(context, context.operand(0), Space::Shared, sources[0]);
  detail.source = addressDetail(context, context.operand(1), Space::Global, sources[1]);
  detail.bytes = static_cast<uint32_t>(context.number(2, 4, 16));
  if (detail.bytes != 16 && (isGlobalLevel || (detail.bytes != 4 && detail.bytes != 8))) {
    context.error("`" + context.spelling() + "` copies " + (isGlobalLevel ? "16" : "4, 8 or 16") + " bytes, got " +
                  std::to_string(detail.bytes));
  }
  if (context.numOperands() == most) {
    detail.mayIgnore = context.isPredicate(context.operand(3));
    detail.hasSourceBytes = !detail.mayIgnore;
    if (detail.mayIgnore) {
      out.predicateSources[0] = context.predicateSource(3);
    } else {
      sources.push_back(context.source(3, typeNamed("b32")));
    }
  }
  if (hasPolicy) {
    takePolicy(context, context.numOperands() - 1);
  }
  context.setOperands(out, {}, sources);
  context.setDetail(out, detail);
  out.handler = executeCopy;
}

static void decodeArrive(DecodeContext &context, Instruction &out) {
  context.needOneOf({"arrive"});
  out.fields[0] = !context.take("noinc");
  int space = context.takeOneOf({"shared", "shared::cta"});
  context.needType({"b64"});
  if (!context.expectOperands(1)) {
    return;
  }
  Place base;
  AddressDetail detail = addressDetail(context, context.operand(0), space < 0 ? Space::Generic : Space::Shared, base);
  context.setOperands(out, {}, {base});
  context.setDetail(out, detail);
  out.handler = executeArrive;
}

void decodeThreadCopy(DecodeContext &context, Instruction &out) {
  out.kind = InstructionClass::Copy;
  if (!context.target().hasCpAsync()) {
    context.error("`" + context.spelling() + "` needs sm_80, the target is " + context.target().name);
    return;
  }
  if (context.take("commit_group")) {
    context.expectOperands(0);
    out.handler = executeCommit;
  } else if (context.take("wait_group")) {
    out.handler = executeWaitGroup;
    if (context.expectOperands(1)) {
      out.fields[0] = static_cast<uint32_t>(context.number(0, 0, 0x7fffffff));
    }
  } else if (context.take("wait_all")) {
    context.expectOperands(0);
    out.handler = executeWaitAll;
  } else if (context.take("mbarrier")) {
    decodeArrive(context, out);
  } else {
    decodeCopy(context, out);
  }
}

} // namespace tkc::sim
