// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hazards between wgmma and other uses of its registers.
#include "WgmmaRegisters.h"

#include "tkc/Sim/Machine/Cluster.h"

#include <algorithm>
#include <unordered_map>

#include "Wgmma.h"

namespace tkc::sim {

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

void WgmmaWarp::commit() {
  ++committed;
  issuedAtCommit.push_back(issued);
}

uint64_t WgmmaWarp::issuedUpTo(uint32_t group) const {
  return group <= waitedUpTo ? waitedIssued : issuedAtCommit[group - waitedUpTo - 1];
}

void WgmmaWarp::waited(uint32_t group) {
  for (; waitedUpTo < group; ++waitedUpTo) {
    waitedIssued = issuedAtCommit.front();
    issuedAtCommit.pop_front();
  }
}

void WgmmaWarp::lanesEnded(Warp &warp, LaneMask lanes) {
  if (issued == waitedIssued || hasReportedEnd) {
    return;
  }
  hasReportedEnd = true;
  warp.fault(FaultKind::CopyInFlightAtExit, warp.program().code[lastIssued], firstLane(lanes),
             "the warp ends without having waited for its wgmma");
}

//===----------------------------------------------------------------------===//
// Hazards
//===----------------------------------------------------------------------===//

static std::string registerName(const Program &program, Place place) {
  for (const auto &[offset, name] : program.registerNames) {
    if (offset == place.offset()) {
      return "register " + name;
    }
  }
  return "a register";
}

/// Whether two wgmma of one shape have the same accumulators.
static bool haveSameAccumulators(const Instruction &left, const Instruction &right) {
  const WgmmaDetail &first = left.detailAs<WgmmaDetail>(), &second = right.detailAs<WgmmaDetail>();
  return &left == &right ||
         (first.columns == second.columns && first.depth == second.depth && first.accumulators == second.accumulators &&
          std::equal(left.operands, left.operands + first.accumulators, right.operands));
}

static bool isAccumulator(const Instruction &wgmma, Place place) {
  const Place *end = wgmma.operands + wgmma.detailAs<WgmmaDetail>().accumulators;
  return std::find(wgmma.operands, end, place) != end;
}

std::vector<WgmmaWarp::RegisterUse> &WgmmaWarp::usesOf(const Warp &warp) {
  uses.resize(warp.program().watchedPlaces.size());
  return uses;
}

void WgmmaWarp::report(Warp &warp, const Instruction &instruction, unsigned lane, InstructionIndex other,
                       const char *what, std::string detail) const {
  Fault fault;
  fault.kind = FaultKind::WgmmaRegisterHazard;
  fault.instruction = warp.program().indexOf(instruction);
  fault.place = warp.memory().place(lane);
  fault.detail = std::move(detail);
  if (other != noInstruction) {
    fault.earlier.push_back({other, fault.place, what});
  }
  warp.memory().report(std::move(fault));
}

/// What is wrong with the use of a register by a wgmma, or nothing.
std::string WgmmaWarp::problemOf(const Warp &warp, const Instruction &instruction, unsigned index,
                                 const RegisterUse &use, Comparison &comparison) const {
  const Program &program = warp.program();
  Place place = instruction.operands[index];
  if (use.other != noInstruction && use.fenceOfOther == fences) {
    return registerName(program, place) + " was " + (use.isWritten ? "written" : "read") +
           " since the last wgmma.fence: needs one before the wgmma";
  }
  if (use.wgmma == noInstruction) {
    return {};
  }
  const Instruction &earlier = program.code[use.wgmma];
  if (comparison.earlier != use.wgmma) {
    comparison = {use.wgmma, haveSameAccumulators(earlier, instruction)};
  }
  bool isInFlight = use.group > waitedUpTo;
  bool isA = index >= instruction.detailAs<WgmmaDetail>().accumulators;
  bool hasSamePart = isA ? !isAccumulator(earlier, place) : comparison.haveSameAccumulators;
  if (hasSamePart || (!isInFlight && use.fenceOfWgmma != fences)) {
    return {};
  }
  return registerName(program, place) + " has another part in an earlier wgmma, or its shape is another: needs " +
         (isInFlight ? "wgmma.wait_group before" : "wgmma.fence between");
}

void WgmmaWarp::issue(Warp &warp, const Instruction &instruction) {
  InstructionIndex own = warp.program().indexOf(instruction);
  std::vector<RegisterUse> &all = usesOf(warp);
  const WgmmaDetail &detail = instruction.detailAs<WgmmaDetail>();
  bool isReported = !warp.launch().options.checks.races;
  if (fences == 0 && !isReported) {
    report(warp, instruction, 0, noInstruction, "", "the first wgmma of the warp needs a wgmma.fence before");
    isReported = true;
  }
  Comparison comparison;
  for (unsigned index = 0; index < detail.registers(); ++index) {
    RegisterUse &use = all[instruction.watch->registers[index].number];
    std::string problem = isReported ? std::string() : problemOf(warp, instruction, index, use, comparison);
    if (!problem.empty()) {
      isReported = true;
      bool isOther = use.other != noInstruction && use.fenceOfOther == fences;
      report(warp, instruction, 0, isOther ? use.other : use.wgmma,
             !isOther        ? "wgmma"
             : use.isWritten ? "write of the register"
                             : "read of the register",
             std::move(problem));
    }
  }
  for (const RegisterWatch::Entry &entry : instruction.watch->registers) {
    RegisterUse &use = all[entry.number];
    use.wgmma = own;
    use.group = openGroup();
    use.fenceOfWgmma = fences;
  }
  ++issued;
  lastIssued = own;
}

void WgmmaWarp::touch(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  InstructionIndex own = warp.program().indexOf(instruction);
  std::vector<RegisterUse> &all = usesOf(warp);
  bool isReported = !warp.launch().options.checks.races;
  for (const RegisterWatch::Entry &entry : instruction.watch->registers) {
    RegisterUse &use = all[entry.number];
    bool isWritten = entry.isWritten || (use.isWritten && use.other != noInstruction && use.fenceOfOther == fences);
    if (use.wgmma != noInstruction && use.group > waitedUpTo && !isReported) {
      isReported = true;
      Place place = warp.program().watchedPlaces[entry.number];
      report(warp, instruction, firstLane(lanes), use.wgmma, "wgmma in flight",
             std::string(entry.isWritten ? "writes " : "reads ") + registerName(warp.program(), place) +
                 " of a wgmma in flight: needs wgmma.wait_group before");
    }
    use.other = own;
    use.fenceOfOther = fences;
    use.isWritten = isWritten;
  }
}

//===----------------------------------------------------------------------===//
// Watching
//===----------------------------------------------------------------------===//

static Step executeWatched(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  // Without a state the warp has met neither wgmma nor wgmma.fence yet, and all that comes before the first fence is
  // covered by it.
  if (WgmmaWarp *state = warp.states().find<WgmmaWarp>()) {
    state->touch(warp, instruction, lanes);
  }
  return instruction.watch->next(warp, instruction, lanes);
}

void watchWgmmaRegisters(Program &program, Handler wgmma) {
  std::unordered_map<uint32_t, uint32_t> numbers;
  auto countOf = [&](const Instruction &instruction) {
    if (instruction.handler != wgmma) {
      return static_cast<unsigned>(instruction.numOperands);
    }
    return instruction.detailAs<WgmmaDetail>().registers();
  };
  for (const Instruction &instruction : program.code) {
    for (unsigned index = 0; instruction.handler == wgmma && index < countOf(instruction); ++index) {
      auto [found, isNew] = numbers.try_emplace(instruction.operands[index].offset(), program.watchedPlaces.size());
      if (isNew) {
        program.watchedPlaces.push_back(instruction.operands[index]);
      }
    }
  }
  for (Instruction &instruction : program.code) {
    RegisterWatch watch;
    for (unsigned index = 0; index < countOf(instruction); ++index) {
      Place place = instruction.operands[index];
      auto found = place.isConstant() ? numbers.end() : numbers.find(place.offset());
      if (found != numbers.end()) {
        watch.registers.push_back({found->second, index < instruction.numResults});
      }
    }
    if (watch.registers.empty()) {
      continue;
    }
    watch.next = instruction.handler;
    instruction.handler = instruction.handler == wgmma ? wgmma : executeWatched;
    instruction.watch = program.keep(std::move(watch));
  }
}

} // namespace tkc::sim
