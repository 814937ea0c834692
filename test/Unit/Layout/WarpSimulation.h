// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Carries out conversion plans on numbered elements, thread by thread, as a lowering would.
#ifndef TKC_TEST_UNIT_LAYOUT_WARPSIMULATION_H
#define TKC_TEST_UNIT_LAYOUT_WARPSIMULATION_H

#include "tkc/Layout/Conversion.h"

#include <map>

#include "gtest/gtest.h"

namespace tkc::layout::test {

/// One thread of a cluster.
struct Thread {
  uint64_t lane, warp, block;
};

/// The registers of all threads; each holds the flattened coordinates of its element.
class RegisterFile {
public:
  static constexpr uint64_t poison = ~uint64_t(0);

  RegisterFile(const LinearLayout &layout, bool filled)
      : numRegisters(layout.inSize(Dim::Register)), lanes(layout.inSize(Dim::Lane)), warps(layout.inSize(Dim::Warp)),
        blocks(layout.inSize(Dim::Block)), values(numRegisters * lanes * warps * blocks, poison) {
    forEachThread([&](Thread thread) {
      for (uint64_t reg = 0; reg < numRegisters && filled; ++reg) {
        at(reg, thread) = element(layout, reg, thread);
      }
    });
  }

  static uint64_t element(const LinearLayout &layout, uint64_t reg, Thread thread) {
    std::vector<Coordinate> in;
    for (const Coordinate &coordinate : {Coordinate{Dim::Register, reg}, Coordinate{Dim::Lane, thread.lane},
                                         Coordinate{Dim::Warp, thread.warp}, Coordinate{Dim::Block, thread.block}}) {
      if (layout.hasInDim(coordinate.first)) {
        in.push_back(coordinate);
      }
    }
    return layout.applyFlat(layout.flattenIn(in));
  }

  uint64_t &at(uint64_t reg, Thread thread) {
    return values.at(((thread.block * warps + thread.warp) * lanes + thread.lane) * numRegisters + reg);
  }

  template <class Function>
  void forEachThread(Function function) const {
    for (uint64_t block = 0; block < blocks; ++block) {
      for (uint64_t warp = 0; warp < warps; ++warp) {
        for (uint64_t lane = 0; lane < lanes; ++lane) {
          function(Thread{lane, warp, block});
        }
      }
    }
  }

  friend bool operator==(const RegisterFile &a, const RegisterFile &b) { return a.values == b.values; }

