// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mutations of PTX text, line by line.
#include "Mutants.h"

#include <map>
#include <regex>
#include <sstream>

namespace tkc::sim::test {

namespace {

using Lines = std::vector<std::string>;

/// Lines that belong together: an instruction, or the loop around a try_wait.
struct Unit {
  size_t begin, end;
  /// The line with the instruction.
  size_t instruction;
};

class Mutator {
public:
  explicit Mutator(const std::string &text);
  std::vector<Mutant> run();

private:
  bool matches(size_t line, const char *pattern) const;
  bool endsBlock(size_t line) const;
  std::vector<Unit> findUnits() const;
  std::string nameOf(size_t line) const;

  void add(size_t line, const std::string &change, const Lines &changed);
  void deleteUnit(const Unit &unit);
  void moveUnit(const Unit &unit);
  void moveTo(const Unit &unit, size_t target, const std::string &change);
  void changeNumber(size_t line, const char *pattern, long difference);
  void replace(size_t line, const char *pattern, const std::string &by, const std::string &change);
  void changeOperands(const Unit &unit);
  void changeParities();

  Lines lines;
  std::vector<Mutant> mutants;
};

} // namespace

static constexpr const char *synchronisation =
    R"(^(cp\.async\.(wait|commit|mbarrier|bulk\.wait|bulk\.commit)|mbarrier\.|bar\.|barrier\.|fence\.|wgmma\.(fence|commit|wait)))";
static constexpr const char *memoryAccess =
    R"(^((ld|st)\.(shared|global)|cp\.async\.(ca|cg|bulk\.(tensor|shared|global))|wgmma\.mma))";

Mutator::Mutator(const std::string &text) {
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    lines.push_back(line.substr(0, line.find("//")));
  }
}

/// Looks at the instruction behind blanks and guard.
bool Mutator::matches(size_t line, const char *pattern) const {
  static const std::regex prefix(R"(^\s*(@!?%\w+\s+)?)");
  return std::regex_search(std::regex_replace(lines[line], prefix, "", std::regex_constants::format_first_only),
                           std::regex(pattern));
}

bool Mutator::endsBlock(size_t line) const { return matches(line, R"(^(\w+:|bra|ret|\}|\{|\.))"); }

std::vector<Unit> Mutator::findUnits() const {
  std::vector<Unit> units;
  for (size_t line = 0; line < lines.size(); ++line) {
    if (matches(line, R"(^mbarrier\.(try|test)_wait)")) {
      units.push_back({line - 1, line + 2, line});
    } else if (matches(line, synchronisation)) {
      units.push_back({line, line + 1, line});
    }
  }
  return units;
}

std::string Mutator::nameOf(size_t line) const {
  auto trimmed = [](const std::string &text) {
    return text.substr(std::min(text.find_first_not_of(' '), text.size()));
  };
  std::string name = trimmed(lines[line]);
  size_t earlier = 0;
  for (size_t other = 0; other < line; ++other) {
    earlier += trimmed(lines[other]) == name;
  }
  return earlier == 0 ? name : name + " #" + std::to_string(earlier + 1);
}

void Mutator::add(size_t line, const std::string &change, const Lines &changed) {
  Mutant mutant{nameOf(line) + " " + change, ""};
  for (const std::string &each : changed) {
    mutant.text += each + "\n";
  }
  mutants.push_back(std::move(mutant));
}

void Mutator::deleteUnit(const Unit &unit) {
  Lines changed = lines;
  for (size_t line = unit.begin; line < unit.end; ++line) {
    changed[line].clear();
  }
  add(unit.instruction, "deleted", changed);
}

/// Takes the unit out and puts it in front of the line `target`.
void Mutator::moveTo(const Unit &unit, size_t target, const std::string &change) {
  Lines changed, moved(lines.begin() + long(unit.begin), lines.begin() + long(unit.end));
  for (size_t line = 0; line < lines.size(); ++line) {
    if (line == target) {
      changed.insert(changed.end(), moved.begin(), moved.end());
    }
    if (line < unit.begin || line >= unit.end) {
      changed.push_back(lines[line]);
    }
  }
  add(unit.instruction, change, changed);
}

