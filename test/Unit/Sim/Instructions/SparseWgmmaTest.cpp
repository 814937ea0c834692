// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// wgmma with a sparse A, against sums over the whole matrix A, zeros included.
#include "tkc/Sim/Numeric/Formats.h"

#include <algorithm>

#include "WgmmaKernel.h"

namespace tkc::sim::test {
namespace {

constexpr int rows = 64, columns = 16, warpRows = 16;
/// Words of the buffer: 2048 bytes of A, 1024 of B, a word of metadata for each thread, eight words a thread for D.
constexpr size_t wordsOfB = 512, wordsOfMetadata = 768, wordsOfD = 896, wordsPerThread = 8;

/// A type of A and B: float formats, or bytes.
struct Type {
  const char *name;
  int bits;
  std::optional<Format> format = std::nullopt;
  bool isSigned = true;

  uint32_t bitsOf(int value) const {
    return format ? static_cast<uint32_t>(encode(*format, value)) : static_cast<uint32_t>(value) & 255;
  }
  /// Elements of A along k, those that are left out counted, in a chunk and in all.
  int chunk() const { return bits == 32 ? 2 : 4; }
  int depth() const { return 512 / bits; }
};

constexpr Type f16{"f16", 16, Format::F16}, bf16{"bf16", 16, Format::BF16}, tf32{"tf32", 32, Format::TF32},
    e4m3{"e4m3", 8, Format::E4M3}, e5m2{"e5m2", 8, Format::E5M2}, s8{"s8", 8}, u8{"u8", 8, std::nullopt, false};

struct Product {
  Type a = f16, b = f16;
  const char *result = "f32", *suffix = "", *immediates = ", 1, 1, 0, 0";
  int selector = 0;
  bool isAInRegisters = false, isAAlongRows = false, isBAlongColumns = false;
  /// What each accumulator begins with, as bits.
  uint32_t addend = 0;

