// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Target-free passes. Canonicalize, cse and licm are upstream's algorithms with a listener that keeps op identity.
#ifndef TKC_DIALECT_TK_TRANSFORMS_PASSES
#define TKC_DIALECT_TK_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

def TkWidenOffsets : Pass<"tk-widen-offsets"> {
  let summary = "compute pointer offsets that may leave 32 bits in 64 bits";
  let description = [{
    The meaning of an offset in the language: the chain of `+ - *` that leads from 32-bit leaves to the offset of a
    `tk.addptr` is evaluated in 64 bits. The chain runs through changes of shape, `arith.select`, values that loops
    carry, values that `scf.if` gives, and extensions to 64 bits with `tk.implicit`, which the typing rules add where a
    32-bit operand meets a 64-bit one. Casts that the source asks for and all other ops are leaves. Values of the chain
    that something else uses keep their 32-bit copy, so masks and comparisons stay as they were.

    Where range analysis proves that no step can wrap, both widths give the same and the offset stays in 32 bits. It
    knows `tk.program_id` and `tk.make_range`, loop bounds, and bounds that `tk.assume` promises for a value of its
    block or an argument; an argument is unknown otherwise.

    Needs:        chains as the source wrote them: the first pass, before any that reorders sums.
    Leaves:       offsets of 32 bits only where no step of their chain wraps; no `tk.implicit`.
    Does not do:  steps of other widths than 32 bits; unsigned integers, whose extensions are no `arith.extsi`.

    Example:      {{test/Dialect/Tk/Transforms/widen-offsets-doc.mlir}}
  }];
  let statistics = [
    Statistic<"numWidened", "num-offsets-widened", "Offsets that are computed in 64 bits">,
    Statistic<"numKept", "num-offsets-kept", "Offsets that are proved to fit in 32 bits">];
  let dependentDialects = ["::mlir::ub::UBDialect"];
}

def TkCombine : Pass<"tk-combine"> {
  let summary = "do algebra across several ops";
  let description = [{
    An elementwise op of uniform blocks is computed once, as a scalar, and one of blocks that are broadcast alike before
    the broadcast. Two constant steps of a pointer are one. A choice between a masked load and another value, by the
    load's own mask, is the load's `other`. What is added to a `tk.dot` that starts at zero is what it starts at. A number
    that a loop carries and that grows by the loop's step is computed from the induction variable. Dimensions of length
    one that a block has only in memory (a load of [1, m, n] that is reshaped to [m, n], a store of the reverse) are left
    out of the load or store, of its pointers and of its mask.

    Needs:        nothing; better behind `tk-canonicalize`.
    Leaves:       none of these.
    Does not do:  choices by values that come after the load; additions to dots with `maxNumImpreciseAcc`; ops with hints.

    Example:      {{test/Dialect/Tk/Transforms/combine-doc.mlir}}
  }];
}

def TkUnroll : Pass<"tk-unroll"> {
  let summary = "unroll the loops that ask for it";
  let description = [{
    A `scf.for` with `tk.loop_unroll_factor = n` does n iterations at once; a loop of the rest follows, with
    `tk.num_stages = 1`. Of n or fewer iterations, when their number is known, none remains a loop.

    Needs:        positive steps.
    Leaves:       no loop with the attribute.
    Does not do:  loops of which n steps are more than the type holds; loops without the attribute; what would be more than 32768 ops.

    Example:      {{test/Dialect/Tk/Transforms/unroll-doc.mlir}}
  }];
  let statistics = [Statistic<"numUnrolled", "num-loops-unrolled", "Loops that were unrolled">];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def TkSanitizeMemory : Pass<"tk-sanitize-memory"> {
  let summary = "check each access against the arrays of the launch";
  let description = [{
    Kernels get one more argument, the fault report (docs/Abi.md). Each load, store and atomic is masked by a
    `tk.check_bounds`: what lies outside of its array is reported and not accessed; a load gives its `other`, or zero.
    Pointers that no argument is known for are checked against all arrays.

    Needs:        nothing.
    Leaves:       no unchecked `tk.load`, `tk.store` or atomic in a kernel, but those below.
    Does not do:  accesses of inline assembly; accesses through pointers that were loaded or made from a number, which may
                  point into arrays that the launch does not name (a remark says so).

    Example:      {{test/Dialect/Tk/Transforms/sanitize-memory-doc.mlir}}
  }];
  let statistics = [Statistic<"numAccesses", "num-accesses-checked", "Loads, stores and atomics">];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def TkCanonicalize : Pass<"tk-canonicalize"> {
  let summary = "fold and canonicalize, keeping op identity";
  let description = [{
    Upstream's canonicalization patterns of all loaded dialects; the ids of a replaced op go to what replaces it.

    Needs:        nothing.
    Leaves:       no op that a pattern or fold could simplify, unless the rewrite limit was reached.
    Does not do:  anything that one op's neighbourhood does not show.

    Example:      {{test/Dialect/Tk/Transforms/canonicalize.mlir}}
  }];
}

def TkCse : Pass<"tk-cse"> {
  let summary = "merge equal pure ops, keeping the ids of both";
  let description = [{
    Upstream's common subexpression elimination; the op that stays gets the ids of those that go.

    Needs:        nothing.
    Leaves:       no two equal pure ops of which one dominates the other.
    Does not do:  loads across stores.

    Example:      {{test/Dialect/Tk/Transforms/cse.mlir}}
  }];
}

def TkLicm : Pass<"tk-licm"> {
  let summary = "move loop-invariant ops in front of their loops";
  let description = [{
    Upstream's loop-invariant code motion, except for loops with the attribute `tk.disable_licm`, and for divisions and
    remainders by what may be zero, as the loop may have no iteration.

    Needs:        nothing.
    Leaves:       loops without speculatable ops that depend on nothing inside.
    Does not do:  loads.

    Example:      {{test/Dialect/Tk/Transforms/licm.mlir}}
  }];
}

#endif // TKC_DIALECT_TK_TRANSFORMS_PASSES
