// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tk dialect: what a kernel means, without threads or memory spaces.
#ifndef TKC_DIALECT_TK_IR_TKDIALECT
#define TKC_DIALECT_TK_IR_TKDIALECT

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferIntRangeInterface.td"

def Tk_Dialect : Dialect {
  let name = "tk";
  let cppNamespace = "::tkc::tk";
  let summary = "block-level kernels without threads or memory spaces";
  let description = [{
    A kernel is a `func.func` with the unit attribute `tk.kernel`. Its values are scalars, blocks (`tensor` with a
    static shape) and pointers (`!tk.ptr`). Elementwise work is `arith` and `math` on blocks, control flow is
    `scf`; this dialect adds memory, shapes, dots, reductions and the program grid. Integers are signless.

    Ops on blocks are layout-polymorphic: the tensor type may carry an encoding, and the dialect interface
    `LayoutInferenceInterface` of the encoding's dialect infers and checks it.

    Function argument attributes: `tk.divisibility` (i32: the pointer's address or the integer's value is a multiple
    of it), `tk.noalias` (unit: what the kernel accesses through the pointer it accesses through no other argument, or
    nobody writes it). Discardable hints on values: `tk.divisibility`, `tk.contiguity`, `tk.constancy` (dense i32, one entry a
    dimension). Loop attributes on `scf.for`: `tk.num_stages`, `tk.loop_unroll_factor`, `tk.flatten`,
    `tk.warp_specialize`, `tk.disallow_acc_multi_buffer`, `tk.disable_licm`.
  }];
  let dependentDialects = ["mlir::arith::ArithDialect", "mlir::math::MathDialect", "mlir::scf::SCFDialect",
                           "mlir::func::FuncDialect", "mlir::ub::UBDialect"];
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
  let hasConstantMaterializer = 1;
}

// Blocks among the operands (and results) all have one encoding; scalars are ignored.
def SameOperandsEncoding : NativeOpTrait<"SameOperandsEncoding"> { let cppNamespace = "::tkc::tk"; }
def SameOperandsAndResultEncoding : NativeOpTrait<"SameOperandsAndResultEncoding"> {
  let cppNamespace = "::tkc::tk";
}

// Ops whose results have the bounds that the op tells, for range analysis.
def Tk_InferIntRange : DeclareOpInterfaceMethods<InferIntRangeInterface, ["inferResultRanges"]>;

class Tk_Op<string mnemonic, list<Trait> traits = []> : Op<Tk_Dialect, mnemonic, traits>;

#endif // TKC_DIALECT_TK_IR_TKDIALECT
