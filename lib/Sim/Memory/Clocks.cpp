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
      threads(threadCount) {
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

KnowledgeRef CtaClocks::knowledge(uint32_t thread) const {
  const Thread &own = threads[thread];
  KnowledgeRef known = withoutExtra(shareOf(own.known));
  auto *made = new Knowledge(ctaNumber);
  made->home = known->home;
  made->others = known->others;
  made->knowsAllOthers = known->knowsAllOthers;
  made->extraIndex = thread;
  made->extraClock = own.clock;
  made->extraHanded = own.handed;
  return KnowledgeRef::adopt(made);
}

KnowledgeRef CtaClocks::release(uint32_t thread) {
  Thread &own = threads[thread];
  if (own.known->extraClock) {
    setKnown(own, withoutExtra(shareOf(own.known)));
  }
  KnowledgeRef known = knowledge(thread);
  ++own.clock;
  return known;
}

KnowledgeRef CtaClocks::joinRemembered(const KnowledgeRef &left, const KnowledgeRef &right) {
  if (left != joinedLeft || right != joinedRight) {
    joined = join(left, right);
    joinedLeft = left;
    joinedRight = right;
  }
  return joined;
}

void CtaClocks::acquire(uint32_t thread, const KnowledgeRef &knowledge) {
  Thread &own = threads[thread];
  if (!knowledge || knowledge.get() == own.known) {
    return;
  }
  KnowledgeRef known = joinRemembered(shareOf(own.known), knowledge);
  // Who knows all of the other CTAs may know of this one through a coarse location.
  if (knowledge->knowsAllOthers && knowledge->cta != ctaNumber) {
    for (const KnowledgeRef &pool : pools) {
      known = join(known, pool);
    }
  }
  setKnown(own, known);
}

LaneMask CtaClocks::findUnorderedLanes(uint32_t cta, uint32_t warp, LaneMask lanes, uint32_t clock,
                                       uint32_t thread) const {
  const Knowledge &known = *threads[thread].known;
  LaneMask unordered = 0;
  for (LaneMask left = lanes; left; left &= left - 1) {
    uint32_t index = warp * warpSize + static_cast<uint32_t>(__builtin_ctz(left));
    bool isOwn = cta == ctaNumber && index == thread;
    if (!isOwn && !known.knows({cta, index}, clock)) {
      unordered |= left & -left;
    }
  }
  return unordered;
}

//===------------------------------------------------------------------------------------------------------------===//
// Barriers
//===------------------------------------------------------------------------------------------------------------===//

KnowledgeRef CtaClocks::joinOfAll(const uint32_t *participants, size_t count) {
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
  return withoutExtra(all);
}

void CtaClocks::meet(const uint32_t *participants, size_t count) {
  if (!count) {
    return;
  }
  KnowledgeRef all = joinOfAll(participants, count);
  for (size_t at = 0; at < count;) {
    uint32_t warp = participants[at] / warpSize;
    uint32_t clocks[warpSize] = {}, handed[warpSize] = {};
    LaneMask lanes = 0;
    for (; at < count && participants[at] / warpSize == warp; ++at) {
      Thread &thread = threads[participants[at]];
      unsigned lane = participants[at] % warpSize;
      lanes |= 1u << lane;
      clocks[lane] = thread.clock++;
      handed[lane] = thread.handed;
    }
    raiseWarp(all->home, warp, lanes, clocks, handed);
  }
  all->retain(static_cast<uint32_t>(count));
  for (size_t at = 0; at < count;) {
    Knowledge *old = threads[participants[at]].known;
    uint32_t equal = 0;
    for (; at < count && threads[participants[at]].known == old; ++at, ++equal) {
      threads[participants[at]].known = all.get();
      threads[participants[at]].home = all->home.get();
    }
    old->release(equal);
  }
}

void CtaClocks::barrier(const std::vector<uint32_t> &participants) { meet(participants.data(), participants.size()); }

void CtaClocks::warpBarrier(uint32_t firstThread, LaneMask lanes) {
  uint32_t participants[warpSize];
  size_t count = 0;
  for (LaneMask left = lanes; left; left &= left - 1) {
    uint32_t thread = firstThread + static_cast<uint32_t>(__builtin_ctz(left));
    if (thread < threads.size()) {
      participants[count++] = thread;
    }
  }
  meet(participants, count);
}

//===------------------------------------------------------------------------------------------------------------===//
// Fences and strong operations
//===------------------------------------------------------------------------------------------------------------===//

void CtaClocks::proxyFence(uint32_t thread) {
  Thread &own = threads[thread];
  if (handedFrom.get() != own.known) {
    handedFrom = shareOf(own.known);
    handedTo = handToAsyncProxy(handedFrom);
  }
  setKnown(own, handedTo);
  own.handed = own.clock++;
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
