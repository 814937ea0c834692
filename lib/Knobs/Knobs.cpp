// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading knobs from flags and environment, and printing their table.
#include "tkc/Knobs/Knobs.h"

#include "tkc/Support/TextParts.h"

#include <algorithm>
#include <cassert>

namespace tkc::knobs {

const std::vector<KnobRow> &allKnobs() {
  static const std::vector<KnobRow> rows = {
#define TKC_KNOB(KIND, FIELD, NAME, ALIAS, FLAG, CHOICES, DEFAULT, MEANING)                                            \
  {KnobKind::KIND, NAME, ALIAS, FLAG, CHOICES, DEFAULT, MEANING},
#include "tkc/Knobs/Knobs.def"
  };
  return rows;
}

namespace {
enum class Truth : uint8_t { False, True, Neither };
} // namespace

static constexpr std::string_view goodBools = "1, 0, true, false, on, off, yes, no, y, n";

static Truth parseTruth(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return char(tolower(c)); });
  for (std::string_view yes : {"1", "true", "on", "yes", "y"}) {
    if (lower == yes) {
      return Truth::True;
    }
  }
  for (std::string_view no : {"0", "false", "off", "no", "n"}) {
    if (lower == no) {
      return Truth::False;
    }
  }
  return Truth::Neither;
}

static Status assign(const KnobRow &row, std::string_view text, bool &field) {
  Truth truth = parseTruth(text);
  if (truth == Truth::Neither) {
    return ErrorMessage{"expects one of " + std::string(goodBools) + ", got `" + std::string(text) + "`"};
  }
  field = truth == Truth::True;
  return {};
}

static Status checkChoice(std::string_view text, std::string_view choices) {
  for (std::string_view choice : splitParts(choices, ',')) {
    if (choice == text) {
      return {};
    }
  }
  return ErrorMessage{"expects " + joinParts(splitParts(choices, ','), ", ") + ", got `" + std::string(text) + "`"};
}

static Status assignChoice(const KnobRow &row, std::string_view text, std::string &field) {
  std::vector<std::string_view> choices = splitParts(row.choices, ',');
  bool hasNone = choices[0] == "none";
  Truth truth = parseTruth(text);
  if (hasNone && truth != Truth::Neither) {
    // The compatible alias of such a knob is a bool: on is the first real choice.
    field = choices[truth == Truth::True ? 1 : 0];
    return {};
  }
  field = text;
  return checkChoice(text, row.choices);
}

static Status assign(const KnobRow &row, std::string_view text, std::string &field) {
  if (row.kind == KnobKind::Choice) {
    return assignChoice(row, text, field);
  }
  bool isCount = row.choices == "seconds";
  bool isDigits = text.find_first_not_of("0123456789") == std::string_view::npos;
  if (isCount && (!isDigits || text.empty() || text.size() > 9)) {
    return ErrorMessage{"expects a number of " + std::string(row.choices) + ", got `" + std::string(text) + "`"};
  }
  field = text;
  return {};
}

static Status assign(const KnobRow &row, std::string_view text, std::vector<std::string> &field) {
  field.clear();
  std::vector<std::string_view> choices = splitParts(row.choices, ',');
  bool hasNone = choices[0] == "none";
  Truth truth = parseTruth(text);
  if (hasNone && (truth != Truth::Neither || text == choices[0])) {
    if (truth == Truth::True) {
      field.emplace_back(choices[1]);
    }
    return {};
  }
  for (std::string_view item : splitParts(text, ',')) {
    if (Status status = checkChoice(item, row.choices); !status) {
      return status;
    }
    field.emplace_back(item);
  }
  return {};
}

static Status assign(const KnobRow &row, std::string_view text, KnobSwitch &field) {
  Truth truth = parseTruth(text);
  field.on = truth != Truth::False;
  field.text = truth == Truth::Neither ? std::string(text) : "";
  return {};
}

/// Sets the field of the row to the text.
static Status assignRow(KnobSet &knobs, size_t index, std::string_view text) {
  const KnobRow &row = allKnobs()[index];
  size_t current = 0;
#define TKC_KNOB(KIND, FIELD, NAME, ALIAS, FLAG, CHOICES, DEFAULT, MEANING)                                            \
  if (current++ == index) {                                                                                            \
    return assign(row, text, knobs.FIELD);                                                                             \
  }
#include "tkc/Knobs/Knobs.def"
  return {};
}

