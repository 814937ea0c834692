// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The mbarriers of a cluster: counts, phases, and what each phase hands on. Threads and copies both act on them.
#ifndef TKC_LIB_SIM_INSTRUCTIONS_MBARRIERS_H
#define TKC_LIB_SIM_INSTRUCTIONS_MBARRIERS_H

#include "tkc/Sim/Machine/Cluster.h"
#include "tkc/Sim/Machine/MachineState.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tkc::sim {

/// A fault, before it is known whose.
struct MbarrierProblem {
  FaultKind kind;
  std::string text;
};

/// Who did something, for reports that come later.
struct MbarrierUser {
  InstructionIndex instruction = noInstruction;
  ThreadPlace place;
};

/// One mbarrier. Its 64 bits in shared memory hold `image()`, which tells it from everything else.
class Mbarrier {
public:
  static constexpr uint32_t maxCount = (1u << 20) - 1;
  static constexpr int64_t maxTransactions = (1 << 20) - 1;

  Mbarrier(Cta &home, uint32_t address) : homeCta(&home), sharedAddress(address), worker(home.clocks().addAgent()) {}

  void init(uint32_t count, const Epoch &by);
  void invalidate() { isValid = false; }
  bool isInitialised() const { return isValid; }
  /// Whether copies are expected, or have come unexpected.
  bool hasBytesPending() const { return isValid && transactions != 0; }

  uint64_t image() const;
  /// What `mbarrier.arrive` returns: the phase and the arrivals that were pending.
  uint64_t state() const;
  static std::optional<uint64_t> phaseOfState(uint64_t state);
  static uint32_t pendingOfState(uint64_t state) { return static_cast<uint32_t>(state) & maxCount; }

  /// How many phases are complete; the parity of the one that is under way is its last bit.
  uint64_t phase() const { return completed; }

  using Problem = std::optional<MbarrierProblem>;
  /// One arrival of `count`; `released` is handed to those who wait for the phase. With `drops`, later phases expect as
  /// many fewer. `mayComplete` false is `.noComplete`.
  Problem arrive(uint32_t count, const KnowledgeRef &released, uint32_t cta, Scope scope, bool drops, bool mayComplete);
  /// Counts an arrival that comes later, on its own.
  Problem addPending();
  Problem expectTransactions(uint64_t bytes, const MbarrierUser &user);
  Problem completeTransactions(uint64_t bytes, const MbarrierUser &user);

  /// As whom copies work that complete now.
  Epoch copyEpoch() const { return {worker, clock}; }
  /// Says that a copy has moved data as copyEpoch().
  void noteCopy(const MbarrierUser &user) {
    lastCopy = user;
    copiedInPhase = completed + 1;
  }
  /// A copy that nobody has waited for.
  const MbarrierUser *unobservedCopy() const { return copiedInPhase > observed ? &lastCopy : nullptr; }
  /// A thread has seen that all phases before the present one are complete.
  void observe() { observed = completed; }
  /// What complete phases hand on.
  const SyncPoint &handedOn() const { return knowledge; }

  /// Whether the initialisation happened before the thread's next access, and whether copies issued with that knowledge
  /// see it: a fence for initialisations serves for both.
  bool isInitOrdered(const CtaClocks &clocks, uint32_t thread) const {
    return isFenced || clocks.isOrderedBefore(initialised, thread);
  }
  bool isInitVisibleToCopies(const KnowledgeRef &known) const {
    return isFenced || knowsThroughAsyncProxy(known, initialised);
  }
  /// The thread that has initialised it has fenced its initialisations.
  void fenceInit(Agent thread) { isFenced |= thread == initialised.agent; }

  Cta &home() const { return *homeCta; }
  uint32_t address() const { return sharedAddress; }
  /// `mbarrier at shared 0x500`.
  std::string name() const;
  /// `mbarrier at shared 0x500, phase 3 (parity 1), 1 of 4 arrivals pending, 2048 bytes pending`.
  std::string describe() const;
  /// The same of a phase that may be over: then only which one it was.
  std::string describe(uint64_t phase) const;
  /// Why the phase under way can never complete: all have arrived, and the bytes differ.
  std::optional<std::string> describeMismatch() const;
  const MbarrierUser &lastExpectation() const { return expectation; }

private:
  struct Release {
    KnowledgeRef knowledge;
    uint32_t cta;
    Scope scope;
  };
  Problem settle();
  void completePhase();

  Cta *homeCta;
  uint32_t sharedAddress;
  Agent worker;
  uint32_t clock = 1;
  bool isValid = false, isFenced = false;
  uint32_t expected = 0, pending = 0;
  int64_t transactions = 0;
  uint64_t completed = 0, observed = 0, copiedInPhase = 0;
  uint64_t expectedBytes = 0, arrivedBytes = 0;
  Epoch initialised;
  std::vector<Release> releases;
  SyncPoint knowledge;
  MbarrierUser lastCopy, expectation;
};

/// All mbarriers of a cluster, by their shared::cluster address.
class MbarrierTable : public MachineState {
public:
  static constexpr char stateKey = 0;

  static MbarrierTable &of(Cluster &cluster) {
    auto &table = cluster.states().get<MbarrierTable>();
    table.cluster = &cluster;
    return table;
  }

  /// The mbarrier that was initialised there, or null.
  Mbarrier *find(uint32_t address);
  /// The one at that address, to be initialised.
  Mbarrier &at(uint32_t address);
  template <typename F>
  void forEach(F visit) {
    for (auto &entry : barriers) {
      visit(entry.second);
    }
  }

  void ctaEnded(Cta &cta) override;
  void describeWaits(std::vector<std::string> &notes) const override;

private:
  Cluster *cluster = nullptr;
  std::map<uint32_t, Mbarrier> barriers;
};

/// The shared::cluster address that an address of a space means, or nothing when it lies elsewhere.
std::optional<uint32_t> sharedClusterAddress(Space space, uint64_t address);

/// The mbarrier that `image` (eight bytes of shared memory at that address) is of, or what is wrong.
Mbarrier *findMbarrier(Cluster &cluster, uint32_t address, const uint8_t *image, std::string &problem);

} // namespace tkc::sim

#endif // TKC_LIB_SIM_INSTRUCTIONS_MBARRIERS_H
