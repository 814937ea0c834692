// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pipelines that are right run clean under every schedule; every mutant of one is reported, by a fault or a wrong
// result, under some schedule. Those that are not reported stand here with the reason why they are as right as the
// original.
#include "tkc/Sim/Numeric/TensorMap.h"
#include "tkc/Sim/Simulator.h"

#include <cstring>
#include <fstream>
#include <gtest/gtest.h>
#include <set>
#include <sstream>

#include "../../../Device/Sim/Workload.h"
#include "Mutants.h"

namespace tkc::sim::test {
namespace {

using agreement::Workload;
using agreement::WorkloadArgument;

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
  std::ifstream file(TKC_PIPELINES "/" + name + ".ptx");
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<uint8_t> bytesOf(const void *value, size_t size) {
  const auto *bytes = static_cast<const uint8_t *>(value);
  return {bytes, bytes + size};
}

/// The bytes of an argument; memory for it at `address`.
std::vector<uint8_t> place(Simulator &simulator, const WorkloadArgument &argument, uint64_t &address) {
  if (argument.kind == WorkloadArgument::Kind::Number) {
    return bytesOf(argument.words.data(), 4);
  }
  address = simulator.memory().allocate("argument", argument.words.size() * 4);
  if (argument.kind != WorkloadArgument::Kind::Output) {
    simulator.memory().write(address, argument.words.data(), argument.words.size() * 4);
  }
  if (argument.kind != WorkloadArgument::Kind::Map) {
    return bytesOf(&address, 8);
  }
  data::TensorMapDescription map = argument.map;
  map.address = address;
  TensorMapBytes encoded = storeTensorMap(map);
  return {encoded.begin(), encoded.end()};
}

struct Verdict {
  /// Why the text could not be run at all.
  std::string trouble;
  /// What was found wrong; empty for nothing.
  std::string finding;
};

Verdict runPipeline(const Workload &workload, const std::string &text, const std::string &schedule) {
  Simulator simulator;
  std::vector<LoadError> errors = simulator.load(text);
  if (!errors.empty()) {
    return {"line " + std::to_string(errors[0].line) + ": " + errors[0].message, ""};
  }
  LaunchRequest request;
  request.kernel = workload.kernel();
  request.shape.grid = {workload.ctas, 1, 1};
  request.shape.block = {workload.threads, 1, 1};
  request.shape.cluster = {workload.cluster, 1, 1};
  request.options.threads = 1;
  request.options.schedule = *parseSchedule(schedule);
  request.options.idleLimit = 1 << 18;
  request.options.faultLimit = 1;
  std::vector<uint64_t> addresses(workload.arguments.size());
  for (size_t index = 0; index < addresses.size(); ++index) {
    request.arguments.push_back(place(simulator, workload.arguments[index], addresses[index]));
  }
  Result<LaunchResult> result = simulator.launch(request);
  if (!result) {
    return {result.error(), ""};
  }
  if (result->faultCount != 0) {
    return {"", renderFault(result->faults[0])};
  }
  std::vector<std::vector<uint32_t>> outputs;
  for (size_t index = 0; index < addresses.size(); ++index) {
    if (workload.arguments[index].kind == WorkloadArgument::Kind::Output) {
      outputs.emplace_back(workload.arguments[index].words.size());
      simulator.memory().read(addresses[index], outputs.back().data(), outputs.back().size() * 4);
    }
  }
  return {"", compareOutputs(workload, outputs)};
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

class Pipelines : public testing::TestWithParam<const char *> {};

TEST_P(Pipelines, OriginalIsClean) {
  Workload workload = findWorkload(GetParam());
  std::string text = readPipeline(GetParam());
  ASSERT_NE(text, "");
  for (const std::string &schedule : schedules()) {
    Verdict verdict = runPipeline(workload, text, schedule);
    EXPECT_EQ(verdict.trouble + verdict.finding, "") << schedule;
  }
}

TEST_P(Pipelines, MutantsAreReported) {
  Workload workload = findWorkload(GetParam());
  std::set<std::string> expected, survived;
  for (const Survivor &survivor : survivors) {
    if (survivor.pipeline == std::string(GetParam())) {
      expected.insert(survivor.mutant);
    }
  }
  std::vector<Mutant> mutants = makeMutants(readPipeline(GetParam()));
  EXPECT_GT(mutants.size(), 8u);
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
  RecordProperty("mutants", static_cast<int>(mutants.size()));
  for (const std::string &name : survived) {
    EXPECT_TRUE(expected.count(name) != 0) << "not reported: " << name;
  }
  for (const std::string &name : expected) {
    EXPECT_TRUE(survived.count(name) != 0) << "reported after all, or no mutant: " << name;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Pipelines,
                         testing::Values("cp-async-ring", "named-barrier-ping-pong", "tma-ring", "cluster-multicast",
                                         "wgmma-ring"),
                         [](const testing::TestParamInfo<const char *> &info) {
                           std::string name = info.param;
                           for (char &letter : name) {
                             letter = letter == '-' ? '_' : letter;
                           }
                           return name;
                         });

} // namespace
} // namespace tkc::sim::test
