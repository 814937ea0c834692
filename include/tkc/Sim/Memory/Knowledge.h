// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What somebody knows of others' accesses: vector clocks that are shared and copied on write. Clocks are kept by
// warps, since the lanes of a warp mostly agree, so that a warp costs two numbers and a barrier little.
#ifndef TKC_SIM_MEMORY_KNOWLEDGE_H
#define TKC_SIM_MEMORY_KNOWLEDGE_H

#include <atomic>
#include <cstdint>
#include <utility>
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

/// A moment of an agent; clocks start at 1.
struct Epoch {
  Agent agent;
  uint32_t clock = 0;
};

/// A reference to a counted object: `retain(n)` and `release(n)` of T count. Cheap to move; a copy counts atomically.
template <typename T>
class CountedRef {
public:
  CountedRef() = default;
  CountedRef(std::nullptr_t) {}
  CountedRef(const CountedRef &other) : object(other.object) {
    if (object) {
      object->retain(1);
    }
  }
  CountedRef(CountedRef &&other) noexcept : object(std::exchange(other.object, nullptr)) {}
  ~CountedRef() { reset(); }
  CountedRef &operator=(CountedRef other) noexcept {
    std::swap(object, other.object);
    return *this;
  }

  /// Takes over a count that the caller holds.
  static CountedRef adopt(T *object) {
    CountedRef ref;
    ref.object = object;
    return ref;
  }
  /// Hands the count over to the caller.
  T *detach() { return std::exchange(object, nullptr); }
  void reset() {
    if (T *old = std::exchange(object, nullptr)) {
      old->release(1);
    }
  }

  T *get() const { return object; }
  T *operator->() const { return object; }
  T &operator*() const { return *object; }
  explicit operator bool() const { return object != nullptr; }
  bool operator==(const CountedRef &other) const { return object == other.object; }
  bool operator!=(const CountedRef &other) const { return object != other.object; }

private:
  T *object = nullptr;
};

/// Clocks of the lanes of one warp that do not agree.
struct LaneClocks {
  std::atomic<uint32_t> references{1};
  uint32_t clocks[warpSize];
  /// Up to where generic accesses have been handed to the async proxy.
  uint32_t handed[warpSize];

  void retain(uint32_t count) { references.fetch_add(count, std::memory_order_relaxed); }
  void release(uint32_t count);
  bool isUnique() const { return references.load(std::memory_order_acquire) == 1; }
};

/// What is known of one warp, or of 32 agents: the least of its lanes' clocks, and each when they differ.
struct WarpClocks {
  uint32_t clock = 0;
  uint32_t handed = 0;
  CountedRef<LaneClocks> lanes;

  uint32_t clockOf(unsigned lane) const { return lanes ? lanes->clocks[lane] : clock; }
  uint32_t handedOf(unsigned lane) const { return lanes ? lanes->handed[lane] : handed; }
};

/// What is known of one CTA; immutable once it is shared.
class CtaKnowledge {
public:
  static CtaKnowledge *make(uint32_t warps);

  uint32_t warps() const { return count; }
  const WarpClocks &warp(uint32_t index) const { return entries()[index]; }
  WarpClocks &warp(uint32_t index) { return entries()[index]; }

  bool knows(uint32_t index, uint32_t clock) const {
    uint32_t number = index / warpSize;
    if (number >= count) {
      return false;
    }
    const WarpClocks &entry = entries()[number];
    return clock <= entry.clock || (entry.lanes && clock <= entry.lanes->clocks[index % warpSize]);
  }
  bool knowsThroughAsyncProxy(uint32_t index, uint32_t clock) const {
    uint32_t number = index / warpSize;
    if (number >= count) {
      return false;
    }
    const WarpClocks &entry = entries()[number];
    return clock <= entry.handed || (entry.lanes && clock <= entry.lanes->handed[index % warpSize]);
  }

  void retain(uint32_t added) { references.fetch_add(added, std::memory_order_relaxed); }
  void release(uint32_t dropped);
  bool isUnique() const { return references.load(std::memory_order_acquire) == 1; }

private:
  explicit CtaKnowledge(uint32_t warps) : count(warps) {}
  ~CtaKnowledge() = default;
  const WarpClocks *entries() const { return reinterpret_cast<const WarpClocks *>(this + 1); }
  WarpClocks *entries() { return reinterpret_cast<WarpClocks *>(this + 1); }