  bool isHalf() const { return std::string(result) == "f16"; }
};

/// Positions in a chunk of the elements that are there; one of two for tf32.
int firstOf(int row, int chunk, const Type &type) { return (row + chunk) % (type.bits == 32 ? 2 : 3); }
int secondOf(int row, int chunk, const Type &type) {
  return firstOf(row, chunk, type) + 1 + row * chunk % (3 - firstOf(row, chunk, type));
}
int valueOfA(int row, int k, const Type &type) {
  int chunk = k / type.chunk(), at = k % type.chunk();
  bool isThere = at == firstOf(row, chunk, type) || (type.bits != 32 && at == secondOf(row, chunk, type));
  return isThere ? (row * 5 + k * 3) % 7 - (type.isSigned ? 3 : 0) : 0;
}
int valueOfB(int k, int column, const Type &type) { return (k * 2 + column * 3) % 5 - (type.isSigned ? 2 : 0); }

int dot(int row, int column, const Product &product) {
  int sum = 0;
  for (int k = 0; k < product.a.depth(); ++k) {
    sum += valueOfA(row, k, product.a) * valueOfB(k, column, product.b);
  }
  return sum;
}

/// The element of A that is stored at place `index` of a row.
int storedOfA(int row, int index, const Type &type) {
  int chunk = index * 2 / type.chunk(), part = index % (type.chunk() / 2);
  int at = part == 0 ? firstOf(row, chunk, type) : secondOf(row, chunk, type);
  return valueOfA(row, chunk * type.chunk() + at, type);
}

void put(std::vector<uint32_t> &words, size_t firstWord, int offset, uint32_t bits, const Type &type) {
  std::memcpy(reinterpret_cast<char *>(words.data() + firstWord) + offset, &bits, static_cast<size_t>(type.bits / 8));
}

/// Where an element lies without swizzle: along k, 16 bytes are 128 bytes from the next; along the rows eight steps of
/// k are. Eight rows are `stride` bytes from the next.
int offsetOf(int row, int k, const Type &type, bool isAlongRows, int stride) {
  int bytes = type.bits / 8;
  return isAlongRows ? row / 8 * stride + k / 8 * 128 + k % 8 * 16 + row % 8 * 2
                     : row / 8 * stride + k * bytes / 16 * 128 + row % 8 * 16 + k * bytes % 16;
}

/// PTX ISA 9.0, figures of the metadata: four bits a chunk, for rows g and g + 8 of the group g of four lanes.
void putMetadata(std::vector<uint32_t> &words, const Product &product) {
  const Type &type = product.a;
  for (int thread = 0; thread < 128; ++thread) {
    int warpRow = thread / 32 * warpRows, group = thread % 32 / 4, member = thread % 4;
    uint32_t &word = words[wordsOfMetadata + static_cast<size_t>(thread)];
    for (int nibble = 0; nibble < 8; ++nibble) {
      // Bytes: a lane has one row. Else the lower half is row g, the upper one row g + 8, of two lanes of four.
      bool isByte = type.bits == 8;
      int row = warpRow + group + 8 * (isByte ? member % 2 : nibble / 4);
      int chunk = isByte ? nibble + 8 * (member / 2) : nibble % 4 + 4 * (member % 2);
      bool isUsed = isByte || member / 2 == product.selector;
      int first = firstOf(row, chunk, type);
      uint32_t bits =
          type.bits == 32 ? (first ? 0b1110 : 0b0100) : static_cast<uint32_t>(first | secondOf(row, chunk, type) << 2);
      word |= (isUsed ? bits : 0) << 4 * nibble;
    }
  }
}

Setting settingOf(const Product &product, const char *schedule) {
  Setting setting;
  setting.shape.block = {128, 1, 1};
  setting.options.schedule = *parseSchedule(schedule);
  setting.words.assign(wordsOfD + 128 * wordsPerThread, 0);
  for (int row = 0; row < rows; ++row) {
    for (int index = 0; index < product.a.depth() / 2; ++index) {
      put(setting.words, 0, offsetOf(row, index, product.a, product.isAAlongRows, 256),
          product.a.bitsOf(storedOfA(row, index, product.a)), product.a);
    }
  }
  for (int column = 0; column < columns; ++column) {
    for (int k = 0; k < product.b.depth(); ++k) {
      put(setting.words, wordsOfB, offsetOf(column, k, product.b, product.isBAlongColumns, 512),
          product.b.bitsOf(valueOfB(k, column, product.b)), product.b);
    }
  }
  putMetadata(setting.words, product);
  return setting;
}

constexpr const char *tiles = ".shared .align 1024 .b8 tile_a[2048];\n.shared .align 1024 .b8 tile_b[1024];";

/// A and B into shared memory, the fragment of A into %r20 to %r23, the metadata into %r30.
std::string prologue() {
  return std::string(R"(
    mov.u32 %r1, tile_a;
    mov.u32 %r2, tile_b;
    shl.b32 %r9, %thread, 4;
    add.u32 %r3, %r1, %r9;
    add.u32 %r4, %r2, %r9;
    mul.wide.u32 %rd1, %thread, 16;
    add.s64 %rd2, %buffer, %rd1;
    ld.global.v4.u32 {%r5, %r6, %r7, %r8}, [%rd2];
    st.shared.v4.u32 [%r3], {%r5, %r6, %r7, %r8};
    setp.lt.u32 %p1, %thread, 64;
    @%p1 ld.global.v4.u32 {%r5, %r6, %r7, %r8}, [%rd2+2048];
    @%p1 st.shared.v4.u32 [%r4], {%r5, %r6, %r7, %r8};
    ld.global.b32 %r30, [%own+3072];
)") + loadFragmentOfA +
         R"(
    mul.wide.u32 %rd1, %thread, 32;
    add.s64 %rd3, %buffer, %rd1;
    add.s64 %rd3, %rd3, 3584;
    shr.u32 %r10, %r1, 4;
    cvt.u64.u32 %rd10, %r10;
    or.b64 %rd10, %rd10, 0x1000080000;
    shr.u32 %r10, %r2, 4;
    cvt.u64.u32 %rd11, %r10;
    or.b64 %rd11, %rd11, 0x2000080000;
    setp.eq.u32 %p2, 0, 0;
    fence.proxy.async.shared::cta;
    bar.sync 0;
)";
}

std::string instructionOf(const Product &product) {
  std::string text = "wgmma.mma_async.sp.sync.aligned.m64n16k" + std::to_string(product.a.depth()) + "." +
                     product.result + "." + product.a.name + "." + product.b.name + product.suffix + " " +
                     WgmmaKernel::accumulators(product.isHalf() ? 4 : 8);
  return text + ", " + (product.isAInRegisters ? "{%r20, %r21, %r22, %r23}" : "%rd10") + ", %rd11, %r30, " +
         std::to_string(product.selector) + ", %p2" + product.immediates + ";\n";
}

/// `before` stands in front of wgmma.fence, `after` between issue and wait.
std::string bodyOf(const Product &product, const std::string &before = "", const std::string &after = "") {
  std::string text = prologue();
  for (int index = 0; index < 8; ++index) {
    text += "mov.b32 %r" + std::to_string(40 + index) + ", " + std::to_string(product.addend) + ";\n";
  }
  return text + before + "wgmma.fence.sync.aligned;\n" + instructionOf(product) + "wgmma.commit_group.sync.aligned;\n" +
         after +
         "wgmma.wait_group.sync.aligned 0;\n"
         "st.global.v4.b32 [%rd3], {%r40, %r41, %r42, %r43};\n"
         "st.global.v4.b32 [%rd3+16], {%r44, %r45, %r46, %r47};\n";
}

Outcome run(const Product &product, const char *schedule = "roundrobin") {
  return runBody(bodyOf(product), settingOf(product, schedule), tiles);
}

/// Element of D from the words that threads have stored.
uint32_t wordOfD(const Outcome &outcome, int row, int column, bool isHalf) {
  int thread = row / 16 * 32 + row % 8 * 4 + column % 8 / 2;
  int index = column / 8 * 4 + row % 16 / 8 * 2 + column % 2;
  size_t first = wordsOfD + static_cast<size_t>(thread) * wordsPerThread;
  return isHalf ? outcome.words[first + static_cast<size_t>(index / 2)] >> 16 * (index % 2) & 0xffff
                : outcome.words[first + static_cast<size_t>(index)];
}

/// Every element is `sign` times the product plus `addend`.
void expectProduct(const Product &product, int sign = 1, int addend = 0, const char *schedule = "roundrobin") {
  Outcome outcome = run(product, schedule);
  ASSERT_TRUE(outcome.isClean()) << instructionOf(product) << outcome.problems();
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      int expected = sign * dot(row, column, product) + addend;
      uint32_t bits = product.isHalf()   ? static_cast<uint32_t>(encode(Format::F16, expected))
                      : product.a.format ? bitsOf(static_cast<float>(expected))
                                         : static_cast<uint32_t>(expected);
      ASSERT_EQ(wordOfD(outcome, row, column, product.isHalf()), bits)
          << instructionOf(product) << "row " << row << ", column " << column;
    }
  }
}

