// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Joins of vector clocks. Whatever one side covers is shared with the result, so that equal parts stay equal pointers.
#include "tkc/Sim/Memory/Knowledge.h"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <vector>

namespace tkc::sim {

using CtaRef = CountedRef<CtaKnowledge>;

const CtaRef *OtherCtas::find(uint32_t cta) const {
  auto found = std::lower_bound(entries.begin(), entries.end(), cta,
                                [](const Entry &entry, uint32_t wanted) { return entry.cta < wanted; });
  return found != entries.end() && found->cta == cta ? &found->knowledge : nullptr;
}

void OtherCtas::release(uint32_t count) {
  if (references.fetch_sub(count, std::memory_order_acq_rel) == count) {
    delete this;
  }
}

void LaneClocks::release(uint32_t count) {
  if (references.fetch_sub(count, std::memory_order_acq_rel) == count) {
    delete this;
  }
}

CtaKnowledge *CtaKnowledge::make(uint32_t warps) {
  void *memory = ::operator new(sizeof(CtaKnowledge) + warps * sizeof(WarpClocks));
  auto *made = new (memory) CtaKnowledge(warps);
  for (uint32_t warp = 0; warp < warps; ++warp) {
    new (made->entries() + warp) WarpClocks();
  }
  return made;
}

void CtaKnowledge::release(uint32_t dropped) {
  if (references.fetch_sub(dropped, std::memory_order_acq_rel) != dropped) {
    return;
  }
  std::destroy_n(entries(), count);
  this->~CtaKnowledge();
  ::operator delete(this);
}

void Knowledge::release(uint32_t count) {
  if (references.fetch_sub(count, std::memory_order_acq_rel) == count) {
    delete this;
  }
}

const CtaKnowledge *Knowledge::of(uint32_t other) const {
  if (other == cta) {
    return home.get();
  }
  const CtaRef *found = others ? others->find(other) : nullptr;
  return found ? found->get() : nullptr;
}

bool Knowledge::knowsOther(Agent agent, uint32_t clock, bool throughAsyncProxy) const {
  if (knowsAllOthers) {
    return true;
  }
  const CtaKnowledge *found = of(agent.cta);
  if (!found) {
    return false;
  }
  return throughAsyncProxy ? found->knowsThroughAsyncProxy(agent.index, clock) : found->knows(agent.index, clock);
}

namespace {

/// The clocks of a warp, lane by lane.
struct Expanded {
  uint32_t clocks[warpSize];
  uint32_t handed[warpSize];

  explicit Expanded(const WarpClocks &entry) {
    if (entry.lanes) {
      std::copy_n(entry.lanes->clocks, warpSize, clocks);
      std::copy_n(entry.lanes->handed, warpSize, handed);
    } else {
      std::fill_n(clocks, warpSize, entry.clock);
      std::fill_n(handed, warpSize, entry.handed);
    }
  }

  /// Writes the clocks back, lane by lane only when they differ.
  void packInto(WarpClocks &entry) const {
    auto [leastClock, mostClock] = std::minmax_element(clocks, clocks + warpSize);
    auto [leastHanded, mostHanded] = std::minmax_element(handed, handed + warpSize);
    entry.clock = *leastClock;
    entry.handed = *leastHanded;
    if (*leastClock == *mostClock && *leastHanded == *mostHanded) {
      entry.lanes.reset();
      return;
    }
    if (!entry.lanes || !entry.lanes->isUnique()) {
      entry.lanes = CountedRef<LaneClocks>::adopt(new LaneClocks);
    }
    std::copy_n(clocks, warpSize, entry.lanes->clocks);
    std::copy_n(handed, warpSize, entry.lanes->handed);
  }
};

} // namespace

static bool areSame(const WarpClocks &left, const WarpClocks &right) {
  return left.lanes == right.lanes && left.clock == right.clock && left.handed == right.handed;
}

/// Whether `left` knows all that `right` knows.
static bool covers(const WarpClocks &left, const WarpClocks &right) {
  if (areSame(left, right)) {
    return true;
  }
  if (!right.lanes) {
    return left.clock >= right.clock && left.handed >= right.handed;
  }
  if (left.clock < right.clock || left.handed < right.handed) {
    return false;
  }
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    if (left.clockOf(lane) < right.lanes->clocks[lane] || left.handedOf(lane) < right.lanes->handed[lane]) {
      return false;
    }
  }
  return true;
}

