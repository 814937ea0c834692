// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Optimisation remarks: what passes applied, missed or refused, and why.
#ifndef TKC_COMPILE_REMARKS_H
#define TKC_COMPILE_REMARKS_H

#include "tkc/Source/Source.h"

#include "mlir/IR/MLIRContext.h"

#include <functional>
#include <string>
#include <vector>

namespace tkc {

/// One remark of a pass.
struct CollectedRemark {
  std::string pass;
  std::string name;
  /// "applied", "missed", "refused" or "analysis".
  std::string kind;
  std::string reason;
  SourceRange range;
  std::vector<int32_t> ids;
};

/// From now on, remarks of passes whose name matches the regular expression are appended to `remarks`. Fails for a
/// pattern that is no regular expression.
bool collectRemarks(mlir::MLIRContext &context, const std::string &pattern,
                    std::function<SourceRange(mlir::Location)> rangeOf, std::vector<CollectedRemark> &remarks);

/// One remark a line: place, pass, kind, reason.
std::string formatRemarks(const std::vector<CollectedRemark> &remarks);
/// A JSON array.
std::string formatRemarksJson(const std::vector<CollectedRemark> &remarks);

} // namespace tkc

#endif // TKC_COMPILE_REMARKS_H