  uint64_t numRegisters, lanes, warps, blocks;

private:
  std::vector<uint64_t> values;
};

inline uint64_t applyToThread(const LinearLayout &map, Thread thread, Dim out) {
  std::vector<Coordinate> in;
  for (const Coordinate &coordinate :
       {Coordinate{Dim::Lane, thread.lane}, Coordinate{Dim::Warp, thread.warp}, Coordinate{Dim::Block, thread.block}}) {
    if (map.hasInDim(coordinate.first)) {
      in.push_back(coordinate);
    }
  }
  uint64_t result = 0;
  for (const Coordinate &coordinate : map.apply(in)) {
    result = coordinate.first == out ? coordinate.second : result;
  }
  return result;
}

inline RegisterFile runPermutation(const std::vector<uint32_t> &sources, RegisterFile src, const LinearLayout &dst) {
  RegisterFile result(dst, false);
  result.forEachThread([&](Thread thread) {
    for (uint64_t reg = 0; reg < result.numRegisters; ++reg) {
      result.at(reg, thread) = src.at(sources.at(reg), thread);
    }
  });
  return result;
}

inline void copyCanonical(RegisterFile &file, const std::vector<uint32_t> &canonical) {
  file.forEachThread([&](Thread thread) {
    for (uint64_t reg = 0; reg < file.numRegisters; ++reg) {
      file.at(reg, thread) = file.at(canonical.at(reg), thread);
    }
  });
}

inline RegisterFile runShuffles(const ShufflePlan &plan, RegisterFile src, const LinearLayout &dst) {
  RegisterFile result(dst, false);
  for (const ShuffleRound &round : plan.rounds) {
    result.forEachThread([&](Thread thread) {
      Thread source = thread;
      source.lane = applyToThread(plan.sourceLane, thread, Dim::Lane) ^ round.sourceLane;
      if (plan.isLocal(round)) {
        EXPECT_EQ(source.lane, thread.lane);
      }
      if (applyToThread(plan.acceptKey, thread, Dim::Repetition) != round.acceptKey) {
        return;
      }
      uint64_t from = applyToThread(plan.sendRegister, source, Dim::Register) ^ round.sendRegister;
      uint64_t to = applyToThread(plan.receiveRegister, thread, Dim::Register) ^ round.receiveRegister;
      for (unsigned pack = 0; pack < plan.packedElements(); ++pack) {
        uint64_t send = from;
        uint64_t receive = to;
        for (size_t i = 0; i < plan.packs.size(); ++i) {
          send ^= pack >> i & 1 ? plan.packs[i].first : 0;
          receive ^= pack >> i & 1 ? plan.packs[i].second : 0;
        }
        EXPECT_EQ(plan.canonical.at(receive), receive);
        result.at(receive, thread) = src.at(send, source);
      }
    });
  }
  copyCanonical(result, plan.canonical);
  return result;
}

/// The scratch buffers of all CTAs.
class Scratch {
public:
  void store(uint64_t block, uint64_t offset, uint64_t value) {
    auto inserted = cells.insert({{block, offset}, value});
    EXPECT_TRUE(inserted.second || inserted.first->second == value) << "two elements in one place";
  }
  uint64_t load(uint64_t block, uint64_t offset) const {
    auto found = cells.find({block, offset});
    EXPECT_NE(found, cells.end()) << "reads what nobody wrote";
    return found == cells.end() ? RegisterFile::poison : found->second;
  }

private:
  std::map<std::pair<uint64_t, uint64_t>, uint64_t> cells;
};

inline uint64_t blockOf(const LinearLayout &toOffset, Thread thread) {
  return toOffset.hasOutDim(Dim::Block) ? applyToThread(toOffset, thread, Dim::Block) : 0;
}

/// Runs one repetition of vector accesses; `move` gets (register, block, offset, thread).
template <class Function>
void runVectors(const VectorAccess &access, uint64_t repetition, const RegisterFile &file, Function move) {
  for (const VectorInstruction &instruction : access.repetitions.at(repetition)) {
    EXPECT_EQ(instruction.registers.size(), access.vectorElements);
    file.forEachThread([&](Thread thread) {
      uint64_t start = applyToThread(access.toOffset, thread, Dim::Offset) ^ instruction.offset;
      uint64_t block = blockOf(access.toOffset, thread) ^ instruction.block;
      EXPECT_EQ(start % access.vectorElements, 0u);
      EXPECT_EQ(
          access.toOffset.hasOutDim(Dim::Repetition) ? applyToThread(access.toOffset, thread, Dim::Repetition) : 0, 0u);
      for (uint64_t i = 0; i < instruction.registers.size(); ++i) {
        move(instruction.registers[i], block, start + i, thread);
      }
    });
  }
}

/// Runs one repetition of matrix accesses; `move` gets (register, block, offset, thread). Written after the PTX ISA:
/// lane 8m + i gives the address of row i of matrix m; thread t holds row t / 4, bytes 4 (t % 4) to 4 (t % 4) + 3 of
/// it, or with .trans the 16-bit units of column t / 4 in rows 2 (t % 4) and 2 (t % 4) + 1.
template <class Function>
void runMatrices(const MatrixAccess &access, uint64_t repetition, const RegisterFile &file, unsigned elementBytes,
                 Function move) {
  for (const MatrixInstruction &instruction : access.repetitions.at(repetition)) {
    ASSERT_EQ(instruction.registers.size(), access.numMatrices);
    file.forEachThread([&](Thread thread) {
      for (unsigned matrix = 0; matrix < access.numMatrices; ++matrix) {
        const std::vector<uint32_t> &elements = instruction.registers[matrix];
        ASSERT_EQ(elements.size(), 4 / elementBytes);
        for (unsigned byte = 0; byte < 4; byte += elementBytes) {
          uint64_t row = access.transposed ? 2 * (thread.lane % 4) + byte / 2 : thread.lane / 4;
          uint64_t column = access.transposed ? 2 * (thread.lane / 4) + byte % 2 : 4 * (thread.lane % 4) + byte;
          Thread addresser{8 * matrix + row, thread.warp, thread.block};
          uint64_t address = applyToThread(access.rowOffset, addresser, Dim::Offset) ^ instruction.offset;
          ASSERT_EQ(address * elementBytes % 16, 0u);
          move(elements[byte / elementBytes], blockOf(access.rowOffset, addresser), address + column / elementBytes,
               thread);
        }
      }
    });
  }
}

/// Runs a plan, with matrix accesses where it has them.
inline RegisterFile runShared(const SharedPlan &plan, RegisterFile src, const LinearLayout &dst,
                              unsigned elementBytes) {
  RegisterFile result(dst, false);
  for (uint64_t repetition = 0; repetition < plan.numRepetitions(); ++repetition) {
    Scratch scratch;
    auto store = [&](uint64_t reg, uint64_t block, uint64_t offset, Thread thread) {
      EXPECT_EQ(block, thread.block) << "stores go to the own CTA";
      EXPECT_LT(offset, plan.scratchElements);
      scratch.store(block, offset, src.at(reg, thread));
    };
    auto load = [&](uint64_t reg, uint64_t block, uint64_t offset, Thread thread) {
      result.at(reg, thread) = scratch.load(block, offset);
    };
    if (plan.storeMatrix) {
      runMatrices(*plan.storeMatrix, repetition, src, elementBytes, store);
    } else {
      runVectors(plan.store, repetition, src, store);
    }
    if (plan.loadMatrix) {
      runMatrices(*plan.loadMatrix, repetition, result, elementBytes, load);
    } else {
      runVectors(plan.load, repetition, result, load);
    }
  }
  copyCanonical(result, canonicalRegisters(dst));
  return result;
}

} // namespace tkc::layout::test

#endif
