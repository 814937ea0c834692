// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operands of wmma, put together from those of mma.
#include "tkc/Sim/Numeric/WmmaFragments.h"

#include <algorithm>

namespace tkc::sim {

/// What an operand is in the product that the hardware makes: of a transposed one A is B.
static MatrixOperand roleOf(MatrixOperand operand, bool isTransposed) {
  return !isTransposed || operand == MatrixOperand::C ? operand
         : operand == MatrixOperand::A                ? MatrixOperand::B
                                                      : MatrixOperand::A;
}

/// A tile of the operand as mma has it.
static MatrixFragment tileOf(MatrixOperand role, MmaShape shape, bool isTransposed, int elementBits) {
  int tall = isTransposed ? shape.n : shape.m, rows = std::min(tall, 16);
  switch (role) {
  case MatrixOperand::A:
    return MatrixFragment(role, rows, shape.k, elementBits);
  case MatrixOperand::B:
    return MatrixFragment(role, shape.k, 8, elementBits);
  case MatrixOperand::C:
    break;
  }
  return MatrixFragment(role, rows, 8, elementBits);
}

WmmaFragment::WmmaFragment(MatrixOperand operand, MmaShape shape, int elementBits)
    : operand(operand), isTransposed(shape.m == 8 && shape.n == 32),
      numRows(operand == MatrixOperand::B ? shape.k : shape.m),
      numColumns(operand == MatrixOperand::A ? shape.k : shape.n),
      tile(tileOf(roleOf(operand, isTransposed), shape, isTransposed, elementBits)),
      tileRows(isTransposed ? tile.columns() : tile.rows()), tileColumns(isTransposed ? tile.rows() : tile.columns()) {
  numRegisters = numRows / tileRows * (numColumns / tileColumns) * tile.registers();
}

bool WmmaFragment::isAlongRows() const {
  return (operand != MatrixOperand::B) != (isTransposed && operand == MatrixOperand::C);
}

FragmentPlace WmmaFragment::placeOf(int row, int column) const {
  int number = row / tileRows * (numColumns / tileColumns) + column / tileColumns;
  int inRow = row % tileRows, inColumn = column % tileColumns;
  FragmentPlace place = isTransposed ? tile.placeOf(inColumn, inRow) : tile.placeOf(inRow, inColumn);
  place.reg += number * tile.registers();
  return place;
}

} // namespace tkc::sim
