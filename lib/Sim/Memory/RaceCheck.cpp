// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The race detector. A cell mostly holds one write and one read that are ordered before the access: that is the fast
// path; everything else goes through the list of all marks of the cell.
#include "RaceCheck.h"

#include <algorithm>
#include <cstring>

namespace tkc::sim {

/// So many unordered reads, and as many writes, are remembered of a granule where not all are.
static constexpr size_t rememberedMarks = 4;

namespace {

/// A thread that accesses through the generic proxy.
struct ThreadActor {
  const CtaClocks &clocks;
  uint32_t thread;

  /// The lanes of a mark that are not ordered before; all for an agent's that is not.
  LaneMask unordered(const Mark &mark) const {
    if (mark.isByAgent()) {
      return clocks.isOrderedBefore({{mark.cta, mark.number()}, mark.clock}, thread) ? 0 : allLanes;
    }
    return clocks.unorderedLanes(mark.cta, mark.number(), mark.lanes, mark.clock, thread);
  }
  bool sees(const Mark &) const { return true; }
};

/// An asynchronous agent: what was known when its work was issued is ordered before, nothing else.
template <bool throughAsyncProxy>
struct AgentActor {
  const Knowledge *known;

  LaneMask unordered(const Mark &mark) const {
    if (!known) {
      return allLanes;
    }
    if (mark.isByAgent()) {
      return known->knows({mark.cta, mark.number()}, mark.clock) ? 0 : allLanes;
    }
    const CtaKnowledge *home = known->home.get();
    if (mark.cta == known->cta && home && mark.number() < home->warps() &&
        mark.clock <= home->warp(mark.number()).clock) {
      return 0;
    }
    LaneMask open = 0;
    for (LaneMask left = mark.lanes; left; left &= left - 1) {
      uint32_t index = mark.number() * warpSize + static_cast<uint32_t>(__builtin_ctz(left));
      open |= known->knows({mark.cta, index}, mark.clock) ? 0 : left & -left;
    }
    return open;
  }

