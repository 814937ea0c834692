// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Groups the registers of a thread into vector and matrix accesses to shared memory.
#include "tkc/Layout/SharedAccess.h"

#include "tkc/Layout/BankConflicts.h"
#include "tkc/Layout/F2.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "BitFields.h"

using namespace tkc::layout;

std::vector<uint32_t> tkc::layout::canonicalRegisters(const LinearLayout &layout) {
  std::vector<f2::Vector> replicas = f2::kernel(layout.basesOf(Dim::Register));
  std::vector<uint32_t> result;
  for (uint32_t reg = 0; reg < layout.inSize(Dim::Register); ++reg) {
    f2::Vector canonical = reg;
    for (f2::Vector replica : replicas) {
      canonical ^= canonical >> f2::highestBit(replica) & 1 ? replica : 0;
    }
    result.push_back(static_cast<uint32_t>(canonical));
  }
  return result;
}

template <class Access>
static unsigned countInstructions(const Access &access) {
  size_t count = 0;
  for (const auto &instructions : access.repetitions) {
    count += instructions.size();
  }
  return static_cast<unsigned>(count);
}

unsigned VectorAccess::numInstructions() const { return countInstructions(*this); }
unsigned MatrixAccess::numInstructions() const { return countInstructions(*this); }

namespace {
/// A place in shared memory, as far as it depends on the register.
struct Place {
  uint64_t repetition, block, offset;
  friend bool operator<(const Place &a, const Place &b) {
    return std::tie(a.repetition, a.block, a.offset) < std::tie(b.repetition, b.block, b.offset);
  }
};
/// Where the canonical registers of a thread lie.
using RegisterMap = std::map<Place, uint32_t>;
} // namespace

static uint64_t fieldOf(const LinearLayout &layout, uint64_t image, Dim out) {
  return layout.hasOutDim(out) ? (image & layout.outMask(out)) >> __builtin_ctzll(layout.outMask(out) | 1ull << 63) : 0;
}

static RegisterMap mapRegisters(const LinearLayout &toOffset) {
  std::vector<uint32_t> canonical = canonicalRegisters(toOffset);
  std::vector<uint64_t> bases = toOffset.basesOf(Dim::Register);
  RegisterMap result;
  for (uint32_t reg = 0; reg < canonical.size(); ++reg) {
    if (canonical[reg] == reg) {
      uint64_t image = f2::multiply(bases, reg);
      result.insert({{fieldOf(toOffset, image, Dim::Repetition), fieldOf(toOffset, image, Dim::Block),
                      fieldOf(toOffset, image, Dim::Offset)},
                     reg});
    }
  }
  return result;
}

//===-- Vectors
//-----------------------------------------------------------------------------------------------------===//

/// The images of all inputs but registers, and of registers, restricted to what an address is made of.
static std::vector<uint64_t> threadBases(const LinearLayout &toOffset) {
  std::vector<uint64_t> result;
  for (const DimExtent &extent : toOffset.inDims()) {
    if (extent.dim != Dim::Register) {
      std::vector<uint64_t> bases = toOffset.basesOf(extent.dim);
      result.insert(result.end(), bases.begin(), bases.end());
    }
  }
  return result;
}

/// How many of the lowest offset bits can be one vector: the registers span exactly these, and threads none of them.
static unsigned vectorBits(const LinearLayout &toOffset, unsigned limit) {
  f2::Span registers(toOffset.basesOf(Dim::Register));
  uint64_t threads = 0;
  for (uint64_t basis : threadBases(toOffset)) {
    threads |= fieldOf(toOffset, basis, Dim::Offset);
  }
  uint64_t offsetUnit = toOffset.outMask(Dim::Offset) & -toOffset.outMask(Dim::Offset);
  unsigned bits = 0;
  while (bits < limit && bits < toOffset.outLog2(Dim::Offset) && registers.contains(offsetUnit << bits) &&
         (threads >> bits & 1) == 0) {
    ++bits;
  }
  return bits;
}

VectorAccess tkc::layout::planVectorAccess(const LinearLayout &toOffset, unsigned elementBytes) {
  unsigned bits = vectorBits(toOffset, log2Exact(16 / elementBytes));
  VectorAccess access{toOffset, 1u << bits, 1, {}};
  access.repetitions.resize(toOffset.outSize(Dim::Repetition));
  for (const auto &[place, reg] : mapRegisters(toOffset)) {
    std::vector<VectorInstruction> &instructions = access.repetitions[place.repetition];
    if ((place.offset & lowMask(bits)) == 0) {
      instructions.push_back({place.offset, place.block, {}});
    }
    instructions.back().registers.push_back(reg);
  }
  access.wavefrontsPerInstruction = bankConflicts(toOffset, elementBytes, elementBytes << bits);
  return access;
}

//===-- Matrices
//----------------------------------------------------------------------------------------------------===//

