// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who touched each byte last: the shadow of a region of memory, made page by page as it is needed.
#ifndef TKC_LIB_SIM_MEMORY_SHADOW_H
#define TKC_LIB_SIM_MEMORY_SHADOW_H

#include "tkc/Sim/Memory/Clocks.h"
#include "tkc/Sim/Memory/Fault.h"

#include <memory>
#include <unordered_map>
#include <vector>

namespace tkc::sim {

/// An access that is remembered: by lanes of a warp, or by an asynchronous agent.
struct Mark {
  enum Flag : uint32_t {
    Used = 1,
    Write = 2,
    ByAgent = 4,
    AsyncProxy = 8,
    Atomic = 16,
    // From here on the strength: 0 for weak, else the scope plus one.
    StrengthShift = 5,
    NumberShift = 8
  };

  uint32_t cta;
  /// The flags, and above them the warp's or the agent's number. 0 for no access.
  uint32_t who;
  /// The lanes; for an agent the thread that it works for.
  uint32_t lanes;
  uint32_t clock;
  InstructionIndex instruction;

  bool isUsed() const { return who != 0; }
  bool isWrite() const { return who & Write; }
  bool isByAgent() const { return who & ByAgent; }
  bool isThroughAsyncProxy() const { return who & AsyncProxy; }
  uint32_t number() const { return who >> NumberShift; }
  uint32_t strength() const { return who >> StrengthShift & 7; }
  bool isSameActor(const Mark &other) const { return who == other.who && clock == other.clock && cta == other.cta; }
};

/// The accesses to a granule that are not ordered before one another: a write and a read, and further ones elsewhere.
struct Cell {
  Mark write;
  Mark read;
  /// One more than the place in the page's list of further marks; 0 for none.
  uint32_t extra;
};

inline constexpr uint32_t pageBytes = 4096;
inline constexpr uint32_t blockBytes = 128;
/// Of the smallest granules at which a row is looked at as one, and of the largest granules.
inline constexpr unsigned wordShift = 2, largestShift = 4;

/// Which lane touched which word of a block that lanes side by side touch as a whole: each an equal piece, in order or
/// with their numbers flipped, as in swizzled layouts.
struct LanePattern {
  uint8_t first = 0;
  /// Of words a lane.
  uint8_t shift = 0;
  uint8_t flip = 0;

  unsigned laneOf(unsigned word) const { return first + ((word >> shift) ^ flip); }
  bool operator==(const LanePattern &other) const {
    return first == other.first && shift == other.shift && flip == other.flip;
  }
};

/// An access to all of a block. An agent's has no pattern.
struct RowMark {
  Mark mark = {};
  LanePattern pattern;
};

/// So many bytes: as one, as long as accesses are to all of them; from then on as granules of one size.
struct ShadowBlock {
  RowMark write, read;
  /// Unordered reads besides that one.
  std::vector<RowMark> moreReads;
  /// Null while the block is one.
  std::unique_ptr<Cell[]> cells;
  uint8_t shift = 0;
};

/// The shadow of 4 KiB.
class ShadowPage {
public:
  explicit ShadowPage(uint32_t launch) : launch(launch) {}

  ShadowBlock &block(uint32_t number) { return blocks[number]; }
  /// Gives the block granules of that size or smaller.
  void split(ShadowBlock &block, unsigned shift);
  /// All of the block was written, after everything else.
  void merge(ShadowBlock &block, const RowMark &write);

  /// The further marks of a cell.
  std::vector<Mark> &extra(const Cell &cell) { return extras[cell.extra - 1]; }
  void setExtra(Cell &cell, const Mark *marks, size_t count);
  SyncPoint *findSyncPoint(uint32_t granule);
  /// Adds an empty one.
  SyncPoint &addSyncPoint(uint32_t granule) { return syncPoints[granule]; }

  /// The launch that it is about.
  const uint32_t launch;

private:
  void makeCells(ShadowBlock &block, unsigned shift);
  void refine(ShadowBlock &block, unsigned shift);

  ShadowBlock blocks[pageBytes / blockBytes];
  std::vector<std::vector<Mark>> extras;
  std::vector<uint32_t> freeExtras;
  std::unordered_map<uint32_t, SyncPoint> syncPoints;
};

/// The shadow of a region.
struct Shadow {
  Shadow(uint64_t bytes, bool isExact) : pages((bytes + pageBytes - 1) / pageBytes), isExact(isExact) {}

  ShadowPage &page(uint64_t number, uint32_t launch) {
    std::unique_ptr<ShadowPage> &page = pages[number];
    if (!page || page->launch != launch) {
      page = std::make_unique<ShadowPage>(launch);
    }
    return *page;
  }

  std::vector<std::unique_ptr<ShadowPage>> pages;
  /// Whether all unordered accesses of a granule are kept, or a few.
  bool isExact;
};

} // namespace tkc::sim

#endif // TKC_LIB_SIM_MEMORY_SHADOW_H
