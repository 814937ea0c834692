// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes that put blocks into shared memory and keep accesses to it in order.
#ifndef TKC_DIALECT_TKG_TRANSFORMS_MEMORY_PASSES
#define TKC_DIALECT_TKG_TRANSFORMS_MEMORY_PASSES

include "mlir/Pass/PassBase.td"

def StageOperands : Pass<"tkg-stage-operands", "mlir::ModuleOp"> {
  let summary = "move operands of tensor-core dots through swizzled shared memory";
  let description = [{
    A conversion to the operand layout of an mma dot that moves data between threads becomes a `tkg.local_alloc`, which
    stores the block, and a `tkg.local_load`, which reads it in the wanted layout. The swizzle is the one for which
    stores and loads, by `ldmatrix` where it fits, take the fewest wavefronts. Rows in shared memory run along the
    fastest dimension of the source.

    Needs:    layouts that are final.
    Leaves:   conversions that stay within a thread or a warp as they are.
    Does not: reuse a buffer for a later iteration; each run of the conversion fills its own.

    Example: test/Dialect/Tkg/Transforms/Memory/stage-operands-doc.mlir
  }];
  let dependentDialects = ["::tkc::tkg::TkgDialect"];
  let statistics = [Statistic<"numStaged", "num-operands-staged", "Operands that go through shared memory">];
}

def ChunkDots : Pass<"tkg-chunk-dots", "mlir::ModuleOp"> {
  let summary = "loop over chunks of K in dots of fused multiply-adds";
  let description = [{
    The code of a dot without tensor cores has a multiply-add for each element and each step along K. Where a thread
    would have more than a thousand of them, both operands are stored to rings of shared memory that cut them along K,
    and an `scf.for` multiplies slot by slot. Operands that shared memory has no room for together are cut along K into
    parts, with a loop each. Each sum is made in the same order as before. 16-bit accumulators are f32 in the loop.

    Needs:    layouts that are final.
    Leaves:   dots on tensor cores, small dots, and those with an operand that does not fit in shared memory.
    Does not: copy ahead; operands come from registers.

    Example: test/Dialect/Tkg/Transforms/Memory/chunk-dots-doc.mlir
  }];
  let dependentDialects = ["::tkc::tkg::TkgDialect", "::tkc::tk::TkDialect", "::mlir::scf::SCFDialect",
                           "::mlir::arith::ArithDialect"];
  let statistics = [Statistic<"numChunked", "num-dots-chunked", "Dots that became loops">];
}

def SinkLocalLoads : Pass<"tkg-sink-local-loads", "mlir::ModuleOp"> {
  let summary = "read slots of shared memory where their blocks are used";
  let description = [{
    A block that each thread reads from its own part of a slot (`tkg.local_load own`) takes registers from there to its
    last use. It is read where it is used instead, and again behind each op at which threads meet or that has a region:
    reading it costs less than keeping it there. Its conversion to a wider type goes with it. Uses inside of a loop
    share one read before the loop.

    Needs:    layouts that are final; no CSE of `tkg` ops behind it, which would merge the reads again.
    Leaves:   reads of other kinds, and those whose slot the rest of the block may write.

    Example: test/Dialect/Tkg/Transforms/Memory/sink-local-loads-doc.mlir
  }];
  let dependentDialects = ["::tkc::tkg::TkgDialect"];
  let statistics = [Statistic<"numReads", "num-reads", "Reads of slots, after the pass, of the ones that it moved">];
}

def AllocateShared : Pass<"tkg-allocate-shared", "mlir::ModuleOp"> {
  let summary = "place buffers and scratch in shared memory";
  let description = [{
    Each `tkg.local_alloc`, and each op that needs scratch (see Analysis/ScratchMemory.h), gets the byte offset
    `tkg.offset`. Buffers that are never live at once may share bytes, but scratch of up to 1 KiB shares none with others
    of its loop, or of its function, if as many CTAs fit on a multiprocessor: who writes next then waits for no readers.
    Functions and the module get the bytes in all as `tkg.shared`.

    Needs:    `tkg.target`; no `func.call` cycles.
    Leaves:   the kernel as it was, but for the attributes.
    Rejects:  a kernel that needs more than the target has, with a table of its buffers.

    Example: test/Dialect/Tkg/Transforms/Memory/allocate-shared-doc.mlir
  }];
  let dependentDialects = ["::tkc::tkg::TkgDialect"];
  let statistics = [Statistic<"numBuffers", "num-buffers-placed", "Buffers and scratch areas">];
}

def InsertBarriers : Pass<"tkg-insert-barriers", "mlir::ModuleOp"> {
  let summary = "order accesses to shared and global memory by barriers";
  let description = [{
    Inserts a `tkg.barrier` before an access to bytes of shared memory that another thread may have written, or may still
    have to read, since the last barrier, and before an access to global memory for which `Analysis/GlobalOrder.h` says
    the same. A dataflow analysis follows loops and conditionals; the last accesses of an iteration meet the first ones
    of the next.

    Needs:    `tkg.offset` on buffers and scratch.
    Leaves:   no two conflicting accesses without a barrier between.
    Does not: remove barriers that are there; order accesses of different programs, or what inline assembly does.

    Example: test/Dialect/Tkg/Transforms/Memory/insert-barriers-doc.mlir
  }];
  let dependentDialects = ["::tkc::tkg::TkgDialect"];
  let statistics = [Statistic<"numBarriers", "num-barriers-inserted", "Barriers inserted">];
}

#endif // TKC_DIALECT_TKG_TRANSFORMS_MEMORY_PASSES