  std::atomic<uint32_t> references{1};
  uint32_t count;
};

/// What is known of CTAs besides the home, sorted by number; immutable once it is shared.
struct OtherCtas {
  struct Entry {
    uint32_t cta;
    CountedRef<CtaKnowledge> knowledge;
  };
  std::atomic<uint32_t> references{1};
  std::vector<Entry> entries;

  const CountedRef<CtaKnowledge> *find(uint32_t cta) const;
  void retain(uint32_t count) { references.fetch_add(count, std::memory_order_relaxed); }
  void release(uint32_t count);
};

/// What somebody knows: for each agent the clock up to which its accesses happened before, and the clock up to which
/// a proxy fence has handed its generic accesses to the async proxy. Immutable and shared; joins copy.
class Knowledge {
public:
  explicit Knowledge(uint32_t cta) : cta(cta) {}

  /// The CTA that this is mostly about, and what is known of it.
  uint32_t cta;
  CountedRef<CtaKnowledge> home;
  /// One more agent of that CTA; clock 0 for none. Spares a copy for who only adds its own clock.
  uint32_t extraIndex = 0, extraClock = 0, extraHanded = 0;
  /// Everything of all other CTAs is known: the end of exactness when very many locations hand knowledge on.
  bool knowsAllOthers = false;
  CountedRef<OtherCtas> others;

  bool knows(Agent agent, uint32_t clock) const {
    if (agent.cta != cta) {
      return knowsOther(agent, clock, false);
    }
    return (home && home->knows(agent.index, clock)) || (extraIndex == agent.index && clock <= extraClock);
  }
  bool knowsThroughAsyncProxy(Agent agent, uint32_t clock) const {
    if (agent.cta != cta) {
      return knowsOther(agent, clock, true);
    }
    return (home && home->knowsThroughAsyncProxy(agent.index, clock)) ||
           (extraIndex == agent.index && clock <= extraHanded);
  }
  /// What is known of a CTA without the extra agent; null for nothing.
  const CtaKnowledge *of(uint32_t other) const;

  void retain(uint32_t count) { references.fetch_add(count, std::memory_order_relaxed); }
  void release(uint32_t count);
  bool isUnique() const { return references.load(std::memory_order_acquire) == 1; }

private:
  bool knowsOther(Agent agent, uint32_t clock, bool throughAsyncProxy) const;

  std::atomic<uint32_t> references{1};
};

/// Shared knowledge; null knows nothing.
using KnowledgeRef = CountedRef<Knowledge>;

/// Whether all accesses of `epoch` happen before what `knowledge` belongs to.
inline bool knows(const KnowledgeRef &knowledge, const Epoch &epoch) {
  return knowledge && knowledge->knows(epoch.agent, epoch.clock);
}
/// Whether generic accesses of `epoch` are visible to the async proxy there.
inline bool knowsThroughAsyncProxy(const KnowledgeRef &knowledge, const Epoch &epoch) {
  return knowledge && knowledge->knowsThroughAsyncProxy(epoch.agent, epoch.clock);
}
/// The union of both; either may be null, which knows nothing. About the left one's CTA, if there is one.
KnowledgeRef join(const KnowledgeRef &left, const KnowledgeRef &right);
/// As `target = join(target, added)`, in place when nobody else holds `target`.
void joinInto(KnowledgeRef &target, const KnowledgeRef &added);
/// `knowledge`, and all accesses of `epoch`'s agent up to it.
KnowledgeRef joinEpoch(const KnowledgeRef &knowledge, const Epoch &epoch);
/// `knowledge` with all that it knows handed to the async proxy.
KnowledgeRef handToAsyncProxy(const KnowledgeRef &knowledge);
/// `knowledge` without an extra agent: it is among the others.
KnowledgeRef withoutExtra(const KnowledgeRef &knowledge);

/// Raises what is known of one agent. `target` is copied when others hold it or it is too small.
void raise(CountedRef<CtaKnowledge> &target, uint32_t index, uint32_t clock, uint32_t handed);
/// As raise, for lanes of a warp; `handed` has 32 entries.
void raiseWarp(CountedRef<CtaKnowledge> &target, uint32_t warp, LaneMask lanes, uint32_t clock, const uint32_t *handed);

} // namespace tkc::sim

#endif // TKC_SIM_MEMORY_KNOWLEDGE_H
