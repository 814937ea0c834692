// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tk dialect: types, attributes and ops.
#ifndef TKC_DIALECT_TK_IR_TK_H
#define TKC_DIALECT_TK_IR_TK_H

#include "tkc/Dialect/Tk/IR/TkDialect.h.inc"
#include "tkc/Dialect/Tk/IR/TkEnums.h.inc"
#include "tkc/Dialect/Tk/IR/TkInterfaces.h"
#include "tkc/Dialect/Tk/IR/TkTraits.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_ATTRDEF_CLASSES
#include "tkc/Dialect/Tk/IR/TkAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "tkc/Dialect/Tk/IR/TkTypes.h.inc"

#define GET_OP_CLASSES
#include "tkc/Dialect/Tk/IR/TkOps.h.inc"

namespace tkc::tk {

/// The name of the unit attribute that marks a kernel entry.
inline constexpr llvm::StringLiteral kernelAttrName = "tk.kernel";
/// Argument attribute and discardable hint: value or address is a multiple of it.
inline constexpr llvm::StringLiteral divisibilityAttrName = "tk.divisibility";
/// Unit argument attribute of pointers: no other argument leads to what the kernel accesses through this one, or nobody
/// writes it.
inline constexpr llvm::StringLiteral noAliasAttrName = "tk.noalias";
inline constexpr llvm::StringLiteral contiguityAttrName = "tk.contiguity";
inline constexpr llvm::StringLiteral constancyAttrName = "tk.constancy";
/// On an `arith.extsi`: the typing rules put it there, the source does not ask for it.
inline constexpr llvm::StringLiteral implicitAttrName = "tk.implicit";
/// On the argument that `tk-sanitize-memory` adds: which arguments are the arrays of the report, and what its sites
/// are.
inline constexpr llvm::StringLiteral faultReportAttrName = "tk.fault_report";

/// Where things lie in a fault report, in bytes; docs/Abi.md has the whole of it.
struct FaultReport {
  static constexpr int32_t countOffset = 0, siteOffset = 4, addressOffset = 8, programOffset = 16, rankOffset = 28,
                           placeOffset = 32, spareOffset = 56, arraysOffset = 64, arrayBytes = 16;
};

/// The block type that has `type`'s shape and encoding and `element` elements; `element` itself for a scalar.
mlir::Type withElementType(mlir::Type type, mlir::Type element);

/// What a pointer, or a block of pointers, points to: a scalar, or a block of the same shape and encoding.
mlir::Type getPointeeLike(mlir::Type pointerLike);

} // namespace tkc::tk

#endif // TKC_DIALECT_TK_IR_TK_H
