// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every instruction that LLVM and nvcc emit is stated as one that runs or one that is refused for a reason, in
// Inputs/llvm-instructions.txt; a row that no longer tells the truth fails.
#include "tkc/Support/Files.h"

#include <set>
#include <sstream>

#include "../Machine/Simulation.h"

namespace tkc::sim::test {
namespace {

/// A kernel with more registers than the common one, so that rows need not share.
std::string rowText(const std::string &instruction) {
  return ".version 9.0\n.target sm_90a\n.address_size 64\n"
         ".visible .entry test(.param .u64 buffer_parameter)\n{\n"
         ".reg .pred %p<16>;\n.reg .b16 %h<64>;\n.reg .b32 %r<128>;\n.reg .b64 %rd<64>;\n.reg .f32 %f<128>;\n"
         ".reg .f64 %fd<64>;\n.reg .b128 %q<8>;\n" +
         instruction + ";\nret;\n}\n";
}

std::vector<std::string> fieldsOf(const std::string &line) {
  std::vector<std::string> fields;
  std::istringstream stream(line);
  for (std::string field; std::getline(stream, field, '\t');) {
    fields.push_back(field);
  }
  return fields;
}

TEST(LlvmInstructions, RunOrAreRefusedAsStated) {
  Result<std::string> table = readFile(TKC_INSTRUCTION_TABLE);
  ASSERT_TRUE(table) << table.error();
  std::istringstream lines(*table);
  unsigned runs = 0, refusals = 0;
  std::set<std::string> opcodes;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] == '#') {
      continue;
    }
    std::vector<std::string> fields = fieldsOf(line);
    ASSERT_GE(fields.size(), 2u) << line;
    Simulator simulator;
    std::vector<LoadError> errors = loadKernel(simulator, rowText(fields[1]));
    opcodes.insert(fields[1].substr(0, fields[1].find_first_of(". ")));
    if (fields[0] == "run") {
      EXPECT_TRUE(errors.empty()) << line << "\n" << errors[0].message;
      ++runs;
      continue;
    }
    ASSERT_EQ(fields[0], "refused") << line;
    ASSERT_EQ(fields.size(), 3u) << line;
    ASSERT_FALSE(errors.empty()) << line << "\nruns by now";
    EXPECT_NE(errors[0].message.find(fields[2]), std::string::npos) << line << "\n" << errors[0].message;
    ++refusals;
  }
  // The table is whole.
  EXPECT_GT(runs, 1100u);
  EXPECT_GT(refusals, 300u);
  EXPECT_GT(opcodes.size(), 120u);
}

} // namespace
} // namespace tkc::sim::test
