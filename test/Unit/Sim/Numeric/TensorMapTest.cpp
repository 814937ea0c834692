// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rules one by one, and boxes against a walk over single elements.
#include "tkc/Sim/Numeric/TensorMap.h"

#include "tkc/Sim/Numeric/MatrixDescriptor.h"

#include <gtest/gtest.h>
#include <map>
#include <random>

using namespace tkc::sim;
using namespace tkc::data;

static TensorMapDescription makeMatrix() {
  TensorMapDescription map;
  map.type = TensorMapType::BF16;
  map.address = 0x7f0000001000;
  map.dimensions = {1000, 500};
  map.stridesInBytes = {2048};
  map.box = {64, 128};
  map.elementStrides = {1, 1};
  map.swizzle = TensorMapSwizzle::Bytes128;
  return map;
}

TEST(TensorMap, RoundTrips) {
  TensorMapDescription map = makeMatrix();
  map.dimensions = {uint64_t(1) << 32, 2, 3, 4, 5};
  map.stridesInBytes = {(uint64_t(1) << 40) - 16, 32, 48, 64};
  map.box = {64, 256, 1, 2, 3};
  map.elementStrides = {1, 8, 3, 2, 1};
  map.promotion = TensorMapPromotion::Bytes256;
  map.fill = TensorMapFill::NaN;
  auto bytes = encodeTensorMap(map);
  ASSERT_TRUE(bytes) << bytes.error();
  auto back = decodeTensorMap(bytes->data());
  ASSERT_TRUE(back) << back.error();
  EXPECT_EQ(back->type, map.type);
  EXPECT_EQ(back->address, map.address);
  EXPECT_EQ(back->dimensions, map.dimensions);
  EXPECT_EQ(back->stridesInBytes, map.stridesInBytes);
  EXPECT_EQ(back->box, map.box);
  EXPECT_EQ(back->elementStrides, map.elementStrides);
  EXPECT_EQ(back->swizzle, map.swizzle);
  EXPECT_EQ(back->promotion, map.promotion);
  EXPECT_EQ(back->fill, map.fill);
}

TEST(TensorMap, ForeignBytesAreRefused) {
  TensorMapBytes zeros = {};
  EXPECT_EQ(decodeTensorMap(zeros.data()).error(), "the 128 bytes hold no tensor map of the simulator");
  TensorMapBytes bytes = *encodeTensorMap(makeMatrix());
  bytes[8] = 9; // the rank
  EXPECT_FALSE(decodeTensorMap(bytes.data()));
  bytes[8] = 2;
  EXPECT_TRUE(decodeTensorMap(bytes.data()));
  for (int field : {9, 10, 11, 12, 13}) {
    TensorMapBytes changed = bytes;
    changed[field] = 200;
    EXPECT_FALSE(decodeTensorMap(changed.data())) << field;
  }
}

/// The message for a matrix that `change` has spoilt.
template <typename Change>
static std::string errorOf(Change change) {
  TensorMapDescription map = makeMatrix();
  change(map);
  auto bytes = encodeTensorMap(map);
  return bytes ? "" : bytes.error();
}
using Map = TensorMapDescription;

