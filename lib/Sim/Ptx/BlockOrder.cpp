// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Strongly connected components in topological order; in each its head, then again the components of what is left
// without the head. (Bourdoncle, "Efficient chaotic iteration strategies with widenings", 1993, calls it a weak
// topological order.) Heads are the first of their component in reverse post-order: the header of a loop with one
// entry.
#include "BlockOrder.h"

#include <algorithm>

namespace tkc::sim::ptx {

using Graph = std::vector<std::vector<uint32_t>>;

namespace {

/// A node on the way of a depth-first search, and which of its successors comes next.
struct Visit {
  uint32_t node;
  uint32_t next = 0;
};

/// Tarjan's algorithm on parts of a graph.
class Components {
public:
  explicit Components(const Graph &successors)
      : successors(successors), regions(successors.size(), 0), numbers(successors.size(), 0),
        lowest(successors.size(), 0), componentOf(successors.size(), 0) {}

  /// The components of the part that the nodes make up, the last in topological order first; each keeps the order of
  /// `nodes`.
  std::vector<std::vector<uint32_t>> find(const std::vector<uint32_t> &nodes);

private:
  void search(uint32_t root);
  void enter(uint32_t node);
  void leave(uint32_t node);

  const Graph &successors;
  /// Which call of `find` a node belongs to, or was given away in.
  std::vector<uint32_t> regions;
  /// The order of entering, from 1; 0 before.
  std::vector<uint32_t> numbers, lowest;
  uint32_t region = 0, nextNumber = 1;
  std::vector<uint32_t> pending;
  std::vector<Visit> way;
  /// By node, and how many there are.
  std::vector<uint32_t> componentOf;
  uint32_t found = 0;
};

/// What the order still has to place: a component in reverse post-order, whose first node is its head.
struct Part {
  std::vector<uint32_t> nodes;
  uint32_t depth;
};

} // namespace

std::vector<uint32_t> reversePostOrder(const Graph &successors, uint32_t root) {
  std::vector<uint32_t> order;
  std::vector<bool> isSeen(successors.size(), false);
  std::vector<Visit> way = {{root}};
  isSeen[root] = true;
  while (!way.empty()) {
    Visit &visit = way.back();
    if (visit.next == successors[visit.node].size()) {
      order.push_back(visit.node);
      way.pop_back();
      continue;
    }
    uint32_t successor = successors[visit.node][visit.next++];
    if (!isSeen[successor]) {
      isSeen[successor] = true;
      way.push_back({successor});
    }
  }
  std::reverse(order.begin(), order.end());
  return order;
}

std::vector<std::vector<uint32_t>> Components::find(const std::vector<uint32_t> &nodes) {
  ++region;
  for (uint32_t node : nodes) {
    regions[node] = region;
    numbers[node] = 0;
  }
  nextNumber = 1;
  found = 0;
  for (uint32_t node : nodes) {
    if (numbers[node] == 0) {
      search(node);
    }
  }
  std::vector<std::vector<uint32_t>> components(found);
  for (uint32_t node : nodes) {
    components[componentOf[node]].push_back(node);
  }
  return components;
}

void Components::enter(uint32_t node) {
  numbers[node] = lowest[node] = nextNumber++;
  pending.push_back(node);
  way.push_back({node});
}

void Components::search(uint32_t root) {
  enter(root);
  while (!way.empty()) {
    Visit &visit = way.back();
    uint32_t node = visit.node;
    if (visit.next == successors[node].size()) {
      leave(node);
      continue;
    }
    uint32_t successor = successors[node][visit.next++];
    if (regions[successor] != region) {
      continue;
    }
    if (numbers[successor] == 0) {
      enter(successor);
    } else {
      lowest[node] = std::min(lowest[node], numbers[successor]);
    }
  }
}

void Components::leave(uint32_t node) {
  way.pop_back();
  if (!way.empty()) {
    lowest[way.back().node] = std::min(lowest[way.back().node], lowest[node]);
  }
  if (lowest[node] != numbers[node]) {
    return;
  }
  uint32_t member;
  do {
    member = pending.back();
    pending.pop_back();
    regions[member] = 0;
    componentOf[member] = found;
  } while (member != node);
  ++found;
}

std::vector<uint32_t> orderLoopsTogether(const Graph &successors) {
  constexpr uint32_t deepest = 64;
  std::vector<uint32_t> reverse = reversePostOrder(successors, 0);
  Components components(successors);
  std::vector<uint32_t> order;
  std::vector<Part> parts;
  auto split = [&](const std::vector<uint32_t> &nodes, uint32_t depth) {
    for (std::vector<uint32_t> &component : components.find(nodes)) {
      parts.push_back({std::move(component), depth});
    }
  };
  split(reverse, 0);
  while (!parts.empty()) {
    Part part = std::move(parts.back());
    parts.pop_back();
    if (part.nodes.size() == 1 || part.depth > deepest) {
      order.insert(order.end(), part.nodes.begin(), part.nodes.end());
      continue;
    }
    order.push_back(part.nodes.front());
    part.nodes.erase(part.nodes.begin());
    split(part.nodes, part.depth + 1);
  }
  return order;
}

} // namespace tkc::sim::ptx
