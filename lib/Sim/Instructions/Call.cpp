// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// call: direct, by a list of targets, or by a prototype. Arguments are copied into the frame of the callee, results
// back by an instruction behind the call, which the lanes come to when they return.
#include "tkc/Sim/Instructions/Elementwise.h"
#include "tkc/Sim/Instructions/Families.h"
#include "tkc/Sim/Instructions/Uniform.h"
#include "tkc/Sim/Machine/Cluster.h"

#include "CallFrames.h"
#include "Stack.h"

namespace tkc::sim {

namespace {
/// A callee of one call; direct calls have one.
struct CallTarget {
  uint64_t address = 0;
  uint32_t begin = 0;
  std::vector<FramePiece> arguments, results;
  /// Null when the frame stands where it is.
  const DynamicFrame *frame = nullptr;
};

struct CallDetail {
  bool isIndirect = false;
  Place stackPointer;
  std::deque<CallTarget> targets;
};
} // namespace

/// The callee of the first lane, and the lanes that call the same one, without which the others wait; null after a
/// fault.
static const CallTarget *pickTarget(Warp &warp, const Instruction &instruction, LaneMask lanes, LaneMask &same) {
  const CallDetail &detail = instruction.detailAs<CallDetail>();
  same = lanes;
  if (!detail.isIndirect) {
    return &detail.targets.front();
  }
  Place place = instruction.operands[instruction.numResults];
  warp.requireDefined(FaultKind::UndefinedAddress, instruction, place, 8, lanes, "the address of the function");
  const uint64_t *addresses = warp.read<uint64_t>(place);
  uint64_t address = addresses[firstLane(lanes)];
  same = lanesLikeFirst(addresses, lanes);
  for (const CallTarget &target : detail.targets) {
    if (target.address == address) {
      if (same != lanes) {
        warp.leaveBehind(lanes & ~same, lanes & ~same);
      }
      return &target;
    }
  }
  warp.fatal(FaultKind::IllegalOperand, instruction, firstLane(lanes),
             "the address is that of no function which the call may reach");
  return nullptr;
}

static Step executeCall(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  LaneMask same = lanes;
  const CallTarget *target = pickTarget(warp, instruction, lanes, same);
  if (!target) {
    return warp.exit(same);
  }
  if (!target->frame) {
    copyIntoFrame(warp, instruction, same, target->arguments);
    return warp.call(same, target->begin);
  }
  Place stackPointer = instruction.detailAs<CallDetail>().stackPointer;
  if (!reserveStack(warp, instruction, same, stackPointer, target->frame->frameBytes)) {
    return warp.exit(same);
  }
  StackAddresses frames = stackTop(warp, stackPointer);
  copyIntoFrame(warp, instruction, same, target->arguments, &frames);
  enterFrame(warp, same, *target->frame, stackPointer);
  return warp.call(same, target->begin);
}

static Step executeResults(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  LaneMask same = lanes;
  const CallTarget *target = pickTarget(warp, instruction, lanes, same);
  if (!target) {
    return warp.exit(same);
  }
  if (target->frame) {
    // The stack pointer is where it was before the call, which is where the frame of the callee began.
    StackAddresses frames = stackTop(warp, instruction.detailAs<CallDetail>().stackPointer);
    copyOutOfFrame(warp, instruction, same, target->results, &frames);
  } else {
    copyOutOfFrame(warp, instruction, same, target->results);
  }
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

CallText splitCall(DecodeContext &context) {
  CallText text;
  std::vector<const ptx::Operand *> names;
  for (const ptx::Operand &operand : context.text().operands) {
    if (operand.kind != ptx::Operand::Kind::List) {
      names.push_back(&operand);
      continue;
    }
    std::vector<const ptx::Operand *> &list = names.empty() ? text.results : text.arguments;
    for (const ptx::Operand &element : operand.elements) {
      list.push_back(&element);
    }
  }
  text.function = names.empty() ? nullptr : names[0];
  text.table = names.size() > 1 ? names[1] : nullptr;
  if (names.empty() || names.size() > 2) {
    context.error("`" + context.spelling() + "` needs a function");
  }
  return text;
}

static void addTarget(DecodeContext &context, CallDetail &detail, const CallText &text, const Callee &callee,
                      bool isRequired) {
  CallTarget target;
  target.frame = callee.frame;
  if (callee.frame) {
    detail.stackPointer = context.stackPointer();
  }
  target.address = functionAddress(*context.program().module, callee.function->name).value_or(0);
  auto arguments = framePieces(context, text.arguments, callee.function->parameters, false, callee.parameters);
  auto results = framePieces(context, text.results, callee.function->results, true, callee.results);
  if (arguments && results) {
    target.arguments = std::move(*arguments);
    target.results = std::move(*results);
    detail.targets.push_back(std::move(target));
    context.resolveFunction(callee.function->name, &detail.targets.back().begin);
  } else if (isRequired) {
    context.error("the call of `" + std::string(callee.function->name) + "` does not fit its parameters or results");
  }
}

/// By `.calltargets` only those; by a prototype all that fit.
static void addIndirectTargets(DecodeContext &context, CallDetail &detail, const CallText &text) {
  const ptx::TargetTable *table = text.table ? context.findTable(*text.table) : nullptr;
  if (!table) {
    context.error("an indirect call needs the name of a .calltargets list or a .callprototype");
    return;
  }
  detail.isIndirect = true;
  if (table->kind == ptx::TargetTable::Kind::Calls) {
    for (std::string_view name : table->targets) {
      std::optional<Callee> callee = context.findCallee(name);
      if (!callee) {
        context.error("there is no function `" + std::string(name) + "`");
        return;
      }
      addTarget(context, detail, text, *callee, true);
    }
    return;
  }
  for (const Callee &callee : context.allCallees()) {
    addTarget(context, detail, text, callee, false);
  }
}

/// The registers among the arguments or results of the targets.
static void addRegisters(const CallDetail &detail, std::vector<FramePiece> CallTarget::*pieces,
                         std::vector<Place> &places) {
  for (const CallTarget &target : detail.targets) {
    for (const FramePiece &piece : target.*pieces) {
      if (piece.isValue) {
        places.push_back(piece.value);
      }
    }
  }
}

static void decodeCall(DecodeContext &context, Instruction &out) {
  context.take("uni");
  CallText text = splitCall(context);
  if (!text.function) {
    return;
  }
  const ptx::Function *function = context.findFunction(text.function->name);
  if (function && function->isExternal) {
    return decodeBuiltinCall(context, out, text, *function);
  }
  CallDetail *detail = context.setDetail(out, CallDetail());
  std::vector<Place> address, arguments, results;
  if (function) {
    std::optional<Callee> callee = context.findCallee(function->name);
    if (!callee || function->isEntry) {
      context.error("`" + std::string(function->name) + "` cannot be called");
      return;
    }
    addTarget(context, *detail, text, *callee, true);
  } else {
    addIndirectTargets(context, *detail, text);
    address.push_back(context.source(*text.function, typeNamed("b64")));
  }
  // Registers are moved by way of the detail, and stand among the operands for those who want to know what is touched.
  arguments = address;
  addRegisters(*detail, &CallTarget::arguments, arguments);
  addRegisters(*detail, &CallTarget::results, results);
  context.setOperands(out, {}, arguments);
  out.handler = executeCall;
  out.kind = InstructionClass::Control;
  if (!text.results.empty()) {
    Instruction back = out;
    context.setOperands(back, results, address);
    back.handler = executeResults;
    back.kind = InstructionClass::Move;
    context.addPostlude(back);
  }
}

void registerCall(FamilyTable &families) { families.add({{"call", decodeCall}}); }

} // namespace tkc::sim
