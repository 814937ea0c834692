// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random traces against an oracle that keeps every access and, for everybody, the set of accesses known.
#include <bitset>
#include <gtest/gtest.h>
#include <map>
#include <random>

#include "TestLaunch.h"

using namespace tkc::sim;

namespace {

constexpr size_t mostAccesses = 4096;
using Accesses = std::bitset<mostAccesses>;

/// What somebody knows: accesses that happened before, and those handed to the async proxy.
struct Known {
  Accesses before, handed;

  void add(const Known &other) {
    before |= other.before;
    handed |= other.handed;
  }
};

struct Recorded {
  size_t number;
  uint32_t cta;
  AccessKind kind;
  uint32_t strength;
  bool isAsync;
  bool isByAgent;
};

struct OracleLocation {
  struct Entry {
    Known known;
    uint32_t cta, cluster;
    Scope scope;
  };
  std::vector<Entry> entries;

  static bool reaches(Scope scope, uint32_t cta, uint32_t cluster, uint32_t otherCta, uint32_t otherCluster) {
    return scope == Scope::Cta ? cta == otherCta : scope != Scope::Cluster || cluster == otherCluster;
  }
  Known acquire(uint32_t cta, uint32_t cluster, Scope scope) const {
    Known known;
    for (const Entry &entry : entries) {
      if (reaches(scope, cta, cluster, entry.cta, entry.cluster) &&
          reaches(entry.scope, entry.cta, entry.cluster, cta, cluster)) {
        known.add(entry.known);
      }
    }
    return known;
  }
};

struct OracleThread {
  Known known;
  Known released, pending;
};

/// Says for each access whether it is at fault, from all accesses before.
class Oracle {
public:
  explicit Oracle(uint32_t clusterSize) : clusterSize(clusterSize) {}

  /// An access that knows of `known`; it is remembered.
  bool isAtFault(uint64_t byte, uint32_t bytes, const Recorded &access, const Known &known) {
    bool isBad = false;
    for (uint64_t at = byte; at < byte + bytes; ++at) {
      for (const Recorded &earlier : history[at]) {
        bool isOrdered = isSettled(at, earlier, known);
        bool conflicts = earlier.kind != AccessKind::Read || access.kind != AccessKind::Read;
        isBad |= !isOrdered && conflicts && !isExempt(earlier, access);
        isBad |= isOrdered && access.isAsync && !earlier.isAsync && earlier.kind != AccessKind::Read &&
                 !known.handed[earlier.number] && !isOverwritten(at, earlier, known);
      }
      history[at].push_back(access);
    }
    seen[access.number] = known.before;
    return isBad;
  }

private:
  bool isExempt(const Recorded &left, const Recorded &right) const {
    uint32_t strength = std::min(left.strength, right.strength);
    if (strength == 0 || left.isAsync != right.isAsync) {
      return false;
    }
    return OracleLocation::reaches(static_cast<Scope>(strength - 1), left.cta, left.cta / clusterSize, right.cta,
                                   right.cta / clusterSize);
  }
  /// Whether `later` saw `earlier`, and meets whatever `earlier` meets.
  bool covers(const Recorded &later, const Recorded &earlier) const {
    bool isPlain = later.strength == 0 ||
                   (later.strength <= earlier.strength && later.cta == earlier.cta && later.isAsync == earlier.isAsync);
    return isPlain && (later.kind != AccessKind::Read || earlier.kind == AccessKind::Read) &&
           seen.at(later.number)[earlier.number];
  }
  /// Known, or seen by asynchronous work that is: who waits for that learns of the work alone, but the work was done
  /// after what its issuer knew.
  bool isSettled(uint64_t byte, const Recorded &earlier, const Known &known) const {
    if (known.before[earlier.number]) {
      return true;
    }
    for (const Recorded &later : history.at(byte)) {
      if (later.isByAgent && covers(later, earlier) && isSettled(byte, later, known)) {
        return true;
      }
    }
    return false;
  }
  bool isOverwritten(uint64_t byte, const Recorded &write, const Known &known) const {
    for (const Recorded &later : history.at(byte)) {
      if (later.kind != AccessKind::Read && covers(later, write) && isSettled(byte, later, known)) {
        return true;
      }
    }
    return false;
  }

  uint32_t clusterSize;
  std::map<uint64_t, std::vector<Recorded>> history;
  std::map<size_t, Accesses> seen;
};

/// A trace of random accesses and synchronisation, done by the simulator's memory and by the oracle at once.
class Trace {
public:
  static constexpr uint32_t threads = 64, ctas = 3, clusterSize = 2, bytes = 128;

