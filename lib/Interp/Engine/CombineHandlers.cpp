// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions and scans: the combine region runs once a step on all lanes that cross the axis.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "Handlers.h"
#include "Quantum.h"
#include "RoundedWriter.h"

namespace tkc::interp::handlers {

/// The elements of one step along the axis, for the lanes [first, first + count).
static void indicesOfStep(const AxisShape &shape, uint32_t step, uint32_t first, std::vector<uint32_t> &indices) {
  for (uint32_t position = 0; position < indices.size(); ++position) {
    uint32_t lane = first + position;
    indices[position] = (lane / shape.inner * shape.extent + step) * shape.inner + lane % shape.inner;
  }
}

namespace {
/// Runs a combine over a group of lanes, step by step.
class CombineRun {
public:
  CombineRun(Machine &machine, const Instruction &instruction, const Combine &combine)
      : machine(machine), instruction(instruction), combine(combine), indices(combine.width) {}

  /// Accumulates the lanes from `first` on; writes each step's result when scanning, else the last one.
  void run(uint32_t first, bool isScan) {
    for (uint32_t step = 0; step < combine.shape.extent; ++step) {
      uint32_t position = combine.isReverse ? combine.shape.extent - 1 - step : step;
      indicesOfStep(combine.shape, position, first, indices);
      read(step == 0 ? combine.left : combine.right);
      if (step != 0) {
        machine.runRegion(combine.begin);
        accept();
      }
      if (isScan) {
        write();
      }
    }
    if (!isScan) {
      for (uint32_t lane = 0; lane < indices.size(); ++lane) {
        indices[lane] = first + lane;
      }
      write();
    }
  }

private:
  void read(const std::vector<SlotId> &into) {
    for (unsigned index = 0; index < into.size(); ++index) {
      gatherLanes(machine.lanes(into[index]), machine.operand(instruction, index), indices.data());
    }
  }
  void accept() {
    for (unsigned index = 0; index < combine.left.size(); ++index) {
      copyLanes(machine.lanes(combine.left[index]), machine.lanes(combine.yielded[index]));
    }
  }
  void write() {
    for (unsigned index = 0; index < combine.left.size(); ++index) {
      scatterLanes(machine.lanes(instruction.results[index]), machine.lanes(combine.left[index]), indices.data());
    }
  }

  Machine &machine;
  const Instruction &instruction;
  const Combine &combine;
  std::vector<uint32_t> indices;
};

/// Sums floats along the axis with a bound for any order.
class FloatSum {
public:
  FloatSum(const Lanes &source, const Lanes &result)
      : source(source), traits(result.type.traits()), writer(result), precision(traits.format.mantissaBits + 1) {}

