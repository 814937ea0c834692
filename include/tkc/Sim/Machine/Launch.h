// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One launch of a kernel: its shape and options, and what all its host threads share.
#ifndef TKC_SIM_MACHINE_LAUNCH_H
#define TKC_SIM_MACHINE_LAUNCH_H

#include "tkc/Arch/Target.h"
#include "tkc/Sim/Machine/Program.h"
#include "tkc/Sim/Machine/Schedule.h"
#include "tkc/Sim/Machine/Statistics.h"
#include "tkc/Sim/Machine/Trace.h"
#include "tkc/Sim/Memory/Memory.h"

#include <array>
#include <atomic>
#include <mutex>
#include <string>
#include <vector>

namespace tkc::sim {

struct LaunchShape {
  /// CTAs, threads of a CTA, CTAs of a cluster.
  std::array<uint32_t, 3> grid = {1, 1, 1}, block = {1, 1, 1}, cluster = {1, 1, 1};
  uint32_t dynamicSharedBytes = 0;

  static uint64_t volume(const std::array<uint32_t, 3> &extent) { return uint64_t(extent[0]) * extent[1] * extent[2]; }
  uint32_t threadsPerCta() const { return static_cast<uint32_t>(volume(block)); }
  uint32_t ctasPerCluster() const { return static_cast<uint32_t>(volume(cluster)); }
};

struct LaunchOptions {
  /// Host threads; 0 for as many as the machine has.
  unsigned threads = 0;
  ScheduleOptions schedule;
  CheckOptions checks;
  bool statistics = false;
  TraceSink *trace = nullptr;
  /// Warp instructions of the whole launch without any effect, after which it is given up: an eighth of the first when
  /// all that happens is looking at flags, the second when threads compute, which may be all that they have to do.
  uint64_t idleLimit = uint64_t(1) << 26, computeLimit = uint64_t(1) << 35;
  /// Faults that are kept; the launch is given up when so many lanes' faults have been counted.
  size_t keptFaults = 32;
  uint64_t faultLimit = 1000000;
  /// Bytes of stack that a thread has for recursive functions and `alloca`.
  uint32_t stackBytes = 16 * 1024;
  /// Warp instructions of the whole launch, after which it is given up, so that a loop that stores forever ends too; 0
  /// for no limit.
  uint64_t instructionLimit = uint64_t(1) << 36;
  /// Bytes that the CTAs that are resident at a time may take on the host.
  uint64_t residentBytes = uint64_t(4) << 30;
};

/// What the host threads of a launch share.
struct LaunchContext {
  LaunchContext(const Program &program, const Target &target, GlobalMemory &global, const LaunchShape &shape,
                const LaunchOptions &options)
      : program(program), target(target), global(global), shape(shape), options(options), faults(options.keptFaults) {}

  const Program &program;
  const Target &target;
  GlobalMemory &global;
  LaunchShape shape;
  LaunchOptions options;
  std::vector<uint8_t> parameters;
  FaultLog faults;
  /// Threads that need not go on.
  std::atomic<bool> isStopped = false;
  /// Instructions since the last effect: of clusters that computed, and, since one did, of those that looked at flags.
  std::atomic<uint64_t> computing = 0, polling = 0;
  /// Instructions so far, when they are limited.
  std::atomic<uint64_t> issued = 0;
  uint32_t sharedBytes = 0;

  void print(std::string_view text) {
    std::lock_guard<std::mutex> lock(printMutex);
    printed += text;
  }
  /// Bytes of local memory of a thread.
  uint32_t localBytes() const { return program.localBytes + (program.usesStack ? options.stackBytes : 0); }

  std::mutex printMutex;
  std::string printed;
};

/// Runs all clusters to their ends, or until the launch is stopped. Counts go to `counts`, one for each instruction.
void runGrid(LaunchContext &context, std::vector<InstructionCounts> *counts);

} // namespace tkc::sim

#endif // TKC_SIM_MACHINE_LAUNCH_H
