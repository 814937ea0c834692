// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What happened when, for those who want to see a pipeline. Times are instructions issued by the cluster so far.
#ifndef TKC_SIM_MACHINE_TRACE_H
#define TKC_SIM_MACHINE_TRACE_H

#include <cstdint>
#include <string>

namespace tkc::sim {

/// A piece of time on a track.
struct TraceEvent {
  enum class Track : uint8_t { Warp, Copy, Matrix };

  Track track = Track::Warp;
  /// The linear numbers of the cluster and of the CTA in the grid, and of the warp in the CTA.
  uint32_t cluster = 0, cta = 0, warp = 0;
  std::string name;
  uint64_t begin = 0, end = 0;
  /// The line of the PTX text, 0 for none.
  uint32_t line = 0;
};

/// Receives events from all host threads; `record` must be thread-safe.
class TraceSink {
public:
  virtual ~TraceSink() = default;
  virtual void record(TraceEvent event) = 0;
};

} // namespace tkc::sim

#endif // TKC_SIM_MACHINE_TRACE_H
