// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How threads of a CTA learn: barriers, release and acquire, fences.
#include "tkc/Sim/Memory/Clocks.h"

#include <algorithm>

namespace tkc::sim {

static constexpr size_t scopeCount = 4;
static constexpr uint32_t poolCount = 256;

/// What fences and relaxed operations of a thread have left, by scope.
struct CtaClocks::FenceState {
  /// What the last fence of at least that scope covered.
  std::array<KnowledgeRef, scopeCount> released;
  /// What relaxed reads have seen that a fence of that scope acquires.
  std::array<KnowledgeRef, scopeCount> pending;
};

CtaClocks::CtaClocks(uint32_t cta, uint32_t cluster, uint32_t threadCount)
    : ctaNumber(cta), clusterNumber(cluster), agents((threadCount + warpSize - 1) / warpSize * warpSize),
      warpClocks((threadCount + warpSize - 1) / warpSize, 1), threads(threadCount) {
  auto nothing = KnowledgeRef::adopt(new Knowledge(cta));
  for (Thread &thread : threads) {
    setKnown(thread, nothing);
  }
}

CtaClocks::~CtaClocks() {
  for (Thread &thread : threads) {
    thread.known->release(1);
  }
}

void CtaClocks::setKnown(Thread &thread, KnowledgeRef known) {
  if (thread.known) {
    thread.known->release(1);
  }
  thread.known = known.detach();
  thread.home = thread.known->home.get();
}

static KnowledgeRef shareOf(Knowledge *known) {
  known->retain(1);
  return KnowledgeRef::adopt(known);
}

static KnowledgeRef withOwn(const Knowledge &known, uint32_t thread, uint32_t clock, uint32_t handed) {
  auto *made = new Knowledge(known.cta);
  made->home = known.home;
  made->others = known.others;
  made->knowsAllOthers = known.knowsAllOthers;
  made->extraIndex = thread;
  made->extraClock = clock;
  made->extraHanded = handed;
  return KnowledgeRef::adopt(made);
}

KnowledgeRef CtaClocks::knowledge(uint32_t thread) const {
  const Thread &own = threads[thread];
  return withOwn(*own.known, thread, clock(thread), own.handed);
}

/// The threads of lanes of a warp, in order.
static size_t listThreads(uint32_t firstThread, LaneMask lanes, size_t limit, uint32_t *threads) {
  size_t count = 0;
  for (LaneMask left = lanes; left; left &= left - 1) {
    uint32_t thread = firstThread + static_cast<uint32_t>(__builtin_ctz(left));
    if (thread < limit) {
      threads[count++] = thread;
    }
  }
  return count;
}

KnowledgeRef CtaClocks::releaseLanes(uint32_t firstThread, LaneMask lanes) {
  uint32_t releasing[warpSize];
  size_t count = listThreads(firstThread, lanes, threads.size(), releasing);
  if (count == 0) {
    return nullptr;
  }
  Thread &own = threads[releasing[0]];
  if (count > 1) {
    KnowledgeRef all = joinOfAll(releasing, count);
    raiseParticipants(all->home, releasing, count);
    return all;
  }
  return withOwn(*own.known, releasing[0], warpClocks[releasing[0] / warpSize]++, own.handed);
}

KnowledgeRef CtaClocks::joinRemembered(const KnowledgeRef &left, const KnowledgeRef &right) {
  if (left != joinedLeft || right != joinedRight) {
    joined = join(left, right);
    if (joined->isUnique()) {
      raise(joined->home, joined->extraIndex, joined->extraClock, joined->extraHanded);
      joined->extraClock = joined->extraHanded = 0;
    }
    joined = withoutExtra(joined);
    joinedLeft = left;
    joinedRight = right;
  }
  return joined;
}

KnowledgeRef CtaClocks::learn(Knowledge *known, const KnowledgeRef &knowledge) {
  KnowledgeRef learnt = joinRemembered(shareOf(known), knowledge);
  // Who knows all of the other CTAs may know of this one through a coarse location.
  if (knowledge->knowsAllOthers && knowledge->cta != ctaNumber) {
    for (const KnowledgeRef &pool : pools) {
      learnt = withoutExtra(join(learnt, pool));
    }
  }
  return learnt;
}

void CtaClocks::acquire(uint32_t thread, const KnowledgeRef &knowledge) {
  Thread &own = threads[thread];
  if (knowledge && knowledge.get() != own.known) {
    setKnown(own, learn(own.known, knowledge));
  }
}

void CtaClocks::acquireLanes(uint32_t firstThread, LaneMask lanes, const KnowledgeRef &knowledge) {
  if (!knowledge) {
    return;
  }
  uint32_t acquiring[warpSize];
  size_t count = listThreads(firstThread, lanes, threads.size(), acquiring);
  for (size_t at = 0; at < count;) {
    Knowledge *old = threads[acquiring[at]].known;
    size_t end = at;
    while (end < count && threads[acquiring[end]].known == old) {
      ++end;
    }
    setAllKnown(acquiring + at, end - at, learn(old, knowledge));
    at = end;
  }
}

void CtaClocks::setAllKnown(const uint32_t *learning, size_t count, const KnowledgeRef &known) {
  known->retain(static_cast<uint32_t>(count));
  for (size_t at = 0; at < count;) {
    Knowledge *old = threads[learning[at]].known;
    uint32_t equal = 0;
    for (; at < count && threads[learning[at]].known == old; ++at, ++equal) {
      threads[learning[at]].known = known.get();
      threads[learning[at]].home = known->home.get();
    }
    old->release(equal);
  }
}

LaneMask CtaClocks::findUnorderedLanes(uint32_t cta, uint32_t warp, LaneMask lanes, uint32_t clock,
                                       uint32_t thread) const {
  const Knowledge &known = *threads[thread].known;
  bool isOwnWarp = cta == ctaNumber && warp == thread / warpSize;
  LaneMask unordered = isOwnWarp ? lanes & ~(1u << thread % warpSize) : lanes;
  if (cta != ctaNumber && known.knowsAllOthers) {
    return 0;
  }
  const CtaKnowledge *of = known.of(cta);
  if (!of || warp >= of->warps() || clock <= of->warp(warp).clock) {
    return of && warp < of->warps() ? 0 : unordered;
  }
  const WarpClocks &entry = of->warp(warp);
  for (LaneMask left = entry.lanes ? unordered : 0; left; left &= left - 1) {
    if (clock <= entry.lanes->clocks[__builtin_ctz(left)]) {
      unordered &= ~(left & -left);
    }
  }
  return unordered;
}

//===------------------------------------------------------------------------------------------------------------===//
// Barriers
//===------------------------------------------------------------------------------------------------------------===//

KnowledgeRef CtaClocks::joinOfAll(const uint32_t *participants, size_t count) const {
  std::vector<Knowledge *> distinct;
  Knowledge *last = nullptr;
  for (size_t at = 0; at < count; ++at) {
    Knowledge *known = threads[participants[at]].known;
    if (known != last) {
      distinct.push_back(known);
      last = known;
    }
  }
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  auto all = KnowledgeRef::adopt(new Knowledge(ctaNumber));
  for (Knowledge *known : distinct) {
    joinInto(all, shareOf(known));
  }
  return all;
}

LaneMask CtaClocks::lanesOf(uint32_t warp) const {
  size_t count = threads.size() - size_t(warp) * warpSize;
  return count >= warpSize ? allLanes : (1u << count) - 1;
}

/// Adds the accesses of the participants so far, and advances their clocks.
void CtaClocks::raiseParticipants(CountedRef<CtaKnowledge> &home, const uint32_t *participants, size_t count) {
  for (size_t at = 0; at < count;) {
    uint32_t warp = participants[at] / warpSize;
    uint32_t handed[warpSize] = {};
    LaneMask lanes = 0;
    for (; at < count && participants[at] / warpSize == warp; ++at) {
      unsigned lane = participants[at] % warpSize;
      lanes |= 1u << lane;
      handed[lane] = threads[participants[at]].handed;
    }
    // Lanes that do not exist go along, so that a warp that is not whole looks like one.
    if (lanes == lanesOf(warp)) {
      std::fill_n(handed + __builtin_popcount(lanes), warpSize - __builtin_popcount(lanes), handed[0]);
      lanes = allLanes;
    }
    raiseWarp(home, warp, lanes, warpClocks[warp]++, handed);
  }
}

void CtaClocks::meet(const uint32_t *participants, size_t count) {
  if (!count) {
    return;
  }
  KnowledgeRef all = joinOfAll(participants, count);
  raiseParticipants(all->home, participants, count);
  setAllKnown(participants, count, all);
}

void CtaClocks::barrier(const std::vector<uint32_t> &participants) { meet(participants.data(), participants.size()); }

void CtaClocks::warpBarrier(uint32_t firstThread, LaneMask lanes) {
  uint32_t participants[warpSize];
  meet(participants, listThreads(firstThread, lanes, threads.size(), participants));
}

//===------------------------------------------------------------------------------------------------------------===//
// Fences and strong operations
//===------------------------------------------------------------------------------------------------------------===//

void CtaClocks::proxyFenceLanes(uint32_t firstThread, LaneMask lanes) {
  uint32_t fencing[warpSize];
  size_t count = listThreads(firstThread, lanes, threads.size(), fencing);
  for (size_t at = 0; at < count;) {
    Knowledge *old = threads[fencing[at]].known;
    if (handedFrom.get() != old) {
      handedFrom = shareOf(old);
      handedTo = handToAsyncProxy(handedFrom);
    }
    size_t first = at;
    for (; at < count && threads[fencing[at]].known == old; ++at) {
      threads[fencing[at]].handed = clock(fencing[at]);
    }
    setAllKnown(fencing + first, at - first, handedTo);
  }
  if (count != 0) {
    ++warpClocks[fencing[0] / warpSize];
  }
}

CtaClocks::FenceState &CtaClocks::fenceState(uint32_t thread) {
  if (fences.empty()) {
    fences.resize(threads.size());
  }
  if (!fences[thread]) {
    fences[thread] = std::make_unique<FenceState>();
  }
  return *fences[thread];
}

void CtaClocks::fence(uint32_t thread, Scope scope) {
  FenceState &state = fenceState(thread);
  size_t reach = static_cast<size_t>(scope);
  acquire(thread, state.pending[reach]);
  KnowledgeRef known = release(thread);
  for (size_t narrower = 0; narrower <= reach; ++narrower) {
    state.pending[narrower].reset();
    state.released[narrower] = known;
  }
}

KnowledgeRef CtaClocks::acquireCoarse(const SyncPoint &location, Scope scope) {
  if (!location.isReleased) {
    return nullptr;
  }
  uint32_t pool = (location.coarsePool - 1) % poolCount;
  KnowledgeRef pooled = pool < pools.size() ? pools[pool] : nullptr;
  if (scope == Scope::Cta) {
    return pooled;
  }
  if (!allOthers) {
    allOthers = KnowledgeRef::adopt(new Knowledge(ctaNumber));
    allOthers->knowsAllOthers = true;
  }
  return join(pooled, allOthers);
}

void CtaClocks::strongRead(uint32_t thread, const SyncPoint &location, Scope scope, bool isAcquire) {
  if (location.isEmpty()) {
    return;
  }
  auto learn = [&](Scope reach) {
    return location.coarsePool ? acquireCoarse(location, reach) : location.acquire(ctaNumber, clusterNumber, reach);
  };
  if (isAcquire) {
    acquire(thread, learn(scope));
    return;
  }
  FenceState &state = fenceState(thread);
  for (size_t reach = 0; reach < scopeCount; ++reach) {
    joinInto(state.pending[reach], learn(std::min(scope, static_cast<Scope>(reach))));
  }
}

void CtaClocks::strongWrite(uint32_t thread, SyncPoint &location, Scope scope, bool isRelease, bool isReadModifyWrite) {
  if (!isReadModifyWrite) {
    location.clear();
  }
  auto publish = [&](const KnowledgeRef &known, Scope reach) {
    if (!location.coarsePool) {
      location.release(known, ctaNumber, clusterNumber, reach);
      return;
    }
    location.isReleased = true;
    pools.resize(poolCount);
    joinInto(pools[(location.coarsePool - 1) % poolCount], known);
  };
  if (isRelease) {
    publish(release(thread), scope);
    return;
  }
  if (fences.empty() || !fences[thread]) {
    return;
  }
  const KnowledgeRef *last = nullptr;
  for (size_t reach = scopeCount; reach-- > 0;) {
    const KnowledgeRef &covered = fences[thread]->released[reach];
    if (covered && (!last || *last != covered)) {
      publish(covered, std::min(scope, static_cast<Scope>(reach)));
      last = &covered;
    }
  }
}

} // namespace tkc::sim
