// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How mbarriers count and complete.
#include "Mbarriers.h"

#include <cstring>

namespace tkc::sim {

/// The upper halves of what only mbarriers and their states hold.
static constexpr uint64_t imageTag = uint64_t(0xb477) << 48, stateTag = uint64_t(0x57a7) << 48,
                          tagMask = uint64_t(0xffff) << 48;
static constexpr unsigned countBits = 20;

void Mbarrier::init(uint32_t count, const Epoch &by) {
  isValid = true;
  isFenced = false;
  expected = pending = count;
  transactions = 0;
  expectedBytes = arrivedBytes = 0;
  completed = observed = copiedInPhase = 0;
  ++clock;
  initialised = by;
  releases.clear();
  knowledge.clear();
}

uint64_t Mbarrier::image() const {
  return imageTag | (completed & 0xff) << 2 * countBits | uint64_t(pending) << countBits | expected;
}

uint64_t Mbarrier::state() const { return stateTag | (completed & ((uint64_t(1) << 28) - 1)) << countBits | pending; }

std::optional<uint64_t> Mbarrier::phaseOfState(uint64_t state) {
  return (state & tagMask) == stateTag ? std::optional((state & ~tagMask) >> countBits) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Counting
//===----------------------------------------------------------------------===//

Mbarrier::Problem Mbarrier::arrive(uint32_t count, const KnowledgeRef &released, uint32_t cta, Scope scope, bool drops,
                                   bool mayComplete) {
  if (count == 0 || count > maxCount) {
    return MbarrierProblem{FaultKind::MbarrierMisuse, "an arrival counts from 1 to " + std::to_string(maxCount) +
                                                          ", got " + std::to_string(count)};
  }
  if (count > pending) {
    return MbarrierProblem{FaultKind::MbarrierMisuse,
                           describe() + ": " + std::to_string(count) + (count == 1 ? " more arrives" : " more arrive")};
  }
  if (!mayComplete && count == pending && transactions == 0) {
    return MbarrierProblem{FaultKind::MbarrierMisuse, describe() + ": an arrival with .noComplete completes the phase"};
  }
  pending -= count;
  expected -= drops ? count : 0;
  if (released) {
    Release *same = nullptr;
    for (Release &each : releases) {
      same = each.cta == cta && each.scope == scope ? &each : same;
    }
    if (same) {
      joinInto(same->knowledge, released);
    } else {
      releases.push_back({released, cta, scope});
    }
  }
  return settle();
}

Mbarrier::Problem Mbarrier::addPending() {
  if (pending == maxCount) {
    return MbarrierProblem{FaultKind::MbarrierMisuse, describe() + ": one more would be too many"};
  }
  ++pending;
  return std::nullopt;
}

static MbarrierProblem outOfRange(const Mbarrier &barrier) {
  return {FaultKind::MbarrierMisuse, barrier.describe() + ": more than " + std::to_string(Mbarrier::maxTransactions) +
                                         " bytes are pending, or as many have arrived early"};
}

Mbarrier::Problem Mbarrier::expectTransactions(uint64_t bytes, const MbarrierUser &user) {
  expectation = user;
  transactions += static_cast<int64_t>(bytes);
  expectedBytes += bytes;
  if (transactions > maxTransactions) {
    return outOfRange(*this);
  }
  return std::nullopt;
}

Mbarrier::Problem Mbarrier::completeTransactions(uint64_t bytes, const MbarrierUser &user) {
  transactions -= static_cast<int64_t>(bytes);
  arrivedBytes += bytes;
  if (transactions < -maxTransactions) {
    return outOfRange(*this);
  }
  return settle();
}

Mbarrier::Problem Mbarrier::settle() {
  if (pending != 0) {
    return std::nullopt;
  }
  if (transactions < 0) {
    return MbarrierProblem{FaultKind::TransactionCountMismatch, *describeMismatch()};
  }
  if (transactions == 0) {
    completePhase();
  }
  return std::nullopt;
}

void Mbarrier::completePhase() {
  uint32_t cluster = static_cast<uint32_t>(homeCta->cluster().number());
  for (const Release &release : releases) {
    knowledge.release(release.knowledge, release.cta, cluster, release.scope);
  }
  releases.clear();
  if (copiedInPhase == completed + 1) {
    knowledge.release(joinEpoch(nullptr, copyEpoch()), homeCta->number(), cluster, Scope::Cluster);
  }
  ++clock;
  ++completed;
  pending = expected;
  expectedBytes = arrivedBytes = 0;
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

static std::string hexadecimal(uint32_t number) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string text;
  do {
    text.insert(text.begin(), digits[number % 16]);
    number /= 16;
  } while (number != 0);
  return "0x" + text;
}

std::string Mbarrier::name() const {
  std::string text = "mbarrier at shared " + hexadecimal(sharedAddress & ((1u << sharedRankShift) - 1));
  return homeCta->cluster().size() == 1 ? text : text + " of CTA " + std::to_string(homeCta->rank());
}

std::string Mbarrier::describe() const {
  std::string text = name() + ", phase " + std::to_string(completed) + " (parity " + std::to_string(completed & 1) +
                     "), " + std::to_string(pending) + " of " + std::to_string(expected) + " arrivals pending";
  if (transactions != 0) {
    text += ", " + std::to_string(transactions) + " bytes pending";
  }
  return text;
}

std::string Mbarrier::describe(uint64_t phase) const {
  return phase == completed
             ? describe()
             : name() + ", phase " + std::to_string(phase) + " (parity " + std::to_string(phase & 1) + ")";
}

std::optional<std::string> Mbarrier::describeMismatch() const {
  if (!isValid || pending != 0 || transactions == 0) {
    return std::nullopt;
  }
  return name() + ", phase " + std::to_string(completed) + ": all have arrived, " + std::to_string(expectedBytes) +
         " bytes were expected and " + std::to_string(arrivedBytes) + " came";
}

//===----------------------------------------------------------------------===//
// MbarrierTable
//===----------------------------------------------------------------------===//

Mbarrier *MbarrierTable::find(uint32_t address) {
  auto found = barriers.find(address);
  return found == barriers.end() ? nullptr : &found->second;
}

Mbarrier &MbarrierTable::at(uint32_t address) {
  return barriers.try_emplace(address, cluster->cta(address >> sharedRankShift), address).first->second;
}

void MbarrierTable::ctaEnded(Cta &cta) {
  for (auto &[address, barrier] : barriers) {
    const MbarrierUser *copy = barrier.unobservedCopy();
    if (&barrier.home() != &cta || !barrier.isInitialised() || !copy) {
      continue;
    }
    Fault fault;
    fault.kind = FaultKind::CopyInFlightAtExit;
    fault.instruction = copy->instruction;
    fault.place = copy->place;
    fault.detail = "nobody has waited for the copy on the " + barrier.name() + " when the last thread of the CTA ends";
    cluster->launch().faults.report(std::move(fault));
  }
}

void MbarrierTable::describeWaits(std::vector<std::string> &notes) const {
  for (const auto &[address, barrier] : barriers) {
    std::optional<std::string> mismatch = barrier.describeMismatch();
    if (!mismatch) {
      continue;
    }
    notes.push_back(*mismatch);
    Fault fault;
    fault.kind = FaultKind::TransactionCountMismatch;
    fault.instruction = barrier.lastExpectation().instruction;
    fault.place = barrier.lastExpectation().place;
    fault.detail = *mismatch;
    cluster->launch().faults.report(std::move(fault));
  }
}

std::optional<uint32_t> sharedClusterAddress(Space space, uint64_t address) {
  uint64_t offset = space == Space::Generic ? address - sharedWindow : address;
  return offset < (uint64_t(1) << 32) ? std::optional(static_cast<uint32_t>(offset)) : std::nullopt;
}

Mbarrier *findMbarrier(Cluster &cluster, uint32_t address, const uint8_t *image, std::string &problem) {
  Mbarrier *barrier = MbarrierTable::of(cluster).find(address);
  if (!barrier || !barrier->isInitialised()) {
    problem = "no mbarrier is initialised at shared " + hexadecimal(address & ((1u << sharedRankShift) - 1));
    return nullptr;
  }
  uint64_t found = 0;
  std::memcpy(&found, image, sizeof(found));
  if (found != barrier->image()) {
    problem = "the " + barrier->name() + " has been overwritten";
    return nullptr;
  }
  return barrier;
}

} // namespace tkc::sim
