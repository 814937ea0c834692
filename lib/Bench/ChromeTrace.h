// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Events of the simulator as a file that chrome://tracing and Perfetto show: a process for each CTA, a track for each
// warp, and tracks for copies and matrix instructions. Events are written as they come, so that a long launch needs no
// more memory than a short one.
#ifndef TKC_LIB_BENCH_CHROMETRACE_H
#define TKC_LIB_BENCH_CHROMETRACE_H

#include "tkc/Sim/Machine/Trace.h"
#include "tkc/Support/Result.h"

#include <cstdio>
#include <mutex>
#include <set>

namespace tkc::bench {

class ChromeTrace : public sim::TraceSink {
public:
  ChromeTrace() = default;
  ChromeTrace(const ChromeTrace &) = delete;
  ~ChromeTrace() override;

  /// Begins the file; an error when it cannot be written.
  Status open(const std::string &path);
  /// Writes an event; a microsecond stands for an instruction.
  void record(sim::TraceEvent event) override;
  /// Ends the file; an error when something could not be written.
  Status close();

private:
  void append(const std::string &entry);

  std::mutex mutex;
  std::FILE *file = nullptr;
  std::string path;
  bool isFirst = true, hasFailed = false;
  /// CTAs, and tracks of CTAs, that have their names.
  std::set<uint32_t> ctas;
  std::set<std::pair<uint32_t, uint32_t>> tracks;
};

} // namespace tkc::bench

#endif // TKC_LIB_BENCH_CHROMETRACE_H
