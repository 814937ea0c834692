// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements that meet at places which other elements name: gathers and histograms.
#include <algorithm>

#include "Handlers.h"

namespace tkc::interp::handlers {

/// Operands: the source and the place of each element along the axis. The immediate is the index of the gather. A place
/// beyond the axis gives poison.
void gather(Machine &machine, const Instruction &instruction) {
  const Gather &shape = machine.code.gathers[instruction.immediate];
  Lanes places = machine.operand(instruction, 1);
  Lanes result = machine.result(instruction);
  std::vector<uint32_t> indices(result.count);
  std::vector<uint32_t> beyond;
  for (uint32_t lane = 0; lane < result.count; ++lane) {
    uint64_t place = unsignedValue(places.integers[lane], places.type.bits);
    if (place >= shape.source.extent) {
      beyond.push_back(lane);
      place = 0;
    }
    uint32_t outer = lane / shape.source.inner / shape.indexExtent;
    indices[lane] = (outer * shape.source.extent + uint32_t(place)) * shape.source.inner + lane % shape.source.inner;
  }
  gatherLanes(result, machine.operand(instruction, 0), indices.data());
  mergeFlags(result, {&places});
  for (uint32_t lane : beyond) {
    result.addFlag(lane, Poison);
  }
}

/// Operands: the numbers to count, and which of them count (or `noSlot`). What is not known of a number that counts, or
/// of whether it does, is not known of any count.
void histogram(Machine &machine, const Instruction &instruction) {
  Lanes numbers = machine.operand(instruction, 0);
  bool isMasked = instruction.operands[1] != noSlot;
  Lanes mask = machine.operand(instruction, isMasked ? 1 : 0);
  Lanes result = machine.result(instruction);
  std::fill_n(result.integers, result.count, 0);
  uint8_t flags = 0;
  for (uint32_t lane = 0; lane < numbers.count; ++lane) {
    bool counts = !isMasked || mask.integers[lane] != 0;
    flags |= isMasked ? mask.flag(lane) : 0;
    flags |= counts ? numbers.flag(lane) : 0;
    uint64_t number = unsignedValue(numbers.integers[lane], numbers.type.bits);
    if (counts && number < result.count) {
      ++result.integers[number];
    }
  }
  for (uint32_t lane = 0; flags != 0 && lane < result.count; ++lane) {
    result.addFlag(lane, flags);
  }
}

} // namespace tkc::interp::handlers
