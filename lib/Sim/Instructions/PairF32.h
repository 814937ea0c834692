// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arithmetic on pairs of f32 in 64 bits (sm_100 and later).
#ifndef TKC_LIB_SIM_INSTRUCTIONS_PAIRF32_H
#define TKC_LIB_SIM_INSTRUCTIONS_PAIRF32_H

#include "tkc/Sim/Instructions/Elementwise.h"
#include "tkc/Sim/Numeric/Formats.h"

namespace tkc::sim {

/// `F` on the lower and on the upper halves.
template <typename F>
struct PairF32 {
  static constexpr DefinedBy definedBy = DefinedBy::Halves;
  F each;
  uint64_t operator()(uint64_t a, uint64_t b) const { return join(each(low(a), low(b)), each(high(a), high(b))); }
  uint64_t operator()(uint64_t a, uint64_t b, uint64_t c) const {
    return join(each(low(a), low(b), low(c)), each(high(a), high(b), high(c)));
  }
  static float low(uint64_t pair) { return floatOf(static_cast<uint32_t>(pair)); }
  static float high(uint64_t pair) { return floatOf(static_cast<uint32_t>(pair >> 32)); }
  static uint64_t join(float lower, float upper) { return bitsOf(lower) | uint64_t(bitsOf(upper)) << 32; }
};

} // namespace tkc::sim

#endif // TKC_LIB_SIM_INSTRUCTIONS_PAIRF32_H
