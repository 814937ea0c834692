// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointers, loads, stores and atomics.
#ifndef TKC_DIALECT_TK_IR_TKMEMORYOPS
#define TKC_DIALECT_TK_IR_TKMEMORYOPS

include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tkc/Dialect/Tk/IR/TkAttrs.td"
include "tkc/Dialect/Tk/IR/TkTypes.td"

def Tk_AddPtrOp : Tk_Op<"addptr", [Pure, Elementwise, SameOperandsAndResultShape, SameOperandsAndResultEncoding,
                                   AllTypesMatch<["pointer", "result"]>]> {
  let summary = "move a pointer by a number of elements";
  let description = [{
    Adds `offset` (sign-extended) times the size of the pointee to each pointer.

    Requires: pointer and offset are both scalars, or blocks of one shape and encoding.
    Gives:    pointers of the same type.
    Rejects:  operands of different shapes.

    Example:  {{test/Dialect/Tk/IR/addptr.mlir}}
  }];
  let arguments = (ins Arg<Tk_PtrLike, "where to start">:$pointer, Arg<Tk_IntLike, "elements to move by">:$offset);
  let results = (outs Tk_PtrLike:$result);
  let assemblyFormat = "$pointer `,` $offset attr-dict `:` type($result) `,` type($offset)";
  let hasFolder = 1;
}

class Tk_PointeeMatch<string value> : TypesMatchWith<value # " has the pointer's shape, encoding and pointee", "pointer",
                                                     value, "::tkc::tk::getPointeeLike($_self)">;
class Tk_OptionalPointeeMatch<string value> : OptionalTypesMatchWith<value # " has the pointer's shape, encoding and pointee",
                                                     "pointer", value, "::tkc::tk::getPointeeLike($_self)">;
def Tk_MaskMatch : OptionalTypesMatchWith<"mask has the pointer's shape and encoding", "pointer", "mask",
    "::tkc::tk::withElementType($_self, ::mlir::IntegerType::get($_self.getContext(), 1))">;

def Tk_LoadOp : Tk_Op<"load", [AttrSizedOperandSegments, DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
                               Tk_PointeeMatch<"result">, Tk_OptionalPointeeMatch<"other">, Tk_MaskMatch]> {
  let summary = "read the elements that pointers name";
  let description = [{
    Reads one element a pointer. Where `mask` is false nothing is read and the element is that of `other`; without
    `other` it is undefined.

    Requires: mask and other have the shape and encoding of the pointer; other has the pointee as element type.
    Gives:    a scalar or block of pointees.
    Rejects:  other without mask; cache modifiers of stores (`wb`, `wt`).

    Example:  {{test/Dialect/Tk/IR/load.mlir}}
  }];
  let arguments = (ins Arg<Tk_PtrLike, "what to read">:$pointer,
                       Arg<Optional<Tk_BoolLike>, "which elements to read">:$mask,
                       Arg<Optional<Tk_AnyValue>, "the elements that are not read">:$other,
                       DefaultValuedAttr<Tk_CacheModifierAttr, "::tkc::tk::CacheModifier::None">:$cache,
                       DefaultValuedAttr<Tk_EvictionPolicyAttr, "::tkc::tk::EvictionPolicy::Normal">:$evict,
                       UnitAttr:$isVolatile);
  let results = (outs Tk_AnyValue:$result);
  let assemblyFormat = [{
    $pointer (`mask` $mask^)? (`other` $other^)? attr-dict `:` type($pointer)
  }];
  let hasCanonicalizer = 1;
  let hasVerifier = 1;
}

def Tk_StoreOp : Tk_Op<"store", [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>, Tk_PointeeMatch<"value">,
                                 Tk_MaskMatch]> {
  let summary = "write elements to where pointers point";
  let description = [{
    Writes one element a pointer, where `mask` is true. Which of two writes to one address stays is undefined.

    Requires: value and mask have the shape and encoding of the pointer; value has the pointee as element type.
    Rejects:  a value of another type; cache modifiers of loads (`ca`, `cv`).

    Example:  {{test/Dialect/Tk/IR/store.mlir}}
  }];
  let arguments = (ins Arg<Tk_PtrLike, "where to write">:$pointer, Arg<Tk_AnyValue, "what to write">:$value,
                       Arg<Optional<Tk_BoolLike>, "which elements to write">:$mask,
                       DefaultValuedAttr<Tk_CacheModifierAttr, "::tkc::tk::CacheModifier::None">:$cache,
                       DefaultValuedAttr<Tk_EvictionPolicyAttr, "::tkc::tk::EvictionPolicy::Normal">:$evict);
  let assemblyFormat = [{
    $pointer `,` $value (`mask` $mask^)? attr-dict `:` type($pointer)
  }];
  let hasCanonicalizer = 1;
  let hasVerifier = 1;
}

def Tk_AtomicRmwOp : Tk_Op<"atomic_rmw", [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
                                         Tk_PointeeMatch<"value">, Tk_PointeeMatch<"result">, Tk_MaskMatch]> {
  let summary = "read, change and write elements atomically";
  let description = [{
    For each pointer whose mask is true, replaces the element x by `kind`(x, value) in one step and gives x. Masked-out
    elements of the result are undefined.

    Requires: value has the pointer's shape and encoding and the pointee as element type.
    Gives:    the elements before the change.
    Rejects:  float kinds on integers and integer kinds on floats.

    Example:  {{test/Dialect/Tk/IR/atomic-rmw.mlir}}
  }];
  let arguments = (ins Tk_AtomicKindAttr:$kind, Arg<Tk_PtrLike, "what to change">:$pointer,
                       Arg<Tk_AnyValue, "right operand of the change">:$value,
                       Arg<Optional<Tk_BoolLike>, "which elements to change">:$mask,
                       DefaultValuedAttr<Tk_MemorySemanticAttr, "::tkc::tk::MemorySemantic::AcquireRelease">:$sem,
                       DefaultValuedAttr<Tk_MemoryScopeAttr, "::tkc::tk::MemoryScope::Gpu">:$scope);
  let results = (outs Tk_AnyValue:$result);
  let assemblyFormat = [{
    $kind `,` $pointer `,` $value (`mask` $mask^)? attr-dict `:` type($pointer)
  }];
  let hasVerifier = 1;
}

