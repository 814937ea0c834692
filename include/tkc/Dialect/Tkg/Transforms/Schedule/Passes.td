// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes that overlap memory accesses with computation.
#ifndef TKC_DIALECT_TKG_TRANSFORMS_SCHEDULE_PASSES
#define TKC_DIALECT_TKG_TRANSFORMS_SCHEDULE_PASSES

include "mlir/Pass/PassBase.td"

def PipelineLoops : Pass<"tkg-pipeline-loops", "mlir::ModuleOp"> {
  let summary = "copy what loops load ahead into rings of shared memory";
  let description = [{
    In a loop of S stages (`tk.num_stages`, or else `tkg.num_stages`), loads whose blocks only go to shared memory become
    `tkg.copy_async` into rings of S slots, fewer where shared memory is short. The copies of the first iterations are
    issued before the loop; in the loop, each iteration waits for its own copies and issues those S - 1 iterations ahead.
    Copies beyond the last iteration do nothing, so that loops of any number of iterations are right.

    Warp-group dots that add to what the loop carries, and that nothing else in the loop reads, are waited for one
    iteration later. Copies are issued behind that wait, to the slot that it frees.

    A load of a strided tile of a parameter is copied by TMA instead where the target has it and the buffer is laid out for
    it: one thread issues it, and a barrier a slot tells when it is there. Its extents come from the mask; indices that were
    brought back below a bound (`% M`) count as masked when what they load is never stored. The block may have more dimensions,
    of which a reshape makes rows. Coordinates may come from index
    loads of the loop. The kernel gets an argument for the tensor map. Outside of these loops, and of innermost ones, such a
    load becomes a copy by TMA in its place, which is waited for where its buffer was filled. Remarks say why other loads of blocks of two dimensions
    or more are no such copies.

    In a loop that has a `tk.num_stages` itself, no dots and no `for` loop inside, loads of blocks become such copies, and each
    thread reads back what it copied. Copies are then issued before the wait of the iteration. A block that the loop carries
    to the next iteration is read from its slot there, where the ring has room for one more.

    Where the loop around asks for it (`tk.flatten`), and addresses and bounds follow from its index, copies for its next
    iteration follow on the last ones of this one: rings and barriers outlive both loops.

    Needs:    operands staged in `tkg.local_alloc`; a target with cp.async.
    Leaves:   barriers and proxy fences to `tkg-insert-barriers`.
    Does not: touch loads that may meet a write of the loop (in a loop that does not ask for stages itself: a write to
              their array), loads whose addresses come from loads of the loop whose own do, loads of less than 4 contiguous bytes, and,
              with dots, those that fill masked elements with other values than zero; a remark says so.

    Example: test/Dialect/Tkg/Transforms/Schedule/pipeline-loops-doc.mlir
  }];
  let dependentDialects = ["::tkc::tkg::TkgDialect"];
  let options = [Option<"promoteTma", "promote-tma", "bool", "true", "Copy tiles by TMA where that can be">];
  let statistics = [Statistic<"numPipelined", "num-loads-pipelined", "Loads that are copied ahead">];
}

def PrefetchLoads : Pass<"tkg-prefetch-loads", "mlir::ModuleOp"> {
  let summary = "load the operands of the next iteration's dots, and scalars, ahead";
  let description = [{
    In a loop with a dot, the global loads that fill its staged operands are issued one iteration ahead, into registers:
    before the loop for the first iteration, and behind the stores to shared memory for the next one. The mask of a load
    ahead is false beyond the last iteration, so that loops of no and of one iteration read nothing more than before.

    A load that the address of such a load needs is issued two iterations ahead, one iteration before it.

    In a loop without dots that asks for stages itself, scalars that differ from iteration to iteration go ahead in the
    same way, at the start of the body. Its blocks are copied ahead by `tkg-pipeline-loops`.

    Where shared memory permits, all operands that are there at the start of an iteration are stored before the first read,
    so that they share its barriers.

    Needs:    operands staged by `tkg-stage-operands`; buffers without offsets.
    Leaves:   the same loads, one a loop iteration and one before it.
    Does not: touch loops with `tk.num_stages` (or else `tkg.num_stages`) of 1 or less, loads that may meet a write of the
              loop (in a loop that does not ask for stages itself: a write to their array), and loads whose addresses come
              from loads of the loop whose own do; a remark says so.

    Example: test/Dialect/Tkg/Transforms/Schedule/prefetch-loads-doc.mlir
  }];
  let dependentDialects = ["::tkc::tkg::TkgDialect"];
  let statistics = [Statistic<"numPrefetched", "num-loads-prefetched", "Loads that are issued ahead">];
}

def PromoteStores : Pass<"tkg-promote-stores", "mlir::ModuleOp"> {
  let summary = "store tiles by TMA";
  let description = [{
    A store of a strided tile of a parameter whose block would go through shared memory to a layout with wide accesses is
    written to a swizzled buffer as it is, and copied from there by TMA. Its mask must be the extents of an array. A relaxed
    atomic whose result nobody reads becomes a reduction by TMA. The kernel gets an argument for the tensor map. Where
    rows may end within 16 bytes, which TMA writes whole, a branch on their length keeps the access of the threads.

    Needs:    final layouts; a target with TMA.
    Leaves:   barriers, proxy fences of shared memory and waits to `tkg-insert-barriers`.
    Does not: touch stores with other masks, with cache modifiers or eviction policies, of strides or addresses that are
              not known to be multiples of 16 bytes, or where fewer CTAs would fit on a multiprocessor; a remark says so.

    Example: test/Dialect/Tkg/Transforms/Schedule/promote-stores-doc.mlir
  }];
  let dependentDialects = ["::tkc::tkg::TkgDialect"];
  let statistics = [Statistic<"numPromoted", "num-stores-promoted", "Stores that TMA does">];
}

#endif // TKC_DIALECT_TKG_TRANSFORMS_SCHEDULE_PASSES
