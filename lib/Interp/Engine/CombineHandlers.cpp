// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions and scans: the combine region runs once a step on all lanes that cross the axis.
#include <algorithm>

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

/// to[indices[i]] = from[i]; `to` has readable bounds and flags when `from` has.
static void scatterLanes(const Lanes &to, const Lanes &from, const std::vector<uint32_t> &indices) {
  if (from.hasBounds()) {
    to.materialiseBounds();
  }
  if (from.hasFlags()) {
    to.materialiseFlags();
  }
  for (uint32_t position = 0; position < indices.size(); ++position) {
    uint32_t index = indices[position];
    to.integers[index] = from.integers[position];
    if (to.hasBounds()) {
      to.bounds[index] = from.bound(position);
    }
    if (to.hasFlags()) {
      to.flags[index] = from.flag(position);
    }
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
      scatterLanes(machine.lanes(instruction.results[index]), machine.lanes(combine.left[index]), indices);
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
}

/// Operands: k blocks; results: k blocks without the axis. The immediate is the index of the combine.
void reduce(Machine &machine, const Instruction &instruction) { combineAlongAxis(machine, instruction, false); }

/// Operands and results: k blocks. The immediate is the index of the combine.
void scan(Machine &machine, const Instruction &instruction) { combineAlongAxis(machine, instruction, true); }

} // namespace tkc::interp::handlers
