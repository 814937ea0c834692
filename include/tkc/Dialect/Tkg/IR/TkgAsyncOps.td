// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rings of shared-memory blocks, and copies that fill them while the threads go on.
#ifndef TKC_DIALECT_TKG_IR_TKGASYNCOPS
#define TKC_DIALECT_TKG_IR_TKGASYNCOPS

include "tkc/Dialect/Tkg/IR/TkgMemoryOps.td"

def Tkg_LocalSlotOp : Tkg_Op<"local_slot", [Pure]> {
  let summary = "one block of a ring";
  let description = [{
    Requires: an index from 0 to the ring's number of slots, not included; a result of the ring's type with one slot.
    Gives:    the descriptor of that block.
    Rejects:  a result of another shape, element type or encoding, or of several slots.

    Example:  {{test/Dialect/Tkg/IR/local-slot.mlir}}
  }];
  let arguments = (ins Arg<Tkg_MemDescType, "the ring">:$ring, Arg<I32, "which block">:$index);
  let results = (outs Tkg_MemDescType:$result);
  let assemblyFormat = "$ring `[` $index `]` attr-dict `:` qualified(type($ring)) `to` qualified(type($result))";
  let hasVerifier = 1;
}

def Tkg_LocalTransOp : Tkg_Op<"local_trans", [Pure]> {
  let summary = "a buffer seen with its dimensions exchanged";
  let description = [{
    No data moves: element (i, j) of the result is element (j, i) of the source, at the same address.

    Requires: rank 2 and one slot; encodings that are each other's transposition.
    Rejects:  shapes that are not each other's transposition; other encodings.

    Example:  {{test/Dialect/Tkg/IR/local-trans.mlir}}
  }];
  let arguments = (ins Arg<Tkg_MemDescType, "the buffer">:$source);
  let results = (outs Tkg_MemDescType:$result);
  let assemblyFormat = "$source attr-dict `:` qualified(type($source)) `to` qualified(type($result))";
  let hasVerifier = 1;
}

def Tkg_CopyAsyncOp : Tkg_Op<"copy_async", [
    AttrSizedOperandSegments, MemoryEffects<[MemRead, MemWrite<Tkg_SharedMemory>]>]> {
  let summary = "begin to copy a block from global to shared memory";
  let description = [{
    Each thread copies the elements that its pointers name, `vectorWidth` at a time, by `cp.async`. Where `mask` is
    false, zeros are written and nothing is read. Where `condition` is false, the op does nothing at all. The data is
    there for the copying thread behind a `tkg.copy_wait` that covers the group of the copy, and for the others behind a
    barrier after that.

    Requires: pointers, mask and target of one shape; vectorWidth elements are 4, 8 or 16 bytes, contiguous and aligned
              on both sides, and under one mask.
    Rejects:  a target of another shape or element type than the pointers name; vectors of other sizes.

    Example:  {{test/Dialect/Tkg/IR/copy-async.mlir}}
  }];
  let arguments = (ins Arg<Tk_Block, "where to read">:$pointer, Arg<Tkg_MemDescType, "where to write">:$target,
                       Arg<Optional<Tk_Block>, "what to read (absent: all)">:$mask,
                       Arg<Optional<I1>, "whether to do anything">:$condition, I32Attr:$vectorWidth);
  let assemblyFormat = [{
    $pointer `,` $target (`mask` $mask^ `:` type($mask))? (`if` $condition^)? attr-dict `:` type($pointer) `to`
    qualified(type($target))
  }];
  let hasVerifier = 1;
}

def Tkg_CopyCommitOp : Tkg_Op<"copy_commit", [MemoryEffects<[MemRead<Tkg_SharedMemory>, MemWrite<Tkg_SharedMemory>]>]> {
  let summary = "make the copies since the last commit a group";
  let description = [{
    Example: {{test/Dialect/Tkg/IR/copy-async.mlir}}
  }];
  let assemblyFormat = "attr-dict";
}

def Tkg_CopyWaitOp : Tkg_Op<"copy_wait", [MemoryEffects<[MemRead<Tkg_SharedMemory>, MemWrite<Tkg_SharedMemory>]>]> {
  let summary = "wait until at most `pending` groups of copies are unfinished";
  let description = [{
    Waits for the copies of the executing thread, the oldest groups first. Others see them behind a barrier.

    Requires: pending of 0 or more.
    Rejects:  a negative number.

    Example:  {{test/Dialect/Tkg/IR/copy-async.mlir}}
  }];
  let arguments = (ins I32Attr:$pending);
  let assemblyFormat = "attr-dict";
  let hasVerifier = 1;
}

def Tkg_FenceAsyncSharedOp : Tkg_Op<"fence_async_shared", [
    MemoryEffects<[MemRead<Tkg_SharedMemory>, MemWrite<Tkg_SharedMemory>]>]> {
  let summary = "show what this thread wrote to shared memory to the asynchronous proxy";
  let description = [{
    `wgmma` and TMA read shared memory through a proxy of their own: what threads wrote is visible to it behind this
    fence and a barrier. Made by `tkg-insert-barriers`.

    Example: {{test/Dialect/Tkg/IR/barrier.mlir}}
  }];
  let assemblyFormat = "attr-dict";
}

#endif // TKC_DIALECT_TKG_IR_TKGASYNCOPS
