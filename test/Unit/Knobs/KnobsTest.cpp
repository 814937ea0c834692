// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every knob by each of its three names, their precedence, and bad values.
#include "tkc/Knobs/Knobs.h"

#include <gtest/gtest.h>
#include <map>
#include <set>

using namespace tkc;
using namespace tkc::knobs;

namespace {
using Variables = std::map<std::string, std::string>;
} // namespace

static EnvironmentReader reader(const Variables &variables) {
  return [&variables](const char *name) {
    auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  };
}

static KnobSet read(const Variables &variables, const std::vector<KnobFlag> &flags = {}) {
  Result<KnobSet> knobs = readKnobs(reader(variables), flags);
  EXPECT_TRUE(knobs) << knobs.error();
  return *knobs;
}

static std::string errorOf(const Variables &variables, const std::vector<KnobFlag> &flags = {}) {
  Result<KnobSet> knobs = readKnobs(reader(variables), flags);
  return knobs ? "" : knobs.error();
}

/// The values of all knobs as one text, to see a change in any of them.
static std::string show(bool value) { return value ? "1" : "0"; }
static std::string show(const std::string &value) { return value; }
static std::string show(const KnobSwitch &value) { return show(value.on) + value.text; }
static std::string show(const std::vector<std::string> &value) {
  std::string text;
  for (const std::string &item : value) {
    text += item + ";";
  }
  return text;
}
static std::vector<std::string> showAll(const KnobSet &knobs) {
  std::vector<std::string> shown;
#define TKC_KNOB(KIND, FIELD, NAME, ALIAS, FLAG, CHOICES, DEFAULT, MEANING) shown.push_back(show(knobs.FIELD));
#include "tkc/Knobs/Knobs.def"
  return shown;
}

/// A good value that is not the default.
static std::string otherValue(const KnobRow &row) {
  switch (row.kind) {
  case KnobKind::Bool:
    return row.defaultValue == "1" ? "0" : "1";
  case KnobKind::Text:
    return row.choices == "seconds" ? "7" : "/some/where";
  case KnobKind::Choice:
  case KnobKind::List:
    return std::string(row.choices.substr(row.choices.rfind(',') + 1));
  case KnobKind::Switch:
    return "thing";
  }
  return "";
}

TEST(Knobs, EachIsReadByNameAliasAndFlag) {
  std::vector<std::string> defaults = showAll(KnobSet());
  for (size_t index = 0; index < allKnobs().size(); ++index) {
    const KnobRow &row = allKnobs()[index];
    std::string value = otherValue(row);
    std::vector<std::string> byName = showAll(read({{std::string(row.name), value}}));
    std::vector<std::string> byFlag = showAll(read({}, {{std::string(row.flag), value}}));
    EXPECT_EQ(byName, byFlag) << row.name;
    EXPECT_NE(byName[index], defaults[index]) << row.name;
    byName[index] = defaults[index];
    EXPECT_EQ(byName, defaults) << row.name << " sets another knob";
    if (!row.alias.empty()) {
      EXPECT_EQ(showAll(read({{std::string(row.alias), value}})), byFlag) << row.alias;
    }
  }
}

TEST(Knobs, NamesAreUnique) {
  std::set<std::string_view> names;
  for (const KnobRow &row : allKnobs()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_TRUE(names.insert(row.flag).second) << row.flag;
    EXPECT_TRUE(row.alias.empty() || names.insert(row.alias).second) << row.alias;
    EXPECT_EQ(row.name.substr(0, 4), "TKC_");
  }
}

TEST(Knobs, FlagWinsOverNameOverAlias) {
  Variables both = {{"TKC_F32_DEFAULT", "ieee"}, {"TRITON_F32_DEFAULT", "tf32x3"}};
  EXPECT_EQ(read({{"TRITON_F32_DEFAULT", "tf32x3"}}).f32Default, "tf32x3");
  EXPECT_EQ(read(both).f32Default, "ieee");
  EXPECT_EQ(read(both, {{"f32-default", "bf16x3"}}).f32Default, "bf16x3");
  EXPECT_EQ(read(both, {{"f32-default", "bf16x3"}, {"f32-default", "bf16x6"}}).f32Default, "bf16x6");
  EXPECT_EQ(read({{"TKC_F32_DEFAULT", ""}, {"TRITON_F32_DEFAULT", "tf32x3"}}).f32Default, "tf32x3");
  EXPECT_EQ(read({}).f32Default, "tf32");
}

TEST(Knobs, Defaults) {
  KnobSet knobs = read({});
  EXPECT_TRUE(knobs.fpFusion);
  EXPECT_FALSE(knobs.dumpIr.on);
  EXPECT_EQ(knobs.timing, "none");
  EXPECT_EQ(knobs.dumpFolder(), "tkc-dump");
  EXPECT_EQ(knobs.overrideFolder(), "tkc-override");
  EXPECT_TRUE(knobs.showDiagnostics.empty());
}