static bool covers(const CtaKnowledge *left, const CtaKnowledge *right) {
  if (left == right || !right) {
    return true;
  }
  if (!left) {
    return false;
  }
  for (uint32_t warp = 0; warp < right->warps(); ++warp) {
    if (!covers(warp < left->warps() ? left->warp(warp) : WarpClocks(), right->warp(warp))) {
      return false;
    }
  }
  return true;
}

/// Brings the least clocks up to date after lanes were raised.
static void updateLeast(WarpClocks &entry) {
  const LaneClocks &lanes = *entry.lanes;
  uint32_t leastClock = ~0u, mostClock = 0, leastHanded = ~0u, mostHanded = 0;
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    leastClock = std::min(leastClock, lanes.clocks[lane]);
    mostClock = std::max(mostClock, lanes.clocks[lane]);
    leastHanded = std::min(leastHanded, lanes.handed[lane]);
    mostHanded = std::max(mostHanded, lanes.handed[lane]);
  }
  entry.clock = leastClock;
  entry.handed = leastHanded;
  if (leastClock == mostClock && leastHanded == mostHanded) {
    entry.lanes.reset();
  }
}

/// Gives the entry clocks of its own, lane by lane.
static LaneClocks &makeOwnLanes(WarpClocks &entry) {
  if (!entry.lanes || !entry.lanes->isUnique()) {
    auto *lanes = new LaneClocks;
    for (unsigned lane = 0; lane < warpSize; ++lane) {
      lanes->clocks[lane] = entry.clockOf(lane);
      lanes->handed[lane] = entry.handedOf(lane);
    }
    entry.lanes = CountedRef<LaneClocks>::adopt(lanes);
  }
  return *entry.lanes;
}

static void joinWarp(WarpClocks &target, const WarpClocks &added) {
  if (covers(target, added)) {
    return;
  }
  bool isOwn = target.lanes && target.lanes->isUnique();
  if (!(isOwn && added.lanes) && covers(added, target)) {
    target = added;
    return;
  }
  LaneClocks &own = makeOwnLanes(target);
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    own.clocks[lane] = std::max(own.clocks[lane], added.clockOf(lane));
    own.handed[lane] = std::max(own.handed[lane], added.handedOf(lane));
  }
  updateLeast(target);
}

/// A private copy of `target` of at least that many warps, or itself when nobody else holds it.
static CtaKnowledge &makeOwn(CtaRef &target, uint32_t warps) {
  if (target && target->warps() >= warps && target->isUnique()) {
    return *target;
  }
  CtaRef old = std::move(target);
  target = CtaRef::adopt(CtaKnowledge::make(std::max(warps, old ? old->warps() : 0)));
  for (uint32_t warp = 0; old && warp < old->warps(); ++warp) {
    target->warp(warp) = old->warp(warp);
  }
  return *target;
}

static void joinCta(CtaRef &target, const CtaRef &added) {
  if (target == added || !added) {
    return;
  }
  // What is private already takes what is new warp by warp; else the pointer of who knows more is kept.
  if (!target || target->warps() < added->warps() || !target->isUnique()) {
    if (covers(target.get(), added.get())) {
      return;
    }
    if (covers(added.get(), target.get())) {
      target = added;
      return;
    }
  }
  CtaKnowledge &own = makeOwn(target, added->warps());
  for (uint32_t warp = 0; warp < added->warps(); ++warp) {
    if (!areSame(own.warp(warp), added->warp(warp))) {
      joinWarp(own.warp(warp), added->warp(warp));
    }
  }
}

void raise(CtaRef &target, uint32_t index, uint32_t clock, uint32_t handed) {
  if (target && target->knows(index, clock) && target->knowsThroughAsyncProxy(index, handed)) {
    return;
  }
  uint32_t warp = index / warpSize, lane = index % warpSize;
  WarpClocks &entry = makeOwn(target, warp + 1).warp(warp);
  LaneClocks &lanes = makeOwnLanes(entry);
  bool wasLeast = lanes.clocks[lane] == entry.clock || lanes.handed[lane] == entry.handed;
  lanes.clocks[lane] = std::max(lanes.clocks[lane], clock);
  lanes.handed[lane] = std::max(lanes.handed[lane], handed);
  if (wasLeast) {
    updateLeast(entry);
  }
}

