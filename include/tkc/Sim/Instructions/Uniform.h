// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operands that all lanes must agree on: numbers of barriers, counts, descriptors.
#ifndef TKC_SIM_INSTRUCTIONS_UNIFORM_H
#define TKC_SIM_INSTRUCTIONS_UNIFORM_H

#include "tkc/Sim/Machine/Warp.h"

#include <optional>

namespace tkc::sim {

/// Those of `lanes` that have the same value as the first of them.
template <typename T>
LaneMask lanesLikeFirst(const T *values, LaneMask lanes) {
  LaneMask same = 0;
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    unsigned lane = firstLane(rest);
    same |= LaneMask(values[lane] == values[firstLane(lanes)]) << lane;
  }
  return same;
}

/// The value that all of `lanes` have; a fault and nothing when it is undefined or they differ.
template <typename T>
std::optional<T> uniformValue(Warp &warp, const Instruction &instruction, Place place, LaneMask lanes,
                              const char *what) {
  if (warp.requireDefined(FaultKind::UndefinedOperand, instruction, place, sizeof(T), lanes, what) != lanes) {
    return std::nullopt;
  }
  const T *values = warp.read<T>(place);
  T value = values[firstLane(lanes)];
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    if (values[firstLane(rest)] != value) {
      warp.fatal(FaultKind::IllegalOperand, instruction, firstLane(rest),
                 std::string(what) + " differs among the lanes: " + std::to_string(value) + " and " +
                     std::to_string(values[firstLane(rest)]));
      return std::nullopt;
    }
  }
  return value;
}

inline std::optional<uint32_t> uniformWord(Warp &warp, const Instruction &instruction, Place place, LaneMask lanes,
                                           const char *what) {
  return uniformValue<uint32_t>(warp, instruction, place, lanes, what);
}

} // namespace tkc::sim

#endif // TKC_SIM_INSTRUCTIONS_UNIFORM_H
