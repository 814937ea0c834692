// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ranges of definedness bits.
#include <cstring>

#include "Contents.h"

namespace tkc::sim {

static uint8_t maskOf(unsigned from, unsigned to) {
  return static_cast<uint8_t>((0xffu << from) & (0xffu >> (8 - to)));
}

/// Calls `edge(byte, mask)` for partial bytes and `middle(first, count)` for whole ones; stops when one says false.
template <typename Edge, typename Middle>
static bool forRange(uint64_t index, uint64_t count, Edge edge, Middle middle) {
  if (count == 0) {
    return true;
  }
  uint64_t first = index / 8, last = (index + count - 1) / 8;
  unsigned from = index % 8, to = (index + count - 1) % 8 + 1;
  if (first == last) {
    return edge(first, maskOf(from, to));
  }
  if (from != 0) {
    if (!edge(first++, maskOf(from, 8))) {
      return false;
    }
  }
  if (to != 8) {
    return middle(first, last - first) && edge(last, maskOf(0, to));
  }
  return middle(first, last + 1 - first);
}

void setBits(uint8_t *bits, uint64_t index, uint64_t count, bool value) {
  forRange(
      index, count,
      [&](uint64_t byte, uint8_t mask) {
        bits[byte] = static_cast<uint8_t>(value ? bits[byte] | mask : bits[byte] & ~mask);
        return true;
      },
      [&](uint64_t first, uint64_t bytes) {
        std::memset(bits + first, value ? 0xff : 0, bytes);
        return true;
      });
}

bool areAllSet(const uint8_t *bits, uint64_t index, uint64_t count) {
  return forRange(
      index, count, [&](uint64_t byte, uint8_t mask) { return (bits[byte] & mask) == mask; },
      [&](uint64_t first, uint64_t bytes) {
        for (uint64_t at = 0; at < bytes; ++at) {
          if (bits[first + at] != 0xff) {
            return false;
          }
        }
        return true;
      });
}

void copyBits(uint8_t *target, uint64_t targetIndex, const uint8_t *source, uint64_t sourceIndex, uint64_t count) {
  if (targetIndex % 8 == 0 && sourceIndex % 8 == 0) {
    std::memmove(target + targetIndex / 8, source + sourceIndex / 8, count / 8);
    targetIndex += count / 8 * 8;
    sourceIndex += count / 8 * 8;
    count %= 8;
  }
  for (uint64_t at = 0; at < count; ++at) {
    uint64_t from = sourceIndex + at;
    setBits(target, targetIndex + at, 1, source[from / 8] >> (from % 8) & 1);
  }
}

} // namespace tkc::sim