def Tk_AtomicCasOp : Tk_Op<"atomic_cas", [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
                                         Tk_PointeeMatch<"compare">, Tk_PointeeMatch<"value">,
                                         Tk_PointeeMatch<"result">]> {
  let summary = "compare and swap elements atomically";
  let description = [{
    For each pointer, writes `value` if the element's bits equal those of `compare`, in one step; gives the old element.

    Requires: compare and value have the pointer's shape and encoding and the pointee as element type.
    Gives:    the elements before the change.
    Rejects:  a value of another type.

    Example:  {{test/Dialect/Tk/IR/atomic-cas.mlir}}
  }];
  let arguments = (ins Arg<Tk_PtrLike, "what to change">:$pointer, Arg<Tk_AnyValue, "the expected element">:$compare,
                       Arg<Tk_AnyValue, "the new element">:$value,
                       DefaultValuedAttr<Tk_MemorySemanticAttr, "::tkc::tk::MemorySemantic::AcquireRelease">:$sem,
                       DefaultValuedAttr<Tk_MemoryScopeAttr, "::tkc::tk::MemoryScope::Gpu">:$scope);
  let results = (outs Tk_AnyValue:$result);
  let assemblyFormat = "$pointer `,` $compare `,` $value attr-dict `:` type($pointer)";
}

def Tk_CheckBoundsOp : Tk_Op<"check_bounds", [
    MemoryEffects<[MemRead, MemWrite]>, Tk_MaskMatch,
    TypesMatchWith<"result has the pointer's shape and encoding", "pointer", "result",
                   "::tkc::tk::withElementType($_self, ::mlir::IntegerType::get($_self.getContext(), 1))">]> {
  let summary = "tell which pointers lie within an array of the launch";
  let description = [{
    True for each pointer whose element lies within an array that the launcher listed in `report`: array number `array`
    of them, or any of the `numArrays` when it is absent. Where one does not, and `mask` is true, the first one is
    written to the report, under the number `site`. docs/Abi.md has the layout of the report. Made by
    `tk-sanitize-memory`; the tkg passes leave it as it is.

    Requires: the mask has the pointer's shape and encoding; `report` is a pointer to i8.
    Gives:    i1 elements in the pointer's shape and encoding.
    Rejects:  a report of another type; an array number that is not below `numArrays`.

    Example:  {{test/Dialect/Tk/IR/check-bounds.mlir}}
  }];
  let arguments = (ins Arg<Tk_PtrLike, "what will be accessed">:$pointer, Arg<Tk_PtrType, "the report">:$report,
                       Arg<Optional<Tk_BoolLike>, "which elements will be accessed">:$mask,
                       OptionalAttr<I32Attr>:$array, I32Attr:$numArrays, I32Attr:$site);
  let results = (outs Tk_BoolLike:$result);
  let assemblyFormat = "$pointer `report` $report (`mask` $mask^)? attr-dict `:` type($pointer) `,` type($report)";
  let hasVerifier = 1;
}

class Tk_PtrConversionOp<string mnemonic> : Tk_Op<mnemonic, [Pure, Elementwise, SameOperandsAndResultShape,
                                                             SameOperandsAndResultEncoding]> {
  let assemblyFormat = "$source attr-dict `:` type($source) `to` type($result)";
}
def Tk_IntToPtrOp : Tk_PtrConversionOp<"int_to_ptr"> {
  let summary = "read 64-bit integers as addresses";
  let description = [{
    Requires: i64 or a block of i64.
    Gives:    pointers with these addresses.
    Rejects:  integers of another width.

    Example:  {{test/Dialect/Tk/IR/int-to-ptr.mlir}}
  }];
  let arguments = (ins Arg<Tk_IntLike, "addresses in bytes">:$source);
  let results = (outs Tk_PtrLike:$result);
  let hasFolder = 1;
  let hasVerifier = 1;
}
def Tk_PtrToIntOp : Tk_PtrConversionOp<"ptr_to_int"> {
  let summary = "give the addresses of pointers as 64-bit integers";
  let description = [{
    Requires: pointers.
    Gives:    i64 addresses in bytes.
    Rejects:  a result of another width.

    Example:  {{test/Dialect/Tk/IR/ptr-to-int.mlir}}
  }];
  let arguments = (ins Arg<Tk_PtrLike, "pointers">:$source);
  let results = (outs Tk_IntLike:$result);
  let hasFolder = 1;
  let hasVerifier = 1;
}
def Tk_PtrCastOp : Tk_PtrConversionOp<"ptr_cast"> {
  let summary = "change the pointee of pointers, keeping addresses";
  let description = [{
    Requires: pointers.
    Gives:    pointers to another type at the same addresses.

    Example:  {{test/Dialect/Tk/IR/ptr-cast.mlir}}
  }];
  let arguments = (ins Arg<Tk_PtrLike, "pointers">:$source);
  let results = (outs Tk_PtrLike:$result);
  let hasCanonicalizer = 1;
  let hasFolder = 1;
}

#endif // TKC_DIALECT_TK_IR_TKMEMORYOPS
