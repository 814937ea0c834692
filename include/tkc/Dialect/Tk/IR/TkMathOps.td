// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dots and the elementwise math that arith and math lack.
#ifndef TKC_DIALECT_TK_IR_TKMATHOPS
#define TKC_DIALECT_TK_IR_TKMATHOPS

include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tkc/Dialect/Tk/IR/TkAttrs.td"
include "tkc/Dialect/Tk/IR/TkTypes.td"

def Tk_DotOp : Tk_Op<"dot", [Pure, AllTypesMatch<["c", "result"]>]> {
  let summary = "multiply two blocks as matrices and add a third";
  let description = [{
    result[…, m, n] = c[…, m, n] + Σ_k a[…, m, k] · b[…, k, n], over the last two dimensions; the leading one of rank-3
    blocks is a batch. f32 operands are rounded as `precision` says. `max_num_imprecise_acc` bounds how many fp8 products
    may be summed below f32 precision.

    Requires: ranks 2 or 3, all equal; a is M×K, b is K×N, c is M×N, batches equal; a and b are both floats or both ints.
    Gives:    a block of c's type.
    Rejects:  shapes that do not meet; element types that do not mix; pointers; encodings on some blocks only.

    Example:  {{test/Dialect/Tk/IR/dot.mlir}}
  }];
  let arguments = (ins Arg<Tk_NumberBlock, "left operand">:$a, Arg<Tk_NumberBlock, "right operand">:$b,
                       Arg<Tk_NumberBlock, "what to add to">:$c,
                       DefaultValuedAttr<Tk_InputPrecisionAttr, "::tkc::tk::InputPrecision::IEEE">:$precision,
                       DefaultValuedAttr<I32Attr, "0">:$maxNumImpreciseAcc);
  let results = (outs Tk_NumberBlock:$result);
  let assemblyFormat = "$a `,` $b `,` $c attr-dict `:` type($a) `,` type($b) `to` type($result)";
  let hasVerifier = 1;
}

