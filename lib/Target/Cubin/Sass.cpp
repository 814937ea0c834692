// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Disassembly of a cubin, and counts over it.
#include "tkc/Target/Cubin/Cubin.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include "Process.h"

namespace tkc::cubin {

std::optional<std::string> disassemble(const std::string &cubin, const std::string &nvdisasmPath, bool withLines) {
  TemporaryFile file("tkc", "cubin");
  if (file.path().empty() || !file.write(cubin)) {
    return std::nullopt;
  }
  std::vector<std::string> arguments = {"-c"};
  if (withLines) {
    arguments.push_back("-g");
  }
  arguments.push_back(file.path());
  std::optional<ProcessResult> run = runProcess(nvdisasmPath, arguments);
  return run && run->exitCode == 0 ? std::optional(std::move(run->output)) : std::nullopt;
}

/// The mnemonic of an instruction line `/*0040*/ @!P0 LDG.E.128 R4, ... ;`, or empty when the line is none.
static llvm::StringRef getMnemonic(llvm::StringRef line) {
  line = line.ltrim();
  if (!line.consume_front("/*")) {
    return {};
  }
  auto [address, rest] = line.split("*/");
  bool isAddress = address.size() >= 4 && llvm::all_of(address, llvm::isHexDigit);
  rest = rest.ltrim();
  if (!isAddress || rest.empty() || rest.starts_with("/*")) {
    return {};
  }
  if (rest.consume_front("@")) {
    rest = rest.split(' ').second.ltrim();
  }
  return rest.take_while([](char c) { return llvm::isAlnum(c); });
}

std::map<std::string, SassSummary> summariseSass(const std::string &sass) {
  std::map<std::string, SassSummary> kernels;
  SassSummary *current = nullptr;
  bool hasPosition = false;
  for (llvm::StringRef line : llvm::split(sass, '\n')) {
    llvm::StringRef text = line.trim();
    if (text.starts_with(".section\t.text.") || text.starts_with(".section .text.")) {
      llvm::StringRef name = text.split(".text.").second.take_until([](char c) { return c == ',' || c == ' '; });
      current = &kernels[name.trim("\"").str()];
      hasPosition = false;
    } else if (text.starts_with("//## File")) {
      hasPosition = true;
    } else if (llvm::StringRef mnemonic = getMnemonic(line); current && !mnemonic.empty()) {
      ++current->instructions;
      current->mapped += hasPosition;
      ++current->mix[mnemonic.str()];
    }
  }
  return kernels;
}

} // namespace tkc::cubin
