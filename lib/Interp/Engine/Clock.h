// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Happens-before between programs: sparse vector clocks that atomics join.
#ifndef TKC_LIB_INTERP_ENGINE_CLOCK_H
#define TKC_LIB_INTERP_ENGINE_CLOCK_H

#include <cstdint>
#include <vector>

namespace tkc::interp {

/// A moment of one program. Programs are numbered from 0; time starts at 1.
struct Epoch {
  uint32_t program = 0;
  uint32_t time = 0;

  bool operator==(const Epoch &other) const { return program == other.program && time == other.time; }
};

/// The last moment of each program that is known to lie before now; programs without an entry are unknown.
class Clock {
public:
  uint32_t timeOf(uint32_t program) const;
  bool covers(Epoch epoch) const { return epoch.time <= timeOf(epoch.program); }
  void advance(uint32_t program);
  void join(const Clock &other);
  void clear() { epochs.clear(); }

private:
  /// Sorted by program.
  std::vector<Epoch> epochs;
};

} // namespace tkc::interp

#endif // TKC_LIB_INTERP_ENGINE_CLOCK_H
