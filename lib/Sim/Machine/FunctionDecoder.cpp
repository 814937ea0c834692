// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The instructions of one function in the order of the text, with labels and the keys that order fragments.
#include "FunctionDecoder.h"

#include "tkc/Sim/Machine/Warp.h"
#include "tkc/Sim/Ptx/ControlFlow.h"

#include <algorithm>

namespace tkc::sim {

FunctionDecoder::FunctionDecoder(ProgramBuilder &builder, const ptx::Function &function)
    : builder(builder), function(function) {
  for (const ptx::RegisterDeclaration &declaration : function.registers) {
    declared[declaration.name] = {&declaration, {}};
  }
  for (const ptx::Label &label : function.labels) {
    labels[label.name] = label.instruction;
  }
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// The declaration that covers a name; `%r17` is number 17 of `%r<39>`.
FunctionDecoder::Declared *FunctionDecoder::findDeclared(std::string_view name, uint64_t &number) {
  number = 0;
  auto found = declared.find(name);
  if (found != declared.end() && found->second.declaration->count == 0) {
    return &found->second;
  }
  size_t digits = name.size();
  while (digits > 0 && name[digits - 1] >= '0' && name[digits - 1] <= '9') {
    --digits;
  }
  // The name of a range may itself end with digits: `%r1<5>` holds `%r10`.
  for (size_t split = digits; split < name.size() && name.size() - split < 9; ++split) {
    found = declared.find(name.substr(0, split));
    number = 0;
    for (char digit : name.substr(split)) {
      number = number * 10 + static_cast<uint64_t>(digit - '0');
    }
    if (found != declared.end() && number < found->second.declaration->count) {
      return &found->second;
    }
  }
  return nullptr;
}

std::optional<FunctionDecoder::Register> FunctionDecoder::findRegister(std::string_view name, int component) {
  uint64_t number = 0;
  Declared *range = findDeclared(name, number);
  if (!range || component >= range->declaration->lanes) {
    return std::nullopt;
  }
  auto [found, isNew] = range->made.try_emplace(number * 4 + static_cast<uint64_t>(std::max(component, 0)));
  if (isNew) {
    Register &made = found->second;
    made.type = range->declaration->type;
    if (made.type.kind == ptx::Type::Kind::Predicate) {
      made.predicate = builder.newPredicate(std::string(name));
    } else {
      made.place = builder.newRegister(made.type.bits, std::string(name));
    }
  }
  return found->second;
}

std::optional<uint64_t> FunctionDecoder::frameOffset(std::string_view name) const {
  for (const FunctionFrame *frame : {builder.frameOf(&function), builder.frameOf(&builder.entry)}) {
    auto found = frame->offsets.find(name);
    if (found != frame->offsets.end()) {
      return found->second;
    }
  }
  return std::nullopt;
}

void FunctionDecoder::resolveLabel(std::string_view label, uint32_t *target, uint32_t line) {
  auto found = labels.find(label);
  if (found == labels.end()) {
    builder.error(line, "there is no label `" + std::string(label) + "` in `" + std::string(function.name) + "`");
    return;
  }
  labelFixups.push_back({found->second, target});
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// Keys that an instruction of the text has for itself and for what the decoder adds around it.
static constexpr uint32_t keysPerInstruction = 8;

void FunctionDecoder::append(Instruction instruction, const ptx::Instruction &text, uint32_t index) {
  Program &program = *builder.program;
  uint32_t since = static_cast<uint32_t>(program.code.size()) - positions[index];
  instruction.key = keys[index] * keysPerInstruction + std::min(since, keysPerInstruction - 1);
  instruction.line = text.line;
  instruction.location = text.location ? locationBase + *text.location : Instruction::noLocation;
  program.code.push_back(instruction);
}

void FunctionDecoder::decodeGuard(DecodeContext &context, const ptx::Instruction &text, Instruction &out) {
  ptx::Operand guard;
  guard.name = text.guard;
  guard.isNegated = text.isGuardNegated;
  PredicatePlace place = context.predicateSource(guard);
  out.guard = place.index;
  out.guardFlip = place.isNegated ? allLanes : 0;
}

void FunctionDecoder::decodeInstruction(const ptx::Instruction &text, uint32_t index) {
  DecodeContext context(*this, text);
  Instruction out;
  if (!text.guard.empty()) {
    decodeGuard(context, text, out);
  }
  DecodeFunction decode = nullptr;
  if (!text.modifiers.empty()) {
    decode = builder.families.find(std::string(text.opcode) + "." + std::string(text.modifiers[0]));
  }
  decode = decode ? decode : builder.families.find(text.opcode);
  if (decode && builder.families.check) {
    builder.families.check(context);
  }
  if (decode) {
    decode(context, out);
    context.finish();
  } else {
    context.error("unknown instruction `" + context.spelling() + "`");
  }
  for (Instruction &each : prelude) {
    append(each, text, index);
  }
  append(out, text, index);
  for (Instruction &each : postlude) {
    each.guard = out.guard;
    each.guardFlip = out.guardFlip;
    append(each, text, index);
  }
  prelude.clear();
  postlude.clear();
}

void FunctionDecoder::addImplicitReturn() {
  Program &program = *builder.program;
  // Lanes that run off the end of a function return.
  ptx::Instruction text;
  text.opcode = "ret";
  DecodeContext context(*this, text);
  Instruction last;
  builder.families.find("ret")(context, last);
  last.line = function.instructions.empty() ? function.line : function.instructions.back().line;
  last.key = keys.back() * keysPerInstruction;
  program.code.push_back(last);
}

void FunctionDecoder::decode() {
  Program &program = *builder.program;
  locationBase = static_cast<uint32_t>(program.locations.size());
  program.locations.insert(program.locations.end(), function.locations.begin(), function.locations.end());
  uint32_t count = static_cast<uint32_t>(function.instructions.size());
  uint32_t firstKey = program.code.empty() ? 0 : builder.nextKey;
  keys.resize(count + 1);
  orderKeys(firstKey);
  builder.nextKey = firstKey + count + 1;
  for (uint32_t index = 0; index < count; ++index) {
    positions.push_back(static_cast<uint32_t>(program.code.size()));
    decodeInstruction(function.instructions[index], index);
  }
  positions.push_back(static_cast<uint32_t>(program.code.size()));
  addImplicitReturn();
  for (const LabelFixup &fixup : labelFixups) {
    *fixup.target = positions[std::min(fixup.instruction, count)];
  }
}

/// Keys by the order of the blocks, then that of the text.
void FunctionDecoder::orderKeys(uint32_t first) {
  ptx::ControlFlow flow = ptx::analyzeControlFlow(function);
  std::vector<uint32_t> blocks(flow.blocks.size());
  for (uint32_t block = 0; block < blocks.size(); ++block) {
    blocks[flow.positions[block]] = block;
  }
  uint32_t next = first;
  for (uint32_t block : blocks) {
    for (uint32_t index = flow.blocks[block].begin; index < flow.blocks[block].end; ++index) {
      keys[index] = next++;
    }
  }
  keys.back() = next;
}

} // namespace tkc::sim
