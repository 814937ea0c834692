// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Descriptors of shared memory.
#ifndef TKC_DIALECT_TKG_IR_TKGTYPES
#define TKC_DIALECT_TKG_IR_TKGTYPES

include "mlir/IR/AttrTypeBase.td"
include "tkc/Dialect/Tkg/IR/TkgAttrs.td"

def Tkg_MemDescType : TypeDef<Tkg_Dialect, "MemDesc"> {
  let mnemonic = "memdesc";
  let summary = "a block in shared memory";
  let description = [{
    The address of a block of a static shape in the CTA's shared memory, laid out as the encoding says.

    Requires: a shared encoding of the block's rank; integers or floats of at least 8 bits.

    Example: `!tkg.memdesc<128x64xf16, #shared>`.
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape, "::mlir::Type":$elementType,
                        "::tkc::tkg::SharedLayoutAttrInterface":$encoding);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    int64_t getNumElements() const;
    /// The bytes that the block takes.
    int64_t getSizeInBytes() const;
  }];
}

#endif // TKC_DIALECT_TKG_IR_TKGTYPES
