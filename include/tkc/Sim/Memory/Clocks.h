// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Happens-before: who knows of whose accesses. Threads and asynchronous agents have clocks; synchronisation hands
// knowledge on (docs/Simulator.md, "Happens-before").
#ifndef TKC_SIM_MEMORY_CLOCKS_H
#define TKC_SIM_MEMORY_CLOCKS_H

#include "tkc/Sim/Memory/Knowledge.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace tkc::sim {

/// How far a strong operation or fence reaches.
enum class Scope : uint8_t { Cta, Cluster, Gpu, System };

/// A place through which knowledge is handed on: an atomic location, an mbarrier's phase, a cluster barrier. What is
/// released at a scope can be acquired by threads within that scope of the releasing one.
class SyncPoint {
public:
  void release(const KnowledgeRef &knowledge, uint32_t cta, uint32_t cluster, Scope scope);
  /// What an acquire by a thread of that CTA and cluster learns; null for nothing.
  KnowledgeRef acquire(uint32_t cta, uint32_t cluster, Scope scope) const;
  void clear();
  bool isEmpty() const { return !wide && narrow.empty() && !isReleased; }

  /// Makes this one of very many locations: what its releases hand on within a CTA is pooled by `pool`, and an
  /// acquire learns of all that other CTAs did. No race is invented, some are missed.
  void makeCoarse(uint32_t pool) { coarsePool = pool + 1; }

private:
  friend class CtaClocks;
  struct Entry {
    KnowledgeRef knowledge;
    uint32_t cta, cluster;
    Scope scope;
  };
  struct Origin {
    uint32_t cta, cluster;
  };

  /// What was released at the scopes of the GPU and the system, and by whom; beyond a few CTAs by anybody.
  KnowledgeRef wide;
  std::vector<Origin> wideOrigins;
  bool isWideFromAnywhere = false;
  /// What was released at narrower scopes, an entry a CTA and scope.
  std::vector<Entry> narrow;
  uint32_t coarsePool = 0;
  bool isReleased = false;
};

/// The clocks of the threads and agents of one CTA. Only the host thread that runs the CTA's cluster touches it. The
/// lanes of a warp share a clock, which advances when any of them hands something on: what is known of each of them is
/// its own all the same. Where lanes do the same at once, the functions for lanes cost little more than one thread's.
class CtaClocks {
public:
  CtaClocks(uint32_t cta, uint32_t cluster, uint32_t threads);
  ~CtaClocks();
  CtaClocks(const CtaClocks &) = delete;
  CtaClocks &operator=(const CtaClocks &) = delete;

  uint32_t cta() const { return ctaNumber; }
  uint32_t cluster() const { return clusterNumber; }
  uint32_t threadCount() const { return static_cast<uint32_t>(threads.size()); }

  /// The present epoch of a thread, for its accesses.
  Epoch epoch(uint32_t thread) const { return {{ctaNumber, thread}, clock(thread)}; }
  uint32_t clock(uint32_t thread) const { return warpClocks[thread / warpSize]; }
  /// What a thread has learnt, without its own accesses; shared by those who learnt the same.
  const Knowledge *learnt(uint32_t thread) const { return threads[thread].known; }
  /// What a thread knows, its own accesses included: also those that it makes until its clock advances. Hand it to
  /// somebody else by `release`.
  KnowledgeRef knowledge(uint32_t thread) const;
  /// Whether `epoch` happens before the next access of the thread: the fast path of every check.
  bool isOrderedBefore(const Epoch &epoch, uint32_t thread) const {
    if (epoch.agent.cta == ctaNumber) {
      if (epoch.agent.index == thread) {
        return true;
      }
      const CtaKnowledge *home = threads[thread].home;
      if (home && home->knows(epoch.agent.index, epoch.clock)) {
        return true;
      }
    }
    return threads[thread].known->knows(epoch.agent, epoch.clock);
  }
  /// The lanes of a warp of some CTA whose accesses at `clock` do not happen before the next access of the thread.
  LaneMask unorderedLanes(uint32_t cta, uint32_t warp, LaneMask lanes, uint32_t clock, uint32_t thread) const {
    if (cta == ctaNumber) {
      const CtaKnowledge *home = threads[thread].home;
      if (home && warp < home->warps() && clock <= home->warp(warp).clock) {
        return 0;
      }
      if (warp == thread / warpSize && !(lanes & ~(1u << thread % warpSize))) {
        return 0;
      }
    }
    return findUnorderedLanes(cta, warp, lanes, clock, thread);
  }

