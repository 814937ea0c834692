// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks the algebra of linear layouts against enumeration of all positions.
#include "tkc/Layout/LinearLayout.h"

#include <map>
#include <set>

#include "RandomLayouts.h"
#include "gtest/gtest.h"

using namespace tkc::layout;
using namespace tkc::layout::test;

namespace {

constexpr Dim reg = Dim::Register;
constexpr Dim lane = Dim::Lane;
constexpr Dim warp = Dim::Warp;
constexpr Dim dim0 = Dim::Dim0;
constexpr Dim dim1 = Dim::Dim1;

uint64_t at(const LinearLayout &layout, const std::vector<Coordinate> &in, Dim out) {
  for (const Coordinate &coordinate : layout.apply(in)) {
    if (coordinate.first == out) {
      return coordinate.second;
    }
  }
  ADD_FAILURE() << "no such output";
  return 0;
}

TEST(LinearLayout, DimNamesAreReadBack) {
  for (Dim dim : {Dim::Register, Dim::Lane, Dim::Warp, Dim::Block, Dim::Offset, Dim::Repetition, dim0, Dim::Dim7}) {
    EXPECT_EQ(parseDim(dimName(dim)), dim);
  }
  EXPECT_EQ(parseDim("dim8"), std::nullopt);
  EXPECT_EQ(tensorDim(2), Dim::Dim2);
}

TEST(LinearLayout, BasesGiveImagesByExclusiveOr) {
  LinearLayout layout =
      LinearLayout::fromBases({{reg, {{0, 1}, {4, 3}}}, {lane, {{1, 0}, {2, 1}}}}, {{dim0, 8}, {dim1, 4}});
  for (uint64_t r = 0; r < 4; ++r) {
    for (uint64_t l = 0; l < 4; ++l) {
      uint64_t row = (r & 2 ? 4 : 0) ^ (l & 1) ^ (l & 2);
      uint64_t column = (r & 1) ^ (r & 2 ? 3 : 0) ^ (l & 2 ? 1 : 0);
      EXPECT_EQ(at(layout, {{lane, l}, {reg, r}}, dim0), row);
      EXPECT_EQ(at(layout, {{lane, l}, {reg, r}}, dim1), column);
    }
  }
  EXPECT_EQ(layout.basis(reg, 1, dim0), 4u);
  EXPECT_EQ(layout.basis(reg, 1, dim1), 3u);
}

TEST(LinearLayout, OutputSizesCanBeDeduced) {
  LinearLayout layout = LinearLayout::fromBases({{reg, {{0, 1}, {5, 0}}}}, std::vector<Dim>{dim0, dim1});
  EXPECT_EQ(layout.outSize(dim0), 8u);
  EXPECT_EQ(layout.outSize(dim1), 2u);
}

TEST(LinearLayout, ProductLaysTheOuterAroundTheInner) {
  LinearLayout layout = LinearLayout::identity1D(4, reg, dim1) * LinearLayout::identity1D(8, lane, dim1) *
                        LinearLayout::identity1D(4, lane, dim0) * LinearLayout::identity1D(2, reg, dim0);
  EXPECT_EQ(layout.outSize(dim1), 32u);
  EXPECT_EQ(layout.outSize(dim0), 8u);
  for (uint64_t r = 0; r < 8; ++r) {
    for (uint64_t l = 0; l < 32; ++l) {
      EXPECT_EQ(at(layout, {{reg, r}, {lane, l}}, dim1), r % 4 + l % 8 * 4);
      EXPECT_EQ(at(layout, {{reg, r}, {lane, l}}, dim0), l / 8 + r / 4 * 4);
    }
  }
}

TEST(LinearLayout, StridedAndZeros) {
  LinearLayout strided = LinearLayout::strided1D(4, 8, reg, dim0);
  EXPECT_EQ(strided.outSize(dim0), 32u);
  EXPECT_EQ(at(strided, {{reg, 3}}, dim0), 24u);
  LinearLayout zeros = LinearLayout::zeros1D(8, lane, dim0, 4);
  EXPECT_EQ(at(zeros, {{lane, 7}}, dim0), 0u);
  EXPECT_EQ(zeros.freeVariableMask(lane), 7u);
  EXPECT_FALSE(zeros.isSurjective());
}

TEST(LinearLayout, ComposeAppliesTheOuterLast) {
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    LinearLayout inner = randomLayout(random, {{reg, 2}, {lane, 3}}, {{dim0, 3}, {dim1, 2}});
    LinearLayout outer = randomLayout(random, {{dim1, 3}, {dim0, 3}}, {{Dim::Offset, 6}});
    LinearLayout both = inner.compose(outer);
    for (uint64_t x = 0; x < inner.totalInSize(); ++x) {
      EXPECT_EQ(both.applyFlat(x), outer.applyFlat(outer.flattenIn(inner.unflattenOut(inner.applyFlat(x)))));
    }
  }
}

