// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Predicated accesses to global memory as inline PTX.
#ifndef TKC_LIB_CONVERSION_TKGTOLLVM_GLOBALACCESS_H
#define TKC_LIB_CONVERSION_TKGTOLLVM_GLOBALACCESS_H

#include "tkc/Dialect/Tk/IR/Tk.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace tkc {

/// How one access goes to memory.
struct AccessModifiers {
  tk::CacheModifier cache = tk::CacheModifier::None;
  tk::EvictionPolicy evict = tk::EvictionPolicy::Normal;
  bool isVolatile = false;

  bool isPlain() const {
    return cache == tk::CacheModifier::None && evict == tk::EvictionPolicy::Normal && !isVolatile;
  }
};

/// Loads `type`, a vector of one to eight elements and at most 16 bytes, from `pointer`, aligned to its size. Where
/// `predicate` is false nothing is read and the value is `other`, or undefined when that is null.
mlir::Value emitGlobalLoad(mlir::OpBuilder &builder, mlir::Location loc, mlir::VectorType type, mlir::Value pointer,
                           mlir::Value predicate, mlir::Value other, const AccessModifiers &modifiers);

/// Stores the vector `value` to `pointer` where `predicate` (null: everywhere) is true.
void emitGlobalStore(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value, mlir::Value pointer,
                     mlir::Value predicate, const AccessModifiers &modifiers);

} // namespace tkc

#endif // TKC_LIB_CONVERSION_TKGTOLLVM_GLOBALACCESS_H
