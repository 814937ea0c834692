// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random nests of branches, loops and jumps compute what they say.
#include "RandomProgram.h"

#include <gtest/gtest.h>

#include "ExecuteKernel.h"

namespace tkc::elaborate::test {

TEST(RandomProgram, computesWhatItSays) {
  for (uint32_t seed = 0; seed < 250 && !::testing::Test::HasFailure(); ++seed) {
    RandomProgram program(seed);
    std::string text = program.text() + R"(
@triton.jit
def kernel(out: "*i32"):
    pid = tl.program_id(0)
    tl.store(out + pid, f(pid))
)";
    std::vector<int64_t> expected;
    for (int32_t x = 0; x < 8; ++x) {
      expected.push_back(program.run(x));
    }
    EXPECT_EQ(execute(text, 8), expected) << "seed " << seed << "\n" << text;
  }
}

} // namespace tkc::elaborate::test
