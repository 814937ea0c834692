// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All ops of the tkg dialect, for TableGen.
include "tkc/Dialect/Tkg/IR/TkgMemoryOps.td"
include "tkc/Dialect/Tkg/IR/TkgAsyncOps.td"
include "tkc/Dialect/Tkg/IR/TkgDotOps.td"
include "tkc/Dialect/Tkg/IR/TkgTmaOps.td"
