// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Enums and attributes of the tk dialect, op identity among them.
#ifndef TKC_DIALECT_TK_IR_TKATTRS
#define TKC_DIALECT_TK_IR_TKATTRS

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "tkc/Dialect/Tk/IR/TkDialect.td"

class Tk_Enum<string name, string summary, list<I32EnumAttrCase> cases> : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::tkc::tk";
  let genSpecializedAttr = 0;
}
class Tk_EnumAttr<EnumAttrInfo info, string mnemonic> : EnumAttr<Tk_Dialect, info, mnemonic> {
  let assemblyFormat = "`<` $value `>`";
}

def Tk_CacheModifier : Tk_Enum<"CacheModifier", "PTX cache operator of a load or store", [
  I32EnumAttrCase<"None", 0, "none">, I32EnumAttrCase<"CA", 1, "ca">, I32EnumAttrCase<"CG", 2, "cg">,
  I32EnumAttrCase<"CS", 3, "cs">, I32EnumAttrCase<"CV", 4, "cv">, I32EnumAttrCase<"WB", 5, "wb">,
  I32EnumAttrCase<"WT", 6, "wt">]>;
def Tk_CacheModifierAttr : Tk_EnumAttr<Tk_CacheModifier, "cache">;

def Tk_EvictionPolicy : Tk_Enum<"EvictionPolicy", "L2 eviction priority of a load or store", [
  I32EnumAttrCase<"Normal", 0, "normal">, I32EnumAttrCase<"EvictFirst", 1, "evict_first">,
  I32EnumAttrCase<"EvictLast", 2, "evict_last">]>;
def Tk_EvictionPolicyAttr : Tk_EnumAttr<Tk_EvictionPolicy, "evict">;

def Tk_AtomicKind : Tk_Enum<"AtomicKind", "what an atomic read-modify-write does", [
  I32EnumAttrCase<"And", 0, "and">, I32EnumAttrCase<"Or", 1, "or">, I32EnumAttrCase<"Xor", 2, "xor">,
  I32EnumAttrCase<"Add", 3, "add">, I32EnumAttrCase<"FAdd", 4, "fadd">, I32EnumAttrCase<"Max", 5, "max">,
  I32EnumAttrCase<"Min", 6, "min">, I32EnumAttrCase<"UMax", 7, "umax">, I32EnumAttrCase<"UMin", 8, "umin">,
  I32EnumAttrCase<"Xchg", 9, "xchg">, I32EnumAttrCase<"FMax", 10, "fmax">, I32EnumAttrCase<"FMin", 11, "fmin">]>;
// Printed bare, as the first word of the op.
def Tk_AtomicKindAttr : EnumAttr<Tk_Dialect, Tk_AtomicKind, "atomic_kind">;

def Tk_MemorySemantic : Tk_Enum<"MemorySemantic", "memory order of an atomic", [
  I32EnumAttrCase<"Relaxed", 0, "relaxed">, I32EnumAttrCase<"Acquire", 1, "acquire">,
  I32EnumAttrCase<"Release", 2, "release">, I32EnumAttrCase<"AcquireRelease", 3, "acq_rel">]>;
def Tk_MemorySemanticAttr : Tk_EnumAttr<Tk_MemorySemantic, "sem">;

def Tk_MemoryScope : Tk_Enum<"MemoryScope", "which threads an atomic orders", [
  I32EnumAttrCase<"Cta", 0, "cta">, I32EnumAttrCase<"Gpu", 1, "gpu">, I32EnumAttrCase<"System", 2, "sys">]>;
def Tk_MemoryScopeAttr : Tk_EnumAttr<Tk_MemoryScope, "scope">;

def Tk_InputPrecision : Tk_Enum<"InputPrecision", "how f32 operands of a dot are rounded", [
  I32EnumAttrCase<"TF32", 0, "tf32">, I32EnumAttrCase<"TF32x3", 1, "tf32x3">, I32EnumAttrCase<"IEEE", 2, "ieee">,
  I32EnumAttrCase<"BF16x3", 3, "bf16x3">, I32EnumAttrCase<"BF16x6", 4, "bf16x6">]>;
def Tk_InputPrecisionAttr : Tk_EnumAttr<Tk_InputPrecision, "precision">;

def Tk_IdsAttr : AttrDef<Tk_Dialect, "Ids"> {
  let mnemonic = "ids";
  let summary = "set of source op ids";
  let description = [{
    The metadata of an op's fused location: the ids, sorted and unique, of the source ops that it computes. Elaborate
    creates ids, passes merge sets, nothing else writes them. The empty set has no attribute.

    Example: `loc(fused<#tk.ids<[3, 7]>>["matmul.tk":14:11])`.
  }];
  let parameters = (ins ArrayRefParameter<"int32_t">:$ids);
  let assemblyFormat = "`<` `[` $ids `]` `>`";
  let genVerifyDecl = 1;
}

#endif // TKC_DIALECT_TK_IR_TKATTRS
