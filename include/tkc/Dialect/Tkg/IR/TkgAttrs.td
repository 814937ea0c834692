// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Layout encodings: short names for linear layouts.
#ifndef TKC_DIALECT_TKG_IR_TKGATTRS
#define TKC_DIALECT_TKG_IR_TKGATTRS

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/TensorEncoding.td"
include "tkc/Dialect/Tkg/IR/TkgDialect.td"

def Tkg_LayoutInterface : AttrInterface<"LayoutAttrInterface"> {
  let cppNamespace = "::tkc::tkg";
  let description = "An encoding that says which thread holds which element of a block.";
  let methods = [
    InterfaceMethod<[{
      The map from (register, lane, warp, block) to the coordinates of a block of this shape. Blocks larger than the
      encoding wrap around into further registers; smaller ones are held by several threads.
    }], "::tkc::layout::LinearLayout", "toLinearLayout", (ins "::llvm::ArrayRef<int64_t>":$shape)>,
    InterfaceMethod<"The rank of the blocks that it describes.", "unsigned", "getRank", (ins)>
  ];
}

def Tkg_SharedLayoutInterface : AttrInterface<"SharedLayoutAttrInterface"> {
  let cppNamespace = "::tkc::tkg";
  let description = "An encoding that says at which offset of shared memory an element of a block lies.";
  let methods = [
    InterfaceMethod<"The map from the offset, in elements, to the coordinates of a block of this shape.",
                    "::tkc::layout::LinearLayout", "toLinearLayout", (ins "::llvm::ArrayRef<int64_t>":$shape)>,
    InterfaceMethod<"The rank of the blocks that it describes.", "unsigned", "getRank", (ins)>,
    InterfaceMethod<"The alignment of the buffer in bytes that the layout needs.", "unsigned", "getAlignment", (ins)>
  ];
}

class Tkg_Attr<string name, string attrMnemonic, list<Trait> traits = []> : AttrDef<Tkg_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}
class Tkg_Encoding<string name, string attrMnemonic>
    : Tkg_Attr<name, attrMnemonic, [DeclareAttrInterfaceMethods<Tkg_LayoutInterface>,
                                    DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  // A block's rank is its encoding's.
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::verifyEncoding(::llvm::ArrayRef<int64_t> shape, ::mlir::Type,
        ::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError) const {
      return ::tkc::tkg::verifyBlock(*this, shape, emitError);
    }
  }];
}

def Tkg_BlockedAttr : Tkg_Encoding<"Blocked", "blocked"> {
  let summary = "rectangles of elements per thread, tiled over lanes and warps";
  let description = [{
    Each thread holds a rectangle of sizePerThread elements, lanes tile threadsPerWarp of these, warps warpsPerCta of
    those; `order` lists the dimensions from the fastest to the slowest.

    Requires: lists of one length; powers of two; threadsPerWarp multiplies to 32; order is a permutation.

    Example: `#tkg.blocked<sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCta = [4, 1], order = [1, 0]>`.
  }];
  let parameters = (ins ArrayRefParameter<"unsigned">:$sizePerThread, ArrayRefParameter<"unsigned">:$threadsPerWarp,
                        ArrayRefParameter<"unsigned">:$warpsPerCta, ArrayRefParameter<"unsigned">:$order);
  let assemblyFormat = [{
    `<` `sizePerThread` `=` `[` $sizePerThread `]` `,` `threadsPerWarp` `=` `[` $threadsPerWarp `]` `,`
        `warpsPerCta` `=` `[` $warpsPerCta `]` `,` `order` `=` `[` $order `]` `>`
  }];
}

def Tkg_SliceAttr : Tkg_Encoding<"Slice", "slice"> {
  let summary = "another encoding without one of its dimensions";
  let description = [{
    The layout of a block after reducing dimension `dim` of a block encoded as `parent`: each thread that held a part of
    a row holds that row's element.

    Requires: dim is a dimension of parent.

    Example: `#tkg.slice<dim = 1, parent = #blocked>`.
  }];
  let parameters = (ins "unsigned":$dim, "::tkc::tkg::LayoutAttrInterface":$parent);
}

