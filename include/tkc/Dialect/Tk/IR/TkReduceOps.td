// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions and scans.
#ifndef TKC_DIALECT_TK_IR_TKREDUCEOPS
#define TKC_DIALECT_TK_IR_TKREDUCEOPS

include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tkc/Dialect/Tk/IR/TkTypes.td"

def Tk_ReduceOp : Tk_Op<"reduce", [SingleBlock, RecursiveMemoryEffects, SameOperandsEncoding, SameOperandsShape,
                        DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "combine the elements along an axis";
  let description = [{
    Combines k blocks of one shape elementwise along `axis` with the region, which takes 2k scalars (left, right) and
    yields k. The combine must be associative and commutative: any tree order may be used.

    Requires: operands of one shape; 0 <= axis < rank; the region's arguments and yields have the element types, in order.
    Gives:    k blocks without the axis, or k scalars when the rank was 1.
    Rejects:  an axis out of range; a region of another signature.

    Example:  {{test/Dialect/Tk/IR/reduce.mlir}}
  }];
  let arguments = (ins Arg<Variadic<Tk_Block>, "what to combine">:$operands, I32Attr:$axis);
  let results = (outs Variadic<Tk_AnyValue>:$results);
  let regions = (region SizedRegion<1>:$combine);
  let assemblyFormat = "`(` $operands `)` `axis` `=` $axis $combine attr-dict `:` functional-type($operands, $results)";
  let hasVerifier = 1;
}

def Tk_ScanOp : Tk_Op<"scan", [SingleBlock, RecursiveMemoryEffects, SameOperandsAndResultEncoding,
                      SameOperandsAndResultShape]> {
  let summary = "combine all prefixes along an axis";
  let description = [{
    Element i of the result combines elements 0 … i (from the end, with `reverse`), in order. The combine, a region as in
    `tk.reduce`, must be associative.

    Requires: operands of one shape; 0 <= axis < rank; the region's arguments and yields have the element types, in order.
    Gives:    k blocks of the operands' types.
    Rejects:  an axis out of range; a region of another signature.

    Example:  {{test/Dialect/Tk/IR/scan.mlir}}
  }];
  let arguments = (ins Arg<Variadic<Tk_Block>, "what to combine">:$operands, I32Attr:$axis, UnitAttr:$reverse);
  let results = (outs Variadic<Tk_Block>:$results);
  let regions = (region SizedRegion<1>:$combine);
  let assemblyFormat = "`(` $operands `)` `axis` `=` $axis (`reverse` $reverse^)? $combine attr-dict `:` functional-type($operands, $results)";
  let hasVerifier = 1;
}

def Tk_YieldOp : Tk_Op<"yield", [Pure, Terminator, ParentOneOf<["ReduceOp", "ScanOp", "MapElementwiseOp"]>]> {
  let summary = "end the region of a reduction, scan or map";
  let description = [{
    Requires: as many values as the parent has operands; in a map `pack` for each result.

    Example:  {{test/Dialect/Tk/IR/reduce.mlir}}
  }];
  let arguments = (ins Arg<Variadic<Tk_Scalar>, "the scalars that the region gives">:$operands);
  let assemblyFormat = "$operands attr-dict `:` type($operands)";
}

#endif // TKC_DIALECT_TK_IR_TKREDUCEOPS
