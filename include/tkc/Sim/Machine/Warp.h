// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A warp: registers, predicates, and the fragments in which its lanes move through the program. Handlers read and write
// values by place, and tell the warp where lanes go.
#ifndef TKC_SIM_MACHINE_WARP_H
#define TKC_SIM_MACHINE_WARP_H

#include "tkc/Sim/Machine/MachineState.h"
#include "tkc/Sim/Machine/Program.h"
#include "tkc/Sim/Machine/Statistics.h"
#include "tkc/Sim/Memory/Memory.h"

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tkc::sim {

class Cta;
struct LaunchContext;

/// Lanes at one place with one stack of calls.
struct Fragment {
  enum class State : uint8_t {
    Runnable,
    /// Until `condition` holds.
    Parked,
    /// Until `members` have come to the same instruction, or ended.
    WaitingForLanes
  };

  uint32_t pc = 0;
  LaneMask lanes = 0;
  LaneMask members = 0;
  State state = State::Runnable;
  /// Fragments that have run for long while others could are put behind those with a smaller number.
  uint32_t turn = 0;
  /// Instructions since the last change of turn.
  uint32_t ran = 0;
  /// What the instruction at `pc` has done of its work so far; see Warp::progress.
  uint64_t progress = 0;
  uint64_t waitsSince = 0;
  /// Where the lanes go when they leave the functions that they are in, the innermost last.
  std::vector<uint32_t> stack;
  std::function<bool()> condition;
  std::function<std::string()> description;
};

/// A load that has brought undefined bytes into a register.
struct UndefinedRead {
  InstructionIndex instruction = noInstruction;
  unsigned lane = 0;
  uint64_t address = 0;
  Space space = Space::Generic;
};

/// `lanes 0-15,17`.
std::string describeLanes(LaneMask lanes);

/// Why a warp stopped running.
enum class TurnEnd : uint8_t { Quantum, Blocked, Finished };

class Warp {
public:
  //===--------------------------------------------------------------------===//
  // Values
  //===--------------------------------------------------------------------===//

  /// The 32 lanes of a value.
  template <typename T>
  const T *read(Place place) const {
    return reinterpret_cast<const T *>(banks[place.code & 1] + place.offset());
  }
  template <typename T>
  T *write(Place place) {
    return reinterpret_cast<T *>(const_cast<std::byte *>(banks[0]) + place.offset());
  }
  /// The definedness of a value of that many bytes: one byte a lane, one bit for each byte of the value.
  const uint8_t *readDefined(Place place, unsigned bytes) const {
    return reinterpret_cast<const uint8_t *>(banks[place.code & 1] + place.offset() + warpSize * bytes);
  }
  uint8_t *writeDefined(Place place, unsigned bytes) {
    return reinterpret_cast<uint8_t *>(const_cast<std::byte *>(banks[0]) + place.offset() + warpSize * bytes);
  }
  /// What readDefined gives for a defined lane.
  static constexpr uint8_t fullyDefined(unsigned bytes) { return static_cast<uint8_t>((1u << bytes) - 1); }
  /// Of `lanes`, those whose value is defined as a whole.
  LaneMask definedLanes(Place place, unsigned bytes, LaneMask lanes) const;

  Predicate predicate(uint32_t index) const { return predicates[index]; }
  /// As an operand reads it.
  Predicate predicate(PredicatePlace place) const {
    Predicate found = predicates[place.index];
    return {place.isNegated ? ~found.value : found.value, found.defined};
  }
  void setPredicate(uint32_t index, LaneMask lanes, LaneMask value, LaneMask defined = allLanes) {
    Predicate &target = predicates[index];
    target.value = (target.value & ~lanes) | (value & lanes);
    target.defined = (target.defined & ~lanes) | (defined & lanes);
  }

  //===--------------------------------------------------------------------===//
  // Where lanes go
  //===--------------------------------------------------------------------===//

  /// Lanes that exist and have not ended.
  LaneMask live() const { return liveLanes; }
  /// The lanes that stand at the present instruction, whether its guard lets them execute it or not.
  LaneMask present() const { return fragments[current].lanes; }
  uint32_t pc() const { return fragments[current].pc; }

  /// Moves some of the present lanes to `target`, the others to the next instruction.
  Step branch(LaneMask lanes, uint32_t target);
  /// As branch, and remembers the next instruction for `leave`.
  Step call(LaneMask lanes, uint32_t target);
  /// Back behind the call; at depth 0 the lanes end.
  Step leave(LaneMask lanes);
  /// The lanes end.
  Step exit(LaneMask lanes);

  /// Lets the executing lanes wait until the condition holds; return Step::Wait. It is examined whenever the schedule
  /// considers the warp, and may depend only on what the cluster does: when nothing in the cluster can run and no
  /// condition holds, the cluster is deadlocked. The description is for that report: `barrier 1, 32 of 64 threads`.
  void waitFor(std::function<bool()> condition, std::function<std::string()> description);
  /// Lets the executing lanes wait for others at this instruction; return Step::Wait.
  void waitForLanes(LaneMask members);
  /// Lets some of the present lanes stay behind at this instruction until their members have come; the others go on.
  void leaveBehind(LaneMask lanes, LaneMask members);
  /// Zero when lanes execute an instruction for the first time; what a handler writes here, it finds when the same
  /// lanes execute the instruction again after Step::Wait. While it is not zero no other lanes join them.
  uint64_t &progress() { return fragments[current].progress; }

  //===--------------------------------------------------------------------===//
  // Surroundings
  //===--------------------------------------------------------------------===//

  Cta &cta() const { return *home; }
  LaunchContext &launch() const { return *context; }
  const Program &program() const { return *code; }
  WarpMemory &memory() { return *reach; }
  /// The number in the CTA; the linear number of lane 0 is 32 times that.
  uint32_t number() const { return warpNumber; }
  uint32_t firstThread() const { return warpNumber * warpSize; }
  StateSet &states() { return stateSet; }
  /// Instructions that the cluster has issued so far: the simulator's clock.
  uint64_t now() const;
  /// Lets other warps run before this one goes on.
  void endTurn() { hasEndedTurn = true; }
  /// Says that something happened which others may wait for: a write, an arrival, an end.
  void noteEffect() { ++effects; }
  /// Says that a lane looked at what others may change: a strong load, a wait that failed. A cluster that does nothing
  /// else gives way to other clusters.
  void notePoll() { ++polls; }
  /// Where the instruction counts of this host thread are; null without statistics.
  InstructionCounts *countsOf(const Instruction &instruction) {
    return counts ? &counts[code->indexOf(instruction)] : nullptr;
  }

  /// Reports a fault of a lane.
  void fault(FaultKind kind, const Instruction &instruction, unsigned lane, std::string detail);
  /// As fault, and ends the launch.
  void fatal(FaultKind kind, const Instruction &instruction, unsigned lane, std::string detail);
  /// Reports the first of `lanes` whose value is undefined, with where it came from. Gives the lanes that are defined.
  LaneMask requireDefined(FaultKind kind, const Instruction &instruction, Place place, unsigned bytes, LaneMask lanes,
                          const char *what);
  /// As requireDefined for a predicate.
  LaneMask requireDefined(const Instruction &instruction, PredicatePlace place, LaneMask lanes, const char *what);
  /// Remembers that a value was read undefined from memory, for later reports.
  void noteUndefinedRead(const Instruction &instruction, unsigned lane, uint64_t address, Space space);

  //===--------------------------------------------------------------------===//
  // For the cluster
  //===--------------------------------------------------------------------===//

  /// Makes the warp ready to start a CTA.
  void begin(LaunchContext &context, Cta &cta, uint32_t number, WarpMemory::Surroundings surroundings,
             InstructionCounts *counts);
  bool isFinished() const { return fragments.empty(); }
  /// Whether a fragment can go on; examines conditions.
  bool canRun();
  TurnEnd run(uint32_t quantum);
  /// Reports lanes that wait for others of the warp, if there are any.
  bool reportDivergence();
  uint64_t takeEffects();
  uint64_t takePolls();
  /// Instructions of the present or last turn.
  uint32_t turnLength() const { return executed; }
  const std::vector<Fragment> &waiting() const { return fragments; }

private:
  bool isReady(Fragment &fragment);
  /// Makes the best fragment current and finds out how far it may run; false when none is ready.
  bool choose();
  void mergeFragments();
  void split(LaneMask lanes, uint32_t target, Fragment::State state = Fragment::State::Runnable);
  LaneMask guardedLanes(const Instruction &instruction, LaneMask lanes);
  void runFragment(uint32_t end);
  void finishWait(LaneMask executing);
  bool admit(const Instruction &instruction, LaneMask executing);
  void takeTurn(uint32_t ran);
  void fillSpecials();

  const std::byte *banks[2] = {nullptr, nullptr};
  std::vector<Predicate> predicates;
  std::vector<Fragment> fragments;
  uint32_t current = 0;
  /// The smallest key among the other fragments at the same depth that lie ahead.
  uint32_t limitKey = ~0u;
  bool mustChoose = false, hasEndedTurn = false;
  LaneMask liveLanes = 0;
  uint32_t warpNumber = 0, executed = 0;
  uint64_t effects = 0, polls = 0;
  const Program *code = nullptr;
  Cta *home = nullptr;
  LaunchContext *context = nullptr;
  InstructionCounts *counts = nullptr;
  std::optional<WarpMemory> reach;
  StateSet stateSet;
  AlignedBytes registers;
  std::vector<UndefinedRead> undefinedReads;
};

/// Calls `act` for each of the lanes; vectorises when these are all. What `act` writes for one lane it must not read
/// for another.
template <typename F>
inline void forLanes(LaneMask lanes, F act) {
  if (lanes == allLanes) {
#pragma clang loop vectorize(assume_safety)
    for (unsigned lane = 0; lane < warpSize; ++lane) {
      act(lane);
    }
    return;
  }
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    act(static_cast<unsigned>(__builtin_ctz(rest)));
  }
}

inline unsigned firstLane(LaneMask lanes) { return static_cast<unsigned>(__builtin_ctz(lanes)); }

} // namespace tkc::sim

#endif // TKC_SIM_MACHINE_WARP_H
