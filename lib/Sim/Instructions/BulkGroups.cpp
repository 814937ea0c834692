// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cp.async.bulk.commit_group and .wait_group.
#include "BulkGroups.h"

#include "CpAsync.h"

namespace tkc::sim {

ThreadBulkGroups &BulkGroups::of(Warp &warp, unsigned lane) {
  auto [found, isNew] = warp.cta().states().get<BulkGroups>().threads.try_emplace(warp.firstThread() + lane);
  if (isNew) {
    found->second.reader = warp.cta().clocks().addAgent();
    found->second.writer = warp.cta().clocks().addAgent();
  }
  return found->second;
}

void BulkGroups::lanesEnded(Warp &warp, LaneMask lanes) {
  for (auto entry = threads.lower_bound(warp.firstThread());
       entry != threads.end() && entry->first < warp.firstThread() + warpSize; ++entry) {
    unsigned lane = entry->first - warp.firstThread();
    if (!(lanes >> lane & 1)) {
      continue;
    }
    for (const GroupedCopy &copy : entry->second.copies) {
      if (copy.group > entry->second.readUpTo) {
        warp.fault(FaultKind::CopyInFlightAtExit, warp.program().code[copy.instruction], lane,
                   "the thread ends without having waited for its bulk group, which still reads shared memory");
        break;
      }
    }
  }
}

static Step executeCommit(Warp &warp, const Instruction &, LaneMask lanes) {
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    BulkGroups::of(warp, firstLane(rest)).groups.commit();
  }
  return Step::Next;
}

static void finishGroups(Warp &warp, ThreadBulkGroups &thread, unsigned lane, uint32_t upTo, bool isReadOnly) {
  for (const GroupedCopy &copy : thread.copies) {
    if (copy.group <= upTo) {
      warp.cta().cluster().engine().finish(copy.ticket);
    }
  }
  KnowledgeRef learned = joinEpoch(nullptr, {thread.reader, upTo});
  thread.readUpTo = std::max(thread.readUpTo, upTo);
  if (!isReadOnly) {
    learned = joinEpoch(learned, {thread.writer, upTo});
    thread.groups.forget(upTo);
  }
  std::vector<GroupedCopy> left;
  for (const GroupedCopy &copy : thread.copies) {
    if (copy.group > upTo) {
      left.push_back(copy);
    }
  }
  thread.copies = std::move(left);
  warp.cta().clocks().acquire(warp.firstThread() + lane, learned);
}

static Step executeWait(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    ThreadBulkGroups &thread = BulkGroups::of(warp, firstLane(rest));
    if (uint32_t upTo = thread.groups.coveredBy(instruction.fields[0])) {
      finishGroups(warp, thread, firstLane(rest), upTo, instruction.fields[1] != 0);
    }
  }
  return Step::Next;
}

void decodeBulkGroup(DecodeContext &context, Instruction &out) {
  if (context.needOneOf({"commit_group", "wait_group"}) == 0) {
    context.expectOperands(0);
    out.handler = executeCommit;
    return;
  }
  out.fields[1] = context.take("read");
  if (context.expectOperands(1)) {
    out.fields[0] = static_cast<uint32_t>(context.number(0, 0, 0x7fffffff));
  }
  out.handler = executeWait;
}

} // namespace tkc::sim
