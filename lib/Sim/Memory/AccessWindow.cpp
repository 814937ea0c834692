// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The life of a window: locks of pages, definedness of ranges, stores that were put aside.
#include <cstring>

#include "RaceCheck.h"
#include "WarpState.h"

namespace tkc::sim {

AccessWindow::AccessWindow(WarpMemory *owner, uint32_t sizeInBytes, bool tracksDefined)
    : sizeInBytes(sizeInBytes), tracksDefined(tracksDefined), owner(owner) {}

AccessWindow::AccessWindow(AccessWindow &&other) noexcept
    : lanes(other.lanes), data(other.data), sizeInBytes(other.sizeInBytes), tracksDefined(other.tracksDefined),
      isLocked(std::exchange(other.isLocked, false)), locksSeveral(other.locksSeveral),
      lockedStripe(other.lockedStripe), newSyncPoints(std::exchange(other.newSyncPoints, 0)), owner(other.owner),
      spots(other.spots), lockedStripes(other.lockedStripes), aside(std::move(other.aside)) {}

AccessWindow::~AccessWindow() {
  if (aside) {
    RaceCheck(*owner, *this).settleAside();
    owner->state->spareAside = std::move(aside);
  }
  if (newSyncPoints) {
    keepSyncPoints();
  }
  unlockPages();
}

void AccessWindow::clearOtherLanes() {
  for (LaneMask left = ~lanes; left; left &= left - 1) {
    auto lane = static_cast<unsigned>(__builtin_ctz(left));
    data[lane] = nullptr;
    spots[lane] = {};
  }
}

void AccessWindow::lockPages() {
  constexpr uint32_t stripes = GlobalMemory::Contents::stripes;
  if (!owner->around.global || !sizeInBytes) {
    return;
  }
  for (LaneMask left = lanes; left; left &= left - 1) {
    const Spot &spot = spots[static_cast<unsigned>(__builtin_ctz(left))];
    const auto &region = static_cast<const Region &>(*spot.region);
    if (!region.isShared) {
      continue;
    }
    uint64_t last = (spot.index + sizeInBytes - 1) / pageBytes;
    for (uint64_t page = spot.index / pageBytes; page <= last; ++page) {
      auto stripe = static_cast<uint32_t>((region.firstStripe + page) % stripes);
      if (!isLocked) {
        isLocked = true;
        lockedStripe = stripe;
      } else if (locksSeveral || stripe != lockedStripe) {
        if (!locksSeveral) {
          lockedStripes = {};
          lockedStripes[lockedStripe / 64] |= uint64_t(1) << lockedStripe % 64;
          locksSeveral = true;
        }
        lockedStripes[stripe / 64] |= uint64_t(1) << stripe % 64;
      }
    }
  }
  if (!isLocked) {
    return;
  }
  auto &locks = owner->around.global->contents().locks;
  if (!locksSeveral) {
    locks[lockedStripe].lock();
    return;
  }
  // In the order of their numbers, so that no two windows wait for each other.
  for (size_t word = 0; word < lockedStripes.size(); ++word) {
    for (uint64_t left = lockedStripes[word]; left; left &= left - 1) {
      locks[word * 64 + static_cast<size_t>(__builtin_ctzll(left))].lock();
    }
  }
}

void AccessWindow::unlockPages() {
  if (!isLocked) {
    return;
  }
  auto &locks = owner->around.global->contents().locks;
  if (!locksSeveral) {
    locks[lockedStripe].unlock();
    return;
  }
  for (size_t word = 0; word < lockedStripes.size(); ++word) {
    for (uint64_t left = lockedStripes[word]; left; left &= left - 1) {
      locks[word * 64 + static_cast<size_t>(__builtin_ctzll(left))].unlock();
    }
  }
}

LaneMask AccessWindow::allDefined() const {
  if (!tracksDefined) {
    return lanes;
  }
  LaneMask all = 0;
  for (LaneMask left = lanes; left; left &= left - 1) {
    auto lane = static_cast<unsigned>(__builtin_ctz(left));
    bool isDefined = sizeInBytes <= 8 ? readDefined(spots[lane], 0, sizeInBytes) == (1u << sizeInBytes) - 1
                                      : isRangeDefined(lane, 0, sizeInBytes);
    all |= isDefined ? left & -left : 0;
  }
  return all;
}

void AccessWindow::setAllDefined(LaneMask which) {
  if (!tracksDefined) {
    return;
  }
  for (LaneMask left = lanes & which; left; left &= left - 1) {
    auto lane = static_cast<unsigned>(__builtin_ctz(left));
    if (sizeInBytes <= 8) {
      writeDefined(spots[lane], 0, sizeInBytes, 0xff);
    } else {
      setRangeDefined(lane, 0, sizeInBytes, true);
    }
  }
}

bool AccessWindow::isRangeDefined(unsigned lane, uint32_t offset, uint32_t bytes) const {
  if (!tracksDefined) {
    return true;
  }
  if (!(lanes >> lane & 1)) {
    return false;
  }
  const Spot &spot = spots[lane];
  return !spot.region->definedBits || areAllSet(spot.region->definedBits, spot.index + offset, bytes);
}

void AccessWindow::setRangeDefined(unsigned lane, uint32_t offset, uint32_t bytes, bool isDefined) {
  const Spot &spot = spots[lane];
  if (tracksDefined && (lanes >> lane & 1) && spot.region->definedBits) {
    setBits(spot.region->definedBits, spot.index + offset, bytes, isDefined);
  }
}

void AccessWindow::copyDefined(unsigned lane, uint32_t offset, const AccessWindow &from, unsigned fromLane,
                               uint32_t fromOffset, uint32_t bytes) {
  if (!tracksDefined || !(lanes >> lane & 1)) {
    return;
  }
  const Spot &source = from.spots[fromLane];
  if (!(from.lanes >> fromLane & 1)) {
    setRangeDefined(lane, offset, bytes, false);
  } else if (!source.region->definedBits) {
    setRangeDefined(lane, offset, bytes, true);
  } else if (spots[lane].region->definedBits) {
    copyBits(spots[lane].region->definedBits, spots[lane].index + offset, source.region->definedBits,
             source.index + fromOffset, bytes);
  }
}

SyncPoint &AccessWindow::syncPoint(unsigned lane) {
  if (!(lanes >> lane & 1)) {
    return owner->state->unused;
  }
  const Spot &spot = spots[lane];
  auto &region = static_cast<Region &>(*spot.region);
  if (!region.shadow) {
    return owner->state->unused;
  }
  uint32_t launch = region.isShared ? owner->around.global->contents().launch : 1;
  ShadowPage &page = region.shadow->page(spot.index / pageBytes, launch);
  auto word = static_cast<uint32_t>(spot.index % pageBytes >> wordShift);
  SyncPoint *found = page.findSyncPoint(word);
  return found ? *found : makeSyncPoint(lane, page, word);
}

SyncPoint &AccessWindow::makeSyncPoint(unsigned lane, ShadowPage &page, uint32_t word) {
  auto &made = owner->state->newSyncPoints;
  for (LaneMask left = newSyncPoints; left; left &= left - 1) {
    WarpMemory::State::NewSyncPoint &other = made[static_cast<unsigned>(__builtin_ctz(left))];
    if (other.page == &page && other.word == word) {
      return other.point;
    }
  }
  newSyncPoints |= 1u << lane;
  made[lane].page = &page;
  made[lane].word = word;
  const auto &region = static_cast<const Region &>(*spots[lane].region);
  if (region.isShared && owner->around.global->contents().syncPoints.load(std::memory_order_relaxed) >=
                             GlobalMemory::Contents::exactSyncPoints) {
    made[lane].point.makeCoarse(static_cast<uint32_t>(spots[lane].index >> wordShift));
  }
  return made[lane].point;
}

void AccessWindow::keepSyncPoints() {
  for (LaneMask left = newSyncPoints; left; left &= left - 1) {
    auto lane = static_cast<unsigned>(__builtin_ctz(left));
    WarpMemory::State::NewSyncPoint &made = owner->state->newSyncPoints[lane];
    if (!made.point.isEmpty()) {
      made.page->addSyncPoint(made.word) = std::move(made.point);
      if (static_cast<const Region &>(*spots[lane].region).isShared) {
        owner->around.global->contents().syncPoints.fetch_add(1, std::memory_order_relaxed);
      }
    }
    made.point = SyncPoint();
  }
}

} // namespace tkc::sim
