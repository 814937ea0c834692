// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes wrong kernels of right ones: each wait, fence, arrival, commit, byte count and parity is taken out, moved past
// the next or the previous access to memory of its block, or changed.
#ifndef TKC_TEST_UNIT_SIM_MUTATIONS_MUTANTS_H
#define TKC_TEST_UNIT_SIM_MUTATIONS_MUTANTS_H

#include <string>
#include <vector>

namespace tkc::sim::test {

struct Mutant {
  /// `bar.sync 0; deleted`, with `#2` for the second such line of the text.
  std::string name;
  std::string text;
};

/// All mutants of a PTX text whose instructions stand on lines of their own.
std::vector<Mutant> makeMutants(const std::string &text);

} // namespace tkc::sim::test

#endif // TKC_TEST_UNIT_SIM_MUTATIONS_MUTANTS_H
