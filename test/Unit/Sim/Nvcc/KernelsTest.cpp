// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What nvcc makes of the kernels in test/Inputs/cuda computes what plain C++ does, under all schedules and without
// faults.
#include "tkc/Sim/Simulator.h"
#include "tkc/Support/Files.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <numeric>

namespace tkc::sim {
namespace {

using Bytes = std::vector<uint8_t>;

template <typename T>
Bytes bytesOf(const std::vector<T> &values) {
  Bytes bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

template <typename T>
std::vector<T> valuesOf(const Bytes &bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

/// One launch: arrays are passed by address and come back, numbers by value.
class Kernel : public testing::TestWithParam<const char *> {
protected:
  void SetUp() override {
    if (std::string_view(TKC_CUDA_PTX_DIR).empty()) {
      GTEST_SKIP() << "nvcc is missing";
    }
  }

  template <typename T>
  void array(const std::vector<T> &values) {
    buffers.push_back(bytesOf(values));
    arguments.emplace_back();
  }
  template <typename T>
  void number(T value) {
    arguments.push_back(bytesOf(std::vector<T>{value}));
  }

  void run(const std::string &file, const std::string &kernel) {
    Result<std::string> text = readFile(std::string(TKC_CUDA_PTX_DIR "/") + file + ".ptx");
    ASSERT_TRUE(text) << text.error();
    Simulator simulator;
    std::vector<LoadError> errors = simulator.load(*text);
    ASSERT_TRUE(errors.empty()) << "line " << errors[0].line << ": " << errors[0].message;
    std::vector<uint64_t> addresses;
    LaunchRequest request;
    request.kernel = kernel;
    request.shape = shape;
    request.options.schedule = *parseSchedule(GetParam());
    size_t next = 0;
    for (const Bytes &argument : arguments) {
      if (!argument.empty()) {
        request.arguments.push_back(argument);
        continue;
      }
      const Bytes &buffer = buffers[next++];
      addresses.push_back(simulator.memory().allocate("array " + std::to_string(next), buffer.size()));
      simulator.memory().write(addresses.back(), buffer.data(), buffer.size());
      request.arguments.push_back(bytesOf(std::vector<uint64_t>{addresses.back()}));
    }
    Result<LaunchResult> result = simulator.launch(request);
    ASSERT_TRUE(result) << result.error();
    ASSERT_EQ(result->faultCount, 0u) << renderFault(result->faults[0]);
    for (size_t i = 0; i < buffers.size(); ++i) {
      simulator.memory().read(addresses[i], buffers[i].data(), buffers[i].size());
    }
  }

  LaunchShape shape;
  std::vector<Bytes> arguments, buffers;
};

std::vector<float> someFloats(size_t count) {
  std::vector<float> values(count);
  for (size_t i = 0; i < count; ++i) {
    values[i] = float(int(i * 37 % 101) - 50) / 8;
  }
  return values;
}

std::vector<int> someIntegers(size_t count) {
  std::vector<int> values(count);
  for (size_t i = 0; i < count; ++i) {
    values[i] = int(i * 7919 % 1009) - 500;
  }
  return values;
}

TEST_P(Kernel, SumsFloats) {
  std::vector<float> values = someFloats(5000);
  array(values);
  array(std::vector<float>{0});
  number(int(values.size()));
  shape.grid = {3, 1, 1};
  shape.block = {256, 1, 1};
  run("reduction", "sum_floats");
  // Eighths of small integers add up exactly in any order.
  EXPECT_EQ(valuesOf<float>(buffers[1])[0], std::accumulate(values.begin(), values.end(), 0.0f));
}

TEST_P(Kernel, SumsIntegersAsCompiledForDebugging) {
  std::vector<int> values = someIntegers(3000);
  array(values);
  array(std::vector<uint64_t>{5});
  number(int(values.size()));
  shape.grid = {2, 1, 1};
  shape.block = {160, 1, 1};
  run("reduction-debug", "sum_integers");
  int64_t sum = std::accumulate(values.begin(), values.end(), int64_t(5));
  EXPECT_EQ(int64_t(valuesOf<uint64_t>(buffers[1])[0]), sum);
}

TEST_P(Kernel, FindsTheLargest) {
  std::vector<float> values = someFloats(700);
  array(values);
  array(std::vector<float>{0});
  array(std::vector<int>{0});
  number(int(values.size()));
  shape.block = {256, 1, 1};
  run("reduction", "find_largest");
  auto largest = std::max_element(values.begin(), values.end());
  EXPECT_EQ(valuesOf<float>(buffers[1])[0], *largest);
  EXPECT_EQ(valuesOf<int>(buffers[2])[0], int(largest - values.begin()));
}

TEST_P(Kernel, Transposes) {
  constexpr int rows = 70, columns = 45;
  std::vector<float> values = someFloats(rows * columns);
  array(values);
  array(std::vector<float>(values.size()));
  number(rows);
  number(columns);
  shape.grid = {2, 3, 1};
  shape.block = {32, 8, 1};
  run("transpose", "transpose");
  std::vector<float> found = valuesOf<float>(buffers[1]);
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      ASSERT_EQ(found[column * rows + row], values[row * columns + column]);
    }
  }
}

TEST_P(Kernel, CountsAHistogram) {
  std::vector<uint8_t> values(4000);
  std::vector<uint32_t> expected(100);
  for (size_t i = 0; i < values.size(); ++i) {
    values[i] = uint8_t(i * i % 131);
    if (values[i] < 100) {
      ++expected[values[i]];
    }
  }
  array(values);
  array(std::vector<uint32_t>(100));
  number(int(values.size()));
  number(100);
  shape.grid = {4, 1, 1};
  shape.block = {96, 1, 1};
  shape.dynamicSharedBytes = 400;
  run("histogram", "histogram");
  EXPECT_EQ(valuesOf<uint32_t>(buffers[1]), expected);
}

TEST_P(Kernel, DoesAllAtomics) {
  array(std::vector<int>{100, -5, -1, 0, 0, 0, 3, 0, 1000});
  array(std::vector<uint64_t>{1, 0});
  array(std::vector<float>{1});
  shape.block = {64, 1, 1};
  run("histogram", "all_atomics");
  // inc and dec run through 0 to 7; 64 is a multiple of 8.
  EXPECT_EQ(valuesOf<int>(buffers[0]), (std::vector<int>{0, 63, 0, -1, 0, 0, 3, 5, 1000 - 2016}));
  uint64_t wide = 1;
  for (int i = 0; i < 64; ++i) {
    wide = wide * 3 + 1;
  }
  EXPECT_EQ(valuesOf<uint64_t>(buffers[1]), (std::vector<uint64_t>{wide, 63}));
  EXPECT_EQ(valuesOf<float>(buffers[2])[0], 33.0f);
}

TEST_P(Kernel, MultipliesInTiles) {
  constexpr int m = 35, n = 20, k = 50;
  std::vector<float> a = someFloats(m * k), b = someFloats(k * n);
  array(a);
  array(b);
  array(std::vector<float>(m * n));
  number(m);
  number(n);
  number(k);
  shape.grid = {2, 3, 1};
  shape.block = {16, 16, 1};
  run("matmul", "matmul_tiled");
  std::vector<float> found = valuesOf<float>(buffers[2]);
  for (int row = 0; row < m; ++row) {
    for (int column = 0; column < n; ++column) {
      float sum = 0;
      for (int i = 0; i < k; ++i) {
        sum += a[row * k + i] * b[i * n + column];
      }
      ASSERT_EQ(found[row * n + column], sum);
    }
  }
}

TEST_P(Kernel, MultipliesOnTensorCores) {
  // f16 of 0, 1, 2 and 3.
  const uint16_t halves[] = {0, 0x3c00, 0x4000, 0x4200};
  std::vector<uint16_t> a(256), b(128);
  for (size_t i = 0; i < a.size(); ++i) {
    a[i] = halves[i * 5 % 7 % 4];
    b[i % 128] = halves[i % 128 * 3 % 11 % 4];
  }
  array(a);
  array(b);
  array(std::vector<float>(128));
  shape.block = {32, 1, 1};
  run("matmul", "matmul_tensor_core");
  std::vector<float> found = valuesOf<float>(buffers[2]);
  for (int row = 0; row < 16; ++row) {
    for (int column = 0; column < 8; ++column) {
      int sum = 0;
      for (int i = 0; i < 16; ++i) {
        sum += (row * 16 + i) * 5 % 7 % 4 * ((i * 8 + column) * 3 % 11 % 4);
      }
      ASSERT_EQ(found[row * 8 + column], float(sum));
    }
  }
}

TEST_P(Kernel, ReadsTablesOfTheModule) {
  std::vector<float> values = someFloats(40);
  array(values);
  array(std::vector<double>(40));
  number(40);
  shape.block = {64, 1, 1};
  run("tables", "weigh");
  const float weights[8] = {0.5f, -1.25f, 2.0f, 0.0f, 3.5f, -0.0f, 1e-20f, 7.0f};
  const int steps[2][3] = {{1, -2, 3}, {-4, 5, -6}};
  std::vector<double> found = valuesOf<double>(buffers[1]);
  for (int i = 0; i < 40; ++i) {
    EXPECT_DOUBLE_EQ(found[i], double(values[i] * weights[i % 8]) * 1.5 + steps[i % 2][i % 3] + "hello"[i % 5]);
  }
}

TEST_P(Kernel, Switches) {
  std::vector<int> values = {0, 1, 2, 3, 4, 5, 6, 7, 8, -1}, before = {9, 9, 9, 9, 100, 9, 255, 1, 9, 9};
  array(values);
  array(before);
  number(10);
  shape.block = {32, 1, 1};
  run("tables", "choose");
  EXPECT_EQ(valuesOf<int>(buffers[1]),
            (std::vector<int>{10, 20, 90, 3, 100 + 50 + 33 + 25, -1, 8, INT32_MIN, 92, 101}));
}

TEST_P(Kernel, LoopsWithBreaksInBreaks) {
  std::vector<int> values;
  for (int i = 2; i < 130; ++i) {
    values.push_back(i);
  }
  array(values);
  array(std::vector<int>(values.size()));
  number(int(values.size()));
  shape.block = {64, 1, 1};
  run("tables", "smallest_factor");
  std::vector<int> found = valuesOf<int>(buffers[1]);
  for (size_t i = 0; i < values.size(); ++i) {
    int factor = 2;
    while (values[i] % factor != 0) {
      ++factor;
    }
    EXPECT_EQ(found[i], factor) << values[i];
  }
}

TEST_P(Kernel, FloatFunctionsAreClose) {
  std::vector<float> values = someFloats(90);
  array(values);
  array(std::vector<float>(values.size()));
  number(int(values.size()));
  shape.block = {96, 1, 1};
  run("arithmetic", "float_functions");
  std::vector<float> found = valuesOf<float>(buffers[1]);
  for (size_t i = 0; i < values.size(); ++i) {
    double v = values[i];
    double expected = std::sin(v) + std::exp(v) + 1 / std::sqrt(v * v + 1) + v * v + 2 + std::floor(v) +
                      std::copysign(1.0, v) + v / 3 + v / 7 + std::sqrt(std::fabs(v)) + std::log2(std::fabs(v) + 1) +
                      std::tanh(v) + std::fmin(v, 0.5);
    EXPECT_NEAR(found[i], expected, 2e-6 * (std::fabs(expected) + std::exp(v) + 10)) << v;
  }
}

TEST_P(Kernel, DoubleFunctionsAreClose) {
  std::vector<double> values;
  for (int i = 0; i < 40; ++i) {
    values.push_back((i - 20) * 0.37);
  }
  array(values);
  array(std::vector<double>(values.size()));
  number(int(values.size()));
  shape.block = {64, 1, 1};
  run("arithmetic", "double_functions");
  std::vector<double> found = valuesOf<double>(buffers[1]);
  for (size_t i = 0; i < values.size(); ++i) {
    double v = values[i], expected = std::exp(v) + v / 3 + std::sqrt(std::fabs(v)) + std::rint(v) + v * v + 1;
    EXPECT_NEAR(found[i], expected, 1e-14 * (std::fabs(expected) + std::exp(v) + 10)) << v;
  }
}

TEST_P(Kernel, VotesAndMatches) {
  std::vector<int> values(32);
  for (int i = 0; i < 32; ++i) {
    values[i] = i % 7 - 2;
  }
  array(values);
  array(std::vector<uint32_t>(32));
  shape.block = {32, 1, 1};
  run("arithmetic", "votes");
  uint32_t ballot = 0, sum = 0;
  for (int i = 0; i < 32; ++i) {
    ballot |= uint32_t(values[i] > 0) << i;
    sum += uint32_t(values[i]);
  }
  std::vector<uint32_t> partial(32), found = valuesOf<uint32_t>(buffers[1]);
  for (int i = 0; i < 32; ++i) {
    uint32_t same = 0;
    for (int other = 0; other < 32; ++other) {
      same |= uint32_t(values[other] % 4 == values[i] % 4) << other;
    }
    partial[i] = (ballot ^ same) + sum; // nobody is above 5, and not all are equal
  }
  for (int i = 0; i < 32; ++i) {
    EXPECT_EQ(found[i], partial[i] + partial[i ^ 1] + 0xffffffffu);
  }
}

TEST_P(Kernel, PipelinesBulkCopies) {
  constexpr int tiles = 11, words = 256;
  std::vector<uint32_t> source(tiles * words), expected;
  for (size_t i = 0; i < source.size(); ++i) {
    source[i] = uint32_t(i * i);
    expected.push_back(2 * source[i]);
  }
  array(source);
  array(std::vector<uint32_t>(source.size()));
  number(tiles);
  shape.block = {32 + 96, 1, 1};
  run("pipeline", "bulk_pipeline");
  EXPECT_EQ(valuesOf<uint32_t>(buffers[1]), expected);
}

TEST_P(Kernel, WaitsForTwoPhases) {
  array(std::vector<int>(96, -1));
  shape.block = {96, 1, 1};
  run("pipeline", "wait_twice");
  std::vector<int> expected(96);
  std::iota(expected.begin(), expected.end(), 0);
  EXPECT_EQ(valuesOf<int>(buffers[0]), expected);
}

TEST_P(Kernel, CopiesInGroups) {
  std::vector<float> source = someFloats(256), expected(256);
  array(source);
  array(std::vector<float>(256));
  shape.block = {128, 1, 1};
  run("pipeline", "copy_groups");
  for (int i = 0; i < 256; ++i) {
    expected[i] = source[i] + source[(i + 1) % 256];
  }
  EXPECT_EQ(valuesOf<float>(buffers[1]), expected);
}

TEST_P(Kernel, ExchangesThroughTheCluster) {
  std::vector<int> source = someIntegers(512), expected(512);
  array(source);
  array(std::vector<int>(512));
  shape.grid = {4, 1, 1};
  shape.block = {128, 1, 1};
  shape.cluster = {2, 1, 1};
  run("cluster", "exchange");
  for (int i = 0; i < 512; ++i) {
    expected[i] = source[i ^ 128];
  }
  EXPECT_EQ(valuesOf<int>(buffers[1]), expected);
}

INSTANTIATE_TEST_SUITE_P(Schedules, Kernel, testing::Values("roundrobin", "random:5", "adversarial:5"));

} // namespace
} // namespace tkc::sim
