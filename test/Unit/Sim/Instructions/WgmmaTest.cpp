// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What wgmma computes, against sums in plain C++ over matrices that are laid out by hand.
#include "tkc/Sim/Numeric/Formats.h"

#include <functional>

#include "WgmmaKernel.h"

namespace tkc::sim::test {
namespace {

constexpr int rows = 64, columns = 16;

/// A type of A or B: bytes of an element, and the bits of a small whole number.
struct ElementType {
  int bytes;
  std::function<uint32_t(int)> bitsOf;
  bool isSigned = true;
};

ElementType floatType(Format format, int bytes) {
  return {bytes, [format](int value) { return static_cast<uint32_t>(encode(format, value)); }};
}
ElementType integerType(bool isSigned) {
  return {1, [](int value) { return static_cast<uint32_t>(value) & 0xff; }, isSigned};
}

int valueOfA(int row, int k, bool isSigned) { return (row * 7 + k * 3) % 5 - (isSigned ? 2 : 0); }
int valueOfB(int column, int k, bool isSigned) { return (column * 5 + k * 11) % 7 - (isSigned ? 3 : 0); }

int dot(int row, int column, int depth, const ElementType &a, const ElementType &b) {
  int sum = 0;
  for (int k = 0; k < depth; ++k) {
    sum += valueOfA(row, k, a.isSigned) * valueOfB(column, k, b.isSigned);
  }
  return sum;
}

/// Where an element stands: rows of 16 bytes along k, or along the rows.
size_t offsetAlongK(int row, int k, int bytes) {
  return static_cast<size_t>(row / 8 * 256 + k * bytes / 16 * 128 + row % 8 * 16 + k * bytes % 16);
}
size_t offsetAlongRows(int row, int k) {
  return static_cast<size_t>(row / 8 * 256 + k / 8 * 128 + k % 8 * 16 + row % 8 * 2);
}

void put(std::vector<uint32_t> &words, size_t firstWord, size_t offset, uint32_t bits, int bytes) {
  std::memcpy(reinterpret_cast<char *>(words.data() + firstWord) + offset, &bits, static_cast<size_t>(bytes));
}

struct MajorPair {
  bool aAlongRows = false, bAlongColumns = false;
};

void fillTiles(WgmmaKernel &kernel, const ElementType &a, const ElementType &b, MajorPair majors = {}) {
  for (int k = 0; k < 32 / a.bytes; ++k) {
    for (int row = 0; row < rows; ++row) {
      put(kernel.setting.words, wordsOfA, majors.aAlongRows ? offsetAlongRows(row, k) : offsetAlongK(row, k, a.bytes),
          a.bitsOf(valueOfA(row, k, a.isSigned)), a.bytes);
    }
    for (int column = 0; column < columns; ++column) {
      put(kernel.setting.words, wordsOfB,
          majors.bAlongColumns ? offsetAlongRows(column, k) : offsetAlongK(column, k, b.bytes),
          b.bitsOf(valueOfB(column, k, b.isSigned)), b.bytes);
    }
  }
}

/// Element of D from the words that threads have stored: PTX ISA 9.0, figure of the fragment of D.
uint32_t wordOfD(const Outcome &outcome, int row, int column, int perRegister = 1) {
  int thread = row / 16 * 32 + row % 8 * 4 + column % 8 / 2;
  int index = column / 8 * 4 + row % 16 / 8 * 2 + column % 2;
  uint32_t word =
      outcome.words[wordsOfD + static_cast<size_t>(thread) * wordsPerThread + static_cast<size_t>(index / perRegister)];
  return perRegister == 1 ? word : word >> 16 * (index % 2) & 0xffff;
}

float floatOfD(const Outcome &outcome, int row, int column) { return floatOf(wordOfD(outcome, row, column)); }

/// Every element must be `sign` times the product, plus what the accumulators began with.
void expectFloats(const Outcome &outcome, const ElementType &a, const ElementType &b, int sign = 1, float addend = 0) {
  ASSERT_TRUE(outcome.isClean()) << outcome.problems();
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      float expected = static_cast<float>(sign * dot(row, column, 32 / a.bytes, a, b)) + addend;
      ASSERT_EQ(floatOfD(outcome, row, column), expected) << "row " << row << ", column " << column;
    }
  }
}

void expectIntegers(const Outcome &outcome, const ElementType &a, const ElementType &b) {
  ASSERT_TRUE(outcome.isClean()) << outcome.problems();
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      ASSERT_EQ(static_cast<int>(wordOfD(outcome, row, column)), dot(row, column, 32, a, b));
    }
  }
}

TEST(Wgmma, MultipliesHalvesUnderEverySchedule) {
  ElementType half = floatType(Format::F16, 2);
  WgmmaKernel kernel;
  fillTiles(kernel, half, half);
  for (const char *schedule : {"roundrobin", "random:1", "random:2", "adversarial:1", "adversarial:2"}) {
    expectFloats(kernel.run(schedule), half, half);
  }
}

