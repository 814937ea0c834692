// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The conversion from tk to tkg.
#ifndef TKC_CONVERSION_TKTOTKG_PASSES
#define TKC_CONVERSION_TKTOTKG_PASSES

include "mlir/Pass/PassBase.td"

def TkToTkg : Pass<"tk-to-tkg", "mlir::ModuleOp"> {
  let summary = "give every block the default layout";
  let description = [{
    Writes the options into the module's attributes, and gives each block its default blocked encoding: one element a
    thread, last dimension fastest. Ops that tie the layouts of operands and results together (expand_dims, broadcast,
    reduce, trans, reshape, dot) get `tkg.convert_layout` around them.

    Needs:     blocks without encodings.
    Leaves:    blocks with encodings only.
    Does not:  choose good layouts; `tkg-coalesce` and `tkg-remove-layout-conversions` do.

    Example: test/Conversion/TkToTkg/tk-to-tkg-doc.mlir
  }];
  let options = [
    Option<"numWarps", "num-warps", "unsigned", "4", "warps of a CTA, a power of two">,
    Option<"target", "target", "std::string", "\"sm_90a\"", "the GPU, as sm_90a">,
    Option<"numCtas", "num-ctas", "unsigned", "1", "CTAs of a cluster">,
    Option<"numStages", "num-stages", "unsigned", "3", "default number of pipeline stages of loops">
  ];
  let dependentDialects = ["::tkc::tkg::TkgDialect"];
}

#endif // TKC_CONVERSION_TKTOTKG_PASSES
