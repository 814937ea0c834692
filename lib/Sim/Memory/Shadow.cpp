// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pages of shadow: smaller granules, further marks, synchronising locations.
#include "Shadow.h"

namespace tkc::sim {

void ShadowPage::refine(ShadowBlock &block, unsigned shift) {
  uint32_t before = blockBytes >> block.shift, parts = 1u << (block.shift - shift);
  auto cells = std::make_unique<Cell[]>(before * parts);
  for (uint32_t cell = 0; cell < before; ++cell) {
    const Cell &source = block.cells[cell];
    std::vector<Mark> further;
    if (source.extra) {
      further = extra(source);
    }
    for (uint32_t part = 0; part < parts; ++part) {
      Cell &target = cells[cell * parts + part];
      target = source;
      if (part != 0 && source.extra) {
        target.extra = 0;
        setExtra(target, further.data(), further.size());
      }
    }
  }
  block.cells = std::move(cells);
  block.shift = static_cast<uint8_t>(shift);
}

void ShadowPage::setExtra(Cell &cell, const Mark *marks, size_t count) {
  if (count == 0) {
    if (cell.extra) {
      extras[cell.extra - 1].clear();
      freeExtras.push_back(cell.extra);
      cell.extra = 0;
    }
    return;
  }
  if (!cell.extra && !freeExtras.empty()) {
    cell.extra = freeExtras.back();
    freeExtras.pop_back();
  } else if (!cell.extra) {
    extras.emplace_back();
    cell.extra = static_cast<uint32_t>(extras.size());
  }
  extras[cell.extra - 1].assign(marks, marks + count);
}

SyncPoint *ShadowPage::findSyncPoint(uint32_t granule) {
  auto found = syncPoints.find(granule);
  return found == syncPoints.end() ? nullptr : &found->second;
}

} // namespace tkc::sim
