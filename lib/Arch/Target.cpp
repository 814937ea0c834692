// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of targets. Sources: CUDA C++ Programming Guide, "Technical Specifications per Compute Capability", and
// cuda_occupancy.h; instruction support was checked by assembling each instruction with ptxas 13.0.
#include "tkc/Arch/Target.h"

#include <algorithm>
#include <cassert>

using namespace tkc;

namespace {
struct TargetRow {
  const char *name;
  unsigned sm;
  unsigned minPtxVersion;
  uint32_t sharedKiBPerCta;
  uint32_t sharedKiBPerSm;
  uint32_t maxWarpsPerSm;
  uint32_t maxCtasPerSm;
};
} // namespace

static constexpr TargetRow targetRows[] = {
    {"sm_80", 80, 70, 163, 164, 64, 32},  {"sm_86", 86, 71, 99, 100, 48, 16},     {"sm_89", 89, 78, 99, 100, 48, 24},
    {"sm_90a", 90, 80, 227, 228, 64, 32}, {"sm_100a", 100, 86, 227, 228, 64, 32}, {"sm_120a", 120, 87, 99, 100, 48, 24},
};

static Target makeTarget(const TargetRow &row) {
  Target target;
  target.name = row.name;
  target.sm = row.sm;
  target.minPtxVersion = row.minPtxVersion;
  target.maxSharedBytesPerCta = row.sharedKiBPerCta * 1024;
  target.sharedBytesPerSm = row.sharedKiBPerSm * 1024;
  target.maxWarpsPerSm = row.maxWarpsPerSm;
  target.maxCtasPerSm = row.maxCtasPerSm;
  return target;
}

std::vector<std::string> tkc::targetNames() {
  std::vector<std::string> names;
  for (const TargetRow &row : targetRows) {
    names.push_back(row.name);
  }
  return names;
}

static std::string explainUnknown(const std::string &name) {
  std::string text = "no target `" + name + "`";
  std::string good;
  for (const std::string &known : targetNames()) {
    if (known == name + "a") {
      text += "; use `" + known + "`, which has the instructions of that GPU alone";
    }
    good += (good.empty() ? "`" : ", `") + known + "`";
  }
  return text + " (expects one of " + good + ")";
}

std::optional<Target> tkc::parseTarget(const std::string &name, std::string *error) {
  const TargetRow *row = std::find_if(std::begin(targetRows), std::end(targetRows),
                                      [&](const TargetRow &candidate) { return name == candidate.name; });
  if (row != std::end(targetRows)) {
    return makeTarget(*row);
  }
  if (error) {
    *error = explainUnknown(name);
  }
  return std::nullopt;
}

std::string tkc::llvmFeatures(const Target &target, unsigned ptxVersion) {
  assert(ptxVersion >= target.minPtxVersion && "the PTX version does not know the target");
  return "+ptx" + std::to_string(ptxVersion);
}
