// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Events of the simulator as a file that chrome://tracing and Perfetto show: a process for each CTA, a track for each
// warp, and tracks for copies and matrix instructions.
#ifndef TKC_LIB_BENCH_CHROMETRACE_H
#define TKC_LIB_BENCH_CHROMETRACE_H

#include "tkc/Sim/Machine/Trace.h"
#include "tkc/Support/Result.h"

#include <mutex>
#include <vector>

namespace tkc::bench {

class ChromeTrace : public sim::TraceSink {
public:
  void record(sim::TraceEvent event) override;
  /// Writes all events in order of time; a microsecond stands for an instruction.
  Status write(const std::string &path) const;

private:
  mutable std::mutex mutex;
  std::vector<sim::TraceEvent> events;
};

} // namespace tkc::bench

#endif // TKC_LIB_BENCH_CHROMETRACE_H
