// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The product of wgmma: tiles of bytes become elements, and go to the model of the tensor cores.
#include <cstring>

#include "Wgmma.h"

namespace tkc::sim {

/// The bits of all elements of a tile, row by row.
static std::vector<uint32_t> elementsOf(const WgmmaTile &tile, const WgmmaInput &input) {
  size_t bytes = size_t(input.bits) / 8;
  std::vector<uint32_t> elements(tile.bytes.size() / bytes);
  for (size_t index = 0; index < elements.size(); ++index) {
    std::memcpy(&elements[index], tile.bytes.data() + index * bytes, bytes);
  }
  if (input.isNegated) {
    auto sign = static_cast<uint32_t>(traitsOf(input.format).signBit());
    for (uint32_t &element : elements) {
      element ^= sign;
    }
  }
  return elements;
}

static std::vector<int32_t> integersOf(const WgmmaTile &tile, bool isSigned) {
  std::vector<int32_t> elements;
  elements.reserve(tile.bytes.size());
  for (uint8_t byte : tile.bytes) {
    elements.push_back(isSigned ? static_cast<int8_t>(byte) : byte);
  }
  return elements;
}

/// Some rows of A by columns of B, `depth` elements of each along k.
static void multiplyPart(const WgmmaDetail &detail, int rows, int depth, const uint32_t *a, const uint32_t *b,
                         const uint32_t *c, uint32_t *d) {
  DotOperand left, right;
  left.load(detail.a.format, rows, depth, a);
  right.load(detail.b.format, detail.columns, depth, b);
  multiplyFloats(detail.model, left, right, c, d);
}
static void multiplyPart(const WgmmaDetail &detail, int rows, int depth, const int32_t *a, const int32_t *b,
                         const uint32_t *c, uint32_t *d) {
  multiplyIntegers(rows, detail.columns, depth, a, b, reinterpret_cast<const int32_t *>(c),
                   reinterpret_cast<int32_t *>(d), detail.satfinite);
}

/// Each row of A has its own elements of B. Rows whose metadata mean nothing stay as they are.
template <typename T>
static void multiplySparse(const WgmmaWork &work, const std::vector<T> &a, const std::vector<T> &b, const uint32_t *c,
                           uint32_t *d) {
  const WgmmaDetail &detail = work.instruction->detailAs<WgmmaDetail>();
  int depth = detail.depthOfA();
  std::vector<int> kept(size_t(depth), 0);
  std::vector<T> picked(size_t(detail.columns) * size_t(depth));
  for (int row = 0; row < wgmmaRows; ++row) {
    const Warp &warp = *work.warps[size_t(row / 16)];
    const uint32_t *words = warp.read<uint32_t>(work.instruction->operands[detail.metadata()]);
    if (!detail.sparsity->find(words, row % 16, kept.data())) {
      continue;
    }
    for (size_t index = 0; index < picked.size(); ++index) {
      picked[index] = b[index / size_t(depth) * size_t(detail.depth) + size_t(kept[index % size_t(depth)])];
    }
    size_t first = size_t(row * detail.columns);
    multiplyPart(detail, 1, depth, a.data() + row * depth, picked.data(), c ? c + first : nullptr, d + first);
  }
}

template <typename T>
static void multiplyElements(const WgmmaWork &work, const std::vector<T> &a, const std::vector<T> &b, const uint32_t *c,
                             uint32_t *d) {
  const WgmmaDetail &detail = work.instruction->detailAs<WgmmaDetail>();
  if (detail.sparsity) {
    return multiplySparse(work, a, b, c, d);
  }
  multiplyPart(detail, wgmmaRows, detail.depth, a.data(), b.data(), c, d);
}

/// Counts the places in which both have a one.
static void multiplyAsBits(const WgmmaDetail &detail, const WgmmaTile &a, const WgmmaTile &b, const uint32_t *c,
                           uint32_t *d) {
  for (int row = 0; row < wgmmaRows; ++row) {
    for (int column = 0; column < detail.columns; ++column) {
      uint32_t sum = c ? c[row * detail.columns + column] : 0;
      for (int at = 0; at < wgmmaDepthInBytes; at += 8) {
        uint64_t left, right;
        std::memcpy(&left, a.bytes.data() + row * wgmmaDepthInBytes + at, 8);
        std::memcpy(&right, b.bytes.data() + column * wgmmaDepthInBytes + at, 8);
        sum += static_cast<uint32_t>(__builtin_popcountll(left & right));
      }
      d[row * detail.columns + column] = sum;
    }
  }
}

//===----------------------------------------------------------------------===//
// Accumulators
//===----------------------------------------------------------------------===//

namespace {
/// The accumulators of the four warps as one matrix.
class Accumulators {
public:
  explicit Accumulators(const WgmmaWork &work) : work(work), detail(work.instruction->detailAs<WgmmaDetail>()) {}