TEST(TensorMap, RulesOfRankAndGlobalMemory) {
  EXPECT_EQ(errorOf([](Map &) {}), "");
  EXPECT_EQ(errorOf([](Map &map) { map.dimensions.clear(); }), "tensor map: the rank is 0, needs 1 to 5");
  EXPECT_EQ(errorOf([](Map &map) { map.dimensions.resize(6); }), "tensor map: the rank is 6, needs 1 to 5");
  EXPECT_EQ(errorOf([](Map &map) { map.interleave = TensorMapInterleave::Bytes16; }),
            "tensor map: the rank is 2, needs at least 3 with an interleaved layout");
  EXPECT_EQ(errorOf([](Map &map) { map.stridesInBytes.push_back(16); }),
            "tensor map: the number of strides is 2, needs 1");
  EXPECT_EQ(errorOf([](Map &map) { map.box.pop_back(); }), "tensor map: the number of box sizes is 1, needs 2");
  EXPECT_EQ(errorOf([](Map &map) { map.elementStrides.pop_back(); }),
            "tensor map: the number of element strides is 1, needs 2");
  EXPECT_EQ(errorOf([](Map &map) { map.address = 8; }), "tensor map: the address is 8, needs a multiple of 16");
  EXPECT_EQ(errorOf([](Map &map) { map.dimensions[1] = 0; }), "tensor map: dimension 1 is 0, needs 1 to 2^32");
  EXPECT_EQ(errorOf([](Map &map) { map.dimensions[0] = (uint64_t(1) << 32) + 1; }),
            "tensor map: dimension 0 is 4294967297, needs 1 to 2^32");
  EXPECT_EQ(errorOf([](Map &map) { map.stridesInBytes[0] = 2056; }),
            "tensor map: stride 0 is 2056, needs a multiple of 16 below 2^40");
  EXPECT_EQ(errorOf([](Map &map) { map.stridesInBytes[0] = uint64_t(1) << 40; }),
            "tensor map: stride 0 is 1099511627776, needs a multiple of 16 below 2^40");
}

TEST(TensorMap, RulesOfBoxAndSwizzle) {
  EXPECT_EQ(errorOf([](Map &map) { map.box[1] = 0; }), "tensor map: box size 1 is 0, needs 1 to 256");
  EXPECT_EQ(errorOf([](Map &map) { map.box[1] = 257; }), "tensor map: box size 1 is 257, needs 1 to 256");
  EXPECT_EQ(errorOf([](Map &map) { map.elementStrides[1] = 9; }), "tensor map: element stride 1 is 9, needs 1 to 8");
  EXPECT_EQ(errorOf([](Map &map) { map.box[0] = 60; }),
            "tensor map: the box's inner size in bits is 960, needs a multiple of 16 bytes");
  EXPECT_EQ(errorOf([](Map &map) { map.box[0] = 72; }),
            "tensor map: the box's inner size in bytes is 144, needs at most 128 with this swizzle");
  EXPECT_EQ(errorOf([](Map &map) { map.swizzle = TensorMapSwizzle::Bytes32; }),
            "tensor map: the box's inner size in bytes is 128, needs at most 32 with this swizzle");
  EXPECT_EQ(errorOf([](Map &map) {
              map.type = TensorMapType::U16;
              map.fill = TensorMapFill::NaN;
            }),
            "tensor map: filling with NaN needs a type of floats");
}

TEST(TensorMap, RulesOfPackedAndInterleavedMaps) {
  auto pack = [](Map &map, TensorMapType type) {
    map.type = type;
    map.dimensions[0] = 1024;
    map.box[0] = 128;
  };
  EXPECT_EQ(errorOf([&](Map &map) { pack(map, TensorMapType::U4x16Align8); }), "");
  EXPECT_EQ(errorOf([&](Map &map) {
              pack(map, TensorMapType::U4x16Align8);
              map.dimensions[0] = 1001;
            }),
            "tensor map: dimension 0 is 1001, needs a multiple of 2 for this packed type");
  EXPECT_EQ(errorOf([&](Map &map) {
              pack(map, TensorMapType::U6x16Align16);
              map.dimensions[0] = 1000;
            }),
            "tensor map: dimension 0 is 1000, needs a multiple of 128 for this packed type");
  EXPECT_EQ(errorOf([&](Map &map) {
              pack(map, TensorMapType::U6x16Align16);
              map.address += 16;
            }),
            "tensor map: the address is 139637976731664, needs a multiple of 32");
  EXPECT_EQ(errorOf([&](Map &map) {
              pack(map, TensorMapType::U4x16Align16);
              map.box[0] = 64;
            }),
            "tensor map: box size 0 is 64, needs 128 for this packed type");
  EXPECT_EQ(errorOf([&](Map &map) {
              pack(map, TensorMapType::U4x16Align16);
              map.swizzle = TensorMapSwizzle::Bytes128Atom64;
            }),
            "tensor map: this packed type does not exist with this swizzle");
  EXPECT_EQ(errorOf([&](Map &map) { pack(map, TensorMapType::U6x16Align16); }),
            "the simulator has no tensor maps of packed types with gaps");
  auto interleave = [](Map &map, TensorMapInterleave interleave) {
    map.dimensions = {64, 64, 64};
    map.stridesInBytes = {2048, 4096};
    map.box = {8, 8, 8};
    map.elementStrides = {1, 1, 1};
    map.interleave = interleave;
  };
  EXPECT_EQ(errorOf([&](Map &map) { interleave(map, TensorMapInterleave::Bytes16); }),
            "the simulator has no interleaved tensor maps");
  EXPECT_EQ(errorOf([&](Map &map) { interleave(map, TensorMapInterleave::Bytes32); }),
            "tensor map: an interleaved layout of 32 bytes needs the swizzle of 32 bytes");
  EXPECT_EQ(errorOf([&](Map &map) {
              interleave(map, TensorMapInterleave::Bytes16);
              map.type = TensorMapType::U6x16Align16;
              map.dimensions[0] = map.box[0] = 128;
            }),
            "tensor map: packed 6-bit values cannot be interleaved");
}