  /// Whether what a mark wrote is visible here.
  bool sees(const Mark &mark) const {
    if (!throughAsyncProxy || mark.isThroughAsyncProxy() || !mark.isWrite()) {
      return true;
    }
    if (mark.isByAgent()) {
      return known && known->knowsThroughAsyncProxy({mark.cta, mark.number()}, mark.clock);
    }
    const CtaKnowledge *home = known ? known->home.get() : nullptr;
    if (home && mark.cta == known->cta && mark.number() < home->warps() &&
        mark.clock <= home->warp(mark.number()).handed) {
      return true;
    }
    for (LaneMask left = mark.lanes; left; left &= left - 1) {
      uint32_t index = mark.number() * warpSize + static_cast<uint32_t>(__builtin_ctz(left));
      if (!known || !known->knowsThroughAsyncProxy({mark.cta, index}, mark.clock)) {
        return false;
      }
    }
    return true;
  }
};

} // namespace

/// Whether whatever meets `earlier` unordered also meets `later` so, once the one is ordered before the other. A strong
/// access stands for another only where it excuses no more.
static bool replaces(const Mark &later, const Mark &earlier) {
  if (!later.isWrite() && earlier.isWrite()) {
    return false;
  }
  return later.strength() == 0 || (later.strength() <= earlier.strength() && later.cta == earlier.cta &&
                                   later.isThroughAsyncProxy() == earlier.isThroughAsyncProxy());
}

/// The common case: all marks are ordered before, and a weak access replaces them. False when that is not so.
template <typename Actor>
static bool touch(Cell &cell, const Mark &mark, const Actor &actor) {
  if (cell.extra || (cell.write.isUsed() && (actor.unordered(cell.write) || !actor.sees(cell.write)))) {
    return false;
  }
  Mark &read = cell.read;
  if (mark.isWrite()) {
    if (read.isUsed() && actor.unordered(read)) {
      return false;
    }
    cell.write = mark;
    read.who = 0;
    return true;
  }
  if (!read.isUsed()) {
    read = mark;
  } else if (read.isSameActor(mark)) {
    read.lanes = mark.isByAgent() ? mark.lanes : read.lanes | mark.lanes;
    read.instruction = mark.instruction;
  } else if (actor.unordered(read) == 0) {
    read = mark;
  } else {
    return false;
  }
  return true;
}

bool RaceCheck::isSameCluster(uint32_t cta) const {
  const auto &around = memory.surroundings();
  return cta == around.clocks->cta() ||
         std::find(around.clusterCtas.begin(), around.clusterCtas.end(), cta) != around.clusterCtas.end();
}

/// Two strong accesses through one proxy whose scopes include each other.
bool RaceCheck::isExempt(const Mark &earlier, const Mark &later) const {
  uint32_t strength = std::min(earlier.strength(), later.strength());
  if (strength == 0 || earlier.isThroughAsyncProxy() != later.isThroughAsyncProxy()) {
    return false;
  }
  switch (static_cast<Scope>(strength - 1)) {
  case Scope::Cta:
    return earlier.cta == later.cta;
  case Scope::Cluster:
    return earlier.cta == later.cta || (isSameCluster(earlier.cta) && isSameCluster(later.cta));
  case Scope::Gpu:
  case Scope::System:
    return true;
  }
  return false;
}

ShadowPage &RaceCheck::pageOf(Region &region, uint64_t number) {
  if (!lastPage || pageRegion != &region || pageNumber != number) {
    uint32_t launch = region.isShared ? memory.surroundings().global->contents().launch : 1;
    lastPage = &region.shadow->page(number, launch);
    pageRegion = &region;
    pageNumber = number;
  }
  return *lastPage;
}

template <typename Actor>
void RaceCheck::checkPiece(const Piece &piece, const Mark &mark, const Actor &actor) {
  bool isWeak = mark.strength() == 0;
  uint64_t index = piece.index;
  for (uint32_t left = piece.sizeInBytes; left != 0;) {
    ShadowPage &page = pageOf(*piece.region, index / pageBytes);
    ShadowBlock &block = page.block(static_cast<uint32_t>(index % pageBytes / blockBytes));
    auto at = static_cast<uint32_t>(index % blockBytes);
    uint32_t bytes = std::min(left, blockBytes - at);
    if ((at | bytes) & ((1u << block.shift) - 1)) {
      page.refine(block, static_cast<unsigned>(__builtin_ctz(at | bytes)));
    }
    uint32_t cellBytes = 1u << block.shift;
    Cell *cell = &block.cells[at >> block.shift];
    for (uint32_t done = 0; done < bytes; done += cellBytes, ++cell) {
      if (!isWeak || !touch(*cell, mark, actor)) {
        checkCell(piece, index + done, cellBytes, page, *cell, mark, actor);
      }
    }
    index += bytes;
    left -= bytes;
  }
}

template <typename Actor>
void RaceCheck::checkCell(const Piece &piece, uint64_t index, uint32_t cellBytes, ShadowPage &page, Cell &cell,
                          const Mark &mark, const Actor &actor) {
  std::vector<Mark> &marks = memory.state->marks;
  marks.clear();
  bool isMerged = false;
  auto visit = [&](Mark earlier) {
    LaneMask open = actor.unordered(earlier);
    if (open && (earlier.isWrite() || mark.isWrite()) && !isExempt(earlier, mark)) {
      if (!earlier.isWrite() || !putAside(piece, index, cellBytes, earlier)) {
        report(FaultKind::DataRace, piece, index, earlier, open, mark, "nothing orders it after the earlier access");
      }
    } else if (!open && !actor.sees(earlier)) {
      report(FaultKind::MissingProxyFence, piece, index, earlier, earlier.lanes, mark,
             "needs a fence.proxy.async after the earlier write");
    }
    if (earlier.isSameActor(mark)) {
      earlier.lanes |= mark.isByAgent() ? 0 : mark.lanes;
      earlier.instruction = mark.instruction;
      isMerged = true;
    } else if (replaces(mark, earlier)) {
      earlier.lanes = earlier.isByAgent() ? earlier.lanes : earlier.lanes & open;
      if (!open) {
        return;
      }
    }
    marks.push_back(earlier);
  };
  if (cell.write.isUsed()) {
    visit(cell.write);
  }
  if (cell.read.isUsed()) {
    visit(cell.read);
  }
  if (cell.extra) {
    for (const Mark &earlier : page.extra(cell)) {
      visit(earlier);
    }
  }
  if (!isMerged) {
    marks.push_back(mark);
  }
  store(page, cell, piece.region->shadow->isExact);
}

/// Puts the marks of a cell back.
void RaceCheck::store(ShadowPage &page, Cell &cell, bool isExact) {
  std::vector<Mark> &marks = memory.state->marks;
  for (bool isWrite : {false, true}) {
    auto isMeant = [&](const Mark &mark) { return mark.isWrite() == isWrite; };
    while (!isExact && static_cast<size_t>(std::count_if(marks.begin(), marks.end(), isMeant)) > rememberedMarks) {
      marks.erase(std::find_if(marks.begin(), marks.end(), isMeant));
    }
    auto first = std::find_if(marks.begin(), marks.end(), isMeant);
    Mark &slot = isWrite ? cell.write : cell.read;
    if (first == marks.end()) {
      slot.who = 0;
    } else {
      slot = *first;
      marks.erase(first);
    }
  }
  page.setExtra(cell, marks.data(), marks.size());
}

static uint32_t flagsOf(AccessKind kind, bool isStrong, Scope scope) {
  uint32_t flags = Mark::Used;
  flags |= kind == AccessKind::Read ? 0 : Mark::Write;
  flags |= kind == AccessKind::ReadModifyWrite ? Mark::Atomic : 0;
  flags |= isStrong ? (static_cast<uint32_t>(scope) + 1) << Mark::StrengthShift : 0;
  return flags;
}

void RaceCheck::check(const Access &access) {
  const auto &around = memory.surroundings();
  const CtaClocks &clocks = *around.clocks;
  mayPutAside = access.kind == AccessKind::Write && access.sizeInBytes <= AccessWindow::Aside::largest;
  Mark mark;
  mark.cta = clocks.cta();
  mark.who = flagsOf(access.kind, access.isStrong, access.scope) | around.firstThread / warpSize << Mark::NumberShift;
  mark.instruction = access.instruction;
  for (LaneMask left = window.lanes; left; left &= left - 1) {
    auto lane = static_cast<unsigned>(__builtin_ctz(left));
    const AccessWindow::Spot &spot = window.spots[lane];
    auto &region = static_cast<Region &>(*spot.region);
    if (!region.shadow) {
      continue;
    }
    uint32_t thread = around.firstThread + lane;
    mark.lanes = 1u << lane;
    mark.clock = clocks.clock(thread);
    checkPiece({&region, spot.index, access.sizeInBytes, lane, access.addresses[lane], access.space}, mark,
               ThreadActor{clocks, thread});
  }
  if (window.aside) {
    moveAside(access);
  }
}

void RaceCheck::check(const AsyncAccess &access) {
  Mark mark;
  mark.cta = access.epoch.agent.cta;
  mark.who = flagsOf(access.kind, access.isStrong, Scope::Gpu) | Mark::ByAgent |
             (access.proxy == Proxy::Async ? Mark::AsyncProxy : 0) | access.epoch.agent.index << Mark::NumberShift;
  mark.lanes = access.thread;
  mark.clock = access.epoch.clock;
  mark.instruction = access.instruction;
  const AccessWindow::Spot &spot = window.spots[0];
  Piece piece{static_cast<Region *>(spot.region), spot.index, access.sizeInBytes, 0, access.address, access.space};
  if (access.proxy == Proxy::Async) {
    checkPiece(piece, mark, AgentActor<true>{access.knownAtIssue.get()});
  } else {
    checkPiece(piece, mark, AgentActor<false>{access.knownAtIssue.get()});
  }
}

//===------------------------------------------------------------------------------------------------------------===//
// Equal values
//===------------------------------------------------------------------------------------------------------------===//

bool RaceCheck::putAside(const Piece &piece, uint64_t index, uint32_t cellBytes, const Mark &earlier) {
  if (!mayPutAside) {
    return false;
  }
  if (!window.aside) {
    std::unique_ptr<AccessWindow::Aside> &spare = memory.state->spareAside;
    window.aside = spare ? std::move(spare) : std::make_unique<AccessWindow::Aside>();
    window.aside->lanes = 0;
  }
  AccessWindow::Aside &aside = *window.aside;
  if (!(aside.lanes >> piece.lane & 1)) {
    aside.lanes |= 1u << piece.lane;
    aside.contested[piece.lane] = 0;
    aside.earlier[piece.lane] = earlier;
  }
  aside.contested[piece.lane] |= ((1u << cellBytes) - 1) << (index - piece.index);
  return true;
}

void RaceCheck::moveAside(const Access &access) {
  AccessWindow::Aside &aside = *window.aside;
  aside.access = access;
  for (LaneMask left = aside.lanes; left; left &= left - 1) {
    auto lane = static_cast<unsigned>(__builtin_ctz(left));
    aside.addresses[lane] = access.addresses[lane];
    aside.targets[lane] = window.data[lane];
    std::memcpy(aside.bytes[lane], window.data[lane], access.sizeInBytes);
    window.data[lane] = aside.bytes[lane];
  }
}

void RaceCheck::settleAside() {
  AccessWindow::Aside &aside = *window.aside;
  const Access &access = aside.access;
  for (LaneMask left = aside.lanes; left; left &= left - 1) {
    auto lane = static_cast<unsigned>(__builtin_ctz(left));
    uint32_t differing = 0;
    for (uint32_t byte = 0; byte < access.sizeInBytes; ++byte) {
      differing |= aside.bytes[lane][byte] != aside.targets[lane][byte] ? 1u << byte : 0;
    }
    differing &= aside.contested[lane];
    std::memcpy(aside.targets[lane], aside.bytes[lane], access.sizeInBytes);
    if (!differing) {
      continue;
    }
    const AccessWindow::Spot &spot = window.spots[lane];
    Piece piece{
        static_cast<Region *>(spot.region), spot.index, access.sizeInBytes, lane, aside.addresses[lane], access.space};
    Mark later{};
    later.who = flagsOf(access.kind, access.isStrong, access.scope);
    later.instruction = access.instruction;
    const Mark &earlier = aside.earlier[lane];
    LaneMask others = earlier.lanes & ~(1u << lane);
    report(FaultKind::DataRace, piece, spot.index + static_cast<uint64_t>(__builtin_ctz(differing)), earlier,
           others ? others : earlier.lanes, later, "stores another value, and nothing orders it after the earlier one");
  }
}

//===------------------------------------------------------------------------------------------------------------===//
// Faults
//===------------------------------------------------------------------------------------------------------------===//

std::string describeMark(const Mark &mark) {
  std::string text = mark.isByAgent() ? "asynchronous " : "";
  text += mark.who & Mark::Atomic ? "atomic" : mark.isWrite() ? "write" : "read";
  return text + (mark.isThroughAsyncProxy() ? " by async proxy" : " by generic proxy");
}

ThreadPlace RaceCheck::placeOf(const Mark &mark, LaneMask open) const {
  LaneMask lanes = open & mark.lanes;
  uint32_t thread = mark.isByAgent()
                        ? mark.lanes
                        : mark.number() * warpSize + static_cast<uint32_t>(__builtin_ctz(lanes ? lanes : mark.lanes));
  const auto &around = memory.surroundings();
  ThreadPlace place = memory.threadPlace(thread);
  if (mark.cta != around.clocks->cta()) {
    uint32_t columns = std::max(around.gridShape[0], 1u), rows = std::max(around.gridShape[1], 1u);
    place.cta = around.gridShape[0]
                    ? std::array<uint32_t, 3>{mark.cta % columns, mark.cta / columns % rows, mark.cta / columns / rows}
                    : std::array<uint32_t, 3>{mark.cta, 0, 0};
  }
  return place;
}

void RaceCheck::report(FaultKind kind, const Piece &piece, uint64_t index, const Mark &earlier, LaneMask open,
                       const Mark &later, const char *needed) {
  if (memory.surroundings().faults->countRepeated(kind, later.instruction)) {
    return;
  }
  Fault fault;
  fault.kind = kind;
  fault.instruction = later.instruction;
  fault.place = later.isByAgent() ? placeOf(later, 0) : memory.place(piece.lane);
  fault.address = piece.address + (index - piece.index);
  fault.sizeInBytes = piece.sizeInBytes;
  fault.where = memory.describeAddress(piece.space, *fault.address, 1);
  fault.detail = describeMark(later) + ": " + needed;
  fault.earlier.push_back({earlier.instruction, placeOf(earlier, open), describeMark(earlier)});
  memory.report(std::move(fault));
}

} // namespace tkc::sim
