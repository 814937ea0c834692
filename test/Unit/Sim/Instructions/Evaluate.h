// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Evaluates a few instructions for one thread.
#ifndef TKC_TEST_UNIT_SIM_INSTRUCTIONS_EVALUATE_H
#define TKC_TEST_UNIT_SIM_INSTRUCTIONS_EVALUATE_H

#include "../Machine/Simulation.h"

namespace tkc::sim::test {

/// Runs a body that leaves its result in %rd0, for lane 5 of a warp.
inline uint64_t evaluate64(const std::string &body, const std::string &declarations = "") {
  Setting setting;
  setting.words.assign(192, 0);
  Outcome outcome = runText(kernelText("mul.wide.u32 %rd63, %thread, 8;\nadd.u64 %rd63, %rd63, %buffer;\n" + body +
                                           "\nst.global.u64 [%rd63+256], %rd0;",
                                       declarations),
                            setting);
  EXPECT_TRUE(outcome.isClean()) << body << "\n" << outcome.problems();
  uint64_t result = 0;
  if (outcome.words.size() == 192) {
    std::memcpy(&result, &outcome.words[64 + 10], 8);
  }
  return result;
}

/// The same for %r0.
inline uint32_t evaluate(const std::string &body, const std::string &declarations = "") {
  return static_cast<uint32_t>(evaluate64(body + "\ncvt.u64.u32 %rd0, %r0;", declarations));
}

/// The first error of decoding a body for a target.
inline std::string errorOf(const std::string &body, const std::string &target = "sm_90a",
                           const std::string &declarations = "") {
  Simulator simulator;
  std::vector<LoadError> errors = loadKernel(simulator, kernelText(body, declarations, target));
  return errors.empty() ? "" : errors.front().message;
}

} // namespace tkc::sim::test

#endif // TKC_TEST_UNIT_SIM_INSTRUCTIONS_EVALUATE_H