namespace {

/// The roles that a warp's registers and lanes play in the fragments of 8 x 8 matrices of 16-bit units.
///
///   not transposed: a row of 16 bytes = [registers up to 4 bytes][lane bits 0, 1]; rows = lane bits 2, 3, 4
///   transposed:     a row of 16 bytes = [registers up to 2 bytes][lane bits 2, 3, 4]; rows = one register, lane bits
///   0, 1
class FragmentFit {
public:
  FragmentFit(const LinearLayout &toOffset, unsigned elementBytes, bool transposed)
      : map(toOffset), elementBytes(elementBytes), transposed(transposed) {}

  std::optional<MatrixAccess> plan();

private:
  unsigned rowBits() const { return log2Exact(16 / elementBytes); }
  unsigned registerBitsInRow() const { return log2Exact((transposed ? 2 : 4) / elementBytes); }
  uint64_t offsetOfLane(unsigned bit) const { return map.basis(Dim::Lane, bit, Dim::Offset); }

  bool rowsAreContiguous() const;
  bool threadsAreRowAligned() const;
  bool collectRowRegisters();
  void chooseRowsAndMatrices();
  uint64_t wavefronts(uint64_t rowRegister) const;
  LinearLayout rowOffsets() const;
  std::optional<std::vector<std::vector<MatrixInstruction>>> instructions() const;
  std::vector<uint64_t> offsetsInRegister() const;

  const LinearLayout &map;
  unsigned elementBytes;
  bool transposed;
  /// Independent offsets (with repetition 0) by which registers step from row to row.
  std::vector<uint64_t> rowSteps;
  /// Transposed: the step between the two halves of a 32-bit register.
  uint64_t halfStep = 0;
  std::vector<uint64_t> matrixSteps;
};

} // namespace

bool FragmentFit::rowsAreContiguous() const {
  f2::Span registers(map.basesOf(Dim::Register));
  uint64_t offsetUnit = map.outMask(Dim::Offset) & -map.outMask(Dim::Offset);
  unsigned bits = registerBitsInRow();
  for (unsigned bit = 0; bit < bits; ++bit) {
    if (!registers.contains(offsetUnit << bit)) {
      return false;
    }
  }
  unsigned firstLane = transposed ? 2 : 0;
  for (unsigned bit = bits; bit < rowBits(); ++bit) {
    if (map.basis(Dim::Lane, firstLane + bit - bits) != offsetUnit << bit) {
      return false;
    }
  }
  return true;
}

/// Whether threads begin at the start of rows, but for those that share a row, and in their own CTA.
bool FragmentFit::threadsAreRowAligned() const {
  if (map.hasOutDim(Dim::Block) && !map.isIdentityOver(Dim::Block)) {
    return false;
  }
  uint64_t inRow = lowMask(rowBits());
  for (unsigned i = 0; i < map.numInBits(); ++i) {
    if (map.inMask(Dim::Register) >> i & 1) {
      continue;
    }
    bool isRowLane = false;
    for (unsigned bit = transposed ? 2 : 0; bit < (transposed ? 5u : 2u); ++bit) {
      isRowLane |= (map.inMask(Dim::Lane) & -map.inMask(Dim::Lane)) << bit == uint64_t(1) << i;
    }
    if (!isRowLane && (fieldOf(map, map.flatBases()[i], Dim::Offset) & inRow) != 0) {
      return false;
    }
  }
  return true;
}

/// Finds the registers' steps between rows; false when a register steps to another place within a row.
bool FragmentFit::collectRowRegisters() {
  uint64_t ofRegister = lowMask(registerBitsInRow());
  f2::Span seen;
  for (unsigned bit = 0; bit < map.inLog2(Dim::Register); ++bit) {
    uint64_t image = map.basis(Dim::Register, bit);
    uint64_t offset = fieldOf(map, image, Dim::Offset);
    if ((offset & lowMask(rowBits()) & ~ofRegister) != 0) {
      return false;
    }
    if (fieldOf(map, image, Dim::Block) != 0) {
      return false;
    }
    uint64_t step = offset & ~ofRegister;
    if (step != 0 && fieldOf(map, image, Dim::Repetition) == 0 && seen.insert(step)) {
      rowSteps.push_back(step);
    }
  }
  return !transposed || !rowSteps.empty();
}

uint64_t FragmentFit::wavefronts(uint64_t rowRegister) const {
  std::vector<uint64_t> rows;
  if (transposed) {
    rows.push_back(rowRegister * elementBytes);
  }
  for (unsigned bit = transposed ? 0 : 2; bit < (transposed ? 2u : 5u); ++bit) {
    rows.push_back(offsetOfLane(bit) * elementBytes);
  }
  return bankConflictsOfRows(rows);
}

void FragmentFit::chooseRowsAndMatrices() {
  if (transposed) {
    auto best = std::min_element(rowSteps.begin(), rowSteps.end(),
                                 [&](uint64_t a, uint64_t b) { return wavefronts(a) < wavefronts(b); });
    halfStep = *best;
    rowSteps.erase(best);
  }
  matrixSteps = rowSteps;
  matrixSteps.resize(std::min<size_t>(2, matrixSteps.size()));
}

