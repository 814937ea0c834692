// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parsing of constraint strings, and the verifier and effects of inline assembly and of mapped regions.
#include "tkc/Dialect/Tk/IR/AsmConstraints.h"

#include "tkc/Dialect/Tk/IR/Tk.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tkc::tk;

unsigned AsmRegister::bitWidth() const {
  switch (kind) {
  case 'b':
    return 1;
  case 'h':
    return 16;
  case 'l':
  case 'd':
    return 64;
  default:
    return 32;
  }
}

static bool isRegisterKind(StringRef text) { return text.size() == 1 && StringRef("bhrlfd").contains(text.front()); }

std::optional<AsmConstraints> tkc::tk::parseAsmConstraints(StringRef text, std::string &problem) {
  AsmConstraints constraints;
  SmallVector<StringRef> pieces;
  text.split(pieces, ',', -1, /*KeepEmpty=*/false);
  for (StringRef piece : pieces) {
    StringRef rest = piece.trim();
    if (rest.starts_with("~")) {
      continue;
    }
    AsmRegister entry;
    if (rest.consume_front("=")) {
      rest.consume_front("&");
      if (!isRegisterKind(rest) || !constraints.inputs.empty()) {
        problem = constraints.inputs.empty() ? "`" + piece.str() + "` is no output register"
                                             : "the output `" + piece.str() + "` stands behind inputs";
        return std::nullopt;
      }
      entry.kind = rest.front();
      constraints.outputs.push_back(entry);
      continue;
    }
    unsigned output = 0;
    if (!rest.getAsInteger(10, output) && output < constraints.outputs.size()) {
      entry = constraints.outputs[output];
      entry.tiedTo = output;
    } else if (isRegisterKind(rest)) {
      entry.kind = rest.front();
    } else {
      problem =
          "`" + piece.str() + "` is no register; they are =h =r =l =f =d =b for outputs and h r l f d b for inputs";
      return std::nullopt;
    }
    constraints.inputs.push_back(entry);
  }
  return constraints;
}

static unsigned elementWidth(Type element) { return isa<PtrType>(element) ? 64 : element.getIntOrFloatBitWidth(); }

unsigned tkc::tk::countAsmRegisters(Type element, unsigned pack) {
  unsigned width = std::max(8u, elementWidth(element));
  return width >= 32 ? pack : llvm::divideCeil(pack * width, 32u);
}

/// Checks the registers of one side: `types` in order, packed, against what the constraints declare.
static LogicalResult verifyRegisters(InlineAsmOp op, TypeRange types, ArrayRef<AsmRegister> registers, StringRef side) {
  unsigned needed = 0;
  for (Type type : types) {
    needed += countAsmRegisters(getElementTypeOrSelf(type), op.getPack());
  }
  if (needed != registers.size()) {
    return op.emitOpError() << "expects " << needed << " constraints of " << side << ", got " << registers.size();
  }
  unsigned next = 0;
  for (Type type : types) {
    Type element = getElementTypeOrSelf(type);
    for (unsigned i = 0; i < countAsmRegisters(element, op.getPack()); ++i, ++next) {
      unsigned width = elementWidth(element), found = registers[next].bitWidth();
      // One element alone may sit in a register of 16 bits, or in a predicate.
      bool fits = width >= 32 ? found == width : found == 32 || (op.getPack() == 1 && found >= width);
      if (!fits) {
        return op.emitOpError() << "expects a register for " << element << " in constraint " << next << " of " << side
                                << ", got `" << StringRef(&registers[next].kind, 1) << "`";
      }
    }
  }
  return success();
}

LogicalResult InlineAsmOp::verify() {
  if (getNumResults() == 0) {
    return emitOpError("expects a result");
  }
  if (!llvm::isPowerOf2_32(getPack())) {
    return emitOpError() << "expects a power of two to pack, got " << getPack();
  }
  std::string problem;
  std::optional<AsmConstraints> constraints = parseAsmConstraints(getConstraints(), problem);
  if (!constraints) {
    return emitOpError() << "expects constraints: " << problem;
  }
  if (failed(verifyRegisters(*this, getResultTypes(), constraints->outputs, "outputs"))) {
    return failure();
  }
  return verifyRegisters(*this, getArgs().getTypes(), constraints->inputs, "inputs");
}

void InlineAsmOp::getEffects(SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &effects) {
  if (!getPure()) {
    effects.emplace_back(MemoryEffects::Read::get());
    effects.emplace_back(MemoryEffects::Write::get());
  }
}

Speculation::Speculatability InlineAsmOp::getSpeculatability() {
  return getPure() ? Speculation::Speculatable : Speculation::NotSpeculatable;
}

//===--- map_elementwise -------------------------------------------------===//

/// The scalars of `types`, each `pack` times.
static SmallVector<Type> repeatElements(TypeRange types, unsigned pack) {
  SmallVector<Type> elements;
  for (Type type : types) {
    elements.append(pack, getElementTypeOrSelf(type));
  }
  return elements;
}

LogicalResult MapElementwiseOp::verify() {
  if (getNumResults() == 0 || getNumOperands() == 0) {
    return emitOpError("expects an operand and a result");
  }
  if (!llvm::isPowerOf2_32(getPack())) {
    return emitOpError() << "expects a power of two to pack, got " << getPack();
  }
  SmallVector<Type> expected = repeatElements(getOperandTypes(), getPack());
  if (TypeRange(getFunction().getArgumentTypes()) != TypeRange(expected)) {
    return emitOpError() << "expects a region of " << expected.size() << " scalars of the element types, got "
                         << getFunction().getNumArguments() << " arguments";
  }
  auto yield = dyn_cast<YieldOp>(getFunction().front().back());
  SmallVector<Type> given = repeatElements(getResultTypes(), getPack());
  if (!yield || TypeRange(yield.getOperandTypes()) != TypeRange(given)) {
    return emitOpError() << "expects the region to yield " << given.size() << " scalars of the results' element types";
  }
  return success();
}
