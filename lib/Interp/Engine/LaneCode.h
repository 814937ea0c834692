// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Code of another kind that works on lanes: inline assembly.
#ifndef TKC_LIB_INTERP_ENGINE_LANECODE_H
#define TKC_LIB_INTERP_ENGINE_LANECODE_H

#include <cstdint>
#include <string>
#include <vector>

namespace tkc::interp {

/// For each value the bits of its elements, as they lie in memory.
using LaneBits = std::vector<std::vector<uint64_t>>;

/// A function of elements. Threads call it at the same time.
class LaneCode {
public:
  virtual ~LaneCode();

  /// Gives the results for the operands; empty when all went well, else what went wrong.
  virtual std::string run(const LaneBits &operands, LaneBits &results) const = 0;
  /// The results depend on nothing but the operands.
  bool isPure = true;
  /// The results are off by up to this much, relative to their size.
  double relativeError = 0;
};

} // namespace tkc::interp

#endif // TKC_LIB_INTERP_ENGINE_LANECODE_H
