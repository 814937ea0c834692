// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Statistics of launches, and the measuring loop on the fake driver.
#include "tkc/Bench/Measurement.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

using namespace tkc;
using namespace tkc::bench;

TEST(Timing, Quantiles) {
  Timing timing;
  EXPECT_EQ(timing.median(), 0);
  EXPECT_EQ(timing.spread(), 0);
  timing.milliseconds = {3, 1, 2};
  EXPECT_EQ(timing.median(), 2);
  EXPECT_EQ(timing.quantile(0), 1);
  EXPECT_EQ(timing.quantile(1), 3);
  EXPECT_EQ(timing.quantile(0.25), 1.5);
  timing.milliseconds.push_back(4);
  EXPECT_EQ(timing.median(), 2.5);
}

TEST(Measurement, LaunchesEachRepetitionOnceAfterWarmingUp) {
  Result<runtime::Gpu> gpu = runtime::Gpu::open(0, FAKE_CUDA_PATH);
  ASSERT_TRUE(gpu) << gpu.error();
  Result<Measurement> measurement = Measurement::create(*gpu);
  ASSERT_TRUE(measurement) << measurement.error();
  std::vector<int64_t> launches;
  Result<Timing> timing = measurement->run(300, {[&](runtime::Stream &, int64_t i) {
                                             launches.push_back(i);
                                             return Status();
                                           }});
  ASSERT_TRUE(timing) << timing.error();
  EXPECT_EQ(timing->milliseconds.size(), 300u);
  ASSERT_GT(launches.size(), 300u);
  std::vector<int64_t> timed(launches.end() - 300, launches.end());
  EXPECT_EQ(timed.front(), 0);
  EXPECT_EQ(timed.back(), 299);
}

TEST(Measurement, CopyBandwidthIsPositiveAndFailuresAreReported) {
  Result<runtime::Gpu> gpu = runtime::Gpu::open(0, FAKE_CUDA_PATH);
  ASSERT_TRUE(gpu) << gpu.error();
  Result<Measurement> measurement = Measurement::create(*gpu);
  ASSERT_TRUE(measurement) << measurement.error();
  Result<double> bandwidth = measurement->copyBandwidth(2, 1 << 20);
  ASSERT_TRUE(bandwidth) << bandwidth.error();
  EXPECT_GT(*bandwidth, 0);
  EXPECT_FALSE(measurement->copyBandwidth(2, size_t(1) << 40));
  Result<Timing> timing =
      measurement->run(2, {[](runtime::Stream &, int64_t) { return Status(ErrorMessage{"no launch"}); }});
  EXPECT_EQ(timing.error(), "no launch");
}

TEST(Measurement, KindsOfWorkTakeTurns) {
  Result<runtime::Gpu> gpu = runtime::Gpu::open(0, FAKE_CUDA_PATH);
  ASSERT_TRUE(gpu) << gpu.error();
  Result<Measurement> measurement = Measurement::create(*gpu);
  ASSERT_TRUE(measurement) << measurement.error();
  std::string order;
  auto append = [&order](char letter) {
    return Work{[&order, letter](runtime::Stream &, int64_t) { return order += letter, Status(); }};
  };
  Result<std::vector<Timing>> timings = measurement->runInTurn(4, {append('a'), append('b')});
  ASSERT_TRUE(timings) << timings.error();
  EXPECT_EQ(order.substr(order.size() - 8), "abbaabba");
  ASSERT_EQ(timings->size(), 2u);
  EXPECT_EQ((*timings)[0].milliseconds.size(), 4u);
  EXPECT_EQ((*timings)[1].milliseconds.size(), 4u);
}

TEST(Measurement, WhoWritesLittleFindsACleanCache) {
  Result<runtime::Gpu> gpu = runtime::Gpu::open(0, FAKE_CUDA_PATH);
  ASSERT_TRUE(gpu) << gpu.error();
  Result<Measurement> measurement = Measurement::create(*gpu);
  ASSERT_TRUE(measurement) << measurement.error();
  void *library = dlopen(FAKE_CUDA_PATH, RTLD_NOW);
  auto copiedBytes = reinterpret_cast<size_t (*)()>(dlsym(library, "fakeCudaCopiedBytes"));
  auto copiedFor = [&](size_t writtenBytes) {
    size_t before = copiedBytes();
    EXPECT_TRUE(measurement->run(2, {[](runtime::Stream &, int64_t) { return Status(); }, writtenBytes}));
    return copiedBytes() - before;
  };
  // The cache has 1 MiB: the block that empties it has 3, of which one half goes over the other. A launch that writes
  // less finds the other data copied once more, over one place.
  size_t half = 3 << 19;
  EXPECT_EQ(copiedFor(SIZE_MAX), 2 * half);
  EXPECT_EQ(copiedFor(half), 2 * half);
  EXPECT_EQ(copiedFor(0), 4 * half);
  dlclose(library);
}