void Mutator::moveUnit(const Unit &unit) {
  for (size_t line = unit.end; line < lines.size() && !endsBlock(line); ++line) {
    if (matches(line, memoryAccess)) {
      moveTo(unit, line + 1, "moved behind the next access");
      break;
    }
  }
  for (size_t line = unit.begin; line-- > 0 && !endsBlock(line);) {
    if (matches(line, memoryAccess)) {
      moveTo(unit, line, "moved before the previous access");
      break;
    }
  }
}

void Mutator::replace(size_t line, const char *pattern, const std::string &by, const std::string &change) {
  Lines changed = lines;
  changed[line] = std::regex_replace(lines[line], std::regex(pattern), by);
  if (changed[line] != lines[line]) {
    add(line, change, changed);
  }
}

/// Changes the number that the pattern's group catches.
void Mutator::changeNumber(size_t line, const char *pattern, long difference) {
  std::smatch match;
  if (!std::regex_search(lines[line], match, std::regex(pattern)) || std::stol(match[1]) + difference < 0) {
    return;
  }
  std::string number = std::to_string(std::stol(match[1]) + difference);
  Lines changed = lines;
  changed[line].replace(size_t(match.position(1)), size_t(match.length(1)), number);
  add(line, "with " + number, changed);
}

void Mutator::changeOperands(const Unit &unit) {
  size_t line = unit.instruction;
  if (matches(line, R"(^mbarrier\.init)")) {
    changeNumber(line, R"(\], (\d+))", 1);
    if (!matches(line, R"(\], 1;)")) {
      changeNumber(line, R"(\], (\d+))", -1);
    }
  }
  if (matches(line, R"(expect_tx)")) {
    changeNumber(line, R"(\], (\d+))", 16);
    changeNumber(line, R"(\], (\d+))", -16);
  }
  if (matches(line, R"(wait_group)")) {
    changeNumber(line, R"(\s(\d+);)", 1);
  }
  if (matches(line, R"(^bar\.(sync|arrive) \d+, )")) {
    changeNumber(line, R"(\s(\d+), )", 1);
    changeNumber(line, R"(, (\d+);)", -32);
  }
  replace(line, R"((release|acquire)\.cluster\.shared)", "$1.cta.shared", "at the scope of the CTA");
  if (!matches(line, R"(^(fence|barrier\.cluster\.wait))")) {
    replace(line, R"(\.(release|acquire)(\.|;))", ".relaxed$2", "relaxed");
  }
}

/// The parity that a wait names, the first one, and the changes from phase to phase.
void Mutator::changeParities() {
  for (size_t line = 0; line < lines.size(); ++line) {
    if (matches(line, R"(^mbarrier\.\w+_wait\.parity)")) {
      Lines changed = lines;
      std::smatch match;
      std::regex_search(lines[line], match, std::regex(R"(, (%\w+);)"));
      changed[line] = "{\n.reg .b32 %flipped;\nxor.b32 %flipped, " + match[1].str() + ", 1;\n" +
                      lines[line].substr(0, size_t(match.position(1))) + "%flipped;\n}";
      add(line, "with the other parity", changed);
    } else if (matches(line, R"(^xor\.b32 %\w+, %parity, 1)")) {
      replace(line, R"(, 1;)", ", 0;", "flips nothing");
    } else if (matches(line, R"(^mov\.b32 %parity, 0)")) {
      replace(line, R"(, 0;)", ", 1;", "begins with the other");
    }
  }
}

std::vector<Mutant> Mutator::run() {
  for (const Unit &unit : findUnits()) {
    deleteUnit(unit);
    moveUnit(unit);
    changeOperands(unit);
  }
  changeParities();
  return std::move(mutants);
}

std::vector<Mutant> makeMutants(const std::string &text) { return Mutator(text).run(); }

} // namespace tkc::sim::test
