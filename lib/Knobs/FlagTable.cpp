// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parsing a command line by a table of flags.
#include "tkc/Knobs/FlagTable.h"

#include "tkc/Support/TextParts.h"

#include <algorithm>
#include <charconv>

namespace tkc::knobs {

void FlagTable::beginSection(std::string title) { sections.push_back({std::move(title), {}}); }

void FlagTable::add(Flag flag) { sections.back().flags.push_back(std::move(flag)); }

void FlagTable::addChoice(std::string name, std::vector<std::string> choices, std::string help,
                          std::function<void(size_t)> set) {
  std::vector<std::string_view> views(choices.begin(), choices.end());
  std::string shown = joinParts(views, "|");
  auto apply = [choices = std::move(choices), set = std::move(set), shown](std::string_view text) -> Status {
    auto found = std::find(choices.begin(), choices.end(), text);
    if (found == choices.end()) {
      return ErrorMessage{"expects " + shown + ", got `" + std::string(text) + "`"};
    }
    set(size_t(found - choices.begin()));
    return {};
  };
  add({std::move(name), FlagValue::Needed, shown, std::move(help), std::move(apply)});
}

void FlagTable::addInteger(std::string name, int64_t least, int64_t most, std::string help,
                           std::function<void(int64_t)> set) {
  auto apply = [least, most, set = std::move(set)](std::string_view text) -> Status {
    int64_t value = 0;
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    bool isNumber = error == std::errc() && end == text.data() + text.size();
    if (!isNumber || value < least || value > most) {
      return ErrorMessage{"expects a number from " + std::to_string(least) + " to " + std::to_string(most) + ", got `" +
                          std::string(text) + "`"};
    }
    set(value);
    return {};
  };
  add({std::move(name), FlagValue::Needed, "N", std::move(help), std::move(apply)});
}

void FlagTable::addText(std::string name, std::string shownValue, std::string help,
                        std::function<void(std::string)> set) {
  auto apply = [set = std::move(set)](std::string_view text) -> Status {
    if (text.empty()) {
      return ErrorMessage{"expects a value"};
    }
    set(std::string(text));
    return {};
  };
  add({std::move(name), FlagValue::Needed, std::move(shownValue), std::move(help), std::move(apply)});
}

void FlagTable::addSwitch(std::string name, std::string help, std::function<void()> set) {
  auto apply = [set = std::move(set)](std::string_view) -> Status {
    set();
    return {};
  };
  add({std::move(name), FlagValue::None, "", std::move(help), std::move(apply)});
}

void FlagTable::addKnobs(std::vector<KnobFlag> &given) {
  beginSection("Knobs (see --help-knobs)");
  sections.back().isHidden = true;
  for (const KnobRow &row : allKnobs()) {
    bool canStandAlone = row.kind == KnobKind::Bool || row.kind == KnobKind::Switch;
    auto apply = [&given, name = std::string(row.flag), canStandAlone](std::string_view text) -> Status {
      if (text.empty() && !canStandAlone) {
        return ErrorMessage{"expects a value"};
      }
      given.push_back({name, text.empty() ? "1" : std::string(text)});
      return {};
    };
    add({"--" + std::string(row.flag), canStandAlone ? FlagValue::Optional : FlagValue::Needed,
         std::string(row.choices), std::string(row.meaning), std::move(apply)});
  }
}

const Flag *FlagTable::find(std::string_view name) const {
  for (const Section &section : sections) {
    for (const Flag &flag : section.flags) {
      if (flag.name == name) {
        return &flag;
      }
    }
  }
  return nullptr;
}

/// The number of single-character edits between two words.
static size_t editDistance(std::string_view from, std::string_view to) {
  std::vector<size_t> row(to.size() + 1);
  for (size_t j = 0; j <= to.size(); ++j) {
    row[j] = j;
  }
  for (size_t i = 1; i <= from.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= to.size(); ++j) {
      size_t replaced = diagonal + (from[i - 1] != to[j - 1]);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[to.size()];
}

ErrorMessage FlagTable::unknownFlag(std::string_view name) const {
  const Flag *nearest = nullptr;
  size_t best = name.size() / 3 + 1;
  for (const Section &section : sections) {
    for (const Flag &flag : section.flags) {
      size_t distance = editDistance(name, flag.name);
      if (flag.name.size() > 2 && distance < best) {
        best = distance;
        nearest = &flag;
      }
    }
  }
  std::string hint = nearest ? "; did you mean `" + nearest->name + "`?" : "";
  return ErrorMessage{"unknown flag `" + std::string(name) + "`" + hint};
}

Status FlagTable::applyFlag(const std::vector<std::string> &arguments, size_t &index) const {
  std::string_view argument = arguments[index];
  bool isLong = argument.substr(0, 2) == "--";
  size_t nameEnd = isLong ? argument.find('=') : 2;
  std::string_view name = argument.substr(0, nameEnd);
  const Flag *flag = find(name);
  if (!flag) {
    return unknownFlag(isLong ? name : argument);
  }
  bool hasText = isLong ? nameEnd != std::string_view::npos : argument.size() > 2;
  std::string_view text = hasText ? argument.substr(nameEnd + (isLong ? 1 : 0)) : std::string_view();
  if (hasText && flag->value == FlagValue::None) {
    return ErrorMessage{"flag `" + flag->name + "` takes no value"};
  }
  if (!hasText && flag->value == FlagValue::Needed) {
    if (index + 1 == arguments.size()) {
      return ErrorMessage{"flag `" + flag->name + "` expects a value (" + flag->shownValue + ")"};
    }
    text = arguments[++index];
  }
  if (Status status = flag->set(text); !status) {
    return ErrorMessage{"bad value of `" + flag->name + "`: " + status.error()};
  }
  return {};
}

Status FlagTable::parse(const std::vector<std::string> &arguments,
                        const std::function<Status(std::string)> &positional) const {
  bool takesFlags = true;
  for (size_t index = 0; index < arguments.size(); ++index) {
    const std::string &argument = arguments[index];
    if (takesFlags && argument == "--") {
      takesFlags = false;
      continue;
    }
    bool isFlag = takesFlags && argument.size() > 1 && argument[0] == '-';
    Status status = isFlag ? applyFlag(arguments, index) : positional(argument);
    if (!status) {
      return status;
    }
  }
  return {};
}

/// Where the explanations start in the help text.
static constexpr size_t helpColumn = 30;

std::string FlagTable::formatHelp() const {
  std::string text;
  for (const Section &section : sections) {
    if (section.isHidden) {
      continue;
    }
    text += "\n" + section.title + ":\n";
    for (const Flag &flag : section.flags) {
      std::string shown = "  " + flag.name;
      if (flag.value != FlagValue::None) {
        bool isShort = flag.name.size() == 2;
        std::string valued = (isShort ? " " : "=") + flag.shownValue;
        shown += flag.value == FlagValue::Optional ? "[" + valued + "]" : valued;
      }
      bool fits = shown.size() + 2 <= helpColumn;
      text += shown + (fits ? std::string(helpColumn - shown.size(), ' ') : "\n" + std::string(helpColumn, ' '));
      text += flag.help + "\n";
    }
  }
  return text;
}

/// Names of parameters, and of options, which have dashes.
static bool isName(std::string_view text) {
  auto isPart = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  };
  return !text.empty() && text[0] != '-' && !(text[0] >= '0' && text[0] <= '9') &&
         std::all_of(text.begin(), text.end(), isPart);
}

Result<std::pair<std::string, std::string>> parseAssignment(std::string_view text) {
  size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals + 1 == text.size() || !isName(text.substr(0, equals))) {
    return ErrorMessage{"expects NAME=VALUE, got `" + std::string(text) + "`"};
  }
  return std::make_pair(std::string(text.substr(0, equals)), std::string(text.substr(equals + 1)));
}

} // namespace tkc::knobs