TEST(SparseWgmma, MultipliesAllTypes) {
  for (int selector : {0, 1}) {
    expectProduct({f16, f16, "f32", "", ", 1, 1, 0, 0", selector});
    expectProduct({f16, f16, "f16", "", ", 1, 1, 0, 0", selector});
    expectProduct({bf16, bf16, "f32", "", ", 1, 1, 0, 0", selector});
    expectProduct({tf32, tf32, "f32", "", ", 1, 1", selector});
  }
  for (const Type &a : {e4m3, e5m2}) {
    for (const Type &b : {e4m3, e5m2}) {
      expectProduct({a, b, "f32", "", ", 1, 1"});
      expectProduct({a, b, "f16", "", ", 1, 1"});
    }
  }
  for (const Type &a : {s8, u8}) {
    for (const Type &b : {s8, u8}) {
      expectProduct({a, b, "s32", "", ""});
    }
  }
}

TEST(SparseWgmma, TakesAFromRegistersUnderEverySchedule) {
  for (const char *schedule : {"roundrobin", "random:1", "random:2", "adversarial:1", "adversarial:2"}) {
    expectProduct({f16, f16, "f32", "", ", 1, 1, 0", 1, true}, 1, 0, schedule);
    expectProduct({f16, f16, "f32", "", ", 1, 1, 0, 0", 1}, 1, 0, schedule);
    expectProduct({e4m3, e4m3, "f32", "", ", 1, 1", 0, true}, 1, 0, schedule);
    expectProduct({tf32, tf32, "f32", "", ", 1, 1", 1, true}, 1, 0, schedule);
    expectProduct({u8, s8, "s32", "", "", 0, true}, 1, 0, schedule);
  }
}

