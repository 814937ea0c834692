// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Event timing.
#include "tkc/Bench/Measurement.h"

#include <algorithm>
#include <cmath>

namespace tkc::bench {

/// Launches before the timed ones: they load code and raise clocks.
static constexpr int64_t warmupLaunches = 5;
/// Launches whose events are alive at a time.
static constexpr int64_t launchesPerBatch = 256;
/// The block that empties the cache is this many times as large as the cache.
static constexpr size_t flushFactor = 3;
/// Copies of less take longer than their data.
static constexpr size_t smallestPart = size_t(2) << 20;

double Timing::quantile(double share) const {
  if (milliseconds.empty()) {
    return 0;
  }
  std::vector<double> sorted = milliseconds;
  std::sort(sorted.begin(), sorted.end());
  double place = share * double(sorted.size() - 1);
  size_t below = size_t(std::floor(place));
  size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - double(below)) * (sorted[above] - sorted[below]);
}

double Timing::spread() const {
  double middle = median();
  return middle > 0 ? (quantile(0.95) - quantile(0.05)) / middle : 0;
}

Result<Measurement> Measurement::create(runtime::Gpu &gpu) {
  size_t bytes = flushFactor * size_t(gpu.facts().l2Bytes);
  Result<runtime::DeviceBuffer> flush = gpu.allocate(bytes);
  if (!flush) {
    return flush.takeError();
  }
  Result<runtime::Stream> stream = gpu.createStream();
  if (!stream) {
    return stream.takeError();
  }
  return Measurement(gpu, std::move(*stream), std::move(*flush));
}

Status Measurement::evictCache(int64_t repetition, size_t writtenBytes) {
  // Half is copied over the other half: the cache is left with clean lines of the source and dirty ones of the target.
  size_t half = flush.sizeInBytes() / 2;
  uint64_t low = flush.address();
  uint64_t high = flush.address() + half;
  bool isEven = repetition % 2 == 0;
  Status status = queue.copy(isEven ? low : high, isEven ? high : low, half);
  if (writtenBytes >= half) {
    return status;
  }
  // Then clean lines push dirty ones out: all are copied, part by part, over the same few bytes.
  size_t part = std::min(std::max(writtenBytes, smallestPart), half);
  for (size_t offset = part; status && offset + part <= flush.sizeInBytes(); offset += part) {
    status = queue.copy(low, low + offset, part);
  }
  return status;
}

Status Measurement::warmUp(const std::vector<Work> &works) {
  for (const Work &work : works) {
    for (int64_t i = 0; i < warmupLaunches; ++i) {
      if (Status status = work.launch(queue, i); !status) {
        return status;
      }
    }
  }
  return queue.synchronize();
}

namespace {
/// A launch between two events.
struct TimedLaunch {
  size_t kind;
  runtime::Event start, stop;
};
} // namespace

Result<std::vector<Timing>> Measurement::runInTurn(int64_t repetitions, const std::vector<Work> &works) {
  if (Status status = warmUp(works); !status) {
    return status.takeError();
  }
  std::vector<Timing> timings(works.size());
  for (int64_t done = 0; done < repetitions; done += launchesPerBatch) {
    std::vector<TimedLaunch> timed;
    int64_t end = std::min(done + launchesPerBatch, repetitions);
    for (int64_t i = done; i < end; ++i) {
      for (size_t place = 0; place < works.size(); ++place) {
        size_t kind = (size_t(i) + place) % works.size();
        Result<runtime::Event> start = gpu.createEvent();
        Result<runtime::Event> stop = gpu.createEvent();
        if (!start || !stop) {
          return start ? stop.takeError() : start.takeError();
        }
        Status status = evictCache(i, works[kind].writtenBytes);
        status = status ? start->record(queue) : status;
        status = status ? works[kind].launch(queue, i) : status;
        status = status ? stop->record(queue) : status;
        if (!status) {
          return status.takeError();
        }
        timed.push_back({kind, std::move(*start), std::move(*stop)});
      }
    }
    for (TimedLaunch &launch : timed) {
      Result<double> milliseconds = launch.stop.millisecondsSince(launch.start);
      if (!milliseconds) {
        return milliseconds.takeError();
      }
      timings[launch.kind].milliseconds.push_back(*milliseconds);
    }
  }
  return timings;
}

Result<Timing> Measurement::run(int64_t repetitions, const Work &work) {
  Result<std::vector<Timing>> timings = runInTurn(repetitions, {work});
  return timings ? Result<Timing>(std::move(timings->front())) : Result<Timing>(timings.takeError());
}

Result<double> Measurement::copyBandwidth(int64_t repetitions, size_t bytes) {
  Result<runtime::DeviceBuffer> source = gpu.allocate(bytes);
  Result<runtime::DeviceBuffer> target = gpu.allocate(bytes);
  if (!source || !target) {
    return source ? target.takeError() : source.takeError();
  }
  if (Status status = queue.fill(source->address(), 1, bytes); !status) {
    return status.takeError();
  }
  Launch launch = [&](runtime::Stream &stream, int64_t) {
    return stream.copy(target->address(), source->address(), bytes);
  };
  Result<Timing> timing = run(repetitions, {launch, bytes});
  if (!timing) {
    return timing.takeError();
  }
  return 2.0 * double(bytes) / (timing->median() * 1e6);
}

} // namespace tkc::bench
