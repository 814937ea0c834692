// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inline PTX.
#include "InlineAsm.h"

using namespace mlir;

namespace tkc {

LLVM::InlineAsmOp emitInlineAsm(OpBuilder &builder, Location loc, Type result, ValueRange operands, StringRef text,
                                StringRef constraints) {
  return LLVM::InlineAsmOp::create(
      builder, loc, result, operands, text, constraints, /*has_side_effects=*/true, /*is_align_stack=*/false,
      LLVM::TailCallKind::None, LLVM::AsmDialectAttr::get(builder.getContext(), LLVM::AsmDialect::AD_ATT), ArrayAttr());
}

void emitMemoryAsm(OpBuilder &builder, Location loc, StringRef text, ValueRange operands, StringRef constraints) {
  std::string all = constraints.empty() ? "~{memory}" : (constraints + ",~{memory}").str();
  emitInlineAsm(builder, loc, LLVM::LLVMVoidType::get(builder.getContext()), operands, text, all);
}

} // namespace tkc
