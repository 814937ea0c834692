// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Faults of a warp's lanes, and the search for where an undefined value came from: backwards through the instructions
// that write a register, to a load that read what nobody wrote, or to a register that nobody wrote.
#include "tkc/Sim/Machine/Cluster.h"
#include "tkc/Sim/Machine/Warp.h"

#include <algorithm>
#include <cstdio>

namespace tkc::sim {

std::string describeLanes(LaneMask lanes) {
  bool isOne = (lanes & (lanes - 1)) == 0;
  std::string text;
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    if (((lanes >> lane) & 1) == 0) {
      continue;
    }
    unsigned last = lane;
    while (last + 1 < warpSize && ((lanes >> (last + 1)) & 1) != 0) {
      ++last;
    }
    text += (text.empty() ? "" : ",") + std::to_string(lane) + (last > lane ? "-" + std::to_string(last) : "");
    lane = last;
  }
  return (isOne ? "lane " : "lanes ") + text;
}

void Warp::fault(FaultKind kind, const Instruction &instruction, unsigned lane, std::string detail) {
  Fault fault;
  fault.kind = kind;
  fault.instruction = code->indexOf(instruction);
  fault.place = reach->place(lane);
  fault.detail = std::move(detail);
  context->faults.report(std::move(fault));
}

void Warp::fatal(FaultKind kind, const Instruction &instruction, unsigned lane, std::string detail) {
  fault(kind, instruction, lane, std::move(detail));
  context->isStopped = true;
}

/// Loads that are remembered by a warp; older ones are forgotten.
static constexpr size_t rememberedReads = 64;

void Warp::noteUndefinedRead(const Instruction &instruction, unsigned lane, uint64_t address, Space space) {
  InstructionIndex index = code->indexOf(instruction);
  for (UndefinedRead &read : undefinedReads) {
    if (read.instruction == index && read.lane == lane) {
      read.address = address;
      return;
    }
  }
  if (undefinedReads.size() == rememberedReads) {
    undefinedReads.erase(undefinedReads.begin());
  }
  undefinedReads.push_back({index, lane, address, space});
}

static std::string_view spaceName(Space space) {
  static constexpr std::string_view names[] = {"generic", "global", "shared", "shared::cluster",
                                               "local",   "const",  "param"};
  return names[unsigned(space)];
}

static std::string hexadecimal(uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof(text), "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

namespace {
/// A value in the search: a register by its offset, or a predicate by its number.
struct Value {
  bool isPredicate;
  uint32_t number;
  bool operator==(const Value &other) const { return isPredicate == other.isPredicate && number == other.number; }
};

class OriginSearch {
public:
  OriginSearch(const Program &program, const std::vector<UndefinedRead> &reads, unsigned lane)
      : program(program), reads(reads), lane(lane) {}

  std::string find(Value start) {
    seen = {start};
    for (size_t next = 0; next < seen.size() && seen.size() < mostValues; ++next) {
      if (std::string origin = visit(seen[next]); !origin.empty()) {
        return origin;
      }
    }
    return unwritten.empty() ? "a register that was not written before on this path" : unwritten;
  }

private:
  static constexpr size_t mostValues = 4096;

  static bool writes(const Instruction &instruction, Value value) {
    if (value.isPredicate) {
      return instruction.predicateResults[0] == value.number || instruction.predicateResults[1] == value.number;
    }
    for (unsigned index = 0; index < instruction.numResults; ++index) {
      if (instruction.operands[index] == Place::inRegisters(value.number)) {
        return true;
      }
    }
    return false;
  }

  std::string visit(Value value) {
    bool isWritten = false;
    for (InstructionIndex index = 0; index < program.code.size(); ++index) {
      const Instruction &instruction = program.code[index];
      if (!writes(instruction, value)) {
        continue;
      }
      isWritten = true;
      for (const UndefinedRead &read : reads) {
        if (read.instruction == index && read.lane == lane) {
          return std::string(spaceName(read.space)) + " memory at " + hexadecimal(read.address) +
                 " that nobody wrote, read in line " + std::to_string(instruction.line);
        }
      }
      addSources(instruction);
    }
    if (!isWritten && unwritten.empty() && !isSpecial(value)) {
      unwritten = nameOf(value) + ", which nobody wrote";
    }
    return {};
  }

  void addSources(const Instruction &instruction) {
    for (unsigned index = instruction.numResults; index < instruction.numOperands; ++index) {
      if (!instruction.operands[index].isConstant()) {
        add({false, instruction.operands[index].offset()});
      }
    }
    for (PredicatePlace source : instruction.predicateSources) {
      if (source.index >= PredicatePlace::firstFree) {
        add({true, source.index});
      }
    }
  }

  void add(Value value) {
    if (std::find(seen.begin(), seen.end(), value) == seen.end()) {
      seen.push_back(value);
    }
  }

  bool isSpecial(Value value) const {
    return !value.isPredicate && std::any_of(program.specials.begin(), program.specials.end(), [&](const auto &use) {
      return use.place == Place::inRegisters(value.number);
    });
  }

  std::string nameOf(Value value) const {
    for (const auto &[number, name] : value.isPredicate ? program.predicateNames : program.registerNames) {
      if (number == value.number) {
        return (value.isPredicate ? "predicate " : "register ") + name;
      }
    }
    return "a register";
  }

  const Program &program;
  const std::vector<UndefinedRead> &reads;
  unsigned lane;
  std::vector<Value> seen;
  std::string unwritten;
};
} // namespace

LaneMask Warp::requireDefined(FaultKind kind, const Instruction &instruction, Place place, unsigned bytes,
                              LaneMask lanes, const char *what) {
  LaneMask good = definedLanes(place, bytes, lanes);
  if (good == lanes || !context->options.checks.definedness) {
    return lanes;
  }
  unsigned lane = firstLane(lanes & ~good);
  std::string origin = OriginSearch(*code, undefinedReads, lane).find({false, place.offset()});
  fault(kind, instruction, lane,
        std::string(what) + " is undefined in " + describeLanes(lanes & ~good) + ": it comes from " + origin);
  return good;
}

LaneMask Warp::requireDefined(const Instruction &instruction, PredicatePlace place, LaneMask lanes, const char *what) {
  LaneMask good = predicates[place.index].defined & lanes;
  if (good == lanes || !context->options.checks.definedness) {
    return lanes;
  }
  unsigned lane = firstLane(lanes & ~good);
  std::string origin = OriginSearch(*code, undefinedReads, lane).find({true, place.index});
  fault(FaultKind::UndefinedPredicate, instruction, lane,
        std::string(what) + " is undefined in " + describeLanes(lanes & ~good) + ": it comes from " + origin);
  return good;
}

} // namespace tkc::sim
