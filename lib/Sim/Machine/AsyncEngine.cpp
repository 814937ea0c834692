// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The queue of operations in flight.
#include "tkc/Sim/Machine/AsyncEngine.h"

namespace tkc::sim {

AsyncTicket AsyncEngine::issue(AsyncOperation operation, AsyncTiming timing) {
  AsyncTicket ticket = ++lastTicket;
  pending.push_back({ticket, std::move(operation)});
  if (timing == AsyncTiming::Early) {
    finish(ticket);
  }
  return ticket;
}

bool AsyncEngine::isDone(AsyncTicket ticket) const {
  for (const Pending &each : pending) {
    if (each.ticket == ticket) {
      return false;
    }
  }
  return true;
}

void AsyncEngine::performAt(size_t position) {
  // The operation may issue others, so it leaves the queue first.
  AsyncOperation operation = std::move(pending[position].operation);
  pending.erase(pending.begin() + static_cast<std::ptrdiff_t>(position));
  ++performed;
  operation.perform();
}

void AsyncEngine::finish(AsyncTicket ticket) {
  while (!isDone(ticket)) {
    size_t position = 0;
    while (pending[position].ticket != ticket) {
      ++position;
    }
    AsyncQueue queue = pending[position].operation.queue;
    size_t first = 0;
    while (queue != 0 && pending[first].operation.queue != queue) {
      ++first;
    }
    performAt(queue == 0 ? position : first);
  }
}

void AsyncEngine::finishQueue(AsyncQueue queue) {
  for (size_t position = 0; position < pending.size();) {
    if (pending[position].operation.queue != queue) {
      ++position;
      continue;
    }
    performAt(position);
    position = 0;
  }
}

bool AsyncEngine::isEligible(size_t position) const {
  AsyncQueue queue = pending[position].operation.queue;
  for (size_t earlier = 0; queue != 0 && earlier < position; ++earlier) {
    if (pending[earlier].operation.queue == queue) {
      return false;
    }
  }
  return true;
}

size_t AsyncEngine::numEligible() const {
  size_t count = 0;
  for (size_t position = 0; position < pending.size(); ++position) {
    count += isEligible(position);
  }
  return count;
}

void AsyncEngine::performEligible(size_t index) {
  for (size_t position = 0; position < pending.size(); ++position) {
    if (isEligible(position) && index-- == 0) {
      performAt(position);
      return;
    }
  }
}

void AsyncEngine::clear() { *this = AsyncEngine(); }

} // namespace tkc::sim