/// Which way a byte of shared memory goes: its global address, or out of bounds.
using ByteMap = std::map<uint32_t, std::optional<uint64_t>>;

static ByteMap mapOf(const std::vector<TensorRun> &runs) {
  ByteMap result;
  for (const TensorRun &run : runs) {
    for (uint32_t i = 0; i < run.bytes; ++i) {
      auto global = run.isInBounds ? std::optional<uint64_t>(run.globalAddress + i) : std::nullopt;
      EXPECT_TRUE(result.insert({run.sharedAddress + i, global}).second) << "a byte is moved twice";
    }
  }
  return result;
}

namespace {
/// How a swizzle permutes pieces of a span, by the line of 128 bytes.
struct Permutation {
  TensorMapSwizzle swizzle;
  uint32_t span, piece, pieces;
};
} // namespace

static const Permutation permutations[] = {{TensorMapSwizzle::None, 0, 16, 1},
                                           {TensorMapSwizzle::Bytes32, 32, 16, 2},
                                           {TensorMapSwizzle::Bytes64, 64, 16, 4},
                                           {TensorMapSwizzle::Bytes128, 128, 16, 8},
                                           {TensorMapSwizzle::Bytes128Atom32, 128, 32, 4},
                                           {TensorMapSwizzle::Bytes128Atom64, 128, 64, 2},
                                           {TensorMapSwizzle::Bytes128Atom32Flip8, 128, 32, 4}};

static uint32_t permute(const Permutation &permutation, uint32_t address) {
  uint32_t line = address / 128, piece = address / permutation.piece;
  uint32_t first = piece / permutation.pieces * permutation.pieces;
  uint32_t place = (piece - first) ^ (line % permutation.pieces);
  uint32_t within = address % permutation.piece;
  if (permutation.swizzle == TensorMapSwizzle::Bytes128Atom32Flip8 && line % 2) {
    within = within % 16 < 8 ? within + 8 : within - 8;
  }
  return (first + place) * permutation.piece + within;
}

