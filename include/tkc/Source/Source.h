// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Source text and places in it. Every stage speaks of source by a range of byte offsets in a buffer; lines and columns
// are computed only when somebody reads them.
#ifndef TKC_SOURCE_SOURCE_H
#define TKC_SOURCE_SOURCE_H

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace tkc {

/// A place as people write it: both numbers count from 1, the column in bytes.
struct LineColumn {
  uint32_t line = 1;
  uint32_t column = 1;
};

/// The text of one file, or of one piece of text that has a name.
class SourceBuffer {
public:
  SourceBuffer(std::string name, std::string text);

  /// The name as diagnostics show it, for a file the path as it was given.
  const std::string &name() const { return bufferName; }
  std::string_view text() const { return bufferText; }
  uint32_t size() const { return static_cast<uint32_t>(bufferText.size()); }

  uint32_t lineCount() const { return static_cast<uint32_t>(lineStarts.size()); }
  /// The place of `offset`; an offset behind the end is the end's place.
  LineColumn lineColumn(uint32_t offset) const;
  /// The offset of a place, moved into the buffer when it lies outside.
  uint32_t offsetAt(LineColumn place) const;
  /// The text of a line (from 1) without its line end; empty when there is no such line.
  std::string_view line(uint32_t number) const;

private:
  std::string bufferName;
  std::string bufferText;
  std::vector<uint32_t> lineStarts;
};

/// A half-open range of bytes [begin, end) of a buffer. A default range is "nowhere".
struct SourceRange {
  const SourceBuffer *buffer = nullptr;
  uint32_t begin = 0;
  uint32_t end = 0;

  bool isValid() const { return buffer != nullptr; }
  /// The bytes of the range; empty when the range is nowhere.
  std::string_view text() const;
  LineColumn start() const { return buffer ? buffer->lineColumn(begin) : LineColumn{}; }
  LineColumn finish() const { return buffer ? buffer->lineColumn(end) : LineColumn{}; }

  friend bool operator==(const SourceRange &a, const SourceRange &b) {
    return a.buffer == b.buffer && a.begin == b.begin && a.end == b.end;
  }
  friend bool operator!=(const SourceRange &a, const SourceRange &b) { return !(a == b); }
};

/// The smallest range that covers both; a range that is nowhere adds nothing.
SourceRange join(SourceRange a, SourceRange b);

/// Owns the buffers of one compilation. Buffers never move, so ranges and string views into them stay good.
class SourceManager {
public:
  const SourceBuffer &addBuffer(std::string name, std::string text);
  /// Reads a file. Returns null and sets `error` to the reason when that can't be done.
  const SourceBuffer *loadFile(const std::string &path, std::string &error);
  /// The first buffer of that name, or null.
  const SourceBuffer *findBuffer(std::string_view name) const;
  const std::deque<SourceBuffer> &buffers() const { return owned; }

private:
  std::deque<SourceBuffer> owned;
};

} // namespace tkc

#endif // TKC_SOURCE_SOURCE_H
