// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer arithmetic: wraps at the type's width; division by zero is a fault, an oversized shift gives poison.
#include <algorithm>

#include "Handlers.h"

namespace tkc::interp::handlers {

/// Result lane i = operation(left lane i, right lane i, bits), wrapped to the width. The operation sees canonical
/// lanes.
template <typename Operation>
static void binary(Machine &machine, const Instruction &instruction, Operation operation) {
  Lanes left = machine.operand(instruction, 0);
  Lanes right = machine.operand(instruction, 1);
  Lanes result = machine.result(instruction);
  unsigned bits = left.type.bits;
  for (uint32_t lane = 0; lane < result.count; ++lane) {
    result.integers[lane] = canonicalInteger(operation(left.integers[lane], right.integers[lane], bits), bits);
  }
  mergeFlags(result, {&left, &right});
}

template <typename Operation>
static void unary(Machine &machine, const Instruction &instruction, Operation operation) {
  Lanes source = machine.operand(instruction, 0);
  Lanes result = machine.result(instruction);
  unsigned bits = source.type.bits;
  for (uint32_t lane = 0; lane < result.count; ++lane) {
    result.integers[lane] = canonicalInteger(operation(source.integers[lane], bits), result.type.bits);
  }
  mergeFlags(result, {&source});
}

void addInteger(Machine &machine, const Instruction &instruction) {
  binary(machine, instruction, [](int64_t a, int64_t b, unsigned) { return int64_t(uint64_t(a) + uint64_t(b)); });
}

void subtractInteger(Machine &machine, const Instruction &instruction) {
  binary(machine, instruction, [](int64_t a, int64_t b, unsigned) { return int64_t(uint64_t(a) - uint64_t(b)); });
}

void multiplyInteger(Machine &machine, const Instruction &instruction) {
  binary(machine, instruction, [](int64_t a, int64_t b, unsigned) { return int64_t(uint64_t(a) * uint64_t(b)); });
}

/// Reports the lanes that divide by zero; their result is 0 and marked, so that one mistake is one fault.
static void checkDivisor(Machine &machine, const Instruction &instruction, const Lanes &left, const Lanes &right,
                         const Lanes &result) {
  for (uint32_t lane = 0; lane < result.count; ++lane) {
    if (right.integers[lane] != 0) {
      continue;
    }
    if (!((left.flag(lane) | right.flag(lane)) & Poison)) {
      machine.report(FaultKind::DivisionByZero, instruction, lane);
    }
    result.addFlag(lane, Undecided);
  }
}

template <typename Operation>
static void division(Machine &machine, const Instruction &instruction, Operation operation) {
  binary(machine, instruction,
         [operation](int64_t a, int64_t b, unsigned bits) { return b == 0 ? 0 : operation(a, b, bits); });
  checkDivisor(machine, instruction, machine.operand(instruction, 0), machine.operand(instruction, 1),
               machine.lanes(instruction.results[0]));
}

template <typename Operation>
static void signedDivision(Machine &machine, const Instruction &instruction, Operation operation) {
  division(machine, instruction, [operation](int64_t a, int64_t b, unsigned bits) {
    __int128 dividend = signedValue(a, bits);
    __int128 divisor = signedValue(b, bits);
    return int64_t(operation(dividend, divisor));
  });
}

void divideSigned(Machine &machine, const Instruction &instruction) {
  signedDivision(machine, instruction, [](__int128 a, __int128 b) { return a / b; });
}

void remainderSigned(Machine &machine, const Instruction &instruction) {
  signedDivision(machine, instruction, [](__int128 a, __int128 b) { return a % b; });
}

void floorDivideSigned(Machine &machine, const Instruction &instruction) {
  signedDivision(machine, instruction,
                 [](__int128 a, __int128 b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); });
}

void ceilDivideSigned(Machine &machine, const Instruction &instruction) {
  signedDivision(machine, instruction,
                 [](__int128 a, __int128 b) { return a / b + (a % b != 0 && (a < 0) == (b < 0)); });
}

void divideUnsigned(Machine &machine, const Instruction &instruction) {
  division(machine, instruction, [](int64_t a, int64_t b, unsigned bits) {
    return int64_t(unsignedValue(a, bits) / unsignedValue(b, bits));
  });
}

void remainderUnsigned(Machine &machine, const Instruction &instruction) {
  division(machine, instruction, [](int64_t a, int64_t b, unsigned bits) {
    return int64_t(unsignedValue(a, bits) % unsignedValue(b, bits));
  });
}

void ceilDivideUnsigned(Machine &machine, const Instruction &instruction) {
  division(machine, instruction, [](int64_t a, int64_t b, unsigned bits) {
    uint64_t dividend = unsignedValue(a, bits);
    uint64_t divisor = unsignedValue(b, bits);
    return int64_t(dividend / divisor + (dividend % divisor != 0));
  });
}

