// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a kernel over a tensor of words that hold their number, and its tensor map.
#ifndef TKC_TEST_UNIT_SIM_INSTRUCTIONS_TENSORSETTING_H
#define TKC_TEST_UNIT_SIM_INSTRUCTIONS_TENSORSETTING_H

#include "tkc/Sim/Numeric/TensorMap.h"

#include <map>

#include "Schedules.h"

namespace tkc::sim::test {

using data::TensorMapDescription;
using data::TensorMapSwizzle;
using data::TensorMapType;

inline const char *const tensorHead =
    "\n.address_size 64\n"
    ".visible .entry test(.param .align 64 .b8 map_parameter[128], .param .u64 out_parameter)\n{\n"
    ".reg .pred %p<8>;\n.reg .b16 %h<4>;\n.reg .b32 %r<32>, %thread;\n.reg .b64 %rd<16>, %map, %out;\n"
    ".shared .align 1024 .b8 tile[4096];\n.shared .align 8 .b64 barrier;\n"
    "mov.b64 %map, map_parameter;\ncvta.param.u64 %map, %map;\nld.param.u64 %out, [out_parameter];\n"
    "mov.u32 %thread, %tid.x;\nmov.u32 %r1, tile;\nmov.u32 %r2, barrier;\n"
    "setp.ne.u32 %p0, %thread, 0;\n";

/// A tensor of words that hold their number, and 4 KiB of output.
struct TensorRunSetting {
  TensorMapDescription map;
  std::string body;
  size_t tensorWords = 1024;
  /// Bytes in place of the map's.
  std::vector<uint8_t> mapBytes = {};
  /// Words that hold something else.
  std::map<uint32_t, uint32_t> values = {};
  std::string target = "sm_90a";
};

struct TensorOutcome {
  std::vector<std::string> faults;
  std::string problems;
  std::vector<uint32_t> tensor, out;
};

inline TensorOutcome runTensor(const TensorRunSetting &setting, const std::string &schedule) {
  TensorOutcome outcome;
  Simulator simulator;
  for (const LoadError &error :
       simulator.load(".version 9.0\n.target " + setting.target + tensorHead + setting.body + "ret;\n}\n")) {
    outcome.problems += error.message + "\n";
  }
  if (!outcome.problems.empty()) {
    return outcome;
  }
  std::vector<uint32_t> words(setting.tensorWords);
  for (uint32_t index = 0; index < words.size(); ++index) {
    words[index] = index;
  }
  for (auto [index, value] : setting.values) {
    words[index] = value;
  }
  uint64_t tensor = simulator.memory().allocate("tensor", words.size() * 4);
  uint64_t out = simulator.memory().allocate("out", 4096);
  simulator.memory().write(tensor, words.data(), words.size() * 4);
  std::vector<uint32_t> zeros(1024, 0);
  simulator.memory().write(out, zeros.data(), 4096);
  TensorMapDescription map = setting.map;
  map.address = tensor;
  LaunchRequest request;
  request.kernel = "test";
  TensorMapBytes bytes = storeTensorMap(map);
  request.arguments.push_back(setting.mapBytes.empty() ? std::vector<uint8_t>(bytes.begin(), bytes.end())
                                                       : setting.mapBytes);
  request.arguments.emplace_back(8);
  std::memcpy(request.arguments[1].data(), &out, 8);
  request.shape.block = {32, 1, 1};
  request.options.threads = 1;
  request.options.schedule = *parseSchedule(schedule);
  Result<LaunchResult> result = simulator.launch(request);
  if (!result) {
    outcome.problems = result.error();
    return outcome;
  }
  for (const ReportedFault &fault : result->faults) {
    outcome.faults.emplace_back(faultKindName(fault.fault.kind));
    outcome.problems += renderFault(fault);
  }
  outcome.tensor.resize(words.size());
  outcome.out.resize(1024);
  simulator.memory().read(tensor, outcome.tensor.data(), words.size() * 4);
  simulator.memory().read(out, outcome.out.data(), 4096);
  return outcome;
}

inline void expectTensorFault(const TensorRunSetting &setting, const std::string &kind, const std::string &text = "") {
  for (const std::string &schedule : schedules()) {
    TensorOutcome outcome = runTensor(setting, schedule);
    EXPECT_TRUE(std::find(outcome.faults.begin(), outcome.faults.end(), kind) != outcome.faults.end())
        << schedule << ": no " << kind << "\n"
        << outcome.problems;
    EXPECT_NE(outcome.problems.find(text), std::string::npos) << outcome.problems;
  }
}

/// 30 columns of 10 rows, 32 words apart; boxes of 8 x 4.
inline TensorMapDescription wordMatrix() {
  TensorMapDescription map;
  map.type = TensorMapType::U32;
  map.dimensions = {30, 10};
  map.stridesInBytes = {128};
  map.box = {8, 4};
  map.elementStrides = {1, 1};
  return map;
}

inline std::string loadOf(const std::string &copy, const std::string &bytes = "128", const std::string &end = "") {
  return "@!%p0 mbarrier.init.shared.b64 [barrier], 1;\n@!%p0 fence.mbarrier_init.release.cluster;\n"
         "@!%p0 mbarrier.arrive.expect_tx.shared.b64 _, [barrier], " +
         bytes + ";\n@!%p0 " + copy +
         ";\nbar.sync 0;\nWAIT:\nmbarrier.try_wait.parity.shared.b64 %p1, [barrier], 0;\n@!%p1 bra WAIT;\n" + end +
         "mad.lo.u32 %r3, %thread, 4, %r1;\nld.shared.u32 %r4, [%r3];\nmul.wide.u32 %rd1, %thread, 4;\n"
         "add.u64 %rd1, %out, %rd1;\nst.global.u32 [%rd1], %r4;\n";
}
inline const std::string load2d = "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes ";

} // namespace tkc::sim::test

#endif // TKC_TEST_UNIT_SIM_INSTRUCTIONS_TENSORSETTING_H
