// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Op ids to debug locations, and debug locations to .loc directives.
#include "tkc/Target/Ptx/OpLines.h"

#include "tkc/Dialect/Tk/IR/Identity.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace tkc::ptx {

//===--- The table -------------------------------------------------------===//

/// The innermost file position of a source location.
static FileLineColLoc findFilePosition(Location loc) {
  if (auto file = dyn_cast<FileLineColLoc>(loc)) {
    return file;
  }
  if (auto call = dyn_cast<CallSiteLoc>(loc)) {
    FileLineColLoc callee = findFilePosition(call.getCallee());
    return callee ? callee : findFilePosition(call.getCaller());
  }
  if (auto name = dyn_cast<NameLoc>(loc)) {
    return findFilePosition(name.getChildLoc());
  }
  return {};
}

unsigned OpLineTable::intern(Location loc) {
  auto [entry, isNew] = numbers.try_emplace(loc, 0);
  if (!isNew) {
    return entry->second;
  }
  OpLine line;
  line.ids = tk::getIds(loc);
  if (FileLineColLoc position = findFilePosition(tk::getSourceLocation(loc))) {
    line.file = position.getFilename().str();
    line.line = position.getLine();
    line.column = position.getColumn();
  } else if (line.ids.empty()) {
    return 0;
  }
  lines.push_back(std::move(line));
  return entry->second = lines.size();
}

//===--- Into LLVM -------------------------------------------------------===//

static LLVM::DISubprogramAttr makeSubprogram(LLVM::LLVMFuncOp function, LLVM::DIFileAttr file,
                                             LLVM::DICompileUnitAttr unit) {
  MLIRContext *context = function.getContext();
  StringAttr name = function.getSymNameAttr();
  auto type = LLVM::DISubroutineTypeAttr::get(context, llvm::dwarf::DW_CC_normal, {});
  auto flags = LLVM::DISubprogramFlags::Definition | LLVM::DISubprogramFlags::Optimized;
  return LLVM::DISubprogramAttr::get(context, DistinctAttr::create(UnitAttr::get(context)), unit, file, name, name,
                                     file,
                                     /*line=*/1, /*scopeLine=*/1, flags, type, /*retainedNodes=*/{},
                                     /*annotations=*/{});
}

void encodeOpLines(ModuleOp module, OpLineTable &table) {
  MLIRContext *context = module.getContext();
  auto fileName = StringAttr::get(context, "tkc.ops");
  auto file = LLVM::DIFileAttr::get(context, fileName, StringAttr::get(context, ""));
  auto unit = LLVM::DICompileUnitAttr::get(DistinctAttr::create(UnitAttr::get(context)), llvm::dwarf::DW_LANG_C, file,
                                           StringAttr::get(context, "tkc"), /*isOptimized=*/true,
                                           LLVM::DIEmissionKind::DebugDirectivesOnly);
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    if (function.isExternal()) {
      continue;
    }
    function.walk([&](Operation *op) {
      unsigned number = table.intern(op->getLoc());
      op->setLoc(number ? Location(FileLineColLoc::get(fileName, number, 0)) : UnknownLoc::get(context));
    });
    auto place = FileLineColLoc::get(fileName, 1, 0);
    function->setLoc(FusedLoc::get(context, {place}, makeSubprogram(function, file, unit)));
  }
}

//===--- Into PTX --------------------------------------------------------===//

namespace {
/// Writes the .loc directives of one PTX module.
class LineTableWriter {
public:
  LineTableWriter(const OpLineTable &table, LineInfo mode) : table(table), mode(mode) {}

  std::string write(llvm::StringRef ptx) {
    if (mode == LineInfo::Ops) {
      fileNumber("tkc.ops");
    }
    llvm::raw_string_ostream out(result);
    while (!ptx.empty()) {
      auto [line, rest] = ptx.split('\n');
      ptx = rest;
      writeLine(line, out);
    }
    if (mode != LineInfo::None) {
      writeFiles(out);
    }
    return std::move(result);
  }

private:
  void writeLine(llvm::StringRef line, llvm::raw_ostream &out) {
    llvm::StringRef text = line.ltrim();
    // With the blank: `.local` declares memory.
    if (text.consume_front(".loc\t") || text.consume_front(".loc ")) {
      writeLoc(text, out);
    } else if (text.starts_with(".visible .entry")) {
      kernel = text.drop_front(15).ltrim().take_while([](char c) { return c != '('; }).str();
      out << line << '\n';
    } else if (!text.starts_with(".file") && !text.starts_with(".section\t.debug_macinfo")) {
      out << line << '\n';
    }
  }

  void writeLoc(llvm::StringRef operands, llvm::raw_ostream &out) {
    llvm::SmallVector<llvm::StringRef, 4> fields;
    operands.split(fields, ' ', 3, /*KeepEmpty=*/false);
    unsigned number = 0;
    // Line 0 is what LLVM makes of two merged positions, line 1 of a function's scope names no op.
    if (mode == LineInfo::None || fields.size() < 3 || fields[1].getAsInteger(10, number) || number == 0 ||
        number > table.size()) {
      return;
    }
    const OpLine &line = table.line(number);
    if (line.file.empty()) {
      return;
    }
    unsigned file = fileNumber(line.file);
    out << "\t.loc\t" << file << ' ' << line.line << ' ' << line.column << '\n';
    if (mode == LineInfo::Ops) {
      out << "\t.loc\t" << fileNumber("tkc.ops") << ' ' << number << " 0, function_name " << nameLabel()
          << ", inlined_at " << file << ' ' << line.line << ' ' << line.column << '\n';
    }
  }

  unsigned fileNumber(llvm::StringRef name) { return files.try_emplace(name.str(), files.size() + 1).first->second; }

  std::string nameLabel() {
    unsigned number = names.try_emplace(kernel, names.size()).first->second;
    return "$L__info_string" + std::to_string(number);
  }

  /// The size and a fixed modification time keep ptxas from looking at the file itself.
  void writeFiles(llvm::raw_ostream &out) {
    for (const auto &[name, number] : files) {
      out << "\t.file\t" << number << " \"" << llvm::sys::path::filename(name) << "\", 1, 1\n";
    }
    if (names.empty()) {
      return;
    }
    out << "\t.section\t.debug_str\n\t{\n";
    for (const auto &[name, number] : names) {
      out << "$L__info_string" << number << ":\n";
      for (unsigned char c : name) {
        out << "\t.b8 " << unsigned(c) << '\n';
      }
      out << "\t.b8 0\n";
    }
    out << "\t}\n";
  }

  const OpLineTable &table;
  LineInfo mode;
  std::string kernel;
  std::string result;
  llvm::MapVector<std::string, unsigned, std::map<std::string, unsigned>> files;
  llvm::MapVector<std::string, unsigned, std::map<std::string, unsigned>> names;
};
} // namespace

std::string writeLineTable(llvm::StringRef ptx, const OpLineTable &table, LineInfo mode) {
  return LineTableWriter(table, mode).write(ptx);
}

} // namespace tkc::ptx
