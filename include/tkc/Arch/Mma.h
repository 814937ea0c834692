// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which tensor-core instructions a target has, by operand type and shape.
#ifndef TKC_ARCH_MMA_H
#define TKC_ARCH_MMA_H

#include "tkc/Arch/Target.h"

namespace tkc {

/// The type of the multiplied elements.
enum class MmaOperand : uint8_t { F16, BF16, TF32, F64, S8, U8, E4M3, E5M2 };
/// The type of the accumulators.
enum class MmaAccumulator : uint8_t { F16, F32, F64, S32 };

/// The bits that an element takes up in registers and in shared memory.
unsigned operandBits(MmaOperand operand);

struct MmaShape {
  unsigned m = 0, n = 0, k = 0;
  friend bool operator==(const MmaShape &a, const MmaShape &b) { return a.m == b.m && a.n == b.n && a.k == b.k; }
};

/// The shapes of mma.sync for these types, largest K first; empty when the target has none.
std::vector<MmaShape> mmaSyncShapes(const Target &target, MmaOperand operand, MmaAccumulator accumulator);

/// Whether wgmma.mma_async has shape m64 x n for these types; K is then `wgmmaK`.
bool hasWgmma(const Target &target, MmaOperand operand, MmaAccumulator accumulator, unsigned n);
/// The K of one wgmma: 32 bytes of elements.
unsigned wgmmaK(MmaOperand operand);
/// Whether wgmma takes operands whose outer dimension is the contiguous one. Others must have K contiguous.
bool canTransposeWgmma(MmaOperand operand);

} // namespace tkc

#endif
