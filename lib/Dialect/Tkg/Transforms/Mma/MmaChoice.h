// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which tensor-core layout a dot should have, and why it can't have one.
#ifndef TKC_LIB_DIALECT_TKG_TRANSFORMS_MMA_MMACHOICE_H
#define TKC_LIB_DIALECT_TKG_TRANSFORMS_MMA_MMACHOICE_H

#include "tkc/Arch/Mma.h"
#include "tkc/Dialect/Tkg/IR/Tkg.h"

#include <variant>

namespace tkc::tkg {

/// The layout of the accumulator and the width of operands along K.
struct MmaChoice {
  MmaAttr accumulator;
  unsigned kWidth = 0;
  MmaShape instruction;
};

/// The tensor-core type of a dot's operands; none where no instruction multiplies them in that precision.
std::optional<MmaOperand> getOperandKind(mlir::Type element, tk::InputPrecision precision);

/// Whether rows of the dot's result are reduced, or its result becomes an operand of another dot.
bool needsWholeRows(tk::DotOp dot);

/// How many warps stand along each dimension of a block of `shape`. `wholeRows`: a warp should have all columns of its
/// rows.
llvm::SmallVector<unsigned> divideWarps(llvm::ArrayRef<int64_t> shape, unsigned numWarps, bool wholeRows);

/// The choice for a dot, or the reason why it stays on FMA units.
std::variant<MmaChoice, std::string> chooseMma(tk::DotOp dot, const Target &target, unsigned numWarps);

/// The layout of the accumulator of a dot on FMA units: a thread has up to 4 x 4 neighbours, so that it reads few
/// elements of the operands for each product, and lanes and warps share what is left of the block evenly.
BlockedAttr chooseFmaLayout(tk::DotOp dot, unsigned numWarps);

} // namespace tkc::tkg

#endif
