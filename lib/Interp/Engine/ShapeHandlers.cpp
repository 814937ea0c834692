// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Moving elements about, and choosing between them.
#include <algorithm>

#include "ErrorModel.h"
#include "Handlers.h"

namespace tkc::interp::handlers {

void copy(Machine &machine, const Instruction &instruction) {
  copyLanes(machine.result(instruction), machine.operand(instruction, 0));
}

void splat(Machine &machine, const Instruction &instruction) {
  Lanes source = machine.operand(instruction, 0);
  Lanes result = machine.result(instruction);
  std::fill_n(result.integers, result.count, source.integers[0]);
  *result.summary = *source.summary;
  if (source.hasBounds()) {
    std::fill_n(result.bounds, result.count, source.bounds[0]);
  }
  if (source.hasFlags()) {
    std::fill_n(result.flags, result.count, source.flags[0]);
  }
}

/// The immediate is the index of the permutation.
void permute(Machine &machine, const Instruction &instruction) {
  gatherLanes(machine.result(instruction), machine.operand(instruction, 0),
              machine.code.permutations[instruction.immediate].data());
}

/// An undecided choice between floats that lie within a few of their own bounds is no decision: the result covers both.
static bool liesClose(const Lanes &type, double a, double errorA, double b, double errorB) {
  if (!std::isfinite(a) || !std::isfinite(b)) {
    return false;
  }
  double rounding = type.type.traits().unitRoundoff * std::max(std::fabs(a), std::fabs(b));
  return std::fabs(a - b) <= 8 * std::max({errorA, errorB, rounding});
}

static void selectUndecided(const Lanes &result, uint32_t lane, const Lanes &onTrue, const Lanes &onFalse) {
  if (!result.type.isFloat()) {
    bool isSame = onTrue.integers[lane] == onFalse.integers[lane] && (onTrue.flag(lane) | onFalse.flag(lane)) == 0;
    if (!isSame) {
      result.addFlag(lane, Undecided | ((onTrue.flag(lane) | onFalse.flag(lane)) & Poison));
    }
    return;
  }
  double a = onTrue.floats[lane];
  double b = onFalse.floats[lane];
  double errorA = onTrue.bound(lane);
  double errorB = onFalse.bound(lane);
  if (bitsOf(a) == bitsOf(b) && errorA == 0 && errorB == 0) {
    return;
  }
  result.materialiseBounds();
  double distance = std::fabs(a - b);
  result.bounds[lane] = std::isnan(distance) ? infinity : distance + std::max(errorA, errorB);
  if (!liesClose(result, a, errorA, b, errorB)) {
    result.addFlag(lane, Undecided);
  }
  result.addFlag(lane, (onTrue.flag(lane) | onFalse.flag(lane)));
}

/// Operands: a condition (one for all lanes, or one a lane), and two values.
void select(Machine &machine, const Instruction &instruction) {
  Lanes condition = machine.operand(instruction, 0);
  Lanes onTrue = machine.operand(instruction, 1);
  Lanes onFalse = machine.operand(instruction, 2);
  Lanes result = machine.result(instruction);
  uint32_t stride = condition.count == 1 ? 0 : 1;
  if (onTrue.hasBounds() || onFalse.hasBounds()) {
    result.materialiseBounds();
  }
  for (uint32_t lane = 0; lane < result.count; ++lane) {
    const Lanes &chosen = condition.integers[lane * stride] != 0 ? onTrue : onFalse;
    result.integers[lane] = chosen.integers[lane];
    if (result.hasBounds()) {
      result.bounds[lane] = chosen.bound(lane);
    }
    if (chosen.flag(lane) != 0) {
      result.addFlag(lane, chosen.flag(lane));
    }
    uint8_t decided = condition.flag(lane * stride);
    if (decided & Poison) {
      result.addFlag(lane, Poison);
    } else if (decided & Undecided) {
      selectUndecided(result, lane, onTrue, onFalse);
    }
  }
}

} // namespace tkc::interp::handlers
