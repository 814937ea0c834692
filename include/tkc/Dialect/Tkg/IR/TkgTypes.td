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
    The address of a block of a static shape in the CTA's shared memory, laid out as the encoding says; or, with
    `slots` above 1, of a ring of that many such blocks, one after the other, which `tkg.local_slot` gives one by one.

    Requires: a shared encoding of the block's rank; integers or floats of at least 8 bits; at least one slot.

    Example: `!tkg.memdesc<128x64xf16, #shared>`, `!tkg.memdesc<128x64xf16, #shared, slots = 3>`.
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape, "::mlir::Type":$elementType,
                        "::tkc::tkg::SharedLayoutAttrInterface":$encoding, "unsigned":$slots);
  let builders = [
    TypeBuilder<(ins "::llvm::ArrayRef<int64_t>":$shape, "::mlir::Type":$elementType,
                     "::tkc::tkg::SharedLayoutAttrInterface":$encoding), [{
      return $_get($_ctxt, shape, elementType, encoding, 1u);
    }]>
  ];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The elements of one slot.
    int64_t getNumElements() const;
    /// The bytes from one slot to the next: those of a block, up to the encoding's alignment where there are several.
    int64_t getSlotBytes() const;
    /// The bytes of all slots.
    int64_t getSizeInBytes() const;
    /// The same with another number of slots.
    MemDescType withSlots(unsigned slots) const;
  }];
}

#endif // TKC_DIALECT_TKG_IR_TKGTYPES
