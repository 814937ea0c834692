// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Timing work on the GPU with events and cold caches.
#ifndef TKC_BENCH_MEASUREMENT_H
#define TKC_BENCH_MEASUREMENT_H

#include "tkc/Runtime/Runtime.h"

#include <cstdint>
#include <functional>

namespace tkc::bench {

/// The times of repeated launches.
struct Timing {
  /// In the order of the launches.
  std::vector<double> milliseconds;

  /// The time that the given share of launches does not exceed, interpolated; 0.5 is the median.
  double quantile(double share) const;
  double median() const { return quantile(0.5); }
  /// The span from the fifth to the ninety-fifth percentile, relative to the median.
  double spread() const;
};

/// Puts one launch, the i-th, into a stream.
using Launch = std::function<Status(runtime::Stream &, int64_t)>;

/// Work to measure.
struct Work {
  Launch launch;
  /// An upper bound of what a launch writes. Before each launch the cache holds no more than this of data that has to
  /// go to memory first: as much as the launch itself leaves behind, so that it pays for what it writes and nothing
  /// else.
  size_t writtenBytes = SIZE_MAX;
};

/// Measures launches on one stream.
class Measurement {
public:
  /// Allocates what empties the L2 cache.
  static Result<Measurement> create(runtime::Gpu &gpu);

  /// Warms up, then times `work.launch(stream, i)` for i = 0, 1, ... Before each the L2 cache is filled with other
  /// data; nothing waits for the host between launches.
  Result<Timing> run(int64_t repetitions, const Work &work);
  /// Times several kinds of work in the same way, one launch of each in turn, so that all meet the same clocks. Who
  /// comes first changes from turn to turn.
  Result<std::vector<Timing>> runInTurn(int64_t repetitions, const std::vector<Work> &works);
  /// Times device-to-device copies of a block in the same way; the result is GB/s, reading and writing counted.
  Result<double> copyBandwidth(int64_t repetitions, size_t bytes);

  runtime::Stream &stream() { return queue; }

private:
  Measurement(runtime::Gpu &gpu, runtime::Stream queue, runtime::DeviceBuffer flush)
      : gpu(gpu), queue(std::move(queue)), flush(std::move(flush)) {}
  Status evictCache(int64_t repetition, size_t writtenBytes);
  Status warmUp(const std::vector<Work> &works);

  runtime::Gpu &gpu;
  runtime::Stream queue;
  runtime::DeviceBuffer flush;
};

} // namespace tkc::bench

#endif // TKC_BENCH_MEASUREMENT_H