void raiseWarp(CtaRef &target, uint32_t warp, LaneMask lanes, uint32_t clock, const uint32_t *handed) {
  WarpClocks &entry = makeOwn(target, warp + 1).warp(warp);
  bool isUniform =
      lanes == allLanes && std::all_of(handed, handed + warpSize, [&](uint32_t lane) { return lane == handed[0]; });
  if (isUniform && !entry.lanes) {
    entry.clock = std::max(entry.clock, clock);
    entry.handed = std::max(entry.handed, handed[0]);
    return;
  }
  LaneClocks &own = makeOwnLanes(entry);
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    if (lanes >> lane & 1) {
      own.clocks[lane] = std::max(own.clocks[lane], clock);
      own.handed[lane] = std::max(own.handed[lane], handed[lane]);
    }
  }
  updateLeast(entry);
}

/// The home with the extra agent.
static CtaRef wholeHome(const Knowledge &knowledge) {
  CtaRef home = knowledge.home;
  if (knowledge.extraClock) {
    raise(home, knowledge.extraIndex, knowledge.extraClock, knowledge.extraHanded);
  }
  return home;
}

/// Adds an agent of the home CTA as the extra one, or to the home when there is one already.
static void addExtra(Knowledge &target, uint32_t index, uint32_t clock, uint32_t handed) {
  if (!clock ||
      (target.home && target.home->knows(index, clock) && target.home->knowsThroughAsyncProxy(index, handed))) {
    return;
  }
  if (!target.extraClock || target.extraIndex == index) {
    target.extraIndex = index;
    target.extraClock = std::max(target.extraClock, clock);
    target.extraHanded = std::max(target.extraHanded, handed);
    return;
  }
  raise(target.home, index, clock, handed);
}

static Knowledge *copyOf(const Knowledge &source) {
  auto *copy = new Knowledge(source.cta);
  copy->home = source.home;
  copy->extraIndex = source.extraIndex;
  copy->extraClock = source.extraClock;
  copy->extraHanded = source.extraHanded;
  copy->knowsAllOthers = source.knowsAllOthers;
  copy->others = source.others;
  return copy;
}

static bool coversExtra(const Knowledge &left, const Knowledge &right) {
  Agent agent{right.cta, right.extraIndex};
  return !right.extraClock || (left.knows(agent, right.extraClock) &&
                               (!right.extraHanded || left.knowsThroughAsyncProxy(agent, right.extraHanded)));
}

/// Whether `left` knows all that `right` knows.
static bool covers(const Knowledge &left, const Knowledge &right) {
  if (&left == &right) {
    return true;
  }
  // A home that only the extra agent completes is not looked into: a needless copy is no harm.
  bool isRemote = right.cta != left.cta;
  if ((right.knowsAllOthers && !left.knowsAllOthers) || !coversExtra(left, right)) {
    return false;
  }
  if (!(isRemote && left.knowsAllOthers) && !covers(left.of(right.cta), right.home.get())) {
    return false;
  }
  if (left.others == right.others || !right.others) {
    return true;
  }
  for (const OtherCtas::Entry &entry : right.others->entries) {
    if (entry.cta != left.cta && left.knowsAllOthers) {
      continue;
    }
    if (!covers(left.of(entry.cta), entry.knowledge.get())) {
      return false;
    }
  }
  return true;
}

/// The union of two sorted lists, but what is about `home` goes there.
static CountedRef<OtherCtas> joinOthers(const std::vector<OtherCtas::Entry> &left,
                                        const std::vector<OtherCtas::Entry> &right, uint32_t homeCta, CtaRef &home) {
  auto made = CountedRef<OtherCtas>::adopt(new OtherCtas());
  made->entries.reserve(left.size() + right.size());
  auto leftAt = left.begin(), rightAt = right.begin();
  while (leftAt != left.end() || rightAt != right.end()) {
    if (rightAt == right.end() || (leftAt != left.end() && leftAt->cta < rightAt->cta)) {
      made->entries.push_back(*leftAt++);
    } else if (rightAt->cta == homeCta) {
      joinCta(home, (rightAt++)->knowledge);
    } else {
      made->entries.push_back(*rightAt);
      if (leftAt != left.end() && leftAt->cta == rightAt->cta) {
        joinCta(made->entries.back().knowledge, (leftAt++)->knowledge);
      }
      ++rightAt;
    }
  }
  return made;
}