TEST(Knobs, SwitchesTakeBoolsAndTexts) {
  EXPECT_TRUE(read({{"MLIR_ENABLE_DUMP", "1"}}).dumpIr.on);
  EXPECT_EQ(read({{"MLIR_ENABLE_DUMP", "1"}}).dumpIr.text, "");
  EXPECT_EQ(read({{"MLIR_ENABLE_DUMP", "matmul"}}).dumpIr.text, "matmul");
  EXPECT_FALSE(read({{"MLIR_ENABLE_DUMP", "off"}}).dumpIr.on);
  EXPECT_EQ(read({{"DISABLE_LLVM_OPT", "disable-lsr"}}).disableLlvmOpt.text, "disable-lsr");
  EXPECT_EQ(read({{"TKC_DUMP_STAGES", "d"}}).dumpFolder(), "d");
  EXPECT_EQ(read({{"TRITON_KERNEL_DUMP", "1"}, {"TRITON_DUMP_DIR", "e"}}).dumpFolder(), "e");
  EXPECT_EQ(read({{"TRITON_KERNEL_OVERRIDE", "1"}, {"TRITON_OVERRIDE_DIR", "o"}}).overrideFolder(), "o");
}

TEST(Knobs, BoolsComeInManySpellings) {
  for (const char *yes : {"1", "y", "On", "YES", "true"}) {
    EXPECT_TRUE(read({{"NVPTX_ENABLE_DUMP", yes}}).dumpPtx) << yes;
    EXPECT_EQ(read({{"MLIR_ENABLE_TIMING", yes}}).timing, "text") << yes;
  }
  for (const char *no : {"0", "n", "Off", "NO", "false"}) {
    EXPECT_FALSE(read({{"TRITON_DEFAULT_FP_FUSION", no}}).fpFusion) << no;
    EXPECT_EQ(read({{"MLIR_ENABLE_TIMING", no}}).timing, "none") << no;
  }
}

TEST(Knobs, BadValuesListTheGoodOnes) {
  EXPECT_EQ(errorOf({{"TRITON_F32_DEFAULT", "fp8"}}),
            "bad value of `TRITON_F32_DEFAULT`: expects ieee, tf32, tf32x3, bf16x3, bf16x6, got `fp8`");
  EXPECT_EQ(errorOf({{"TKC_DUMP_PTX", "maybe"}}),
            "bad value of `TKC_DUMP_PTX`: expects one of 1, 0, true, false, on, off, yes, no, y, n, got `maybe`");
  EXPECT_EQ(errorOf({}, {{"timing", "xml"}}), "bad value of `--timing`: expects none, text, json, got `xml`");
  EXPECT_EQ(errorOf({{"MLIR_ENABLE_DIAGNOSTICS", "warnings,love"}}),
            "bad value of `MLIR_ENABLE_DIAGNOSTICS`: expects warnings, remarks, stacktraces, operations, got `love`");
  EXPECT_EQ(errorOf({{"TKC_WORKER_TIMEOUT", "soon"}}),
            "bad value of `TKC_WORKER_TIMEOUT`: expects a number of seconds, got `soon`");
  EXPECT_NE(errorOf({{"TKC_WORKER_TIMEOUT", "99999999999999"}}), "");
  // A value that a better source hides is not looked at.
  EXPECT_EQ(errorOf({{"TRITON_F32_DEFAULT", "fp8"}}, {{"f32-default", "ieee"}}), "");
}

TEST(Knobs, ListsAreSplit) {
  EXPECT_EQ(read({{"MLIR_ENABLE_DIAGNOSTICS", "remarks,operations"}}).showDiagnostics,
            (std::vector<std::string>{"remarks", "operations"}));
}

TEST(Knobs, SetVariablesAreListed) {
  Variables variables = {{"TRITON_F32_DEFAULT", "ieee"}, {"TKC_PTXAS", "/p"}, {"HOME", "/root"}};
  EXPECT_EQ(setVariables(reader(variables)), (std::vector<std::string>{"TKC_PTXAS=/p", "TRITON_F32_DEFAULT=ieee"}));
}

TEST(Knobs, EveryKnobIsDocumented) {
  std::string help = formatKnobHelp();
  std::string page = formatKnobPage();
  for (const KnobRow &row : allKnobs()) {
    for (std::string_view word : {row.name, row.alias, row.flag, row.meaning}) {
      EXPECT_NE(help.find(word), std::string::npos) << word;
      EXPECT_NE(page.find(word), std::string::npos) << word;
    }
  }
}
