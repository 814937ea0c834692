// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Making blocks and changing their shapes.
#ifndef TKC_DIALECT_TK_IR_TKSHAPEOPS
#define TKC_DIALECT_TK_IR_TKSHAPEOPS

include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tkc/Dialect/Tk/IR/TkTypes.td"

def Tk_MakeRangeOp : Tk_Op<"make_range", [Pure, Tk_InferIntRange]> {
  let summary = "make the block start, start+1, … end-1";
  let description = [{
    Requires: end > start; the result has end - start elements of type i32 and rank 1.
    Gives:    consecutive integers.
    Rejects:  a result of another size, rank or element type.

    Example:  {{test/Dialect/Tk/IR/make-range.mlir}}
  }];
  let arguments = (ins I32Attr:$start, I32Attr:$end);
  let results = (outs Tk_IntBlock:$result);
  let assemblyFormat = "$start `,` $end attr-dict `:` type($result)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Tk_SplatOp : Tk_Op<"splat", [Pure, Tk_InferIntRange]> {
  let summary = "fill a block with one scalar";
  let description = [{
    Requires: the result's element type is the scalar's type.
    Gives:    a block with the scalar in each place.
    Rejects:  another element type.

    Example:  {{test/Dialect/Tk/IR/splat.mlir}}
  }];
  let arguments = (ins Arg<Tk_Scalar, "the scalar">:$source);
  let results = (outs Tk_Block:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `to` type($result)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Tk_ExpandDimsOp : Tk_Op<"expand_dims", [Pure, Tk_InferIntRange,
                            DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "insert a dimension of size 1";
  let description = [{
    Requires: 0 <= axis <= rank.
    Gives:    the same elements with a dimension of size 1 at `axis`.
    Rejects:  an axis out of range; an encoding that is not a slice along axis.

    Example:  {{test/Dialect/Tk/IR/expand-dims.mlir}}
  }];
  let arguments = (ins Arg<Tk_Block, "the block">:$source, I32Attr:$axis);
  let results = (outs Tk_Block:$result);
  let assemblyFormat = "$source `,` $axis attr-dict `:` type($source) `to` type($result)";
  let hasCanonicalizer = 1;
  let hasFolder = 1;
}

def Tk_BroadcastOp : Tk_Op<"broadcast", [Pure, Tk_InferIntRange, SameOperandsAndResultElementType,
                         SameOperandsAndResultEncoding]> {
  let summary = "repeat a block along its dimensions of size 1";
  let description = [{
    Requires: equal ranks; each dimension equal to the result's, or 1.
    Gives:    the block with dimensions of size 1 repeated.
    Rejects:  another rank or a dimension that is neither.

    Example:  {{test/Dialect/Tk/IR/broadcast.mlir}}
  }];
  let arguments = (ins Arg<Tk_Block, "the block">:$source);
  let results = (outs Tk_Block:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `to` type($result)";
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let hasVerifier = 1;
}

def Tk_ReshapeOp : Tk_Op<"reshape", [Pure, Tk_InferIntRange, SameOperandsAndResultElementType]> {
  let summary = "read the elements in row-major order into another shape";
  let description = [{
    With `allow_reorder` the elements may come in any order, which lets the result have any encoding.

    Requires: equal numbers of elements.
    Gives:    a block of the new shape.
    Rejects:  another number of elements; an encoding that is not the inferred one, without allow_reorder.

    Example:  {{test/Dialect/Tk/IR/reshape.mlir}}
  }];
  let arguments = (ins Arg<Tk_Block, "the block">:$source, UnitAttr:$allowReorder);
  let results = (outs Tk_Block:$result);
  let assemblyFormat = "$source (`allow_reorder` $allowReorder^)? attr-dict `:` type($source) `to` type($result)";
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let hasVerifier = 1;
}

def Tk_TransOp : Tk_Op<"trans", [Pure, Tk_InferIntRange, DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "permute the dimensions of a block";
  let description = [{
    Requires: order is a permutation of 0 … rank-1.
    Gives:    a block whose dimension i is the operand's dimension order[i].
    Rejects:  an order that is no permutation.

    Example:  {{test/Dialect/Tk/IR/trans.mlir}}
  }];
  let arguments = (ins Arg<Tk_Block, "the block">:$source, DenseI32ArrayAttr:$order);
  let results = (outs Tk_Block:$result);
  let assemblyFormat = "$source $order attr-dict `:` type($source) `to` type($result)";
  let hasCanonicalizer = 1;
  let hasFolder = 1;
  let hasVerifier = 1;
}

#endif // TKC_DIALECT_TK_IR_TKSHAPEOPS