  Trace(uint32_t seed, bool isShared) : random(seed), isShared(isShared), launch(options()), oracle(clusterSize) {
    buffer = launch.global.allocate("buffer", 4096);
    for (uint32_t cta = 0; cta < ctas; ++cta) {
      states.emplace_back(threads);
      agents.push_back({launch.clocksOf(cta).addAgent(), launch.clocksOf(cta).addAgent()});
      agentClocks.push_back({1, 1});
    }
    doneByAgent.resize(ctas * 2);
  }

  /// Accesses on which the two disagreed, in words.
  std::string run(unsigned steps) {
    for (unsigned step = 0; step < steps && difference.empty(); ++step) {
      if (pick(12) == 0) {
        meetAll();
        continue;
      }
      unsigned what = pick(20);
      what < 6 ? access() : what < 10 ? barrier() : what < 12 ? strong() : what < 15 ? handOver() : other(what);
    }
    return difference;
  }
  unsigned faultsSeen = 0, faultsMissed = 0, accessesSeen = 0;

private:
  static TestLaunch::Options options() {
    TestLaunch::Options options;
    options.ctas = 4;
    options.threads = threads;
    options.clusterSize = clusterSize;
    return options;
  }
  unsigned pick(unsigned count) { return static_cast<unsigned>(random() % count); }
  /// Shared memory of CTA 0 is reached by its cluster only.
  uint32_t pickCta() { return isShared ? pick(2) : pick(ctas); }
  uint32_t pickThread() {
    static const uint32_t some[] = {0, 1, 33};
    return some[pick(3)];
  }
  Space space() const { return isShared ? Space::SharedCluster : Space::Global; }
  uint64_t addressOf(uint32_t byte) const { return isShared ? launch.sharedAddress(0, byte) : buffer + byte; }
  Known &known(uint32_t cta, uint32_t thread) { return states[cta][thread].known; }

  void compare(bool isExpected, const std::string &what) {
    std::string names = launch.takeFaults();
    ++accessesSeen;
    faultsSeen += isExpected;
    faultsMissed += isExpected && names.empty();
    if (isExpected == names.empty() && (isShared || !isExpected)) {
      difference = "access " + std::to_string(accesses) + " " + what + ": " +
                   (isExpected ? "a fault was missed" : "invented " + names);
    }
  }

  void access() {
    uint32_t cta = pickCta();
    if (pick(4) == 0) {
      startCopy(cta);
      return;
    }
    uint32_t first = pickThread(), warp = first / warpSize;
    bool isRow = pick(3) == 0;
    unsigned kind = pick(5);
    Access access = TestLaunch::make(kind < 2   ? AccessKind::Read
                                     : kind < 4 ? AccessKind::Write
                                                : AccessKind::ReadModifyWrite,
                                     space(), isRow ? 4u << pick(3) : 1u << pick(4));
    access.isStrong = kind == 4 || pick(4) == 0;
    access.scope = static_cast<Scope>(pick(3));
    access.alignment = 1;
    access.lanes = isRow ? pickRow(access.sizeInBytes) : 1u << first % warpSize | (pick(3) == 0 ? 0b11 : 0);
    uint32_t flip = pick(3);
    bool isExpected = false;
    std::array<uint64_t, warpSize> addresses = {};
    for (unsigned lane = 0; lane < warpSize; ++lane) {
      if (!(access.lanes >> lane & 1)) {
        continue;
      }
      uint32_t byte = pick(8) == 0 ? pick(bytes) : pick(bytes) / access.sizeInBytes * access.sizeInBytes;
      byte = isRow ? ((lane ^ flip) * access.sizeInBytes) % bytes : byte;
      addresses[lane] = addressOf(byte);
      isExpected |= record(cta, warp * warpSize + lane, byte, access);
    }
    access.addresses = addresses.data();
    store(launch.warp(cta, warp), access, isRow);
    compare(isExpected, "by cta " + std::to_string(cta) + " warp " + std::to_string(warp));
  }

  /// Lanes that may cover a block with pieces of that size.
  LaneMask pickRow(uint32_t size) {
    unsigned count = bytes / size;
    return count == warpSize ? allLanes : ((1u << count) - 1) << pick(warpSize / count) * count;
  }

