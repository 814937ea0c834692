// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Round-robin over resumable programs.
#include "Scheduler.h"

#include <algorithm>
#include <thread>

#include "Memory.h"

namespace tkc::interp {

Scheduler::Scheduler(const Grid &grid, uint64_t stallLimit)
    : grid(grid), stallLimit(stallLimit),
      programCount(uint64_t(grid.size[0]) * uint64_t(grid.size[1]) * uint64_t(grid.size[2])) {}

void Scheduler::run(unsigned threadCount) {
  std::vector<std::thread> threads;
  for (unsigned index = 1; index < std::min<uint64_t>(threadCount, programCount); ++index) {
    threads.emplace_back([this] { work(); });
  }
  work();
  for (std::thread &thread : threads) {
    thread.join();
  }
}

void Scheduler::work() {
  Machine machine(grid);
  bool prefersNew = true;
  while (std::unique_ptr<Program> program = take(prefersNew)) {
    prefersNew = !prefersNew;
    if (machine.run(*program)) {
      retire(std::move(program));
    } else {
      putAside(std::move(program), machine.executed);
    }
  }
}

std::unique_ptr<Program> Scheduler::start() {
  std::unique_ptr<Program> program;
  if (spare.empty()) {
    program = std::make_unique<Program>(grid.code.arenaSize);
  } else {
    program = std::move(spare.back());
    spare.pop_back();
  }
  uint64_t number = started++;
  uint64_t width = uint64_t(grid.size[0]);
  uint64_t height = uint64_t(grid.size[1]);
  program->number = uint32_t(number);
  program->index = {int32_t(number % width), int32_t(number / width % height), int32_t(number / width / height)};
  program->counter = 0;
  program->isUndecided = false;
  program->clock.clear();
  program->clock.advance(program->number);
  return program;
}

std::unique_ptr<Program> Scheduler::take(bool prefersNew) {
  std::unique_lock<std::mutex> lock(mutex);
  while (true) {
    if (isAborted || finished == programCount) {
      return nullptr;
    }
    bool hasNew = started < programCount;
    if (hasNew && (prefersNew || suspended.empty())) {
      stalledFor = 0;
      return start();
    }
    if (!suspended.empty()) {
      std::unique_ptr<Program> program = std::move(suspended.front());
      suspended.pop_front();
      return program;
    }
    changed.wait(lock);
  }
}

void Scheduler::retire(std::unique_ptr<Program> program) {
  std::lock_guard<std::mutex> lock(mutex);
  spare.push_back(std::move(program));
  stalledFor = 0;
  if (++finished == programCount) {
    changed.notify_all();
  }
}

void Scheduler::putAside(std::unique_ptr<Program> program, uint64_t executed) {
  std::lock_guard<std::mutex> lock(mutex);
  uint64_t changes = grid.memory.changes.load(std::memory_order_relaxed);
  stalledFor = changes == lastChanges ? stalledFor + executed : 0;
  lastChanges = changes;
  if (stalledFor > stallLimit && !isAborted) {
    isAborted = true;
    reportStall(*program);
    changed.notify_all();
  }
  suspended.push_back(std::move(program));
  changed.notify_one();
}

void Scheduler::reportStall(const Program &program) {
  Fault fault;
  fault.kind = FaultKind::NoProgress;
  fault.program = program.index;
  uint32_t last = uint32_t(grid.code.instructions.size()) - 1;
  fault.location = grid.code.instructions[std::min(program.counter, last)].location;
  grid.faults.report(fault);
}

} // namespace tkc::interp
