// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints, assertions, mapped regions and inline assembly.
#include "tkc/Dialect/Tk/IR/AsmConstraints.h"

#include "llvm/ADT/StringExtras.h"

#include "Flattener.h"
#include "InlineAssembly.h"

namespace tkc::interp {

using namespace mlir;

void Flattener::flattenPrint(tk::PrintOp op) {
  PrintFormat format;
  format.prefix = op.getPrefix().str();
  format.isHex = op.getHex();
  for (auto [value, isSigned] : llvm::zip(op.getArgs(), op.getIsSigned())) {
    PrintFormat::Operand operand;
    operand.isSigned = isSigned;
    if (auto block = dyn_cast<RankedTensorType>(value.getType())) {
      operand.shape.assign(block.getShape().begin(), block.getShape().end());
    }
    format.operands.push_back(std::move(operand));
  }
  code.prints.push_back(std::move(format));
  emit(handlers::print, slotsOf(op.getArgs()), {}, uint32_t(code.prints.size() - 1));
}

void Flattener::flattenAssert(tk::AssertOp op) {
  code.messages.push_back(op.getMessage().str());
  emit(handlers::assertTrue, {slotOf(op.getCondition())}, {}, uint32_t(code.messages.size() - 1));
}

void Flattener::flattenMap(tk::MapElementwiseOp op) {
  ElementMap map;
  map.pack = op.getPack();
  auto count = uint32_t(cast<RankedTensorType>(op.getOperandTypes()[0]).getNumElements());
  map.width = worksOnLanes(op.getFunction()) ? uint32_t(llvm::divideCeil(count, map.pack)) : 1;
  std::vector<SlotId> operands = slotsOf(op->getOperands());
  std::vector<SlotId> results = resultSlots(op->getResults());
  FlatRegion region = flattenRegion(op.getFunction(), map.width);
  map.begin = region.begin;
  map.arguments = std::move(region.arguments);
  map.yielded = std::move(region.yielded);
  code.maps.push_back(std::move(map));
  emit(handlers::mapElements, std::move(operands), std::move(results), uint32_t(code.maps.size() - 1));
}

//===--- Inline assembly ---===//

/// Words of PTX that mean something only among the threads of a real launch.
static StringRef findThreadWord(StringRef assembly) {
  static constexpr StringRef words[] = {"%tid",    "%ntid",    "%ctaid", "%nctaid",        "%laneid",
                                        "%warpid", "%cluster", "bar.",   "shfl.",          "vote.",
                                        "match.",  "redux.",   "elect.", "activemask",     "cp.",
                                        ".shared", "mbarrier", "wgmma.", "griddepcontrol", "setmaxnreg"};
  for (StringRef word : words) {
    if (assembly.contains(word)) {
      return word;
    }
  }
  return {};
}

static std::vector<AssemblyValue> describeValues(ValueRange values, ArrayRef<tk::AsmRegister> registers,
                                                 unsigned pack) {
  std::vector<AssemblyValue> described;
  unsigned next = 0;
  for (Value value : values) {
    Type element = getElementTypeOrSelf(value.getType());
    AssemblyValue each;
    each.elementBits = isa<tk::PtrType>(element) ? 64 : std::max(8u, element.getIntOrFloatBitWidth());
    for (unsigned i = 0; i < tk::countAsmRegisters(element, pack); ++i, ++next) {
      AssemblyRegister entry;
      entry.kind = registers[next].kind;
      entry.tiedTo = registers[next].tiedTo ? int(*registers[next].tiedTo) : -1;
      each.registers.push_back(entry);
    }
    described.push_back(std::move(each));
  }
  return described;
}

void Flattener::flattenInlineAsm(tk::InlineAsmOp op) {
  std::vector<SlotId> operands = slotsOf(op.getArgs());
  std::vector<SlotId> results = resultSlots(op->getResults());
  StringRef assembly = op.getAssembly();
  if (assembly.contains("%globaltimer") && operands.empty() && results.size() == 1) {
    emit(handlers::globalTimer, {}, std::move(results));
    return;
  }
  if (StringRef word = findThreadWord(assembly); !word.empty()) {
    problem(op, "the inline assembly says `" + word + "`, which depends on the threads of a launch");
    return;
  }
  std::string ignored;
  std::optional<tk::AsmConstraints> constraints = tk::parseAsmConstraints(op.getConstraints(), ignored);
  AssemblyShape shape;
  shape.text = assembly.str();
  shape.pack = op.getPack();
  shape.outputs = describeValues(op->getResults(), constraints->outputs, op.getPack());
  shape.inputs = describeValues(op.getArgs(), constraints->inputs, op.getPack());
  auto [laneCode, message] = assemble(shape);
  if (!laneCode) {
    problem(op, "the inline assembly is not valid PTX: " + message);
    return;
  }
  laneCode->isPure = op.getPure();
  laneCode->relativeError = assembly.contains("approx") ? 0x1p-10 : 0;
  code.laneCodes.push_back(std::move(laneCode));
  emit(handlers::runLaneCode, std::move(operands), std::move(results), uint32_t(code.laneCodes.size() - 1));
}

bool Flattener::flattenDeviceOp(Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](tk::PrintOp print) { return flattenPrint(print), true; })
      .Case([&](tk::AssertOp assertion) { return flattenAssert(assertion), true; })
      .Case([&](tk::MapElementwiseOp map) { return flattenMap(map), true; })
      .Case([&](tk::InlineAsmOp assembly) { return flattenInlineAsm(assembly), true; })
      .Default([](Operation *) { return false; });
}

} // namespace tkc::interp
