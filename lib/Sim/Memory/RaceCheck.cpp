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

/// Lanes that together touch a block: ordered after a row when each lane is after all who touched it.
struct LanesActor {
  const CtaClocks &clocks;
  uint32_t firstThread;
  unsigned count;
  LanePattern pattern;

  bool isAfter(const RowMark &row) const {
    const Mark &mark = row.mark;
    if (mark.cta == clocks.cta() && !mark.isByAgent() && mark.number() == firstThread / warpSize &&
        row.pattern == pattern) {
      return true;
    }
    const Knowledge *last = nullptr;
    for (uint32_t thread = firstThread; thread < firstThread + count; ++thread) {
      const Knowledge *learnt = clocks.learnt(thread);
      if (learnt == last) {
        continue;
      }
      last = learnt;
      bool isOrdered = mark.isByAgent()
                           ? clocks.isOrderedBefore({{mark.cta, mark.number()}, mark.clock}, thread)
                           : clocks.unorderedLanes(mark.cta, mark.number(), mark.lanes, mark.clock, thread) == 0;
      if (!isOrdered) {
        return false;
      }
    }
    return true;
  }
};

/// A thread that accesses through the generic proxy.
struct ThreadActor {
  static constexpr bool isAgent = false;
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
  static constexpr bool isAgent = true;
  const Knowledge *known;

