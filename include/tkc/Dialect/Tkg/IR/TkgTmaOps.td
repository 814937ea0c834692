// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies by TMA, and the barriers that tell when they are done.
#ifndef TKC_DIALECT_TKG_IR_TKGTMAOPS
#define TKC_DIALECT_TKG_IR_TKGTMAOPS

include "tkc/Dialect/Tk/IR/TkAttrs.td"
include "tkc/Dialect/Tkg/IR/TkgMemoryOps.td"

class Tkg_MbarrierOp<string mnemonic> : Tkg_Op<mnemonic, [
    MemoryEffects<[MemRead<Tkg_SharedMemory>, MemWrite<Tkg_SharedMemory>]>]>;

def Tkg_MbarrierInitOp : Tkg_MbarrierOp<"mbarrier_init"> {
  let summary = "make barriers of a ring";
  let description = [{
    Each slot of the ring becomes an mbarrier that expects `count` arrivals a phase. The first thread does it and shows
    them to the asynchronous proxy; the others see them behind a barrier.

    Requires: a ring of one i64 a slot; a count of 1 or more.
    Rejects:  anything else.

    Example:  {{test/Dialect/Tkg/IR/tma-load.mlir}}
  }];
  let arguments = (ins Arg<Tkg_MemDescType, "the barriers">:$ring, I32Attr:$count);
  let assemblyFormat = "$ring attr-dict `:` qualified(type($ring))";
  let hasVerifier = 1;
}

def Tkg_MbarrierInvalOp : Tkg_MbarrierOp<"mbarrier_inval"> {
  let summary = "end the life of barriers, so that their bytes can be reused";
  let description = [{
    Requires: a ring of one i64 a slot, on which nobody waits.

    Example:  {{test/Dialect/Tkg/IR/tma-load.mlir}}
  }];
  let arguments = (ins Arg<Tkg_MemDescType, "the barriers">:$ring);
  let assemblyFormat = "$ring attr-dict `:` qualified(type($ring))";
  let hasVerifier = 1;
}

def Tkg_MbarrierExpectOp : Tkg_MbarrierOp<"mbarrier_expect"> {
  let summary = "arrive, and expect bytes of copies";
  let description = [{
    One thread arrives at the barrier's phase, which ends when `bytes` more bytes have come. Where `condition` is
    false the op does nothing.

    Requires: one barrier; less than 2^20 bytes.
    Rejects:  anything else.

    Example:  {{test/Dialect/Tkg/IR/tma-load.mlir}}
  }];
  let arguments = (ins Arg<Tkg_MemDescType, "the barrier">:$barrier,
                       Arg<Optional<I1>, "whether to do anything">:$condition, I32Attr:$bytes);
  let assemblyFormat = "$barrier (`if` $condition^)? attr-dict `:` qualified(type($barrier))";
  let hasVerifier = 1;
}

def Tkg_MbarrierWaitOp : Tkg_MbarrierOp<"mbarrier_wait"> {
  let summary = "wait for the end of a barrier's phase";
  let description = [{
    Waits until the phase of this parity has ended: 0 for the first one, then 1 and 0 in turn. What TMA wrote in it is
    there for all threads that waited.

    Requires: one barrier; a parity of 0 or 1.

    Example:  {{test/Dialect/Tkg/IR/tma-load.mlir}}
  }];
  let arguments = (ins Arg<Tkg_MemDescType, "the barrier">:$barrier, Arg<I32, "parity of the phase">:$phase);
  let assemblyFormat = "$barrier `,` $phase attr-dict `:` qualified(type($barrier))";
  let hasVerifier = 1;
}

