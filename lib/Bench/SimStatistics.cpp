// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tables of --sim-stats.
#include "tkc/Bench/SimRun.h"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace tkc::bench {

using sim::InstructionCounts;
using sim::InstructionStatistics;

static std::string padded(const std::string &text, size_t width) {
  return text + std::string(text.size() < width ? width - text.size() : 1, ' ');
}

static std::string rightAligned(uint64_t value, size_t width) {
  std::string text = std::to_string(value);
  return std::string(text.size() < width ? width - text.size() : 0, ' ') + text;
}

static std::string ratio(uint64_t part, uint64_t whole) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.2f", whole ? double(part) / double(whole) : 0.0);
  return buffer;
}

/// Where an instruction comes from: the innermost place in a source file, else the line of the PTX.
static std::string placeOf(const InstructionStatistics &instruction) {
  if (instruction.origin.places.empty()) {
    return "PTX line " + std::to_string(instruction.origin.ptxLine);
  }
  const sim::SourcePlace &place = instruction.origin.places[0];
  return place.file + ":" + std::to_string(place.line) + ":" + std::to_string(place.column);
}

static std::string formatClasses(const sim::LaunchStatistics &statistics) {
  std::string text = padded("class", 24) + "   warp instructions   lane instructions\n";
  for (size_t i = 0; i < statistics.classes.size(); ++i) {
    const InstructionCounts &counts = statistics.classes[i];
    if (counts.issued != 0) {
      text += padded(std::string(sim::instructionClassName(sim::InstructionClass(i))), 24) +
              rightAligned(counts.issued, 20) + rightAligned(counts.lanes, 20) + "\n";
    }
  }
  return text + padded("all", 24) + rightAligned(statistics.warpInstructions, 20) +
         rightAligned(statistics.laneInstructions, 20) + "\n";
}

/// The instructions for which `weight` is not 0, heaviest first, a line each.
template <typename Weight, typename Describe>
static std::string formatInstructions(const char *title, const sim::LaunchStatistics &statistics, Weight weight,
                                      Describe describe) {
  constexpr size_t mostLines = 20;
  std::vector<const InstructionStatistics *> chosen;
  for (const InstructionStatistics &instruction : statistics.instructions) {
    if (weight(instruction.counts) != 0) {
      chosen.push_back(&instruction);
    }
  }
  std::sort(chosen.begin(), chosen.end(), [&](auto *left, auto *right) {
    return std::pair(weight(right->counts), left) < std::pair(weight(left->counts), right);
  });
  std::string text = chosen.empty() ? "" : std::string(title) + "\n";
  for (size_t i = 0; i < std::min(chosen.size(), mostLines); ++i) {
    text += "  " + padded(placeOf(*chosen[i]), 28) + padded(describe(chosen[i]->counts), 44) +
            chosen[i]->origin.ptxText + "\n";
  }
  return text + (chosen.size() > mostLines ? "  and " + std::to_string(chosen.size() - mostLines) + " more\n" : "");
}

std::string formatSimStatistics(const sim::LaunchStatistics &statistics) {
  InstructionCounts all;
  for (const InstructionCounts &counts : statistics.classes) {
    all += counts;
  }
  std::string text = formatClasses(statistics);
  text += formatInstructions(
      "global memory: sectors of 32 bytes a request", statistics,
      [](const InstructionCounts &counts) { return counts.sectors; },
      [](const InstructionCounts &counts) {
        return std::to_string(counts.requests) + " requests, " + ratio(counts.sectors, counts.requests) +
               " sectors each";
      });
  text += formatInstructions(
      "shared memory: bank conflicts", statistics, [](const InstructionCounts &counts) { return counts.conflicts; },
      [](const InstructionCounts &counts) {
        return std::to_string(counts.conflicts) + " more passes in " + std::to_string(counts.issued) + " accesses";
      });
  return text + "bank conflicts: " + std::to_string(all.conflicts) +
         "; bytes moved by bulk copies: " + std::to_string(all.bytes) +
         "; matrix instructions: " + std::to_string(all.matrices) + "\n";
}

} // namespace tkc::bench