  void start() { sum = magnitude = propagated = 0, terms = 0, quantum = INT_MAX; }
  void add(uint32_t index) {
    double term = source.floats[index];
    // An empty sum would turn -0 into 0.
    sum = terms == 0 ? term : sum + term;
    magnitude += std::fabs(term);
    propagated += source.bound(index);
    quantum = std::min(quantum, quantumExponent(term));
    ++terms;
  }
  void write(uint32_t lane) {
    if (!std::isfinite(sum)) {
      writer.write(lane, sum, 0, propagated == 0 ? 0 : infinity);
      return;
    }
    bool isExact = propagated == 0 && isExactInAnyOrder(magnitude, quantum, precision);
    double relative = (terms - 1) * traits.unitRoundoff * (traits.format.mantissaBits == 52 ? 2 : 1);
    double error = isExact ? 0 : relative * (magnitude + propagated);
    bool mayOverflow = magnitude > traits.largestFinite && std::fabs(sum) - propagated - error <= traits.largestFinite;
    writer.write(lane, sum, 0, mayOverflow ? infinity : propagated + error);
  }
  void finish() { writer.finish(); }

private:
  const Lanes &source;
  const FloatTraits &traits;
  RoundedWriter writer;
  int precision;
  double sum = 0, magnitude = 0, propagated = 0;
  uint32_t terms = 0;
  int quantum = INT_MAX;
};
} // namespace

static void sumFloats(Machine &machine, const Instruction &instruction, const Combine &combine, bool isScan) {
  const AxisShape &shape = combine.shape;
  Lanes source = machine.operand(instruction, 0);
  Lanes result = machine.result(instruction);
  FloatSum sum(source, result);
  for (uint32_t lane = 0; lane < shape.laneCount(); ++lane) {
    sum.start();
    uint8_t flags = 0;
    for (uint32_t step = 0; step < shape.extent; ++step) {
      uint32_t position = combine.isReverse ? shape.extent - 1 - step : step;
      uint32_t index = (lane / shape.inner * shape.extent + position) * shape.inner + lane % shape.inner;
      sum.add(index);
      flags |= source.flag(index);
      uint32_t target = isScan ? index : lane;
      if (isScan || step + 1 == shape.extent) {
        sum.write(target);
        if (flags != 0) {
          result.addFlag(target, flags);
        }
      }
    }
  }
  sum.finish();
}

namespace {
/// Finds where a scan of floats may overflow in another order: it combines all windows of 2, 4, 8 … neighbours, as
/// trees do. A window that overflows may stand behind a zero, or be divided away, in the plain order.
class WindowProbe {
public:
  WindowProbe(Machine &machine, const Instruction &instruction, const Combine &combine)
      : machine(machine), instruction(instruction), combine(combine), indices(combine.width),
        windows(combine.left.size(), std::vector<int64_t>(size_t(combine.shape.extent) * combine.width)) {}

  /// Leaves the results open that a window may spoil, for the lanes from `first` on.
  void run(uint32_t first) {
    uint32_t extent = combine.shape.extent;
    load(first);
    firstSpoilt.assign(combine.width, extent);
    std::vector<bool> isGiven(combine.width);
    note();
    for (uint32_t lane = 0; lane < combine.width; ++lane) {
      isGiven[lane] = firstSpoilt[lane] < extent;
    }
    for (uint32_t size = 1; size < extent; size *= 2) {
      // From the end, so that the smaller windows are still there.
      for (uint32_t step = extent; step-- > size;) {
        join(step - size, step);
      }
      note();
    }
    notePlainOrder(first);
    for (uint32_t lane = 0; lane < combine.width; ++lane) {
      for (uint32_t step = isGiven[lane] ? extent : firstSpoilt[lane]; step < extent; ++step) {
        leaveOpen(first, lane, step);
      }
    }
  }

private:
  int64_t *window(size_t value, uint32_t step) { return &windows[value][size_t(step) * combine.width]; }
  uint32_t position(uint32_t step) const { return combine.isReverse ? combine.shape.extent - 1 - step : step; }
  bool isFloat(size_t value) const { return machine.lanes(combine.left[value]).type.isFloat(); }

  void load(uint32_t first) {
    for (uint32_t step = 0; step < combine.shape.extent; ++step) {
      indicesOfStep(combine.shape, position(step), first, indices);
      for (size_t value = 0; value < windows.size(); ++value) {
        Lanes source = machine.operand(instruction, unsigned(value));
        for (uint32_t lane = 0; lane < combine.width; ++lane) {
          window(value, step)[lane] = source.integers[indices[lane]];
        }
      }
    }
  }

  void put(SlotId slot, const int64_t *values) {
    Lanes lanes = machine.lanes(slot);
    std::copy_n(values, combine.width, lanes.integers);
    *lanes.summary = 0;
  }

  void join(uint32_t before, uint32_t step) {
    for (size_t value = 0; value < windows.size(); ++value) {
      put(combine.left[value], window(value, before));
      put(combine.right[value], window(value, step));
    }
    machine.runRegion(combine.begin);
    for (size_t value = 0; value < windows.size(); ++value) {
      std::copy_n(machine.lanes(combine.yielded[value]).integers, combine.width, window(value, step));
    }
  }

