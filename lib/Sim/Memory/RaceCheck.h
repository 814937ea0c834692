// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compares an access with those that touched its bytes before, and remembers it.
#ifndef TKC_LIB_SIM_MEMORY_RACECHECK_H
#define TKC_LIB_SIM_MEMORY_RACECHECK_H

#include "WarpState.h"

namespace tkc::sim {

/// The check of one window.
class RaceCheck {
public:
  RaceCheck(WarpMemory &memory, AccessWindow &window);

  void check(const Access &access);
  void check(const AsyncAccess &access);
  /// Compares the values of lanes that stored aside, and stores them where they belong.
  void settleAside();

private:
  /// One lane's piece, or an agent's.
  struct Piece {
    Region *region;
    uint64_t index;
    uint32_t sizeInBytes;
    unsigned lane;
    uint64_t address;
    Space space;
  };

  /// Checks a piece block by block.
  template <typename Actor>
  void checkPiece(const Piece &piece, const Mark &mark, const Actor &actor);
  /// Bytes within one block, granule by granule; false when some went the slow way.
  template <typename Actor>
  bool checkGranules(const Piece &piece, uint64_t index, uint32_t bytes, ShadowPage &page, ShadowBlock &block,
                     const Mark &mark, const Actor &actor);
  template <typename Actor>
  void checkCell(const Piece &piece, uint64_t index, uint32_t cellBytes, ShadowPage &page, Cell &cell, const Mark &mark,
                 const Actor &actor);
  /// Lanes from `lane` on that touch all of a block in a pattern: how many, or 0.
  unsigned findRow(const Access &access, unsigned lane, LanePattern &pattern) const;
  void checkRow(const Access &access, unsigned lane, unsigned count, const LanePattern &pattern, Mark mark);
  Piece pieceOf(const Access &access, unsigned lane) const;
  void store(ShadowPage &page, Cell &cell, bool isExact);
  bool isExempt(const Mark &earlier, const Mark &later) const;
  bool isSameCluster(uint32_t cta) const;
  ShadowPage &pageOf(Region &region, uint64_t number);
  /// A write that meets another one; later, the values decide.
  bool putAside(const Piece &piece, uint64_t index, uint32_t cellBytes, const Mark &earlier);
  void moveAside(const Access &access);
  void report(FaultKind kind, const Piece &piece, uint64_t index, const Mark &earlier, LaneMask open, const Mark &later,
              const char *needed);
  ThreadPlace placeOf(const Mark &mark, LaneMask open) const;

  WarpMemory &memory;
  AccessWindow &window;
  bool mayPutAside = false;
  Region *pageRegion = nullptr;
  uint64_t pageNumber = 0;
  ShadowPage *lastPage = nullptr;
  uint32_t launch = 0;
};

} // namespace tkc::sim

#endif // TKC_LIB_SIM_MEMORY_RACECHECK_H
