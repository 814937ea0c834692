// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arithmetic of bulk reductions.
#include "BulkReduction.h"

#include "tkc/Sim/Numeric/Float.h"

namespace tkc::sim {

using Operation = BulkReduction::Operation;
using Element = BulkReduction::Element;

std::optional<Operation> findReduction(std::string_view name) {
  static constexpr std::string_view names[] = {"add", "min", "max", "inc", "dec", "and", "or", "xor"};
  for (unsigned number = 0; number < std::size(names); ++number) {
    if (names[number] == name) {
      return static_cast<Operation>(number);
    }
  }
  return std::nullopt;
}

static bool isFloat(Element element) { return element >= Element::F16; }

bool BulkReduction::exists() const {
  switch (operation) {
  case Operation::Add:
    return elementBytes >= 4 || isFloat(element);
  case Operation::Min:
  case Operation::Max:
    return isFloat(element) ? elementBytes == 2 : elementBytes >= 4;
  case Operation::Increment:
  case Operation::Decrement:
    return element == Element::Unsigned && elementBytes == 4;
  case Operation::And:
  case Operation::Or:
  case Operation::Xor:
    return !isFloat(element) && elementBytes >= 4;
  }
  return false;
}

static uint64_t combineIntegers(Operation operation, bool isLess, uint64_t old, uint64_t value) {
  switch (operation) {
  case Operation::Add:
    return old + value;
  case Operation::Min:
    return isLess ? old : value;
  case Operation::Max:
    return isLess ? value : old;
  case Operation::Increment:
    return old >= value ? 0 : old + 1;
  case Operation::Decrement:
    return old == 0 || old > value ? value : old - 1;
  case Operation::And:
    return old & value;
  case Operation::Or:
    return old | value;
  case Operation::Xor:
    return old ^ value;
  }
  return old;
}

template <Format half>
static uint16_t combineHalves(Operation operation, uint64_t old, uint64_t value) {
  auto left = static_cast<uint16_t>(old), right = static_cast<uint16_t>(value);
  if (operation == Operation::Add) {
    return add<half>(left, right);
  }
  MinMaxMode mode;
  mode.isMaximum = operation == Operation::Max;
  return minMax<half>(left, right, mode);
}

uint64_t BulkReduction::combine(uint64_t old, uint64_t value) const {
  switch (element) {
  case Element::Unsigned:
    return combineIntegers(operation, old < value, old, value);
  case Element::Signed: {
    unsigned unused = 64 - 8 * elementBytes;
    bool isLess = static_cast<int64_t>(old << unused) < static_cast<int64_t>(value << unused);
    return combineIntegers(operation, isLess, old, value);
  }
  case Element::F16:
    return combineHalves<Format::F16>(operation, old, value);
  case Element::BF16:
    return combineHalves<Format::BF16>(operation, old, value);
  case Element::F32: {
    FloatMode mode;
    mode.ftz = true;
    return bitsOf(add(floatOf(static_cast<uint32_t>(old)), floatOf(static_cast<uint32_t>(value)), mode));
  }
  case Element::F64:
    return bitsOf(add(doubleOf(old), doubleOf(value)));
  }
  return old;
}

} // namespace tkc::sim