  bool isAfter(const RowMark &row) const { return unordered(row.mark) == 0 && sees(row.mark); }

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

static bool isUsed(const Mark &mark) { return mark.isUsed(); }
static bool isUsed(const RowMark &row) { return row.mark.isUsed(); }
static bool isSameActor(const Mark &left, const Mark &right) { return left.isSameActor(right); }
static bool isSameActor(const RowMark &left, const RowMark &right) {
  return left.mark.isSameActor(right.mark) && left.pattern == right.pattern;
}
template <typename Actor>
static bool isAfter(const Actor &actor, const RowMark &row) {
  return actor.isAfter(row);
}
template <typename Actor>
static bool isAfter(const Actor &actor, const Mark &mark) {
  return actor.unordered(mark) == 0;
}

/// Where a read goes among the reads of a cell or row: to its actor's, in place of one that is ordered before it, or
/// into the first, empty one. Null when it needs a new place.
template <typename Read, typename Actor>
static Read *findPlace(Read &first, std::vector<Read> *more, const Read &read, const Actor &actor) {
  if (!isUsed(first) || isSameActor(first, read)) {
    return &first;
  }
  if (more) {
    for (Read &other : *more) {
      if (isSameActor(other, read)) {
        return &other;
      }
    }
  }
  if (isAfter(actor, first)) {
    return &first;
  }
  if (more) {
    for (Read &other : *more) {
      if (isAfter(actor, other)) {
        return &other;
      }
    }
  }
  return nullptr;
}

/// A weak access to all of a block that is one. False, and nothing changed, when something is not ordered before it.
template <typename Actor>
static bool touchRow(ShadowBlock &block, const RowMark &row, const Actor &actor, bool isExact) {
  if (isUsed(block.write) && !actor.isAfter(block.write)) {
    return false;
  }
  if (row.mark.isWrite()) {
    bool isAfterReads = !isUsed(block.read) || actor.isAfter(block.read);
    for (const RowMark &read : block.moreReads) {
      isAfterReads = isAfterReads && actor.isAfter(read);
    }
    if (!isAfterReads) {
      return false;
    }
    block.write = row;
    block.read = RowMark();
    block.moreReads.clear();
    return true;
  }
  if (RowMark *place = findPlace(block.read, &block.moreReads, row, actor)) {
    *place = row;
    return true;
  }
  if (!isExact && block.moreReads.size() + 1 >= rememberedMarks) {
    block.moreReads.erase(block.moreReads.begin());
  }
  block.moreReads.push_back(row);
  return true;
}

/// The common case of a granule: the write and all reads are ordered before, and the weak access replaces them, or is
/// one more read. False, and nothing changed, when it is not so simple.
template <typename Actor>
static bool touch(ShadowPage &page, Cell &cell, const Mark &mark, const Actor &actor, bool isExact) {
  if (cell.write.isUsed() && (actor.unordered(cell.write) || !actor.sees(cell.write))) {
    return false;
  }
  std::vector<Mark> *more = cell.extra ? &page.extra(cell) : nullptr;
  bool isSimple = !more || std::none_of(more->begin(), more->end(), [](const Mark &other) { return other.isWrite(); });
  if (!isSimple) {
    return false;
  }
  if (mark.isWrite()) {
    bool isAfterReads = !cell.read.isUsed() || actor.unordered(cell.read) == 0;
    if (more && isAfterReads) {
      isAfterReads =
          std::all_of(more->begin(), more->end(), [&](const Mark &read) { return actor.unordered(read) == 0; });
    }
    if (!isAfterReads) {
      return false;
    }
    cell.write = mark;
    cell.read.who = 0;
    if (more) {
      page.setExtra(cell, nullptr, 0);
    }
    return true;
  }
  if (Mark *place = findPlace(cell.read, more, mark, actor)) {
    LaneMask lanes = place->isSameActor(mark) && !mark.isByAgent() ? place->lanes : 0;
    *place = mark;
    place->lanes |= lanes;
    return true;
  }
  if (!more) {
    page.setExtra(cell, &mark, 1);
    return true;
  }
  if (!isExact && more->size() + 1 >= rememberedMarks) {
    more->erase(more->begin());
  }
  more->push_back(mark);
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

RaceCheck::RaceCheck(WarpMemory &memory, AccessWindow &window) : memory(memory), window(window) {
  if (memory.surroundings().global) {
    launch = memory.surroundings().global->contents().launch;
  }
}

ShadowPage &RaceCheck::pageOf(Region &region, uint64_t number) {
  if (!lastPage || pageRegion != &region || pageNumber != number) {
    lastPage = &region.shadow->page(number, region.isShared ? launch : 1);
    pageRegion = &region;
    pageNumber = number;
  }
  return *lastPage;
}

template <typename Actor>
bool RaceCheck::checkGranules(const Piece &piece, uint64_t index, uint32_t bytes, ShadowPage &page, ShadowBlock &block,
                              const Mark &mark, const Actor &actor) {
  auto at = static_cast<uint32_t>(index % blockBytes);
  if (!block.cells || ((at | bytes) & ((1u << block.shift) - 1))) {
    page.split(block, static_cast<unsigned>(__builtin_ctz(at | bytes)));
  }
  bool isWeak = mark.strength() == 0, isExact = piece.region->shadow->isExact, isSimple = isWeak;
  uint32_t cellBytes = 1u << block.shift;
  Cell *cell = &block.cells[at >> block.shift];
  for (uint32_t done = 0; done < bytes; done += cellBytes, ++cell) {
    if (!isWeak || !touch(page, *cell, mark, actor, isExact)) {
      isSimple = false;
      checkCell(piece, index + done, cellBytes, page, *cell, mark, actor);
    }
  }
  return isSimple;
}

template <typename Actor>
void RaceCheck::checkPiece(const Piece &piece, const Mark &mark, const Actor &actor) {
  uint64_t index = piece.index;
  for (uint32_t left = piece.sizeInBytes; left != 0;) {
    ShadowPage &page = pageOf(*piece.region, index / pageBytes);
    ShadowBlock &block = page.block(static_cast<uint32_t>(index % pageBytes / blockBytes));
    uint32_t bytes = std::min(left, blockBytes - static_cast<uint32_t>(index % blockBytes));
    if constexpr (Actor::isAgent) {
      bool isRow = bytes == blockBytes && mark.strength() == 0;
      RowMark row{mark, LanePattern()};
      if (!isRow || block.cells || !touchRow(block, row, actor, piece.region->shadow->isExact)) {
        if (checkGranules(piece, index, bytes, page, block, mark, actor) && isRow && mark.isWrite()) {
          page.merge(block, row);
        }
      }
    } else {
      checkGranules(piece, index, bytes, page, block, mark, actor);
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

RaceCheck::Piece RaceCheck::pieceOf(const Access &access, unsigned lane) const {
  const AccessWindow::Spot &spot = window.spots[lane];
  return {
      static_cast<Region *>(spot.region), spot.index, access.sizeInBytes, lane, access.addresses[lane], access.space};
}

unsigned RaceCheck::findRow(const Access &access, unsigned lane, LanePattern &pattern) const {
  uint32_t size = access.sizeInBytes;
  if (size < 4 || size > 32 || (size & (size - 1)) || access.isStrong) {
    return 0;
  }
  unsigned count = blockBytes / size, sizeShift = static_cast<unsigned>(__builtin_ctz(size));
  LaneMask group = (count == warpSize ? allLanes : (1u << count) - 1) << lane;
  if (lane % count != 0 || (window.lanes & group) != group) {
    return 0;
  }
  const AccessWindow::Spot &first = window.spots[lane];
  auto flip = static_cast<uint32_t>(first.index % blockBytes >> sizeShift);
  uint64_t begin = first.index / blockBytes * blockBytes;
  uint64_t differences = 0;
  for (unsigned at = 0; at < count; ++at) {
    const AccessWindow::Spot &spot = window.spots[lane + at];
    differences |= spot.index ^ (begin + (uint64_t(at ^ flip) << sizeShift));
    differences |= spot.region == first.region ? 0 : 1;
  }
  pattern.first = static_cast<uint8_t>(lane);
  pattern.shift = static_cast<uint8_t>(sizeShift - wordShift);
  pattern.flip = static_cast<uint8_t>(flip);
  return differences == 0 ? count : 0;
}

void RaceCheck::checkRow(const Access &access, unsigned lane, unsigned count, const LanePattern &pattern, Mark mark) {
  const auto &around = memory.surroundings();
  const AccessWindow::Spot &spot = window.spots[lane];
  auto &region = static_cast<Region &>(*spot.region);
  ShadowPage &page = pageOf(region, spot.index / pageBytes);
  ShadowBlock &block = page.block(static_cast<uint32_t>(spot.index % pageBytes / blockBytes));
  mark.lanes = (count == warpSize ? allLanes : (1u << count) - 1) << lane;
  RowMark row{mark, pattern};
  bool isExact = region.shadow->isExact;
  if (!block.cells &&
      touchRow(block, row, LanesActor{*around.clocks, around.firstThread + lane, count, pattern}, isExact)) {
    return;
  }
  bool isSimple = true;
  for (unsigned at = lane; at < lane + count; ++at) {
    Piece piece = pieceOf(access, at);
    mark.lanes = 1u << at;
    isSimple &= checkGranules(piece, piece.index, piece.sizeInBytes, page, block, mark,
                              ThreadActor{*around.clocks, around.firstThread + at});
  }
  if (isSimple && mark.isWrite()) {
    page.merge(block, row);
  }
}

void RaceCheck::check(const Access &access) {
  const auto &around = memory.surroundings();
  const CtaClocks &clocks = *around.clocks;
  mayPutAside = access.kind == AccessKind::Write && access.sizeInBytes <= AccessWindow::Aside::largest;
  Mark mark;
  mark.cta = clocks.cta();
  mark.who = flagsOf(access.kind, access.isStrong, access.scope) | around.firstThread / warpSize << Mark::NumberShift;
  mark.clock = clocks.clock(around.firstThread);
  mark.instruction = access.instruction;
  for (unsigned lane = 0; lane < warpSize;) {
    if (!(window.lanes >> lane & 1) || !static_cast<Region &>(*window.spots[lane].region).shadow) {
      ++lane;
      continue;
    }
    LanePattern pattern;
    if (unsigned count = findRow(access, lane, pattern)) {
      checkRow(access, lane, count, pattern, mark);
      lane += count;
      continue;
    }
    mark.lanes = 1u << lane;
    checkPiece(pieceOf(access, lane), mark, ThreadActor{clocks, around.firstThread + lane});
    ++lane;
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
