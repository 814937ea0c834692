// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `.loc` gives the source line; a `.loc` of the virtual file of ops gives the op, and says by `inlined_at` which source
// line that is.
#include "Origins.h"

#include <string_view>

namespace tkc::sim {

/// The file of the line table whose lines are numbers of ops.
static constexpr std::string_view opFile = "tkc.ops";

static std::string_view lineOf(std::string_view text, uint32_t line) {
  size_t begin = 0;
  for (uint32_t number = 1; number < line && begin != std::string_view::npos; ++number) {
    size_t end = text.find('\n', begin);
    begin = end == std::string_view::npos ? end : end + 1;
  }
  if (line == 0 || begin == std::string_view::npos) {
    return {};
  }
  std::string_view found = text.substr(begin, text.find('\n', begin) - begin);
  size_t first = found.find_first_not_of(" \t\r"), last = found.find_last_not_of(" \t\r");
  return first == std::string_view::npos ? std::string_view() : found.substr(first, last - first + 1);
}

static std::string fileName(const Program &program, uint32_t file) {
  const ptx::File *found = program.module->findFile(file);
  return found ? found->name : "file " + std::to_string(file);
}

InstructionOrigin originOf(const Program &program, InstructionIndex index) {
  InstructionOrigin origin;
  if (index >= program.code.size()) {
    return origin;
  }
  const Instruction &instruction = program.code[index];
  origin.ptxLine = instruction.line;
  origin.ptxText = std::string(lineOf(program.module->text, instruction.line));
  for (const Program::FunctionRange &range : program.functions) {
    if (index >= range.begin && index < range.end) {
      origin.function = std::string(range.function->name);
    }
  }
  if (instruction.location >= program.locations.size()) {
    return origin;
  }
  const ptx::Location &location = program.locations[instruction.location];
  std::string file = fileName(program, location.file);
  if (file == opFile) {
    origin.op = location.line;
  } else {
    origin.places.push_back({std::move(file), location.line, location.column});
  }
  if (location.isInlined) {
    origin.places.push_back({fileName(program, location.inlinedFile), location.inlinedLine, location.inlinedColumn});
  }
  return origin;
}

} // namespace tkc::sim
