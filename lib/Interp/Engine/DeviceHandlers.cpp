// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints, assertions, maps, and code of another kind: what kernels do besides computing on blocks.
#include <algorithm>
#include <chrono>
#include <cinttypes>
#include <cmath>
#include <cstdio>

#include "Handlers.h"
#include "PrintLog.h"

namespace tkc::interp {

LaneCode::~LaneCode() = default;

void PrintLog::add(uint32_t program, const std::string &text) {
  std::lock_guard<std::mutex> lock(mutex);
  if (size <= capacity) {
    size += text.size();
    texts[program] += size <= capacity ? text : "(what follows is cut)\n";
  }
}

std::string PrintLog::take() {
  std::string all;
  for (auto &[program, text] : texts) {
    all += text;
  }
  texts.clear();
  return all;
}

namespace handlers {

//===--- Prints and assertions ---===//

static std::string formatElement(const Lanes &value, uint32_t lane, bool isSigned, bool isHex) {
  char text[512];
  unsigned bits = value.type.bits;
  if (value.type.isFloat()) {
    std::snprintf(text, sizeof(text), "%f", value.floats[lane]);
  } else if (value.type.isPointer()) {
    std::snprintf(text, sizeof(text), "0x%" PRIx64, uint64_t(value.integers[lane]));
  } else if (isHex) {
    int digits = std::max(1, int(bits) / 4);
    std::snprintf(text, sizeof(text), "0x%0*" PRIx64, digits, unsignedValue(value.integers[lane], bits));
  } else if (isSigned) {
    std::snprintf(text, sizeof(text), "%" PRId64, value.integers[lane]);
  } else {
    std::snprintf(text, sizeof(text), "%" PRIu64, unsignedValue(value.integers[lane], bits));
  }
  return text;
}

/// `(1, 3)` for the lane of a block of that shape.
static std::string formatIndex(uint32_t lane, const std::vector<uint32_t> &shape) {
  std::string text;
  for (size_t dimension = shape.size(); dimension-- > 0;) {
    text = std::to_string(lane % shape[dimension]) + (text.empty() ? "" : ", ") + text;
    lane /= shape[dimension];
  }
  return "(" + text + ")";
}

/// The immediate is the index of the format.
void print(Machine &machine, const Instruction &instruction) {
  const PrintFormat &format = machine.code.prints[instruction.immediate];
  const std::array<int32_t, 3> &index = machine.program->index;
  std::string start =
      "pid (" + std::to_string(index[0]) + ", " + std::to_string(index[1]) + ", " + std::to_string(index[2]) + ")";
  std::string text = format.operands.empty() ? start + format.prefix + "\n" : "";
  for (unsigned number = 0; number < format.operands.size(); ++number) {
    const PrintFormat::Operand &operand = format.operands[number];
    Lanes value = machine.operand(instruction, number);
    std::string which = format.operands.size() > 1 ? "(operand " + std::to_string(number) + ") " : "";
    for (uint32_t lane = 0; lane < value.count; ++lane) {
      std::string element =
          value.flag(lane) & Poison ? "undefined" : formatElement(value, lane, operand.isSigned, format.isHex);
      text += start + " idx " + formatIndex(lane, operand.shape) + format.prefix + which + element + "\n";
    }
  }
  if (machine.grid.prints != nullptr) {
    machine.grid.prints->add(machine.program->number, text);
  }
}

/// Operand: the condition. The immediate is the index of the message.
void assertTrue(Machine &machine, const Instruction &instruction) {
  Lanes condition = machine.operand(instruction, 0);
  for (uint32_t lane = 0; lane < condition.count; ++lane) {
    if (condition.flag(lane) & Poison) {
      machine.report(FaultKind::PoisonDecision, instruction, lane);
      return;
    }
    if (condition.integers[lane] == 0 && !(condition.flag(lane) & Undecided)) {
      Fault fault;
      fault.kind = FaultKind::AssertionFailed;
      fault.element = lane;
      fault.text = machine.code.messages[instruction.immediate];
      machine.report(fault, instruction);
      machine.stop();
      return;
    }
  }
}

//===--- Maps ---===//

/// Runs the region on the groups from `first` on, as many as its slots have lanes.
static void mapGroups(Machine &machine, const Instruction &instruction, const ElementMap &map, uint32_t first) {
  std::vector<uint32_t> indices(map.width);
  auto select = [&](uint32_t position, uint32_t count) {
    for (uint32_t group = 0; group < map.width; ++group) {
      indices[group] = std::min((first + group) * map.pack + position, count - 1);
    }
  };
  for (size_t argument = 0; argument < map.arguments.size(); ++argument) {
    Lanes source = machine.operand(instruction, unsigned(argument / map.pack));
    select(uint32_t(argument % map.pack), source.count);
    gatherLanes(machine.lanes(map.arguments[argument]), source, indices.data());
  }
  machine.runRegion(map.begin);
  // Groups that are not full write their last element several times; the first of the places is the right one.
  for (size_t yielded = map.yielded.size(); yielded-- > 0;) {
    Lanes result = machine.lanes(instruction.results[yielded / map.pack]);
    select(uint32_t(yielded % map.pack), result.count);
    scatterLanes(result, machine.lanes(map.yielded[yielded]), indices.data());
  }
}

/// The immediate is the index of the map.
void mapElements(Machine &machine, const Instruction &instruction) {
  const ElementMap &map = machine.code.maps[instruction.immediate];
  uint32_t count = machine.operand(instruction, 0).count;
  for (unsigned index = 0; index < instruction.results.size(); ++index) {
    machine.result(instruction, index);
  }
  uint32_t groups = (count + map.pack - 1) / map.pack;
  for (uint32_t first = 0; first < groups; first += map.width) {
    mapGroups(machine, instruction, map, first);
  }
}

//===--- Code of another kind ---===//

namespace {
/// One instruction that runs a LaneCode: its operands, moved within their bounds as asked for.
class LaneCodeRun {
public:
  LaneCodeRun(Machine &machine, const Instruction &instruction)
      : machine(machine), instruction(instruction), code(*machine.code.laneCodes[instruction.immediate]),
        values(instruction.results.size()) {
    for (unsigned index = 0; index < instruction.results.size(); ++index) {
      results.push_back(machine.result(instruction, index));
      values[index].resize(results.back().count);
    }
    for (unsigned index = 0; index < instruction.operands.size(); ++index) {
      operands.push_back(machine.operand(instruction, index));
    }
  }

