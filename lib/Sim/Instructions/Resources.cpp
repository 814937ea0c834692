// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// setmaxnreg, griddepcontrol, pmevent: instructions that change no value.
#include "tkc/Sim/Instructions/Elementwise.h"
#include "tkc/Sim/Instructions/Families.h"
#include "tkc/Sim/Machine/Cluster.h"
#include "tkc/Sim/Machine/Residency.h"

namespace tkc::sim {

namespace {
/// The registers of a CTA: what each warp holds per thread, and what nobody holds.
struct RegisterPool : MachineState {
  static constexpr char stateKey = 0;

  void begin(uint32_t warps, uint32_t perThread) {
    if (held.empty()) {
      held.assign(warps, perThread);
      changes.resize(warps);
    }
  }
  /// Warps of a group execute the same changes in the same order.
  struct Change {
    InstructionIndex instruction;
    uint32_t count;
  };
  /// Reports the first change of a warp that others of its group have made differently, or, when it has ended, not
  /// made.
  void compare(Warp &warp, const Instruction &instruction);
  void ctaEnded(Cta &cta) override;

  std::vector<std::vector<Change>> changes;
  std::vector<uint32_t> held;
  /// Registers per thread of one warp that are free.
  uint32_t available = 0;
};
} // namespace

/// Warps that must change their registers together.
static constexpr uint32_t groupWarps = 4;

static std::string changeText(const Program &program, const std::optional<RegisterPool::Change> &change) {
  return change ? std::to_string(change->count) + " registers in line " +
                      std::to_string(program.code[change->instruction].line)
                : "nothing";
}

void RegisterPool::compare(Warp &warp, const Instruction &instruction) {
  uint32_t first = warp.number() / groupWarps * groupWarps;
  size_t latest = changes[warp.number()].size() - 1;
  Change own = changes[warp.number()][latest];
  for (uint32_t other = first; other < first + groupWarps && other < changes.size(); ++other) {
    if (changes[other].size() > latest && changes[other][latest].count != own.count) {
      warp.fault(FaultKind::DivergentInstruction, instruction, 0,
                 "all warps of a warp group execute setmaxnreg together: warp " + std::to_string(warp.number()) +
                     " sets " + changeText(warp.program(), own) + ", warp " + std::to_string(other) + " " +
                     changeText(warp.program(), changes[other][latest]));
      return;
    }
  }
}

void RegisterPool::ctaEnded(Cta &cta) {
  for (uint32_t first = 0; first < changes.size(); first += groupWarps) {
    uint32_t end = std::min<uint32_t>(first + groupWarps, static_cast<uint32_t>(changes.size()));
    auto most = std::max_element(changes.begin() + first, changes.begin() + end,
                                 [](const auto &left, const auto &right) { return left.size() < right.size(); });
    for (uint32_t other = first; other < end; ++other) {
      if (changes[other].size() == most->size()) {
        continue;
      }
      auto who = static_cast<uint32_t>(most - changes.begin());
      Warp &warp = *cta.warps()[who];
      const Change &missing = (*most)[changes[other].size()];
      warp.fault(FaultKind::DivergentInstruction, warp.program().code[missing.instruction], 0,
                 "all warps of a warp group execute setmaxnreg together: warp " + std::to_string(who) + " sets " +
                     changeText(warp.program(), missing) + ", warp " + std::to_string(other) + " never did");
      break;
    }
  }
}

static Step executeSetMaxRegisters(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  uint32_t perThread = registersAtEntry(warp.launch());
  if (perThread == 0) {
    // ptxas ignores the instruction when it does not know how many registers there are at entry.
    return Step::Next;
  }
  bool isIncrease = instruction.fields[0] != 0;
  uint32_t wanted = instruction.fields[1];
  RegisterPool &pool = warp.cta().states().get<RegisterPool>();
  pool.begin(static_cast<uint32_t>(warp.cta().warps().size()), perThread);
  uint32_t &held = pool.held[warp.number()];
  if (warp.progress() == 0) {
    // Warps that wait for registers come here again.
    warp.progress() = 1;
    pool.changes[warp.number()].push_back({warp.program().indexOf(instruction), wanted});
    pool.compare(warp, instruction);
  }
  if (isIncrease ? wanted < held : wanted > held) {
    warp.fault(FaultKind::RegistersExceeded, instruction, firstLane(lanes),
               "the warp holds " + std::to_string(held) + " registers a thread, " +
                   (isIncrease ? "an increase" : "a decrease") + " to " + std::to_string(wanted) + " is none");
    return Step::Next;
  }
  if (!isIncrease) {
    pool.available += held - wanted;
    held = wanted;
    warp.noteEffect();
    return Step::Next;
  }
  uint32_t needed = wanted - held;
  if (pool.available < needed) {
    RegisterPool *waited = &pool;
    warp.waitFor([waited, needed] { return waited->available >= needed; },
                 [waited, needed] {
                   return "setmaxnreg: " + std::to_string(needed) + " more registers a thread, " +
                          std::to_string(waited->available) + " are free";
                 });
    return Step::Wait;
  }
  pool.available -= needed;
  held = wanted;
  return Step::Next;
}

static void decodeSetMaxRegisters(DecodeContext &context, Instruction &out) {
  if (!context.target().hasSetMaxRegisters()) {
    context.error("`" + context.spelling() + "` needs sm_90a, the target is " + context.target().name);
  }
  bool isIncrease = context.needOneOf({"inc", "dec"}) == 0;
  context.needOneOf({"sync"});
  context.needOneOf({"aligned"});
  context.needType({"u32"});
  if (!context.expectOperands(1)) {
    return;
  }
  int64_t count = context.number(0, 24, 256);
  if (count % 8 != 0) {
    context.error("`" + context.spelling() + "` needs a multiple of 8, got " + std::to_string(count));
  }
  out.fields[0] = isIncrease;
  out.fields[1] = static_cast<uint32_t>(count);
  out.needsAllLanes = true;
  out.handler = executeSetMaxRegisters;
  out.kind = InstructionClass::Other;
}

static Step executeNothing(Warp &, const Instruction &, LaneMask) { return Step::Next; }

/// A simulated launch begins after everything before it: there is nothing to wait for.
static void decodeGridDependency(DecodeContext &context, Instruction &out) {
  if (!context.target().hasDependentLaunch()) {
    context.error("`" + context.spelling() + "` needs sm_90, the target is " + context.target().name);
  }
  context.needOneOf({"launch_dependents", "wait"});
  context.expectOperands(0);
  out.handler = executeNothing;
}

static void decodePmevent(DecodeContext &context, Instruction &out) {
  context.take("mask");
  if (context.expectOperands(1)) {
    context.number(0, 0, 65535);
  }
  out.handler = executeNothing;
}

void registerResources(FamilyTable &families) {
  families.add(
      {{"setmaxnreg", decodeSetMaxRegisters}, {"griddepcontrol", decodeGridDependency}, {"pmevent", decodePmevent}});
}

} // namespace tkc::sim