/// Adds to a private target all that `added` knows.
static void addAll(Knowledge &target, const Knowledge &added) {
  static const std::vector<OtherCtas::Entry> none;
  target.knowsAllOthers |= added.knowsAllOthers;
  const auto &left = target.others ? target.others->entries : none;
  if (target.cta == added.cta) {
    joinCta(target.home, added.home);
    addExtra(target, added.extraIndex, added.extraClock, added.extraHanded);
    if (added.others && target.others != added.others) {
      target.others = target.others ? joinOthers(left, added.others->entries, target.cta, target.home) : added.others;
    }
    return;
  }
  std::vector<OtherCtas::Entry> right = added.others ? added.others->entries : none;
  OtherCtas::Entry home{added.cta, wholeHome(added)};
  if (home.knowledge) {
    right.insert(std::lower_bound(right.begin(), right.end(), home,
                                  [](const auto &entry, const auto &wanted) { return entry.cta < wanted.cta; }),
                 home);
  }
  target.others = joinOthers(left, right, target.cta, target.home);
}

KnowledgeRef join(const KnowledgeRef &left, const KnowledgeRef &right) {
  if (!right || left == right) {
    return left;
  }
  if (!left) {
    return right;
  }
  if (covers(*left, *right)) {
    return left;
  }
  if (left->cta == right->cta && covers(*right, *left)) {
    return right;
  }
  auto made = KnowledgeRef::adopt(copyOf(*left));
  addAll(*made, *right);
  return made;
}

void joinInto(KnowledgeRef &target, const KnowledgeRef &added) {
  if (!target || !added || target == added || !target->isUnique()) {
    target = join(target, added);
    return;
  }
  if (target->extraClock) {
    raise(target->home, target->extraIndex, target->extraClock, target->extraHanded);
    target->extraClock = target->extraHanded = 0;
  }
  addAll(*target, *added);
}

KnowledgeRef joinEpoch(const KnowledgeRef &knowledge, const Epoch &epoch) {
  if (knows(knowledge, epoch)) {
    return knowledge;
  }
  auto added = KnowledgeRef::adopt(new Knowledge(epoch.agent.cta));
  added->extraIndex = epoch.agent.index;
  added->extraClock = epoch.clock;
  return join(knowledge, added);
}

static CtaRef handed(const CtaRef &source) {
  CtaRef target = source;
  for (uint32_t warp = 0; source && warp < source->warps(); ++warp) {
    Expanded expanded(source->warp(warp));
    if (std::equal(expanded.clocks, expanded.clocks + warpSize, expanded.handed)) {
      continue;
    }
    std::copy_n(expanded.clocks, warpSize, expanded.handed);
    expanded.packInto(makeOwn(target, source->warps()).warp(warp));
  }
  return target;
}

KnowledgeRef handToAsyncProxy(const KnowledgeRef &knowledge) {
  if (!knowledge) {
    return nullptr;
  }
  auto made = KnowledgeRef::adopt(copyOf(*knowledge));
  made->home = handed(knowledge->home);
  made->extraHanded = knowledge->extraClock;
  bool isNew = made->home != knowledge->home || made->extraHanded != knowledge->extraHanded;
  if (knowledge->others) {
    auto others = CountedRef<OtherCtas>::adopt(new OtherCtas());
    bool areNew = false;
    for (const OtherCtas::Entry &entry : knowledge->others->entries) {
      others->entries.push_back({entry.cta, handed(entry.knowledge)});
      areNew |= others->entries.back().knowledge != entry.knowledge;
    }
    if (areNew) {
      made->others = others;
    }
    isNew |= areNew;
  }
  return isNew ? made : knowledge;
}

KnowledgeRef withoutExtra(const KnowledgeRef &knowledge) {
  if (!knowledge || !knowledge->extraClock) {
    return knowledge;
  }
  auto made = KnowledgeRef::adopt(copyOf(*knowledge));
  raise(made->home, made->extraIndex, made->extraClock, made->extraHanded);
  made->extraClock = made->extraHanded = 0;
  return made;
}

} // namespace tkc::sim
