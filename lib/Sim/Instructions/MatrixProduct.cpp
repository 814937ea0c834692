// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which arithmetic a product needs, and what happens to C before and to D behind it.
#include "MatrixProduct.h"

#include "tkc/Sim/Numeric/Float.h"

namespace tkc::sim {

void MatrixProduct::chooseModel(const Target &machine) {
  if (a.isFloat() && !a.isDouble()) {
    bool sumsInHalves = isHalfC && isHalfD;
    model = dotModel(int(machine.sm), MatrixUnit::MmaSync, a.format, sumsInHalves ? Format::F16 : Format::F32);
  }
}

void MatrixProduct::multiplySteps(const uint32_t *left, const uint32_t *right, const uint32_t *c, uint32_t *d) const {
  int depth = step == 0 ? shape.k : step;
  DotOperand rows, columns;
  uint32_t partOfA[mostMatrixInputs], partOfB[mostMatrixInputs];
  auto cut = [&](const uint32_t *elements, int count, int begin, uint32_t *part) {
    for (int i = 0; i < count; ++i) {
      std::copy_n(elements + i * shape.k + begin, depth, part + i * depth);
    }
    return part;
  };
  for (int begin = 0; begin < shape.k; begin += depth) {
    bool isWhole = depth == shape.k;
    rows.load(a.format, shape.m, depth, isWhole ? left : cut(left, shape.m, begin, partOfA));
    columns.load(b.format, shape.n, depth, isWhole ? right : cut(right, shape.n, begin, partOfB));
    multiplyFloats(model, rows, columns, begin == 0 ? c : d, d);
  }
}

/// With C and D of two types the sum is one of f32, as ptxas makes it.
void MatrixProduct::multiplyAsFloats(const uint32_t *left, const uint32_t *right, const uint32_t *c,
                                     uint32_t *d) const {
  uint32_t wide[mostMatrixOutputs];
  size_t outputs = size_t(shape.m) * size_t(shape.n);
  if (isHalfC && !isHalfD) {
    for (size_t i = 0; i < outputs; ++i) {
      wide[i] = bitsOf(decodeHalf<Format::F16>(uint16_t(c[i])));
    }
    c = wide;
  }
  multiplySteps(left, right, c, d);
  if (isHalfD && !isHalfC) {
    for (size_t i = 0; i < outputs; ++i) {
      d[i] = encodeHalf<Format::F16>(floatOf(d[i]));
    }
  }
}

static void extend(const uint32_t *elements, size_t count, const MatrixInput &type, int32_t *extended) {
  int unused = 32 - type.bits;
  for (size_t i = 0; i < count; ++i) {
    extended[i] = type.isSigned ? int32_t(elements[i] << unused) >> unused : int32_t(elements[i]);
  }
}

void MatrixProduct::multiplyAsIntegers(const uint32_t *left, const uint32_t *right, const uint32_t *c,
                                       uint32_t *d) const {
  int32_t rows[mostMatrixInputs], columns[mostMatrixInputs], sums[mostMatrixOutputs];
  size_t outputs = size_t(shape.m) * size_t(shape.n);
  extend(left, size_t(shape.m) * size_t(shape.k), a, rows);
  extend(right, size_t(shape.n) * size_t(shape.k), b, columns);
  std::copy_n(c, outputs, sums);
  multiplyIntegers(shape.m, shape.n, shape.k, rows, columns, sums, sums, satfinite);
  std::copy_n(sums, outputs, d);
}

void MatrixProduct::multiplyAsBits(const uint32_t *left, const uint32_t *right, const uint32_t *c, uint32_t *d) const {
  for (int row = 0; row < shape.m; ++row) {
    for (int column = 0; column < shape.n; ++column) {
      uint32_t sum = c[row * shape.n + column];
      for (int k = 0; k < shape.k; ++k) {
        uint32_t x = left[row * shape.k + k], y = right[column * shape.k + k];
        sum += uint32_t(__builtin_popcount(usesXor ? x ^ y : x & y));
      }
      d[row * shape.n + column] = sum;
    }
  }
}

void MatrixProduct::multiply(const uint32_t *left, const uint32_t *right, const uint32_t *c, uint32_t *d) const {
  switch (a.kind) {
  case MatrixInput::Kind::Float:
    return multiplyAsFloats(left, right, c, d);
  case MatrixInput::Kind::Integer:
    return multiplyAsIntegers(left, right, c, d);
  case MatrixInput::Kind::Bits:
    return multiplyAsBits(left, right, c, d);
  }
}

void MatrixProduct::multiply(const double *left, const double *right, const double *c, double *d) const {
  multiplyDoubles(shape.m, shape.n, shape.k, left, right, c, d, rounding);
}

//===----------------------------------------------------------------------===//
// In registers
//===----------------------------------------------------------------------===//

void countMatrix(Warp &warp, const Instruction &instruction) {
  if (InstructionCounts *counts = warp.countsOf(instruction)) {
    ++counts->matrices;
  }
}

template <typename T>
static void multiplyRegisters(Warp &warp, const Instruction &instruction, const RegisterProduct &operands) {
  T a[mostMatrixInputs], b[mostMatrixInputs], c[mostMatrixOutputs];
  gatherElements(warp, instruction, operands.layoutA, a);
  gatherElements(warp, instruction, operands.layoutB, b);
  gatherElements(warp, instruction, operands.layoutC, c);
  operands.product.multiply(a, b, c, c);
  scatterElements(warp, instruction, operands.layoutD, c);
}

void RegisterProduct::execute(Warp &warp, const Instruction &instruction) const {
  countMatrix(warp, instruction);
  ProductDefinedness defined(warp, instruction, layoutA, layoutB, layoutC);
  (product.a.isDouble() ? multiplyRegisters<double> : multiplyRegisters<uint32_t>)(warp, instruction, *this);
  defined.write(warp, instruction, layoutD);
}

} // namespace tkc::sim