KnobSet::KnobSet() {
  for (size_t index = 0; index < allKnobs().size(); ++index) {
    std::string_view text = allKnobs()[index].defaultValue;
    if (text.empty()) {
      continue;
    }
    Status status = assignRow(*this, index, text);
    assert(status && "the default of a knob is not one of its values");
    (void)status;
  }
}

namespace {
/// Where the value of a knob comes from.
struct KnobSource {
  std::string shownName;
  std::string text;
};
} // namespace

static std::optional<KnobSource> findSource(const KnobRow &row, const EnvironmentReader &environment,
                                            const std::vector<KnobFlag> &flags) {
  for (auto flag = flags.rbegin(); flag != flags.rend(); ++flag) {
    if (flag->flag == row.flag) {
      return KnobSource{"--" + flag->flag, flag->text};
    }
  }
  for (std::string_view name : {row.name, row.alias}) {
    const char *value = name.empty() ? nullptr : environment(std::string(name).c_str());
    if (value && *value != '\0') {
      return KnobSource{std::string(name), value};
    }
  }
  return std::nullopt;
}

Result<KnobSet> readKnobs(const EnvironmentReader &environment, const std::vector<KnobFlag> &flags) {
  KnobSet knobs;
  for (size_t index = 0; index < allKnobs().size(); ++index) {
    std::optional<KnobSource> source = findSource(allKnobs()[index], environment, flags);
    if (!source) {
      continue;
    }
    if (Status status = assignRow(knobs, index, source->text); !status) {
      return ErrorMessage{"bad value of `" + source->shownName + "`: " + status.error()};
    }
  }
  return knobs;
}

std::vector<std::string> setVariables(const EnvironmentReader &environment) {
  std::vector<std::string> variables;
  for (const KnobRow &row : allKnobs()) {
    for (std::string_view name : {row.name, row.alias}) {
      const char *value = name.empty() ? nullptr : environment(std::string(name).c_str());
      if (value) {
        variables.push_back(std::string(name) + "=" + value);
      }
    }
  }
  return variables;
}

/// What may be written after the flag's `=`.
static std::string describeValues(const KnobRow &row) {
  std::string choices = joinParts(splitParts(row.choices, ','), row.kind == KnobKind::List ? ", " : " | ");
  switch (row.kind) {
  case KnobKind::Bool:
    return "0 | 1";
  case KnobKind::Text:
    return std::string(row.choices);
  case KnobKind::Choice:
    return choices;
  case KnobKind::List:
    return "list of " + choices;
  case KnobKind::Switch:
    return "0 | 1 | " + std::string(row.choices);
  }
  return "";
}

std::string formatKnobHelp() {
  std::string text = "Knobs. A flag wins over the TKC_ variable, that over the alias, that over the default.\n"
                     "Booleans are written as " +
                     std::string(goodBools) + "; an empty variable is unset.\n";
  for (const KnobRow &row : allKnobs()) {
    text += "\n" + std::string(row.name) + "  --" + std::string(row.flag);
    text += row.alias.empty() ? "\n" : "  (alias " + std::string(row.alias) + ")\n";
    text += "    " + describeValues(row) + "; default " +
            (row.defaultValue.empty() ? "empty" : std::string(row.defaultValue)) + "\n";
    text += "    " + std::string(row.meaning) + "\n";
  }
  return text;
}

static std::string escapeBars(std::string text) {
  for (size_t at = text.find('|'); at != std::string::npos; at = text.find('|', at + 2)) {
    text.insert(at, "\\");
  }
  return text;
}

std::string formatKnobPage() {
  std::string text = "<!-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception -->\n"
                     "<!-- Generated by `tkc --help-knobs=markdown` from include/tkc/Knobs/Knobs.def. -->\n# Knobs\n\n"
                     "A flag wins over the `TKC_` variable, that over the alias, that over the default. A bad value is "
                     "an error that lists\nthe good ones. Booleans are written as " +
                     std::string(goodBools) +
                     " in any\ncase; an empty variable is unset. A flag without `=` means 1.\n\n"
                     "| name | alias | flag | values | default | meaning |\n| --- | --- | --- | --- | --- | --- |\n";
  for (const KnobRow &row : allKnobs()) {
    text += "| `" + std::string(row.name) + "` | " + (row.alias.empty() ? "" : "`" + std::string(row.alias) + "`") +
            " | `--" + std::string(row.flag) + "` | " + escapeBars(describeValues(row)) + " | " +
            std::string(row.defaultValue) + " | " + std::string(row.meaning) + " |\n";
  }
  return text;
}

} // namespace tkc::knobs
