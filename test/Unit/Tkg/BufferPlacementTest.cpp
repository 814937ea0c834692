// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Buffers that are live at once never overlap, and others share bytes.
#include "tkc/Dialect/Tkg/Analysis/BufferPlacement.h"

#include <gtest/gtest.h>
#include <random>

using namespace tkc::tkg;

TEST(BufferPlacementTest, BuffersOfDifferentTimesShareBytes) {
  BufferPlacement placement = placeBuffers({{1024, 16, 0, 3, {}}, {512, 16, 4, 6, {}}});
  EXPECT_EQ(placement.offsets, (std::vector<int64_t>{0, 0}));
  EXPECT_EQ(placement.totalBytes, 1024);
}

TEST(BufferPlacementTest, BuffersOfOneTimeLieSideBySide) {
  BufferPlacement placement = placeBuffers({{100, 16, 0, 4, {}}, {512, 128, 4, 6, {}}});
  EXPECT_EQ(placement.offsets, (std::vector<int64_t>{512, 0}));
  EXPECT_EQ(placement.totalBytes, 612);
}

TEST(BufferPlacementTest, SmallBufferFillsAGap) {
  // The third buffer meets the first only, so the place of the second is free for it.
  BufferPlacement placement = placeBuffers({{1024, 16, 0, 9, {}}, {512, 16, 0, 3, {}}, {256, 16, 4, 9, {}}});
  EXPECT_EQ(placement.offsets, (std::vector<int64_t>{0, 1024, 1024}));
}

TEST(BufferPlacementTest, FixedBufferKeepsItsPlace) {
  BufferPlacement placement = placeBuffers({{1024, 16, 0, 9, {}}, {64, 16, 2, 2, 0}});
  EXPECT_EQ(placement.offsets, (std::vector<int64_t>{64, 0}));
}

TEST(BufferPlacementTest, RandomBuffersDoNotOverlap) {
  std::mt19937 random(7);
  for (unsigned round = 0; round < 200; ++round) {
    std::vector<BufferRequest> requests(1 + random() % 12);
    for (BufferRequest &request : requests) {
      request.bytes = 1 + random() % 500;
      request.alignment = 16 << random() % 4;
      request.begin = random() % 20;
      request.end = request.begin + random() % 8;
    }
    BufferPlacement placement = placeBuffers(requests);
    for (size_t a = 0; a < requests.size(); ++a) {
      EXPECT_EQ(placement.offsets[a] % requests[a].alignment, 0);
      for (size_t b = 0; b < a; ++b) {
        bool atOnce = requests[a].begin <= requests[b].end && requests[b].begin <= requests[a].end;
        bool overlap = placement.offsets[a] < placement.offsets[b] + requests[b].bytes &&
                       placement.offsets[b] < placement.offsets[a] + requests[a].bytes;
        EXPECT_FALSE(atOnce && overlap);
      }
    }
  }
}
