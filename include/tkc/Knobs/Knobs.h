// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The knobs: settings with an environment variable, a compatible alias and a flag. This is the only place of tkc that
// reads environment variables.
#ifndef TKC_KNOBS_KNOBS_H
#define TKC_KNOBS_KNOBS_H

#include "tkc/Support/Result.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tkc::knobs {

/// How the value of a knob is written.
enum class KnobKind : uint8_t { Bool, Text, Choice, List, Switch };

/// Off, on, or on with a text (a kernel's name, a folder, a list).
struct KnobSwitch {
  bool on = false;
  std::string text;
};

/// One row of the table.
struct KnobRow {
  KnobKind kind;
  std::string_view name;
  /// Empty when there is none.
  std::string_view alias;
  /// Without the two dashes.
  std::string_view flag;
  std::string_view choices;
  std::string_view defaultValue;
  std::string_view meaning;
};

/// All rows, in the order of the table.
const std::vector<KnobRow> &allKnobs();

/// The C++ type of each kind of knob.
template <KnobKind kind>
struct KnobType {
  using Type = std::string;
};
template <>
struct KnobType<KnobKind::Bool> {
  using Type = bool;
};
template <>
struct KnobType<KnobKind::List> {
  using Type = std::vector<std::string>;
};
template <>
struct KnobType<KnobKind::Switch> {
  using Type = KnobSwitch;
};

/// The value of every knob: a field for each row of Knobs.def.
struct KnobSet {
#define TKC_KNOB(KIND, FIELD, NAME, ALIAS, FLAG, CHOICES, DEFAULT, MEANING) KnobType<KnobKind::KIND>::Type FIELD{};
#include "tkc/Knobs/Knobs.def"

  /// The defaults of the table.
  KnobSet();

  /// The folder of `dumpStages`, and of `overrideStages`.
  std::string dumpFolder() const { return dumpStages.text.empty() ? dumpDir : dumpStages.text; }
  std::string overrideFolder() const { return overrideStages.text.empty() ? overrideDir : overrideStages.text; }
};

/// The value of an environment variable, or null. `std::getenv` in the tools, a table in tests.
using EnvironmentReader = std::function<const char *(const char *name)>;

/// A knob given on the command line: the flag without dashes, and its text ("1" for a flag without value).
struct KnobFlag {
  std::string flag;
  std::string text;
};

/// Gathers all knobs: a flag wins over the `TKC_` name, that over the alias, that over the default. An empty variable
/// counts as unset. A bad value is an error that names its source and lists the good values.
Result<KnobSet> readKnobs(const EnvironmentReader &environment, const std::vector<KnobFlag> &flags);

/// The variables of the table that are set, as `NAME=value`, for reproducers.
std::vector<std::string> setVariables(const EnvironmentReader &environment);

/// The table as text for a terminal, and as the page docs/Knobs.md.
std::string formatKnobHelp();
std::string formatKnobPage();

} // namespace tkc::knobs

#endif // TKC_KNOBS_KNOBS_H