TEST(SparseWgmma, ReadsOperandsAlongTheOtherDimension) {
  // Along M, 16 steps of k of the packed A; along N, 32 of B.
  expectProduct({f16, f16, "f32", "", ", 1, 1, 1, 0", 0, false, true, false});
  expectProduct({f16, f16, "f32", "", ", 1, 1, 0, 1", 0, false, false, true});
  expectProduct({bf16, bf16, "f32", "", ", 1, 1, 1, 1", 1, false, true, true});
}

TEST(SparseWgmma, NegatesAddsAndSaturates) {
  expectProduct({f16, f16, "f32", "", ", -1, 1, 0, 0", 0, false, false, false, 0x40a00000}, -1, 5);
  expectProduct({f16, f16, "f32", "", ", 1, -1, 0, 0", 0, false, false, false, 0x40a00000}, -1, 5);
  expectProduct({s8, s8, "s32", "", "", 0, false, false, false, 1000}, 1, 1000);
  Product product{u8, u8, "s32", ".satfinite", "", 0, false, false, false, 0x7ffffff0};
  Outcome outcome = run(product);
  ASSERT_TRUE(outcome.isClean()) << outcome.problems();
  ASSERT_GT(dot(3, 5, product), 15);
  EXPECT_EQ(wordOfD(outcome, 3, 5, false), 0x7fffffffu);
}

TEST(SparseWgmma, MetadataThatMeanNothingAreAFault) {
  Product product;
  Setting setting = settingOf(product, "roundrobin");
  setting.words[wordsOfMetadata + 37] = 0x44445444;
  Outcome outcome = runBody(bodyOf(product), setting, tiles);
  ASSERT_FALSE(outcome.isClean());
  EXPECT_EQ(outcome.faults().front(), "IllegalOperand");
  EXPECT_NE(outcome.problems().find("bits 12 to 15 of the metadata are 5, which says nothing of chunk 7 of row 1"),
            std::string::npos)
      << outcome.problems();
  // Lanes that the selector leaves out say nothing.
  setting = settingOf(product, "roundrobin");
  setting.words[wordsOfMetadata + 38] = 0;
  EXPECT_TRUE(runBody(bodyOf(product), setting, tiles).isClean());
}

TEST(SparseWgmma, UndefinedMetadataAreAFault) {
  Product product;
  std::string body = bodyOf(product);
  body.replace(body.find("%r30, 0, %p2"), 4, "%r31");
  EXPECT_EQ(runBody(body, settingOf(product, "roundrobin"), tiles).faults().front(), "UndefinedOperand");
}

TEST(SparseWgmma, MetadataAreInFlightUntilTheWait) {
  Product product;
  Setting setting = settingOf(product, "roundrobin");
  EXPECT_EQ(runBody(bodyOf(product, "", "mov.b32 %r30, 0;\n"), setting, tiles).faults(),
            std::vector<std::string>{"WgmmaRegisterHazard"});
  std::string body = bodyOf(product), fence = "wgmma.fence.sync.aligned;\n";
  body.insert(body.find(fence) + fence.size(), "mov.b32 %r30, %r30;\n");
  EXPECT_EQ(runBody(body, setting, tiles).faults(), std::vector<std::string>{"WgmmaRegisterHazard"});
}

TEST(SparseWgmma, WhatDoesNotExistIsRefused) {
  auto textOf = [](const Product &product, const std::string &from, const std::string &to) {
    std::string text = instructionOf(product);
    return errorOf(text.replace(text.find(from), from.size(), to));
  };
  Product halves, bytes{s8, s8, "s32", "", ""};
  EXPECT_NE(textOf(halves, "k32", "k16").find("need m64 and k32"), std::string::npos);
  EXPECT_NE(textOf(halves, "0, %p2", "2, %p2").find("from 0 to 1"), std::string::npos);
  EXPECT_NE(textOf(bytes, "0, %p2", "1, %p2").find("from 0 to 0"), std::string::npos);
  EXPECT_NE(textOf(bytes, "k64.s32.s8.s8", "k512.s32.b1.b1.and.popc").find("cannot multiply"), std::string::npos);
  EXPECT_NE(textOf(halves, "%r30, 0, ", "").find("operands"), std::string::npos);
}

} // namespace
} // namespace tkc::sim::test
