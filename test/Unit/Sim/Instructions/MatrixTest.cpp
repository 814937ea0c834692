// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// mma, ldmatrix, stmatrix and movmatrix: values against plain loops, definedness, faults and wrong texts. That sums are
// rounded as on hardware is tested by test/Device.
#include "Evaluate.h"

namespace tkc::sim::test {
namespace {

/// The f16 of an integer from -8 to 8.
uint32_t halfOf(int value) {
  if (value == 0) {
    return 0;
  }
  int magnitude = value < 0 ? -value : value, exponent = 31 - __builtin_clz(unsigned(magnitude));
  return uint32_t((value < 0 ? 0x8000 : 0) | ((15 + exponent) << 10) | ((magnitude << (10 - exponent)) & 0x3ff));
}

int elementA(int row, int k) { return (row * 5 + k * 3) % 7 - 3; }
int elementB(int k, int column) { return (column * 4 + k) % 5 - 2; }

/// For m16n8k16 of f16: A in words 0–3 of each lane, B in 4 and 5 (PTX ISA 9.0, 9.7.15.5.8).
std::vector<uint32_t> fragments() {
  std::vector<uint32_t> words(32 * 16, 0);
  for (int lane = 0; lane < 32; ++lane) {
    int group = lane / 4, member = lane % 4;
    for (int reg = 0; reg < 4; ++reg) {
      int row = group + (reg % 2) * 8, k = member * 2 + (reg / 2) * 8;
      words[lane * 16 + reg] = halfOf(elementA(row, k)) | halfOf(elementA(row, k + 1)) << 16;
    }
    for (int reg = 0; reg < 2; ++reg) {
      int k = member * 2 + reg * 8;
      words[lane * 16 + 4 + reg] = halfOf(elementB(k, group)) | halfOf(elementB(k + 1, group)) << 16;
    }
  }
  return words;
}

const char *const loadFragments =
    "mul.wide.u32 %rd0, %thread, 64;\nadd.u64 %rd0, %rd0, %buffer;\nld.global.v4.u32 {%r0, %r1, %r2, %r3}, [%rd0];\n"
    "ld.global.v2.u32 {%r4, %r5}, [%rd0+16];\nmov.f32 %f0, 0f3F800000;\nmov.f32 %f1, 0f3F800000;\n"
    "mov.f32 %f2, 0f3F800000;\nmov.f32 %f3, 0f3F800000;\n";
const char *const multiply = "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f0, %f1, %f2, %f3}, "
                             "{%r0, %r1, %r2, %r3}, {%r4, %r5}, {%f0, %f1, %f2, %f3};\n";

Outcome runMma(const std::string &body, const std::string &declarations = "") {
  Setting setting;
  setting.words = fragments();
  return runBody(body, setting, declarations);
}

TEST(Mma, ProductOfIntegers) {
  Outcome outcome = runMma(std::string(loadFragments) + multiply + "st.global.v4.f32 [%rd0+32], {%f0, %f1, %f2, %f3};");
  ASSERT_TRUE(outcome.isClean()) << outcome.problems();
  for (int lane = 0; lane < 32; ++lane) {
    for (int reg = 0; reg < 4; ++reg) {
      int row = lane / 4 + (reg / 2) * 8, column = (lane % 4) * 2 + reg % 2, sum = 1;
      for (int k = 0; k < 16; ++k) {
        sum += elementA(row, k) * elementB(k, column);
      }
      float found = 0;
      std::memcpy(&found, &outcome.words[lane * 16 + 8 + reg], 4);
      EXPECT_EQ(found, float(sum)) << "row " << row << ", column " << column;
    }
  }
}

/// Lane 12 holds row 3 in its first register: without a value there, row 3 has none, and the others have theirs.
TEST(Mma, UndefinedElementsSpoilTheirRowOnly) {
  std::string start = std::string(loadFragments) + "setp.ne.u32 %p0, %thread, 12;\n@%p0 mov.b32 %r10, %r0;\n";
  std::string product = "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f0, %f1, %f2, %f3}, "
                        "{%r10, %r1, %r2, %r3}, {%r4, %r5}, {%f0, %f1, %f2, %f3};\n";
  Outcome others = runMma(start + product +
                          "shr.u32 %r20, %thread, 2;\nsetp.ne.u32 %p1, %r20, 3;\n"
                          "@%p1 st.global.v2.f32 [%rd0+32], {%f0, %f1};\n"
                          "st.global.v2.f32 [%rd0+40], {%f2, %f3};");
  EXPECT_TRUE(others.isClean()) << others.problems();
  Outcome spoilt = runMma(start + product + "st.global.v2.f32 [%rd0+32], {%f0, %f1};");
  EXPECT_EQ(spoilt.faults(), (std::vector<std::string>{"UndefinedValueStored"}));
}

TEST(Mma, SomeLanesCannotMultiplyAlone) {
  Outcome outcome = runMma(std::string(loadFragments) + "setp.lt.u32 %p0, %thread, 16;\n@%p0 bra SKIP;\n" + multiply +
                           "ret;\nSKIP:\nbar.sync 0;");
  ASSERT_FALSE(outcome.faults().empty());
  EXPECT_EQ(outcome.faults()[0], "DivergentInstruction");
}

TEST(Mma, WrongTexts) {
  EXPECT_EQ(errorOf("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f0, %f1, %f2, %f3}, {%r0, %r1}, {%r4, %r5}, "
                    "{%f0, %f1, %f2, %f3};"),
            "operand 2 of `mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32` has 2 registers, needs 4");
  EXPECT_NE(errorOf("mma.sync.aligned.m16n8k5.row.col.f32.f16.f16.f32 {%f0}, {%r0}, {%r4}, {%f0};").find("shape"),
            std::string::npos);
  EXPECT_NE(errorOf("mma.sync.aligned.m16n8k16.row.col.f32.f16.bf16.f32 {%f0}, {%r0}, {%r4}, {%f0};").find("types"),
            std::string::npos);
  EXPECT_NE(errorOf("mma.sync.m16n8k16.row.col.f32.f16.f16.f32 {%f0}, {%r0}, {%r4}, {%f0};").find("needs .aligned"),
            std::string::npos);
  EXPECT_NE(errorOf("mma.sync.aligned.m16n8k16.col.col.f32.f16.f16.f32 {%f0}, {%r0}, {%r4}, {%f0};").find("row"),
            std::string::npos);
}

//===--- Rows in shared memory --------------------------------------------===//

const char *const rows = ".shared .align 128 .b8 rows[2048];\n";
const char *const ownRow = "mov.u32 %r40, rows;\nmad.lo.u32 %r40, %thread, 16, %r40;\n";

/// Half i of row r has the value 16 r + i.
const char *const fillRow = "mul.lo.u32 %r41, %thread, 1048592;\nadd.u32 %r41, %r41, 65536;\n"
                            "add.u32 %r42, %r41, 131074;\nadd.u32 %r43, %r42, 131074;\nadd.u32 %r44, %r43, 131074;\n"
                            "st.shared.v4.b32 [%r40], {%r41, %r42, %r43, %r44};\n";

uint32_t half(uint32_t row, uint32_t column) { return 16 * row + column; }

TEST(LoadMatrix, FourMatrices) {
  Setting setting;
  setting.words.assign(128, 0);
  Outcome outcome =
      runBody(std::string(ownRow) + fillRow +
                  "bar.warp.sync -1;\nldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r0, %r1, %r2, %r3}, [%r40];\n"
                  "mul.wide.u32 %rd0, %thread, 16;\nadd.u64 %rd0, %rd0, %buffer;\n"
                  "st.global.v4.u32 [%rd0], {%r0, %r1, %r2, %r3};",
              setting, rows);
  ASSERT_TRUE(outcome.isClean()) << outcome.problems();
  for (uint32_t lane = 0; lane < 32; ++lane) {
    for (uint32_t matrix = 0; matrix < 4; ++matrix) {
      uint32_t row = 8 * matrix + lane / 4, column = 2 * (lane % 4);
      EXPECT_EQ(outcome.words[lane * 4 + matrix], half(row, column) | half(row, column + 1) << 16);
    }
  }
}

TEST(LoadMatrix, TransposedThereAndBack) {
  Setting setting;
  setting.words.assign(32, 0);
  Outcome outcome = runBody(std::string(ownRow) + fillRow +
                                "bar.warp.sync -1;\nldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%r0}, [%r40];\n"
                                "movmatrix.sync.aligned.m8n8.trans.b16 %r1, %r0;\nst.global.u32 [%own], %r1;",
                            setting, rows);
  ASSERT_TRUE(outcome.isClean()) << outcome.problems();
  for (uint32_t lane = 0; lane < 32; ++lane) {
    uint32_t row = lane / 4, column = 2 * (lane % 4);
    EXPECT_EQ(outcome.words[lane], half(row, column) | half(row, column + 1) << 16);
  }
}

TEST(StoreMatrix, IsTheInverseOfLoading) {
  std::string body = std::string(ownRow) + "mul.lo.u32 %r0, %thread, 65537;\n"
                                           "stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%r40], {%r0};\n"
                                           "bar.warp.sync -1;\n"
                                           "ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%r1}, [%r40];\n"
                                           "st.global.u32 [%own], %r1;";
  Outcome outcome = runBody(body, Setting(), rows);
  ASSERT_TRUE(outcome.isClean()) << outcome.problems();
  for (uint32_t lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(outcome.words[lane], lane * 65537);
  }
  EXPECT_NE(errorOf("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%r0], {%r1};", "sm_80").find("needs sm_90"),
            std::string::npos);
}

TEST(LoadMatrix, RowsThatNobodyWroteAreUndefined) {
  std::string load = "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r0}, [%r40];\n";
  Outcome unused = runBody(std::string(ownRow) + load, Setting(), rows);
  EXPECT_TRUE(unused.isClean()) << unused.problems();
  Outcome used = runBody(std::string(ownRow) + load + "st.global.u32 [%own], %r0;", Setting(), rows);
  EXPECT_EQ(used.faults(), (std::vector<std::string>{"UndefinedValueStored"}));
}

TEST(LoadMatrix, AddressesAreChecked) {
  std::string odd = std::string(ownRow) + fillRow +
                    "bar.warp.sync -1;\nadd.u32 %r40, %r40, 8;\n"
                    "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r0}, [%r40];";
  EXPECT_EQ(runBody(odd, Setting(), rows).faults(), (std::vector<std::string>{"Misaligned"}));
  std::string far = std::string(ownRow) + "add.u32 %r40, %r40, 4096;\n"
                                          "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r0}, [%r40];";
  EXPECT_EQ(runBody(far, Setting(), rows).faults(), (std::vector<std::string>{"OutOfBounds"}));
}

/// Rows of another warp need a barrier.
TEST(LoadMatrix, RacesWithStoresOfOtherWarps) {
  Setting setting;
  setting.shape.block = {64, 1, 1};
  auto body = [](const char *barrier) {
    return std::string(ownRow) + fillRow + barrier +
           "xor.b32 %r45, %thread, 32;\nmov.u32 %r46, rows;\nmad.lo.u32 %r46, %r45, 16, %r46;\n"
           "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r0, %r1, %r2, %r3}, [%r46];";
  };
  Outcome ordered = runBody(body("bar.sync 0;\n"), setting, rows);
  EXPECT_TRUE(ordered.isClean()) << ordered.problems();
  Outcome racy = runBody(body("bar.warp.sync -1;\n"), setting, rows);
  ASSERT_FALSE(racy.faults().empty());
  EXPECT_EQ(racy.faults()[0], "DataRace");
}

TEST(LoadMatrix, WrongTexts) {
  EXPECT_NE(errorOf("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r0}, [%r1];").find("has 1 registers, needs 2"),
            std::string::npos);
  EXPECT_NE(errorOf("ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {%r0, %r1}, [%r2];").find("needs sm_100a"),
            std::string::npos);
  EXPECT_NE(errorOf("ldmatrix.sync.aligned.m8n8.x3.shared.b16 {%r0}, [%r1];"), "");
  EXPECT_NE(errorOf("movmatrix.sync.aligned.m8n8.b16 %r0, %r1;"), "");
}

} // namespace
} // namespace tkc::sim::test