TEST(LinearLayout, InverseUndoes) {
  Random random(2);
  for (int i = 0; i < 200; ++i) {
    LinearLayout layout = randomSurjective(random, {{reg, 3}, {lane, 4}}, {{dim0, 4}, {dim1, 3}});
    ASSERT_TRUE(layout.isInvertible());
    LinearLayout inverse = layout.invert();
    for (uint64_t x = 0; x < layout.totalInSize(); ++x) {
      EXPECT_EQ(inverse.applyFlat(layout.applyFlat(x)), x);
    }
  }
}

TEST(LinearLayout, PseudoInverseIsARightInverse) {
  Random random(3);
  for (int i = 0; i < 200; ++i) {
    LinearLayout layout = randomSurjective(random, {{reg, 3}, {lane, 4}}, {{dim0, 3}, {dim1, 2}});
    LinearLayout inverse = layout.pseudoInvert();
    for (uint64_t x = 0; x < layout.totalOutSize(); ++x) {
      EXPECT_EQ(layout.applyFlat(inverse.applyFlat(x)), x);
    }
  }
}

TEST(LinearLayout, InvertAndComposeGivesTheConversionMap) {
  Random random(4);
  int missing = 0;
  for (int i = 0; i < 500; ++i) {
    LinearLayout src = randomLayout(random, {{reg, 2}, {lane, 3}}, {{dim0, 2}, {dim1, 2}});
    LinearLayout dst = randomLayout(random, {{lane, 3}, {reg, 3}}, {{dim1, 2}, {dim0, 2}});
    std::optional<LinearLayout> map = src.invertAndCompose(dst);
    LinearLayout aligned = dst.transposeOuts({dim0, dim1});
    if (!map) {
      std::set<uint64_t> reached;
      for (uint64_t y = 0; y < dst.totalInSize(); ++y) {
        reached.insert(aligned.applyFlat(y));
      }
      bool all = true;
      for (uint64_t x = 0; x < src.totalInSize(); ++x) {
        all &= reached.count(src.applyFlat(x)) != 0;
      }
      EXPECT_FALSE(all);
      ++missing;
      continue;
    }
    for (uint64_t x = 0; x < src.totalInSize(); ++x) {
      EXPECT_EQ(aligned.applyFlat(map->applyFlat(x)), src.applyFlat(x));
    }
  }
  EXPECT_GT(missing, 0);
}

TEST(LinearLayout, InvertAndComposeKeepsEqualDimensions) {
  // Both layouts replicate over warps; a warp must read its own copy.
  LinearLayout src = LinearLayout::identity1D(4, reg, dim0) * LinearLayout::identity1D(8, lane, dim0) *
                     LinearLayout::zeros1D(4, warp, dim0);
  LinearLayout dst = LinearLayout::identity1D(8, lane, dim0) * LinearLayout::identity1D(4, reg, dim0) *
                     LinearLayout::zeros1D(4, warp, dim0);
  std::optional<LinearLayout> map = src.invertAndCompose(dst);
  ASSERT_TRUE(map);
  EXPECT_TRUE(map->isIdentityOver(warp));
  EXPECT_FALSE(map->isIdentityOver(lane));
}

TEST(LinearLayout, DivisionUndoesTheProduct) {
  Random random(5);
  for (int i = 0; i < 300; ++i) {
    LinearLayout a = randomLayout(random, {{reg, 2}, {lane, 1}}, {{dim0, 2}, {dim1, 1}});
    LinearLayout b = randomLayout(random, {{lane, 2}, {reg, 1}}, {{dim1, 2}, {dim0, 1}});
    LinearLayout product = a * b;
    std::optional<LinearLayout> left = product.divideRight(b);
    std::optional<LinearLayout> right = product.divideLeft(a);
    ASSERT_TRUE(left && right);
    EXPECT_EQ(*left, a);
    EXPECT_EQ(right->transposeIns({lane, reg}).transposeOuts({dim1, dim0}), b);
    LinearLayout other = randomLayout(random, {{lane, 2}, {reg, 1}}, {{dim1, 2}, {dim0, 1}});
    EXPECT_EQ(product.divideRight(other).has_value(), other == b);
  }
  EXPECT_FALSE(LinearLayout::identity1D(4, reg, dim0).divideLeft(LinearLayout::identity1D(8, reg, dim0)));
}

