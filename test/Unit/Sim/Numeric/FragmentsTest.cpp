// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fragments against the formulas that the ISA prints, shape by shape, and against counting: each element exactly once.
#include "tkc/Sim/Numeric/Fragments.h"

#include <functional>
#include <gtest/gtest.h>
#include <set>
#include <vector>

using namespace tkc::sim;

/// Rows and columns as the ISA gives them for element i of a lane: g is its groupID, t its threadID_in_group.
using Formula = std::function<Element(int g, int t, int i)>;

namespace {
struct Case {
  const char *name;
  MatrixOperand operand;
  MmaShape shape;
  int bits, count;
  Formula formula;
};
} // namespace

static constexpr MatrixOperand A = MatrixOperand::A, B = MatrixOperand::B, C = MatrixOperand::C;

static std::vector<Case> listCases() {
  auto a16 = [](int g, int t, int i) -> Element {
    return {i == 0 || i == 1 || i == 4 || i == 5 ? g : g + 8, i < 4 ? t * 2 + (i & 1) : t * 2 + (i & 1) + 8};
  };
  auto b16 = [](int g, int t, int i) -> Element { return {i < 2 ? t * 2 + i : t * 2 + (i & 1) + 8, g}; };
  auto c = [](int g, int t, int i) -> Element { return {i < 2 ? g : g + 8, t * 2 + (i & 1)}; };
  auto c8 = [](int g, int t, int i) -> Element { return {g, t * 2 + i}; };
  auto a8 = [](int g, int t, int i) -> Element {
    bool isUpper = (i >= 4 && i < 8) || (i >= 12);
    return {isUpper ? g + 8 : g, t * 4 + (i & 3) + (i >= 8 ? 16 : 0)};
  };
  auto b8 = [](int g, int t, int i) -> Element { return {t * 4 + (i & 3) + (i >= 4 ? 16 : 0), g}; };
  auto a4 = [](int g, int t, int i) -> Element {
    bool isUpper = (i >= 8 && i < 16) || i >= 24;
    return {isUpper ? g + 8 : g, t * 8 + (i & 7) + (i >= 16 ? 32 : 0)};
  };
  auto b4 = [](int g, int t, int i) -> Element { return {t * 8 + (i & 7) + (i >= 8 ? 32 : 0), g}; };
  auto a32 = [](int g, int t, int i) -> Element { return {i % 2 ? g + 8 : g, i < 2 ? t : t + 4}; };
  auto b32 = [](int g, int t, int i) -> Element { return {i == 0 ? t : t + 4, g}; };
  auto a64k16 = [](int g, int t, int i) -> Element {
    return {i % 2 == 0 ? g : g + 8, i % 2 == 0 ? i * 2 + t : i * 2 - 2 + t};
  };
  auto b64k16 = [](int g, int t, int i) -> Element { return {t + i * 4, g}; };
  auto a1 = [](int g, int t, int i) -> Element {
    bool isUpper = (i >= 32 && i < 64) || i >= 96;
    return {isUpper ? g + 8 : g, t * 32 + (i & 31) + (i >= 64 ? 128 : 0)};
  };
  auto b1 = [](int g, int t, int i) -> Element { return {t * 32 + (i & 31) + (i >= 32 ? 128 : 0), g}; };
  return {
      {"f16 k8 A", A, {16, 8, 8}, 16, 4, a16},
      {"f16 k8 B", B, {16, 8, 8}, 16, 2, b16},
      {"f16 k16 A", A, {16, 8, 16}, 16, 8, a16},
      {"f16 k16 B", B, {16, 8, 16}, 16, 4, b16},
      {"f32 C", C, {16, 8, 16}, 32, 4, c},
      {"f16 C", C, {16, 8, 16}, 16, 4, c},
      {"s32 C", C, {16, 8, 32}, 32, 4, c},
      {"f64 C", C, {16, 8, 8}, 64, 4, c},
      {"tf32 k4 A", A, {16, 8, 4}, 32, 2, a32},
      {"tf32 k4 B", B, {16, 8, 4}, 32, 1, b32},
      {"tf32 k8 A", A, {16, 8, 8}, 32, 4, a32},
      {"tf32 k8 B", B, {16, 8, 8}, 32, 2, b32},
      {"s8 m8 A", A, {8, 8, 16}, 8, 4, a8},
      {"s8 m8 B", B, {8, 8, 16}, 8, 4, b8},
      {"s8 k16 A", A, {16, 8, 16}, 8, 8, a8},
      {"s8 k16 B", B, {16, 8, 16}, 8, 4, b8},
      {"e4m3 k32 A", A, {16, 8, 32}, 8, 16, a8},
      {"e4m3 k32 B", B, {16, 8, 32}, 8, 8, b8},
      {"s4 m8 A", A, {8, 8, 32}, 4, 8, a4},
      {"s4 m8 B", B, {8, 8, 32}, 4, 8, b4},
      {"s4 k32 A", A, {16, 8, 32}, 4, 16, a4},
      {"s4 k32 B", B, {16, 8, 32}, 4, 8, b4},
      {"s4 k64 A", A, {16, 8, 64}, 4, 32, a4},
      {"s4 k64 B", B, {16, 8, 64}, 4, 16, b4},
      {"b1 m8 A", A, {8, 8, 128}, 1, 32, a1},
      {"b1 m8 B", B, {8, 8, 128}, 1, 32, b1},
      {"b1 k128 A", A, {16, 8, 128}, 1, 64, a1},
      {"b1 k128 B", B, {16, 8, 128}, 1, 32, b1},
      {"b1 k256 A", A, {16, 8, 256}, 1, 128, a1},
      {"b1 k256 B", B, {16, 8, 256}, 1, 64, b1},
      {"f64 m8 A", A, {8, 8, 4}, 64, 1, a32},
      {"f64 m8 B", B, {8, 8, 4}, 64, 1, b32},
      {"f64 k4 A", A, {16, 8, 4}, 64, 2, a32},
      {"f64 k4 B", B, {16, 8, 4}, 64, 1, b32},
      {"f64 k8 A", A, {16, 8, 8}, 64, 4, a32},
      {"f64 k8 B", B, {16, 8, 8}, 64, 2, b32},
      {"f64 k16 A", A, {16, 8, 16}, 64, 8, a64k16},
      {"f64 k16 B", B, {16, 8, 16}, 64, 4, b64k16},
      {"m8 C", C, {8, 8, 4}, 64, 2, c8},
      {"m8 s32 C", C, {8, 8, 16}, 32, 2, c8},
  };
}

