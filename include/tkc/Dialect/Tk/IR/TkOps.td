// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All ops of the tk dialect, for TableGen.
include "tkc/Dialect/Tk/IR/TkMemoryOps.td"
include "tkc/Dialect/Tk/IR/TkShapeOps.td"
include "tkc/Dialect/Tk/IR/TkMathOps.td"
include "tkc/Dialect/Tk/IR/TkReduceOps.td"
include "tkc/Dialect/Tk/IR/TkSelectionOps.td"
include "tkc/Dialect/Tk/IR/TkProgramOps.td"
