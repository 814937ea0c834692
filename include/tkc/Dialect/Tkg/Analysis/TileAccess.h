// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks of pointers that are tiles of a strided array: what a tensor map can describe.
#ifndef TKC_DIALECT_TKG_ANALYSIS_TILEACCESS_H
#define TKC_DIALECT_TKG_ANALYSIS_TILEACCESS_H

#include "tkc/Dialect/Tkg/Analysis/AxisInfo.h"

#include <string>
#include <variant>

namespace tkc::tkg {

/// A sum of integers, each times a constant, and a constant. Sign and zero extensions of a value count as the value.
class LinearSum {
public:
  LinearSum() = default;
  explicit LinearSum(int64_t constant) : constant(constant) {}
  static LinearSum ofValue(mlir::Value value, int64_t factor = 1);
  /// The sum that `scalar` is, seen through additions, and multiplications by constants.
  static LinearSum ofScalar(mlir::Value scalar);

  LinearSum operator+(const LinearSum &other) const;
  LinearSum operator*(int64_t factor) const;
  LinearSum operator-(const LinearSum &other) const { return *this + other * -1; }
  bool operator==(const LinearSum &other) const;
  /// The sum with `to` in the place of `from`.
  LinearSum replace(mlir::Value from, mlir::Value to) const;

  bool isConstant() const { return terms.empty(); }
  int64_t getConstant() const { return constant; }
  llvm::ArrayRef<std::pair<mlir::Value, int64_t>> getTerms() const { return terms; }

private:
  void add(mlir::Value value, int64_t factor);

  /// Values that differ, with factors other than 0.
  llvm::SmallVector<std::pair<mlir::Value, int64_t>, 1> terms;
  int64_t constant = 0;
};

/// Whether the integer is arithmetic of constants and of arguments of the kernel.
bool isKnownAtLaunch(mlir::Value integer);

/// A step in elements: a constant, or a value times a constant.
struct TileStride {
  mlir::Value value;
  int64_t factor = 1;

  bool operator==(const TileStride &other) const { return value == other.value && factor == other.factor; }
};

/// One dimension of a tile: elements start, start + 1, … along it. Dimensions that the block does not have are one
/// element long.
struct TileDimension {
  LinearSum start;
  TileStride stride;
  /// Coordinates from here on are masked off, if there is a mask.
  std::optional<LinearSum> extent;
  /// Coordinates from here on were brought back below it, so that what is read for them is of no use.
  std::optional<LinearSum> clamp;
  /// Negative coordinates are masked off.
  bool isMaskedBelow = false;
};

/// The tile that a load reads or a store writes: the block's dimensions first, then those that it does not have.
struct TileAccess {
  mlir::BlockArgument base;
  llvm::SmallVector<TileDimension, 2> dimensions;
};

/// The tile that pointers under a mask (null: all of them) name in the body of `loop` (null: outside of loops), in
/// terms of the induction variable and of values from outside; or the reason why they name none.
std::variant<TileAccess, std::string> analyzeTile(mlir::Value pointers, mlir::Value mask, mlir::scf::ForOp loop);

/// Whether the elements of the load's block whose coordinate along `dim`, `start` for the first one, is `bound` or more
/// only reach elements of stores that a mask leaves out.
bool isBeyondStores(tk::LoadOp load, unsigned dim, const LinearSum &start, const LinearSum &bound);

} // namespace tkc::tkg

#endif // TKC_DIALECT_TKG_ANALYSIS_TILEACCESS_H
