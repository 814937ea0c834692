// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums and products with the condition code: add.cc, addc, sub.cc, subc, mad.cc, madc. The code is a predicate that the
// program has once.
#include "tkc/Sim/Instructions/Elementwise.h"
#include "tkc/Sim/Instructions/Families.h"
#include "tkc/Sim/Numeric/Integer.h"

#include "Arithmetic.h"

namespace tkc::sim {

namespace {
template <typename T>
struct CarrySum {
  static constexpr unsigned numSources = 2;
  WithCarry<UnsignedOf<T>> operator()(const T *values, bool carry) const {
    return addCarry(UnsignedOf<T>(values[0]), UnsignedOf<T>(values[1]), carry);
  }
};
template <typename T>
struct CarryDifference {
  static constexpr unsigned numSources = 2;
  WithCarry<UnsignedOf<T>> operator()(const T *values, bool carry) const {
    return subBorrow(UnsignedOf<T>(values[0]), UnsignedOf<T>(values[1]), carry);
  }
};
template <typename T, bool isHigh>
struct CarryMad {
  static constexpr unsigned numSources = 3;
  WithCarry<UnsignedOf<T>> operator()(const T *values, bool carry) const {
    return madCarry(values[0], values[1], values[2], isHigh, carry);
  }
};
} // namespace

/// Reads the carry from predicateSources[0] and writes that of the result to predicateResults[0].
template <typename F, typename T>
static Step executeWithCarry(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  Predicate carry = warp.predicate(instruction.predicateSources[0]);
  const T *sources[3] = {};
  LaneMask defined = carry.defined;
  for (unsigned index = 0; index < F::numSources; ++index) {
    sources[index] = warp.read<T>(instruction.operands[1 + index]);
    defined &= warp.definedLanes(instruction.operands[1 + index], sizeof(T), lanes);
  }
  T *target = warp.write<T>(instruction.operands[0]);
  uint8_t *targetDefined = warp.writeDefined(instruction.operands[0], sizeof(T));
  LaneMask carryOut = 0;
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    unsigned lane = firstLane(rest);
    T values[3] = {};
    for (unsigned index = 0; index < F::numSources; ++index) {
      values[index] = sources[index][lane];
    }
    auto result = F()(values, (carry.value >> lane) & 1);
    target[lane] = static_cast<T>(result.value);
    targetDefined[lane] = (defined >> lane) & 1 ? Warp::fullyDefined(sizeof(T)) : 0;
    carryOut |= LaneMask(result.carry) << lane;
  }
  warp.setPredicate(instruction.predicateResults[0], lanes, carryOut, defined);
  return Step::Next;
}

static void setCarry(DecodeContext &context, Instruction &out, bool takesCarry) {
  bool givesCarry = context.take("cc");
  out.kind = InstructionClass::Integer;
  out.predicateSources[0] = {takesCarry ? context.conditionCode() : PredicatePlace::alwaysFalse, false};
  out.predicateResults[0] = givesCarry ? context.conditionCode() : PredicatePlace::sink;
}

void decodeCarrySum(DecodeContext &context, Instruction &out, bool isDifference, bool takesCarry) {
  setCarry(context, out, takesCarry);
  ptx::Type type = context.needType({"u32", "s32", "u64", "s64"});
  if (!context.expectOperands(3)) {
    return;
  }
  context.setOperands(out, {context.result(0, type)}, {context.source(1, type), context.source(2, type)});
  forIntegerType(type, [&](auto zero) {
    using T = decltype(zero);
    out.handler = isDifference ? executeWithCarry<CarryDifference<T>, T> : executeWithCarry<CarrySum<T>, T>;
  });
}

void decodeCarryMad(DecodeContext &context, Instruction &out, bool isHigh, bool takesCarry) {
  setCarry(context, out, takesCarry);
  ptx::Type type = context.needType({"u32", "s32", "u64", "s64"});
  if (!context.expectOperands(4)) {
    return;
  }
  context.setOperands(out, {context.result(0, type)},
                      {context.source(1, type), context.source(2, type), context.source(3, type)});
  forIntegerType(type, [&](auto zero) {
    using T = decltype(zero);
    out.handler = isHigh ? executeWithCarry<CarryMad<T, true>, T> : executeWithCarry<CarryMad<T, false>, T>;
  });
}

static void decodeAddc(DecodeContext &context, Instruction &out) { decodeCarrySum(context, out, false, true); }
static void decodeSubc(DecodeContext &context, Instruction &out) { decodeCarrySum(context, out, true, true); }
static void decodeMadc(DecodeContext &context, Instruction &out) {
  bool isHigh = context.needOneOf({"lo", "hi"}) == 1;
  decodeCarryMad(context, out, isHigh, true);
}

void registerExtendedPrecision(FamilyTable &families) {
  families.add({{"addc", decodeAddc}, {"subc", decodeSubc}, {"madc", decodeMadc}});
}

} // namespace tkc::sim
