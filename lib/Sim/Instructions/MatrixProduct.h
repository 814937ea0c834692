// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// D = A·B + C on arrays, for every type that mma and wmma have.
#ifndef TKC_LIB_SIM_INSTRUCTIONS_MATRIXPRODUCT_H
#define TKC_LIB_SIM_INSTRUCTIONS_MATRIXPRODUCT_H

#include "tkc/Sim/Numeric/TensorCore.h"

#include "MatrixOperands.h"

namespace tkc::sim {

/// The most elements that an operand and a result have: 16 x 64, and 16 x 16.
inline constexpr size_t mostMatrixInputs = 16 * 64, mostMatrixOutputs = 16 * 16;

struct MatrixProduct {
  /// K counts what is multiplied: of a sparse A the elements that it has, of single bits words of 32.
  MmaShape shape = {};
  MatrixInput a, b;
  /// Of floats: C and D in f16, else in f32.
  bool isHalfC = false, isHalfD = false;
  bool satfinite = false, usesXor = false;
  DotModel model = {};
  /// Floats: when not 0, a chain of products of so many along K each, as ptxas makes it.
  int step = 0;
  Rounding rounding = Rounding::NearestEven;

  /// Fills `model` for a target.
  void chooseModel(const Target &machine);
  /// A by rows, B by columns, C and D by rows; each element's bits in a word. C and D may be the same.
  void multiply(const uint32_t *left, const uint32_t *right, const uint32_t *c, uint32_t *d) const;
  void multiply(const double *left, const double *right, const double *c, double *d) const;

private:
  void multiplySteps(const uint32_t *left, const uint32_t *right, const uint32_t *c, uint32_t *d) const;
  void multiplyAsFloats(const uint32_t *left, const uint32_t *right, const uint32_t *c, uint32_t *d) const;
  void multiplyAsIntegers(const uint32_t *left, const uint32_t *right, const uint32_t *c, uint32_t *d) const;
  void multiplyAsBits(const uint32_t *left, const uint32_t *right, const uint32_t *c, uint32_t *d) const;
};

/// A product whose operands lie in registers.
struct RegisterProduct {
  MatrixProduct product;
  OperandLayout layoutA, layoutB, layoutC, layoutD;

  /// Multiplies, with definedness, and counts the instruction.
  void execute(Warp &warp, const Instruction &instruction) const;
};

/// Says to the statistics that an instruction has multiplied matrices.
void countMatrix(Warp &warp, const Instruction &instruction);

} // namespace tkc::sim

#endif // TKC_LIB_SIM_INSTRUCTIONS_MATRIXPRODUCT_H
