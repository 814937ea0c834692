// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who holds what of the operands of wmma. PTX leaves it open; these are the maps of sm_80 to sm_90, where ptxas makes
// every wmma of mma instructions with 16 rows.
#ifndef TKC_SIM_NUMERIC_WMMAFRAGMENTS_H
#define TKC_SIM_NUMERIC_WMMAFRAGMENTS_H

#include "tkc/Sim/Numeric/Fragments.h"

namespace tkc::sim {

/// One operand of wmma. Rows come in tiles of 16 (columns in tiles of 8), each like a fragment of mma, one behind the
/// other in the registers; m8n32 is the transposed product of two tiles. Elements of 4 bits and words of single bits
/// count as they do in MatrixFragment.
class WmmaFragment {
public:
  WmmaFragment(MatrixOperand operand, MmaShape shape, int elementBits);

  int rows() const { return numRows; }
  int columns() const { return numColumns; }
  /// Registers that differ. (A and B of f16 always have eight in PTX, which repeat these.)
  int registers() const { return numRegisters; }
  int slots() const { return tile.slots(); }
  /// Whether the elements of a register are neighbours in a row.
  bool isAlongRows() const;
  FragmentPlace placeOf(int row, int column) const;

private:
  MatrixOperand operand;
  bool isTransposed;
  int numRows, numColumns;
  MatrixFragment tile;
  int tileRows, tileColumns, numRegisters;
};

} // namespace tkc::sim

#endif // TKC_SIM_NUMERIC_WMMAFRAGMENTS_H
