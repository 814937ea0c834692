// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work that goes on beside the threads: copies, tensor-core instructions, arrivals that they cause. A family hands an
// operation to the engine of the cluster when a thread issues it; the schedule picks the moment at which it happens.
#ifndef TKC_SIM_MACHINE_ASYNCENGINE_H
#define TKC_SIM_MACHINE_ASYNCENGINE_H

#include "tkc/Sim/Memory/Fault.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <string>

namespace tkc::sim {

/// Operations of one queue happen in the order of their issue; those of queue 0 in any order. Families take numbers
/// from AsyncEngine::newQueue: one for each thread, warp or group whose operations are ordered.
using AsyncQueue = uint64_t;
/// Names an operation for as long as the cluster lives. Later ones are larger.
using AsyncTicket = uint64_t;

struct AsyncOperation {
  /// Moves the data, and arrives where somebody waits. Called once, on the host thread of the cluster.
  std::function<void()> perform;
  /// `bulk copy of 4096 bytes to shared`, for reports of copies in flight.
  std::function<std::string()> description;
  AsyncQueue queue = 0;
  /// Who issued it.
  InstructionIndex instruction = noInstruction;
  ThreadPlace place;
  /// The rank of the CTA that issued it, and whether it reads or writes shared memory, which must outlive it.
  uint32_t ctaRank = 0;
  bool usesShared = true;
  /// Shown among the matrix instructions of a trace, else among its copies.
  bool isMatrix = false;
};

/// When operations happen.
enum class AsyncTiming : uint8_t {
  /// As they are issued.
  Early,
  /// When somebody insists on them (`finish`), or when no thread of the cluster can go on.
  Late,
  /// At moments that are drawn.
  Random
};

/// The operations in flight of one cluster.
class AsyncEngine {
public:
  AsyncQueue newQueue() { return ++lastQueue; }

  /// Begins an operation. With `timing` Early it happens before this returns, after those before it in its queue.
  AsyncTicket issue(AsyncOperation operation, AsyncTiming timing);

  bool isDone(AsyncTicket ticket) const;
  /// Makes an operation happen now, and those before it in its queue. Nothing when it has happened.
  void finish(AsyncTicket ticket);
  void finishQueue(AsyncQueue queue);

  size_t numPending() const { return pending.size(); }
  /// How many operations could happen next.
  size_t numEligible() const;
  /// Makes the n-th of those that could happen next happen.
  void performEligible(size_t index);
  /// The operations in flight, oldest first.
  template <typename F>
  void forEachPending(F visit) const {
    for (const Pending &each : pending) {
      visit(each.operation);
    }
  }
  /// How many operations have happened: changes when one does.
  uint64_t numPerformed() const { return performed; }
  /// Drops everything.
  void clear();

private:
  struct Pending {
    AsyncTicket ticket;
    AsyncOperation operation;
  };
  bool isEligible(size_t position) const;
  void performAt(size_t position);

  std::deque<Pending> pending;
  AsyncTicket lastTicket = 0;
  AsyncQueue lastQueue = 0;
  uint64_t performed = 0;
};

} // namespace tkc::sim

#endif // TKC_SIM_MACHINE_ASYNCENGINE_H
