// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Emits the accesses to shared memory that lib/Layout plans.
#ifndef TKC_LIB_CONVERSION_TKGTOLLVM_SHAREDACCESS_H
#define TKC_LIB_CONVERSION_TKGTOLLVM_SHAREDACCESS_H

#include "tkc/Dialect/Tkg/IR/Tkg.h"
#include "tkc/Layout/SharedAccess.h"

#include "ThreadPosition.h"

namespace tkc {

/// The address of byte `offset` of the CTA's shared memory; declares the symbol in the module when it is missing.
mlir::Value emitSharedAddress(mlir::OpBuilder &builder, mlir::Location loc, mlir::ModuleOp module, int64_t offset);

/// The offset in bytes that tkg-allocate-shared gave `op`.
int64_t getSharedOffset(mlir::Operation *op);

/// The type in which elements of `type` lie in shared memory: bytes for i1, integers for pointers.
mlir::Type getStorageType(mlir::Type type);
/// Converts a scalar or vector between its own and its storage type.
mlir::Value toStorage(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value);
mlir::Value fromStorage(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value, mlir::Type element);

/// Moves elements between a thread's registers and shared memory at `base`. `elements` has one value of the storage
/// type a register of one atom; a load fills in those that the plan names.
class SharedAccessEmitter {
public:
  SharedAccessEmitter(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value base, mlir::Type storageType);

  void store(const layout::VectorAccess &access, unsigned repetition, llvm::ArrayRef<mlir::Value> elements);
  void store(const layout::MatrixAccess &access, unsigned repetition, llvm::ArrayRef<mlir::Value> elements);
  void load(const layout::VectorAccess &access, unsigned repetition, llvm::MutableArrayRef<mlir::Value> elements);
  void load(const layout::MatrixAccess &access, unsigned repetition, llvm::MutableArrayRef<mlir::Value> elements);

private:
  mlir::Value emitAddress(const LinearValue &thread, uint64_t constant);
  mlir::Value packMatrixRegister(llvm::ArrayRef<mlir::Value> elements, llvm::ArrayRef<uint32_t> registers);

  mlir::OpBuilder &builder;
  mlir::Location loc;
  mlir::Value base;
  mlir::Type storageType;
  ThreadPosition position;
};

} // namespace tkc

#endif // TKC_LIB_CONVERSION_TKGTOLLVM_SHAREDACCESS_H
