// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Places buffers in one memory so that those that are live at once do not overlap.
#include "tkc/Dialect/Tkg/Analysis/BufferPlacement.h"

#include <algorithm>
#include <numeric>
#include <tuple>

using namespace tkc::tkg;

static bool areLiveAtOnce(const BufferRequest &a, const BufferRequest &b) {
  return a.begin <= b.end && b.begin <= a.end;
}

static int64_t alignTo(int64_t offset, int64_t alignment) { return (offset + alignment - 1) / alignment * alignment; }

/// The order of placement: fixed ones, then by size, then by time.
static std::vector<size_t> orderOf(const std::vector<BufferRequest> &requests) {
  std::vector<size_t> order(requests.size());
  std::iota(order.begin(), order.end(), 0);
  auto rank = [&](size_t index) {
    const BufferRequest &request = requests[index];
    return std::tuple(!request.fixedOffset.has_value(), -request.bytes, request.begin, index);
  };
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return rank(a) < rank(b); });
  return order;
}

BufferPlacement tkc::tkg::placeBuffers(const std::vector<BufferRequest> &requests) {
  BufferPlacement placement;
  placement.offsets.assign(requests.size(), 0);
  std::vector<size_t> placed;
  for (size_t index : orderOf(requests)) {
    const BufferRequest &request = requests[index];
    int64_t offset = request.fixedOffset.value_or(0);
    // Conflicts by offset: one pass from low to high finds the first gap.
    std::vector<size_t> conflicts;
    std::copy_if(placed.begin(), placed.end(), std::back_inserter(conflicts),
                 [&](size_t other) { return areLiveAtOnce(request, requests[other]); });
    std::sort(conflicts.begin(), conflicts.end(),
              [&](size_t a, size_t b) { return placement.offsets[a] < placement.offsets[b]; });
    for (size_t other : conflicts) {
      int64_t otherEnd = placement.offsets[other] + requests[other].bytes;
      bool overlaps = placement.offsets[other] < offset + request.bytes && offset < otherEnd;
      if (overlaps && !request.fixedOffset) {
        offset = alignTo(otherEnd, request.alignment);
      }
    }
    placement.offsets[index] = offset;
    placement.totalBytes = std::max(placement.totalBytes, offset + request.bytes);
    placed.push_back(index);
  }
  return placement;
}
