// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The data of the pipelines, and what they must compute.
#include "Workload.h"

#include <algorithm>
#include <cstring>

namespace tkc::agreement {

using Kind = WorkloadArgument::Kind;

std::string Workload::kernel() const {
  if (!kernelName.empty()) {
    return kernelName;
  }
  std::string result = name;
  std::replace(result.begin(), result.end(), '-', '_');
  return result;
}

static std::vector<uint32_t> randomWords(size_t count, uint32_t seed) {
  std::vector<uint32_t> words(count);
  for (uint32_t &word : words) {
    seed = seed * 1664525 + 1013904223;
    word = seed ^ (seed >> 13);
  }
  return words;
}

static WorkloadArgument number(uint32_t value) { return {Kind::Number, {value}}; }

//===--- Sums -------------------------------------------------------------===//

static Workload makeCpAsyncRing(unsigned tiles) {
  Workload work{"cp-async-ring", 128, 4, 1, {}, "", ""};
  std::vector<uint32_t> in = randomWords(size_t(work.ctas) * tiles * 512 + 4, 1), out(work.ctas * 128);
  for (unsigned i = 0; i < out.size(); ++i) {
    unsigned other = (i % 128 + 32) % 128, sum = 0;
    for (unsigned t = 0; t < tiles; ++t) {
      const uint32_t *a = &in[(size_t(i / 128) * tiles + t) * 512 + other * 4];
      sum = sum * 31 + a[0] + (a[1] ^ a[2]) + a[3];
    }
    out[i] = sum;
  }
  work.arguments = {{Kind::Input, in}, {Kind::Output, out}, number(tiles)};
  return work;
}

static Workload makePingPong(unsigned rounds) {
  Workload work{"named-barrier-ping-pong", 256, 4, 1, {}, "", ""};
  std::vector<uint32_t> in = randomWords(size_t(work.ctas) * rounds * 128 + 4, 2), out(work.ctas * 128);
  for (unsigned i = 0; i < out.size(); ++i) {
    unsigned sum = 0;
    for (unsigned t = 0; t < rounds; ++t) {
      sum = sum * 31 + in[(size_t(i / 128) * rounds + t) * 128 + ((i % 128) ^ 67)];
    }
    out[i] = sum;
  }
  work.arguments = {{Kind::Input, in}, {Kind::Output, out}, number(rounds)};
  return work;
}

/// What a consumer makes of its eight words of a tile.
static uint32_t addTile(uint32_t sum, const uint32_t *a) {
  sum = sum * 31 + a[0] + (a[1] ^ a[2]);
  sum ^= a[3] + a[4];
  return sum + a[5] + (a[6] ^ a[7]);
}

static data::TensorMapDescription wordRows(uint64_t rows, uint32_t boxRows) {
  data::TensorMapDescription map;
  map.type = data::TensorMapType::U32;
  map.dimensions = {32, rows};
  map.stridesInBytes = {128};
  map.box = {32, boxRows};
  map.elementStrides = {1, 1};
  return map;
}

static Workload makeTmaRing(unsigned tiles, unsigned cluster) {
  Workload work{cluster == 1 ? "tma-ring" : "cluster-multicast", 160, 4, cluster, {}, "", ""};
  unsigned groups = work.ctas / cluster;
  uint64_t rows = std::max<uint64_t>(uint64_t(groups) * tiles * 32, 32);
  std::vector<uint32_t> in = randomWords(rows * 32, 3), out(work.ctas * 128);
  for (unsigned i = 0; i < out.size(); ++i) {
    unsigned cta = i / 128, sum = 0;
    for (unsigned t = 0; t < tiles; ++t) {
      sum = addTile(sum, &in[(size_t(cta / cluster) * tiles + t) * 1024 + (i % 128) * 8]) + cta % cluster;
    }
    out[i] = sum;
  }
  work.arguments = {{Kind::Map, in, wordRows(rows, cluster == 1 ? 32 : 16)}, {Kind::Output, out}, number(tiles)};
  return work;
}

//===--- Products ---------------------------------------------------------===//

/// f16 of an integer from -8 to 8.
static uint16_t halfOf(int value) {
  if (value == 0) {
    return 0;
  }
  int magnitude = value < 0 ? -value : value, exponent = 31 - __builtin_clz(unsigned(magnitude));
  return uint16_t((value < 0 ? 0x8000 : 0) | ((15 + exponent) << 10) | ((magnitude << (10 - exponent)) & 0x3ff));
}

static std::vector<uint32_t> packHalves(const std::vector<int> &numbers) {
  std::vector<uint32_t> words(numbers.size() / 2);
  for (size_t i = 0; i < words.size(); ++i) {
    words[i] = halfOf(numbers[2 * i]) | (uint32_t(halfOf(numbers[2 * i + 1])) << 16);
  }
  return words;
}

static data::TensorMapDescription halfTile(uint64_t k, uint64_t rows, uint32_t boxRows) {
  data::TensorMapDescription map;
  map.type = data::TensorMapType::F16;
  map.dimensions = {k, rows};
  map.stridesInBytes = {k * 2};
  map.box = {64, boxRows};
  map.elementStrides = {1, 1};
  map.swizzle = data::TensorMapSwizzle::Bytes128;
  return map;
}

static Workload makeWgmmaRing(unsigned tiles) {
  Workload work{"wgmma-ring", 160, 2, 1, {}, "", ""};
  unsigned k = std::max(tiles, 1u) * 64, rows = work.ctas * 64;
  std::vector<int> a(size_t(rows) * k), b(size_t(32) * k);
  std::vector<uint32_t> random = randomWords(a.size() + b.size(), 4);
  for (size_t i = 0; i < random.size(); ++i) {
    (i < a.size() ? a[i] : b[i - a.size()]) = int(random[i] % 17) - 8;
  }
  std::vector<uint32_t> out(size_t(rows) * 32);
  for (unsigned row = 0; row < rows; ++row) {
    for (unsigned column = 0; column < 32; ++column) {
      int sum = 0;
      for (unsigned i = 0; i < tiles * 64; ++i) {
        sum += a[size_t(row) * k + i] * b[size_t(column) * k + i];
      }
      float value = float(sum);
      std::memcpy(&out[row * 32 + column], &value, sizeof value);
    }
  }
  work.arguments = {{Kind::Map, packHalves(a), halfTile(k, rows, 64)},
                    {Kind::Map, packHalves(b), halfTile(k, 32, 32)},
                    {Kind::Output, out},
                    number(tiles)};
  return work;
}

std::vector<Workload> makeWorkloads(unsigned rounds) {
  return {makeCpAsyncRing(rounds), makePingPong(rounds), makeTmaRing(rounds, 1), makeTmaRing(rounds, 2),
          makeWgmmaRing(rounds)};
}

//===--- Arguments and results --------------------------------------------===//

size_t sizeOf(WorkloadArgument::Kind kind) {
  return kind == Kind::Map || kind == Kind::OutputMap ? data::tensorMapBytes : kind == Kind::Number ? 4 : 8;
}

std::vector<size_t> naturalOffsets(const Workload &workload) {
  std::vector<size_t> offsets;
  size_t end = 0;
  for (const WorkloadArgument &argument : workload.arguments) {
    size_t size = sizeOf(argument.kind);
    offsets.push_back((end + size - 1) / size * size);
    end = offsets.back() + size;
  }
  return offsets;
}

std::string compareOutputs(const Workload &workload, const std::vector<std::vector<uint32_t>> &outputs) {
  size_t next = 0;
  for (const WorkloadArgument &argument : workload.arguments) {
    if (argument.kind != Kind::Output) {
      continue;
    }
    const std::vector<uint32_t> &found = outputs[next++];
    for (size_t i = 0; i < argument.words.size(); ++i) {
      if (found[i] != argument.words[i]) {
        return workload.name + ": word " + std::to_string(i) + " is " + std::to_string(found[i]) + ", expects " +
               std::to_string(argument.words[i]);
      }
    }
  }
  return "";
}

} // namespace tkc::agreement
