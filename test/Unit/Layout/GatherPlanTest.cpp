// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gather plans name the right element for every register, thread and place, of many random layout pairs.
#include "tkc/Layout/GatherPlan.h"

#include "tkc/Layout/Encodings.h"

#include <map>

#include "RandomLayouts.h"
#include "gtest/gtest.h"

using namespace tkc::layout;
using namespace tkc::layout::test;

namespace {

DimList threads(unsigned registers, unsigned warps) {
  return {{Dim::Register, uint8_t(registers)}, {Dim::Lane, 5}, {Dim::Warp, uint8_t(warps)}};
}

/// The element that the plan picks, flattened in row-major order. `at` is the position of the result and the place.
uint64_t pickedElement(const GatherPlan &plan, const LinearLayout &source, std::vector<Coordinate> at) {
  std::map<Dim, uint64_t> position;
  for (const Coordinate &coordinate : at) {
    position[coordinate.first] = coordinate.second;
  }
  for (const Coordinate &coordinate : plan.source.apply(at)) {
    position[coordinate.first] = coordinate.second;
  }
  if (plan.kind == GatherKind::SharedMemory) {
    return position.at(Dim::Offset);
  }
  std::vector<Coordinate> element = source.apply(
      {{Dim::Register, position[Dim::Register]}, {Dim::Lane, position[Dim::Lane]}, {Dim::Warp, position[Dim::Warp]}});
  uint64_t flat = 0;
  for (unsigned dim = 0; dim < element.size(); ++dim) {
    for (const Coordinate &coordinate : element) {
      flat = coordinate.first == tensorDim(dim) ? flat * source.outSize(coordinate.first) + coordinate.second : flat;
    }
  }
  return flat;
}

void expectPicks(const GatherPlan &plan, const LinearLayout &source, const LinearLayout &index, unsigned axis) {
  for (uint64_t in = 0; in < index.totalInSize(); ++in) {
    std::vector<Coordinate> at = index.unflattenIn(in);
    std::map<Dim, uint64_t> element;
    for (const Coordinate &coordinate : index.unflattenOut(index.applyFlat(in))) {
      element[coordinate.first] = coordinate.second;
    }
    at.push_back({tensorDim(axis), 0});
    for (uint64_t place = 0; place < source.outSize(tensorDim(axis)); ++place) {
      at.back().second = element[tensorDim(axis)] = place;
      uint64_t flat = 0;
      for (auto [dim, coordinate] : element) {
        flat = flat * source.outSize(dim) + coordinate;
      }
      ASSERT_EQ(pickedElement(plan, source, at), flat) << source.toString() << index.toString() << "axis " << axis;
    }
  }
}

TEST(GatherPlan, AnyTwoLayouts) {
  Random random(7);
  std::map<GatherKind, int> seen;
  for (int i = 0; i < 600; ++i) {
    unsigned axis = below(random, 2), warps = below(random, 3);
    uint8_t kept = below(random, 4), from = below(random, 5), to = below(random, 5);
    DimList sourceOuts = {{Dim::Dim0, axis == 0 ? from : kept}, {Dim::Dim1, axis == 0 ? kept : from}};
    DimList indexOuts = {{Dim::Dim0, axis == 0 ? to : kept}, {Dim::Dim1, axis == 0 ? kept : to}};
    LinearLayout source = randomSurjective(random, threads(2 + below(random, 2), warps), sourceOuts);
    LinearLayout index = randomSurjective(random, threads(2 + below(random, 2), warps), indexOuts);
    GatherPlan plan = planGather(source, index, axis, 1u << below(random, 4));
    ++seen[plan.kind];
    expectPicks(plan, source, index, axis);
  }
  EXPECT_GT(seen[GatherKind::LaneShuffles], 0);
  EXPECT_GT(seen[GatherKind::SharedMemory], 0);
}

TEST(GatherPlan, StaysInTheThreadWhereTheAxisDoes) {
  BlockedEncoding rows{{1, 4}, {32, 1}, {4, 1}, {1, 0}};
  LinearLayout source = toLinearLayout(rows, {128, 4});
  GatherPlan plan = planGather(source, source, 1, 4);
  EXPECT_EQ(plan.kind, GatherKind::Registers);
  EXPECT_EQ(plan.openRegisterBits(), 3u);
  expectPicks(plan, source, source, 1);
}

TEST(GatherPlan, StaysInTheWarpWhereTheAxisDoes) {
  BlockedEncoding rows{{1, 1}, {1, 32}, {4, 1}, {1, 0}};
  LinearLayout source = toLinearLayout(rows, {16, 32});
  GatherPlan plan = planGather(source, source, 1, 4);
  EXPECT_EQ(plan.kind, GatherKind::LaneShuffles);
  EXPECT_EQ(plan.openRegisterBits(), 0u);
  expectPicks(plan, source, source, 1);
  // Rows are in other warps.
  plan = planGather(source, source, 0, 4);
  EXPECT_EQ(plan.kind, GatherKind::SharedMemory);
  expectPicks(plan, source, source, 0);
}

TEST(GatherPlan, TakesSharedMemoryWhereManyRegistersMayBeMeant) {
  BlockedEncoding line{{4}, {32}, {1}, {0}};
  LinearLayout source = toLinearLayout(line, {4096});
  GatherPlan plan = planGather(source, source, 0, 4);
  EXPECT_EQ(plan.kind, GatherKind::SharedMemory);
  EXPECT_EQ(plan.store.vectorElements, 4u);
}

} // namespace