  bool record(uint32_t cta, uint32_t thread, uint32_t byte, const Access &access) {
    uint32_t strength = access.isStrong ? static_cast<uint32_t>(access.scope) + 1 : 0;
    Recorded recorded{accesses++, cta, access.kind, strength, false, false};
    bool isBad = oracle.isAtFault(byte, access.sizeInBytes, recorded, known(cta, thread));
    known(cta, thread).before.set(recorded.number);
    return isBad;
  }

  /// Every byte differs from what a write stored before.
  void store(WarpMemory &warp, const Access &access, bool isRow) {
    AccessWindow window = warp.open(access);
    value += isRow;
    for (LaneMask left = access.lanes; left && access.kind == AccessKind::Write; left &= left - 1) {
      value += !isRow;
      std::memset(window.data[static_cast<unsigned>(__builtin_ctz(left))], value, access.sizeInBytes);
    }
  }

  struct Copy {
    AsyncAccess access;
    uint32_t cta, byte, agent;
    Known known;
  };

  void startCopy(uint32_t cta) {
    bool isRow = pick(2) == 0;
    uint32_t thread = pickThread(), agent = pick(2), byte = isRow ? 0 : pick(bytes / 4) * 4;
    Copy copy;
    copy.cta = cta;
    copy.byte = byte;
    copy.agent = agent;
    copy.known = known(cta, thread);
    static const AccessKind kinds[] = {AccessKind::Read, AccessKind::Write, AccessKind::ReadModifyWrite};
    copy.access = launch.startAsync(cta, thread, kinds[pick(3)], space(), addressOf(byte),
                                    isRow ? bytes : 4 + 4 * pick(2), {agents[cta][agent], agentClocks[cta][agent]});
    copy.access.isStrong = copy.access.kind == AccessKind::ReadModifyWrite;
    copy.access.proxy = agent == 0 ? Proxy::Async : Proxy::Generic;
    flying.push_back(copy);
  }

  void finishCopies(uint32_t cta, uint32_t agent) {
    for (size_t at = 0; at < flying.size();) {
      if (flying[at].cta != cta || flying[at].agent != agent) {
        ++at;
        continue;
      }
      Copy copy = flying[at];
      flying.erase(flying.begin() + static_cast<ptrdiff_t>(at));
      Recorded recorded{accesses++, cta, copy.access.kind, copy.access.isStrong ? 3u : 0u, agent == 0, true};
      bool isExpected = oracle.isAtFault(copy.byte, copy.access.sizeInBytes, recorded, copy.known);
      doneByAgent[cta * 2 + agent].push_back({recorded.number, copy.access.epoch.clock});
      launch.finish(cta, copy.access);
      compare(isExpected, "by agent " + std::to_string(agent) + " of cta " + std::to_string(cta));
    }
  }

  void waitForAgent(uint32_t cta) {
    uint32_t agent = pick(2), thread = pickThread();
    finishCopies(cta, agent);
    uint32_t clock = agentClocks[cta][agent]++ - (pick(3) == 0 ? 1 : 0);
    launch.clocksOf(cta).acquire(thread, joinEpoch(nullptr, {agents[cta][agent], clock}));
    for (auto [number, group] : doneByAgent[cta * 2 + agent]) {
      if (group <= clock) {
        known(cta, thread).before.set(number);
      }
    }
  }

  void barrier() {
    uint32_t cta = pickCta();
    std::vector<uint32_t> participants;
    if (pick(2) == 0) {
      launch.clocksOf(cta).warpBarrier(0, 0b11);
      participants = {0, 1};
    } else {
      participants = pick(3) != 0 ? launch.allThreads() : std::vector<uint32_t>{1, 33, 40};
      launch.clocksOf(cta).barrier(participants);
    }
    Known all;
    for (uint32_t thread : participants) {
      all.add(known(cta, thread));
    }
    for (uint32_t thread : participants) {
      known(cta, thread).add(all);
    }
  }

  /// Release, acquire and relaxed operations at locations of one scope each.
  void strong() {
    uint32_t cta = pick(ctas), thread = pickThread(), number = pick(3);
    Scope scope = number == 0 ? Scope::Cta : number == 1 ? Scope::Cluster : Scope::Gpu;
    CtaClocks &clocks = launch.clocksOf(cta);
    OracleThread &state = states[cta][thread];
    bool isOrdering = pick(2) == 0;
    if (pick(2) == 0) {
      clocks.strongRead(thread, points[number], scope, isOrdering);
      Known learnt = locations[number].acquire(cta, cta / clusterSize, scope);
      (isOrdering ? state.known : state.pending).add(learnt);
      return;
    }
    bool isAtomic = pick(3) != 0;
    clocks.strongWrite(thread, points[number], scope, isOrdering, isAtomic);
    if (!isAtomic) {
      locations[number].entries.clear();
    }
    locations[number].entries.push_back({isOrdering ? state.known : state.released, cta, cta / clusterSize, scope});
  }

