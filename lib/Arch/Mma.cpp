// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tables of tensor-core shapes, after the PTX ISA; checked by assembling with ptxas 13.0.
#include "tkc/Arch/Mma.h"

using namespace tkc;

unsigned tkc::operandBits(MmaOperand operand) {
  switch (operand) {
  case MmaOperand::F64:
    return 64;
  case MmaOperand::TF32:
    return 32;
  case MmaOperand::F16:
  case MmaOperand::BF16:
    return 16;
  case MmaOperand::S8:
  case MmaOperand::U8:
  case MmaOperand::E4M3:
  case MmaOperand::E5M2:
    return 8;
  }
  return 0;
}

/// The accumulators that an operand type goes with, for mma.sync and wgmma alike.
static bool typesMatch(MmaOperand operand, MmaAccumulator accumulator) {
  switch (operand) {
  case MmaOperand::F16:
  case MmaOperand::E4M3:
  case MmaOperand::E5M2:
    return accumulator == MmaAccumulator::F16 || accumulator == MmaAccumulator::F32;
  case MmaOperand::BF16:
  case MmaOperand::TF32:
    return accumulator == MmaAccumulator::F32;
  case MmaOperand::F64:
    return accumulator == MmaAccumulator::F64;
  case MmaOperand::S8:
  case MmaOperand::U8:
    return accumulator == MmaAccumulator::S32;
  }
  return false;
}

namespace {
struct ShapeRow {
  MmaOperand operand;
  MmaShape shape;
  unsigned minSm;
};
} // namespace

static constexpr ShapeRow mmaSyncRows[] = {
    {MmaOperand::F16, {16, 8, 16}, 80},  {MmaOperand::F16, {16, 8, 8}, 80},   {MmaOperand::BF16, {16, 8, 16}, 80},
    {MmaOperand::BF16, {16, 8, 8}, 80},  {MmaOperand::TF32, {16, 8, 8}, 80},  {MmaOperand::TF32, {16, 8, 4}, 80},
    {MmaOperand::F64, {16, 8, 16}, 90},  {MmaOperand::F64, {16, 8, 8}, 90},   {MmaOperand::F64, {16, 8, 4}, 90},
    {MmaOperand::F64, {8, 8, 4}, 80},    {MmaOperand::S8, {16, 8, 32}, 80},   {MmaOperand::S8, {16, 8, 16}, 80},
    {MmaOperand::U8, {16, 8, 32}, 80},   {MmaOperand::U8, {16, 8, 16}, 80},   {MmaOperand::E4M3, {16, 8, 32}, 89},
    {MmaOperand::E4M3, {16, 8, 16}, 89}, {MmaOperand::E5M2, {16, 8, 32}, 89}, {MmaOperand::E5M2, {16, 8, 16}, 89},
};

std::vector<MmaShape> tkc::mmaSyncShapes(const Target &target, MmaOperand operand, MmaAccumulator accumulator) {
  std::vector<MmaShape> shapes;
  for (const ShapeRow &row : mmaSyncRows) {
    if (row.operand == operand && target.sm >= row.minSm && typesMatch(operand, accumulator)) {
      shapes.push_back(row.shape);
    }
  }
  return shapes;
}

bool tkc::hasWgmma(const Target &target, MmaOperand operand, MmaAccumulator accumulator, unsigned n) {
  if (!target.hasWgmma() || operand == MmaOperand::F64 || !typesMatch(operand, accumulator) || n < 8 || n > 256) {
    return false;
  }
  // Integers: 8, 16, 24, 32, then every 16; floats: every 8.
  return accumulator == MmaAccumulator::S32 && n > 32 ? n % 16 == 0 : n % 8 == 0;
}

unsigned tkc::wgmmaK(MmaOperand operand) { return 256 / operandBits(operand); }

bool tkc::canTransposeWgmma(MmaOperand operand) { return operandBits(operand) == 16; }