  std::vector<uint32_t> read() const {
    std::vector<uint32_t> matrix(static_cast<size_t>(wgmmaRows * detail.columns));
    forRegisters([&](Warp &warp, Place place, const uint32_t *elements) {
      const uint32_t *words = warp.read<uint32_t>(place);
      for (unsigned lane = 0; lane < warpSize; ++lane) {
        if (detail.isHalf) {
          matrix[elements[2 * lane]] = words[lane] & 0xffff;
          matrix[elements[2 * lane + 1]] = words[lane] >> 16;
        } else {
          matrix[elements[lane]] = words[lane];
        }
      }
    });
    return matrix;
  }

  void write(const std::vector<uint32_t> &matrix) {
    forRegisters([&](Warp &warp, Place place, const uint32_t *elements) {
      uint32_t *words = warp.write<uint32_t>(place);
      for (unsigned lane = 0; lane < warpSize; ++lane) {
        words[lane] =
            detail.isHalf ? matrix[elements[2 * lane]] | matrix[elements[2 * lane + 1]] << 16 : matrix[elements[lane]];
      }
    });
  }

  bool areDefined() const {
    bool isWhole = true;
    forRegisters([&](Warp &warp, Place place, const uint32_t *) {
      isWhole = isWhole && warp.definedLanes(place, 4, allLanes) == allLanes;
    });
    return isWhole;
  }

  void setDefined(bool isDefined) {
    forRegisters([&](Warp &warp, Place place, const uint32_t *) {
      std::memset(warp.writeDefined(place, 4), isDefined ? 15 : 0, warpSize);
    });
  }

  /// An element is defined when its row of A, its column of B and, if it counts, what it was before are.
  void setDefined(const WgmmaTile &a, const WgmmaTile &b) {
    uint32_t columns = static_cast<uint32_t>(detail.columns);
    unsigned slots = static_cast<unsigned>(detail.slots());
    forRegisters([&](Warp &warp, Place place, const uint32_t *elements) {
      uint8_t *defined = warp.writeDefined(place, 4);
      for (unsigned at = 0; at < warpSize * slots; ++at) {
        auto own = static_cast<uint8_t>(slots == 2 ? 3u << 2 * (at % 2) : 15u);
        uint8_t &bits = defined[at / slots];
        bool isKnown = a.undefined[elements[at] / columns] == 0 && b.undefined[elements[at] % columns] == 0 &&
                       (!work.addsToAccumulator || (bits & own) == own);
        bits = static_cast<uint8_t>(isKnown ? bits | own : bits & ~own);
      }
    });
  }

private:
  /// Calls `act` with each accumulator of each warp, and the elements that it holds.
  template <typename F>
  void forRegisters(F act) const {
    const uint32_t *elements = detail.elements.data();
    for (Warp *warp : work.warps) {
      for (unsigned index = 0; index < detail.accumulators; ++index) {
        act(*warp, work.instruction->operands[index], elements);
        elements += warpSize * static_cast<unsigned>(detail.slots());
      }
    }
  }

  const WgmmaWork &work;
  const WgmmaDetail &detail;
};
} // namespace

void performWgmma(const WgmmaWork &work) {
  const WgmmaDetail &detail = work.instruction->detailAs<WgmmaDetail>();
  Accumulators accumulators(work);
  if (work.isBroken) {
    accumulators.setDefined(false);
    return;
  }
  WgmmaTile a = detail.registersOfA != 0 ? readRegisterTile(work) : readSharedA(work);
  WgmmaTile b = readSharedB(work);
  for (uint32_t row = 0; row < wgmmaRows; ++row) {
    if ((work.wrongRows[row / 16] >> row % 16) & 1) {
      a.markUndefined(row);
    }
  }
  bool isDefined = a.isDefined && b.isDefined && (!work.addsToAccumulator || accumulators.areDefined());
  std::vector<uint32_t> elements = accumulators.read();
  const uint32_t *addend = work.addsToAccumulator ? elements.data() : nullptr;
  switch (detail.a.kind) {
  case WgmmaInput::Kind::Float:
    multiplyElements(work, elementsOf(a, detail.a), elementsOf(b, detail.b), addend, elements.data());
    break;
  case WgmmaInput::Kind::Integer:
    multiplyElements(work, integersOf(a, detail.a.isSigned), integersOf(b, detail.b.isSigned), addend, elements.data());
    break;
  case WgmmaInput::Kind::Bit:
    multiplyAsBits(detail, a, b, addend, elements.data());
    break;
  }
  accumulators.write(elements);
  if (isDefined) {
    accumulators.setDefined(true);
  } else {
    accumulators.setDefined(a, b);
  }
}

} // namespace tkc::sim
