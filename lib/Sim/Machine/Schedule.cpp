// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The three schedules. The adversarial one is that of probabilistic concurrency testing (Burckhardt and others, 2010):
// the runnable warp of the highest priority runs, and at few moments, drawn beforehand, its priority falls below all
// others; so an ordering that needs few unlucky moments is found with known probability.
#include "tkc/Sim/Machine/Schedule.h"

#include <algorithm>
#include <charconv>

namespace tkc::sim {

Result<ScheduleOptions> parseSchedule(std::string_view text) {
  ScheduleOptions options;
  std::string_view name = text.substr(0, text.find(':'));
  bool hasSeed = name.size() != text.size();
  if (hasSeed) {
    std::string_view digits = text.substr(name.size() + 1);
    auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), options.seed);
    if (error != std::errc() || end != digits.data() + digits.size()) {
      return ErrorMessage{"the seed of a schedule is a number, got `" + std::string(digits) + "`"};
    }
  }
  if (name == "roundrobin" && !hasSeed) {
    return options;
  }
  options.kind = name == "random" ? ScheduleOptions::Kind::Random : ScheduleOptions::Kind::Adversarial;
  if ((name == "random" && hasSeed) || name == "adversarial") {
    return options;
  }
  return ErrorMessage{"unknown schedule `" + std::string(text) +
                      "`; there are roundrobin, random:SEED, adversarial, adversarial:SEED"};
}

/// SplitMix64 (Steele, Lea, Flood, 2014).
uint64_t RandomSource::next() {
  state += 0x9e3779b97f4a7c15ull;
  uint64_t mixed = state;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9ull;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebull;
  return mixed ^ (mixed >> 31);
}

/// Instructions of a turn: short enough that warps interleave, long enough that the change costs little.
static constexpr uint32_t roundRobinQuantum = 256;
/// A turn of the adversarial schedule; a warp that runs so many turns in a row without waiting gives way.
static constexpr uint32_t adversarialQuantum = 128, longestRun = 64;
/// Turns that an operation may stay in flight at most.
static constexpr uint64_t patience = 4096;

void Scheduler::begin(const ScheduleOptions &newOptions, uint64_t clusterNumber, uint32_t numWarps) {
  options = newOptions;
  RandomSource mixer(options.seed * 0x2545f4914f6cdd1dull + clusterNumber);
  random = RandomSource(mixer.next());
  last = ~0u;
  turnsOfLast = 0;
  turnsWithOperations = 0;
  lowest = uint64_t(1) << 32;
  priorities.resize(numWarps);
  for (uint64_t &priority : priorities) {
    priority = lowest + 1 + (random.next() >> 32);
  }
}

Scheduler::Turn Scheduler::pick(const std::vector<uint32_t> &runnable) {
  switch (options.kind) {
  case ScheduleOptions::Kind::RoundRobin:
    return pickRoundRobin(runnable);
  case ScheduleOptions::Kind::Random:
    return pickRandom(runnable);
  case ScheduleOptions::Kind::Adversarial:
    return pickByPriority(runnable);
  }
  return {};
}

Scheduler::Turn Scheduler::pickRoundRobin(const std::vector<uint32_t> &runnable) {
  auto next = std::upper_bound(runnable.begin(), runnable.end(), last,
                               [](uint32_t left, uint32_t right) { return left == ~0u || left < right; });
  last = next == runnable.end() ? runnable.front() : *next;
  return {last, roundRobinQuantum};
}

Scheduler::Turn Scheduler::pickRandom(const std::vector<uint32_t> &runnable) {
  last = runnable[random.below(static_cast<uint32_t>(runnable.size()))];
  // Mostly short turns, some long ones.
  return {last, 1 + random.below(2u << random.below(9))};
}

Scheduler::Turn Scheduler::pickByPriority(const std::vector<uint32_t> &runnable) {
  auto byPriority = [this](uint32_t left, uint32_t right) { return priorities[left] < priorities[right]; };
  uint32_t best = *std::max_element(runnable.begin(), runnable.end(), byPriority);
  turnsOfLast = best == last ? turnsOfLast + 1 : 0;
  last = best;
  bool isChange = random.below(24) == 0;
  if (isChange || turnsOfLast > longestRun) {
    priorities[best] = --lowest;
    turnsOfLast = 0;
  }
  return {best, isChange ? 1 + random.below(adversarialQuantum) : adversarialQuantum};
}

AsyncTiming Scheduler::timing() {
  switch (options.kind) {
  case ScheduleOptions::Kind::RoundRobin:
    return AsyncTiming::Random;
  case ScheduleOptions::Kind::Random:
    return AsyncTiming::Random;
  case ScheduleOptions::Kind::Adversarial:
    return random.below(4) == 0 ? AsyncTiming::Early : AsyncTiming::Late;
  }
  return AsyncTiming::Late;
}

int64_t Scheduler::pickOperation(size_t eligible) {
  if (eligible == 0) {
    turnsWithOperations = 0;
    return -1;
  }
  ++turnsWithOperations;
  uint32_t choice = random.below(static_cast<uint32_t>(eligible));
  if (turnsWithOperations % patience == 0) {
    return choice;
  }
  switch (options.kind) {
  case ScheduleOptions::Kind::RoundRobin:
    return turnsWithOperations % 4 == 0 ? 0 : -1;
  case ScheduleOptions::Kind::Random:
    return random.below(3) == 0 ? choice : -1;
  case ScheduleOptions::Kind::Adversarial:
    return -1;
  }
  return -1;
}

} // namespace tkc::sim
