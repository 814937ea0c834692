// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Types of tkg as LLVM types.
#include "TypeConversion.h"

using namespace mlir;
using namespace tkc;

static LowerToLLVMOptions makeOptions(MLIRContext *context) {
  LowerToLLVMOptions options(context);
  options.overrideIndexBitwidth(32);
  return options;
}

TkgTypeConverter::TkgTypeConverter(MLIRContext *context) : LLVMTypeConverter(context, makeOptions(context)) {
  addConversion(
      [&](tk::PtrType type) -> Type { return LLVM::LLVMPointerType::get(type.getContext(), type.getAddressSpace()); });
  addConversion([](tkg::TensorMapType type) -> Type { return LLVM::LLVMPointerType::get(type.getContext()); });
  addConversion([&](tkg::MemDescType type) -> Type { return LLVM::LLVMPointerType::get(type.getContext(), 3); });
  addConversion([&](RankedTensorType type) -> std::optional<Type> {
    if (!isa_and_nonnull<tkg::LayoutAttrInterface>(type.getEncoding())) {
      return std::nullopt;
    }
    Type element = convertType(type.getElementType());
    return element ? VectorType::get({int64_t(tkg::getElementsPerThread(type))}, element) : Type();
  });
}
