// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pipelines that are right run clean under every schedule; every mutant of one is reported, by a fault or a wrong
// result, under some schedule. Those that are not reported stand here with the reason why they are as right as the
// original.
#include "tkc/Support/Files.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>

#include "../../../Device/Sim/Simulated.h"
#include "Mutants.h"

namespace tkc::sim::test {
namespace {

using agreement::Workload;

/// Rounds of each ring: enough that a barrier that counts one arrival too few gets a phase ahead.
constexpr unsigned rounds = 14;

std::vector<std::string> schedules() {
  std::vector<std::string> all = {"roundrobin"};
  for (int seed = 1; seed <= 6; ++seed) {
    all.push_back("adversarial:" + std::to_string(seed));
    all.push_back("random:" + std::to_string(seed));
  }
  return all;
}

std::string readPipeline(const std::string &name) {
  Result<std::string> text = readFile(std::string(TKC_PIPELINES "/") + name + ".ptx");
  EXPECT_TRUE(text) << text.error();
  return text ? *text : "";
}

struct Verdict {
  /// Why the text could not be run at all.
  std::string trouble;
  /// What was found wrong; empty for nothing.
  std::string finding;
};

Verdict runPipeline(const Workload &workload, const std::string &text, const std::string &schedule) {
  LaunchOptions options;
  options.threads = 1;
  options.schedule = *parseSchedule(schedule);
  options.idleLimit = 1 << 18;
  options.faultLimit = 1;
  Result<agreement::SimulatedRun> run = agreement::simulate(workload, text, options);
  if (!run) {
    return {run.error(), ""};
  }
  return {"", run->fault.empty() ? compareOutputs(workload, run->outputs) : run->fault};
}

Workload findWorkload(const std::string &name) {
  for (Workload &workload : agreement::makeWorkloads(rounds)) {
    if (workload.name == name) {
      return std::move(workload);
    }
  }
  return {};
}

/// A mutant that is as right as the original.
struct Survivor {
  const char *pipeline, *mutant, *reason;
};

const Survivor survivors[] = {
#include "Survivors.inc"
};

/// A pipeline and how many mutants it has.
struct Pipeline {
  const char *name;
  size_t mutants;
};

void PrintTo(const Pipeline &pipeline, std::ostream *stream) { *stream << pipeline.name; }

constexpr Pipeline pipelines[] = {{"cp-async-ring", 13},
                                  {"named-barrier-ping-pong", 14},
                                  {"tma-ring", 35},
                                  {"cluster-multicast", 44},
                                  {"wgmma-ring", 43}};

class Pipelines : public testing::TestWithParam<Pipeline> {};

TEST_P(Pipelines, OriginalIsClean) {
  Workload workload = findWorkload(GetParam().name);
  std::string text = readPipeline(GetParam().name);
  ASSERT_NE(text, "");
  for (const std::string &schedule : schedules()) {
    Verdict verdict = runPipeline(workload, text, schedule);
    EXPECT_EQ(verdict.trouble + verdict.finding, "") << schedule;
  }
}

TEST_P(Pipelines, MutantsAreReported) {
  Workload workload = findWorkload(GetParam().name);
  std::set<std::string> expected, survived;
  for (const Survivor &survivor : survivors) {
    if (survivor.pipeline == std::string(GetParam().name)) {
      expected.insert(survivor.mutant);
    }
  }
  std::vector<Mutant> mutants = makeMutants(readPipeline(GetParam().name));
  EXPECT_EQ(mutants.size(), GetParam().mutants);
  for (const Mutant &mutant : mutants) {
    bool isReported = false;
    for (const std::string &schedule : schedules()) {
      Verdict verdict = runPipeline(workload, mutant.text, schedule);
      ASSERT_EQ(verdict.trouble, "") << mutant.name << "\n" << mutant.text;
      isReported |= !verdict.finding.empty();
      if (isReported) {
        break;
      }
    }
    if (!isReported) {
      survived.insert(mutant.name);
    }
  }
  for (const std::string &name : survived) {
    EXPECT_TRUE(expected.count(name) != 0) << "not reported: " << name;
  }
  for (const std::string &name : expected) {
    EXPECT_TRUE(survived.count(name) != 0) << "reported after all, or no mutant: " << name;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Pipelines, testing::ValuesIn(pipelines),
                         [](const testing::TestParamInfo<Pipeline> &info) {
                           std::string name = info.param.name;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

/// `MutantsAreReported` holds for each pipeline that exactly these survive.
TEST(Mutants, AreAsManyAsThePageSays) {
  size_t all = 0;
  for (const Pipeline &pipeline : pipelines) {
    all += pipeline.mutants;
  }
  EXPECT_EQ(all, 149u);
  EXPECT_EQ(std::size(survivors), 7u);
  Result<std::string> page = readFile(TKC_SIMULATOR_PAGE);
  ASSERT_TRUE(page) << page.error();
  std::string counts = "Of " + std::to_string(all) + " mutants " + std::to_string(all - std::size(survivors)) +
                       " are reported under one of " + std::to_string(schedules().size()) + " schedules";
  EXPECT_NE(page->find(counts), std::string::npos) << counts;
}

} // namespace
} // namespace tkc::sim::test