/// Each element of the matrix is held once, and the inverse map finds it.
static void expectCovered(const MatrixFragment &fragment, const std::string &name) {
  std::set<std::pair<int, int>> seen;
  for (int lane = 0; lane < fragment.lanes(); ++lane) {
    for (int reg = 0; reg < fragment.registers(); ++reg) {
      for (int slot = 0; slot < fragment.slots(); ++slot) {
        Element element = fragment.elementAt(lane, reg, slot);
        ASSERT_TRUE(seen.insert({element.row, element.column}).second) << name;
        FragmentPlace place = fragment.placeOf(element.row, element.column);
        ASSERT_TRUE(place.lane == lane && place.reg == reg && place.slot == slot) << name;
        ASSERT_TRUE(element.row >= 0 && element.row < fragment.rows()) << name;
        ASSERT_TRUE(element.column >= 0 && element.column < fragment.columns()) << name;
      }
    }
  }
  ASSERT_EQ(int(seen.size()), fragment.rows() * fragment.columns()) << name;
}

TEST(Fragments, MmaFollowsTheFormulas) {
  for (const Case &test : listCases()) {
    std::optional<MatrixFragment> fragment = mmaFragment(test.operand, test.shape, test.bits);
    ASSERT_TRUE(fragment) << test.name;
    ASSERT_EQ(fragment->registers() * fragment->slots(), test.count) << test.name;
    ASSERT_EQ(fragment->lanes(), 32);
    for (int lane = 0; lane < 32; ++lane) {
      for (int i = 0; i < test.count; ++i) {
        Element expected = test.formula(lane >> 2, lane % 4, i);
        Element got = fragment->elementAt(lane, i / fragment->slots(), i % fragment->slots());
        ASSERT_EQ(got.row, expected.row) << test.name << " lane " << lane << " element " << i;
        ASSERT_EQ(got.column, expected.column) << test.name << " lane " << lane << " element " << i;
      }
    }
    expectCovered(*fragment, test.name);
  }
}

TEST(Fragments, UnknownShapesAreNone) {
  EXPECT_FALSE(mmaFragment(A, {16, 8, 32}, 16));
  EXPECT_FALSE(mmaFragment(A, {8, 8, 4}, 16));
  EXPECT_FALSE(mmaFragment(C, {16, 8, 16}, 8));
  EXPECT_FALSE(mmaFragment(B, {16, 16, 16}, 16));
  EXPECT_FALSE(wgmmaFragmentA(4));
  EXPECT_FALSE(wgmmaFragmentD(12, 32));
  EXPECT_FALSE(wgmmaFragmentD(264, 32));
  EXPECT_FALSE(wgmmaFragmentD(0, 32));
  EXPECT_FALSE(wgmmaFragmentD(8, 8));
}

TEST(Fragments, WgmmaAccumulators) {
  for (int n = 8; n <= 256; n += 8) {
    std::optional<MatrixFragment> wide = wgmmaFragmentD(n, 32), narrow = wgmmaFragmentD(n, 16);
    ASSERT_TRUE(wide && narrow);
    ASSERT_EQ(wide->registers(), n / 2);
    ASSERT_EQ(narrow->registers(), n / 4);
    for (int thread = 0; thread < 128; ++thread) {
      for (int i = 0; i < n / 2; ++i) {
        // Row 16·warp + lane/4, and eight below for the second pair of each four; eight columns for each four.
        int row = 16 * (thread / 32) + thread % 32 / 4 + ((i / 2) & 1 ? 8 : 0);
        int column = i / 4 * 8 + (thread & 3) * 2 + (i & 1);
        Element got = wide->elementAt(thread, i, 0), packed = narrow->elementAt(thread, i / 2, i & 1);
        ASSERT_TRUE(got.row == row && got.column == column && packed.row == row && packed.column == column);
      }
    }
    expectCovered(*wide, "wide");
    expectCovered(*narrow, "narrow");
  }
}

