// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bank conflicts by ranks: lanes collide where a combination of them changes the word and not the bank.
#include "tkc/Layout/BankConflicts.h"

#include "tkc/Layout/F2.h"

#include <algorithm>

#include "BitFields.h"

using namespace tkc::layout;

/// How often the fullest of the banks is hit by different units of `unitBytes`, for sums of these byte offsets.
static unsigned hitsOfTheFullestBank(const std::vector<uint64_t> &byteOffsets, unsigned unitBytes) {
  uint64_t bankMask = 128 / unitBytes - 1;
  f2::Span units;
  f2::Span banks;
  for (uint64_t offset : byteOffsets) {
    units.insert(offset / unitBytes);
    banks.insert(offset / unitBytes & bankMask);
  }
  return 1u << (units.size() - banks.size());
}

unsigned tkc::layout::bankConflicts(const LinearLayout &toOffset, unsigned elementBytes, unsigned vectorBytes) {
  assert(vectorBytes <= 16 && toOffset.hasOutDim(Dim::Offset));
  unsigned unitBytes = std::max(4u, vectorBytes);
  unsigned groups = unitBytes / 4;
  unsigned laneBits = std::min(toOffset.inLog2(Dim::Lane), 5u - log2Exact(groups));
  std::vector<uint64_t> offsets;
  for (unsigned bit = 0; bit < laneBits; ++bit) {
    offsets.push_back(toOffset.basis(Dim::Lane, bit, Dim::Offset) * elementBytes);
  }
  return groups * hitsOfTheFullestBank(offsets, unitBytes);
}

unsigned tkc::layout::bankConflictsOfRows(const std::vector<uint64_t> &byteOffsets) {
  return hitsOfTheFullestBank(byteOffsets, 16);
}
