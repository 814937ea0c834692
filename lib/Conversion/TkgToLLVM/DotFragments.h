// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The elements of a thread by their coordinates, and packed as tensor-core instructions want them.
#ifndef TKC_LIB_CONVERSION_TKGTOLLVM_DOTFRAGMENTS_H
#define TKC_LIB_CONVERSION_TKGTOLLVM_DOTFRAGMENTS_H

#include "tkc/Dialect/Tkg/IR/Tkg.h"

#include <map>

#include "Registers.h"

namespace tkc {

/// Coordinates moved along the last two dimensions.
Coordinates offsetBy(Coordinates at, int64_t rows, int64_t columns);

/// The elements of a thread by their coordinates, relative to the thread's first element.
class ElementMap {
public:
  ElementMap(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value vector, mlir::RankedTensorType type);

  llvm::ArrayRef<Coordinates> all() const { return coordinates; }
  unsigned reg(const Coordinates &at) const { return registers.at(std::vector<int64_t>(at.begin(), at.end())); }
  mlir::Value &at(const Coordinates &at) { return elements[reg(at)]; }
  /// The vector of all elements; replicas follow the register that was written.
  mlir::Value pack(mlir::OpBuilder &builder, mlir::Location loc);
  /// 32 bits of elements from `first` on, along the last or the last but one dimension.
  mlir::Value packRegister(mlir::OpBuilder &builder, mlir::Location loc, const Coordinates &first, bool alongRows);

private:
  llvm::SmallVector<mlir::Value> elements;
  llvm::SmallVector<Coordinates> coordinates;
  std::map<std::vector<int64_t>, unsigned> registers;
};

} // namespace tkc

#endif // TKC_LIB_CONVERSION_TKGTOLLVM_DOTFRAGMENTS_H
