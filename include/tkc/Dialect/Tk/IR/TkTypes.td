// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointers, and the type constraints that the ops of tk share.
#ifndef TKC_DIALECT_TK_IR_TKTYPES
#define TKC_DIALECT_TK_IR_TKTYPES

include "mlir/IR/AttrTypeBase.td"
include "tkc/Dialect/Tk/IR/TkDialect.td"

def Tk_PtrType : TypeDef<Tk_Dialect, "Ptr"> {
  let mnemonic = "ptr";
  let summary = "pointer to one element";
  let description = [{
    Points to an integer, float or pointer in an address space (1: global, as in PTX). `i1` lives in memory as `i8`,
    so there are no pointers to `i1`.

    Example: `!tk.ptr<f16>`, `!tk.ptr<f16, 3>`.
  }];
  let parameters = (ins "::mlir::Type":$pointee, DefaultValuedParameter<"int", "1">:$addressSpace);
  let assemblyFormat = "`<` $pointee (`,` $addressSpace^)? `>`";
  let builders = [
    TypeBuilderWithInferredContext<(ins "::mlir::Type":$pointee, CArg<"int", "1">:$addressSpace), [{
      return $_get(pointee.getContext(), pointee, addressSpace);
    }]>
  ];
  let genVerifyDecl = 1;
}

def Tk_Float : AnyTypeOf<[AnyFloat], "float">;
def Tk_Int : AnyTypeOf<[AnySignlessInteger], "integer">;
def Tk_Scalar : AnyTypeOf<[Tk_Float, Tk_Int, Tk_PtrType], "scalar">;
def Tk_Block : RankedTensorOf<[Tk_Float, Tk_Int, Tk_PtrType], [HasStaticShapePred], "block">;
def Tk_FloatBlock : RankedTensorOf<[Tk_Float], [HasStaticShapePred], "block of floats">;
def Tk_IntBlock : RankedTensorOf<[Tk_Int], [HasStaticShapePred], "block of integers">;
def Tk_PtrBlock : RankedTensorOf<[Tk_PtrType], [HasStaticShapePred], "block of pointers">;
def Tk_BoolBlock : RankedTensorOf<[I1], [HasStaticShapePred], "block of i1">;

def Tk_NumberBlock : AnyTypeOf<[Tk_FloatBlock, Tk_IntBlock], "block of floats or block of integers">;

def Tk_AnyValue : AnyTypeOf<[Tk_Scalar, Tk_Block], "scalar or block">;
def Tk_FloatLike : AnyTypeOf<[Tk_Float, Tk_FloatBlock], "float or block of floats">;
def Tk_IntLike : AnyTypeOf<[Tk_Int, Tk_IntBlock], "integer or block of integers">;
def Tk_PtrLike : AnyTypeOf<[Tk_PtrType, Tk_PtrBlock], "pointer or block of pointers">;
def Tk_BoolLike : AnyTypeOf<[I1, Tk_BoolBlock], "i1 or block of i1">;

#endif // TKC_DIALECT_TK_IR_TKTYPES
