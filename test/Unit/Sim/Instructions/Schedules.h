// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a kernel under every kind of schedule: what is right is right under all of them, what is wrong is seen under
// one.
#ifndef TKC_TEST_UNIT_SIM_INSTRUCTIONS_SCHEDULES_H
#define TKC_TEST_UNIT_SIM_INSTRUCTIONS_SCHEDULES_H

#include <algorithm>
#include <functional>

#include "../Machine/Simulation.h"

namespace tkc::sim::test {

inline std::vector<std::string> schedules() {
  return {"roundrobin",  "random:1",      "random:2",      "random:3",      "random:4",
          "adversarial", "adversarial:1", "adversarial:2", "adversarial:3", "adversarial:4"};
}

/// A kernel in the words of kernelText.
struct Kernel {
  std::string body, declarations;
  Setting setting;
};

inline Outcome runUnder(const Kernel &kernel, const std::string &schedule) {
  Setting setting = kernel.setting;
  setting.options.schedule = *parseSchedule(schedule);
  return runText(kernelText(kernel.body, kernel.declarations), setting);
}

/// No fault under any schedule; `expected` gives the words from `first` on.
inline void expectClean(const Kernel &kernel, size_t first = 0, size_t count = 0,
                        const std::function<uint32_t(uint32_t)> &expected = {}) {
  for (const std::string &schedule : schedules()) {
    Outcome outcome = runUnder(kernel, schedule);
    ASSERT_TRUE(outcome.isClean()) << schedule << "\n" << outcome.problems() << kernel.body;
    for (size_t index = 0; index < count; ++index) {
      ASSERT_EQ(outcome.words[first + index], expected(static_cast<uint32_t>(index)))
          << schedule << ", word " << index << "\n"
          << kernel.body;
    }
  }
}

/// The kind of fault is reported under every schedule; with `text`, one of its reports has that in its detail.
inline void expectFault(const Kernel &kernel, const std::string &kind, const std::string &text = "") {
  for (const std::string &schedule : schedules()) {
    Outcome outcome = runUnder(kernel, schedule);
    std::vector<std::string> faults = outcome.faults();
    EXPECT_TRUE(std::find(faults.begin(), faults.end(), kind) != faults.end()) << schedule << ": no " << kind << "\n"
                                                                               << outcome.problems() << kernel.body;
    EXPECT_NE(outcome.problems().find(text), std::string::npos) << schedule << "\n" << outcome.problems();
  }
}

/// The same, under at least one schedule.
inline void expectFaultSomewhere(const Kernel &kernel, const std::string &kind) {
  std::string all;
  for (const std::string &schedule : schedules()) {
    Outcome outcome = runUnder(kernel, schedule);
    std::vector<std::string> faults = outcome.faults();
    if (std::find(faults.begin(), faults.end(), kind) != faults.end()) {
      return;
    }
    all += schedule + ":\n" + outcome.problems();
  }
  ADD_FAILURE() << "no " << kind << "\n" << all << kernel.body;
}

/// Takes the first `text` out of a body, or puts something else in its place.
inline std::string without(std::string body, const std::string &text, const std::string &instead = "") {
  size_t place = body.find(text);
  EXPECT_NE(place, std::string::npos) << text;
  return place == std::string::npos ? body : body.replace(place, text.size(), instead);
}

/// Words 0 to `inputs - 1` hold 1000 and so on, `outputs` words behind them are zero.
inline Setting numbered(size_t inputs, size_t outputs, uint32_t threads = 32) {
  Setting setting;
  setting.shape.block = {threads, 1, 1};
  setting.words.assign(inputs + outputs, 0);
  for (size_t index = 0; index < inputs; ++index) {
    setting.words[index] = 1000 + static_cast<uint32_t>(index);
  }
  return setting;
}

/// Why a text is refused; empty when it is not.
inline std::string refusal(const std::string &body, const std::string &declarations = "",
                           const std::string &target = "sm_90a") {
  Outcome outcome = runText(kernelText(body, declarations, target));
  return outcome.loadErrors.empty() ? "" : outcome.loadErrors[0].message;
}

} // namespace tkc::sim::test

#endif // TKC_TEST_UNIT_SIM_INSTRUCTIONS_SCHEDULES_H
