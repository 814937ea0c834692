// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrices that lie in the registers of a warp: where their elements are, how they are gathered and handed back, and
// which of them are defined.
#ifndef TKC_LIB_SIM_INSTRUCTIONS_MATRIXOPERANDS_H
#define TKC_LIB_SIM_INSTRUCTIONS_MATRIXOPERANDS_H

#include "tkc/Sim/Machine/Decoder.h"
#include "tkc/Sim/Machine/Warp.h"
#include "tkc/Sim/Numeric/Formats.h"
#include "tkc/Sim/Numeric/Fragments.h"

namespace tkc::sim {

/// Elements of A or B.
struct MatrixInput {
  enum class Kind : uint8_t { Float, Integer, Bits };

  const char *name = "";
  /// Bits in a register; tf32 stands in 32, and 32 elements of one bit are one here.
  int bits = 16;
  Kind kind = Kind::Float;
  Format format = Format::F16;
  bool isSigned = false;

  bool isFloat() const { return kind == Kind::Float; }
  bool isDouble() const { return isFloat() && format == Format::F64; }
};

/// The type of that name, without the dot; null when there is none.
const MatrixInput *findMatrixInput(std::string_view name);

/// One operand: where its elements are, and which registers hold it.
struct OperandLayout {
  /// Of element i * columns + j.
  std::vector<FragmentPlace> places;
  int rows = 0, columns = 0, bits = 16;
  /// The first of the instruction's operands, and how many there are.
  unsigned first = 0, count = 0;

  size_t size() const { return places.size(); }
};

/// The elements of B by columns, since that is how sums run.
OperandLayout makeLayout(const MatrixFragment &fragment, MatrixOperand operand, int bits);

/// Takes the registers of an operand of the text, so many as the layout has.
bool takeMatrixRegisters(DecodeContext &context, unsigned index, OperandLayout &layout, bool isResult,
                         std::vector<Place> &places);

/// The bits of all elements, row by row.
void gatherElements(const Warp &warp, const Instruction &instruction, const OperandLayout &layout, uint32_t *elements);
void gatherElements(const Warp &warp, const Instruction &instruction, const OperandLayout &layout, double *elements);
void scatterElements(Warp &warp, const Instruction &instruction, const OperandLayout &layout, const uint32_t *elements);
void scatterElements(Warp &warp, const Instruction &instruction, const OperandLayout &layout, const double *elements);

/// What a product makes defined, found before it writes: an element of D is when its row of A, its column of B and its
/// element of C are.
class ProductDefinedness {
public:
  ProductDefinedness(const Warp &warp, const Instruction &instruction, const OperandLayout &a, const OperandLayout &b,
                     const OperandLayout &c);

  /// Says that a row of A counts as undefined.
  void spoilRow(int row);
  /// `rowsPerGroup`: rows of D from one multiple of it to the next belong to as many columns of B of their own; 0 when
  /// all rows share all columns.
  void write(Warp &warp, const Instruction &instruction, const OperandLayout &d, int rowsPerGroup = 0) const;

private:
  bool isWhole = false;
  std::vector<bool> rows, columns, known;
};

} // namespace tkc::sim

#endif // TKC_LIB_SIM_INSTRUCTIONS_MATRIXOPERANDS_H
