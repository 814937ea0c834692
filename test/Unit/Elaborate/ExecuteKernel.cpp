// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From text to numbers, for tests.
#include "ExecuteKernel.h"

#include "../Interp/RunKernel.h"
#include "ElaborateKernel.h"

namespace tkc::elaborate::test {

std::vector<int64_t> execute(const std::string &text, int32_t count, int32_t programs) {
  Elaborated elaborated = elaborateText(text);
  EXPECT_EQ(elaborated.messages, "") << text;
  EXPECT_TRUE(elaborated.verifies) << text << elaborated.ir;
  if (!elaborated.verifies) {
    return {};
  }
  interp::KernelRun run;
  run.output(data::ElementType::I32, static_cast<size_t>(count));
  run.launch.grid = {programs ? programs : count, 1, 1};
  run.options.threadCount = 1;
  run.runCleanly(elaborated.ir);
  std::vector<int64_t> result;
  for (double value : run.values(0)) {
    result.push_back(static_cast<int64_t>(value));
  }
  return result;
}

} // namespace tkc::elaborate::test