/// Every element of the box by itself.
static ByteMap walkBox(const TensorMapDescription &map, const std::vector<int32_t> &coordinates, uint32_t shared,
                       uint32_t size, const Permutation &permutation) {
  ByteMap result;
  size_t rank = map.dimensions.size();
  std::vector<uint32_t> index(rank, 0);
  uint32_t row = 0;
  for (;;) {
    bool isInBounds = true;
    uint64_t global = map.address;
    for (size_t i = 0; i < rank; ++i) {
      int64_t place = int64_t(coordinates[i]) + int64_t(index[i]) * (i ? map.elementStrides[i] : 1);
      isInBounds = isInBounds && place >= 0 && place < int64_t(map.dimensions[i]);
      global += uint64_t(place * int64_t(i ? map.stridesInBytes[i - 1] : size));
    }
    uint32_t pitch = std::max(map.box[0] * size, permutation.span);
    for (uint32_t byte = 0; byte < size; ++byte) {
      uint32_t address = permute(permutation, shared + row * pitch + index[0] * size + byte);
      result[address] = isInBounds ? std::optional<uint64_t>(global + byte) : std::nullopt;
    }
    size_t i = 0;
    for (; i < rank; ++i) {
      uint32_t step = i ? map.elementStrides[i] : 1;
      if (++index[i] * step < map.box[i]) {
        break;
      }
      index[i] = 0;
    }
    if (i == rank) {
      return result;
    }
    row += i > 0;
  }
}

TEST(TensorMap, BoxesMoveEachElementOnce) {
  std::mt19937 random(14);
  const std::pair<TensorMapType, uint32_t> types[] = {
      {TensorMapType::U8, 1}, {TensorMapType::BF16, 2}, {TensorMapType::F32, 4}, {TensorMapType::F64, 8}};
  for (int round = 0; round < 400; ++round) {
    const Permutation &permutation = permutations[round % 7];
    auto [type, size] = types[random() % 4];
    TensorMapDescription map;
    map.type = type;
    map.swizzle = permutation.swizzle;
    map.address = 4096;
    size_t rank = 1 + random() % 5;
    uint32_t rowBytes =
        permutation.span ? permutation.span / (1 << random() % (permutation.span / 32)) : 16 * (1 + random() % 8);
    rowBytes = std::max(16u, rowBytes / 16 * 16);
    uint64_t stride = 4096;
    std::vector<int32_t> coordinates;
    for (size_t i = 0; i < rank; ++i) {
      map.dimensions.push_back(1 + random() % 40);
      map.box.push_back(i == 0 ? rowBytes / size : 1 + random() % 6);
      map.elementStrides.push_back(i == 0 ? 1 : 1 + random() % 3);
      coordinates.push_back(int32_t(random() % 60) - 15);
      if (i > 0) {
        map.stridesInBytes.push_back(stride);
        stride *= 64;
      }
    }
    ASSERT_TRUE(encodeTensorMap(map)) << encodeTensorMap(map).error();
    uint32_t shared = 128 * (random() % 32);
    auto runs = tensorRuns(map, coordinates, shared);
    ASSERT_TRUE(runs) << runs.error();
    ByteMap got = mapOf(*runs);
    ASSERT_EQ(got, walkBox(map, coordinates, shared, size, permutation)) << round;
    ASSERT_EQ(got.size(), boxBytes(map));
    ASSERT_LE(got.rbegin()->first - shared, sharedExtent(map));
  }
}

TEST(TensorMap, RunsAreAsLongAsTheSwizzleAllows) {
  TensorMapDescription map = makeMatrix();
  EXPECT_EQ(tensorRuns(map, {0, 0}, 1024)->size(), 128u * 8);
  EXPECT_EQ(boxBytes(map), 128u * 128);
  map.swizzle = TensorMapSwizzle::None;
  auto runs = *tensorRuns(map, {0, 0}, 1024);
  EXPECT_EQ(runs.size(), 128u);
  EXPECT_EQ(runs[1].globalAddress, map.address + 2048);
  EXPECT_EQ(runs[1].sharedAddress, 1024u + 128);
  // Five elements within, the others not.
  runs = *tensorRuns(map, {995, 499}, 1024);
  EXPECT_EQ(runs[0].bytes, 10u);
  EXPECT_TRUE(runs[0].isInBounds);
  EXPECT_EQ(runs[1].bytes, 118u);
  EXPECT_FALSE(runs[1].isInBounds);
  EXPECT_FALSE(runs[2].isInBounds);
  EXPECT_EQ(runs.size(), 129u);
}

