// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What cp.reduce.async.bulk does to an element.
#ifndef TKC_LIB_SIM_INSTRUCTIONS_BULKREDUCTION_H
#define TKC_LIB_SIM_INSTRUCTIONS_BULKREDUCTION_H

#include <cstdint>
#include <optional>
#include <string_view>

namespace tkc::sim {

struct BulkReduction {
  enum class Operation : uint8_t { Add, Min, Max, Increment, Decrement, And, Or, Xor };
  enum class Element : uint8_t { Unsigned, Signed, F16, BF16, F32, F64 };

  Operation operation = Operation::Add;
  Element element = Element::Unsigned;
  uint32_t elementBytes = 4;

  /// The element in memory and the one that comes; both in the low bits.
  uint64_t combine(uint64_t old, uint64_t value) const;
  /// Whether PTX has it: bits have no order, floats no bits, increments are of 32 bits.
  bool exists() const;
};

/// `add`, `min`, … ; nothing for other names.
std::optional<BulkReduction::Operation> findReduction(std::string_view name);

} // namespace tkc::sim

#endif // TKC_LIB_SIM_INSTRUCTIONS_BULKREDUCTION_H
