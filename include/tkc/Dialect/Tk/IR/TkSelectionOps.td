// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops whose elements meet at places that are known at run time.
#ifndef TKC_DIALECT_TK_IR_TKSELECTIONOPS
#define TKC_DIALECT_TK_IR_TKSELECTIONOPS

include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tkc/Dialect/Tk/IR/TkTypes.td"

def Tk_GatherOp : Tk_Op<"gather", [Pure, Tk_InferIntRange, DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "pick elements along an axis by their places";
  let description = [{
    The element of the result at (…, i, …), with i along `axis`, is that of the source at (…, index(…, i, …), …). Places
    are read as unsigned numbers; one beyond the axis of the source gives an element without a defined value.

    Requires: 0 <= axis < rank; source and index have one shape but along `axis`.
    Gives:    a block of the index's shape and encoding with the source's elements.
    Rejects:  an axis out of range; another rank; another size in a dimension but `axis`.

    Example:  {{test/Dialect/Tk/IR/gather.mlir}}
  }];
  let arguments = (ins Arg<Tk_Block, "what to pick from">:$source,
                       Arg<Tk_IntBlock, "the place along the axis of each element">:$index, I32Attr:$axis);
  let results = (outs Tk_Block:$result);
  let assemblyFormat = "$source `[` $index `]` `axis` `=` $axis attr-dict `:` type($source) `[` type($index) `]` `to` type($result)";
  let hasCanonicalizer = 1;
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Tk_HistogramOp : Tk_Op<"histogram", [Pure, Tk_InferIntRange, SameOperandsEncoding, SameOperandsShape]> {
  let summary = "count how often each number occurs";
  let description = [{
    Element b of the result is the number of elements of the block that are b and whose mask is true. Numbers are read
    as unsigned; those beyond the last element of the result are not counted.

    Requires: a block of rank 1; a mask of its shape, if there is one; a result of rank 1 with elements of type i32.
    Gives:    the counts, in any encoding.
    Rejects:  a block of another rank; a result of another rank or element type.

    Example:  {{test/Dialect/Tk/IR/histogram.mlir}}
  }];
  let arguments = (ins Arg<Tk_IntBlock, "the numbers to count">:$source,
                       Arg<Optional<Tk_BoolBlock>, "which of them count; all without it">:$mask);
  let results = (outs Tk_IntBlock:$result);
  let assemblyFormat = "$source (`mask` $mask^ `:` type($mask))? attr-dict `:` type($source) `to` type($result)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

#endif // TKC_DIALECT_TK_IR_TKSELECTIONOPS