TEST(TensorMap, CopiesThatCannotBe) {
  TensorMapDescription map = makeMatrix();
  EXPECT_EQ(tensorRuns(map, {0}, 0).error(), "a tensor copy gives 1 coordinates, its tensor map has 2 dimensions");
  EXPECT_EQ(tensorRuns(map, {0, 0}, 64).error(), "shared address 64 of a tensor copy is no multiple of 128");
  map.dimensions.push_back(9);
  map.stridesInBytes.push_back(4096);
  map.box.push_back(17);
  map.elementStrides.push_back(1);
  EXPECT_EQ(tensorRuns(map, {0, 0, 0}, 0).error(),
            "a tensor copy's box takes 278528 bytes, shared memory has at most 262144");
  map = makeMatrix();
  map.type = TensorMapType::U4x16Align8;
  map.box[0] = 128;
  EXPECT_EQ(tensorRuns(map, {3, 0}, 0).error(), "coordinate 3 of a packed type is odd");
  EXPECT_EQ(gatherRuns(map, 0, {0, 1, 2, 3}, 0).error(),
            "gather4 and scatter4 need a tensor map of 2 dimensions with a box of one row");
}

TEST(TensorMap, PackedNibbles) {
  TensorMapDescription map = makeMatrix();
  map.type = TensorMapType::U4x16Align8;
  map.swizzle = TensorMapSwizzle::None;
  map.dimensions = {100, 4};
  map.box = {64, 2};
  auto runs = *tensorRuns(map, {50, 1}, 0);
  EXPECT_EQ(runs[0].globalAddress, map.address + 2048 + 25);
  EXPECT_EQ(runs[0].bytes, 25u);
  EXPECT_EQ(runs[1].bytes, 7u);
  EXPECT_FALSE(runs[1].isInBounds);
  EXPECT_EQ(boxBytes(map), 64u);
}

TEST(TensorMap, GathersFourRows) {
  TensorMapDescription map = makeMatrix();
  map.box = {64, 1};
  ByteMap expected;
  const std::array<int32_t, 4> rows = {7, 500, -1, 3};
  for (uint32_t i = 0; i < 4; ++i) {
    for (uint32_t byte = 0; byte < 128; ++byte) {
      bool isInBounds = rows[i] >= 0 && rows[i] < 500;
      expected[2048 + i * 128 + ((byte / 16 ^ i) * 16 + byte % 16)] =
          isInBounds ? std::optional<uint64_t>(map.address + uint64_t(rows[i]) * 2048 + 32 + byte) : std::nullopt;
    }
  }
  EXPECT_EQ(mapOf(*gatherRuns(map, 16, rows, 2048)), expected);
  EXPECT_FALSE(gatherRuns(map, 16, rows, 2049));
}

TEST(TensorMap, FillsWithZeroOrNan) {
  TensorMapDescription map = makeMatrix();
  EXPECT_EQ(fillElement(map), 0u);
  map.fill = TensorMapFill::NaN;
  EXPECT_EQ(fillElement(map), 0x7ff7u);
  map.type = TensorMapType::F32;
  EXPECT_EQ(fillElement(map), 0x7ff77ff7u);
  map.type = TensorMapType::F64;
  EXPECT_EQ(fillElement(map), 0x7ff77ff77ff77ff7ull);
}

TEST(TensorMap, DescriptorsReadWhatCopiesWrote) {
  // A tile of 128 rows by 64 bf16 through a tensor map, then element by element through the descriptors of its k-steps.
  TensorMapDescription map = makeMatrix();
  ByteMap tile = mapOf(*tensorRuns(map, {128, 64}, 4096));
  for (uint32_t step = 0; step < 4; ++step) {
    MatrixDescriptor descriptor{4096 + step * 32, 16, 1024, 0, SharedSwizzle::Bytes128};
    for (uint32_t row = 0; row < 128; ++row) {
      for (uint32_t k = 0; k < 16; ++k) {
        uint64_t expected = map.address + (64 + row) * 2048 + (128 + step * 16 + k) * 2;
        ASSERT_EQ(tile[operandAddress(descriptor, Major::K, 2, row, k)], expected);
      }
    }
  }
}