LinearLayout FragmentFit::rowOffsets() const {
  std::vector<Dim> outs;
  for (const DimExtent &extent : map.outDims()) {
    outs.push_back(extent.dim);
  }
  LinearLayout result = map.sublayout({Dim::Lane, Dim::Warp, Dim::Block}, outs);
  std::vector<uint64_t> bases = result.flatBases();
  unsigned firstLane = static_cast<unsigned>(__builtin_ctzll(result.inMask(Dim::Lane)));
  unsigned offsetShift = static_cast<unsigned>(__builtin_ctzll(result.outMask(Dim::Offset)));
  auto set = [&](unsigned bit, uint64_t offset) { bases[firstLane + bit] = offset << offsetShift; };
  if (transposed) {
    set(0, halfStep);
    bases[firstLane + 1] = map.basis(Dim::Lane, 0);
    bases[firstLane + 2] = map.basis(Dim::Lane, 1);
  } else {
    for (unsigned bit = 0; bit < 3; ++bit) {
      bases[firstLane + bit] = map.basis(Dim::Lane, bit + 2);
    }
  }
  for (unsigned bit = 0; bit < 2; ++bit) {
    set(3 + bit, bit < matrixSteps.size() ? matrixSteps[bit] : 0);
  }
  return LinearLayout::fromFlat(result.inDims(), result.outDims(), std::move(bases));
}

/// The offsets of the elements of one 32-bit register, relative to its first.
std::vector<uint64_t> FragmentFit::offsetsInRegister() const {
  std::vector<uint64_t> result;
  for (uint64_t half = 0; half < (transposed ? 2u : 1u); ++half) {
    for (uint64_t element = 0; element < uint64_t(1) << registerBitsInRow(); ++element) {
      result.push_back(element ^ (half ? halfStep : 0));
    }
  }
  return result;
}

std::optional<std::vector<std::vector<MatrixInstruction>>> FragmentFit::instructions() const {
  RegisterMap places = mapRegisters(map);
  std::vector<std::vector<MatrixInstruction>> result(map.outSize(Dim::Repetition));
  std::vector<uint64_t> inRegister = offsetsInRegister();
  f2::Span known;
  for (uint64_t offset : inRegister) {
    known.insert(offset);
  }
  for (uint64_t step : matrixSteps) {
    known.insert(step);
  }
  for (const auto &[place, reg] : places) {
    // One instruction per coset of what an instruction covers; the representative has none of the pivots.
    uint64_t base = place.offset;
    uint64_t tag = 0;
    known.reduce(base, tag);
    if (base != place.offset) {
      continue;
    }
    MatrixInstruction instruction{base, {}};
    for (unsigned matrix = 0; matrix < 1u << matrixSteps.size(); ++matrix) {
      uint64_t start = base ^ f2::multiply(matrixSteps, matrix);
      instruction.registers.emplace_back();
      for (uint64_t offset : inRegister) {
        auto found = places.find({place.repetition, place.block, start ^ offset});
        if (found == places.end()) {
          return std::nullopt;
        }
        instruction.registers.back().push_back(found->second);
      }
    }
    result[place.repetition].push_back(std::move(instruction));
  }
  return result;
}

std::optional<MatrixAccess> FragmentFit::plan() {
  bool sizesFit =
      elementBytes <= (transposed ? 2u : 4u) && map.inLog2(Dim::Lane) == 5 && map.outLog2(Dim::Offset) >= rowBits();
  if (!sizesFit || !rowsAreContiguous() || !threadsAreRowAligned() || !collectRowRegisters()) {
    return std::nullopt;
  }
  chooseRowsAndMatrices();
  auto found = instructions();
  if (!found) {
    return std::nullopt;
  }
  MatrixAccess access;
  access.transposed = transposed;
  access.numMatrices = 1u << matrixSteps.size();
  access.rowOffset = rowOffsets();
  access.wavefrontsPerInstruction = static_cast<unsigned>(access.numMatrices * wavefronts(halfStep));
  access.repetitions = std::move(*found);
  return access;
}

std::optional<MatrixAccess> tkc::layout::planMatrixAccess(const LinearLayout &toOffset, unsigned elementBytes,
                                                          bool transposed) {
  return FragmentFit(toOffset, elementBytes, transposed).plan();
}

std::optional<MatrixAccess> tkc::layout::fitsLdMatrix(const LinearLayout &registers, const LinearLayout &shared,
                                                      unsigned elementBytes, bool transposed) {
  std::optional<LinearLayout> toOffset = registers.withoutRepeats().invertAndCompose(shared.withoutRepeats());
  return toOffset ? planMatrixAccess(*toOffset, elementBytes, transposed) : std::nullopt;
}
