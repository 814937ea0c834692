// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The state of a running program, and the loop that executes instructions on it. Programs are resumable: all their
// state is the arena, the program counter and the clock.
#ifndef TKC_LIB_INTERP_ENGINE_MACHINE_H
#define TKC_LIB_INTERP_ENGINE_MACHINE_H

#include <array>
#include <cstdlib>
#include <memory>

#include "Clock.h"
#include "Code.h"
#include "FaultLog.h"
#include "Lanes.h"

namespace tkc::interp {

class Memory;
class PrintLog;

/// Uninitialised memory for a program's values; pages that are never written cost nothing.
class Arena {
public:
  explicit Arena(size_t size) : bytes(static_cast<uint8_t *>(std::malloc(size == 0 ? 1 : size)), &std::free) {}
  uint8_t *data() const { return bytes.get(); }

private:
  std::unique_ptr<uint8_t, void (*)(void *)> bytes;
};

/// One program of the grid while it runs or waits.
struct Program {
  explicit Program(size_t arenaSize) : arena(arenaSize) {}

  Arena arena;
  uint32_t number = 0;
  std::array<int32_t, 3> index = {};
  uint32_t counter = 0;
  /// Set once a branch was undecided: all that the program writes from then on is undecided too.
  bool isUndecided = false;
  Clock clock;
};

/// The grid and everything that its programs share.
struct Grid {
  const Code &code;
  std::array<int32_t, 3> size;
  /// The constants, with the values of the arguments filled in.
  uint8_t *constants;
  Memory &memory;
  FaultLog &faults;
  /// Instructions after which a program that may be spinning is put aside.
  uint32_t quantum;
  PrintLog *prints = nullptr;
};

/// Executes programs of a grid, one at a time, on one thread.
class Machine {
public:
  explicit Machine(const Grid &grid) : grid(grid), code(grid.code) {}

  /// Runs the program until it returns (true), or should make room for others (false).
  bool run(Program &program);
  /// Runs a combine region from `begin` to its return.
  void runRegion(uint32_t begin);

  Lanes lanes(SlotId id) const;
  Lanes operand(const Instruction &instruction, unsigned index) const { return lanes(instruction.operands[index]); }
  /// A result's lanes with bounds and flags cleared.
  Lanes result(const Instruction &instruction, unsigned index = 0) const;
  int64_t integer(SlotId id) const { return lanes(id).integers[0]; }

  void jump(uint32_t target) { program->counter = target; }
  void stop() { program->counter = uint32_t(code.instructions.size()); }
  /// A place where a program that waits for others passes again and again.
  void mayBeSpinning() { shouldYield |= executed >= grid.quantum; }
  /// True when the lane may decide a branch. Reports poison and notes an undecided decision.
  bool decides(const Instruction &instruction, const Lanes &condition);
  void report(FaultKind kind, const Instruction &instruction, uint32_t lane = 0);
  void report(Fault fault, const Instruction &instruction);

  const Grid &grid;
  const Code &code;
  Program *program = nullptr;
  /// Instructions executed since `run` was entered.
  uint64_t executed = 0;

private:
  bool shouldYield = false;
};

} // namespace tkc::interp

#endif // TKC_LIB_INTERP_ENGINE_MACHINE_H
