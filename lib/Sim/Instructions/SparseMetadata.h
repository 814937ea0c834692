// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The register that says which elements of a sparse A are there, of mma.sp and of wgmma.
#ifndef TKC_LIB_SIM_INSTRUCTIONS_SPARSEMETADATA_H
#define TKC_LIB_SIM_INSTRUCTIONS_SPARSEMETADATA_H

#include "tkc/Sim/Machine/Warp.h"
#include "tkc/Sim/Numeric/SparseMatrix.h"

namespace tkc::sim {

struct SparseMetadata {
  SparsePattern pattern;
  int selector = 0;
  /// Positions must ascend.
  bool isOrdered = false;

  /// Elements of a row that are there.
  int kept() const { return pattern.chunksPerRow * pattern.kept(); }
  /// Finds for one of the 16 rows of the warp where along k the elements lie that are there; false when the metadata
  /// means nothing.
  bool find(const uint32_t *words, int row, int *positions) const;
  /// A fault and false when the metadata of the row in register `place` are undefined or mean nothing.
  bool check(Warp &warp, const Instruction &instruction, Place place, int row) const;
};

} // namespace tkc::sim

#endif // TKC_LIB_SIM_INSTRUCTIONS_SPARSEMETADATA_H
