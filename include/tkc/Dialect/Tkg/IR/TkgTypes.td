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

def Tkg_TensorMapType : TypeDef<Tkg_Dialect, "TensorMap"> {
  let mnemonic = "tensor_map";
  let summary = "a tensor map for TMA";
  let description = [{
    The 128 bytes that say where an array lies and how a box of it is copied. The launcher encodes it for each launch; it
    comes as an argument of the kernel with the attribute `tkg.tensor_map`:

    - `pointer` (i32): the argument that has the array's address;
    - `dims`, `strides` (strings): extents in elements, innermost first, and strides in bytes of all but the innermost, as
      launch expressions in which `pN` is argument N;
    - `box` (array of i64), `swizzle` (i32, bytes), `type` (the element type).

    Example: `!tkg.tensor_map`.
  }];
}

#endif // TKC_DIALECT_TKG_IR_TKGTYPES
