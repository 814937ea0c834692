// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies through tensor maps: boxes against loops over elements, and what is refused. Agreement with a GPU is tested by
// the programs under test/Device/Sim.
#include "TensorSetting.h"

namespace tkc::sim::test {
namespace {

TEST(TensorCopy, LoadsClipAndFill) {
  for (auto [column, row] : std::vector<std::pair<int, int>>{{0, 0}, {4, 3}, {24, 8}, {-4, -2}, {40, 0}}) {
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
  TensorOutcome outcome = runTensor({map, loadOf(load2d + "[%r1], [%map, {24, 0}], [%r2]")}, "roundrobin");
  ASSERT_EQ(outcome.problems, "");
  EXPECT_EQ(outcome.out[5], 29u);
  EXPECT_EQ(outcome.out[6], 0x7ff77ff7u);
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

TEST(TensorCopy, FourRowsAreGatheredAndScattered) {
  TensorRunSetting setting{wordMatrix(), loadOf("cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::"
                                                "complete_tx::bytes [%r1], [%map, {8, 3, 0, 9, 5}], [%r2]")};
  setting.map.box = {8, 1};
  setting.target = "sm_100a";
  for (const std::string &schedule : schedules()) {
    TensorOutcome outcome = runTensor(setting, schedule);
    ASSERT_EQ(outcome.problems, "") << schedule;
    const uint32_t rows[] = {3, 0, 9, 5};
    for (uint32_t word = 0; word < 32; ++word) {
      EXPECT_EQ(outcome.out[word], rows[word / 8] * 32 + 8 + word % 8);
    }
  }
  TensorRunSetting scatter = storing("8, 3, 0, 9, 5");
  scatter.map.box = {8, 1};
  scatter.target = "sm_100a";
  scatter.body = without(scatter.body, "shared::cta.tile.", "shared::cta.tile::scatter4.");
  TensorOutcome outcome = runTensor(scatter, "random:1");
  ASSERT_EQ(outcome.problems, "");
  EXPECT_EQ(outcome.tensor[9 * 32 + 8 + 2], 5018u);
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
