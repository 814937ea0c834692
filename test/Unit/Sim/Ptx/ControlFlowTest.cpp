// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks, their order and post-dominators: on known shapes, and against brute force on random ones.
#include "tkc/Sim/Ptx/ControlFlow.h"

#include <algorithm>
#include <ctime>
#include <random>

#include "ReadText.h"

using namespace tkc::sim::ptx;

static constexpr uint32_t none = ControlFlow::none;

using Numbers = std::vector<uint32_t>;

static ControlFlow flowOf(const std::string &body) { return analyzeControlFlow(readBody(body)->functions[0]); }

/// Blocks by their order.
static Numbers orderOf(const ControlFlow &flow) {
  Numbers order(flow.blocks.size(), none);
  for (uint32_t block = 0; block < flow.blocks.size(); ++block) {
    order.at(flow.positions[block]) = block;
  }
  return order;
}

TEST(PtxControlFlow, joins_the_sides_of_a_diamond) {
  ControlFlow flow = flowOf("@%p bra B;\nadd.s32 %r1, %r1, 1;\nbra C;\nB: add.s32 %r1, %r1, 2;\nC: ret;");
  ASSERT_EQ(flow.blocks.size(), 4u);
  EXPECT_EQ(flow.blocks[0].successors, (Numbers{1, 2}));
  EXPECT_EQ(flow.blocks[1].successors, (Numbers{3}));
  EXPECT_EQ(flow.blocks[3].predecessors, (Numbers{1, 2}));
  EXPECT_EQ(flow.blocks[1].begin, 1u);
  EXPECT_EQ(flow.blocks[1].end, 3u);
  EXPECT_EQ(flow.blockOf, (Numbers{0, 1, 1, 2, 3}));
  EXPECT_EQ(flow.postDominators, (Numbers{3, 3, 3, none}));
  EXPECT_EQ(flow.positions[0], 0u);
  EXPECT_EQ(flow.positions[3], 3u);
}

TEST(PtxControlFlow, goes_on_behind_what_a_guard_may_skip) {
  ControlFlow flow = flowOf("@%p ret;\nmov.b32 %r1, 1;\n@!%p exit;\ntrap;\nmov.b32 %r1, 1;");
  ASSERT_EQ(flow.blocks.size(), 4u);
  EXPECT_EQ(flow.blocks[0].successors, (Numbers{1}));
  EXPECT_EQ(flow.blocks[1].successors, (Numbers{2}));
  EXPECT_TRUE(flow.blocks[2].successors.empty());
  EXPECT_TRUE(flow.blocks[3].predecessors.empty());
  EXPECT_EQ(flow.postDominators, (Numbers{none, none, none, none}));
  EXPECT_EQ(flow.positions, (Numbers{0, 1, 2, 3}));
}

TEST(PtxControlFlow, puts_the_blocks_of_a_loop_before_its_exits) {
  // The exit X stands in the text between the blocks of the loop.
  ControlFlow flow = flowOf("H: @%p bra B;\nC: @%q bra X;\nbra H;\nX: ret;\nB: add.s32 %r1, %r1, 1;\nbra H;");
  EXPECT_EQ(orderOf(flow).back(), flow.blockOf[3]);
  EXPECT_EQ(flow.postDominators[flow.blockOf[0]], flow.blockOf[1]);
  EXPECT_EQ(flow.postDominators[flow.blockOf[4]], flow.blockOf[0]);
  EXPECT_EQ(flow.postDominators[flow.blockOf[1]], flow.blockOf[3]);
}

