// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The grid of programs, synchronisation, and what a kernel tells its developer.
#ifndef TKC_DIALECT_TK_IR_TKPROGRAMOPS
#define TKC_DIALECT_TK_IR_TKPROGRAMOPS

include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tkc/Dialect/Tk/IR/TkTypes.td"

class Tk_GridQueryOp<string mnemonic> : Tk_Op<mnemonic, [Pure, Tk_InferIntRange]> {
  let arguments = (ins ConfinedAttr<I32Attr, [IntMinValue<0>, IntMaxValue<2>]>:$axis);
  let results = (outs I32:$result);
  let assemblyFormat = "$axis attr-dict `:` type($result)";
}
def Tk_ProgramIdOp : Tk_GridQueryOp<"program_id"> {
  let summary = "give the program's index along a grid axis";
  let description = [{
    Requires: axis is 0, 1 or 2.
    Gives:    an i32, at least 0 and below num_programs of the axis.
    Rejects:  another axis.

    Example:  {{test/Dialect/Tk/IR/program-id.mlir}}
  }];
}
def Tk_NumProgramsOp : Tk_GridQueryOp<"num_programs"> {
  let summary = "give the size of a grid axis";
  let description = [{
    Requires: axis is 0, 1 or 2.
    Gives:    an i32 above 0.
    Rejects:  another axis.

    Example:  {{test/Dialect/Tk/IR/num-programs.mlir}}
  }];
}

class Tk_SyncOp<string mnemonic> : Tk_Op<mnemonic, [MemoryEffects<[MemRead, MemWrite]>]> {
  let assemblyFormat = "attr-dict";
}
def Tk_DebugBarrierOp : Tk_SyncOp<"debug_barrier"> {
  let summary = "wait for all threads of the program";
  let description = [{
    Orders the memory accesses before it with those after it, for all threads of the program.

    Example:  {{test/Dialect/Tk/IR/debug-barrier.mlir}}
  }];
}
def Tk_GdcWaitOp : Tk_SyncOp<"gdc_wait"> {
  let summary = "wait for the kernels before this one in the stream";
  let description = [{
    Programmatic dependent launch (sm_90 on): blocks until prerequisite grids have finished and their memory is visible.
    A kernel launched without it goes on at once.

    Example:  {{test/Dialect/Tk/IR/gdc.mlir}}
  }];
}
def Tk_GdcLaunchDependentsOp : Tk_SyncOp<"gdc_launch_dependents"> {
  let summary = "let the next kernel in the stream start";
  let description = [{
    Programmatic dependent launch (sm_90 on): signals that dependent grids may be scheduled.

    Example:  {{test/Dialect/Tk/IR/gdc.mlir}}
  }];
}

def Tk_AssumeOp : Tk_Op<"assume", [MemoryEffects<[MemWrite]>]> {
  let summary = "promise that a condition holds";
  let description = [{
    Analyses may use it; undefined behaviour if it is false.

    Example:  {{test/Dialect/Tk/IR/assume.mlir}}
  }];
  let arguments = (ins Arg<I1, "the promise">:$condition);
  let assemblyFormat = "$condition attr-dict";
  let hasCanonicalizer = 1;
}

def Tk_PrintOp : Tk_Op<"print", [MemoryEffects<[MemWrite]>]> {
  let summary = "print values while the kernel runs";
  let description = [{
    Prints a line for each element of each operand: `pid (x, y, z) idx (i, j)`, the prefix, `(operand n) ` when there are
    several operands, and the value; without operands just `pid (x, y, z)` and the prefix. Integers are signed where
    `isSigned` says so; `hex` prints the bits of integers.

    Requires: one entry of `isSigned` an operand.
    Rejects:  another number of entries.

    Example:  {{test/Dialect/Tk/IR/print.mlir}}
  }];
  let arguments = (ins StrAttr:$prefix, Arg<Variadic<Tk_AnyValue>, "what to print">:$args, DenseBoolArrayAttr:$isSigned,
                       UnitAttr:$hex);
  let assemblyFormat = "$prefix (`hex` $hex^)? `(` ($args^ `:` type($args))? `)` `signed` $isSigned attr-dict";
  let hasVerifier = 1;
}

def Tk_AssertOp : Tk_Op<"assert", [MemoryEffects<[MemWrite]>]> {
  let summary = "stop the kernel where a condition is false";
  let description = [{
    Where an element is false the kernel ends with the message and the source place. Elaboration leaves it out unless
    the kernel is compiled for debugging.

    Example:  {{test/Dialect/Tk/IR/assert.mlir}}
  }];
  let arguments = (ins Arg<Tk_BoolLike, "what must hold">:$condition, StrAttr:$message);
  let assemblyFormat = "$condition `,` $message attr-dict `:` type($condition)";
  let hasCanonicalizer = 1;
}

#endif // TKC_DIALECT_TK_IR_TKPROGRAMOPS
