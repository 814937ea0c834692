// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tkg dialect: where the data of a kernel lives.
#ifndef TKC_DIALECT_TKG_IR_TKGDIALECT
#define TKC_DIALECT_TKG_IR_TKGDIALECT

include "mlir/IR/OpBase.td"

def Tkg_Dialect : Dialect {
  let name = "tkg";
  let cppNamespace = "::tkc::tkg";
  let summary = "kernels on threads, warps and shared memory";
  let description = [{
    In a tkg module each block carries an encoding that says which thread holds which element, in which register; the
    ops of `tk`, `arith` and `math` act on such blocks as before. This dialect adds the encodings, shared memory
    (`!tkg.memdesc`), and the moves between them.

    Module attributes: `tkg.target` (string, as "sm_90a"), `tkg.num_warps`, `tkg.num_ctas`, `tkg.num_stages` (i32) and,
    after `tkg-allocate-shared`, `tkg.shared` (i32, bytes of shared memory of one CTA). Warps have 32 lanes.
  }];
  let dependentDialects = ["::tkc::tk::TkDialect"];
  let useDefaultTypePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let useDefaultAttributePrinterParser = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
    void registerTypes();
  }];
}

class Tkg_Op<string mnemonic, list<Trait> traits = []> : Op<Tkg_Dialect, mnemonic, traits>;

#endif // TKC_DIALECT_TKG_IR_TKGDIALECT
