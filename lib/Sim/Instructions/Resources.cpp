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
    }
  }
  std::vector<uint32_t> held;
  /// Registers per thread of one warp that are free.
  uint32_t available = 0;
};
} // namespace

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
