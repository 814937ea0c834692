// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tkc-bench from parsed flags to exit code.
#ifndef TKC_BENCH_BENCHSESSION_H
#define TKC_BENCH_BENCHSESSION_H

#include "tkc/Bench/Measurement.h"
#include "tkc/Bench/RunSession.h"

namespace tkc::bench {

/// One of several things that were launched in turn.
struct PeerReport {
  std::string name, description;
  Timing timing;
};

/// What was measured.
struct BenchReport {
  std::string kernel, gpu;
  Timing timing;
  double copyGigabytesPerSecond = 0;
  /// Of one launch, as far as stated.
  std::optional<int64_t> bytes, flops;
  /// Whether the results were compared with something first.
  bool isChecked = true;
  std::vector<PeerReport> peers;

  double gigabytesPerSecond(const Timing &of) const { return double(bytes.value_or(0)) / (of.median() * 1e6); }
  double teraflops(const Timing &of) const { return double(flops.value_or(0)) / (of.median() * 1e9); }
  /// The median time of a peer over that of the kernel; above 1 the kernel is faster.
  double ratio(const PeerReport &peer) const { return peer.timing.median() / timing.median(); }
};

/// A few lines for people, or one JSON object.
std::string formatReport(const BenchReport &report);
std::string formatReportJson(const BenchReport &report);

/// The whole of tkc-bench after parsing: checks against the interpreter (or only as the flags say), measures, reports.
int benchSession(BenchFlags flags, KernelProvider &provider, const SessionOutput &output);

/// The whole of tkc-bench from its command line on.
int benchTool(const std::vector<std::string> &arguments, const knobs::EnvironmentReader &environment,
              KernelProvider &provider, SessionOutput output);

} // namespace tkc::bench

#endif // TKC_BENCH_BENCHSESSION_H
