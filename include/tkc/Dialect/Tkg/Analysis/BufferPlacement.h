// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Places buffers in one memory so that those that are live at once do not overlap.
#ifndef TKC_DIALECT_TKG_ANALYSIS_BUFFERPLACEMENT_H
#define TKC_DIALECT_TKG_ANALYSIS_BUFFERPLACEMENT_H

#include <cstdint>
#include <optional>
#include <vector>

namespace tkc::tkg {

/// What a buffer needs: bytes, alignment, and the time from `begin` to `end`, both included.
struct BufferRequest {
  int64_t bytes = 0;
  int64_t alignment = 16;
  unsigned begin = 0, end = 0;
  /// Where it must lie, if that is not free.
  std::optional<int64_t> fixedOffset;
};

struct BufferPlacement {
  /// One offset a request.
  std::vector<int64_t> offsets;
  int64_t totalBytes = 0;
};

/// Places large buffers first, each at the lowest offset that is free all of its time.
BufferPlacement placeBuffers(const std::vector<BufferRequest> &requests);

} // namespace tkc::tkg

#endif // TKC_DIALECT_TKG_ANALYSIS_BUFFERPLACEMENT_H
