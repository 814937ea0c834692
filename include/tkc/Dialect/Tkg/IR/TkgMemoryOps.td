// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Moves between layouts, and shared memory.
#ifndef TKC_DIALECT_TKG_IR_TKGMEMORYOPS
#define TKC_DIALECT_TKG_IR_TKGMEMORYOPS

include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tkc/Dialect/Tkg/IR/TkgTypes.td"
include "tkc/Dialect/Tk/IR/TkTypes.td"

def Tkg_SharedMemory : Resource<"::tkc::tkg::SharedMemory">;

def Tkg_ConvertLayoutOp : Tkg_Op<"convert_layout", [Pure, SameOperandsAndResultShape, SameOperandsAndResultElementType]> {
  let summary = "give a block another encoding";
  let description = [{
    Moves elements between registers, lanes and warps so that each lies where the result's encoding wants it. Lowered to
    nothing, register moves, shuffles, or a trip through shared memory at `tkg.offset`.

    Requires: source and result differ in the encoding only.
    Gives:    the same elements.
    Rejects:  a change of shape or element type; a block without an encoding.

    Example:  {{test/Dialect/Tkg/IR/convert-layout.mlir}}
  }];
  let arguments = (ins Arg<Tk_Block, "the block">:$source);
  let results = (outs Tk_Block:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `to` type($result)";
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let hasVerifier = 1;
}

def Tkg_LocalAllocOp : Tkg_Op<"local_alloc", [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "reserve shared memory for a block, and fill it";
  let description = [{
    Reserves a buffer for as long as the descriptor is used and, with `source`, stores it there. After
    `tkg-allocate-shared` the attribute `tkg.offset` (i32, bytes) tells where.

    Requires: source and descriptor agree in shape and element type; with a ring of n slots the source is n times as
              long along one dimension, and is cut along it.
    Gives:    a descriptor of the buffer.
    Rejects:  a source of another shape or element type; a ring whose slots don't cut the source, or lie with gaps.

    Example:  {{test/Dialect/Tkg/IR/local-alloc.mlir}}
  }];
  let arguments = (ins Arg<Optional<Tk_Block>, "what to store">:$source);
  let results = (outs Tkg_MemDescType:$result);
  let assemblyFormat = "($source^)? attr-dict `:` custom<AllocTypes>(type($source), type($result))";
  let hasVerifier = 1;
}

def Tkg_LocalLoadOp : Tkg_Op<"local_load", [MemoryEffects<[MemRead<Tkg_SharedMemory>]>]> {
  let summary = "read a block from shared memory";
  let description = [{
    Requires: result and descriptor agree in shape and element type. With `own`, each element is held by one thread.
    Gives:    the block in the result's encoding; dot operands come by `ldmatrix` where it fits. With `own`, each thread
              reads its elements itself, so that what it copied there in the same encoding needs no barrier.
    Rejects:  a result of another shape or element type; `own` where several threads hold an element.

    Example:  {{test/Dialect/Tkg/IR/local-load.mlir}}
  }];
  let arguments = (ins Arg<Tkg_MemDescType, "where to read">:$source, UnitAttr:$own);
  let results = (outs Tk_Block:$result);
  let assemblyFormat = "$source (`own` $own^)? attr-dict `:` qualified(type($source)) `to` type($result)";
  let hasVerifier = 1;
}

def Tkg_LocalStoreOp : Tkg_Op<"local_store", [MemoryEffects<[MemWrite<Tkg_SharedMemory>]>]> {
  let summary = "write a block to shared memory";
  let description = [{
    Requires: value and descriptor agree in shape and element type. With `own`, each element is held by one thread.
    Gives:    the block in the buffer. With `own`, each thread writes its elements itself, so that it reads them again
              without a barrier.
    Rejects:  a value of another shape or element type; `own` where several threads hold an element.

    Example:  {{test/Dialect/Tkg/IR/local-store.mlir}}
  }];
  let arguments = (ins Arg<Tk_Block, "what to write">:$value, Arg<Tkg_MemDescType, "where to write">:$target,
                       UnitAttr:$own);
  let assemblyFormat = "$value `,` $target (`own` $own^)? attr-dict `:` type($value) `to` qualified(type($target))";
  let hasVerifier = 1;
}

def Tkg_BarrierOp : Tkg_Op<"barrier", [MemoryEffects<[MemRead<Tkg_SharedMemory>, MemWrite<Tkg_SharedMemory>]>]> {
  let summary = "wait for all threads of the CTA";
  let description = [{
    Orders shared-memory accesses before it with those after it. Made by `tkg-insert-barriers`.

    Example:  {{test/Dialect/Tkg/IR/barrier.mlir}}
  }];
  let assemblyFormat = "attr-dict";
}

#endif // TKC_DIALECT_TKG_IR_TKGMEMORYOPS