/// A lane whose other operand alone fixes the result is defined and decided, whatever the first one is.
static void clearAbsorbed(const Lanes &result, const Lanes &left, const Lanes &right, int64_t absorbing) {
  if (!result.hasFlags()) {
    return;
  }
  for (uint32_t lane = 0; lane < result.count; ++lane) {
    bool leftAbsorbs = left.flag(lane) == 0 && left.integers[lane] == absorbing;
    bool rightAbsorbs = right.flag(lane) == 0 && right.integers[lane] == absorbing;
    if (leftAbsorbs || rightAbsorbs) {
      result.flags[lane] = 0;
      result.integers[lane] = absorbing;
    }
  }
}

void bitAnd(Machine &machine, const Instruction &instruction) {
  binary(machine, instruction, [](int64_t a, int64_t b, unsigned) { return a & b; });
  clearAbsorbed(machine.lanes(instruction.results[0]), machine.operand(instruction, 0), machine.operand(instruction, 1),
                0);
}

void bitOr(Machine &machine, const Instruction &instruction) {
  binary(machine, instruction, [](int64_t a, int64_t b, unsigned) { return a | b; });
  Lanes result = machine.lanes(instruction.results[0]);
  clearAbsorbed(result, machine.operand(instruction, 0), machine.operand(instruction, 1),
                canonicalInteger(-1, result.type.bits));
}

void bitXor(Machine &machine, const Instruction &instruction) {
  binary(machine, instruction, [](int64_t a, int64_t b, unsigned) { return a ^ b; });
}

/// Shifts by the width or more give poison.
template <typename Operation>
static void shift(Machine &machine, const Instruction &instruction, Operation operation) {
  binary(machine, instruction, [operation](int64_t a, int64_t b, unsigned bits) {
    return unsignedValue(b, bits) >= bits ? 0 : operation(a, b, bits);
  });
  Lanes amounts = machine.operand(instruction, 1);
  Lanes result = machine.lanes(instruction.results[0]);
  for (uint32_t lane = 0; lane < result.count; ++lane) {
    if (unsignedValue(amounts.integers[lane], amounts.type.bits) >= amounts.type.bits) {
      result.addFlag(lane, Poison);
    }
  }
}

void shiftLeft(Machine &machine, const Instruction &instruction) {
  shift(machine, instruction, [](int64_t a, int64_t b, unsigned) { return int64_t(uint64_t(a) << b); });
}

void shiftRightSigned(Machine &machine, const Instruction &instruction) {
  shift(machine, instruction, [](int64_t a, int64_t b, unsigned bits) { return signedValue(a, bits) >> b; });
}

void shiftRightUnsigned(Machine &machine, const Instruction &instruction) {
  shift(machine, instruction, [](int64_t a, int64_t b, unsigned bits) { return int64_t(unsignedValue(a, bits) >> b); });
}

void minimumSigned(Machine &machine, const Instruction &instruction) {
  binary(machine, instruction,
         [](int64_t a, int64_t b, unsigned bits) { return std::min(signedValue(a, bits), signedValue(b, bits)); });
}

void maximumSigned(Machine &machine, const Instruction &instruction) {
  binary(machine, instruction,
         [](int64_t a, int64_t b, unsigned bits) { return std::max(signedValue(a, bits), signedValue(b, bits)); });
}

void minimumUnsigned(Machine &machine, const Instruction &instruction) {
  binary(machine, instruction, [](int64_t a, int64_t b, unsigned) { return int64_t(std::min<uint64_t>(a, b)); });
}

void maximumUnsigned(Machine &machine, const Instruction &instruction) {
  binary(machine, instruction, [](int64_t a, int64_t b, unsigned) { return int64_t(std::max<uint64_t>(a, b)); });
}

void multiplyHighSigned(Machine &machine, const Instruction &instruction) {
  binary(machine, instruction, [](int64_t a, int64_t b, unsigned bits) {
    return int64_t((__int128(signedValue(a, bits)) * signedValue(b, bits)) >> bits);
  });
}

void multiplyHighUnsigned(Machine &machine, const Instruction &instruction) {
  binary(machine, instruction, [](int64_t a, int64_t b, unsigned bits) {
    return int64_t((static_cast<unsigned __int128>(unsignedValue(a, bits)) * unsignedValue(b, bits)) >> bits);
  });
}

/// The i1 carry out of left + right.
void carryOfAdd(Machine &machine, const Instruction &instruction) {
  Lanes left = machine.operand(instruction, 0);
  Lanes right = machine.operand(instruction, 1);
  Lanes result = machine.result(instruction);
  for (uint32_t lane = 0; lane < result.count; ++lane) {
    unsigned bits = left.type.bits;
    unsigned __int128 sum = unsignedValue(left.integers[lane], bits);
    sum += unsignedValue(right.integers[lane], bits);
    result.integers[lane] = int64_t(sum >> bits) & 1;
  }
  mergeFlags(result, {&left, &right});
}

