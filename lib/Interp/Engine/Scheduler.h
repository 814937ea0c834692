// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs all programs of a grid on a few threads, fairly: programs that wait for others are put aside and resumed in
// turn with programs that have not started.
#ifndef TKC_LIB_INTERP_ENGINE_SCHEDULER_H
#define TKC_LIB_INTERP_ENGINE_SCHEDULER_H

#include <condition_variable>
#include <deque>

#include "Machine.h"

namespace tkc::interp {

class Scheduler {
public:
  /// Gives up after `stallLimit` instructions in which no memory changes and no program starts or ends.
  Scheduler(const Grid &grid, uint64_t stallLimit);

  void run(unsigned threadCount);

private:
  void work();
  /// The next program to run; null when all have finished.
  std::unique_ptr<Program> take(bool prefersNew);
  void putAside(std::unique_ptr<Program> program, uint64_t executed);
  void retire(std::unique_ptr<Program> program);
  std::unique_ptr<Program> start();
  void reportStall(const Program &program);

  const Grid &grid;
  uint64_t stallLimit;
  uint64_t programCount;

  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::unique_ptr<Program>> suspended;
  /// Finished programs, whose arenas the next ones reuse.
  std::vector<std::unique_ptr<Program>> spare;
  uint64_t started = 0, finished = 0;
  uint64_t stalledFor = 0, lastChanges = 0;
  bool isAborted = false;
};

} // namespace tkc::interp

#endif // TKC_LIB_INTERP_ENGINE_SCHEDULER_H
