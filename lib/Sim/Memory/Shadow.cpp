// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pages of shadow: smaller granules, further marks, synchronising locations.
#include "Shadow.h"

#include <algorithm>

namespace tkc::sim {

void ShadowPage::split(ShadowBlock &block, unsigned shift) {
  if (!block.cells) {
    makeCells(block, shift);
  } else if (shift < block.shift) {
    refine(block, shift);
  }
}

void ShadowPage::merge(ShadowBlock &block, const RowMark &write) {
  block.cells.reset();
  block.write = write;
  block.read = RowMark();
  block.moreReads.clear();
}

/// What a row's mark says of one of its words.
static Mark markOfWord(const RowMark &row, unsigned word) {
  Mark mark = row.mark;
  if (mark.isUsed() && !mark.isByAgent()) {
    mark.lanes = 1u << row.pattern.laneOf(word);
  }
  return mark;
}

void ShadowPage::makeCells(ShadowBlock &block, unsigned shift) {
  shift = std::min(shift, largestShift);
  auto limit = [&](const RowMark &row) {
    if (row.mark.isUsed() && !row.mark.isByAgent()) {
      shift = std::min<unsigned>(shift, row.pattern.shift + wordShift);
    }
  };
  limit(block.write);
  limit(block.read);
  std::for_each(block.moreReads.begin(), block.moreReads.end(), limit);
  uint32_t count = blockBytes >> shift;
  block.cells = std::make_unique<Cell[]>(count);
  block.shift = static_cast<uint8_t>(shift);
  std::vector<Mark> further(block.moreReads.size());
  for (uint32_t at = 0; at < count; ++at) {
    unsigned word = (at << shift) >> wordShift;
    Cell &cell = block.cells[at];
    cell.write = markOfWord(block.write, word);
    cell.read = markOfWord(block.read, word);
    for (size_t read = 0; read < further.size(); ++read) {
      further[read] = markOfWord(block.moreReads[read], word);
    }
    setExtra(cell, further.data(), further.size());
  }
  block.moreReads.clear();
}

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