static int64_t power(int64_t base, int64_t exponent) {
  uint64_t product = 1;
  for (uint64_t factor = uint64_t(base); exponent > 0; exponent >>= 1, factor *= factor) {
    product *= exponent & 1 ? factor : 1;
  }
  return int64_t(product);
}

/// base ** exponent; a negative exponent gives 1, -1 or 0, and 0 to a negative power is a division by zero.
void powerInteger(Machine &machine, const Instruction &instruction) {
  binary(machine, instruction, [](int64_t a, int64_t b, unsigned bits) {
    int64_t base = signedValue(a, bits);
    int64_t exponent = signedValue(b, bits);
    if (exponent >= 0) {
      return power(base, exponent);
    }
    return base == 1 ? int64_t(1) : base == -1 ? (exponent & 1 ? int64_t(-1) : int64_t(1)) : int64_t(0);
  });
  Lanes base = machine.operand(instruction, 0);
  Lanes exponent = machine.operand(instruction, 1);
  Lanes result = machine.lanes(instruction.results[0]);
  for (uint32_t lane = 0; lane < result.count; ++lane) {
    if (base.integers[lane] == 0 && exponent.integers[lane] < 0 && !(result.flag(lane) & Poison)) {
      machine.report(FaultKind::DivisionByZero, instruction, lane);
      result.addFlag(lane, Undecided);
    }
  }
}

void absoluteInteger(Machine &machine, const Instruction &instruction) {
  unary(machine, instruction, [](int64_t a, unsigned bits) {
    int64_t value = signedValue(a, bits);
    return value < 0 ? int64_t(0 - uint64_t(value)) : value;
  });
}

void countLeadingZeros(Machine &machine, const Instruction &instruction) {
  unary(machine, instruction, [](int64_t a, unsigned bits) {
    uint64_t value = unsignedValue(a, bits);
    return int64_t(value == 0 ? bits : unsigned(__builtin_clzll(value)) - (64 - bits));
  });
}

void countTrailingZeros(Machine &machine, const Instruction &instruction) {
  unary(machine, instruction, [](int64_t a, unsigned bits) {
    uint64_t value = unsignedValue(a, bits);
    return int64_t(value == 0 ? bits : unsigned(__builtin_ctzll(value)));
  });
}

void countOnes(Machine &machine, const Instruction &instruction) {
  unary(machine, instruction,
        [](int64_t a, unsigned bits) { return int64_t(__builtin_popcountll(unsignedValue(a, bits))); });
}

void extendSigned(Machine &machine, const Instruction &instruction) {
  unary(machine, instruction, [](int64_t a, unsigned bits) { return signedValue(a, bits); });
}

void extendUnsigned(Machine &machine, const Instruction &instruction) {
  unary(machine, instruction, [](int64_t a, unsigned bits) { return int64_t(unsignedValue(a, bits)); });
}

void truncateInteger(Machine &machine, const Instruction &instruction) {
  unary(machine, instruction, [](int64_t a, unsigned) { return a; });
}

template <typename Comparison>
static void compare(Machine &machine, const Instruction &instruction, bool isSigned, Comparison comparison) {
  Lanes left = machine.operand(instruction, 0);
  Lanes right = machine.operand(instruction, 1);
  Lanes result = machine.result(instruction);
  unsigned bits = left.type.bits;
  // Flipping the sign bit turns the signed order into the unsigned one.
  uint64_t flip = isSigned ? uint64_t(1) << (bits - 1) : 0;
  for (uint32_t lane = 0; lane < result.count; ++lane) {
    uint64_t a = unsignedValue(left.integers[lane], bits) ^ flip;
    uint64_t b = unsignedValue(right.integers[lane], bits) ^ flip;
    result.integers[lane] = comparison(a, b);
  }
  mergeFlags(result, {&left, &right});
}

/// The immediate is the predicate of `arith.cmpi`: eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge.
void compareIntegers(Machine &machine, const Instruction &instruction) {
  uint32_t predicate = instruction.immediate;
  bool isSigned = predicate >= 2 && predicate <= 5;
  switch (predicate >= 6 ? predicate - 4 : predicate) {
  case 0:
    return compare(machine, instruction, isSigned, [](uint64_t a, uint64_t b) { return a == b; });
  case 1:
    return compare(machine, instruction, isSigned, [](uint64_t a, uint64_t b) { return a != b; });
  case 2:
    return compare(machine, instruction, isSigned, [](uint64_t a, uint64_t b) { return a < b; });
  case 3:
    return compare(machine, instruction, isSigned, [](uint64_t a, uint64_t b) { return a <= b; });
  case 4:
    return compare(machine, instruction, isSigned, [](uint64_t a, uint64_t b) { return a > b; });
  case 5:
    return compare(machine, instruction, isSigned, [](uint64_t a, uint64_t b) { return a >= b; });
  }
}

} // namespace tkc::interp::handlers
