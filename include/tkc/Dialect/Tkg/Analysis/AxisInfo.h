// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is known of the integers and addresses in a block: how far they run on, what divides them, where they repeat.
#ifndef TKC_DIALECT_TKG_ANALYSIS_AXISINFO_H
#define TKC_DIALECT_TKG_ANALYSIS_AXISINFO_H

#include "tkc/Dialect/Tkg/IR/Tkg.h"

#include "mlir/Analysis/DataFlowFramework.h"

#include <optional>

namespace tkc::tkg {

/// Facts about a block of integers or pointers, one entry a dimension; a scalar counts as a block of one element. All
/// are powers of two, and "group" means elements along the dimension whose first index is a multiple of the length.
struct AxisInfo {
  /// Beyond this no divisor is told apart.
  static constexpr int64_t maxDivisor = int64_t(1) << 30;

  /// Each group of this length counts up by one (pointers: by one element).
  llvm::SmallVector<int64_t, 2> contiguity;
  /// Divides the first element of each group of length `contiguity` (pointers: the address in bytes).
  llvm::SmallVector<int64_t, 2> divisibility;
  /// Each group of this length holds one value.
  llvm::SmallVector<int64_t, 2> constancy;
  /// The value, where all elements are one known integer.
  std::optional<int64_t> constant;
  /// Elements below zero were computed or read. Kernel arguments count as not negative, and divisors as positive.
  bool mayBeNegative = false;

  /// Nothing is known.
  static AxisInfo getUnknown(mlir::Type type);
  /// What holds for both.
  static AxisInfo join(const AxisInfo &first, const AxisInfo &second);

  bool isInitialised() const { return !contiguity.empty(); }
  unsigned getRank() const { return contiguity.size(); }
  /// Divides the first element of each group of length `group`; `unit` is what one element counts (pointers: bytes).
  int64_t getDivisibilityAt(unsigned dim, int64_t group, int64_t unit = 1) const;
  /// Divides every element.
  int64_t getValueDivisibility() const;

  bool operator==(const AxisInfo &other) const {
    return contiguity == other.contiguity && divisibility == other.divisibility && constancy == other.constancy &&
           constant == other.constant && mayBeNegative == other.mayBeNegative;
  }
  void print(llvm::raw_ostream &os) const;
};

/// The facts about all values below an op, and what they mean for memory accesses.
class AxisInfoAnalysis {
public:
  explicit AxisInfoAnalysis(mlir::Operation *root);

  /// What is known of `value`.
  AxisInfo getInfo(mlir::Value value) const;

  /// The dimensions of a block of pointers, from the most to the least contiguous one.
  llvm::SmallVector<unsigned> getContiguityOrder(mlir::Value pointer) const;
  /// How many elements that follow one another along `dim` one aligned access may take, whatever their layout: bounded
  /// by contiguity, alignment, the mask, and 16 bytes.
  unsigned getAccessWidth(mlir::Value pointer, mlir::Value mask, unsigned dim) const;
  /// How many elements a thread may access at once: getAccessWidth, bounded by what its registers hold in order.
  unsigned getVectorWidth(mlir::Value pointer, mlir::Value mask) const;

private:
  mlir::DataFlowSolver solver;
};

/// The bytes of one element that a pointer, or a block of pointers, points to.
unsigned getPointeeBytes(mlir::Type pointerLike);

} // namespace tkc::tkg

#endif // TKC_DIALECT_TKG_ANALYSIS_AXISINFO_H