  void note() {
    for (size_t value = 0; value < windows.size(); ++value) {
      for (uint32_t step = 0; isFloat(value) && step < combine.shape.extent; ++step) {
        for (uint32_t lane = 0; lane < combine.width; ++lane) {
          if (!std::isfinite(realOf(window(value, step)[lane]))) {
            firstSpoilt[lane] = std::min(firstSpoilt[lane], step);
          }
        }
      }
    }
  }

  /// What overflows in the plain order may not in another.
  void notePlainOrder(uint32_t first) {
    for (uint32_t step = 0; step < combine.shape.extent; ++step) {
      indicesOfStep(combine.shape, position(step), first, indices);
      for (size_t value = 0; value < windows.size(); ++value) {
        Lanes result = machine.lanes(instruction.results[value]);
        for (uint32_t lane = 0; isFloat(value) && lane < combine.width; ++lane) {
          if (!std::isfinite(result.floats[indices[lane]])) {
            firstSpoilt[lane] = std::min(firstSpoilt[lane], step);
          }
        }
      }
    }
  }

  static double realOf(int64_t bits) {
    double real;
    std::memcpy(&real, &bits, sizeof(real));
    return real;
  }

  void leaveOpen(uint32_t first, uint32_t lane, uint32_t step) {
    indicesOfStep(combine.shape, position(step), first, indices);
    for (size_t value = 0; value < windows.size(); ++value) {
      if (isFloat(value)) {
        machine.lanes(instruction.results[value]).addFlag(indices[lane], Undecided);
      }
    }
  }

  Machine &machine;
  const Instruction &instruction;
  const Combine &combine;
  std::vector<uint32_t> indices;
  /// Of each value of the tuple, step by step.
  std::vector<std::vector<int64_t>> windows;
  /// Of each lane, the first step at which a window ends that is no number.
  std::vector<uint32_t> firstSpoilt;
};
} // namespace

static bool hasFloats(Machine &machine, const Combine &combine) {
  return std::any_of(combine.left.begin(), combine.left.end(),
                     [&](SlotId slot) { return machine.lanes(slot).type.isFloat(); });
}

/// Another order may err as much as this one, to the other side.
static void doubleBounds(const Lanes &result) {
  for (uint32_t lane = 0; result.hasBounds() && lane < result.count; ++lane) {
    result.bounds[lane] *= 2;
  }
}

static void combineAlongAxis(Machine &machine, const Instruction &instruction, bool isScan) {
  const Combine &combine = machine.code.combines[instruction.immediate];
  if (combine.kind == Combine::Kind::FloatSum) {
    return sumFloats(machine, instruction, combine, isScan);
  }
  for (unsigned index = 0; index < instruction.results.size(); ++index) {
    machine.result(instruction, index);
  }
  CombineRun run(machine, instruction, combine);
  for (uint32_t first = 0; first < combine.shape.laneCount(); first += combine.width) {
    run.run(first, isScan);
  }
  for (SlotId result : instruction.results) {
    if (combine.kind == Combine::Kind::General && machine.lanes(result).type.isFloat()) {
      doubleBounds(machine.lanes(result));
    }
  }
  if (isScan && combine.kind == Combine::Kind::General && hasFloats(machine, combine)) {
    WindowProbe probe(machine, instruction, combine);
    for (uint32_t first = 0; first < combine.shape.laneCount(); first += combine.width) {
      probe.run(first);
    }
  }
}

/// Operands: k blocks; results: k blocks without the axis. The immediate is the index of the combine.
void reduce(Machine &machine, const Instruction &instruction) { combineAlongAxis(machine, instruction, false); }

/// Operands and results: k blocks. The immediate is the index of the combine.
void scan(Machine &machine, const Instruction &instruction) { combineAlongAxis(machine, instruction, true); }

} // namespace tkc::interp::handlers
