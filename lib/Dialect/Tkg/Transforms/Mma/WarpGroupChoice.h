// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether a dot can run on groups of warps (wgmma), and with which layouts.
#ifndef TKC_LIB_DIALECT_TKG_TRANSFORMS_MMA_WARPGROUPCHOICE_H
#define TKC_LIB_DIALECT_TKG_TRANSFORMS_MMA_WARPGROUPCHOICE_H

#include "tkc/Arch/Mma.h"
#include "tkc/Dialect/Tkg/IR/Tkg.h"

#include <variant>

namespace tkc::tkg {

/// The layouts of a dot's accumulator and operands.
struct WarpGroupChoice {
  MmaAttr accumulator;
  MmaShape instruction;
  /// The left operand in registers (null: in shared memory).
  DotOperandAttr leftInRegisters;
  /// Null when the left operand is in registers.
  NvmmaSharedAttr left;
  NvmmaSharedAttr right;
  /// How many fp8 products are summed before their sum is added in f32; 0 where nothing bounds that.
  unsigned maxImprecise = 0;
};

/// The choice for a dot, or the reason why it can't be.
std::variant<WarpGroupChoice, std::string> chooseWarpGroupDot(tk::DotOp dot, const Target &target, unsigned numWarps);

/// What a conversion, or several, is made of.
mlir::Value stripConversions(mlir::Value value);

} // namespace tkc::tkg

#endif
