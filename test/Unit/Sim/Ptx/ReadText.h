// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads small PTX texts for tests, without their first lines.
#ifndef TKC_TEST_UNIT_SIM_PTX_READTEXT_H
#define TKC_TEST_UNIT_SIM_PTX_READTEXT_H

#include "tkc/Sim/Ptx/Reader.h"

#include <gtest/gtest.h>

namespace tkc::sim::ptx {

/// What every text begins with, on one line: line 1 of a text below is line 1 here.
inline std::string withHeader(const std::string &text) {
  return ".version 9.0 .target sm_90a .address_size 64 " + text;
}

inline std::unique_ptr<Module> readGood(const std::string &text) {
  ReadOutcome outcome = readModule(withHeader(text));
  for (const ReadError &error : outcome.errors) {
    ADD_FAILURE() << error.line << ":" << error.column << ": " << error.message;
  }
  return outcome.module ? std::move(outcome.module) : std::make_unique<Module>();
}

/// The body of one kernel.
inline std::unique_ptr<Module> readBody(const std::string &body) {
  std::unique_ptr<Module> module = readGood("\n.entry f()\n{\n" + body + "\n}\n");
  module->functions.resize(1);
  return module;
}

/// The first instruction of a kernel that has only this one.
inline Instruction readInstruction(const std::string &text, std::unique_ptr<Module> &owner) {
  owner = readBody(text);
  owner->functions[0].instructions.resize(1);
  return owner->functions[0].instructions[0];
}

/// `line:column: message`, a line an error. The text begins at line 2.
inline std::string readErrors(const std::string &text) {
  ReadOutcome outcome = readModule(withHeader("\n" + text));
  EXPECT_EQ(outcome.module == nullptr, !outcome.errors.empty());
  std::string all;
  for (const ReadError &error : outcome.errors) {
    all += std::to_string(error.line) + ":" + std::to_string(error.column) + ": " + error.message + "\n";
  }
  return all;
}

} // namespace tkc::sim::ptx

#endif // TKC_TEST_UNIT_SIM_PTX_READTEXT_H
