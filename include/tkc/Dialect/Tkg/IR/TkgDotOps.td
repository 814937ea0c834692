// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dots of whole warp groups.
#ifndef TKC_DIALECT_TKG_IR_TKGDOTOPS
#define TKC_DIALECT_TKG_IR_TKGDOTOPS

include "tkc/Dialect/Tkg/IR/TkgMemoryOps.td"

def Tkg_DotOperand : AnyTypeOf<[Tkg_MemDescType, Tk_Block]>;

def Tkg_WarpGroupDotOp : Tkg_Op<"warp_group_dot", [
    AllTypesMatch<["c", "result"]>, MemoryEffects<[MemRead<Tkg_SharedMemory>]>]> {
  let summary = "begin c + a x b on groups of four warps (wgmma)";
  let description = [{
    The dot runs while the threads go on: its operands must stay as they are, and its result is there only behind a
    `tkg.warp_group_dot_wait` that covers it. Until then the result may only be the accumulator of another such dot.

    Requires: m x k by k x n; c and the result in `#tkg.mma<version = 3>`; b, and a unless it is in registers
              (`#tkg.dot_operand` of that layout), in `#tkg.nvmma_shared`; 8-bit and 32-bit operands contiguous along k.
    Gives:    c + a x b, summed as the tensor cores do. They keep 14 bits of sums of fp8 products; with `maxImprecise` of
              n > 0, sums of n products are added to the accumulator in f32, and the dot is finished when the op is.
    Rejects:  other encodings, shapes that do not fit; a maxImprecise that is no multiple of 32.

    Example:  {{test/Dialect/Tkg/IR/warp-group-dot.mlir}}
  }];
  let arguments = (ins Arg<Tkg_DotOperand, "left, m x k">:$a, Arg<Tkg_MemDescType, "right, k x n">:$b,
                       Arg<Tk_Block, "accumulator, m x n">:$c, DefaultValuedAttr<I32Attr, "0">:$maxImprecise);
  let results = (outs Tk_Block:$result);
  let assemblyFormat = [{
    $a `,` $b `,` $c attr-dict `:` qualified(type($a)) `,` qualified(type($b)) `to` type($result)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The size of the dimension that is summed over.
    int64_t getSizeK() { return ::llvm::cast<MemDescType>(getB().getType()).getShape()[0]; }
  }];
}

def Tkg_WarpGroupDotWaitOp : Tkg_Op<"warp_group_dot_wait", [
    MemoryEffects<[MemRead<Tkg_SharedMemory>, MemWrite<Tkg_SharedMemory>]>]> {
  let summary = "wait until at most `pending` warp-group dots are unfinished";
  let description = [{
    The oldest dots finish first. With `pending` of 0 the results are the finished dots' results, given as operands.

    Requires: pending of 0 or more; values only where it is 0; results of the values' types.
    Rejects:  anything else.

    Example:  {{test/Dialect/Tkg/IR/warp-group-dot.mlir}}
  }];
  let arguments = (ins Arg<Variadic<Tk_Block>, "results of dots">:$values, I32Attr:$pending);
  let results = (outs Variadic<Tk_Block>:$results);
  let assemblyFormat = "($values^)? attr-dict (`:` type($values)^ `to` type($results))?";
  let hasVerifier = 1;
}

#endif // TKC_DIALECT_TKG_IR_TKGDOTOPS