TEST(LinearLayout, SublayoutProjects) {
  Random random(6);
  LinearLayout layout = randomLayout(random, {{reg, 2}, {lane, 3}, {warp, 1}}, {{dim0, 3}, {dim1, 2}});
  LinearLayout part = layout.sublayout({warp, reg}, {dim1});
  for (uint64_t r = 0; r < 4; ++r) {
    for (uint64_t w = 0; w < 2; ++w) {
      EXPECT_EQ(at(part, {{reg, r}, {warp, w}}, dim1), at(layout, {{reg, r}, {warp, w}}, dim1));
    }
  }
  EXPECT_FALSE(part.hasInDim(lane));
  EXPECT_FALSE(part.hasOutDim(dim0));
  LinearLayout block = LinearLayout::identity1D(4, reg, dim0) * LinearLayout::identity1D(4, lane, dim1);
  EXPECT_TRUE(block.sublayoutIsZero({reg}, {dim1}));
  EXPECT_FALSE(block.sublayoutIsZero({reg}, {dim0}));
}

TEST(LinearLayout, ReshapeAndTransposeMoveNoData) {
  Random random(7);
  LinearLayout layout = randomLayout(random, {{reg, 2}, {lane, 3}}, {{dim0, 3}, {dim1, 2}});
  LinearLayout transposed = layout.transposeIns({lane, reg}).transposeOuts({dim1, dim0});
  LinearLayout flat = layout.flattenIns(Dim::Offset).flattenOuts(dim0);
  LinearLayout reshaped = layout.reshapeOuts({{dim0, 2}, {dim1, 4}, {Dim::Dim2, 4}});
  for (uint64_t r = 0; r < 4; ++r) {
    for (uint64_t l = 0; l < 8; ++l) {
      std::vector<Coordinate> in = {{reg, r}, {lane, l}};
      EXPECT_EQ(at(transposed, in, dim0), at(layout, in, dim0));
      EXPECT_EQ(at(transposed, in, dim1), at(layout, in, dim1));
      uint64_t element = layout.applyFlat(layout.flattenIn(in));
      EXPECT_EQ(at(flat, {{Dim::Offset, r | l << 2}}, dim0), element);
      EXPECT_EQ(at(reshaped, in, Dim::Dim2), element >> 3);
    }
  }
  EXPECT_EQ(layout.permuteInBits(lane, {2, 0, 1}).basis(lane, 0), layout.basis(lane, 2));
}

TEST(LinearLayout, ConcatPutsDimensionsSideBySide) {
  LinearLayout a = LinearLayout::identity1D(4, reg, dim0);
  LinearLayout b = LinearLayout::strided1D(4, 2, reg, dim1);
  LinearLayout outs = a.concatOuts(b);
  EXPECT_EQ(at(outs, {{reg, 3}}, dim0), 3u);
  EXPECT_EQ(at(outs, {{reg, 3}}, dim1), 6u);
  LinearLayout ins = a.concatIns(LinearLayout::zeros1D(2, lane, dim0, 4));
  EXPECT_EQ(at(ins, {{reg, 2}, {lane, 1}}, dim0), 2u);
}

TEST(LinearLayout, ZeroBasesAreRemoved) {
  LinearLayout layout = LinearLayout::fromBases({{reg, {{1}, {0}, {2}}}, {lane, {{0}, {4}}}}, {{dim0, 8}});
  LinearLayout removed = layout.removeZeroBases(reg);
  EXPECT_EQ(removed.basesOf(reg), (std::vector<uint64_t>{1, 2}));
  EXPECT_EQ(removed.basesOf(lane), (std::vector<uint64_t>{0, 4}));
}

TEST(LinearLayout, FreeVariablesNameTheReplicas) {
  LinearLayout layout =
      LinearLayout::fromBases({{reg, {{1}, {0}}}, {lane, {{2}, {1}, {4}}}, {warp, {{6}, {8}}}}, {{dim0, 16}});
  EXPECT_EQ(layout.freeVariableMask(reg), 2u);
  EXPECT_EQ(layout.freeVariableMask(lane), 2u);
  EXPECT_EQ(layout.freeVariableMask(warp), 1u);
  EXPECT_EQ(layout.freeVariableMask(Dim::Block), 0u);
}

TEST(LinearLayout, RankQuestionsAgreeWithEnumeration) {
  Random random(8);
  for (int i = 0; i < 300; ++i) {
    LinearLayout layout = randomLayout(random, {{reg, uint8_t(below(random, 4))}, {lane, 2}}, {{dim0, 2}, {dim1, 2}});
    std::map<uint64_t, int> hits;
    std::map<uint64_t, int> covered;
    for (uint64_t x = 0; x < layout.totalInSize(); ++x) {
      ++hits[layout.applyFlat(x)];
      if ((x & layout.flattenIn(layout.freeVariableMasks())) == 0) {
        ++covered[layout.applyFlat(x)];
      }
    }
    EXPECT_EQ(layout.isSurjective(), hits.size() == layout.totalOutSize());
    EXPECT_EQ(layout.isInjective(), hits.size() == layout.totalInSize());
    EXPECT_EQ(covered.size(), hits.size());
    for (const auto &entry : covered) {
      EXPECT_EQ(entry.second, 1);
    }
  }
}

