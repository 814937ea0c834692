// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How registers meet shared memory: vector accesses, and the matrix accesses ldmatrix and stmatrix.
#ifndef TKC_LAYOUT_SHAREDACCESS_H
#define TKC_LAYOUT_SHAREDACCESS_H

#include "tkc/Layout/LinearLayout.h"

namespace tkc::layout {

/// For each register, the lowest one that holds the same elements in every thread.
std::vector<uint32_t> canonicalRegisters(const LinearLayout &layout);

/// One access of every thread: `registers` (canonical ones) go to, or come from, consecutive elements from
/// `offset` ^ toOffset(thread) on, in the CTA `block` ^ toOffset(thread).
struct VectorInstruction {
  uint64_t offset = 0;
  uint64_t block = 0;
  std::vector<uint32_t> registers;
};

/// All registers of a thread in shared memory, by vector accesses.
struct VectorAccess {
  /// (register, lane, warp, block) -> (offset in elements, and possibly repetition and block). The offset of a thread's
  /// register is the exclusive or of a constant of the register and a value of the thread.
  LinearLayout toOffset;
  unsigned vectorElements = 1;
  unsigned wavefrontsPerInstruction = 1;
  /// The instructions of repetition i.
  std::vector<std::vector<VectorInstruction>> repetitions;

  unsigned numInstructions() const;
};

/// Plans vector accesses through a map to offsets that has a lane and a register dimension, with vectors as wide as the
/// map permits, at most 16 bytes.
VectorAccess planVectorAccess(const LinearLayout &toOffset, unsigned elementBytes);

/// One ldmatrix or stmatrix. `registers[m]` are the elements of 32-bit register m, lowest bits first. Lane l passes the
/// address of its row: `offset` ^ rowOffset(thread), in the thread's own CTA.
struct MatrixInstruction {
  uint64_t offset = 0;
  std::vector<std::vector<uint32_t>> registers;
};

/// All registers of a thread in shared memory, by ldmatrix or stmatrix.
struct MatrixAccess {
  bool transposed = false;
  /// 8 x 8 matrices of 16-bit units per instruction: 1, 2 or 4 (`.x1`, `.x2`, `.x4`).
  unsigned numMatrices = 1;
  /// (lane, warp, block) -> the outputs of the map to offsets. Lanes 8m to 8m + 7 address the rows of matrix m; those
  /// beyond the last matrix repeat the addresses of the first.
  LinearLayout rowOffset;
  unsigned wavefrontsPerInstruction = 1;
  std::vector<std::vector<MatrixInstruction>> repetitions;

  unsigned numInstructions() const;
};

/// Whether a warp's registers are the fragments of 8 x 8 matrices whose rows are 16 contiguous, aligned bytes. Takes
/// the map from (register, lane, ...) to offsets.
std::optional<MatrixAccess> planMatrixAccess(const LinearLayout &toOffset, unsigned elementBytes, bool transposed);

/// The same from the two layouts over one tensor. The answer serves ldmatrix (sm_75) and stmatrix (sm_90) alike.
std::optional<MatrixAccess> fitsLdMatrix(const LinearLayout &registers, const LinearLayout &shared,
                                         unsigned elementBytes, bool transposed);

} // namespace tkc::layout

#endif
