// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Types of tkg as LLVM types: a block is one vector of the thread's elements.
#ifndef TKC_LIB_CONVERSION_TKGTOLLVM_TYPECONVERSION_H
#define TKC_LIB_CONVERSION_TKGTOLLVM_TYPECONVERSION_H

#include "tkc/Dialect/Tkg/IR/Tkg.h"

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"

namespace tkc {

/// Converts blocks to vectors, pointers and shared-memory descriptors to LLVM pointers.
class TkgTypeConverter : public mlir::LLVMTypeConverter {
public:
  explicit TkgTypeConverter(mlir::MLIRContext *context);
};

} // namespace tkc

#endif // TKC_LIB_CONVERSION_TKGTOLLVM_TYPECONVERSION_H
