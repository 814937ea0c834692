// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Semidominators with path compression, then nearest common ancestors (Georgiadis, "Linear-time algorithms for
// dominators and related problems", 2005, where it is called SEMI-NCA).
#include "DominatorTree.h"

#include <algorithm>

namespace tkc::sim::ptx {

static constexpr uint32_t none = UINT32_MAX;

namespace {

/// Works on numbers that a depth-first search gives the nodes.
class DominatorSearch {
public:
  explicit DominatorSearch(const std::vector<std::vector<uint32_t>> &successors)
      : successors(successors), numbers(successors.size(), none) {}

  std::vector<uint32_t> find(uint32_t root);

private:
  void number(uint32_t root);
  void link();
  uint32_t evaluate(uint32_t vertex, uint32_t lastLinked);

  const std::vector<std::vector<uint32_t>> &successors;
  std::vector<uint32_t> numbers;
  /// By number: the node, its parent in the search, its semidominator, the best vertex on its compressed path, its
  /// dominator, and where edges come from.
  std::vector<uint32_t> nodes, parents, ancestors, semidominators, labels, dominators;
  std::vector<std::vector<uint32_t>> sources;
  std::vector<uint32_t> path;
};

} // namespace

void DominatorSearch::number(uint32_t root) {
  std::vector<std::pair<uint32_t, uint32_t>> way;
  auto enter = [&](uint32_t node, uint32_t parent) {
    numbers[node] = static_cast<uint32_t>(nodes.size());
    nodes.push_back(node);
    parents.push_back(parent);
    way.emplace_back(numbers[node], 0);
  };
  enter(root, 0);
  while (!way.empty()) {
    auto &[vertex, next] = way.back();
    const std::vector<uint32_t> &targets = successors[nodes[vertex]];
    if (next == targets.size()) {
      way.pop_back();
      continue;
    }
    uint32_t target = targets[next++];
    if (numbers[target] == none) {
      enter(target, vertex);
    }
  }
  sources.resize(nodes.size());
  for (uint32_t vertex = 0; vertex < nodes.size(); ++vertex) {
    for (uint32_t target : successors[nodes[vertex]]) {
      sources[numbers[target]].push_back(vertex);
    }
  }
}

/// The vertex with the smallest semidominator on the path above that is linked already.
uint32_t DominatorSearch::evaluate(uint32_t vertex, uint32_t lastLinked) {
  if (vertex < lastLinked) {
    return labels[vertex];
  }
  path.clear();
  for (uint32_t above = vertex; ancestors[above] >= lastLinked; above = ancestors[above]) {
    path.push_back(above);
  }
  uint32_t top = path.empty() ? vertex : ancestors[path.back()];
  while (!path.empty()) {
    uint32_t lower = path.back();
    path.pop_back();
    if (semidominators[labels[top]] < semidominators[labels[lower]]) {
      labels[lower] = labels[top];
    }
    ancestors[lower] = ancestors[top];
    top = lower;
  }
  return labels[vertex];
}

void DominatorSearch::link() {
  for (uint32_t vertex = static_cast<uint32_t>(nodes.size()) - 1; vertex > 0; --vertex) {
    semidominators[vertex] = parents[vertex];
    for (uint32_t source : sources[vertex]) {
      uint32_t candidate = semidominators[evaluate(source, vertex + 1)];
      semidominators[vertex] = std::min(semidominators[vertex], candidate);
    }
  }
}

std::vector<uint32_t> DominatorSearch::find(uint32_t root) {
  number(root);
  for (uint32_t vertex = 0; vertex < nodes.size(); ++vertex) {
    semidominators.push_back(vertex);
    labels.push_back(vertex);
  }
  ancestors = parents;
  dominators = parents;
  link();
  std::vector<uint32_t> result(successors.size(), none);
  for (uint32_t vertex = 1; vertex < nodes.size(); ++vertex) {
    uint32_t dominator = dominators[vertex];
    while (dominator > semidominators[vertex]) {
      dominator = dominators[dominator];
    }
    dominators[vertex] = dominator;
    result[nodes[vertex]] = nodes[dominator];
  }
  return result;
}

std::vector<uint32_t> findImmediateDominators(const std::vector<std::vector<uint32_t>> &successors, uint32_t root) {
  return DominatorSearch(successors).find(root);
}

} // namespace tkc::sim::ptx
