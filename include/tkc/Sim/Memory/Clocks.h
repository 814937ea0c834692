// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Happens-before: who knows of whose accesses. Threads and asynchronous agents have clocks; synchronisation hands
// knowledge on (docs/Simulator.md, "Happens-before").
#ifndef TKC_SIM_MEMORY_CLOCKS_H
#define TKC_SIM_MEMORY_CLOCKS_H

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace tkc::sim {

using LaneMask = uint32_t;
inline constexpr LaneMask allLanes = ~0u;
inline constexpr unsigned warpSize = 32;

/// A thread, or an asynchronous worker, of one CTA. Threads come first, by their linear number; further agents are
/// handed out by `CtaClocks::addAgent`.
struct Agent {
  /// The CTA's number in the launch.
  uint32_t cta = 0;
  uint32_t index = 0;

  bool operator==(const Agent &other) const { return cta == other.cta && index == other.index; }
};

/// A moment of an agent.
struct Epoch {
  Agent agent;
  uint32_t clock = 0;
};

/// What somebody knows: for each agent the clock up to which its accesses happened before, and the clock up to which
/// a proxy fence has handed its generic accesses to the async proxy. Immutable and shared; joins copy.
class Knowledge;
using KnowledgeRef = std::shared_ptr<const Knowledge>;

/// Whether all accesses of `epoch` happen before what `knowledge` belongs to.
bool knows(const KnowledgeRef &knowledge, const Epoch &epoch);
/// Whether generic accesses of `epoch` are visible to the async proxy there.
bool knowsThroughAsyncProxy(const KnowledgeRef &knowledge, const Epoch &epoch);
/// The union of both; either may be null, which knows nothing.
KnowledgeRef join(const KnowledgeRef &left, const KnowledgeRef &right);
/// `knowledge`, and all accesses of `epoch`'s agent up to it.
KnowledgeRef joinEpoch(const KnowledgeRef &knowledge, const Epoch &epoch);

/// How far a strong operation or fence reaches.
enum class Scope : uint8_t { Cta, Cluster, Gpu, System };

/// A place through which knowledge is handed on: an atomic location, an mbarrier's phase, a cluster barrier. What is
/// released at a scope can be acquired by threads within that scope of the releasing one.
class SyncPoint {
public:
  void release(KnowledgeRef knowledge, uint32_t cta, uint32_t cluster, Scope scope);
  /// What an acquire by a thread of that CTA and cluster learns; null for nothing.
  KnowledgeRef acquire(uint32_t cta, uint32_t cluster, Scope scope) const;
  void clear();

private:
  struct Entry {
    KnowledgeRef knowledge;
    uint32_t cta, cluster;
    Scope scope;
  };
  std::vector<Entry> entries;
};

/// The clocks of the threads and agents of one CTA. Only the host thread that runs the CTA's cluster touches it.
class CtaClocks {
public:
  CtaClocks(uint32_t cta, uint32_t cluster, uint32_t threads);

  uint32_t cta() const { return ctaNumber; }
  uint32_t cluster() const { return clusterNumber; }

  /// The present epoch of a thread, for its accesses.
  Epoch epoch(uint32_t thread) const { return {{ctaNumber, thread}, clocks[thread]}; }
  /// What a thread knows, its own accesses included.
  KnowledgeRef knowledge(uint32_t thread) const;
  /// Whether `epoch` happens before the next access of the thread: the fast path of every check.
  bool isOrderedBefore(const Epoch &epoch, uint32_t thread) const;

  /// All participants learn what each of them knows; their clocks advance.
  void barrier(const std::vector<uint32_t> &threads);
  /// As barrier, for the lanes of a warp whose first thread is given.
  void warpBarrier(uint32_t firstThread, LaneMask lanes);
  /// Returns what the thread knows and advances its clock, so that later accesses are not covered.
  KnowledgeRef release(uint32_t thread);
  /// The thread learns.
  void acquire(uint32_t thread, const KnowledgeRef &knowledge);

  /// fence.proxy.async: everything that the thread knows of becomes visible to the async proxy for those who learn
  /// from it.
  void proxyFence(uint32_t thread);
  /// fence.acq_rel and its kin: what relaxed operations have read is acquired, what they write later is released.
  void fence(uint32_t thread, Scope scope);
  /// A strong read of a location: with acquire semantics, or pending until a fence.
  void strongRead(uint32_t thread, const SyncPoint &location, Scope scope, bool isAcquire);
  /// A strong write: with release semantics, or releasing what the last fence covered.
  void strongWrite(uint32_t thread, SyncPoint &location, Scope scope, bool isRelease);

  /// A new asynchronous agent of this CTA, at clock 1.
  Agent addAgent();
  uint32_t threadCount() const { return static_cast<uint32_t>(clocks.size()); }

private:
  struct FenceState;

  uint32_t ctaNumber, clusterNumber, agents;
  std::vector<uint32_t> clocks;
  std::vector<KnowledgeRef> known;
  std::vector<std::unique_ptr<FenceState>> fences;
};

} // namespace tkc::sim

#endif // TKC_SIM_MEMORY_CLOCKS_H
