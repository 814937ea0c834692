// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// bra, brx.idx, ret, exit, trap, brkpt, nanosleep.
#include "tkc/Sim/Instructions/Elementwise.h"
#include "tkc/Sim/Instructions/Families.h"
#include "tkc/Sim/Instructions/Uniform.h"
#include "tkc/Sim/Machine/Cluster.h"

#include "Stack.h"

namespace tkc::sim {

static Step executeBranch(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  return warp.branch(lanes, instruction.detailAs<uint32_t>());
}

/// All lanes that are here must agree.
static Step executeUniformBranch(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  if (lanes != warp.present()) {
    warp.fault(FaultKind::DivergentInstruction, instruction, firstLane(lanes),
               "the branch is .uni, only " + describeLanes(lanes) + " of " + describeLanes(warp.present()) +
                   " take it");
  }
  return warp.branch(lanes, instruction.detailAs<uint32_t>());
}

static void decodeBra(DecodeContext &context, Instruction &out) {
  bool isUniform = context.take("uni");
  if (!context.expectOperands(1)) {
    return;
  }
  context.resolveLabel(context.operand(0), context.setDetail<uint32_t>(out, 0));
  out.handler = isUniform ? executeUniformBranch : executeBranch;
  out.kind = InstructionClass::Control;
}

/// Takes the lanes of one target a time; the others execute the instruction again.
static Step executeIndexedBranch(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  const std::vector<uint32_t> &targets = instruction.detailAs<std::vector<uint32_t>>();
  Place place = instruction.operands[0];
  LaneMask known = warp.requireDefined(FaultKind::UndefinedPredicate, instruction, place, 4, lanes, "the index");
  lanes = known != 0 ? known : lanes;
  const uint32_t *indices = warp.read<uint32_t>(place);
  uint32_t index = indices[firstLane(lanes)];
  LaneMask same = lanesLikeFirst(indices, lanes);
  if (index >= targets.size()) {
    warp.fatal(FaultKind::IllegalOperand, instruction, firstLane(same),
               "the index is " + std::to_string(index) + ", there are " + std::to_string(targets.size()) + " targets");
    return warp.exit(same);
  }
  if (same != lanes) {
    warp.leaveBehind(lanes & ~same, lanes & ~same);
  }
  return warp.branch(same, targets[index]);
}

static void decodeBrx(DecodeContext &context, Instruction &out) {
  context.needOneOf({"idx"});
  context.take("uni");
  if (!context.expectOperands(2)) {
    return;
  }
  const ptx::TargetTable *table = context.findTable(context.operand(1));
  if (!table || table->kind != ptx::TargetTable::Kind::Branches) {
    context.error("`" + context.spelling() + "` needs the name of a .branchtargets list");
    return;
  }
  context.setOperands(out, {}, {context.source(0, typeNamed("u32"))});
  auto *targets = context.setDetail(out, std::vector<uint32_t>(table->targets.size()));
  for (size_t index = 0; index < targets->size(); ++index) {
    context.resolveLabel(table->targets[index], &(*targets)[index]);
  }
  out.handler = executeIndexedBranch;
  out.kind = InstructionClass::Control;
}

static Step executeReturn(Warp &warp, const Instruction &, LaneMask lanes) { return warp.leave(lanes); }

static Step executeFrameReturn(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  leaveFrame(warp, lanes, *static_cast<const DynamicFrame *>(instruction.detail), instruction.operands[0]);
  return warp.leave(lanes);
}
static Step executeExit(Warp &warp, const Instruction &, LaneMask lanes) { return warp.exit(lanes); }

static void decodeRet(DecodeContext &context, Instruction &out) {
  context.take("uni");
  context.expectOperands(0);
  out.handler = executeReturn;
  out.kind = InstructionClass::Control;
  if (const DynamicFrame *frame = context.dynamicFrame()) {
    context.setOperands(out, {}, {context.stackPointer()});
    out.detail = frame;
    out.handler = executeFrameReturn;
  }
}

static void decodeExit(DecodeContext &context, Instruction &out) {
  context.expectOperands(0);
  out.handler = executeExit;
  out.kind = InstructionClass::Control;
}

static Step executeTrap(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  warp.fatal(FaultKind::Trap, instruction, firstLane(lanes), "reached by " + describeLanes(lanes));
  return warp.exit(lanes);
}

/// There is no debugger: a breakpoint ends the launch as a trap does.
static Step executeBreakpoint(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  warp.fatal(FaultKind::Trap, instruction, firstLane(lanes), "a breakpoint, reached by " + describeLanes(lanes));
  return warp.exit(lanes);
}

static void decodeTrap(DecodeContext &context, Instruction &out) {
  context.expectOperands(0);
  out.handler = executeTrap;
  out.kind = InstructionClass::Control;
}
static void decodeBrkpt(DecodeContext &context, Instruction &out) {
  context.expectOperands(0);
  out.handler = executeBreakpoint;
  out.kind = InstructionClass::Control;
}

static Step executeSleep(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  warp.requireDefined(FaultKind::UndefinedOperand, instruction, instruction.operands[0], 4, lanes, "the time");
  warp.endTurn();
  return Step::Next;
}

static void decodeNanosleep(DecodeContext &context, Instruction &out) {
  context.needType({"u32"});
  if (context.expectOperands(1)) {
    context.setOperands(out, {}, {context.source(0, typeNamed("u32"))});
  }
  out.handler = executeSleep;
  out.kind = InstructionClass::Control;
}

void registerControl(FamilyTable &families) {
  families.add({{"bra", decodeBra},
                {"brx", decodeBrx},
                {"ret", decodeRet},
                {"exit", decodeExit},
                {"trap", decodeTrap},
                {"brkpt", decodeBrkpt},
                {"nanosleep", decodeNanosleep}});
}

} // namespace tkc::sim
