// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// wgmma.mma_async in its parts: what the text says, what four warps bring together, and the product.
#ifndef TKC_LIB_SIM_INSTRUCTIONS_WGMMA_H
#define TKC_LIB_SIM_INSTRUCTIONS_WGMMA_H

#include "tkc/Sim/Machine/Decoder.h"
#include "tkc/Sim/Machine/Warp.h"
#include "tkc/Sim/Numeric/Fragments.h"
#include "tkc/Sim/Numeric/MatrixDescriptor.h"
#include "tkc/Sim/Numeric/TensorCore.h"

#include <array>
#include <optional>
#include <vector>

#include "SparseMetadata.h"

namespace tkc::sim {

/// Warps that execute wgmma together: the first one's number is a multiple of it.
inline constexpr unsigned warpsPerGroup = 4;
inline constexpr int wgmmaRows = 64;
/// Bytes that every operand has along k; twice as many has B where A is sparse.
inline constexpr int wgmmaDepthInBytes = 32;

/// An operand as the text gives it.
struct WgmmaInput {
  enum class Kind : uint8_t { Float, Integer, Bit };

  Kind kind = Kind::Float;
  Format format = Format::F16;
  bool isSigned = false;
  int bits = 16;
  /// `imm-scale` is -1.
  bool isNegated = false;
  Major major = Major::K;
};

/// `wgmma.mma_async`. The operands are the accumulators, then A and the metadata where they are in registers, then the
/// descriptors; `scale-d` is the first predicate.
struct WgmmaDetail {
  WgmmaInput a, b;
  /// `depth` counts the elements of B along k.
  int columns = 8, depth = 16;
  bool isHalf = false, satfinite = false;
  DotModel model = {};
  unsigned accumulators = 4;
  /// Registers of A; 0 when it has a descriptor.
  unsigned registersOfA = 0;
  /// Of a sparse A.
  std::optional<SparseMetadata> sparsity;
  /// The number of the element of D, row by row, that each slot of each accumulator holds: by warp, accumulator, lane
  /// and slot.
  std::vector<uint32_t> elements;

  int slots() const { return isHalf ? 2 : 1; }
  int depthOfA() const { return sparsity ? sparsity->kept() : depth; }
  /// The first operands, which are in flight until they are waited for.
  unsigned registers() const { return accumulators + registersOfA + (sparsity ? 1 : 0); }
  unsigned metadata() const { return accumulators + registersOfA; }
  /// The operand that is a descriptor.
  unsigned descriptorA() const { return registers(); }
  unsigned descriptorB() const { return registers() + (registersOfA != 0 ? 0 : 1); }
};

/// One product that all four warps have issued.
struct WgmmaWork {
  const Instruction *instruction = nullptr;
  std::array<Warp *, warpsPerGroup> warps = {};
  /// A's only when it is not in registers.
  MatrixDescriptor a, b;
  bool addsToAccumulator = true;
  /// A descriptor was wrong: the result is undefined.
  bool isBroken = false;
  /// By warp: rows of A whose metadata are undefined or mean nothing.
  std::array<uint32_t, warpsPerGroup> wrongRows = {};
  /// As whom shared memory is read, and what each warp knew when it issued.
  Epoch epoch;
  std::array<KnowledgeRef, warpsPerGroup> known;
};

// WgmmaProduct.cpp
/// Reads the operands, multiplies, and writes the accumulators.
void performWgmma(const WgmmaWork &work);

// WgmmaTile.cpp
/// One operand as it is multiplied: of each row of A or column of B, so many bytes along k.
struct WgmmaTile {
  int depthInBytes = wgmmaDepthInBytes;
  std::vector<uint8_t> bytes;
  /// For each row or column: some byte is undefined.
  std::vector<uint8_t> undefined;
  bool isDefined = true;

  void markUndefined(uint32_t row) {
    undefined[row] = 1;
    isDefined = false;
  }
};

/// Reads rows of A through each warp that owns them.
WgmmaTile readSharedA(const WgmmaWork &work);
/// Reads columns of B through all four warps.
WgmmaTile readSharedB(const WgmmaWork &work);
WgmmaTile readRegisterTile(const WgmmaWork &work);

} // namespace tkc::sim

#endif // TKC_LIB_SIM_INSTRUCTIONS_WGMMA_H
