// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The execution loop.
#include "Machine.h"

namespace tkc::interp {

bool Machine::run(Program &resumed) {
  program = &resumed;
  executed = 0;
  shouldYield = false;
  uint32_t end = uint32_t(code.instructions.size());
  while (program->counter < end) {
    const Instruction &instruction = code.instructions[program->counter++];
    instruction.handler(*this, instruction);
    ++executed;
    if (shouldYield) {
      return program->counter >= end;
    }
  }
  return true;
}

void Machine::runRegion(uint32_t begin) {
  uint32_t resumeAt = program->counter;
  uint32_t end = uint32_t(code.instructions.size());
  program->counter = begin;
  while (program->counter < end) {
    const Instruction &instruction = code.instructions[program->counter++];
    instruction.handler(*this, instruction);
    ++executed;
  }
  program->counter = resumeAt;
}

Lanes Machine::lanes(SlotId id) const {
  const Slot &slot = code.slots[id];
  uint8_t *base = slot.isConstant ? grid.constants : program->arena.data();
  Lanes view;
  view.integers = reinterpret_cast<int64_t *>(base + slot.lanes);
  view.bounds = reinterpret_cast<double *>(base + slot.bounds);
  view.flags = base + slot.flags;
  view.summary = base + slot.summary;
  view.count = slot.count;
  view.type = slot.type;
  return view;
}

Lanes Machine::result(const Instruction &instruction, unsigned index) const {
  Lanes view = lanes(instruction.results[index]);
  *view.summary = 0;
  return view;
}

bool Machine::decides(const Instruction &instruction, const Lanes &condition) {
  uint8_t flags = condition.flag(0);
  if (flags & Poison) {
    report(FaultKind::PoisonDecision, instruction);
    return false;
  }
  if (flags & Undecided) {
    grid.faults.noteUndecided(instruction.location);
    program->isUndecided = true;
  }
  return true;
}

void Machine::report(FaultKind kind, const Instruction &instruction, uint32_t lane) {
  Fault fault;
  fault.kind = kind;
  fault.element = lane;
  report(fault, instruction);
}

void Machine::report(Fault fault, const Instruction &instruction) {
  fault.program = program->index;
  fault.location = instruction.location;
  grid.faults.report(fault);
}

} // namespace tkc::interp