def Tkg_MmaAttr : Tkg_Encoding<"Mma", "mma"> {
  let summary = "the accumulator of tensor-core instructions";
  let description = [{
    Version 2 is `mma.sync` m16n8, version 3 `wgmma` m64nN (warpsPerCta counts warps; instrShape is m × n of one warp's
    part: [16, 8] and [16, N]). The leading dimension of rank-3 blocks is a batch.

    Requires: warpsPerCta and instrShape of the block's rank.

    Example: `#tkg.mma<version = 2, warpsPerCta = [2, 2], instrShape = [16, 8]>`.
  }];
  let parameters = (ins "unsigned":$version, ArrayRefParameter<"unsigned">:$warpsPerCta,
                        ArrayRefParameter<"unsigned">:$instrShape);
  let assemblyFormat = [{
    `<` `version` `=` $version `,` `warpsPerCta` `=` `[` $warpsPerCta `]` `,` `instrShape` `=` `[` $instrShape `]` `>`
  }];
}

def Tkg_DotOperandAttr : Tkg_Encoding<"DotOperand", "dot_operand"> {
  let summary = "the left or right operand of a dot in registers";
  let description = [{
    Operand `opIdx` (0: left, 1: right) of a dot whose accumulator is encoded as `parent`. kWidth is the number of
    consecutive elements along K that a thread holds (with an mma parent: 32 bits of them; with a blocked one: 0).

    Requires: parent is blocked or mma; opIdx is 0 or 1.

    Example: `#tkg.dot_operand<opIdx = 0, parent = #mma, kWidth = 2>`.
  }];
  let parameters = (ins "unsigned":$opIdx, "::tkc::tkg::LayoutAttrInterface":$parent, "unsigned":$kWidth);
}

def Tkg_LinearAttr : Tkg_Encoding<"Linear", "linear"> {
  let summary = "a linear layout written out";
  let description = [{
    The bases of a linear layout: for each bit of register, lane and warp the coordinates that it adds, one a dimension.
    It describes blocks of `shape` exactly.

    Requires: bases with one coordinate a dimension; 5 lane bases; each element is reached.

    Example: `#tkg.linear<register = [0, 1], lane = [0, 2, 0, 4, 1, 0, 2, 0, 4, 0], warp = [8, 0], shape = [16, 8]>`
    (flattened lists, rank coordinates a basis).
  }];
  let parameters = (ins ArrayRefParameter<"int32_t">:$registerBases, ArrayRefParameter<"int32_t">:$laneBases,
                        ArrayRefParameter<"int32_t">:$warpBases, ArrayRefParameter<"int64_t">:$shape);
  let assemblyFormat = ?;
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    /// The encoding of `layout`, which has a register, lane and warp dimension and covers `shape`.
    static LinearAttr get(::mlir::MLIRContext *context, const ::tkc::layout::LinearLayout &layout,
                          ::llvm::ArrayRef<int64_t> shape);
  }];
}

def Tkg_SwizzledSharedAttr : Tkg_Attr<"SwizzledShared", "swizzled_shared",
                                      [DeclareAttrInterfaceMethods<Tkg_SharedLayoutInterface>]> {
  let summary = "rows whose vectors are permuted by exclusive or";
  let description = [{
    Rows along order[0] are cut into vectors of `vec` elements; vector v of row r lies at v xor ((r / perPhase) mod
    maxPhase), which spreads a column over the banks.

    Requires: powers of two; order is a permutation.

    Example: `#tkg.swizzled_shared<vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]>`.
  }];
  let parameters = (ins "unsigned":$vec, "unsigned":$perPhase, "unsigned":$maxPhase, ArrayRefParameter<"unsigned">:$order);
  let assemblyFormat = [{
    `<` `vec` `=` $vec `,` `perPhase` `=` $perPhase `,` `maxPhase` `=` $maxPhase `,` `order` `=` `[` $order `]` `>`
  }];
}

def Tkg_NvmmaSharedAttr : Tkg_Attr<"NvmmaShared", "nvmma_shared",
                                   [DeclareAttrInterfaceMethods<Tkg_SharedLayoutInterface>]> {
  let summary = "rows as TMA writes and wgmma reads them";
  let description = [{
    Slabs `swizzle` bytes wide hold all rows, one slab after the other; within a slab the 16-byte chunks of a row are
    permuted by exclusive or with the row (PTX ISA, "Shared Memory Matrix Layout" of wgmma). With `transposed`, the first
    dimension is the contiguous one.

    Requires: blocks of rank 2; swizzle is 32, 64 or 128; elementBits is 8, 16, 32 or 64; rows of at least `swizzle` bytes.

    Example: `#tkg.nvmma_shared<swizzle = 128, elementBits = 16, transposed = false>`.
  }];
  let parameters = (ins "unsigned":$swizzle, "unsigned":$elementBits, "bool":$transposed);
}

#endif // TKC_DIALECT_TKG_IR_TKGATTRS
