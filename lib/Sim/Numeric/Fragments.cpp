// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The shapes that exist, and what their fragments measure.
#include "tkc/Sim/Numeric/Fragments.h"

namespace tkc::sim {

MatrixFragment::MatrixFragment(MatrixOperand operand, int rows, int columns, int elementBits)
    : operand(operand), numRows(rows), numColumns(columns),
      numLanes(rows == 64 && operand != MatrixOperand::B ? 128 : 32),
      numSlots(elementBits >= 32 ? 1 : 32 / elementBits), rowHalves(rows >= 16 && operand != MatrixOperand::B ? 2 : 1) {
  numRegisters = rows * columns / (numLanes * numSlots);
}

namespace {
struct ShapeRow {
  int bits;
  MmaShape shape;
};
} // namespace

/// PTX ISA 9.0, table of the shapes of mma. 8 bits are s8, u8, e4m3, e5m2 and the containers of e3m2, e2m3, e2m1; 4
/// bits are s4, u4 and, packed, e2m1.
static constexpr ShapeRow mmaShapes[] = {
    {64, {8, 8, 4}},  {64, {16, 8, 4}},  {64, {16, 8, 8}}, {64, {16, 8, 16}}, {32, {16, 8, 4}},  {32, {16, 8, 8}},
    {16, {16, 8, 8}}, {16, {16, 8, 16}}, {8, {8, 8, 16}},  {8, {16, 8, 16}},  {8, {16, 8, 32}},  {4, {8, 8, 32}},
    {4, {16, 8, 32}}, {4, {16, 8, 64}},  {1, {8, 8, 128}}, {1, {16, 8, 128}}, {1, {16, 8, 256}},
};

std::optional<MatrixFragment> mmaFragment(MatrixOperand operand, MmaShape shape, int elementBits) {
  for (const ShapeRow &row : mmaShapes) {
    bool isShape = row.shape.m == shape.m && row.shape.n == shape.n && row.shape.k == shape.k;
    if (!isShape || (operand != MatrixOperand::C && row.bits != elementBits)) {
      continue;
    }
    switch (operand) {
    case MatrixOperand::A:
      return MatrixFragment(operand, shape.m, shape.k, elementBits);
    case MatrixOperand::B:
      return MatrixFragment(operand, shape.k, shape.n, elementBits);
    case MatrixOperand::C:
      if (elementBits == 16 || elementBits == 32 || elementBits == 64) {
        return MatrixFragment(operand, shape.m, shape.n, elementBits);
      }
    }
  }
  return std::nullopt;
}

std::optional<MatrixFragment> wgmmaFragmentA(int elementBits) {
  if (elementBits != 8 && elementBits != 16 && elementBits != 32) {
    return std::nullopt;
  }
  return MatrixFragment(MatrixOperand::A, 64, 256 / elementBits, elementBits);
}

std::optional<MatrixFragment> wgmmaFragmentD(int n, int elementBits) {
  if (n < 8 || n > 256 || n % 8 != 0 || (elementBits != 16 && elementBits != 32)) {
    return std::nullopt;
  }
  return MatrixFragment(MatrixOperand::C, 64, n, elementBits);
}

void transposeMatrix(const uint32_t source[32], uint32_t target[32]) {
  for (int lane = 0; lane < 32; ++lane) {
    uint32_t halves[2];
    for (int slot = 0; slot < 2; ++slot) {
      FragmentPlace place = transposedSource(lane, slot);
      halves[slot] = source[place.lane] >> 16 * place.slot & 0xffff;
    }
    target[lane] = halves[0] | halves[1] << 16;
  }
}

} // namespace tkc::sim