TEST(Wgmma, MultipliesOtherFloats) {
  struct Row {
    const char *types, *immediates;
    ElementType a, b;
  };
  ElementType e4m3 = floatType(Format::E4M3, 1), e5m2 = floatType(Format::E5M2, 1);
  ElementType bf16 = floatType(Format::BF16, 2), tf32 = floatType(Format::TF32, 4);
  for (const Row &row :
       {Row{"m64n16k16.f32.bf16.bf16", ", 1, 1, 0, 0", bf16, bf16}, Row{"m64n16k8.f32.tf32.tf32", ", 1, 1", tf32, tf32},
        Row{"m64n16k32.f32.e4m3.e4m3", ", 1, 1", e4m3, e4m3}, Row{"m64n16k32.f32.e4m3.e5m2", ", 1, 1", e4m3, e5m2},
        Row{"m64n16k32.f32.e5m2.e4m3", ", 1, 1", e5m2, e4m3}}) {
    WgmmaKernel kernel;
    fillTiles(kernel, row.a, row.b);
    kernel.multiply = WgmmaKernel::product(row.types, row.immediates);
    expectFloats(kernel.run(), row.a, row.b);
  }
}

TEST(Wgmma, MultipliesBytes) {
  for (bool isSignedA : {true, false}) {
    for (bool isSignedB : {true, false}) {
      WgmmaKernel kernel;
      ElementType a = integerType(isSignedA), b = integerType(isSignedB);
      fillTiles(kernel, a, b);
      kernel.multiply = WgmmaKernel::product(
          std::string("m64n16k32.s32.") + (isSignedA ? "s8" : "u8") + (isSignedB ? ".s8" : ".u8"), "");
      expectIntegers(kernel.run(), a, b);
    }
  }
}

TEST(Wgmma, SaturatesWhenAsked) {
  ElementType byte = integerType(false);
  for (bool saturates : {false, true}) {
    WgmmaKernel kernel;
    fillTiles(kernel, byte, byte);
    kernel.initialize = "mov.b32 %r40, 0x7fffffff;" + kernel.initialize.substr(kernel.initialize.find(';') + 1);
    kernel.multiply = WgmmaKernel::product(saturates ? "m64n16k32.satfinite.s32.u8.u8" : "m64n16k32.s32.u8.u8", "");
    Outcome outcome = kernel.run();
    ASSERT_TRUE(outcome.isClean()) << outcome.problems();
    int sum = dot(0, 0, 32, byte, byte);
    ASSERT_GT(sum, 0);
    EXPECT_EQ(wordOfD(outcome, 0, 0), saturates ? 0x7fffffffu : 0x7fffffffu + static_cast<uint32_t>(sum));
  }
}

TEST(Wgmma, CountsCommonBits) {
  WgmmaKernel kernel;
  for (size_t word = 0; word < 640; ++word) {
    kernel.setting.words[word] = static_cast<uint32_t>(word * 2654435761u);
  }
  kernel.multiply = WgmmaKernel::product("m64n16k256.s32.b1.b1.and.popc", "");
  Outcome outcome = kernel.run();
  ASSERT_TRUE(outcome.isClean()) << outcome.problems();
  for (int row : {0, 9, 63}) {
    for (int column : {0, 7, 13}) {
      int expected = 0;
      for (int k = 0; k < 32; k += 4) {
        expected += __builtin_popcount(kernel.setting.words[wordsOfA + offsetAlongK(row, k, 1) / 4] &
                                       kernel.setting.words[wordsOfB + offsetAlongK(column, k, 1) / 4]);
      }
      EXPECT_EQ(static_cast<int>(wordOfD(outcome, row, column)), expected);
    }
  }
}

TEST(Wgmma, GivesHalves) {
  ElementType half = floatType(Format::F16, 2);
  WgmmaKernel kernel;
  fillTiles(kernel, half, half);
  kernel.multiply = WgmmaKernel::product("m64n16k16.f16.f16.f16", ", 1, 1, 0, 0", 4);
  Outcome outcome = kernel.run();
  ASSERT_TRUE(outcome.isClean()) << outcome.problems();
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      ASSERT_EQ(wordOfD(outcome, row, column, 2), encode(Format::F16, dot(row, column, 16, half, half)));
    }
  }
}

TEST(Wgmma, ReadsOperandsAlongTheOtherDimension) {
  ElementType half = floatType(Format::F16, 2);
  for (bool aAlongRows : {false, true}) {
    for (bool bAlongColumns : {false, true}) {
      WgmmaKernel kernel;
      fillTiles(kernel, half, half, {aAlongRows, bAlongColumns});
      std::string transposes = std::string(aAlongRows ? ", 1" : ", 0") + (bAlongColumns ? ", 1" : ", 0");
      kernel.multiply = WgmmaKernel::product("m64n16k16.f32.f16.f16", ", 1, 1" + transposes);
      expectFloats(kernel.run(), half, half);
    }
  }
}

