// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a launch counts, and what its faults say.
#include "Simulation.h"

namespace tkc::sim::test {
namespace {

Setting counted() {
  Setting setting;
  setting.options.statistics = true;
  return setting;
}

const InstructionStatistics *find(const Outcome &outcome, const std::string &text) {
  for (const InstructionStatistics &each : outcome.result.statistics.instructions) {
    if (each.origin.ptxText.find(text) != std::string::npos) {
      return &each;
    }
  }
  return nullptr;
}

TEST(Statistics, CountWarpsAndLanes) {
  Setting setting = counted();
  setting.shape.block = {64, 1, 1};
  setting.shape.grid = {3, 1, 1};
  Outcome outcome =
      runBody("setp.lt.u32 %p1, %thread, 8;\n@%p1 add.u32 %r1, %thread, 1;\nxor.b32 %r2, %thread, 1;", setting);
  ASSERT_TRUE(outcome.isClean()) << outcome.problems();
  const InstructionStatistics *sum = find(outcome, "add.u32 %r1"), *logic = find(outcome, "xor.b32");
  ASSERT_TRUE(sum && logic);
  EXPECT_EQ(sum->counts.issued, 6u);
  EXPECT_EQ(sum->counts.lanes, 24u);
  EXPECT_EQ(logic->counts.lanes, 192u);
  EXPECT_EQ(logic->kind, InstructionClass::Integer);
  EXPECT_EQ(outcome.result.statistics.classes[unsigned(InstructionClass::Control)].issued, 6u);
}

TEST(Statistics, CountSectors) {
  Setting setting = counted();
  setting.words.assign(2048, 0);
  Outcome outcome = runBody(R"(
    ld.global.u32 %r1, [%own];
    mul.wide.u32 %rd1, %thread, 128;
    add.u64 %rd1, %rd1, %buffer;
    ld.global.u32 %r2, [%rd1];
    ld.global.u32 %r3, [%buffer];)",
                            setting);
  ASSERT_TRUE(outcome.isClean()) << outcome.problems();
  EXPECT_EQ(find(outcome, "[%own]")->counts.sectors, 4u);
  EXPECT_EQ(find(outcome, "[%rd1]")->counts.sectors, 32u);
  EXPECT_EQ(find(outcome, "%r3, [%buffer]")->counts.sectors, 1u);
  EXPECT_EQ(find(outcome, "[%own]")->counts.requests, 1u);
}

TEST(Statistics, CountBankConflicts) {
  Outcome outcome = runBody(R"(
    mov.u32 %r1, tile;
    shl.b32 %r2, %thread, 2;
    add.u32 %r2, %r2, %r1;
    st.shared.u32 [%r2], %thread;
    shl.b32 %r3, %thread, 3;
    add.u32 %r3, %r3, %r1;
    st.shared.u32 [%r3], %thread;
    shl.b32 %r4, %thread, 7;
    add.u32 %r4, %r4, %r1;
    st.shared.u32 [%r4], %thread;
    ld.shared.u32 %r5, [tile];)",
                            counted(), ".shared .align 16 .b8 tile[4096];");
  EXPECT_EQ(find(outcome, "[%r2]")->counts.conflicts, 0u);
  EXPECT_EQ(find(outcome, "[%r3]")->counts.conflicts, 1u);
  EXPECT_EQ(find(outcome, "[%r4]")->counts.conflicts, 31u);
  EXPECT_EQ(find(outcome, "[tile]")->counts.conflicts, 0u);
}

TEST(Origin, NamesTheSourceAndTheOp) {
  std::string text = kernelText(".loc 1 14 3\n.loc 2 57 0, function_name name, inlined_at 1 14 3\n"
                                "st.global.u32 [%own+252], %thread;");
  text += ".file 1 \"kernel.tk\", 1, 1\n.file 2 \"tkc.ops\", 1, 1\n"
          ".section .debug_str\n{\nname:\n.b8 116\n.b8 0\n}\n";
  Outcome outcome = runText(text);
  ASSERT_EQ(outcome.faults(), std::vector<std::string>{"OutOfBounds"}) << outcome.problems();
  const InstructionOrigin &origin = outcome.result.faults[0].origin;
  ASSERT_TRUE(origin.op.has_value());
  EXPECT_EQ(*origin.op, 57u);
  ASSERT_EQ(origin.places.size(), 1u);
  EXPECT_EQ(origin.places[0].file, "kernel.tk");
  EXPECT_EQ(origin.places[0].line, 14u);
  std::string rendered = renderFault(outcome.result.faults[0]);
  EXPECT_EQ(rendered.find("kernel.tk:14:3: error: "), 0u) << rendered;
  EXPECT_NE(rendered.find("[OutOfBounds]"), std::string::npos) << rendered;
  EXPECT_NE(rendered.find("op 57: st.global.u32 [%own+252], %thread;"), std::string::npos) << rendered;
  EXPECT_NE(rendered.find("thread (1,0,0) of CTA (0,0,0)"), std::string::npos) << rendered;
}

} // namespace
} // namespace tkc::sim::test
