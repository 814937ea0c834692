// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who holds what: the maps between (lane, register, slot) and (row, column) of mma.sync, wgmma, ldmatrix, stmatrix and
// movmatrix, as PTX ISA 9.0 draws them.
#ifndef TKC_SIM_NUMERIC_FRAGMENTS_H
#define TKC_SIM_NUMERIC_FRAGMENTS_H

#include <cstdint>
#include <optional>

namespace tkc::sim {

enum class MatrixOperand : uint8_t { A, B, C };

struct MmaShape {
  int m, n, k;
};

struct Element {
  int row, column;
};

/// `slot` counts the elements within a register from its low end. A register has 32 bits, or 64 for f64 elements.
struct FragmentPlace {
  int lane, reg, slot;
};

/// How a matrix lies over lanes and registers. Eight rows (of B: columns) belong to eight groups of four lanes; within
/// a group each lane holds `slots` neighbours along the other dimension, or two for accumulators:
///
///   A, B (slots s, lane t of a group):   t = 0: 0 … s-1,  t = 1: s … 2s-1,  …,  then the next register from 4s on
///   C:                                   t = 0: 0 1,  t = 1: 2 3,  t = 2: 4 5,  t = 3: 6 7
///
/// A and C of 16 rows have rows g and g + 8 in alternate registers (pairs of them for accumulators of 32 bits). wgmma
/// gives each of its four warps 16 rows.
class MatrixFragment {
public:
  MatrixFragment(MatrixOperand operand, int rows, int columns, int elementBits);

  int rows() const { return numRows; }
  int columns() const { return numColumns; }
  /// 32, or 128 for wgmma.
  int lanes() const { return numLanes; }
  int registers() const { return numRegisters; }
  int slots() const { return numSlots; }

  Element elementAt(int lane, int reg, int slot) const {
    int group = lane % 32 / 4, member = lane % 4, base = lane / 32 * 16;
    switch (operand) {
    case MatrixOperand::A: {
      int half = rowHalves == 2 ? reg % 2 : 0, chunk = reg / rowHalves;
      return {base + group + 8 * half, (chunk * 4 + member) * numSlots + slot};
    }
    case MatrixOperand::B:
      return {(reg * 4 + member) * numSlots + slot, group};
    case MatrixOperand::C: {
      int index = reg * numSlots + slot; // two to a row
      int pair = index / 2;
      return {base + group + 8 * (pair % rowHalves), pair / rowHalves * 8 + 2 * member + index % 2};
    }
    }
    return {0, 0};
  }
  FragmentPlace placeOf(int row, int column) const {
    int base = row / 16 * 32, group = row % 8, half = row % 16 / 8;
    switch (operand) {
    case MatrixOperand::A: {
      int block = column / numSlots;
      return {base + group * 4 + block % 4, block / 4 * rowHalves + half, column % numSlots};
    }
    case MatrixOperand::B: {
      int block = row / numSlots;
      return {column * 4 + block % 4, block / 4, row % numSlots};
    }
    case MatrixOperand::C: {
      int index = (column / 8 * rowHalves + half) * 2 + column % 2;
      return {base + group * 4 + column % 8 / 2, index / numSlots, index % numSlots};
    }
    }
    return {0, 0, 0};
  }

private:
  MatrixOperand operand;
  int numRows, numColumns, numLanes, numRegisters, numSlots, rowHalves;
};

/// The fragment of an operand of `mma.sync.aligned.mMnNkK`; `elementBits` is 1, 4, 8, 16, 32 (tf32) or 64 for A and B,
/// 16, 32 or 64 for C and D. None for shapes that PTX lacks, and for m8n8k4 of f16, which no target of tkc is fast at.
std::optional<MatrixFragment> mmaFragment(MatrixOperand operand, MmaShape shape, int elementBits);

/// The fragments of `wgmma.mma_async.m64nNkK`: A in registers (K is 256 bits; 16, 32 or 8 bits an element) and D
/// (16 or 32 bits). None if N is no multiple of 8 from 8 to 256.
std::optional<MatrixFragment> wgmmaFragmentA(int elementBits);
std::optional<MatrixFragment> wgmmaFragmentD(int n, int elementBits);

/// ldmatrix and stmatrix: a byte of a register of a lane is a byte of a row in memory, 16 bytes each, whose address a
/// lane gives.
enum class MatrixTransfer : uint8_t {
  /// `.m8n8.b16` and `.m8n8.trans.b16`
  Rows8x8,
  Rows8x8Transposed,
  /// ldmatrix `.m16n16.trans.b8`, two registers a matrix (sm_100 and later)
  Rows16x16Transposed,
  /// stmatrix `.m16n8.trans.b8`: eight rows of 16 bytes (sm_100 and later)
  Rows16x8Transposed
};

struct RowByte {
  /// The lane that gives the row's address, and the offset within the row.
  int addressLane, byte;
};

/// Registers that one matrix takes in each lane, and rows that it has in memory.
inline int registersOf(MatrixTransfer transfer) { return transfer == MatrixTransfer::Rows16x16Transposed ? 2 : 1; }
inline int rowsOf(MatrixTransfer transfer) { return transfer == MatrixTransfer::Rows16x16Transposed ? 16 : 8; }

/// For register `reg` of all matrices of the instruction, counted through.
inline RowByte rowByteOf(MatrixTransfer transfer, int lane, int reg, int byte) {
  int group = lane / 4, member = lane % 4;
  switch (transfer) {
  case MatrixTransfer::Rows8x8:
    return {8 * reg + group, 4 * member + byte};
  case MatrixTransfer::Rows8x8Transposed:
    return {8 * reg + 2 * member + byte / 2, 2 * group + byte % 2};
  case MatrixTransfer::Rows16x16Transposed:
    return {16 * (reg / 2) + 4 * member + 2 * (reg % 2) + byte % 2, group + 8 * (byte / 2)};
  case MatrixTransfer::Rows16x8Transposed:
    return {8 * reg + 2 * member + byte % 2, group + 8 * (byte / 2)};
  }
  return {0, 0};
}

/// `movmatrix.sync.aligned.m8n8.trans.b16`: the transposed 8x8 matrix of halves.
void transposeMatrix(const uint32_t source[32], uint32_t target[32]);
/// Where half `slot` of lane `lane` of the result comes from; for what goes along with the bits.
inline FragmentPlace transposedSource(int lane, int slot) {
  int row = 2 * (lane % 4) + slot, column = lane / 4;
  return {row * 4 + column / 2, 0, column % 2};
}

} // namespace tkc::sim

#endif // TKC_SIM_NUMERIC_FRAGMENTS_H