TEST(Wgmma, NegatesAndAdds) {
  ElementType half = floatType(Format::F16, 2);
  for (const char *immediates : {", -1, 1, 0, 0", ", 1, -1, 0, 0", ", -1, -1, 0, 0"}) {
    WgmmaKernel kernel;
    fillTiles(kernel, half, half);
    kernel.multiply = WgmmaKernel::product("m64n16k16.f32.f16.f16", immediates);
    for (size_t at = kernel.initialize.find(" 0;"); at != std::string::npos; at = kernel.initialize.find(" 0;", at)) {
      kernel.initialize.replace(at, 3, " 0x40a00000;");
    }
    expectFloats(kernel.run(), half, half, std::string(immediates) == ", -1, -1, 0, 0" ? 1 : -1, 5);
  }
}

TEST(Wgmma, TakesAFromRegisters) {
  for (int bytes : {1, 2}) {
    ElementType type = bytes == 1 ? floatType(Format::E4M3, 1) : floatType(Format::F16, 2);
    WgmmaKernel kernel;
    fillTiles(kernel, type, type);
    kernel.initialize += loadFragmentOfA;
    kernel.multiply = WgmmaKernel::product(bytes == 1 ? "m64n16k32.f32.e4m3.e4m3" : "m64n16k16.f32.f16.f16",
                                           bytes == 1 ? ", 1, 1" : ", 1, 1, 0", 8, "{%r20, %r21, %r22, %r23}");
    expectFloats(kernel.run("random:7"), type, type);
  }
}

TEST(Wgmma, SumsOneAfterAnother) {
  ElementType half = floatType(Format::F16, 2);
  WgmmaKernel kernel;
  fillTiles(kernel, half, half);
  // The first one ignores what the accumulators hold, which is undefined.
  kernel.initialize = "setp.ne.u32 %p4, 0, 0;\n";
  std::string first = kernel.multiply;
  first.replace(first.find("%p2"), 3, "%p4");
  kernel.multiply = first + "\n" + kernel.multiply + "\n" + kernel.commit + "\n" + kernel.multiply;
  kernel.afterWait = "add.rn.f32 %r40, %r40, 0f00000000;";
  for (const char *schedule : {"roundrobin", "random:1", "adversarial:1", "adversarial:2"}) {
    Outcome outcome = kernel.run(schedule);
    ASSERT_TRUE(outcome.isClean()) << outcome.problems();
    EXPECT_EQ(floatOfD(outcome, 5, 3), static_cast<float>(3 * dot(5, 3, 16, half, half)));
  }
}

TEST(Wgmma, TwoGroupsOfWarpsWorkApart) {
  ElementType half = floatType(Format::F16, 2);
  WgmmaKernel kernel;
  fillTiles(kernel, half, half);
  kernel.setting.shape.block = {256, 1, 1};
  kernel.setting.words.resize(wordsOfD + 256 * wordsPerThread, 0);
  kernel.fill = "setp.ge.u32 %p3, %thread, 128;\n@%p3 bra FILLED;\n" + kernel.fill + "\nFILLED:";
  // The second group adds the product once more.
  kernel.commit = "@!%p3 bra ONCE;\n" + kernel.multiply + "\nONCE:\n" + kernel.commit;
  Outcome outcome = kernel.run("random:3");
  ASSERT_TRUE(outcome.isClean()) << outcome.problems();
  size_t second = wordsOfD + 128 * wordsPerThread;
  for (size_t word = 0; word < 128 * wordsPerThread; ++word) {
    EXPECT_EQ(floatOf(outcome.words[second + word]), 2 * floatOf(outcome.words[wordsOfD + word]));
  }
}

struct CollectTrace : TraceSink {
  std::vector<TraceEvent> events;
  void record(TraceEvent event) override {
    if (event.track == TraceEvent::Track::Matrix) {
      events.push_back(std::move(event));
    }
  }
};

TEST(Wgmma, IsCountedAndTracedOnceForItsFourWarps) {
  WgmmaKernel kernel;
  CollectTrace trace;
  kernel.setting.options.statistics = true;
  kernel.setting.options.trace = &trace;
  Outcome outcome = kernel.run();
  ASSERT_TRUE(outcome.isClean()) << outcome.problems();
  const InstructionCounts &counts = outcome.result.statistics.classes[unsigned(InstructionClass::Matrix)];
  EXPECT_EQ(counts.issued, 4u);
  EXPECT_EQ(counts.matrices, 1u);
  ASSERT_EQ(trace.events.size(), 1u);
  EXPECT_EQ(trace.events[0].name, "wgmma m64n16k16");
  EXPECT_LE(trace.events[0].begin, trace.events[0].end);
}

} // namespace
} // namespace tkc::sim::test
