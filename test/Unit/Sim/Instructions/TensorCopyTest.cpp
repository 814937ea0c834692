// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies through tensor maps: boxes against loops over elements, and what is refused. Agreement with a GPU is tested by
// the programs under test/Device/Sim.
#include "tkc/Sim/Numeric/TensorMap.h"

#include "Schedules.h"

namespace tkc::sim::test {
namespace {

using data::TensorMapDescription;
using data::TensorMapSwizzle;
using data::TensorMapType;

const char *const head =
    ".version 9.0\n.target sm_90a\n.address_size 64\n"
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
};

struct TensorOutcome {
  std::vector<std::string> faults;
  std::string problems;
  std::vector<uint32_t> tensor, out;
};

TensorOutcome runTensor(const TensorRunSetting &setting, const std::string &schedule) {
  TensorOutcome outcome;
  Simulator simulator;
  for (const LoadError &error : simulator.load(head + setting.body + "ret;\n}\n")) {
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

void expectTensorFault(const TensorRunSetting &setting, const std::string &kind, const std::string &text = "") {
  for (const std::string &schedule : schedules()) {
    TensorOutcome outcome = runTensor(setting, schedule);
    EXPECT_TRUE(std::find(outcome.faults.begin(), outcome.faults.end(), kind) != outcome.faults.end())
        << schedule << ": no " << kind << "\n"
        << outcome.problems;
    EXPECT_NE(outcome.problems.find(text), std::string::npos) << outcome.problems;
  }
}

/// 30 columns of 10 rows, 32 words apart; boxes of 8 x 4.
TensorMapDescription wordMatrix() {
  TensorMapDescription map;
  map.type = TensorMapType::U32;
  map.dimensions = {30, 10};
  map.stridesInBytes = {128};
  map.box = {8, 4};
  map.elementStrides = {1, 1};
  return map;
}

std::string loadOf(const std::string &copy, const std::string &bytes = "128", const std::string &end = "") {
  return "@!%p0 mbarrier.init.shared.b64 [barrier], 1;\n@!%p0 fence.mbarrier_init.release.cluster;\n"
         "@!%p0 mbarrier.arrive.expect_tx.shared.b64 _, [barrier], " +
         bytes + ";\n@!%p0 " + copy +
         ";\nbar.sync 0;\nWAIT:\nmbarrier.try_wait.parity.shared.b64 %p1, [barrier], 0;\n@!%p1 bra WAIT;\n" + end +
         "mad.lo.u32 %r3, %thread, 4, %r1;\nld.shared.u32 %r4, [%r3];\nmul.wide.u32 %rd1, %thread, 4;\n"
         "add.u64 %rd1, %out, %rd1;\nst.global.u32 [%rd1], %r4;\n";
}
const std::string load2d = "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes ";

TEST(TensorCopy, LoadsClipAndFill) {
  for (auto [column, row] : std::vector<std::pair<int, int>>{{0, 0}, {5, 3}, {26, 8}, {-3, -2}, {40, 0}}) {
    TensorRunSetting setting{wordMatrix(), loadOf(load2d + "[%r1], [%map, {" + std::to_string(column) + ", " +
                                                  std::to_string(row) + "}], [%r2]")};
    for (const std::string &schedule : schedules()) {
      TensorOutcome outcome = runTensor(setting, schedule);
      ASSERT_EQ(outcome.problems, "") << schedule;
      for (int word = 0; word < 32; ++word) {
        int x = column + word % 8, y = row + word / 8;
        bool isInside = x >= 0 && x < 30 && y >= 0 && y < 10;
        EXPECT_EQ(outcome.out[size_t(word)], isInside ? unsigned(y * 32 + x) : 0u)
            << column << "," << row << ": " << word;
      }
    }
  }
}

TEST(TensorCopy, LoadsSwizzle) {
  TensorMapDescription map = wordMatrix();
  map.swizzle = TensorMapSwizzle::Bytes32;
  map.box = {8, 8};
  std::string body = loadOf(load2d + "[%r1], [%map, {0, 0}], [%r2]", "256", "add.u32 %r1, %r1, 128;\n");
  TensorOutcome outcome = runTensor({map, body}, "random:1");
  ASSERT_EQ(outcome.problems, "");
  for (uint32_t word = 0; word < 32; ++word) {
    uint32_t place = 128 + word * 4, from = place ^ (place >> 3 & 0x10);
    EXPECT_EQ(outcome.out[word], from / 32 * 32 + from % 32 / 4);
  }
}

TEST(TensorCopy, AllRanksLoad) {
  for (unsigned rank = 1; rank <= 5; ++rank) {
    TensorMapDescription map;
    map.type = TensorMapType::U32;
    map.elementStrides.assign(rank, 1);
    std::string coordinates;
    for (unsigned axis = 0; axis < rank; ++axis) {
      map.dimensions.push_back(axis == 0 ? 16 : 2);
      map.box.push_back(axis == 0 ? 4 : 1);
      if (axis != 0) {
        map.stridesInBytes.push_back(64u << (axis - 1));
      }
      coordinates += axis == 0 ? "8" : ", 1";
    }
    TensorRunSetting setting{map, loadOf("cp.async.bulk.tensor." + std::to_string(rank) +
                                             "d.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%map, {" +
                                             coordinates + "}], [%r2]",
                                         "16", "setp.ge.u32 %p2, %thread, 4;\n@%p2 ret;\n")};
    TensorOutcome outcome = runTensor(setting, "roundrobin");
    ASSERT_EQ(outcome.problems, "") << rank;
    EXPECT_EQ(outcome.out[2], 10 + 16 * ((1u << (rank - 1)) - 1)) << rank;
  }
}

TEST(TensorCopy, FormsOfLoads) {
  for (const char *form :
       {"cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes [%r1], [%map, {0, "
        "%r9}], [%r2]",
        "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint "
        "[%r1], [%map, {0, %r9}], [%r2], %rd9",
        "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::"
        "cluster.L2::cache_hint [%r1], [%map, {0, %r9}], [%r2], %h1, %rd9"}) {
    TensorRunSetting setting{wordMatrix(), "mov.b16 %h1, 1;\nmov.b64 %rd9, 0;\nmov.u32 %r9, 2;\n" + loadOf(form)};
    TensorOutcome outcome = runTensor(setting, "random:2");
    ASSERT_EQ(outcome.problems, "") << form;
    EXPECT_EQ(outcome.out[9], 97u) << form;
  }
  TensorRunSetting prefetch{wordMatrix(), "prefetch.tensormap [%map];\n"
                                          "cp.async.bulk.prefetch.tensor.2d.L2.global.tile [%map, {0, 0}];\n"};
  EXPECT_EQ(runTensor(prefetch, "roundrobin").problems, "");
}

TEST(TensorCopy, ElementsAreRoundedToTf32) {
  TensorMapDescription map = wordMatrix();
  map.type = TensorMapType::TF32;
  TensorRunSetting setting{map, loadOf(load2d + "[%r1], [%map, {0, 1}], [%r2]")};
  const std::pair<uint32_t, uint32_t> cases[] = {{0x3f801001, 0x3f802000}, {0x3f800fff, 0x3f800000},
                                                 {0xbf803fff, 0xbf804000}, {0x7f800000, 0x7f800000},
                                                 {0xffa332cd, 0x7fffe000}, {0x00000fff, 0x00000000}};
  for (uint32_t index = 0; index < std::size(cases); ++index) {
    setting.values[32 + index] = cases[index].first;
  }
  TensorOutcome outcome = runTensor(setting, "roundrobin");
  ASSERT_EQ(outcome.problems, "");
  for (uint32_t index = 0; index < std::size(cases); ++index) {
    EXPECT_EQ(outcome.out[index], cases[index].second) << index;
  }
  // The other types keep their bits.
  setting.map.type = TensorMapType::F32FlushToZero;
  EXPECT_EQ(runTensor(setting, "roundrobin").out[5], 0x00000fffu);
}

TEST(TensorCopy, OutsideIsFilledWithNanIfTheMapSaysSo) {
  TensorMapDescription map = wordMatrix();
  map.type = TensorMapType::F32;
  map.fill = data::TensorMapFill::NaN;
  TensorOutcome outcome = runTensor({map, loadOf(load2d + "[%r1], [%map, {26, 0}], [%r2]")}, "roundrobin");
  ASSERT_EQ(outcome.problems, "");
  EXPECT_EQ(outcome.out[3], 29u);
  EXPECT_EQ(outcome.out[4], 0x7ff77ff7u);
}

TEST(TensorCopy, TheWaitIsNeeded) {
  TensorRunSetting setting{wordMatrix(), loadOf(load2d + "[%r1], [%map, {0, 0}], [%r2]")};
  setting.body = without(setting.body, "mbarrier.try_wait.parity.shared.b64 %p1, [barrier], 0;\n@!%p1 bra WAIT;");
  expectTensorFault(setting, "DataRace");
  TensorRunSetting less{wordMatrix(), loadOf(load2d + "[%r1], [%map, {0, 0}], [%r2]", "96")};
  expectTensorFault(less, "TransactionCountMismatch", "96 bytes were expected and 128 came");
}

//===--- Stores -----------------------------------------------------------===//

const std::string fill = "mad.lo.u32 %r3, %thread, 4, %r1;\nadd.u32 %r4, %thread, 5000;\nst.shared.u32 [%r3], %r4;\n";
const std::string toAsync = "fence.proxy.async.shared::cta;\nbar.sync 0;\n";
const std::string done = "@!%p0 cp.async.bulk.commit_group;\n@!%p0 cp.async.bulk.wait_group 0;\n";

TensorRunSetting storing(const std::string &coordinates, const std::string &between = toAsync) {
  return {wordMatrix(), fill + between + "@!%p0 cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%map, {" +
                            coordinates + "}], [%r1];\n" + done};
}

TEST(TensorCopy, StoresClip) {
  for (const std::string &schedule : schedules()) {
    TensorOutcome outcome = runTensor(storing("24, 8"), schedule);
    ASSERT_EQ(outcome.problems, "") << schedule;
    for (uint32_t index = 0; index < 1024; ++index) {
      uint32_t x = index % 32, y = index / 32;
      // Two words more than the tensor has columns: hardware clips by 16 bytes.
      bool isStored = x >= 24 && y >= 8 && y < 10;
      EXPECT_EQ(outcome.tensor[index], isStored ? 5000 + (y - 8) * 8 + x - 24 : index) << index;
    }
  }
}

TEST(TensorCopy, StoresNeedFences) {
  expectTensorFault(storing("0, 0", "bar.sync 0;\n"), "MissingProxyFence");
  expectTensorFault(storing("0, 0", "fence.proxy.async.shared::cta;\n"), "DataRace");
  TensorRunSetting unfinished = storing("0, 0");
  unfinished.body = without(unfinished.body, "@!%p0 cp.async.bulk.wait_group 0;\n");
  expectTensorFault(unfinished, "CopyInFlightAtExit");
}

TEST(TensorCopy, ReductionsCombineByTheMapsType) {
  for (auto [operation, type, expected] :
       std::vector<std::tuple<std::string, TensorMapType, uint32_t>>{{"add", TensorMapType::U32, 5009 + 33},
                                                                     {"max", TensorMapType::S32, 5009},
                                                                     {"min", TensorMapType::S32, 33},
                                                                     {"or", TensorMapType::U32, 5009 | 33}}) {
    TensorRunSetting setting = storing("0, 0");
    setting.map.type = type;
    setting.body = without(setting.body, "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group",
                           "cp.reduce.async.bulk.tensor.2d.global.shared::cta." + operation + ".tile.bulk_group");
    TensorOutcome outcome = runTensor(setting, "adversarial:1");
    ASSERT_EQ(outcome.problems, "") << operation;
    EXPECT_EQ(outcome.tensor[33], expected) << operation;
  }
  TensorRunSetting wrong = storing("0, 0");
  wrong.map.type = TensorMapType::F32;
  wrong.body = without(wrong.body, "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group",
                       "cp.reduce.async.bulk.tensor.2d.global.shared::cta.and.tile.bulk_group");
  expectTensorFault(wrong, "IllegalOperand", "no such reduction");
}

//===--- Refusals ---------------------------------------------------------===//

TEST(TensorCopy, IllegalOperandsAreReported) {
  expectTensorFault(storing("-4, 0"), "IllegalOperand", "negative coordinate");
  expectTensorFault(storing("1, 0"), "IllegalOperand", "multiple of 16 bytes");
  TensorRunSetting setting{wordMatrix(), loadOf(load2d + "[%r1+64], [%map, {0, 0}], [%r2]")};
  expectTensorFault(setting, "IllegalOperand", "no multiple of 128");
  setting.body = loadOf(load2d + "[%r1], [%map, {0, 0}], [%r2]");
  setting.mapBytes.assign(128, 7);
  expectTensorFault(setting, "IllegalOperand", "no tensor map");
  setting.mapBytes.clear();
  setting.map.box = {300, 4};
  expectTensorFault(setting, "IllegalOperand", "the tensor map is wrong");
  setting.map = wordMatrix();
  setting.body =
      loadOf("cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r1], [%map, "
             "{0}], [%r2]");
  expectTensorFault(setting, "IllegalOperand", "gives 1 coordinates");
  setting.body = loadOf(load2d + "[%r1], [%out, {0, 0}], [%r2]");
  expectTensorFault(setting, "IllegalOperand", "no tensor map");
  setting.body = loadOf(load2d + "[%r1], [%map, {0, %r20}], [%r2]");
  expectTensorFault(setting, "UndefinedOperand");
}

TEST(TensorCopy, RefusesWhatItLacks) {
  auto refused = [](const std::string &copy) { return runTensor({wordMatrix(), loadOf(copy)}, "roundrobin").problems; };
  EXPECT_NE(
      refused("cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%r1], [%map, {0, "
              "0, 0}], [%r2], {%h1}")
          .find("no im2col mode"),
      std::string::npos);
  EXPECT_NE(refused("cp.async.bulk.tensor.2d.shared::cluster.global.tile::gather4.mbarrier::complete_tx::bytes [%r1], "
                    "[%map, {0, 0, 0, 0, 0}], [%r2]")
                .find("needs sm_100"),
            std::string::npos);
  EXPECT_NE(refused(load2d + "[%r1], [%map, {0, 0, 0}], [%r2]"), "");
  EXPECT_NE(
      refused("cp.async.bulk.tensor.6d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r1], [%map, {0}], "
              "[%r2]"),
      "");
}

} // namespace
} // namespace tkc::sim::test
