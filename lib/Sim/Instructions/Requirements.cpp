// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One row for each feature; the numbers are what ptxas 13.0 accepts. What is not here exists since PTX 7.0 and sm_80.
#include "Requirements.h"

#include <algorithm>
#include <array>

namespace tkc::sim {

namespace {
struct Requirement {
  std::string_view opcode;
  /// Words that the instruction has, in any order; empty ones count as there.
  std::array<std::string_view, 3> words;
  unsigned version = 70, sm = 80;
  bool needsSuffix = false;
};
} // namespace

static constexpr std::string_view anyOpcode = "";

static constexpr Requirement requirements[] = {
    {anyOpcode, {"shared::cta"}, 78},
    {anyOpcode, {"shared::cluster"}, 78, 90},
    {anyOpcode, {"cluster"}, 78, 90},
    {anyOpcode, {"b128"}, 83},
    {"ld", {"mmio"}, 82},
    {"st", {"mmio"}, 82},
    {"atom", {"b128"}, 83, 90},
    {"atom", {"v2"}, 81, 90},
    {"atom", {"v4"}, 81, 90},
    {"atom", {"v8"}, 81, 90},
    {"red", {"v2"}, 81, 90},
    {"red", {"v4"}, 81, 90},
    {"red", {"v8"}, 81, 90},
    {"atom", {"bf16"}, 78, 90},
    {"atom", {"bf16x2"}, 78, 90},
    {"red", {"bf16"}, 78, 90},
    {"red", {"bf16x2"}, 78, 90},
    {"red", {"async"}, 81, 90},
    {"st", {"async"}, 81, 90},
    {"multimem", {}, 81, 90},
    {"createpolicy", {}, 74},
    {"applypriority", {}, 74},
    {"discard", {}, 74},
    {"prefetch", {"tensormap"}, 80, 90},
    {"fence", {"proxy", "async"}, 80, 90},
    {"fence", {"proxy", "tensormap::generic"}, 83, 90},
    {"fence", {"mbarrier_init"}, 80, 90},
    {"fence", {"sync_restrict::shared::cluster"}, 86, 90},
    {"fence", {"sync_restrict::shared::cta"}, 86, 90},
    {"mbarrier", {"parity"}, 71},
    {"mbarrier", {"try_wait"}, 78, 90},
    {"mbarrier", {"expect_tx"}, 80, 90},
    {"mbarrier", {"complete_tx"}, 80, 90},
    {"mbarrier", {"release"}, 80},
    {"mbarrier", {"acquire"}, 80},
    {"mbarrier", {"shared::cluster"}, 80, 90},
    {"mbarrier", {"arrive", "relaxed"}, 86, 90},
    {"mbarrier", {"arrive_drop", "relaxed"}, 86, 90},
    {"mbarrier", {"test_wait", "relaxed"}, 86, 90},
    {"mbarrier", {"try_wait", "relaxed"}, 86, 90},
    {"barrier", {"cta"}, 78},
    {"bar", {"cta"}, 78},
    {"barrier", {"cluster"}, 78, 90},
    {"barrier", {"cluster", "relaxed"}, 80, 90},
    {"elect", {}, 80, 90},
    {"mapa", {}, 78, 90},
    {"getctarank", {}, 78, 90},
    {"griddepcontrol", {}, 78, 90},
    {"cp", {"async", "bulk"}, 80, 90},
    {"cp", {"reduce", "async", "bulk"}, 80, 90},
    {"tensormap", {}, 83, 90},
    {"tensormap", {"replace"}, 83, 90, true},
    {"wgmma", {}, 80, 90, true},
    {"setmaxnreg", {}, 80, 90, true},
    {"stmatrix", {}, 78, 90},
    {"movmatrix", {}, 78},
    {"mma", {"e4m3"}, 84, 89},
    {"mma", {"e5m2"}, 84, 89},
    {"mma", {"e4m3", "m16n8k16"}, 87, 89},
    {"mma", {"e5m2", "m16n8k16"}, 87, 89},
    {"mma", {"e4m3", "f16"}, 87, 89},
    {"mma", {"e5m2", "f16"}, 87, 89},
    {"mma", {"f64", "m16n8k4"}, 78, 90},
    {"mma", {"f64", "m16n8k8"}, 78, 90},
    {"mma", {"f64", "m16n8k16"}, 78, 90},
    {"mma", {"and", "popc"}, 71},
    {"mma", {"sp"}, 71},
    {"mma", {"sp::ordered_metadata"}, 85},
    {"wmma", {"and", "popc"}, 71},
    {"alloca", {}, 73},
    {"stacksave", {}, 73},
    {"stackrestore", {}, 73},
    {"bmsk", {}, 76},
    {"szext", {}, 76},
    {"isspacep", {"param"}, 77},
    {"lop3", {"or"}, 82},
    {"lop3", {"and"}, 82},
    {"add", {"u16x2"}, 80, 90},
    {"add", {"s16x2"}, 80, 90},
    {"min", {"u16x2"}, 80, 90},
    {"min", {"s16x2"}, 80, 90},
    {"min", {"relu", "s32"}, 80, 90},
    {"max", {"u16x2"}, 80, 90},
    {"max", {"s16x2"}, 80, 90},
    {"max", {"relu", "s32"}, 80, 90},
    {"min", {"xorsign"}, 72, 86},
    {"max", {"xorsign"}, 72, 86},
    {"fma", {"oob"}, 81, 90},
    {"add", {"f32", "f16"}, 86, 100},
    {"add", {"f32", "bf16"}, 86, 100},
    {"sub", {"f32", "f16"}, 86, 100},
    {"sub", {"f32", "bf16"}, 86, 100},
    {"fma", {"f32", "f16"}, 86, 100},
    {"fma", {"f32", "bf16"}, 86, 100},
    {"add", {"bf16"}, 78, 90},
    {"add", {"bf16x2"}, 78, 90},
    {"sub", {"bf16"}, 78, 90},
    {"sub", {"bf16x2"}, 78, 90},
    {"mul", {"bf16"}, 78, 90},
    {"mul", {"bf16x2"}, 78, 90},
    {"tanh", {"bf16"}, 78, 90},
    {"tanh", {"bf16x2"}, 78, 90},
    {"ex2", {"bf16"}, 78, 90},
    {"ex2", {"bf16x2"}, 78, 90},
    {"cvt", {"e4m3x2"}, 81, 89},
    {"cvt", {"e5m2x2"}, 81, 89},
    {"cvt", {"rn", "tf32"}, 78, 90},
    {"cvt", {"rz", "tf32"}, 78, 90},
    {"cvt", {"satfinite", "tf32"}, 81},
};

static std::string versionText(unsigned version) {
  return std::to_string(version / 10) + "." + std::to_string(version % 10);
}

static bool applies(const DecodeContext &context, const Requirement &row) {
  auto has = [&](std::string_view word) { return word.empty() || context.hasModifier(word); };
  return (row.opcode.empty() || row.opcode == context.text().opcode) &&
         std::all_of(row.words.begin(), row.words.end(), has);
}

static void require(DecodeContext &context, const Requirement &row) {
  const DecodeTarget &target = context.targets();
  // The suffix belongs to one target.
  bool lacksSuffix = row.needsSuffix && !target.hasArchitectureSuffix;
  if (target.text.sm < row.sm || lacksSuffix) {
    std::string needed = "sm_" + std::to_string(row.sm) + (row.needsSuffix ? "a" : "");
    std::string given(context.program().module->target);
    context.error("`" + context.spelling() + "` needs " + needed + ", the text is for " + given);
  } else if (target.version < row.version) {
    context.error("`" + context.spelling() + "` needs .version " + versionText(row.version) +
                  " or later, the text has " + versionText(target.version));
  }
}

/// Rules that words alone do not tell.
static void checkForms(DecodeContext &context) {
  const ptx::Instruction &text = context.text();
  auto has = [&](std::string_view word) { return context.hasModifier(word); };
  bool isArrival = text.opcode == "mbarrier" && (has("arrive") || has("arrive_drop"));
  bool hasCount = text.operands.size() == 3;
  if (isArrival && !has("noComplete") && (hasCount || has("release"))) {
    require(context, {"mbarrier", {}, 78, 90});
  }
  // To the own CTA's memory, by an mbarrier.
  bool isToCta = text.opcode == "cp" && has("bulk") && has("shared::cta") && has("global");
  if (isToCta && has("mbarrier::complete_tx::bytes")) {
    require(context, {"cp", {}, 86, 90});
  }
  bool isHinted = std::any_of(text.modifiers.begin(), text.modifiers.end(), [](std::string_view word) {
    return word.size() > 4 && (word.substr(0, 4) == "L1::" || word.substr(0, 4) == "L2::");
  });
  if (isHinted) {
    require(context, {anyOpcode, {}, 74, 80});
  }
}

void checkRequirements(DecodeContext &context) {
  checkForms(context);
  for (const Requirement &row : requirements) {
    if (!context.hasErrors() && applies(context, row)) {
      require(context, row);
    }
  }
}

} // namespace tkc::sim
