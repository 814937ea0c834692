// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// wmma from memory to memory, for every shape, type and layout, against plain sums of products; sparse and single-bit
// mma and m8n8k4 against fragments written down element by element.
#include "tkc/Sim/Numeric/Float.h"

#include <cmath>

#include "../Machine/Simulation.h"

namespace tkc::sim::test {
namespace {

//===--- wmma -------------------------------------------------------------===//

struct Shape {
  const char *text;
  int m, n, k;
};
struct Kind {
  const char *type, *accumulator;
  int bits, accumulatorBits, a, b, c;
};

/// A matrix in the buffer: lines of `stride` elements.
struct Stored {
  int byteOffset, stride, bits;
  bool isRow;

  size_t bitOf(int row, int column) const {
    int line = isRow ? row : column, index = isRow ? column : row;
    return size_t(byteOffset) * 8 + (size_t(line) * size_t(stride) + size_t(index)) * size_t(bits);
  }
};

void put(std::vector<uint32_t> &words, size_t bit, int bits, uint64_t value) {
  for (int i = 0; i < bits; ++i) {
    uint32_t mask = 1u << (bit + size_t(i)) % 32;
    uint32_t &word = words[(bit + size_t(i)) / 32];
    word = (value >> i & 1) ? word | mask : word & ~mask;
  }
}
uint64_t get(const std::vector<uint32_t> &words, size_t bit, int bits) {
  uint64_t value = 0;
  for (int i = 0; i < bits; ++i) {
    value |= uint64_t(words[(bit + size_t(i)) / 32] >> (bit + size_t(i)) % 32 & 1) << i;
  }
  return value;
}

uint64_t encode(std::string_view type, int value) {
  if (type == "f16") {
    return encodeHalf<Format::F16>(float(value));
  }
  if (type == "bf16") {
    return encodeHalf<Format::BF16>(float(value));
  }
  if (type == "f32" || type == "tf32") {
    return bitsOf(float(value));
  }
  return type == "f64" ? bitsOf(double(value)) : uint64_t(int64_t(value));
}

/// A small number that the type has, the same on every run.
int draw(std::string_view type, int row, int column, int seed) {
  unsigned mixed = unsigned(row * 31 + column * 17 + seed * 101 + row * column) * 2654435761u >> 20;
  if (type == "b1") {
    return int(mixed & 1);
  }
  return type[0] == 'u' ? int(mixed % 8) : int(mixed % 8) - 4;
}

std::string names(const char *prefix, int first, int count) {
  std::string text = "{";
  for (int i = 0; i < count; ++i) {
    text += (i ? ", %" : "%") + std::string(prefix) + std::to_string(first + i);
  }
  return text + "}";
}

constexpr int offsetA = 0, offsetB = 4096, offsetC = 8192, offsetD = 16384;

std::string kernelOf(const Shape &shape, const Kind &kind, const char *a, const char *b, const char *c, int pad,
                     const Stored &storedA, const Stored &storedB, const Stored &storedC) {
  std::string type = kind.type, result = kind.accumulator, in = type == "f64" ? "fd" : "r", out = in;
  std::string text, stem = ".sync.aligned.", spaced = "." + std::string(shape.text) + ".global.";
  auto stride = [&](const Stored &stored) { return pad ? ", " + std::to_string(stored.stride) : std::string(); };
  auto load = [&](const char *which, const char *layout, const std::string &name, int first, int count, int offset,
                  const Stored &stored) {
    text += "wmma.load." + std::string(which) + stem + layout + spaced + name + " " + names(in.c_str(), first, count) +
            ", [%buffer+" + std::to_string(offset) + "]" + stride(stored) + ";\n";
  };
  load("a", a, type, 0, kind.a, offsetA, storedA);
  load("b", b, type, 8, kind.b, offsetB, storedB);
  load("c", c, result, 16, kind.c, offsetC, storedC);
  std::string inputs = type == "f16" ? "." : "." + type + "." + type + ".";
  text += "wmma.mma" + std::string(type == "b1" ? ".and.popc" : "") + stem + a + "." + b + "." + shape.text + "." +
          result + inputs + result + " " + names(out.c_str(), 24, kind.c) + ", " + names(in.c_str(), 0, kind.a) + ", " +
          names(in.c_str(), 8, kind.b) + ", " + names(in.c_str(), 16, kind.c) + ";\n";
  return text + "wmma.store.d" + stem + c + spaced + result + " [%buffer+" + std::to_string(offsetD) + "], " +
         names(out.c_str(), 24, kind.c) + stride(storedC) + ";\n";
}

void checkProduct(const Shape &shape, const Kind &kind, const char *a, const char *b, const char *c, int pad) {
  auto stored = [&](int offset, int rows, int columns, int bits, const char *layout) {
    bool isRow = layout[0] == 'r';
    return Stored{offset, (isRow ? columns : rows) + pad, bits, isRow};
  };
  Stored left = stored(offsetA, shape.m, shape.k, kind.bits, a),
         right = stored(offsetB, shape.k, shape.n, kind.bits, b),
         sum = stored(offsetC, shape.m, shape.n, kind.accumulatorBits, c), result = sum;
  result.byteOffset = offsetD;
  Setting setting;
  setting.words.assign(6144, 0);
  for (int i = 0; i < shape.m; ++i) {
    for (int l = 0; l < shape.k; ++l) {
      put(setting.words, left.bitOf(i, l), kind.bits, encode(kind.type, draw(kind.type, i, l, 1)));
    }
    for (int j = 0; j < shape.n; ++j) {
      put(setting.words, sum.bitOf(i, j), kind.accumulatorBits, encode(kind.accumulator, draw("s32", i, j, 3)));
    }
  }
  for (int l = 0; l < shape.k; ++l) {
    for (int j = 0; j < shape.n; ++j) {
      put(setting.words, right.bitOf(l, j), kind.bits, encode(kind.type, draw(kind.type, l, j, 2)));
    }
  }
  std::string body = kernelOf(shape, kind, a, b, c, pad, left, right, sum);
  Outcome outcome = runBody(body, setting);
  ASSERT_TRUE(outcome.isClean()) << body << outcome.problems();
  for (int i = 0; i < shape.m; ++i) {
    for (int j = 0; j < shape.n; ++j) {
      int expected = draw("s32", i, j, 3);
      for (int l = 0; l < shape.k; ++l) {
        expected += draw(kind.type, i, l, 1) * draw(kind.type, l, j, 2);
      }
      uint64_t mask = kind.accumulatorBits == 64 ? ~uint64_t(0) : (uint64_t(1) << kind.accumulatorBits) - 1;
      ASSERT_EQ(get(outcome.words, result.bitOf(i, j), kind.accumulatorBits), encode(kind.accumulator, expected) & mask)
          << body << i << " " << j;
    }
  }
}

TEST(Wmma, ProductsOfLargeShapes) {
  for (const Shape &shape : {Shape{"m16n16k16", 16, 16, 16}, {"m8n32k16", 8, 32, 16}, {"m32n8k16", 32, 8, 16}}) {
    int a = shape.m / 8, b = shape.n / 8;
    for (const Kind &kind : {Kind{"f16", "f32", 16, 32, 8, 8, 8},
                             {"f16", "f16", 16, 16, 8, 8, 4},
                             {"bf16", "f32", 16, 32, 2 * a, 2 * b, 8},
                             {"s8", "s32", 8, 32, a, b, 8},
                             {"u8", "s32", 8, 32, a, b, 8}}) {
      for (const char *left : {"row", "col"}) {
        for (const char *right : {"row", "col"}) {
          for (const char *sum : {"row", "col"}) {
            checkProduct(shape, kind, left, right, sum, 0);
            checkProduct(shape, kind, left, right, sum, 16);
          }
        }
      }
    }
  }
}

TEST(Wmma, ProductsOfSmallShapes) {
  for (const char *sum : {"row", "col"}) {
    checkProduct({"m16n16k8", 16, 16, 8}, {"tf32", "f32", 32, 32, 4, 4, 8}, "row", "col", sum, 0);
    checkProduct({"m16n16k8", 16, 16, 8}, {"tf32", "f32", 32, 32, 4, 4, 8}, "col", "row", sum, 8);
    checkProduct({"m8n8k4", 8, 8, 4}, {"f64", "f64", 64, 64, 1, 1, 2}, "row", "col", sum, 0);
    checkProduct({"m8n8k4", 8, 8, 4}, {"f64", "f64", 64, 64, 1, 1, 2}, "col", "row", sum, 4);
    checkProduct({"m8n8k32", 8, 8, 32}, {"s4", "s32", 4, 32, 1, 1, 2}, "row", "col", sum, 32);
    checkProduct({"m8n8k32", 8, 8, 32}, {"u4", "s32", 4, 32, 1, 1, 2}, "row", "col", sum, 0);
    checkProduct({"m8n8k128", 8, 8, 128}, {"b1", "s32", 1, 32, 1, 1, 2}, "row", "col", sum, 0);
  }
}

std::string errorOf(const std::string &body) {
  Simulator simulator;
  std::vector<LoadError> errors = loadKernel(simulator, kernelText(body));
  return errors.empty() ? "" : errors.front().message;
}

TEST(Wmma, WrongTextsAndPlaces) {
  EXPECT_NE(errorOf("wmma.load.a.sync.aligned.col.m8n8k32.global.s4 {%r0}, [%rd0];").find("does not exist"),
            std::string::npos);
  EXPECT_NE(errorOf("wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {%r0}, [%rd0];").find("needs 8"),
            std::string::npos);
  EXPECT_NE(errorOf("wmma.mma.sync.aligned.row.col.m8n8k32.s32.s4.u4.s32 {%r0, %r1}, {%r2}, {%r3}, {%r4, %r5};")
                .find("do not exist together"),
            std::string::npos);
  std::string load = "{%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7}, [%buffer+";
  EXPECT_EQ(runBody("wmma.load.a.sync.aligned.row.m16n16k16.global.f16 " + load + "2];").faults(),
            std::vector<std::string>{"Misaligned"});
  EXPECT_EQ(runBody("wmma.load.a.sync.aligned.row.m16n16k16.global.f16 " + load + "0], 17;").faults(),
            std::vector<std::string>{"Misaligned"});
  EXPECT_EQ(runBody("wmma.load.a.sync.aligned.row.m16n16k16.global.f16 " + load + "0], 16;").faults(),
            std::vector<std::string>{"OutOfBounds"});
  EXPECT_EQ(runBody("wmma.store.d.sync.aligned.row.m8n8k32.global.s32 [%buffer], {%r40, %r41};").faults(),
            std::vector<std::string>{"UndefinedValueStored"});
}

//===--- Registers filled by hand -----------------------------------------===//

/// Runs an instruction whose operands come from the buffer: word `lane * 32 + i` is register %r<i> of the lane, and
/// registers from 24 on come back.
std::vector<uint32_t> runRegisters(const std::string &instruction, const std::vector<uint32_t> &registers) {
  Setting setting;
  setting.words = registers;
  std::string body = "mul.lo.u32 %r60, %thread, 128;\ncvt.u64.u32 %rd0, %r60;\nadd.u64 %rd0, %rd0, %buffer;\n";
  for (int i = 0; i < 32; ++i) {
    body += "ld.global.u32 %r" + std::to_string(i) + ", [%rd0+" + std::to_string(4 * i) + "];\n";
  }
  body += instruction + "\n";
  for (int i = 24; i < 32; ++i) {
    body += "st.global.u32 [%rd0+" + std::to_string(4 * i) + "], %r" + std::to_string(i) + ";\n";
  }
  Outcome outcome = runBody(body, setting);
  EXPECT_TRUE(outcome.isClean()) << instruction << outcome.problems();
  return outcome.words;
}

uint32_t &word(std::vector<uint32_t> &registers, int lane, int reg) { return registers[size_t(lane * 32 + reg)]; }

TEST(Mma, SingleBits) {
  std::vector<uint32_t> registers(1024, 0);
  auto bit = [](int x, int y, int seed) { return (unsigned(x * 37 + y * 11 + seed + x * y) * 2654435761u >> 17) & 1; };
  // m16n8k256: lane t of group g has 32 columns (rows of B) from 32 t on, then those 128 further.
  for (int lane = 0; lane < 32; ++lane) {
    int group = lane / 4, member = lane % 4;
    for (int reg = 0; reg < 4; ++reg) {
      for (int i = 0; i < 32; ++i) {
        int k = member * 32 + i + (reg >= 2 ? 128 : 0);
        word(registers, lane, reg) |= bit(group + 8 * (reg & 1), k, 1) << i;
        if (reg < 2) {
          word(registers, lane, 4 + reg) |= bit(group, member * 32 + i + 128 * reg, 2) << i;
        }
      }
      word(registers, lane, 8 + reg) = 1000;
    }
  }
  for (const char *operation : {"xor", "and"}) {
    std::vector<uint32_t> after =
        runRegisters("mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32." + std::string(operation) +
                         ".popc {%r24, %r25, %r26, %r27}, {%r0, %r1, %r2, %r3}, {%r4, %r5}, {%r8, %r9, %r10, %r11};",
                     registers);
    for (int lane = 0; lane < 32; ++lane) {
      for (int reg = 0; reg < 4; ++reg) {
        int row = lane / 4 + 8 * (reg / 2), column = lane % 4 * 2 + reg % 2;
        uint32_t expected = 1000;
        for (int k = 0; k < 256; ++k) {
          unsigned x = bit(row, k, 1), y = bit(column, k, 2);
          expected += operation[0] == 'x' ? x ^ y : x & y;
        }
        EXPECT_EQ(word(after, lane, 24 + reg), expected);
      }
    }
  }
}

/// PTX ISA: lane l < 16 has row l % 4 of A (row-major), others row l % 4 + 4; B likewise by columns.
TEST(Mma, QuadPairsOfHalves) {
  std::vector<uint32_t> registers(1024, 0);
  auto value = [](int quad, int row, int k, int seed) { return float((quad * 7 + row * 5 + k * 3 + seed) % 9 - 4); };
  for (int lane = 0; lane < 32; ++lane) {
    int quad = lane % 16 / 4, line = lane % 4 + lane / 16 * 4;
    for (int k = 0; k < 4; ++k) {
      word(registers, lane, k / 2) |= uint32_t(encodeHalf<Format::F16>(value(quad, line, k, 1))) << 16 * (k % 2);
      word(registers, lane, 2 + k / 2) |= uint32_t(encodeHalf<Format::F16>(value(quad, line, k, 2))) << 16 * (k % 2);
    }
    for (int i = 0; i < 8; ++i) {
      word(registers, lane, 8 + i) = bitsOf(0.5f);
    }
  }
  std::vector<uint32_t> after = runRegisters(
      "mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 {%r24, %r25, %r26, %r27, %r28, %r29, %r30, %r31}, {%r0, %r1}, "
      "{%r2, %r3}, {%r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15};",
      registers);
  for (int lane = 0; lane < 32; ++lane) {
    for (int i = 0; i < 8; ++i) {
      int quad = lane % 16 / 4, row = (lane & 1) + (i & 2) + lane / 16 * 4, column = (i & 4) + (lane & 2) + (i & 1);
      float expected = 0.5f;
      for (int k = 0; k < 4; ++k) {
        expected += value(quad, row, k, 1) * value(quad, column, k, 2);
      }
      EXPECT_EQ(floatOf(word(after, lane, 24 + i)), expected);
    }
  }
}

//===--- mma.sp -----------------------------------------------------------===//

/// Two of four elements of each chunk are there; which ones depends on row and chunk.
int firstOf(int row, int chunk) { return (row + chunk) % 3; }
int secondOf(int row, int chunk) { return firstOf(row, chunk) + 1 + (row * chunk) % (3 - firstOf(row, chunk)); }
int sparseA(int row, int k) {
  int chunk = k / 4, at = k % 4;
  bool isThere = at == firstOf(row, chunk) || at == secondOf(row, chunk);
  return isThere ? (row * 5 + k * 3) % 7 - 3 : 0;
}
int denseB(int k, int column) { return (k * 2 + column * 3) % 7 - 3; }

TEST(SparseMma, Halves) {
  for (int selector : {0, 1}) {
    std::vector<uint32_t> registers(1024, 0);
    for (int lane = 0; lane < 32; ++lane) {
      int group = lane / 4, member = lane % 4;
      // m16n8k32: a register of A has the two elements of a chunk; chunks t and t + 4, rows g and g + 8.
      for (int reg = 0; reg < 4; ++reg) {
        int row = group + 8 * (reg % 2), chunk = member + 4 * (reg / 2);
        uint32_t low = encodeHalf<Format::F16>(float(sparseA(row, 4 * chunk + firstOf(row, chunk))));
        uint32_t high = encodeHalf<Format::F16>(float(sparseA(row, 4 * chunk + secondOf(row, chunk))));
        word(registers, lane, reg) = low | high << 16;
        int k = member * 2 + 8 * reg;
        word(registers, lane, 4 + reg) = uint32_t(encodeHalf<Format::F16>(float(denseB(k, group)))) |
                                         uint32_t(encodeHalf<Format::F16>(float(denseB(k + 1, group)))) << 16;
        word(registers, lane, 8 + reg) = bitsOf(1.0f);
      }
      // Lanes 2s and 2s + 1 of a group have four chunks each of rows g (low) and g + 8.
      for (int half : {0, 1}) {
        for (int i = 0; i < 4 && member / 2 == selector; ++i) {
          int row = group + 8 * half, chunk = i + 4 * (member % 2);
          word(registers, lane, 12) |= uint32_t(firstOf(row, chunk) | secondOf(row, chunk) << 2) << (16 * half + 4 * i);
        }
      }
    }
    std::vector<uint32_t> after =
        runRegisters("mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 {%r24, %r25, %r26, %r27}, "
                     "{%r0, %r1, %r2, %r3}, {%r4, %r5, %r6, %r7}, {%r8, %r9, %r10, %r11}, %r12, " +
                         std::to_string(selector) + ";",
                     registers);
    for (int lane = 0; lane < 32; ++lane) {
      for (int reg = 0; reg < 4; ++reg) {
        int row = lane / 4 + 8 * (reg / 2), column = lane % 4 * 2 + reg % 2, expected = 1;
        for (int k = 0; k < 32; ++k) {
          expected += sparseA(row, k) * denseB(k, column);
        }
        EXPECT_EQ(floatOf(word(after, lane, 24 + reg)), float(expected));
      }
    }
  }
}

TEST(SparseMma, Bytes) {
  std::vector<uint32_t> registers(1024, 0);
  for (int lane = 0; lane < 32; ++lane) {
    int group = lane / 4, member = lane % 4;
    // m16n8k64 of bytes: a register of A has two chunks; metadata of lanes 0 and 1 is of rows g and g + 8, columns
    // 0-31.
    for (int reg = 0; reg < 4; ++reg) {
      int row = group + 8 * (reg % 2), chunk = 2 * member + 8 * (reg / 2);
      for (int i = 0; i < 4; ++i) {
        int at = chunk + i / 2, position = i % 2 ? secondOf(row, at) : firstOf(row, at);
        word(registers, lane, reg) |= uint32_t(sparseA(row, 4 * at + position) & 255) << 8 * i;
        word(registers, lane, 4 + reg) |= uint32_t(denseB(16 * reg + 4 * member + i, group) & 255) << 8 * i;
      }
    }
    for (int i = 0; i < 8; ++i) {
      int row = group + 8 * (member % 2), chunk = i + 8 * (member / 2);
      word(registers, lane, 12) |= uint32_t(firstOf(row, chunk) | secondOf(row, chunk) << 2) << 4 * i;
    }
  }
  std::vector<uint32_t> after =
      runRegisters("mma.sp.sync.aligned.m16n8k64.row.col.s32.s8.s8.s32 {%r24, %r25, %r26, %r27}, "
                   "{%r0, %r1, %r2, %r3}, {%r4, %r5, %r6, %r7}, {%r8, %r9, %r10, %r11}, %r12, 0;",
                   registers);
  for (int lane = 0; lane < 32; ++lane) {
    for (int reg = 0; reg < 4; ++reg) {
      int row = lane / 4 + 8 * (reg / 2), column = lane % 4 * 2 + reg % 2, expected = 0;
      for (int k = 0; k < 64; ++k) {
        expected += sparseA(row, k) * denseB(k, column);
      }
      EXPECT_EQ(int32_t(word(after, lane, 24 + reg)), expected);
    }
  }
}

TEST(SparseMma, MetadataIsChecked) {
  std::string
      start = "mov.b32 %r0, 0;\nmov.b32 %r1, ",
      end =
          ";\nmma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f0, %f1, %f2, %f3}, {%r0, %r0}, "
          "{%r0, %r0}, {0f00000000, 0f00000000, 0f00000000, 0f00000000}, %r1, 2;";
  EXPECT_TRUE(runBody(start + "0x44444444" + end).isClean());
  EXPECT_EQ(runBody(start + "0x44441444" + end).faults(), std::vector<std::string>{"IllegalOperand"});
  EXPECT_EQ(runBody(start + "0x44445444" + end).faults(), std::vector<std::string>{"IllegalOperand"});
  EXPECT_EQ(runBody("mov.b32 %r0, 0;\n" + end.substr(2)).faults(), std::vector<std::string>{"UndefinedOperand"});
  EXPECT_NE(errorOf(start + "0" + std::string(end).replace(end.size() - 2, 1, "4")).find("from 0 to 3"),
            std::string::npos);
}

} // namespace
} // namespace tkc::sim::test