TEST(PtxControlFlow, keeps_nested_loops_together) {
  ControlFlow flow = flowOf("mov.b32 %r1, 0;\n"
                            "O: setp.eq.s32 %p, %r1, %r2;\n@%p bra Done;\n"
                            "I: @%q bra Tail;\nadd.s32 %r1, %r1, 1;\nbra I;\n"
                            "Tail: @%s bra O;\nbra I;\n"
                            "Done: ret;");
  ASSERT_EQ(flow.blocks.size(), 7u);
  EXPECT_EQ(orderOf(flow), (Numbers{0, 1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(flow.postDominators, (Numbers{1, 6, 4, 2, 1, 2, none}));
}

TEST(PtxControlFlow, takes_a_loop_with_two_entries) {
  ControlFlow flow = flowOf("@%p bra B;\nA: @%q bra X;\nB: @%r bra A;\nX: ret;");
  ASSERT_EQ(flow.blocks.size(), 4u);
  EXPECT_EQ(flow.positions[0], 0u);
  EXPECT_EQ(flow.positions[3], 3u);
  EXPECT_EQ(flow.postDominators, (Numbers{3, 3, 3, none}));
}

TEST(PtxControlFlow, follows_tables) {
  ControlFlow flow = flowOf("ts: .branchtargets A, B, A;\nbrx.idx %r1, ts;\nA: bra C;\nB: bra C;\nC: ret;");
  EXPECT_EQ(flow.blocks[0].successors, (Numbers{1, 2}));
  EXPECT_EQ(flow.postDominators[0], 3u);
}

TEST(PtxControlFlow, lets_the_last_block_of_a_loop_without_exit_stand_for_its_end) {
  ControlFlow flow =
      flowOf("@%p bra X;\nH: @%q bra B;\nadd.s32 %r1, %r1, 1;\nbra L;\nB: add.s32 %r1, %r1, 2;\nL: bra H;\n"
             "X: ret;");
  ASSERT_EQ(flow.blocks.size(), 6u);
  EXPECT_EQ(flow.postDominators, (Numbers{none, 4, 4, 4, none, none}));
  ControlFlow self = flowOf("L: bra L;");
  EXPECT_EQ(self.postDominators, (Numbers{none}));
  EXPECT_EQ(self.blocks[0].successors, (Numbers{0}));
}

TEST(PtxControlFlow, has_a_block_at_the_end_when_a_label_stands_there) {
  ControlFlow flow = flowOf("@%p bra End;\nmov.b32 %r1, 1;\nEnd:");
  ASSERT_EQ(flow.blocks.size(), 3u);
  EXPECT_EQ(flow.blocks[2].begin, 2u);
  EXPECT_EQ(flow.blocks[2].end, 2u);
  EXPECT_EQ(flow.blockOf, (Numbers{0, 1, 2}));
  EXPECT_EQ(flow.postDominators, (Numbers{2, 2, none}));
  EXPECT_EQ(flowOf("").blocks.size(), 1u);
}

TEST(PtxControlFlow, names_a_branch_to_what_follows_once) {
  EXPECT_EQ(flowOf("@%p bra A;\nA: ret;").blocks[0].successors, (Numbers{1}));
}

namespace {

/// Compares a flow with what the definitions say, tried out.
class BruteForce {
public:
  explicit BruteForce(const ControlFlow &flow) : flow(flow), count(static_cast<uint32_t>(flow.blocks.size())) {}

  void checkOrder() {
    Numbers order = orderOf(flow);
    std::vector<bool> all(count, true);
    checkPart(order, reachable(0, all));
  }

  void checkPostDominators() {
    for (uint32_t block = 0; block < count; ++block) {
      Numbers dominators;
      for (uint32_t other = 0; other < count; ++other) {
        if (other != block && !reachesEnd(block, other)) {
          dominators.push_back(other);
        }
      }
      if (mayNeverEnd(block)) {
        continue; // Ways into loops without exit are the matter of another test.
      }
      // The nearest one is post-dominated by all others.
      uint32_t nearest = none;
      for (uint32_t candidate : dominators) {
        bool isNearest = std::all_of(dominators.begin(), dominators.end(), [&](uint32_t other) {
          return other == candidate || !reachesEnd(candidate, other);
        });
        nearest = isNearest ? candidate : nearest;
      }
      EXPECT_EQ(flow.postDominators[block], nearest) << "block " << block;
    }
  }

private:
  std::vector<bool> reachable(uint32_t from, const std::vector<bool> &within) const {
    std::vector<bool> seen(count, false);
    Numbers pending = {from};
    while (!pending.empty()) {
      uint32_t block = pending.back();
      pending.pop_back();
      if (!seen[block] && within[block]) {
        seen[block] = true;
        pending.insert(pending.end(), flow.blocks[block].successors.begin(), flow.blocks[block].successors.end());
      }
    }
    return seen;
  }

  bool mayNeverEnd(uint32_t from) const {
    std::vector<bool> seen = reachable(from, std::vector<bool>(count, true));
    for (uint32_t block = 0; block < count; ++block) {
      if (seen[block] && !reachesEnd(block, none)) {
        return true;
      }
    }
    return false;
  }

  bool reachesEnd(uint32_t from, uint32_t without) const {
    std::vector<bool> within(count, true);
    if (without != none) {
      within[without] = false;
    }
    std::vector<bool> seen = reachable(from, within);
    for (uint32_t block = 0; block < count; ++block) {
      if (seen[block] && flow.blocks[block].successors.empty()) {
        return true;
      }
    }
    return false;
  }

  /// The blocks of a part, in order: components lie together and in topological order, and inside them the same holds
  /// without their first block.
  void checkPart(const Numbers &order, const std::vector<bool> &within) {
    Numbers blocks;
    for (uint32_t block : order) {
      if (within[block]) {
        blocks.push_back(block);
      }
    }
    std::vector<std::vector<bool>> from;
    for (uint32_t block = 0; block < count; ++block) {
      from.push_back(reachable(block, within));
    }
    for (size_t begin = 0; begin < blocks.size();) {
      uint32_t head = blocks[begin];
      std::vector<bool> component(count, false);
      size_t size = 0;
      for (uint32_t block : blocks) {
        component[block] = from[head][block] && from[block][head];
        size += component[block];
      }
      for (size_t index = begin; index < blocks.size(); ++index) {
        bool isInside = index < begin + size;
        EXPECT_EQ(component[blocks[index]], isInside) << "loop of block " << head;
        EXPECT_TRUE(isInside || !from[blocks[index]][head]) << blocks[index] << " comes before " << head;
      }
      if (size > 1) {
        component[head] = false;
        checkPart(order, component);
      }
      begin += size;
    }
  }

  const ControlFlow &flow;
  uint32_t count;
};

} // namespace

/// Blocks that end in nothing, a branch, a branch with a guard, or a return.
static std::string randomBody(std::mt19937 &random, uint32_t blocks) {
  std::string body;
  for (uint32_t block = 0; block < blocks; ++block) {
    std::string target = "L" + std::to_string(random() % blocks);
    body += "L" + std::to_string(block) + ": mov.b32 %r1, 1;\n";
    uint32_t kind = random() % 10;
    body += kind < 6 ? "@%p bra " + target + ";\n" : kind < 8 ? "bra " + target + ";\n" : kind == 8 ? "ret;\n" : "";
  }
  return body + "ret;\n";
}

TEST(PtxControlFlow, agrees_with_brute_force_on_random_shapes) {
  std::mt19937 random(7);
  for (int round = 0; round < 800; ++round) {
    std::string body = randomBody(random, 1 + random() % 12);
    ControlFlow flow = flowOf(body);
    BruteForce(flow).checkOrder();
    BruteForce(flow).checkPostDominators();
    ASSERT_FALSE(::testing::Test::HasFailure()) << body;
  }
}

TEST(PtxControlFlow, takes_time_in_proportion_to_the_text) {
  auto secondsOf = [](uint32_t blocks, auto makeBlock) {
    std::string body;
    for (uint32_t block = 0; block < blocks; ++block) {
      body += "L" + std::to_string(block) + ": " + makeBlock(block, blocks) + "\n";
    }
    std::unique_ptr<Module> module = readBody(body);
    std::clock_t begin = std::clock();
    analyzeControlFlow(module->functions[0]);
    return double(std::clock() - begin) / CLOCKS_PER_SEC;
  };
  auto guarded = [](uint32_t target) { return "@%p bra L" + std::to_string(target) + ";"; };
  auto check = [&](auto makeBlock) {
    // Of processor time; what grows with the square takes 400 times as long.
    double limit = 60 * secondsOf(1500, makeBlock) + 0.5;
    EXPECT_TRUE(secondsOf(30000, makeBlock) < limit || secondsOf(30000, makeBlock) < limit);
  };
  check([&](uint32_t, uint32_t) { return guarded(0); });
  check([&](uint32_t, uint32_t blocks) { return guarded(blocks - 1); });
  // Loops nested as deep as the text is long.
  check([&](uint32_t block, uint32_t blocks) { return guarded(blocks - 1 - block); });
  check([&](uint32_t block, uint32_t) { return guarded(block / 2); });
  check([&](uint32_t block, uint32_t blocks) { return guarded((block + 2) % blocks); });
}
