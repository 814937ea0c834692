// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks the named encodings against formulas written out independently (PTX ISA fragments, swizzle functions).
#include "tkc/Layout/Encodings.h"

#include <functional>
#include <set>

#include "RandomLayouts.h"
#include "gtest/gtest.h"

using namespace tkc::layout;
using namespace tkc::layout::test;

namespace {

using Position = std::vector<uint64_t>;

Position coordinates(const LinearLayout &layout, const std::vector<Coordinate> &in) {
  Position result;
  for (const Coordinate &coordinate : layout.apply(in)) {
    result.push_back(coordinate.second);
  }
  return result;
}

/// Compares rows and columns of each (register, lane) of warp 0 with a formula.
using Formula = std::function<std::pair<unsigned, unsigned>(unsigned lane, unsigned reg)>;
void expectFragment(const LinearLayout &layout, unsigned registers, const Formula &formula) {
  ASSERT_EQ(layout.inSize(Dim::Register), registers);
  for (unsigned lane = 0; lane < 32; ++lane) {
    for (unsigned reg = 0; reg < registers; ++reg) {
      auto [row, column] = formula(lane, reg);
      EXPECT_EQ(coordinates(layout, {{Dim::Register, reg}, {Dim::Lane, lane}}), (Position{row, column}))
          << "lane " << lane << " register " << reg;
    }
  }
}

BlockedEncoding randomBlocked(Random &random, unsigned rank) {
  auto split = [&](unsigned bits) {
    std::vector<unsigned> sizes(rank, 1);
    for (unsigned i = 0; i < bits; ++i) {
      sizes[below(random, rank)] *= 2;
    }
    return sizes;
  };
  std::vector<unsigned> order;
  for (unsigned i = 0; i < rank; ++i) {
    order.push_back(i);
  }
  std::shuffle(order.begin(), order.end(), random);
  return {split(below(random, 4)), split(5), split(below(random, 4)), order, {}};
}

/// Takes `index` apart along `sizes`, fastest dimension first.
Position delinearize(uint64_t index, const std::vector<unsigned> &sizes, const std::vector<unsigned> &order) {
  Position result(sizes.size());
  for (unsigned dim : order) {
    result[dim] = index % sizes[dim];
    index /= sizes[dim];
  }
  return result;
}

TEST(Encodings, BlockedFollowsItsDefinition) {
  Random random(11);
  for (int i = 0; i < 200; ++i) {
    unsigned rank = 1 + below(random, 3);
    BlockedEncoding encoding = randomBlocked(random, rank);
    ASSERT_EQ(verifyEncoding(encoding, rank), "");
    Shape shape;
    std::vector<unsigned> tile(rank);
    std::vector<unsigned> wraps(rank);
    unsigned registers = 1;
    for (unsigned d = 0; d < rank; ++d) {
      shape.push_back(int64_t(1) << below(random, 7));
      tile[d] = encoding.sizePerThread[d] * encoding.threadsPerWarp[d] * encoding.warpsPerCta[d];
      wraps[d] = std::max<unsigned>(1, shape[d] / tile[d]);
      registers *= encoding.sizePerThread[d];
    }
    LinearLayout layout = toLinearLayout(encoding, shape);
    ASSERT_TRUE(layout.isSurjective());
    for (uint64_t x = 0; x < layout.totalInSize(); ++x) {
      std::vector<Coordinate> in = layout.unflattenIn(x);
      Position reg = delinearize(in[0].second % registers, encoding.sizePerThread, encoding.order);
      Position wrap = delinearize(in[0].second / registers, wraps, encoding.order);
      Position lane = delinearize(in[1].second, encoding.threadsPerWarp, encoding.order);
      Position warp = delinearize(in[2].second, encoding.warpsPerCta, encoding.order);
      Position expected;
      for (unsigned d = 0; d < rank; ++d) {
        uint64_t thread = warp[d] * encoding.threadsPerWarp[d] + lane[d];
        expected.push_back((wrap[d] * tile[d] + thread * encoding.sizePerThread[d] + reg[d]) % shape[d]);
      }
      ASSERT_EQ(coordinates(layout, in), expected);
    }
  }
}

TEST(Encodings, BlockedOfOddMultiplesRepeatsItsAtom) {
  BlockedEncoding encoding{{1, 4}, {8, 4}, {2, 2}, {1, 0}, {}};
  LinearLayout layout = toLinearLayout(encoding, {64, 176});
  EXPECT_EQ(layout.outSize(Dim::Dim1), 16u);
  EXPECT_EQ(layout.repeatedOutSize(Dim::Dim1), 176u);
  EXPECT_EQ(layout.repeatedOutSize(Dim::Dim0), 64u);
  // Tile 16 x 32, cut to 16 x 16 by replication over one warp bit, wrapped 4 times along the rows.
  EXPECT_EQ(layout.numRegisters(), 4u * 4 * 11);
  EXPECT_NE(layout.freeVariableMask(Dim::Warp), 0u);
}

TEST(Encodings, ClusterSplitsTheTensorAndReplicatesTheRest) {
  ClusterEncoding cluster{{2, 2}, {2, 1}, {1, 0}};
  BlockedEncoding encoding{{1, 4}, {8, 4}, {1, 1}, {1, 0}, cluster};
  LinearLayout layout = toLinearLayout(encoding, {16, 16});
  EXPECT_EQ(layout.inSize(Dim::Block), 4u);
  EXPECT_EQ(coordinates(layout, {{Dim::Block, 1}}), (Position{0, 0}));
  EXPECT_EQ(coordinates(layout, {{Dim::Block, 2}}), (Position{8, 0}));
  LinearLayout shared = toLinearLayout(SwizzledEncoding{4, 1, 4, {1, 0}, cluster}, {16, 16});
  EXPECT_EQ(shared.inSize(Dim::Offset), 128u);
  EXPECT_EQ(coordinates(shared, {{Dim::Block, 2}}), (Position{8, 0}));
}

// PTX ISA, "Matrix Fragments for mma.m16n8k16": groupID = lane >> 2, threadID_in_group = lane % 4.

TEST(Encodings, MmaAccumulatorIsThePtxFragment) {
  MmaEncoding mma{2, {1, 1}, {16, 8}, {}};
  expectFragment(toLinearLayout(mma, {16, 8}), 4, [](unsigned lane, unsigned i) {
    unsigned row = i < 2 ? lane >> 2 : (lane >> 2) + 8;
    return std::pair(row, (lane % 4) * 2 + (i & 1));
  });
}

TEST(Encodings, HalfOperandsAreThePtxFragments) {
  MmaEncoding mma{2, {1, 1}, {16, 8}, {}};
  expectFragment(toLinearLayout(DotOperandEncoding{mma, 0, 2}, {16, 16}), 8, [](unsigned lane, unsigned i) {
    bool upper = (i >= 2 && i < 4) || i >= 6;
    unsigned column = (lane % 4) * 2 + (i & 1) + (i >= 4 ? 8 : 0);
    return std::pair((lane >> 2) + (upper ? 8 : 0), column);
  });
  expectFragment(toLinearLayout(DotOperandEncoding{mma, 1, 2}, {16, 8}), 4, [](unsigned lane, unsigned i) {
    return std::pair((lane % 4) * 2 + (i & 1) + (i >= 2 ? 8 : 0), lane >> 2);
  });
}

TEST(Encodings, Tf32OperandsAreThePtxFragments) {
  MmaEncoding mma{2, {1, 1}, {16, 8}, {}};
  expectFragment(toLinearLayout(DotOperandEncoding{mma, 0, 1}, {16, 8}), 4, [](unsigned lane, unsigned i) {
    return std::pair((lane >> 2) + (i == 1 || i == 3 ? 8 : 0), lane % 4 + (i >= 2 ? 4 : 0));
  });
  expectFragment(toLinearLayout(DotOperandEncoding{mma, 1, 1}, {8, 8}), 2,
                 [](unsigned lane, unsigned i) { return std::pair(lane % 4 + (i == 1 ? 4 : 0), lane >> 2); });
}

TEST(Encodings, ByteOperandsAreThePtxFragments) {
  MmaEncoding mma{2, {1, 1}, {16, 8}, {}};
  expectFragment(toLinearLayout(DotOperandEncoding{mma, 0, 4}, {16, 32}), 16, [](unsigned lane, unsigned i) {
    bool lower = i < 4 || (i >= 8 && i < 12);
    unsigned column = (lane % 4) * 4 + (i & 3) + (i >= 8 ? 16 : 0);
    return std::pair((lane >> 2) + (lower ? 0 : 8), column);
  });
  expectFragment(toLinearLayout(DotOperandEncoding{mma, 1, 4}, {32, 8}), 8, [](unsigned lane, unsigned i) {
    return std::pair((lane % 4) * 4 + (i & 3) + (i >= 4 ? 16 : 0), lane >> 2);
  });
}

TEST(Encodings, MmaTilesWarpsAndWraps) {
  MmaEncoding mma{2, {2, 2}, {16, 8}, {}};
  LinearLayout layout = toLinearLayout(mma, {64, 64});
  ASSERT_TRUE(layout.isInvertible());
  // Warps along the columns first; registers wrap along the columns first.
  EXPECT_EQ(coordinates(layout, {{Dim::Warp, 1}}), (Position{0, 8}));
  EXPECT_EQ(coordinates(layout, {{Dim::Warp, 2}}), (Position{16, 0}));
  EXPECT_EQ(coordinates(layout, {{Dim::Register, 4}}), (Position{0, 16}));
  EXPECT_EQ(coordinates(layout, {{Dim::Register, 8}}), (Position{0, 32}));
  EXPECT_EQ(coordinates(layout, {{Dim::Register, 16}}), (Position{32, 0}));
}

TEST(Encodings, OperandsReachTheWarpsThatNeedThem) {
  for (unsigned version : {2u, 3u}) {
    MmaEncoding mma{version, {4, 2}, {16, 8}, {}};
    LinearLayout result = toLinearLayout(mma, {128, 64});
    LinearLayout left = toLinearLayout(DotOperandEncoding{mma, 0, 2}, {128, 32});
    for (unsigned warp = 0; warp < 8; ++warp) {
      for (unsigned lane = 0; lane < 32; ++lane) {
        // The rows of the fragments agree: the lane holds rows lane / 4 of the same 16-row tile.
        EXPECT_EQ(coordinates(result, {{Dim::Warp, warp}, {Dim::Lane, lane}})[0],
                  coordinates(left, {{Dim::Warp, warp}, {Dim::Lane, lane}})[0]);
      }
      if (version == 2) {
        LinearLayout right = toLinearLayout(DotOperandEncoding{mma, 1, 2}, {32, 64});
        EXPECT_EQ(coordinates(result, {{Dim::Warp, warp}})[1], coordinates(right, {{Dim::Warp, warp}})[1]);
      }
    }
    // A warp sees all of K.
    EXPECT_TRUE(left.sublayout({Dim::Register, Dim::Lane}, {Dim::Dim1}).isSurjective());
  }
}

TEST(Encodings, WgmmaAccumulatorIsThePtxFragment) {
  // Lane l of warp w: rows 16w + l / 4 (+ 8), columns 8j + 2 (l % 4) + {0, 1}.
  for (unsigned columns : {8u, 64u, 176u, 256u}) {
    MmaEncoding mma{3, {4, 1}, {16, columns}, {}};
    ASSERT_EQ(verifyEncoding(mma, 2), "");
    LinearLayout layout = toLinearLayout(mma, {64, columns});
    ASSERT_EQ(layout.numRegisters(), columns / 2);
    for (unsigned thread = 0; thread < 128; ++thread) {
      for (unsigned i = 0; i < columns / 2; ++i) {
        unsigned row = 16 * (thread / 32) + thread % 32 / 4 + (i & 2 ? 8 : 0);
        unsigned column = 8 * (i / 4) + 2 * (thread % 4) + (i & 1);
        uint64_t atomRegisters = layout.inSize(Dim::Register);
        Position origin;
        for (const Coordinate &coordinate : layout.atomOrigin(i / atomRegisters)) {
          origin.push_back(coordinate.second);
        }
        Position inAtom = coordinates(
            layout, {{Dim::Register, i % atomRegisters}, {Dim::Lane, thread % 32}, {Dim::Warp, thread / 32}});
        EXPECT_EQ(inAtom[0] + origin[0], row);
        EXPECT_EQ(inAtom[1] + origin[1], column);
      }
    }
  }
}

TEST(Encodings, WgmmaWarpGroupsRunAlongTheRows) {
  MmaEncoding mma{3, {8, 1}, {16, 64}, {}};
  LinearLayout layout = toLinearLayout(mma, {128, 64});
  EXPECT_EQ(coordinates(layout, {{Dim::Warp, 4}}), (Position{64, 0}));
  LinearLayout left = toLinearLayout(DotOperandEncoding{mma, 0, 2}, {128, 64});
  EXPECT_EQ(coordinates(left, {{Dim::Warp, 5}}), (Position{80, 0}));
}

TEST(Encodings, BlockedOperandHoldsAllOfK) {
  BlockedEncoding parent{{2, 2}, {4, 8}, {2, 2}, {1, 0}, {}};
  LinearLayout result = toLinearLayout(parent, {32, 32});
  LinearLayout left = toLinearLayout(DotOperandEncoding{parent, 0, 0}, {32, 16});
  LinearLayout right = toLinearLayout(DotOperandEncoding{parent, 1, 0}, {16, 32});
  for (unsigned warp = 0; warp < 4; ++warp) {
    for (unsigned lane = 0; lane < 32; ++lane) {
      std::set<Position> rows;
      std::set<Position> columns;
      std::set<Position> needed;
      std::vector<Coordinate> thread = {{Dim::Warp, warp}, {Dim::Lane, lane}, {Dim::Register, 0}};
      for (uint64_t reg = 0; reg < left.inSize(Dim::Register); ++reg) {
        thread[2].second = reg;
        rows.insert(coordinates(left, thread));
      }
      for (uint64_t reg = 0; reg < right.inSize(Dim::Register); ++reg) {
        thread[2].second = reg;
        columns.insert(coordinates(right, thread));
      }
      for (uint64_t reg = 0; reg < result.inSize(Dim::Register); ++reg) {
        thread[2].second = reg;
        needed.insert(coordinates(result, thread));
      }
      for (const Position &element : needed) {
        for (uint64_t k = 0; k < 16; ++k) {
          EXPECT_TRUE(rows.count({element[0], k}));
          EXPECT_TRUE(columns.count({k, element[1]}));
        }
      }
    }
  }
}

TEST(Encodings, SliceDropsADimensionAndItsRegisters) {
  auto parent = std::make_shared<DistributedEncoding>(BlockedEncoding{{1, 4}, {8, 4}, {2, 1}, {1, 0}, {}});
  LinearLayout layout = toLinearLayout(SliceEncoding{1, parent}, {32});
  ASSERT_EQ(layout.outDims().size(), 1u);
  EXPECT_EQ(layout.inSize(Dim::Register), 2u);
  EXPECT_EQ(layout.freeVariableMask(Dim::Lane), 3u);
  for (unsigned lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(coordinates(layout, {{Dim::Lane, lane}, {Dim::Warp, 1}, {Dim::Register, 1}}), (Position{24 + lane / 4}));
  }
  LinearLayout columns = toLinearLayout(SliceEncoding{0, parent}, {16});
  EXPECT_EQ(coordinates(columns, {{Dim::Register, 3}, {Dim::Lane, 2}}), (Position{11}));
  EXPECT_EQ(columns.freeVariableMask(Dim::Warp), 1u);
}

//===-- Shared memory
//-----------------------------------------------------------------------------------------------===//

TEST(Encodings, SwizzledPermutesVectorsByThePhase) {
  for (SwizzledEncoding encoding : {SwizzledEncoding{8, 1, 8, {1, 0}, {}}, SwizzledEncoding{4, 2, 4, {0, 1}, {}},
                                    SwizzledEncoding{1, 1, 1, {1, 0}, {}}, SwizzledEncoding{8, 1, 8, {1, 0}, {}}}) {
    for (Shape shape : {Shape{64, 64}, Shape{32, 16}, Shape{4, 8}}) {
      LinearLayout layout = toLinearLayout(encoding, shape);
      ASSERT_TRUE(layout.isInvertible());
      unsigned columnDim = encoding.order[0];
      uint64_t columns = shape[columnDim];
      for (uint64_t offset = 0; offset < layout.totalInSize(); ++offset) {
        uint64_t row = offset / columns;
        uint64_t phase = row / encoding.perPhase % encoding.maxPhase;
        uint64_t physical = offset % columns;
        uint64_t column = ((physical / encoding.vec) ^ phase) * encoding.vec + physical % encoding.vec;
        Position expected(2);
        expected[columnDim] = column % columns;
        expected[1 - columnDim] = row;
        ASSERT_EQ(coordinates(layout, {{Dim::Offset, offset}}), expected);
      }
    }
  }
}

/// The swizzle of the hardware on byte offsets (recipe: 128 B: o ^= (o >> 3) & 0x70, and so on).
uint64_t hardwareSwizzle(uint64_t byte, unsigned swizzleBytes) {
  uint64_t mask = swizzleBytes == 128 ? 0x70 : swizzleBytes == 64 ? 0x30 : swizzleBytes == 32 ? 0x10 : 0;
  return byte ^ ((byte >> 3) & mask);
}

TEST(Encodings, TmaSwizzlesAreTheHardwares) {
  for (unsigned swizzle : {0u, 32u, 64u, 128u}) {
    for (unsigned bits : {8u, 16u, 32u}) {
      for (bool transposed : {false, true}) {
        for (Shape shape : {Shape{64, 256}, Shape{256, 128}, Shape{2, 4, 128}, Shape{4, 128, 128}}) {
          TmaSharedEncoding encoding{swizzle, bits, transposed, {}};
          if (!verifyEncoding(encoding, shape).empty()) {
            continue;
          }
          LinearLayout layout = toLinearLayout(encoding, shape);
          ASSERT_TRUE(layout.isInvertible());
          LinearLayout toOffset = layout.invert();
          unsigned rank = shape.size();
          unsigned columnDim = transposed ? rank - 2 : rank - 1;
          unsigned rowDim = transposed ? rank - 1 : rank - 2;
          uint64_t bytes = bits / 8;
          uint64_t slabBytes = swizzle == 0 ? 16 : swizzle;
          uint64_t leading = rank == 3 ? shape[0] : 1;
          for (uint64_t x = 0; x < layout.totalOutSize(); ++x) {
            std::vector<Coordinate> element = layout.unflattenOut(x);
            uint64_t row = element[rowDim].second + (rank == 3 ? element[0].second * shape[rowDim] : 0);
            uint64_t columnByte = element[columnDim].second * bytes;
            uint64_t slab = columnByte / slabBytes * slabBytes * shape[rowDim] * leading;
            uint64_t expected = hardwareSwizzle(slab + row * slabBytes + columnByte % slabBytes, swizzle);
            ASSERT_EQ(toOffset.apply(element)[0].second * bytes, expected);
          }
        }
      }
    }
  }
}

TEST(Encodings, TmaSwizzleOfARowWidth) {
  EXPECT_EQ(widestTmaSwizzle(256), 128u);
  EXPECT_EQ(widestTmaSwizzle(64), 64u);
  EXPECT_EQ(widestTmaSwizzle(96), 32u);
  EXPECT_EQ(widestTmaSwizzle(16), 0u);
}

TEST(Encodings, ChosenBlockedEncodingsCoverTheTensor) {
  BlockedEncoding encoding = chooseBlocked({64, 64}, {1, 8}, {1, 0}, 4);
  EXPECT_EQ(encoding.threadsPerWarp, (std::vector<unsigned>{4, 8}));
  EXPECT_EQ(encoding.warpsPerCta, (std::vector<unsigned>{4, 1}));
  BlockedEncoding wide = chooseBlocked({4, 2048}, {1, 4}, {1, 0}, 8);
  EXPECT_EQ(wide.warpsPerCta, (std::vector<unsigned>{1, 8}));
  Random random(12);
  for (int i = 0; i < 100; ++i) {
    Shape shape = {int64_t(1) << below(random, 8), int64_t(3) << below(random, 8)};
    BlockedEncoding chosen = chooseBlocked(shape, {1, 4}, {1, 0}, 1u << below(random, 6));
    EXPECT_EQ(verifyEncoding(chosen, 2), "");
    EXPECT_TRUE(toLinearLayout(chosen, shape).isSurjective());
  }
}

TEST(Encodings, ErrorsSayWhatIsExpected) {
  EXPECT_EQ(verifyEncoding(BlockedEncoding{{1}, {16}, {4}, {0}, {}}, 1), "expects 32 threads per warp, got 16");
  EXPECT_EQ(verifyEncoding(BlockedEncoding{{3}, {32}, {4}, {0}, {}}, 1),
            "expects powers of two in sizePerThread, got 3");
  EXPECT_EQ(verifyEncoding(BlockedEncoding{{1}, {32}, {4}, {0}, {}}, 2),
            "expects sizePerThread to have 2 entries, got 1");
  EXPECT_EQ(verifyEncoding(BlockedEncoding{{1, 1}, {1, 32}, {4, 1}, {0, 0}, {}}, 2),
            "expects order to be a permutation of 0 to 1");
  EXPECT_EQ(verifyEncoding(MmaEncoding{2, {4, 1}, {16, 16}, {}}, 2), "expects instruction shape 16 x 8, got 16 x 16");
  EXPECT_EQ(verifyEncoding(MmaEncoding{4, {4, 1}, {16, 8}, {}}, 2), "expects mma version 2 or 3, got 4");
  EXPECT_EQ(verifyEncoding(MmaEncoding{3, {2, 1}, {16, 8}, {}}, 2),
            "expects a multiple of 4 warps along the rows of a wgmma, got 2");
  EXPECT_EQ(verifyEncoding(MmaEncoding{3, {4, 2}, {16, 24}, {}}, 2),
            "expects one warp along the columns when N is no power of two, got 2");
  EXPECT_EQ(verifyEncoding(DotOperandEncoding{MmaEncoding{3, {4, 1}, {16, 8}, {}}, 1, 2}, 2),
            "expects the right operand of wgmma in shared memory");
  EXPECT_EQ(verifyEncoding(SliceEncoding{3, nullptr}, 2), "expects a slice dimension of at most 2, got 3");
  EXPECT_EQ(verifyEncoding(SliceEncoding{0, nullptr}, 1), "expects a parent");
  EXPECT_EQ(verifyEncoding(TmaSharedEncoding{128, 16, false, {}}, {64, 32}),
            "expects at least 64 contiguous elements for this swizzle, got 32");
  EXPECT_EQ(verifyEncoding(TmaSharedEncoding{96, 16, false, {}}, {64, 32}),
            "expects a swizzle of 0, 32, 64 or 128 bytes, got 96");
  EXPECT_EQ(verifyEncoding(SwizzledEncoding{8, 1, 8, {1, 0}, {{2, 1}, {4, 1}, {1, 0}}}, {64, 32}),
            "expects the cluster's split to be at most its CTAs, got 4 and 2");
}

} // namespace
