// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Target-free passes. The first three are upstream's algorithms with a listener that keeps op identity.
#ifndef TKC_DIALECT_TK_TRANSFORMS_PASSES
#define TKC_DIALECT_TK_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

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
    Upstream's loop-invariant code motion, except for loops with the attribute `tk.disable_licm`.

    Needs:        nothing.
    Leaves:       loops without speculatable ops that depend on nothing inside.
    Does not do:  loads.

    Example:      {{test/Dialect/Tk/Transforms/licm.mlir}}
  }];
}

#endif // TKC_DIALECT_TK_TRANSFORMS_PASSES
