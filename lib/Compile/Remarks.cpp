// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Remarks of MLIR's engine, collected.
#include "tkc/Compile/Remarks.h"

#include "tkc/Dialect/Tk/IR/Identity.h"

#include "mlir/IR/Remarks.h"

#include "llvm/Support/Regex.h"

#include <nlohmann/json.hpp>

namespace tkc {

namespace {
class Collector : public mlir::remark::detail::MLIRRemarkStreamerBase {
public:
  Collector(std::function<SourceRange(mlir::Location)> rangeOf, std::vector<CollectedRemark> &remarks)
      : rangeOf(std::move(rangeOf)), remarks(remarks) {}

  void streamOptimizationRemark(const mlir::remark::detail::Remark &remark) override {
    llvm::SmallVector<int32_t> ids = tk::getIds(remark.getLocation());
    remarks.push_back({remark.getCategoryName().str(),
                       remark.getRemarkName().str(),
                       getKind(remark),
                       getReason(remark),
                       rangeOf(remark.getLocation()),
                       {ids.begin(), ids.end()}});
  }

private:
  static std::string getKind(const mlir::remark::detail::Remark &remark) {
    switch (remark.getRemarkType()) {
    case llvm::remarks::Type::Passed:
      return "applied";
    case llvm::remarks::Type::Missed:
      return "missed";
    case llvm::remarks::Type::Failure:
      return "refused";
    default:
      return "analysis";
    }
  }

  /// The text that the pass wrote, then its reason, suggestion and measurements.
  static std::string getReason(const mlir::remark::detail::Remark &remark) {
    std::string text;
    for (const mlir::remark::detail::Remark::Arg &arg : remark.getArgs()) {
      text += text.empty() ? "" : "; ";
      text += arg.key == "Remark" ? arg.val : llvm::StringRef(arg.key).lower() + ": " + arg.val;
    }
    return text;
  }

  std::function<SourceRange(mlir::Location)> rangeOf;
  std::vector<CollectedRemark> &remarks;
};

std::string formatPlace(const SourceRange &range) {
  if (!range.isValid()) {
    return "";
  }
  LineColumn start = range.start();
  return range.buffer->name() + ":" + std::to_string(start.line) + ":" + std::to_string(start.column) + ": ";
}
} // namespace

bool collectRemarks(mlir::MLIRContext &context, const std::string &pattern,
                    std::function<SourceRange(mlir::Location)> rangeOf, std::vector<CollectedRemark> &remarks) {
  std::string error;
  if (!llvm::Regex(pattern).isValid(error)) {
    return false;
  }
  mlir::remark::RemarkCategories categories;
  // The engine enables only the kinds that are named, and matches whole categories.
  std::string part = ".*(" + pattern + ").*";
  categories.passed = categories.missed = categories.analysis = categories.failed = part;
  return succeeded(
      mlir::remark::enableOptimizationRemarks(context, std::make_unique<Collector>(std::move(rangeOf), remarks),
                                              std::make_unique<mlir::remark::RemarkEmittingPolicyAll>(), categories));
}

std::string formatRemarks(const std::vector<CollectedRemark> &remarks) {
  std::string text;
  for (const CollectedRemark &remark : remarks) {
    text += formatPlace(remark.range) + "remark: " + remark.pass + ": " + remark.kind + ": " + remark.reason + " [" +
            remark.name + "]\n";
  }
  return text;
}

std::string formatRemarksJson(const std::vector<CollectedRemark> &remarks) {
  auto list = nlohmann::ordered_json::array();
  for (const CollectedRemark &remark : remarks) {
    nlohmann::ordered_json entry = {
        {"pass", remark.pass}, {"name", remark.name}, {"kind", remark.kind}, {"reason", remark.reason}};
    if (remark.range.isValid()) {
      LineColumn start = remark.range.start(), finish = remark.range.finish();
      entry["file"] = remark.range.buffer->name();
      entry["begin"] = {start.line, start.column};
      entry["end"] = {finish.line, finish.column};
    }
    entry["ids"] = remark.ids;
    list.push_back(std::move(entry));
  }
  return list.dump(2) + "\n";
}

} // namespace tkc
