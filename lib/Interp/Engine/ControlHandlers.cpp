// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Jumps, loops and queries of the grid.
#include "Handlers.h"

namespace tkc::interp::handlers {

/// The immediate is the target.
void jump(Machine &machine, const Instruction &instruction) { machine.jump(instruction.immediate); }

/// The jump at the end of a loop that may wait for other programs.
void jumpBack(Machine &machine, const Instruction &instruction) {
  machine.jump(instruction.immediate);
  machine.mayBeSpinning();
}

/// Operand: the condition. Jumps to the immediate when it is false, or has no defined value.
void branchIfFalse(Machine &machine, const Instruction &instruction) {
  Lanes condition = machine.operand(instruction, 0);
  if (!machine.decides(instruction, condition) || condition.integers[0] == 0) {
    machine.jump(instruction.immediate);
  }
}

/// Operands: a selector and a constant. Jumps to the immediate when they differ.
void branchIfNotEqual(Machine &machine, const Instruction &instruction) {
  Lanes selector = machine.operand(instruction, 0);
  Lanes constant = machine.operand(instruction, 1);
  if (!machine.decides(instruction, selector) || selector.integers[0] != constant.integers[0]) {
    machine.jump(instruction.immediate);
  }
}

static uint64_t tripCount(int64_t lower, int64_t upper, int64_t step, bool isUnsigned) {
  bool isEmpty = isUnsigned ? uint64_t(lower) >= uint64_t(upper) : lower >= upper;
  if (isEmpty) {
    return 0;
  }
  uint64_t distance = uint64_t(upper) - uint64_t(lower);
  return distance / uint64_t(step) + (distance % uint64_t(step) != 0);
}

/// Operands: lower, upper, step. Results: the induction variable and the trips that remain. Immediate: 1 for unsigned
/// bounds.
void beginLoop(Machine &machine, const Instruction &instruction) {
  Lanes variable = machine.result(instruction, 0);
  Lanes remaining = machine.result(instruction, 1);
  remaining.integers[0] = 0;
  variable.integers[0] = machine.operand(instruction, 0).integers[0];
  for (unsigned index = 0; index < 3; ++index) {
    if (!machine.decides(instruction, machine.operand(instruction, index))) {
      return;
    }
  }
  bool isUnsigned = instruction.immediate != 0;
  unsigned bits = variable.type.bits;
  int64_t bounds[3];
  for (unsigned index = 0; index < 3; ++index) {
    int64_t lane = machine.integer(instruction.operands[index]);
    bounds[index] = isUnsigned ? int64_t(unsignedValue(lane, bits)) : signedValue(lane, bits);
  }
  if (bounds[2] == 0 || (!isUnsigned && bounds[2] < 0)) {
    machine.report(FaultKind::InvalidStep, instruction);
    return;
  }
  remaining.integers[0] = int64_t(tripCount(bounds[0], bounds[1], bounds[2], isUnsigned));
}

/// Operand: the trips that remain. Jumps to the immediate when there are none, else counts one.
void testLoop(Machine &machine, const Instruction &instruction) {
  Lanes remaining = machine.operand(instruction, 0);
  if (remaining.integers[0] == 0) {
    machine.jump(instruction.immediate);
    return;
  }
  --remaining.integers[0];
}

/// Operands: the induction variable, the step. Jumps to the immediate.
void stepLoop(Machine &machine, const Instruction &instruction) {
  Lanes variable = machine.operand(instruction, 0);
  int64_t step = machine.integer(instruction.operands[1]);
  variable.integers[0] = canonicalInteger(int64_t(uint64_t(variable.integers[0]) + uint64_t(step)), variable.type.bits);
  machine.jump(instruction.immediate);
}

/// Ends the program, or the region of a combine.
void finish(Machine &machine, const Instruction &) { machine.stop(); }

void assume(Machine &machine, const Instruction &instruction) {
  Lanes condition = machine.operand(instruction, 0);
  if (machine.decides(instruction, condition) && condition.integers[0] == 0) {
    machine.report(FaultKind::AssumptionViolated, instruction);
  }
}

/// The immediate is the axis.
void programId(Machine &machine, const Instruction &instruction) {
  Lanes result = machine.result(instruction);
  for (uint32_t lane = 0; lane < result.count; ++lane) {
    result.integers[lane] = machine.program->index[instruction.immediate];
  }
}

void programCount(Machine &machine, const Instruction &instruction) {
  Lanes result = machine.result(instruction);
  for (uint32_t lane = 0; lane < result.count; ++lane) {
    result.integers[lane] = machine.grid.size[instruction.immediate];
  }
}

} // namespace tkc::interp::handlers
