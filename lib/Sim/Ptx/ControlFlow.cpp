// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cuts a function into blocks, orders them, and finds where ways meet again.
#include "tkc/Sim/Ptx/ControlFlow.h"

#include <algorithm>
#include <unordered_map>

#include "BlockOrder.h"
#include "DominatorTree.h"

namespace tkc::sim::ptx {

using Graph = std::vector<std::vector<uint32_t>>;

namespace {

class FlowBuilder {
public:
  explicit FlowBuilder(const Function &function) : function(function) {}

  ControlFlow build();

private:
  void cut();
  void connect();
  void addTargets(const Instruction &last, std::vector<uint32_t> &targets) const;
  void order();
  void findPostDominators();
  Graph reverseWithEnd() const;

  const Function &function;
  ControlFlow flow;
  std::unordered_map<std::string_view, uint32_t> labels;
  std::unordered_map<std::string_view, const TargetTable *> tables;
};

} // namespace

/// What an instruction does to control flow.
enum class FlowKind : uint8_t { Next, Branch, Table, Leave };

static FlowKind flowOf(const Instruction &instruction) {
  std::string_view opcode = instruction.opcode;
  if (opcode == "bra") {
    return FlowKind::Branch;
  }
  if (opcode == "brx") {
    return FlowKind::Table;
  }
  return opcode == "ret" || opcode == "exit" || opcode == "trap" ? FlowKind::Leave : FlowKind::Next;
}

/// Whether control may go on behind the instruction.
static bool fallsThrough(const Instruction &instruction) {
  return flowOf(instruction) == FlowKind::Next || !instruction.guard.empty();
}

void FlowBuilder::cut() {
  uint32_t count = static_cast<uint32_t>(function.instructions.size());
  std::vector<bool> begins(count + 1, false);
  begins[0] = true;
  for (const Label &label : function.labels) {
    begins[std::min(label.instruction, count)] = true;
    labels[label.name] = std::min(label.instruction, count);
  }
  for (uint32_t index = 0; index + 1 < count; ++index) {
    if (flowOf(function.instructions[index]) != FlowKind::Next) {
      begins[index + 1] = true;
    }
  }
  for (uint32_t index = 0; index <= count; ++index) {
    if (begins[index]) {
      flow.blocks.emplace_back().begin = index;
    }
    if (begins[index] || index < count) {
      flow.blocks.back().end = std::min(index + 1, count);
      flow.blockOf.push_back(static_cast<uint32_t>(flow.blocks.size() - 1));
    }
  }
}

/// The blocks that the branch at the end of a block names.
void FlowBuilder::addTargets(const Instruction &last, std::vector<uint32_t> &targets) const {
  auto addLabel = [&](std::string_view name) {
    auto found = labels.find(name);
    if (found != labels.end()) {
      targets.push_back(flow.blockOf[found->second]);
    }
  };
  FlowKind kind = flowOf(last);
  if (kind == FlowKind::Branch && !last.operands.empty()) {
    addLabel(last.operands[0].name);
  } else if (kind == FlowKind::Table && last.operands.size() > 1) {
    auto table = tables.find(last.operands[1].name);
    if (table != tables.end()) {
      std::for_each(table->second->targets.begin(), table->second->targets.end(), addLabel);
    }
  }
}

void FlowBuilder::connect() {
  for (const TargetTable &table : function.tables) {
    tables[table.name] = &table;
  }
  std::vector<uint32_t> seenBy(flow.blocks.size(), ControlFlow::none);
  for (uint32_t index = 0; index < flow.blocks.size(); ++index) {
    BasicBlock &block = flow.blocks[index];
    std::vector<uint32_t> targets;
    bool isEmpty = block.begin == block.end;
    if (index + 1 < flow.blocks.size() && (isEmpty || fallsThrough(function.instructions[block.end - 1]))) {
      targets.push_back(index + 1);
    }
    if (!isEmpty) {
      addTargets(function.instructions[block.end - 1], targets);
    }
    for (uint32_t target : targets) {
      if (seenBy[target] != index) {
        seenBy[target] = index;
        block.successors.push_back(target);
        flow.blocks[target].predecessors.push_back(index);
      }
    }
  }
}

void FlowBuilder::order() {
  Graph successors;
  for (const BasicBlock &block : flow.blocks) {
    successors.push_back(block.successors);
  }
  flow.positions.assign(flow.blocks.size(), ControlFlow::none);
  uint32_t position = 0;
  for (uint32_t block : orderLoopsTogether(successors)) {
    flow.positions[block] = position++;
  }
  for (uint32_t &place : flow.positions) {
    place = place == ControlFlow::none ? position++ : place;
  }
}

/// Edges turned round, and a node behind the last block for the end of the function. Blocks from which nothing leads
/// there get an edge to it, the last in the order first.
Graph FlowBuilder::reverseWithEnd() const {
  uint32_t end = static_cast<uint32_t>(flow.blocks.size());
  Graph reversed(end + 1);
  std::vector<uint32_t> byPosition(end);
  for (uint32_t index = 0; index < end; ++index) {
    const BasicBlock &block = flow.blocks[index];
    reversed[index] = block.predecessors;
    byPosition[flow.positions[index]] = index;
    bool isLast = index + 1 == end && (block.begin == block.end || fallsThrough(function.instructions[block.end - 1]));
    bool leaves = block.begin != block.end && flowOf(function.instructions[block.end - 1]) == FlowKind::Leave;
    if (isLast || leaves) {
      reversed[end].push_back(index);
    }
  }
  std::vector<bool> isReached(end + 1, false);
  std::vector<uint32_t> pending = reversed[end];
  auto spread = [&] {
    while (!pending.empty()) {
      uint32_t node = pending.back();
      pending.pop_back();
      if (!isReached[node]) {
        isReached[node] = true;
        pending.insert(pending.end(), reversed[node].begin(), reversed[node].end());
      }
    }
  };
  spread();
  for (uint32_t position = end; position-- > 0;) {
    uint32_t block = byPosition[position];
    if (!isReached[block]) {
      reversed[end].push_back(block);
      pending.push_back(block);
      spread();
    }
  }
  return reversed;
}

void FlowBuilder::findPostDominators() {
  uint32_t end = static_cast<uint32_t>(flow.blocks.size());
  flow.postDominators = findImmediateDominators(reverseWithEnd(), end);
  flow.postDominators.pop_back();
  for (uint32_t &dominator : flow.postDominators) {
    dominator = dominator == end ? ControlFlow::none : dominator;
  }
}

ControlFlow FlowBuilder::build() {
  cut();
  connect();
  order();
  findPostDominators();
  return std::move(flow);
}

ControlFlow analyzeControlFlow(const Function &function) { return FlowBuilder(function).build(); }

} // namespace tkc::sim::ptx