class Tk_SameTypeMathOp<string mnemonic, Constraint type> : Tk_Op<mnemonic, [Pure, Elementwise,
                                                                     SameOperandsAndResultType]> {
  let results = (outs type:$result);
}
def Tk_UMulHiOp : Tk_SameTypeMathOp<"umulhi", Tk_IntLike> {
  let summary = "give the high half of unsigned products";
  let description = [{
    Requires: 32- or 64-bit integers.
    Gives:    bits w … 2w-1 of the w-bit operands' full unsigned product.
    Rejects:  other widths.

    Example:  {{test/Dialect/Tk/IR/umulhi.mlir}}
  }];
  let arguments = (ins Arg<Tk_IntLike, "left factor">:$lhs, Arg<Tk_IntLike, "right factor">:$rhs);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($result)";
  let hasFolder = 1;
  let hasVerifier = 1;
}
def Tk_DivRnOp : Tk_SameTypeMathOp<"div_rn", Tk_FloatLike> {
  let summary = "divide f32 values with correct rounding";
  let description = [{
    `arith.divf` on f32 may be off by 2 units in the last place, as `div.full`; this op is not.

    Requires: f32.
    Gives:    the quotient rounded to nearest even.
    Rejects:  other types.

    Example:  {{test/Dialect/Tk/IR/div-rn.mlir}}
  }];
  let arguments = (ins Arg<Tk_FloatLike, "dividend">:$lhs, Arg<Tk_FloatLike, "divisor">:$rhs);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($result)";
  let hasVerifier = 1;
}
def Tk_SqrtRnOp : Tk_SameTypeMathOp<"sqrt_rn", Tk_FloatLike> {
  let summary = "take f32 square roots with correct rounding";
  let description = [{
    `math.sqrt` on f32 may be approximate, as `sqrt.approx`; this op is not.

    Requires: f32.
    Gives:    the root rounded to nearest even.
    Rejects:  other types.

    Example:  {{test/Dialect/Tk/IR/sqrt-rn.mlir}}
  }];
  let arguments = (ins Arg<Tk_FloatLike, "radicand">:$source);
  let assemblyFormat = "$source attr-dict `:` type($result)";
  let hasVerifier = 1;
}
def Tk_ExternElementwiseOp : Tk_Op<"extern_elementwise", [Elementwise, SameOperandsAndResultShape,
                                   SameOperandsAndResultEncoding, ConditionallySpeculatable,
                                   DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "call a scalar device function on each element";
  let description = [{
    Calls `symbol` of the device library (libdevice) with one element of each operand.

    Requires: operands of one shape.
    Gives:    a scalar or block of the function's results.
    Rejects:  operands of different shapes.

    Example:  {{test/Dialect/Tk/IR/extern-elementwise.mlir}}
  }];
  let arguments = (ins Arg<Variadic<Tk_AnyValue>, "arguments of the function">:$args, StrAttr:$symbol,
                       DefaultValuedAttr<BoolAttr, "true">:$pure);
  let results = (outs Tk_AnyValue:$result);
  let assemblyFormat = "$symbol `(` $args `)` attr-dict `:` functional-type($args, $result)";
  let extraClassDeclaration = [{
    ::mlir::Speculation::Speculatability getSpeculatability();
  }];
}
def Tk_InlineAsmOp : Tk_Op<"inline_asm", [Elementwise, SameOperandsAndResultEncoding, ConditionallySpeculatable,
                           DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "run PTX on the elements";
  let description = [{
    Runs `assembly`, in which `$0`, `$1`, … stand for the registers that `constraints` declares, as LLVM's inline
    assembly does: outputs `=r`, then inputs, then clobbers. One instance works on `pack` elements that lie together in
    a thread; those below 32 bits share 32-bit registers, the first element lowest. An instance that has fewer elements
    left gets the last one again.

    Requires: operands and results are scalars, or blocks of one shape; as many registers as constraints.
    Gives:    one value a result type.
    Rejects:  no result; different shapes; a pack that is no power of two; constraints that do not fit the types.

    Example:  {{test/Dialect/Tk/IR/inline-asm.mlir}}
  }];
  let arguments = (ins Arg<Variadic<Tk_AnyValue>, "inputs of the assembly">:$args, StrAttr:$assembly,
                       StrAttr:$constraints, DefaultValuedAttr<BoolAttr, "true">:$pure,
                       DefaultValuedAttr<I32Attr, "1">:$pack);
  let results = (outs Variadic<Tk_AnyValue>:$results);
  let assemblyFormat = [{
    $assembly `constraints` $constraints `(` $args `)` attr-dict `:` functional-type($args, $results)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::Speculation::Speculatability getSpeculatability();
  }];
}
def Tk_MapElementwiseOp : Tk_Op<"map_elementwise", [SingleBlock, RecursiveMemoryEffects, SameOperandsAndResultShape,
                                SameOperandsAndResultEncoding]> {
  let summary = "run a region on the elements, one after the other";
  let description = [{
    The region takes scalars and may branch, which blocks can't. With `pack` p it takes p elements of the first operand,
    p of the next, and so on, and yields p of each result; which p elements it gets together is not specified.

    Requires: blocks of one shape; a region of the scalars' types; a pack that is a power of two.
    Gives:    blocks of that shape.
    Rejects:  no result; a region of another signature.

    Example:  {{test/Dialect/Tk/IR/map-elementwise.mlir}}
  }];
  let arguments = (ins Arg<Variadic<Tk_Block>, "what to map">:$operands, DefaultValuedAttr<I32Attr, "1">:$pack);
  let results = (outs Variadic<Tk_Block>:$results);
  let regions = (region SizedRegion<1>:$function);
  let assemblyFormat = "`(` $operands `)` $function attr-dict `:` functional-type($operands, $results)";
  let hasVerifier = 1;
}

#endif // TKC_DIALECT_TK_IR_TKMATHOPS
