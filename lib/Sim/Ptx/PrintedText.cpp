// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Instructions and variables as text.
#include "PrintedText.h"

#include "Declarations.h"

namespace tkc::sim::ptx {

void PrintedText::writeHex(std::string_view prefix, uint64_t bits, unsigned digits) {
  static constexpr char letters[] = "0123456789ABCDEF";
  text += prefix;
  while (digits-- > 0) {
    text += letters[bits >> (4 * digits) & 15];
  }
}

void PrintedText::writeAddend(uint64_t bits) {
  bool isNegative = static_cast<int64_t>(bits) < 0;
  if (bits != 0) {
    *this << (isNegative ? "+-" : "+") << (isNegative ? 0 - bits : bits);
  }
}

void PrintedText::writeElements(const std::vector<Operand> &elements, std::string_view open, std::string_view close) {
  *this << open;
  std::string_view separator;
  for (const Operand &element : elements) {
    *this << separator;
    write(element);
    separator = ", ";
  }
  *this << close;
}

void PrintedText::writeAddress(const Operand &operand) {
  *this << "[";
  if (operand.name.empty()) {
    writeSigned(operand.bits);
  } else {
    *this << operand.name;
    writeAddend(operand.bits);
  }
  if (!operand.elements.empty()) {
    writeElements(operand.elements, ", {", "}");
  }
  *this << "]";
}

void PrintedText::write(const Operand &operand) {
  if (operand.isNegated) {
    *this << "!";
  }
  switch (operand.kind) {
  case Operand::Kind::Name:
    *this << operand.name;
    if (!operand.selector.empty()) {
      *this << "." << operand.selector;
    }
    if (operand.component >= 0) {
      *this << "." << std::string_view("xyzw").substr(static_cast<size_t>(operand.component), 1);
    }
    return writeAddend(operand.bits);
  case Operand::Kind::Integer:
    return writeSigned(operand.bits);
  case Operand::Kind::Float32:
    return writeHex("0f", operand.bits, 8);
  case Operand::Kind::Float64:
    return writeHex("0d", operand.bits, 16);
  case Operand::Kind::Vector:
    return writeElements(operand.elements, "{", "}");
  case Operand::Kind::Address:
    return writeAddress(operand);
  case Operand::Kind::Sink:
    text += '_';
    return;
  case Operand::Kind::List:
    return writeElements(operand.elements, "(", ")");
  }
}

void PrintedText::write(const Instruction &instruction) {
  if (!instruction.guard.empty()) {
    *this << (instruction.isGuardNegated ? "@!" : "@") << instruction.guard << " ";
  }
  *this << instruction.opcode;
  for (std::string_view modifier : instruction.modifiers) {
    *this << "." << modifier;
  }
  std::string_view separator = " ";
  for (const Operand &operand : instruction.operands) {
    *this << separator;
    write(operand);
    if (&operand == instruction.operands.data() && instruction.secondResult) {
      *this << "|";
      write(*instruction.secondResult);
    }
    separator = ", ";
  }
  *this << ";";
}

static std::string_view wordOf(Space space) {
  switch (space) {
  case Space::Global:
    return ".global";
  case Space::Shared:
    return ".shared";
  case Space::Local:
    return ".local";
  case Space::Const:
    return ".const";
  case Space::Param:
    return ".param";
  }
  return "";
}

void PrintedText::write(const Variable &variable) {
  *this << wordOf(variable.space) << " .align " << variable.alignment;
  if (variable.lanes > 1) {
    *this << " .v" << variable.lanes;
  }
  *this << " ." << variable.type.name;
  if (variable.isPointer) {
    *this << " .ptr " << (variable.pointeeSpace ? wordOf(*variable.pointeeSpace) : "") << " .align "
          << variable.pointeeAlignment;
  }
  *this << " " << variable.name;
  uint64_t elementSize = sizeOfElement(variable);
  if (variable.isUnsized) {
    *this << "[]";
  } else if (variable.sizeInBytes != elementSize) {
    *this << "[" << variable.sizeInBytes / elementSize << "]";
  }
  if (!variable.initialBytes.empty()) {
    writeInitialiser(variable);
  }
}

void PrintedText::writeInitialiser(const Variable &variable) {
  uint64_t valueSize = variable.type.bits / 8;
  bool isScalar = variable.sizeInBytes == valueSize;
  *this << (isScalar ? " = " : " = {");
  size_t relocation = 0;
  for (uint64_t offset = 0; offset < variable.initialBytes.size(); offset += valueSize) {
    *this << (offset == 0 ? "" : ", ");
    const std::vector<Variable::Relocation> &relocations = variable.relocations;
    if (relocation < relocations.size() && relocations[relocation].offset == offset) {
      writeSymbol(relocations[relocation++]);
    } else {
      writeValue(variable, offset);
    }
  }
  *this << (isScalar ? "" : "}");
}

void PrintedText::writeSymbol(const Variable::Relocation &relocation) {
  *this << (relocation.isGeneric ? "generic(" : "") << relocation.symbol << (relocation.isGeneric ? ")" : "");
  writeAddend(static_cast<uint64_t>(relocation.addend));
}

void PrintedText::writeValue(const Variable &variable, uint64_t offset) {
  uint64_t valueSize = variable.type.bits / 8;
  uint64_t bits = 0;
  for (uint64_t index = 0; index < valueSize && index < 8; ++index) {
    bits |= uint64_t(variable.initialBytes[offset + index]) << (8 * index);
  }
  if (variable.type.kind == Type::Kind::Float && valueSize >= 4) {
    return writeHex(valueSize == 8 ? "0d" : "0f", bits, static_cast<unsigned>(2 * valueSize));
  }
  bool isExtendedBySign = valueSize > 8 && variable.initialBytes[offset + 8] != 0;
  if (isExtendedBySign) {
    return writeHex("(.s64)0x", bits, 16);
  }
  *this << bits;
}

void PrintedText::writeParameters(const std::vector<Variable> &parameters) {
  *this << "(";
  std::string_view separator;
  for (const Variable &parameter : parameters) {
    *this << separator;
    write(parameter);
    separator = ", ";
  }
  *this << ")";
}

} // namespace tkc::sim::ptx