  /// All participants learn what each of them knows; their clocks advance.
  void barrier(const std::vector<uint32_t> &participants);
  /// As barrier, for the lanes of a warp whose first thread is given.
  void warpBarrier(uint32_t firstThread, LaneMask lanes);
  /// Returns what the thread knows and advances its clock, so that later accesses are not covered. For everything
  /// that is handed to others: arrivals at barriers, and the start of asynchronous work.
  KnowledgeRef release(uint32_t thread) { return releaseLanes(thread, 1); }
  /// As release, for lanes of a warp at once: what all of them know.
  KnowledgeRef releaseLanes(uint32_t firstThread, LaneMask lanes);
  /// The thread learns.
  void acquire(uint32_t thread, const KnowledgeRef &knowledge);
  void acquireLanes(uint32_t firstThread, LaneMask lanes, const KnowledgeRef &knowledge);

  /// fence.proxy.async: everything that the thread knows of becomes visible to the async proxy for those who learn
  /// from it.
  void proxyFence(uint32_t thread) { proxyFenceLanes(thread, 1); }
  void proxyFenceLanes(uint32_t firstThread, LaneMask lanes);
  /// fence.acq_rel and its kin: what relaxed operations have read is acquired, what they write later is released.
  void fence(uint32_t thread, Scope scope);
  /// A strong read of a location: with acquire semantics, or pending until a fence.
  void strongRead(uint32_t thread, const SyncPoint &location, Scope scope, bool isAcquire);
  /// A strong write: with release semantics, or releasing what the last fence covered. An atomic operation continues
  /// what was released before, a store replaces it.
  void strongWrite(uint32_t thread, SyncPoint &location, Scope scope, bool isRelease, bool isReadModifyWrite = true);

  /// A new asynchronous agent of this CTA, at clock 1.
  Agent addAgent() { return {ctaNumber, agents++}; }

private:
  struct FenceState;
  struct Thread {
    /// Up to where its own generic accesses have been handed to the async proxy.
    uint32_t handed = 0;
    /// Never null, about this CTA, without an extra agent; the counts are kept by hand, so that a barrier counts once.
    Knowledge *known = nullptr;
    /// What it says of this CTA.
    const CtaKnowledge *home = nullptr;
  };

  LaneMask findUnorderedLanes(uint32_t cta, uint32_t warp, LaneMask lanes, uint32_t clock, uint32_t thread) const;
  void setKnown(Thread &thread, KnowledgeRef known);
  void setAllKnown(const uint32_t *learning, size_t count, const KnowledgeRef &known);
  KnowledgeRef learn(Knowledge *known, const KnowledgeRef &knowledge);
  KnowledgeRef joinRemembered(const KnowledgeRef &left, const KnowledgeRef &right);
  void meet(const uint32_t *participants, size_t count);
  KnowledgeRef joinOfAll(const uint32_t *participants, size_t count) const;
  void raiseParticipants(CountedRef<CtaKnowledge> &home, const uint32_t *participants, size_t count);
  LaneMask lanesOf(uint32_t warp) const;
  KnowledgeRef acquireCoarse(const SyncPoint &location, Scope scope);
  FenceState &fenceState(uint32_t thread);

  uint32_t ctaNumber, clusterNumber, agents;
  std::vector<uint32_t> warpClocks;
  std::vector<Thread> threads;
  std::vector<std::unique_ptr<FenceState>> fences;
  /// The last join of an acquire and the last handing over: lanes of a warp mostly do the same one after another.
  KnowledgeRef joinedLeft, joinedRight, joined;
  KnowledgeRef handedFrom, handedTo;
  /// What was released through coarse locations.
  std::vector<KnowledgeRef> pools;
  KnowledgeRef allOthers;
};

} // namespace tkc::sim

#endif // TKC_SIM_MEMORY_CLOCKS_H
