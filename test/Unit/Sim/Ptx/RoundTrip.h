// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whole files, and whether what is printed of them reads back.
#ifndef TKC_TEST_UNIT_SIM_PTX_ROUNDTRIP_H
#define TKC_TEST_UNIT_SIM_PTX_ROUNDTRIP_H

#include "tkc/Sim/Ptx/Printer.h"

#include <fstream>
#include <iterator>

#include "ReadText.h"
#include "SameModule.h"

namespace tkc::sim::ptx {

inline void expectSameAgain(const Module &module) {
  std::string printed = printModule(module);
  ReadOutcome again = readModule(printed);
  ASSERT_TRUE(again.module) << again.errors.at(0).line << ": " << again.errors.at(0).message << "\n" << printed;
  EXPECT_TRUE(isSame(module, *again.module)) << printed;
  EXPECT_EQ(printModule(*again.module), printed);
}

/// Null when the file is not there, or has errors, which are failures of the test.
inline std::unique_ptr<Module> readFile(const std::string &path) {
  std::ifstream file(path);
  std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  ReadOutcome outcome = readModule(text);
  for (const ReadError &error : outcome.errors) {
    ADD_FAILURE() << path << ":" << error.line << ":" << error.column << ": " << error.message;
  }
  return std::move(outcome.module);
}

} // namespace tkc::sim::ptx

#endif // TKC_TEST_UNIT_SIM_PTX_ROUNDTRIP_H
