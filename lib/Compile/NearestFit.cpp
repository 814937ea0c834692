// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tries specialisations near one that does not fit.
#include "NearestFit.h"

#include "tkc/Arch/Target.h"

#include "llvm/Support/MathExtras.h"

namespace tkc {

using evaluate::Specialization;
using evaluate::SpecializedParameter;

/// Tiles are not made smaller than what tensor cores take.
constexpr int64_t smallestTile = 16;
constexpr size_t mostSuggestions = 3;

bool isMisfit(const Diagnostic &diagnostic) {
  return diagnostic.kind == DiagnosticKind::SharedMemoryExceeded ||
         diagnostic.kind == DiagnosticKind::BlockTooLargeForWarps;
}

namespace {
class FitSearch {
public:
  FitSearch(const Specialization &specialization, ConfigTrial trial) : given(specialization), trial(trial) {}

  std::vector<NearestFit> run(bool mayAddWarps) {
    if (mayAddWarps) {
      tryWarps();
    }
    for (size_t index = 0; index < given.parameters.size(); ++index) {
      tryHalves({index});
    }
    for (size_t first = 0; found.empty() && first < given.parameters.size(); ++first) {
      for (size_t second = first; second < given.parameters.size(); ++second) {
        tryHalves({first, second});
      }
    }
    return std::move(found);
  }

private:
  bool fits(const Specialization &candidate) {
    DiagnosticEngine problems;
    trial(candidate, problems);
    return !problems.hasErrors();
  }

  void tryWarps() {
    Specialization candidate = given;
    for (candidate.numWarps *= 2; candidate.numWarps <= maxWarpsPerCta; candidate.numWarps *= 2) {
      if (fits(candidate)) {
        found.push_back({"num_warps = " + std::to_string(candidate.numWarps), candidate});
        return;
      }
    }
  }

  /// Half of what the parameter is, when it may be the size of a tile.
  static bool halve(SpecializedParameter &parameter) {
    bool isInteger = parameter.kind == SpecializedParameter::Kind::Constant && parameter.isConstexpr &&
                     parameter.constant.is(evaluate::ObjectKind::Int);
    std::optional<int64_t> size = isInteger ? parameter.constant.asInteger().asInt64() : std::nullopt;
    if (!size || *size < 2 * smallestTile || !llvm::isPowerOf2_64(*size)) {
      return false;
    }
    parameter.constant = evaluate::Object::integer(*size / 2);
    return true;
  }

  void tryHalves(const std::vector<size_t> &indices) {
    Specialization candidate = given;
    std::string text;
    for (size_t index : indices) {
      if (found.size() >= mostSuggestions || !halve(candidate.parameters[index])) {
        return;
      }
    }
    for (size_t i = 0; i < indices.size(); ++i) {
      const SpecializedParameter &parameter = candidate.parameters[indices[i]];
      if (i == 0 || indices[i] != indices[i - 1]) {
        text += (text.empty() ? "`" : " and `") + parameter.name +
                "` = " + std::to_string(*parameter.constant.asInteger().asInt64());
      }
    }
    if (fits(candidate)) {
      found.push_back({text, std::move(candidate)});
    }
  }

  const Specialization &given;
  ConfigTrial trial;
  std::vector<NearestFit> found;
};
} // namespace

std::vector<NearestFit> findNearestFits(const Specialization &specialization, bool mayAddWarps, ConfigTrial trial) {
  return FitSearch(specialization, trial).run(mayAddWarps);
}

} // namespace tkc
