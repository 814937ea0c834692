// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Metadata in the registers of a warp.
#include "SparseMetadata.h"

namespace tkc::sim {

static unsigned bitsAt(const uint32_t *words, MetadataPlace at) { return words[at.lane] >> at.shift & 15; }

bool SparseMetadata::find(const uint32_t *words, int row, int *positions) const {
  for (int chunk = 0; chunk < pattern.chunksPerRow; ++chunk) {
    int *found = positions + chunk * pattern.kept();
    if (!pattern.positions(bitsAt(words, metadataPlace(pattern, row, chunk, selector)), isOrdered, found)) {
      return false;
    }
    for (int index = 0; index < pattern.kept(); ++index) {
      found[index] += chunk * pattern.chunkElements;
    }
  }
  return true;
}

bool SparseMetadata::check(Warp &warp, const Instruction &instruction, Place place, int row) const {
  const uint32_t *words = warp.read<uint32_t>(place);
  for (int chunk = 0; chunk < pattern.chunksPerRow; ++chunk) {
    MetadataPlace at = metadataPlace(pattern, row, chunk, selector);
    auto lane = static_cast<unsigned>(at.lane);
    if (warp.requireDefined(FaultKind::UndefinedOperand, instruction, place, 4, 1u << lane, "the metadata") == 0) {
      return false;
    }
    // A chunk has at most eight elements, half of them there.
    int found[4];
    unsigned bits = bitsAt(words, at);
    if (!pattern.positions(bits, isOrdered, found)) {
      warp.fault(FaultKind::IllegalOperand, instruction, lane,
                 "bits " + std::to_string(at.shift) + " to " + std::to_string(at.shift + 3) + " of the metadata are " +
                     std::to_string(bits) + ", which says nothing of chunk " + std::to_string(chunk) + " of row " +
                     std::to_string(row));
      return false;
    }
  }
  return true;
}

} // namespace tkc::sim