def Tkg_TmaLoadOp : Tkg_Op<"tma_load", [
    AttrSizedOperandSegments, MemoryEffects<[MemRead, MemWrite<Tkg_SharedMemory>]>]> {
  let summary = "begin to copy a tile from global to shared memory by TMA";
  let description = [{
    One thread starts copies of the map's boxes, from the given coordinates on, that fill the target; elements
    outside of the array are zeros. The barrier hears of each byte. Where `condition` is false the op does nothing.

    Requires: coordinates of all dimensions of the map, innermost first; a target in `#tkg.nvmma_shared`, rows of which
              are the innermost dimension; a map with boxes as wide as the target's swizzle and as many rows as the
              target has, at most 256.
    Rejects:  other targets; no, or more than five coordinates.

    Example:  {{test/Dialect/Tkg/IR/tma-load.mlir}}
  }];
  let arguments = (ins Arg<Tkg_TensorMapType, "what to read">:$map,
                       Arg<Variadic<I32>, "where, in elements">:$coordinates,
                       Arg<Tkg_MemDescType, "where to write">:$target, Arg<Tkg_MemDescType, "who hears of it">:$barrier,
                       Arg<Optional<I1>, "whether to do anything">:$condition);
  let assemblyFormat = [{
    $map `[` $coordinates `]` `,` $target `,` $barrier (`if` $condition^)? attr-dict `:` qualified(type($target)) `,`
    qualified(type($barrier))
  }];
  let hasVerifier = 1;
}

def Tkg_TmaStoreOp : Tkg_Op<"tma_store", [
    AttrSizedOperandSegments, MemoryEffects<[MemRead<Tkg_SharedMemory>, MemWrite]>]> {
  let summary = "begin to copy a tile from shared to global memory by TMA, or to combine it with what is there";
  let description = [{
    One thread, the same one for all such ops, starts copies of the source to the map's boxes, from the given coordinates
    on; elements outside of the array are left out. With `reduce` each element of the array becomes `reduce`(itself, the
    source's) in one relaxed atomic step. `pointer` has the addresses of the tile's elements: only analyses read it. Behind `tkg.tma_store_wait` the source may be written again, or the array holds
    the tile.

    Requires: coordinates of all dimensions of the map, innermost first; a source in `#tkg.nvmma_shared`, rows of which
              are the innermost dimension, shown to the asynchronous proxy (`tkg.fence_async_shared`); a map with boxes as
              wide as the source's swizzle and as many rows as the source has, at most 256.
    Rejects:  other sources; less than two, or more than five coordinates; an exchange.

    Example:  {{test/Dialect/Tkg/IR/tma-store.mlir}}
  }];
  let arguments = (ins Arg<Tkg_MemDescType, "what to copy">:$source, Arg<Tkg_TensorMapType, "where to write">:$map,
                       Arg<Variadic<I32>, "where, in elements">:$coordinates,
                       Arg<Optional<Tk_Block>, "the same as pointers">:$pointer, OptionalAttr<Tk_AtomicKindAttr>:$reduce);
  let assemblyFormat = [{
    $source `,` $map `[` $coordinates `]` (`at` $pointer^ `:` type($pointer))? (`reduce` $reduce^)? attr-dict `:`
    qualified(type($source))
  }];
  let hasVerifier = 1;
}

def Tkg_TmaStoreWaitOp : Tkg_Op<"tma_store_wait", [
    MemoryEffects<[MemRead<Tkg_SharedMemory>, MemWrite<Tkg_SharedMemory>, MemWrite]>]> {
  let summary = "wait for the tiles that this thread copies out of shared memory";
  let description = [{
    The thread that starts the copies waits until all of them are done; with `read` until they have read their sources.
    The others go on: they see it behind a barrier. Made by `tkg-insert-barriers`.

    Example:  {{test/Dialect/Tkg/IR/tma-store.mlir}}
  }];
  let arguments = (ins UnitAttr:$read);
  let assemblyFormat = "(`read` $read^)? attr-dict";
}

def Tkg_FenceAsyncGlobalOp : Tkg_Op<"fence_async_global", [
    MemoryEffects<[MemRead<Tkg_SharedMemory>, MemWrite<Tkg_SharedMemory>]>]> {
  let summary = "show what this thread wrote to, or knows of, global memory to the asynchronous proxy";
  let description = [{
    TMA reads global memory through a proxy of its own: what threads wrote, or learned of from others, is visible to it
    behind this fence and a barrier.

    Example: {{test/Dialect/Tkg/IR/tma-load.mlir}}
  }];
  let assemblyFormat = "attr-dict";
}

#endif // TKC_DIALECT_TKG_IR_TKGTMAOPS