TEST(Fragments, WgmmaAInRegisters) {
  struct {
    int bits;
    MmaShape shape;
  } cases[] = {{16, {16, 8, 16}}, {32, {16, 8, 8}}, {8, {16, 8, 32}}};
  for (const auto &test : cases) {
    std::optional<MatrixFragment> fragment = wgmmaFragmentA(test.bits), warp = mmaFragment(A, test.shape, test.bits);
    ASSERT_EQ(fragment->registers(), 4);
    ASSERT_EQ(fragment->rows(), 64);
    for (int thread = 0; thread < 128; ++thread) {
      for (int i = 0; i < 4 * fragment->slots(); ++i) {
        Element got = fragment->elementAt(thread, i / fragment->slots(), i % fragment->slots());
        Element part = warp->elementAt(thread % 32, i / warp->slots(), i % warp->slots());
        ASSERT_EQ(got.row, part.row + thread / 32 * 16);
        ASSERT_EQ(got.column, part.column);
      }
    }
    expectCovered(*fragment, "A");
  }
}

/// Matrices as numbers: row r of matrix m has the halves 1000 m + 10 r + c.
TEST(Fragments, LoadMatrixGivesMmaFragments) {
  // Figure of ldmatrix: lane 4r + c/2 holds row r, columns c and c + 1; transposed, it holds column r of rows c, c + 1.
  for (int matrix = 0; matrix < 4; ++matrix) {
    for (int row = 0; row < 8; ++row) {
      for (int column = 0; column < 8; ++column) {
        for (int byte = 0; byte < 2; ++byte) {
          RowByte direct = rowByteOf(MatrixTransfer::Rows8x8, 4 * row + column / 2, matrix, 2 * (column % 2) + byte);
          ASSERT_EQ(direct.addressLane, 8 * matrix + row);
          ASSERT_EQ(direct.byte, 2 * column + byte);
          RowByte turned =
              rowByteOf(MatrixTransfer::Rows8x8Transposed, 4 * row + column / 2, matrix, 2 * (column % 2) + byte);
          ASSERT_EQ(turned.addressLane, 8 * matrix + column);
          ASSERT_EQ(turned.byte, 2 * row + byte);
        }
      }
    }
  }
}

TEST(Fragments, StoreMatrixOfBytesTakesAccumulators) {
  // m16n8 transposed: the four bytes of a lane are the elements that the lane holds of a 16x8 accumulator.
  std::optional<MatrixFragment> accumulator = mmaFragment(C, {16, 8, 32}, 32);
  for (int lane = 0; lane < 32; ++lane) {
    for (int i = 0; i < 4; ++i) {
      Element element = accumulator->elementAt(lane, i, 0);
      RowByte got = rowByteOf(MatrixTransfer::Rows16x8Transposed, lane, 3, i);
      ASSERT_EQ(got.addressLane, 24 + element.column);
      ASSERT_EQ(got.byte, element.row);
    }
  }
}

TEST(Fragments, EachByteOfEachRowIsMovedOnce) {
  for (MatrixTransfer transfer : {MatrixTransfer::Rows8x8, MatrixTransfer::Rows8x8Transposed,
                                  MatrixTransfer::Rows16x16Transposed, MatrixTransfer::Rows16x8Transposed}) {
    int matrices = transfer == MatrixTransfer::Rows16x16Transposed ? 2 : 4;
    std::set<std::pair<int, int>> seen;
    for (int lane = 0; lane < 32; ++lane) {
      for (int reg = 0; reg < matrices * registersOf(transfer); ++reg) {
        for (int byte = 0; byte < 4; ++byte) {
          RowByte got = rowByteOf(transfer, lane, reg, byte);
          ASSERT_EQ(got.addressLane / rowsOf(transfer), reg / registersOf(transfer));
          ASSERT_TRUE(seen.insert({got.addressLane, got.byte}).second);
        }
      }
    }
    ASSERT_EQ(seen.size(), 32u * 16);
  }
  // 16x16: lane 4g + t holds rows 4t … 4t + 3 of columns g and g + 8.
  RowByte got = rowByteOf(MatrixTransfer::Rows16x16Transposed, 4 * 5 + 2, 3, 3);
  EXPECT_EQ(got.addressLane, 16 + 11);
  EXPECT_EQ(got.byte, 13);
}

TEST(Fragments, TransposesAMatrixAcrossLanes) {
  uint32_t source[32], target[32];
  for (int lane = 0; lane < 32; ++lane) {
    uint32_t low = 100 * (lane / 4) + 2 * (lane % 4);
    source[lane] = low | (low + 1) << 16;
  }
  transposeMatrix(source, target);
  for (int lane = 0; lane < 32; ++lane) {
    for (uint32_t slot = 0; slot < 2; ++slot) {
      ASSERT_EQ(target[lane] >> 16 * slot & 0xffff, 100 * (2 * (lane % 4) + slot) + lane / 4);
    }
  }
}
