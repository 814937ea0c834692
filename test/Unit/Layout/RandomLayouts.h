// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random linear layouts for the brute-force tests.
#ifndef TKC_TEST_UNIT_LAYOUT_RANDOMLAYOUTS_H
#define TKC_TEST_UNIT_LAYOUT_RANDOMLAYOUTS_H

#include "tkc/Layout/F2.h"
#include "tkc/Layout/LinearLayout.h"

#include <algorithm>
#include <random>

namespace tkc::layout::test {

using Random = std::mt19937;

inline uint64_t below(Random &random, uint64_t limit) { return random() % limit; }

/// Any layout between these dimensions.
inline LinearLayout randomLayout(Random &random, DimList ins, DimList outs) {
  std::vector<uint64_t> bases;
  for (unsigned i = 0; i < ins.log2Size(); ++i) {
    bases.push_back(below(random, uint64_t(1) << outs.log2Size()));
  }
  return LinearLayout::fromFlat(ins, outs, bases);
}

/// A layout that reaches every element; needs at least as many input bits as output bits. Spare inputs are replicas.
inline LinearLayout randomSurjective(Random &random, DimList ins, DimList outs) {
  for (;;) {
    unsigned bits = outs.log2Size();
    std::vector<uint64_t> bases(ins.log2Size(), 0);
    std::vector<uint64_t> units;
    for (unsigned i = 0; i < bits; ++i) {
      units.push_back(uint64_t(1) << i);
    }
    std::shuffle(units.begin(), units.end(), random);
    bool plain = below(random, 2) == 0;
    for (size_t i = 0; i < bases.size(); ++i) {
      if (i < units.size()) {
        bases[i] = plain ? units[i] : below(random, uint64_t(1) << bits);
      } else if (below(random, 2) == 0) {
        bases[i] = plain ? 0 : below(random, uint64_t(1) << bits);
      }
    }
    std::shuffle(bases.begin(), bases.end(), random);
    if (f2::rank(bases) == bits) {
      return LinearLayout::fromFlat(ins, outs, bases);
    }
  }
}

} // namespace tkc::layout::test

#endif
