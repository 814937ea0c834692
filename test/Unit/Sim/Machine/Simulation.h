// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs small PTX texts for tests: one kernel, one buffer of 32-bit words.
#ifndef TKC_TEST_UNIT_SIM_MACHINE_SIMULATION_H
#define TKC_TEST_UNIT_SIM_MACHINE_SIMULATION_H

#include "tkc/Sim/Simulator.h"

#include <cstring>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace tkc::sim::test {

/// A kernel `test(u64 buffer)` around a body. `%buffer` is the buffer's address, `%tid` that of the thread, `%own` the
/// address of the thread's own word; r, rd, f, fd, p, h are registers %r0…%r31 and so on.
inline std::string kernelText(const std::string &body, const std::string &declarations = "",
                              const std::string &target = "sm_90a") {
  return ".version 9.0\n.target " + target + "\n.address_size 64\n" + declarations +
         "\n.visible .entry test(.param .u64 buffer_parameter)\n{\n"
         ".reg .pred %p<16>;\n.reg .b16 %h<32>;\n.reg .b32 %r<64>;\n.reg .b64 %rd<64>;\n.reg .f32 %f<32>;\n"
         ".reg .f64 %fd<32>;\n.reg .b32 %thread;\n.reg .b64 %buffer, %own;\n"
         "ld.param.u64 %buffer, [buffer_parameter];\nmov.u32 %thread, %tid.x;\n"
         "mul.wide.u32 %own, %thread, 4;\nadd.s64 %own, %own, %buffer;\n" +
         body + "\nret;\n}\n";
}

/// What a launch did.
struct Outcome {
  std::vector<LoadError> loadErrors;
  std::string launchError;
  LaunchResult result;
  std::vector<uint32_t> words;

  bool isClean() const { return loadErrors.empty() && launchError.empty() && result.faultCount == 0; }
  /// Names of the faults, each once, in the order of the program.
  std::vector<std::string> faults() const {
    std::vector<std::string> names;
    for (const ReportedFault &fault : result.faults) {
      names.emplace_back(faultKindName(fault.fault.kind));
    }
    return names;
  }
  /// Everything that went wrong, for messages of tests.
  std::string problems() const {
    std::string text = launchError;
    for (const LoadError &error : loadErrors) {
      text += "line " + std::to_string(error.line) + ": " + error.message + "\n";
    }
    for (const ReportedFault &fault : result.faults) {
      text += renderFault(fault);
    }
    return text;
  }
};

struct Setting {
  LaunchShape shape;
  LaunchOptions options;
  /// Words of the buffer before the launch; with `isFilled` false nobody has written them.
  std::vector<uint32_t> words = std::vector<uint32_t>(64, 0);
  bool isFilled = true;

  Setting() {
    shape.block = {32, 1, 1};
    options.threads = 1;
  }
};

/// Loads a text; gives what is wrong with it or with its kernel `test`.
inline std::vector<LoadError> loadKernel(Simulator &simulator, const std::string &text) {
  std::vector<LoadError> errors = simulator.load(text);
  return errors.empty() ? simulator.errorsOf("test") : errors;
}

inline Outcome runText(const std::string &text, Setting setting = Setting()) {
  Outcome outcome;
  Simulator simulator;
  outcome.loadErrors = loadKernel(simulator, text);
  if (!outcome.loadErrors.empty()) {
    return outcome;
  }
  size_t bytes = setting.words.size() * 4;
  uint64_t buffer = simulator.memory().allocate("buffer", bytes);
  if (setting.isFilled) {
    simulator.memory().write(buffer, setting.words.data(), bytes);
  }
  LaunchRequest request;
  request.kernel = "test";
  request.arguments.resize(1, std::vector<uint8_t>(8));
  std::memcpy(request.arguments[0].data(), &buffer, 8);
  request.shape = setting.shape;
  request.options = setting.options;
  Result<LaunchResult> result = simulator.launch(request);
  if (!result) {
    outcome.launchError = result.error();
    return outcome;
  }
  outcome.result = *std::move(result);
  outcome.words.resize(setting.words.size());
  simulator.memory().read(buffer, outcome.words.data(), bytes);
  return outcome;
}

inline Outcome runBody(const std::string &body, Setting setting = Setting(), const std::string &declarations = "") {
  return runText(kernelText(body, declarations), std::move(setting));
}

} // namespace tkc::sim::test

#endif // TKC_TEST_UNIT_SIM_MACHINE_SIMULATION_H