TEST(LinearLayout, ConsecutiveElementsAreAlignedRuns) {
  LinearLayout layout = LinearLayout::identity1D(8, reg, dim0) * LinearLayout::identity1D(4, lane, dim0);
  EXPECT_EQ(layout.numConsecutiveInOut(), 8u);
  EXPECT_EQ(layout.numConsecutive(lane, dim0), 1u);
  // Another basis inside the run breaks it.
  LinearLayout broken = LinearLayout::fromBases({{reg, {{1}, {2}, {4}}}, {lane, {{10}}}}, {{dim0, 16}});
  EXPECT_EQ(broken.numConsecutiveInOut(), 2u);
  // The other output dimension does not count.
  LinearLayout rows = LinearLayout::identity1D(4, reg, dim1) * LinearLayout::identity1D(4, reg, dim0);
  EXPECT_EQ(rows.numConsecutive(reg, dim1), 4u);
  EXPECT_EQ(rows.numConsecutive(reg, dim0), 1u);
}

TEST(LinearLayout, IdentityOverADimension) {
  LinearLayout layout =
      LinearLayout::fromBases({{reg, {{2, 0}, {1, 0}}}, {lane, {{0, 1}, {0, 2}}}}, {{reg, 4}, {lane, 4}});
  EXPECT_TRUE(layout.isIdentityOver(lane));
  EXPECT_FALSE(layout.isIdentityOver(reg));
  LinearLayout leaking =
      LinearLayout::fromBases({{reg, {{2, 0}, {1, 1}}}, {lane, {{0, 1}, {0, 2}}}}, {{reg, 4}, {lane, 4}});
  EXPECT_FALSE(leaking.isIdentityOver(lane));
}

TEST(LinearLayout, RepeatsMultiplyTheAtom) {
  // 176 = 11 x 16 columns.
  LinearLayout layout =
      (LinearLayout::identity1D(16, reg, dim1) * LinearLayout::identity1D(32, lane, dim0)).withRepeats(dim1, 11);
  EXPECT_EQ(layout.outSize(dim1), 16u);
  EXPECT_EQ(layout.repeatedOutSize(dim1), 176u);
  EXPECT_EQ(layout.repeatedOutSize(dim0), 32u);
  EXPECT_EQ(layout.numRegisters(), 176u);
  std::set<std::pair<uint64_t, uint64_t>> elements;
  for (uint64_t atom = 0; atom < layout.numRepeats(); ++atom) {
    for (uint64_t x = 0; x < layout.totalInSize(); ++x) {
      std::vector<Coordinate> out = layout.unflattenOut(layout.applyFlat(x));
      std::vector<Coordinate> origin = layout.atomOrigin(atom);
      elements.insert({out[0].second + origin[0].second, out[1].second + origin[1].second});
    }
  }
  EXPECT_EQ(elements.size(), 32u * 176u);
  EXPECT_EQ(elements.rbegin()->first, 175u);
  EXPECT_NE(layout, layout.withoutRepeats());
  EXPECT_EQ(layout.transposeOuts({dim0, dim1}).repeatedOutSize(dim1), 176u);
}

TEST(LinearLayout, EqualityAndHash) {
  LinearLayout a = LinearLayout::identity1D(4, reg, dim0);
  LinearLayout b = LinearLayout::strided1D(4, 1, reg, dim0);
  EXPECT_EQ(a, b);
  EXPECT_EQ(a.hashValue(), b.hashValue());
  LinearLayout larger = a.resizeOutDim(dim0, 16);
  EXPECT_NE(a, larger);
  EXPECT_NE(a.hashValue(), larger.hashValue());
  EXPECT_TRUE(a.equalIgnoringOutSizes(larger));
  EXPECT_FALSE(a.equalIgnoringOutSizes(LinearLayout::strided1D(4, 2, reg, dim0)));
}

TEST(LinearLayout, Text) {
  LinearLayout layout = LinearLayout::identity1D(2, reg, dim1) * LinearLayout::identity1D(2, lane, dim1) *
                        LinearLayout::identity1D(2, lane, dim0);
  layout = layout.transposeOuts({dim0, dim1});
  EXPECT_EQ(layout.toString(), "register=1 -> (0, 1)\nlane=1 -> (0, 2)\nlane=2 -> (1, 0)\n"
                               "out dims: [dim0 (size 2), dim1 (size 4)]\n");
  EXPECT_EQ(layout.toGrid(), "T0:0 T0:1 T1:0 T1:1\nT2:0 T2:1 T3:0 T3:1\n");
  LinearLayout offset = LinearLayout::strided1D(4, 2, Dim::Offset, dim0);
  EXPECT_EQ(offset.toGrid(), "0 - 1 - 2 - 3 -\n");
}

} // namespace