  /// Everybody learns everything, in some traces with a fence too.
  void meetAll() {
    SyncPoint point;
    Known all;
    bool isFenced = pick(2) == 0;
    for (uint32_t cta = 0; cta < ctas; ++cta) {
      KnowledgeRef agentsDone;
      for (uint32_t agent = 0; agent < 2; ++agent) {
        finishCopies(cta, agent);
        agentsDone = joinEpoch(agentsDone, {agents[cta][agent], agentClocks[cta][agent]++});
        for (auto [number, group] : doneByAgent[cta * 2 + agent]) {
          all.before.set(number);
        }
      }
      for (uint32_t first = 0; first < threads; first += warpSize) {
        launch.clocksOf(cta).acquireLanes(first, allLanes, agentsDone);
        point.release(launch.clocksOf(cta).releaseLanes(first, allLanes), cta, cta / clusterSize, Scope::Gpu);
      }
      for (const OracleThread &state : states[cta]) {
        all.add(state.known);
      }
    }
    for (uint32_t cta = 0; cta < ctas; ++cta) {
      for (uint32_t first = 0; first < threads; first += warpSize) {
        launch.clocksOf(cta).acquireLanes(first, allLanes, point.acquire(cta, cta / clusterSize, Scope::Gpu));
        if (isFenced) {
          launch.clocksOf(cta).proxyFenceLanes(first, allLanes);
        }
      }
      for (OracleThread &state : states[cta]) {
        state.known.add(all);
        state.known.handed |= isFenced ? state.known.before : Accesses();
      }
    }
  }

  /// Straight from one thread to another, also of another CTA.
  void handOver() {
    uint32_t cta = pick(ctas), thread = pickThread(), toCta = pick(ctas), to = pickThread();
    launch.clocksOf(toCta).acquire(to, launch.clocksOf(cta).release(thread));
    known(toCta, to).add(known(cta, thread));
  }

  void other(unsigned what) {
    uint32_t cta = pickCta(), thread = pickThread();
    OracleThread &state = states[cta][thread];
    if (what == 15) {
      launch.clocksOf(cta).fence(thread, pick(2) ? Scope::Gpu : Scope::System);
      state.known.add(state.pending);
      state.pending = Known();
      state.released = state.known;
    } else if (what < 18) {
      launch.clocksOf(cta).proxyFence(thread);
      state.known.handed |= state.known.before;
    } else {
      waitForAgent(cta);
    }
  }

  std::mt19937 random;
  bool isShared;
  TestLaunch launch;
  Oracle oracle;
  uint64_t buffer;
  std::vector<std::vector<OracleThread>> states;
  std::vector<std::array<Agent, 2>> agents;
  std::vector<std::array<uint32_t, 2>> agentClocks;
  std::vector<std::vector<std::pair<size_t, uint32_t>>> doneByAgent;
  std::vector<Copy> flying;
  std::array<SyncPoint, 3> points;
  std::array<OracleLocation, 3> locations;
  size_t accesses = 0;
  int value = 0;
  std::string difference;
};

} // namespace

TEST(OracleTest, SharedMemoryIsExact) {
  unsigned faults = 0, accesses = 0;
  for (uint32_t seed = 0; seed < 150; ++seed) {
    Trace trace(seed, true);
    ASSERT_EQ(trace.run(250), "") << "seed " << seed;
    faults += trace.faultsSeen;
    accesses += trace.accessesSeen;
  }
  // The traces must hold much of both.
  EXPECT_GT(faults, accesses / 4);
  EXPECT_GT(accesses - faults, accesses / 4);
}

TEST(OracleTest, GlobalMemoryInventsNothingAndMissesLittle) {
  unsigned faults = 0, missed = 0, accesses = 0;
  for (uint32_t seed = 1000; seed < 1150; ++seed) {
    Trace trace(seed, false);
    ASSERT_EQ(trace.run(250), "") << "seed " << seed;
    faults += trace.faultsSeen;
    missed += trace.faultsMissed;
    accesses += trace.accessesSeen;
  }
  EXPECT_LT(missed, faults / 100);
  EXPECT_GT(accesses - faults, accesses / 4);
}
