// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions and modules as text. Labels and places come before the instructions that they belong to.
#include "tkc/Sim/Ptx/Printer.h"

#include "PrintedText.h"

namespace tkc::sim::ptx {

namespace {

class FunctionPrinter {
public:
  FunctionPrinter(const Function &function, PrintedText &text) : function(function), text(text) {}

  void print();
  /// Ends with `;` instead of the body.
  void printDeclaration();

private:
  void printHeader();
  void printBounds();
  void printThree(std::string_view word, const uint32_t (&bounds)[3]);
  void printOne(std::string_view word, uint32_t number);
  void printDeclarations();
  void printTable(const TargetTable &table);
  void printLocation(const Location &location);
  void printLocationsUpTo(size_t end);
  void printLabelsUpTo(size_t instruction);
  void printBody();

  const Function &function;
  PrintedText &text;
  size_t nextLabel = 0, nextLocation = 0;
};

} // namespace

static std::string_view wordOf(Linkage linkage) {
  switch (linkage) {
  case Linkage::Internal:
    return "";
  case Linkage::Visible:
    return ".visible ";
  case Linkage::Extern:
    return ".extern ";
  case Linkage::Weak:
    return ".weak ";
  case Linkage::Common:
    return ".common ";
  }
  return "";
}

void FunctionPrinter::printHeader() {
  text << wordOf(function.linkage) << (function.isEntry ? ".entry " : ".func ");
  if (!function.results.empty()) {
    text.writeParameters(function.results);
    text << " ";
  }
  text << function.name;
  text.writeParameters(function.parameters);
  printBounds();
}

void FunctionPrinter::printThree(std::string_view word, const uint32_t (&bounds)[3]) {
  if (bounds[0] != 0 || bounds[1] != 0 || bounds[2] != 0) {
    text << " " << word << " " << bounds[0] << ", " << bounds[1] << ", " << bounds[2];
  }
}

void FunctionPrinter::printOne(std::string_view word, uint32_t number) {
  if (number != 0) {
    text << " " << word << " " << number;
  }
}

void FunctionPrinter::printBounds() {
  const LaunchBounds &bounds = function.bounds;
  text << (function.isNoReturn ? " .noreturn" : "");
  printThree(".reqntid", bounds.requiredThreads);
  printThree(".maxntid", bounds.maxThreads);
  printOne(".minnctapersm", bounds.minCtasPerSm);
  printOne(".maxnreg", bounds.maxRegisters);
  text << (bounds.hasExplicitCluster ? " .explicitcluster" : "");
  printThree(".reqnctapercluster", bounds.requiredCluster);
  printOne(".maxclusterrank", bounds.maxClusterRank);
  text << (bounds.countsClusters ? " .blocksareclusters" : "");
}

void FunctionPrinter::printDeclarations() {
  for (const RegisterDeclaration &declaration : function.registers) {
    text << "\t.reg ";
    if (declaration.lanes > 1) {
      text << ".v" << declaration.lanes << " ";
    }
    text << "." << declaration.type.name << " " << declaration.name;
    if (declaration.count > 0) {
      text << "<" << declaration.count << ">";
    }
    text << ";\n";
  }
  for (const Variable &variable : function.variables) {
    text << "\t";
    text.write(variable);
    text << ";\n";
  }
  for (const TargetTable &table : function.tables) {
    printTable(table);
  }
}

void FunctionPrinter::printTable(const TargetTable &table) {
  text << table.name << ": ";
  if (table.kind == TargetTable::Kind::Prototype) {
    text << ".callprototype ";
    text.writeParameters(table.results);
    text << " _ ";
    text.writeParameters(table.parameters);
    text << (table.isNoReturn ? " .noreturn;\n" : ";\n");
    return;
  }
  text << (table.kind == TargetTable::Kind::Branches ? ".branchtargets" : ".calltargets");
  std::string_view separator = " ";
  for (std::string_view target : table.targets) {
    text << separator << target;
    separator = ", ";
  }
  text << ";\n";
}

void FunctionPrinter::printLocation(const Location &location) {
  text << "\t.loc " << location.file << " " << location.line << " " << location.column;
  if (location.isInlined) {
    text << ", function_name " << location.function;
    text.writeAddend(location.functionOffset);
    text << ", inlined_at " << location.inlinedFile << " " << location.inlinedLine << " " << location.inlinedColumn;
  }
  text << "\n";
}

void FunctionPrinter::printLocationsUpTo(size_t end) {
  while (nextLocation < end) {
    printLocation(function.locations[nextLocation++]);
  }
}

void FunctionPrinter::printLabelsUpTo(size_t instruction) {
  while (nextLabel < function.labels.size() && function.labels[nextLabel].instruction <= instruction) {
    text << function.labels[nextLabel++].name << ":\n";
  }
}

void FunctionPrinter::printBody() {
  text << "\n{\n";
  printDeclarations();
  for (size_t index = 0; index < function.instructions.size(); ++index) {
    const Instruction &instruction = function.instructions[index];
    printLabelsUpTo(index);
    printLocationsUpTo(instruction.location ? *instruction.location + 1 : 0);
    text << "\t";
    text.write(instruction);
    text << "\n";
  }
  printLabelsUpTo(function.instructions.size());
  printLocationsUpTo(function.locations.size());
  text << "}\n";
}

void FunctionPrinter::printDeclaration() {
  printHeader();
  text << ";\n";
}

void FunctionPrinter::print() {
  if (function.isExternal) {
    printDeclaration();
  } else {
    printHeader();
    printBody();
  }
}

std::string printModule(const Module &module) {
  PrintedText text;
  text << ".version " << module.versionMajor << "." << module.versionMinor << "\n.target " << module.target;
  for (std::string_view option : module.targetOptions) {
    text << ", " << option;
  }
  text << "\n.address_size " << module.addressBits << "\n";
  for (const File &file : module.files) {
    text << ".file " << file.index << " \"" << file.name << "\"\n";
  }
  for (const Function &function : module.functions) {
    if (!function.isEntry && !function.isExternal) {
      FunctionPrinter(function, text).printDeclaration();
    }
  }
  for (const Variable &variable : module.variables) {
    text << wordOf(variable.linkage);
    text.write(variable);
    text << ";\n";
  }
  for (const Function &function : module.functions) {
    FunctionPrinter(function, text).print();
  }
  for (const Alias &alias : module.aliases) {
    text << ".alias " << alias.name << ", " << alias.target << ";\n";
  }
  return text.take();
}

std::string printInstruction(const Instruction &instruction) {
  PrintedText text;
  text.write(instruction);
  return text.take();
}

} // namespace tkc::sim::ptx