  void run() {
    if (!call(0, values)) {
      return;
    }
    for (unsigned index = 0; index < results.size(); ++index) {
      for (uint32_t lane = 0; lane < results[index].count; ++lane) {
        results[index].integers[lane] = decodeLane(results[index].type, values[index][lane]);
      }
      for (const Lanes &operand : operands) {
        mergeFlags(results[index], {&operand});
      }
      addOwnError(results[index]);
    }
    propagate();
  }

private:
  /// Runs the code with each float operand at the corner of its bounds that the bits of `corner` choose; 0 for the
  /// middle. False after a report.
  bool call(unsigned corner, LaneBits &given) {
    LaneBits bits(operands.size());
    for (size_t index = 0; index < operands.size(); ++index) {
      const Lanes &operand = operands[index];
      for (uint32_t lane = 0; lane < operand.count; ++lane) {
        int64_t moved = operand.integers[lane];
        if (corner != 0 && operand.type.isFloat()) {
          double step = (corner - 1) >> (index % 3) & 1 ? operand.bound(lane) : -operand.bound(lane);
          moved = int64_t(bitsOf(operand.floats[lane] + step));
        }
        bits[index].push_back(encodeLane(operand.type, moved));
      }
    }
    std::string problem = code.run(bits, given);
    if (!problem.empty()) {
      Fault fault;
      fault.kind = FaultKind::InlineAsmFailed;
      fault.text = std::move(problem);
      machine.report(fault, instruction);
      machine.stop();
      return false;
    }
    return true;
  }

  void addOwnError(const Lanes &result) const {
    if (code.relativeError == 0 || !result.type.isFloat()) {
      return;
    }
    result.materialiseBounds();
    for (uint32_t lane = 0; lane < result.count; ++lane) {
      double size = std::fabs(result.floats[lane]);
      result.bounds[lane] = std::isfinite(size) ? code.relativeError * size + result.type.traits().smallestNormal : 0;
    }
  }

  /// Adds what the operands' errors make of the results, by trying the corners.
  void propagate() {
    bool anyBounds = std::any_of(operands.begin(), operands.end(),
                                 [](const Lanes &operand) { return operand.type.isFloat() && operand.hasBounds(); });
    if (!anyBounds || !code.isPure) {
      return;
    }
    unsigned corners = 1u << std::min<size_t>(operands.size(), 3);
    LaneBits moved = values;
    for (unsigned corner = 1; corner <= corners && call(corner, moved); ++corner) {
      for (unsigned index = 0; index < results.size(); ++index) {
        for (uint32_t lane = 0; lane < results[index].count; ++lane) {
          accept(results[index], lane, decodeLane(results[index].type, moved[index][lane]));
        }
      }
    }
  }

  static void accept(const Lanes &result, uint32_t lane, int64_t moved) {
    if (moved == result.integers[lane]) {
      return;
    }
    if (!result.type.isFloat()) {
      result.addFlag(lane, Undecided);
      return;
    }
    double there = 0;
    std::memcpy(&there, &moved, sizeof(there));
    double distance = std::fabs(there - result.floats[lane]);
    result.materialiseBounds();
    result.bounds[lane] = std::max(result.bounds[lane], std::isnan(distance) ? infinity : 2 * distance);
  }

  Machine &machine;
  const Instruction &instruction;
  const LaneCode &code;
  std::vector<Lanes> operands, results;
  LaneBits values;
};
} // namespace

/// The immediate is the index of the code.
void runLaneCode(Machine &machine, const Instruction &instruction) { LaneCodeRun(machine, instruction).run(); }

/// Nanoseconds of the host's clock.
void globalTimer(Machine &machine, const Instruction &instruction) {
  auto now = std::chrono::steady_clock::now().time_since_epoch();
  Lanes result = machine.result(instruction);
  std::fill_n(result.integers, result.count, std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
  machine.mayBeSpinning();
}

} // namespace handlers
} // namespace tkc::interp
