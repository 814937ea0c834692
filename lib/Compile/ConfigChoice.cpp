// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Trying configurations in their order.
#include "tkc/Compile/ConfigChoice.h"

namespace tkc {

namespace {

/// A configuration that was passed over.
struct SkippedConfig {
  SourceRange range;
  std::string reason;
};

} // namespace

/// Whether another configuration may do better.
static bool dependsOnConfig(DiagnosticKind kind) {
  return kind == DiagnosticKind::ClustersNotSupported || kind == DiagnosticKind::SharedMemoryExceeded ||
         kind == DiagnosticKind::BlockTooLargeForWarps || kind == DiagnosticKind::AssertionFails;
}

/// Why the configuration does not fit; nothing when it does, or when the kernel is wrong in any configuration.
static std::optional<std::string> findMisfit(const DiagnosticEngine &problems) {
  for (const Diagnostic &problem : problems.diagnostics()) {
    if (problem.severity == Severity::Error) {
      return dependsOnConfig(problem.kind) ? std::optional(problem.message()) : std::nullopt;
    }
  }
  return std::nullopt;
}

static void addNotes(const std::vector<SkippedConfig> &skipped, DiagnosticBuilder builder) {
  for (size_t i = 0; i < skipped.size(); ++i) {
    builder.note(skipped[i].range, "configuration " + std::to_string(i + 1) + ": " + skipped[i].reason);
  }
}

std::optional<evaluate::Specialization> specializeToFit(evaluate::Evaluator &evaluator, const evaluate::Object &kernel,
                                                        evaluate::SpecializationRequest request, ConfigTrial trial,
                                                        DiagnosticEngine &diagnostics) {
  std::vector<SkippedConfig> skipped;
  for (request.configIndex = 0;; ++request.configIndex) {
    DiagnosticEngine own;
    std::optional<evaluate::Specialization> candidate = evaluate::specialize(evaluator, kernel, request, own);
    bool isOnly = !candidate || candidate->configCount <= 1;
    DiagnosticEngine problems;
    if (!isOnly) {
      trial(*candidate, problems);
    }
    std::optional<std::string> misfit = findMisfit(problems);
    if (!misfit) {
      if (candidate && !skipped.empty()) {
        addNotes(skipped, diagnostics.report(DiagnosticKind::ConfigsSkipped, kernel.asFunction().range())
                              << candidate->name << request.configIndex + 1 << candidate->configCount);
      }
      diagnostics.append(own);
      return candidate;
    }
    skipped.push_back({candidate->configRange, *misfit});
    if (skipped.size() == candidate->configCount) {
      addNotes(skipped, diagnostics.report(DiagnosticKind::NoConfigFits, kernel.asFunction().range())
                            << candidate->name << candidate->configCount);
      return std::nullopt;
    }
  }
}

} // namespace tkc
