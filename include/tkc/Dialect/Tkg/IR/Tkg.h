// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tkg dialect: encodings, shared-memory types and ops.
#ifndef TKC_DIALECT_TKG_IR_TKG_H
#define TKC_DIALECT_TKG_IR_TKG_H

#include "tkc/Dialect/Tk/IR/Tk.h"
#include "tkc/Layout/LinearLayout.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/TensorEncoding.h"

namespace tkc::tkg {
/// The effect resource of the CTA's shared memory.
struct SharedMemory : public mlir::SideEffects::Resource::Base<SharedMemory> {
  llvm::StringRef getName() final { return "<SharedMemory>"; }
};
} // namespace tkc::tkg

#include "tkc/Dialect/Tkg/IR/TkgAttrInterfaces.h.inc"
#include "tkc/Dialect/Tkg/IR/TkgDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "tkc/Dialect/Tkg/IR/TkgAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "tkc/Dialect/Tkg/IR/TkgTypes.h.inc"

#define GET_OP_CLASSES
#include "tkc/Dialect/Tkg/IR/TkgOps.h.inc"

namespace tkc::tkg {

inline constexpr llvm::StringLiteral targetAttrName = "tkg.target";
inline constexpr llvm::StringLiteral numWarpsAttrName = "tkg.num_warps";
inline constexpr llvm::StringLiteral numCtasAttrName = "tkg.num_ctas";
inline constexpr llvm::StringLiteral numStagesAttrName = "tkg.num_stages";
/// Bytes of shared memory of one CTA, on the module after tkg-allocate-shared.
inline constexpr llvm::StringLiteral sharedAttrName = "tkg.shared";
/// Byte offset of an op's buffer in shared memory (local_alloc, and scratch of convert_layout, reduce, scan,
/// gather, histogram and others).
inline constexpr llvm::StringLiteral offsetAttrName = "tkg.offset";

/// What the launcher needs to encode a tensor map, on the argument that it becomes (see `!tkg.tensor_map`).
inline constexpr llvm::StringLiteral tensorMapAttrName = "tkg.tensor_map";

/// The most elements of a TMA box along a dimension.
constexpr int64_t maxTmaBox = 256;
constexpr unsigned lanesPerWarp = 32;

/// The module's number of warps; 4 where it does not say.
unsigned getNumWarps(mlir::ModuleOp module);
/// The module's default number of pipeline stages; 3 where it does not say.
unsigned getNumStages(mlir::ModuleOp module);
/// The module's target, as "sm_90a"; empty where it does not say.
llvm::StringRef getTargetName(mlir::ModuleOp module);
/// The linear layout of an encoded block.
layout::LinearLayout toLinearLayout(mlir::RankedTensorType type);
/// The linear layout of a block in shared memory.
layout::LinearLayout toLinearLayout(MemDescType type);

/// The dimension along which the slots of `ring`, one after the other, make a block of the shape of `block`.
std::optional<unsigned> findCutDimension(mlir::RankedTensorType block, MemDescType ring);
/// The encoding of the same bytes of a rank-2 buffer with its dimensions exchanged.
SharedLayoutAttrInterface transposeShared(SharedLayoutAttrInterface encoding);
/// The dimensions of a block from the fastest to the slowest, as its threads hold them.
llvm::SmallVector<unsigned> getMemoryOrder(mlir::RankedTensorType type);
/// Whether each element of the block is held by one thread, in one register.
bool hasOneOwner(mlir::RankedTensorType type);
/// How many elements of the block a thread holds.
unsigned getElementsPerThread(mlir::RankedTensorType type);
/// In how many bytes an element of this type lies in memory: whole ones, 8 for a pointer.
unsigned getElementBytes(mlir::Type element);
/// The bytes of a block or vector in memory.
int64_t getSizeInBytes(mlir::ShapedType type);
/// The default blocked encoding: elements one by one over lanes and warps, last dimension fastest.
BlockedAttr getDefaultBlocked(mlir::MLIRContext *context, llvm::ArrayRef<int64_t> shape, unsigned numWarps);

} // namespace tkc::tkg

#endif // TKC_DIALECT_TKG_IR_TKG_H
