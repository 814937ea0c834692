// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bank conflicts against a direct simulation of 32 banks, and matrix accesses against the definition of ldmatrix.
#include "tkc/Layout/SharedAccess.h"

#include "tkc/Layout/BankConflicts.h"
#include "tkc/Layout/Encodings.h"

#include <set>

#include "RandomLayouts.h"
#include "WarpSimulation.h"

using namespace tkc::layout;
using namespace tkc::layout::test;

namespace {

/// Group by group, each bank serves one word per wavefront.
unsigned simulateBanks(const LinearLayout &toOffset, unsigned elementBytes, unsigned vectorBytes) {
  unsigned groupLanes = vectorBytes <= 4 ? 32 : 128 / vectorBytes;
  unsigned wavefronts = 0;
  for (unsigned first = 0; first < 32; first += groupLanes) {
    std::map<uint64_t, std::set<uint64_t>> wordsOfBank;
    for (unsigned lane = first; lane < first + groupLanes; ++lane) {
      uint64_t start = toOffset.apply({{Dim::Lane, lane}})[0].second * elementBytes;
      for (uint64_t byte = start; byte < start + vectorBytes; ++byte) {
        wordsOfBank[byte / 4 % 32].insert(byte / 4);
      }
    }
    size_t most = 0;
    for (const auto &bank : wordsOfBank) {
      most = std::max(most, bank.second.size());
    }
    wavefronts += most;
  }
  return wavefronts;
}

TEST(SharedAccess, BankConflictsAgreeWithSimulatedBanks) {
  Random random(31);
  for (int i = 0; i < 2000; ++i) {
    unsigned elementBytes = 1u << below(random, 4);
    unsigned vectorBytes = elementBytes << below(random, 5 - below(random, 2));
    vectorBytes = std::min(vectorBytes, 16u);
    std::vector<uint64_t> bases;
    for (unsigned bit = 0; bit < 5; ++bit) {
      uint64_t offset = below(random, 3) == 0 ? uint64_t(1) << below(random, 10) : below(random, 1024);
      bases.push_back(below(random, 5) == 0 ? 0 : offset / (vectorBytes / elementBytes) * (vectorBytes / elementBytes));
    }
    LinearLayout toOffset = LinearLayout::fromFlat({{Dim::Lane, 5}}, {{Dim::Offset, 10}}, bases);
    EXPECT_EQ(bankConflicts(toOffset, elementBytes, vectorBytes), simulateBanks(toOffset, elementBytes, vectorBytes))
        << toOffset.toString() << elementBytes << " " << vectorBytes;
  }
}

TEST(SharedAccess, KnownConflicts) {
  LinearLayout rows = LinearLayout::identity1D(32, Dim::Lane, Dim::Offset);
  EXPECT_EQ(bankConflicts(rows, 4, 4), 1u);
  LinearLayout column = LinearLayout::strided1D(32, 32, Dim::Lane, Dim::Offset);
  EXPECT_EQ(bankConflicts(column, 4, 4), 32u);
  EXPECT_EQ(bankConflicts(LinearLayout::zeros1D(32, Dim::Lane, Dim::Offset, 4), 4, 4), 1u);
  EXPECT_EQ(bankConflicts(LinearLayout::strided1D(32, 4, Dim::Lane, Dim::Offset), 4, 16), 4u);
  EXPECT_EQ(bankConflicts(LinearLayout::strided1D(32, 8, Dim::Lane, Dim::Offset), 4, 16), 8u);
}

TEST(SharedAccess, VectorsCoverEachRegisterOnce) {
  Random random(32);
  int wide = 0;
  for (int i = 0; i < 500; ++i) {
    unsigned elementBytes = 1u << below(random, 3);
    LinearLayout toOffset = randomSurjective(random, {{Dim::Register, 4}, {Dim::Lane, 5}}, {{Dim::Offset, 7}});
    VectorAccess access = planVectorAccess(toOffset, elementBytes);
    wide += access.vectorElements > 1;
    std::vector<uint32_t> canonical = canonicalRegisters(toOffset);
    std::set<uint32_t> seen;
    for (const VectorInstruction &instruction : access.repetitions.at(0)) {
      ASSERT_EQ(instruction.registers.size(), access.vectorElements);
      for (size_t j = 0; j < instruction.registers.size(); ++j) {
        uint32_t reg = instruction.registers[j];
        EXPECT_EQ(canonical[reg], reg);
        EXPECT_TRUE(seen.insert(reg).second);
        for (unsigned lane = 0; lane < 32; ++lane) {
          uint64_t thread = toOffset.apply({{Dim::Lane, lane}})[0].second;
          uint64_t offset = toOffset.apply({{Dim::Register, reg}, {Dim::Lane, lane}})[0].second;
          EXPECT_EQ(offset, (thread ^ instruction.offset) + j);
        }
      }
    }
    EXPECT_EQ(seen.size(), std::set<uint32_t>(canonical.begin(), canonical.end()).size());
  }
  EXPECT_GT(wide, 0);
}

/// Loads all registers by the plan and compares.
void expectMatrixLoads(const LinearLayout &registers, const LinearLayout &shared, unsigned elementBytes,
                       const MatrixAccess &access) {
  RegisterFile wanted(registers, true);
  RegisterFile result(registers, false);
  runMatrices(access, 0, result, elementBytes, [&](uint64_t reg, uint64_t, uint64_t offset, Thread thread) {
    result.at(reg, thread) = shared.applyFlat(shared.flattenIn({{Dim::Offset, offset}}));
  });
  copyCanonical(result, canonicalRegisters(registers));
  EXPECT_TRUE(result == wanted);
}

/// 16-byte rows of a matrix, `order` as in the encoding, swizzled as wide as the hardware does.
LinearLayout operandMemory(const Shape &shape, unsigned elementBytes, bool transposed) {
  TmaSharedEncoding encoding{128, elementBytes * 8, transposed, {}};
  EXPECT_EQ(verifyEncoding(encoding, shape), "");
  return toLinearLayout(encoding, shape);
}

TEST(SharedAccess, LdMatrixLoadsOperands) {
  MmaEncoding mma{2, {2, 2}, {16, 8}, {}};
  for (unsigned elementBytes : {1u, 2u, 4u}) {
    unsigned kWidth = 4 / elementBytes;
    for (unsigned operandIndex : {0u, 1u}) {
      Shape shape = {128, 128};
      LinearLayout registers = toLinearLayout(DotOperandEncoding{mma, operandIndex, kWidth}, shape);
      // K runs along the rows of the left operand and the columns of the right one.
      LinearLayout kContiguous = operandMemory(shape, elementBytes, operandIndex == 1);
      std::optional<MatrixAccess> plain = fitsLdMatrix(registers, kContiguous, elementBytes, false);
      ASSERT_TRUE(plain) << elementBytes << " " << operandIndex;
      EXPECT_EQ(plain->numMatrices, 4u);
      EXPECT_EQ(plain->wavefrontsPerInstruction, 4u);
      expectMatrixLoads(registers, kContiguous, elementBytes, *plain);
      LinearLayout otherContiguous = operandMemory(shape, elementBytes, operandIndex == 0);
      EXPECT_FALSE(fitsLdMatrix(registers, otherContiguous, elementBytes, false));
      std::optional<MatrixAccess> transposed = fitsLdMatrix(registers, otherContiguous, elementBytes, true);
      EXPECT_EQ(transposed.has_value(), elementBytes == 2);
      if (transposed) {
        EXPECT_EQ(transposed->numMatrices, 4u);
        EXPECT_EQ(transposed->wavefrontsPerInstruction, 4u);
        expectMatrixLoads(registers, otherContiguous, elementBytes, *transposed);
      }
    }
  }
}

TEST(SharedAccess, UnswizzledMatricesConflict) {
  MmaEncoding mma{2, {4, 1}, {16, 8}, {}};
  LinearLayout registers = toLinearLayout(DotOperandEncoding{mma, 0, 2}, {64, 64});
  LinearLayout plain = toLinearLayout(SwizzledEncoding{1, 1, 1, {1, 0}, {}}, {64, 64});
  std::optional<MatrixAccess> access = fitsLdMatrix(registers, plain, 2, false);
  ASSERT_TRUE(access);
  EXPECT_EQ(access->wavefrontsPerInstruction, 32u);
  expectMatrixLoads(registers, plain, 2, *access);
}

TEST(SharedAccess, SmallOperandsTakeFewerMatrices) {
  MmaEncoding mma{2, {1, 1}, {16, 8}, {}};
  LinearLayout registers = toLinearLayout(DotOperandEncoding{mma, 1, 2}, {16, 8});
  LinearLayout memory = toLinearLayout(SwizzledEncoding{8, 4, 2, {0, 1}, {}}, {16, 8});
  std::optional<MatrixAccess> access = fitsLdMatrix(registers, memory, 2, false);
  ASSERT_TRUE(access);
  EXPECT_EQ(access->numMatrices, 2u);
  expectMatrixLoads(registers, memory, 2, *access);
}

TEST(SharedAccess, MatricesRefuseBrokenRows) {
  MmaEncoding mma{2, {1, 1}, {16, 8}, {}};
  LinearLayout registers = toLinearLayout(DotOperandEncoding{mma, 0, 2}, {16, 16});
  // Vectors of 4 elements are swizzled: rows of 16 bytes are torn apart.
  LinearLayout torn = toLinearLayout(SwizzledEncoding{4, 1, 4, {1, 0}, {}}, {16, 16});
  EXPECT_FALSE(fitsLdMatrix(registers, torn, 2, false));
  LinearLayout blocked = toLinearLayout(BlockedEncoding{{1, 4}, {8, 4}, {1, 1}, {1, 0}, {}}, {16, 16});
  LinearLayout plain = toLinearLayout(SwizzledEncoding{1, 1, 1, {1, 0}, {}}, {16, 16});
  EXPECT_FALSE(fitsLdMatrix(blocked, plain, 2, false));
  EXPECT_FALSE(fitsLdMatrix(registers, plain, 8, false));
}

TEST(SharedAccess, AnyFitIsRight) {
  // Random offsets behind fragments: whatever is accepted must load each element.
  Random random(33);
  int accepted = 0;
  for (int i = 0; i < 3000; ++i) {
    unsigned elementBytes = 1u << below(random, 3);
    LinearLayout registers = randomSurjective(random, {{Dim::Register, 4}, {Dim::Lane, 5}}, {{Dim::Dim0, 8}});
    LinearLayout shared = randomSurjective(random, {{Dim::Offset, 8}}, {{Dim::Dim0, 8}});
    bool transposed = below(random, 2);
    if (below(random, 2)) {
      // Make a fit likely: offsets that follow the fragment.
      unsigned inRow = elementBytes == 4 ? 0 : elementBytes == 2 ? 1 : 2;
      std::vector<uint64_t> order;
      for (unsigned bit = 0; bit < inRow; ++bit) {
        order.push_back(registers.basis(Dim::Register, bit));
      }
      order.push_back(registers.basis(Dim::Lane, 0));
      order.push_back(registers.basis(Dim::Lane, 1));
      f2::Span span;
      bool independent = true;
      for (uint64_t v : order) {
        independent &= span.insert(v);
      }
      for (uint64_t bit = 0; bit < 8; ++bit) {
        if (span.insert(uint64_t(1) << bit)) {
          order.push_back(uint64_t(1) << bit);
        }
      }
      if (independent) {
        shared = LinearLayout::fromFlat({{Dim::Offset, 8}}, {{Dim::Dim0, 8}}, order);
      }
    }
    if (std::optional<MatrixAccess> access = fitsLdMatrix(registers, shared, elementBytes, transposed)) {
      ++accepted;
      expectMatrixLoads(registers, shared, elementBytes, *access);
    }
  }
  EXPECT_GT(accepted, 10);
}

} // namespace
