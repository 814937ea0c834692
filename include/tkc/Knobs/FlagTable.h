// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A command line as a table: each flag with its help and what it sets. Parsing, usage errors and `--help` come from it.
#ifndef TKC_KNOBS_FLAGTABLE_H
#define TKC_KNOBS_FLAGTABLE_H

#include "tkc/Knobs/Knobs.h"

namespace tkc::knobs {

/// Whether a flag is followed by a value.
enum class FlagValue : uint8_t { None, Needed, Optional };

/// One flag. Values come as `--name=VALUE` or, when needed, also as `--name VALUE`.
struct Flag {
  /// With its dashes: `--kernel`, `-o`.
  std::string name;
  FlagValue value = FlagValue::None;
  /// How `--help` shows the value: `N`, `K=V`, `text|json`.
  std::string shownValue;
  std::string help;
  /// Takes the value; an optional value that was not given comes as an empty text.
  std::function<Status(std::string_view)> set;
};

/// The flags of one tool.
class FlagTable {
public:
  /// Starts a section of the help text.
  void beginSection(std::string title);
  void add(Flag flag);
  /// Sets a field to one of the named choices, `A|B|C` in the help.
  void addChoice(std::string name, std::vector<std::string> choices, std::string help, std::function<void(size_t)> set);
  /// Sets a number within a range.
  void addInteger(std::string name, int64_t least, int64_t most, std::string help, std::function<void(int64_t)> set);
  void addText(std::string name, std::string shownValue, std::string help, std::function<void(std::string)> set);
  void addSwitch(std::string name, std::string help, std::function<void()> set);
  /// A flag for each knob; what is given is appended to `given`, which must outlive the table.
  void addKnobs(std::vector<KnobFlag> &given);

  /// Reads the arguments (without the program's name). Other words go to `positional`, and so does everything after
  /// `--`. Errors name the flag and, for unknown ones, the nearest known.
  Status parse(const std::vector<std::string> &arguments, const std::function<Status(std::string)> &positional) const;

  /// The sections with their flags.
  std::string formatHelp() const;

private:
  struct Section {
    std::string title;
    std::vector<Flag> flags;
    bool isHidden = false;
  };

  const Flag *find(std::string_view name) const;
  Status applyFlag(const std::vector<std::string> &arguments, size_t &index) const;
  ErrorMessage unknownFlag(std::string_view name) const;

  std::vector<Section> sections;
};

/// Reads `NAME=VALUE` where NAME is an identifier.
Result<std::pair<std::string, std::string>> parseAssignment(std::string_view text);

} // namespace tkc::knobs

#endif // TKC_KNOBS_FLAGTABLE_H
