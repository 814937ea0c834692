// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tensor maps that a kernel makes of the one that it was given: copied to shared memory, changed, and published.
#include "TensorSetting.h"

namespace tkc::sim::test {
namespace {

/// `%r10` is the map's place in shared memory, `%rd10` its place in global memory.
const std::string take = "mad.lo.u32 %r13, %thread, 16, %r1;\nmov.u32 %r14, 0;\n"
                         "st.shared.v4.b32 [%r13], {%r14, %r14, %r14, %r14};\nfence.proxy.async.shared::cta;\n"
                         "mov.u32 %r10, tile;\nadd.u32 %r10, %r10, 2048;\nadd.u64 %rd10, %out, 2048;\n"
                         "mul.wide.u32 %rd11, %thread, 4;\nadd.u64 %rd11, %map, %rd11;\nld.u32 %r11, [%rd11];\n"
                         "mad.lo.u32 %r12, %thread, 4, %r10;\nst.shared.u32 [%r12], %r11;\nbar.warp.sync -1;\n";
const std::string publish =
    "bar.warp.sync -1;\ntensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu."
    "sync.aligned [%rd10], [%r10], 128;\nbar.sync 0;\n";
const std::string acquire = "@!%p0 fence.proxy.tensormap::generic.acquire.gpu [%rd10], 128;\n";

std::string replace(const std::string &field, const std::string &operands, const std::string &type = "b32") {
  return "@!%p0 tensormap.replace.tile." + field + ".shared::cta.b1024." + type + " [%r10], " + operands + ";\n";
}

TensorRunSetting changed(const std::string &changes, const std::string &bytes = "128") {
  return {wordMatrix(), take + changes + publish + acquire + loadOf(load2d + "[%r1], [%rd10, {0, 1}], [%r2]", bytes)};
}

std::vector<uint32_t> load(const TensorRunSetting &setting) {
  for (const std::string &schedule : schedules()) {
    TensorOutcome outcome = runTensor(setting, schedule);
    EXPECT_EQ(outcome.problems, "") << schedule;
  }
  return runTensor(setting, "roundrobin").out;
}

TEST(TensorMapChange, FieldsAreReplaced) {
  EXPECT_EQ(load(changed(""))[9], 65u);
  // Fewer columns and rows: zeros from there on.
  std::vector<uint32_t> out = load(changed(replace("global_dim", "0, 6") + replace("global_dim", "1, 3")));
  EXPECT_EQ(out[5], 37u);
  EXPECT_EQ(out[6], 0u);
  EXPECT_EQ(out[8], 64u);
  EXPECT_EQ(out[16], 0u);
  // The tensor begins a row later, and rows lie twice as far apart.
  out = load(changed("mov.u64 %rd13, 256;\n" + replace("global_stride", "0, %rd13", "b64")));
  EXPECT_EQ(out[0], 64u);
  EXPECT_EQ(out[8], 128u);
  out = load(changed(replace("box_dim", "0, 4"), "64"));
  EXPECT_EQ(out[4], 64u);
  out = load(changed(replace("element_stride", "1, 2"), "64"));
  EXPECT_EQ(out[8], 96u);
  out = load(changed(replace("elemtype", "7") + replace("fill_mode", "1") + replace("global_dim", "0, 6")));
  EXPECT_EQ(out[6], 0x7ff77ff7u);
  out = load(changed(replace("swizzle_mode", "1") + replace("interleave_layout", "0")));
  EXPECT_EQ(out[0], 32u);
  out = load(changed(replace("swizzle_mode", "3") + replace("swizzle_atomicity", "1")));
  EXPECT_EQ(out[0], 32u);
}

TEST(TensorMapChange, AddressAndRankAreReplaced) {
  TensorRunSetting setting =
      changed("@!%p0 st.global.u32 [%out+1024], 77;\nfence.proxy.async;\nadd.u64 %rd12, %out, 1024;\n" +
                  replace("global_address", "%rd12", "b64") + replace("rank", "0") + replace("global_dim", "0, 16"),
              "32");
  setting.body = without(setting.body, "cp.async.bulk.tensor.2d", "cp.async.bulk.tensor.1d");
  setting.body = without(setting.body, "{0, 1}", "{0}");
  setting.body = without(setting.body, "mad.lo.u32 %r3, %thread, 4, %r1;\n",
                         "setp.ge.u32 %p2, %thread, 8;\n@%p2 ret;\nmad.lo.u32 %r3, %thread, 4, %r1;\n");
  EXPECT_EQ(load(setting)[0], 77u);
}

TEST(TensorMapChange, PublishingNeedsBothSides) {
  TensorRunSetting setting = changed("");
  setting.body = without(setting.body, acquire);
  expectTensorFault(setting, "MissingProxyFence");
  setting = changed("");
  setting.body = without(setting.body, "bar.warp.sync -1;\ntensormap", "tensormap");
  setting.body = without(setting.body, "bar.warp.sync -1;\n");
  expectTensorFault(setting, "DataRace");
}

TEST(TensorMapChange, WrongValuesAreReported) {
  expectTensorFault(changed(replace("rank", "5")), "IllegalOperand", "no place for 5");
  expectTensorFault(changed(replace("elemtype", "99")), "IllegalOperand", "no place for 99");
  expectTensorFault(changed(replace("global_dim", "3, 9")), "IllegalOperand", "rank 2");
  expectTensorFault(changed(replace("swizzle_mode", "4")), "IllegalOperand");
  expectTensorFault(changed(replace("global_dim", "0, 0")), "IllegalOperand", "the tensor map is wrong");
  expectTensorFault(changed("@!%p0 st.shared.u32 [%r10], 0;\n" + replace("rank", "1")), "IllegalOperand",
                    "no tensor map");
  expectTensorFault(changed(replace("rank", "%r30")), "UndefinedOperand");
}

TEST(TensorMapChange, RefusesWhatDoesNotExist) {
  const std::string shared = ".shared .align 128 .b8 tile[128];\n";
  EXPECT_EQ(refusal("tensormap.replace.tile.rank.shared::cta.b1024.b32 [tile], 1;", shared), "");
  EXPECT_NE(refusal("tensormap.replace.tile.rank.shared::cta.b1024.b64 [tile], 1;", shared), "");
  EXPECT_NE(refusal("tensormap.replace.tile.colour.shared::cta.b1024.b32 [tile], 1;", shared), "");
  EXPECT_NE(refusal("tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [tile], 1;", shared), "");
  EXPECT_NE(refusal("tensormap.replace.tile.rank.shared::cta.b1024.b32 [tile], 1;", shared, "sm_80"), "");
}

} // namespace
} // namespace tkc::sim::test
