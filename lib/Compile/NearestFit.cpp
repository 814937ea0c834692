// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tries specialisations near one that does not fit.
#include "tkc/Compile/NearestFit.h"

#include "tkc/Arch/Target.h"

#include "llvm/Support/MathExtras.h"

namespace tkc {

using evaluate::Specialization;
using evaluate::SpecializedParameter;

/// Tiles are not made smaller than what tensor cores take.
constexpr int64_t smallestTile = 16;
/// How many changes are tried; each takes a compilation to tkg.
constexpr size_t mostTrials = 40;

bool isMisfit(const Diagnostic &diagnostic) {
  return diagnostic.kind == DiagnosticKind::SharedMemoryExceeded ||
         diagnostic.kind == DiagnosticKind::BlockTooLargeForWarps;
}

namespace {
class FitSearch {
public:
  FitSearch(const Specialization &specialization, size_t mostFits, ConfigTrial trial)
      : given(specialization), mostFits(mostFits), trial(trial), sizes(listSizes(specialization)) {}

  std::vector<NearestFit> run(bool mayAddWarps) {
    if (mayAddWarps) {
      tryWarps();
    }
    for (size_t index : sizes) {
      tryHalves({index});
    }
    if (found.empty()) {
      tryPairs();
    }
    if (found.empty()) {
      tryLargest();
    }
    return std::move(found);
  }

private:
  /// What the parameter is when it may be the size of a tile, else 0.
  static int64_t sizeOf(const SpecializedParameter &parameter) {
    bool isInteger = parameter.kind == SpecializedParameter::Kind::Constant && parameter.isConstexpr &&
                     parameter.constant.is(evaluate::ObjectKind::Int);
    int64_t size = isInteger ? parameter.constant.asInteger().asInt64().value_or(0) : 0;
    return size >= 2 * smallestTile && llvm::isPowerOf2_64(size) ? size : 0;
  }

  /// The parameters that may be halved, the largest first.
  static std::vector<size_t> listSizes(const Specialization &specialization) {
    std::vector<size_t> sizes;
    for (size_t index = 0; index < specialization.parameters.size(); ++index) {
      if (sizeOf(specialization.parameters[index]) != 0) {
        sizes.push_back(index);
      }
    }
    llvm::stable_sort(sizes, [&](size_t left, size_t right) {
      return sizeOf(specialization.parameters[left]) > sizeOf(specialization.parameters[right]);
    });
    return sizes;
  }

  bool fits(const Specialization &candidate) {
    DiagnosticEngine problems;
    ++trials;
    trial(candidate, problems);
    return !problems.hasErrors();
  }

  bool isDone() const { return found.size() >= mostFits || trials >= mostTrials; }

  void tryWarps() {
    Specialization candidate = given;
    for (candidate.numWarps *= 2; candidate.numWarps <= maxWarpsPerCta && !isDone(); candidate.numWarps *= 2) {
      if (fits(candidate)) {
        found.push_back({"num_warps = " + std::to_string(candidate.numWarps), candidate});
        return;
      }
    }
  }

  void tryPairs() {
    for (size_t second = 0; second < sizes.size(); ++second) {
      for (size_t first = 0; first <= second && found.empty(); ++first) {
        tryHalves({sizes[first], sizes[second]});
      }
    }
  }

  void tryLargest() {
    llvm::ArrayRef<size_t> largest = llvm::ArrayRef(sizes).take_while(
        [&](size_t index) { return sizeOf(given.parameters[index]) == sizeOf(given.parameters[sizes.front()]); });
    if (largest.size() > 2) {
      tryHalves(largest);
    }
  }

  /// A parameter that is named twice becomes a quarter.
  void tryHalves(llvm::ArrayRef<size_t> indices) {
    Specialization candidate = given;
    for (size_t index : indices) {
      SpecializedParameter &parameter = candidate.parameters[index];
      if (isDone() || sizeOf(parameter) == 0) {
        return;
      }
      parameter.constant = evaluate::Object::integer(sizeOf(parameter) / 2);
    }
    if (fits(candidate)) {
      found.push_back({describe(candidate, indices), std::move(candidate)});
    }
  }

  /// "`M` = 64 and `N` = 64".
  static std::string describe(const Specialization &candidate, llvm::ArrayRef<size_t> indices) {
    std::string text;
    llvm::SmallDenseSet<size_t> named;
    for (size_t index : indices) {
      const SpecializedParameter &parameter = candidate.parameters[index];
      if (named.insert(index).second) {
        text += (text.empty() ? "`" : " and `") + parameter.name +
                "` = " + std::to_string(*parameter.constant.asInteger().asInt64());
      }
    }
    return text;
  }

  const Specialization &given;
  size_t mostFits;
  ConfigTrial trial;
  /// Places of parameters.
  std::vector<size_t> sizes;
  size_t trials = 0;
  std::vector<NearestFit> found;
};
} // namespace

std::vector<NearestFit> findNearestFits(const Specialization &specialization, bool mayAddWarps, size_t mostFits,
                                        ConfigTrial trial) {
  return FitSearch(specialization, mostFits, trial).run(mayAddWarps);
}

} // namespace tkc
