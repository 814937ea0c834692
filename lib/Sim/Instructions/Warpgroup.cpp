// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Meetings of four warps, and the operations that come of them.
#include "Warpgroup.h"

#include <algorithm>
#include <cstdio>
#include <memory>

namespace tkc::sim {

static std::string hexadecimal(uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof(text), "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

Warpgroup &Warpgroups::of(Warp &warp) {
  Cta &cta = warp.cta();
  uint32_t number = warp.number() / warpsPerGroup;
  auto [found, isNew] = cta.states().get<Warpgroups>().groups.try_emplace(number);
  if (isNew) {
    found->second.agent = cta.clocks().addAgent();
    found->second.queue = cta.cluster().engine().newQueue();
    found->second.firstWarp = number * warpsPerGroup;
  }
  return found->second;
}

std::optional<WgmmaMismatch> Warpgroup::compare(const Meeting &meeting, const Instruction &instruction,
                                                const WgmmaArrival &arrival) {
  const WgmmaArrival &first = meeting.first;
  if (meeting.work.instruction != &instruction) {
    return WgmmaMismatch{FaultKind::DivergentInstruction, "another warp of the group executes the wgmma of line " +
                                                              std::to_string(meeting.work.instruction->line) +
                                                              " at the same time"};
  }
  if (first.group != arrival.group) {
    return WgmmaMismatch{FaultKind::DivergentInstruction, "the warps of the group have committed " +
                                                              std::to_string(first.group - 1) + " and " +
                                                              std::to_string(arrival.group - 1) + " groups before"};
  }
  if (first.isBroken || arrival.isBroken) {
    return std::nullopt;
  }
  for (auto [left, right] :
       {std::pair(first.descriptorA, arrival.descriptorA), std::pair(first.descriptorB, arrival.descriptorB)}) {
    if (left != right) {
      return WgmmaMismatch{FaultKind::IllegalOperand, "a descriptor differs among the warps of the group: " +
                                                          hexadecimal(left) + " and " + hexadecimal(right)};
    }
  }
  if (first.addsToAccumulator != arrival.addsToAccumulator) {
    return WgmmaMismatch{FaultKind::IllegalOperand, "scale-d differs among the warps of the group"};
  }
  return std::nullopt;
}

std::optional<WgmmaMismatch> Warpgroup::arrive(Warp &warp, const Instruction &instruction,
                                               const WgmmaArrival &arrival) {
  unsigned member = warp.number() - firstWarp;
  size_t position = arrivals[member]++ - firstMeeting;
  if (position == meetings.size()) {
    meetings.emplace_back();
    meetings.back().first = arrival;
    meetings.back().work.instruction = &instruction;
  }
  Meeting &meeting = meetings[position];
  std::optional<WgmmaMismatch> mismatch = compare(meeting, instruction, arrival);
  meeting.arrived |= 1u << member;
  meeting.work.isBroken |= arrival.isBroken || mismatch.has_value();
  meeting.work.warps[member] = &warp;
  meeting.work.wrongRows[member] = arrival.wrongRows;
  meeting.work.known[member] = warp.cta().clocks().releaseLanes(warp.firstThread(), allLanes);
  if (meeting.arrived == (1u << warpsPerGroup) - 1) {
    // Warps come in the order of their wgmma, so it is the first one.
    Meeting complete = std::move(meeting);
    meetings.pop_front();
    ++firstMeeting;
    issue(warp, std::move(complete));
  }
  return mismatch;
}

/// Nothing but wrong descriptors, which have been reported, fails to decode.
static MatrixDescriptor descriptorOf(WgmmaWork &work, uint64_t bits) {
  Result<MatrixDescriptor> decoded = decodeMatrixDescriptor(bits);
  work.isBroken |= !decoded;
  return decoded ? *decoded : MatrixDescriptor();
}

static void recordTrace(Warp &warp, const Instruction &instruction, uint64_t begin) {
  TraceSink *trace = warp.launch().options.trace;
  if (!trace) {
    return;
  }
  const WgmmaDetail &detail = instruction.detailAs<WgmmaDetail>();
  TraceEvent event;
  event.track = TraceEvent::Track::Matrix;
  event.cluster = static_cast<uint32_t>(warp.cta().cluster().number());
  event.cta = warp.cta().number();
  event.warp = warp.number();
  event.name = "wgmma m64n" + std::to_string(detail.columns) + "k" + std::to_string(detail.depth);
  event.begin = begin;
  event.end = std::max(begin, warp.cta().cluster().time());
  event.line = instruction.line;
  trace->record(std::move(event));
}

void Warpgroup::issue(Warp &last, Meeting meeting) {
  const Instruction &instruction = *meeting.work.instruction;
  if (InstructionCounts *counts = last.countsOf(instruction)) {
    ++counts->matrices;
  }
  auto work = std::make_shared<WgmmaWork>(std::move(meeting.work));
  work->addsToAccumulator = meeting.first.addsToAccumulator;
  work->epoch = {agent, meeting.first.group};
  if (!work->isBroken) {
    work->a = descriptorOf(*work, meeting.first.descriptorA);
    work->b = descriptorOf(*work, meeting.first.descriptorB);
  }
  uint64_t begin = last.now();
  AsyncOperation operation;
  operation.perform = [work, begin] {
    performWgmma(*work);
    recordTrace(*work->warps[0], *work->instruction, begin);
  };
  operation.description = [] { return std::string("wgmma"); };
  operation.queue = queue;
  operation.instruction = last.program().indexOf(instruction);
  operation.place = work->warps[0]->memory().place(0);
  operation.ctaRank = last.cta().rank();
  // A warp that ends before its wait is reported by itself.
  operation.usesShared = false;
  tickets.push_back(last.cta().cluster().issue(std::move(operation)));
}

void Warpgroup::finish(Cluster &cluster, uint64_t count) {
  for (; firstTicket < count; ++firstTicket) {
    cluster.engine().finish(tickets.front());
    tickets.pop_front();
  }
}

std::string Warpgroup::describe(uint64_t number) const {
  std::string text = "wgmma " + std::to_string(number) + " of the warp group, which ";
  std::string come;
  for (unsigned member = 0; member < warpsPerGroup; ++member) {
    if (arrivals[member] >= number) {
      come += (come.empty() ? "" : ", ") + std::to_string(firstWarp + member);
    }
  }
  return text + "only warps " + come + " have come to";
}

} // namespace tkc::sim
