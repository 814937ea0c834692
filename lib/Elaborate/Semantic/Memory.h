// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads and stores, and the addresses of blocks of strided arrays.
#ifndef TKC_LIB_ELABORATE_SEMANTIC_MEMORY_H
#define TKC_LIB_ELABORATE_SEMANTIC_MEMORY_H

#include "Arguments.h"

namespace tkc::elaborate {

/// How an access goes through the caches.
struct AccessModifiers {
  tk::CacheModifier cache = tk::CacheModifier::None;
  tk::EvictionPolicy evict = tk::EvictionPolicy::Normal;
  bool isVolatile = false;
};

/// Reads the modifiers of a load or of a store.
FailureOr<AccessModifiers> readModifiers(Arguments &arguments, bool isLoad);

/// The pointers to the elements of a block, and which of them lie inside of the array.
struct BlockAccess {
  TypedValue pointers;
  std::optional<TypedValue> mask;
};

/// The block at `offsets` (i64 scalars) of an array; the mask covers the dimensions of `checked`.
BlockAccess accessBlock(Emitter &emitter, const StridedArray &array, llvm::ArrayRef<mlir::Value> offsets,
                        llvm::ArrayRef<unsigned> checked);

/// Rows of an array of two dimensions from `column` (an i64 scalar) on, as wide as its blocks; the mask covers both
/// dimensions.
BlockAccess accessRowsOf(Emitter &emitter, const StridedArray &array, const TypedValue &rows, mlir::Value column);

/// Loads through pointers; mask and other have their shape, other has the element's type.
TypedValue emitLoad(Emitter &emitter, const TypedValue &pointer, std::optional<TypedValue> mask,
                    std::optional<TypedValue> other, const AccessModifiers &modifiers);
/// Stores through pointers; value and mask have their shape, value has the element's type.
void emitStore(Emitter &emitter, const TypedValue &pointer, const TypedValue &value, std::optional<TypedValue> mask,
               const AccessModifiers &modifiers);
/// Reports what is no scalar pointer to elements of some type, such as the base of an array has to be.
mlir::LogicalResult checkScalarPointer(Emitter &emitter, std::string_view function, const TypedValue &base);
/// Reports a store to or an atomic on memory that is promised not to change.
mlir::LogicalResult checkWritable(Emitter &emitter, std::string_view function, const DType &pointer);
/// The int1 mask of an access, or a report.
mlir::LogicalResult checkMask(Emitter &emitter, std::string_view function, const std::optional<TypedValue> &mask);

/// i64 scalars of integers and run-time integer scalars.
FailureOr<llvm::SmallVector<mlir::Value>> readIndices(Emitter &emitter, Arguments &arguments,
                                                      std::string_view parameter);

Result loadBlockPointer(Emitter &emitter, Arguments &arguments, const BlockPointerObject &pointer);
Result storeBlockPointer(Emitter &emitter, Arguments &arguments, const BlockPointerObject &pointer);

} // namespace tkc::elaborate

#endif // TKC_LIB_ELABORATE_SEMANTIC_MEMORY_H
