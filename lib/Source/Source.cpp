// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Line tables, file reading and range arithmetic.
#include "tkc/Source/Source.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>

namespace tkc {

/// Lines end with LF, CR LF or a lone CR, as the lexer sees them.
static std::vector<uint32_t> findLineStarts(std::string_view text) {
  std::vector<uint32_t> starts{0};
  for (size_t i = 0; i < text.size(); ++i) {
    bool isLoneReturn = text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n');
    if (text[i] == '\n' || isLoneReturn) {
      starts.push_back(static_cast<uint32_t>(i + 1));
    }
  }
  return starts;
}

SourceBuffer::SourceBuffer(std::string name, std::string text)
    : bufferName(std::move(name)), bufferText(std::move(text)), lineStarts(findLineStarts(bufferText)) {}

LineColumn SourceBuffer::lineColumn(uint32_t offset) const {
  offset = std::min(offset, size());
  auto next = std::upper_bound(lineStarts.begin(), lineStarts.end(), offset);
  uint32_t line = static_cast<uint32_t>(next - lineStarts.begin());
  return {line, offset - lineStarts[line - 1] + 1};
}

uint32_t SourceBuffer::offsetAt(LineColumn place) const {
  if (place.line == 0) {
    return 0;
  }
  if (place.line > lineCount()) {
    return size();
  }
  uint64_t offset = uint64_t(lineStarts[place.line - 1]) + (place.column ? place.column - 1 : 0);
  return static_cast<uint32_t>(std::min<uint64_t>(offset, size()));
}

std::string_view SourceBuffer::line(uint32_t number) const {
  if (number == 0 || number > lineCount()) {
    return {};
  }
  uint32_t begin = lineStarts[number - 1];
  uint32_t end = number < lineCount() ? lineStarts[number] : size();
  std::string_view text = std::string_view(bufferText).substr(begin, end - begin);
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) {
    text.remove_suffix(1);
  }
  return text;
}

std::string_view SourceRange::text() const {
  return buffer ? buffer->text().substr(begin, end - begin) : std::string_view();
}

SourceRange join(SourceRange a, SourceRange b) {
  if (!a.isValid() || a.buffer != b.buffer) {
    return a.isValid() ? a : b;
  }
  return {a.buffer, std::min(a.begin, b.begin), std::max(a.end, b.end)};
}

const SourceBuffer &SourceManager::addBuffer(std::string name, std::string text) {
  return owned.emplace_back(std::move(name), std::move(text));
}

static bool readAll(std::FILE *file, std::string &text) {
  char chunk[65536];
  while (size_t count = std::fread(chunk, 1, sizeof chunk, file)) {
    text.append(chunk, count);
    if (text.size() > std::numeric_limits<int32_t>::max()) {
      errno = EFBIG;
      return false;
    }
  }
  return !std::ferror(file);
}

const SourceBuffer *SourceManager::loadFile(const std::string &path, std::string &error) {
  std::unique_ptr<std::FILE, int (*)(std::FILE *)> file(std::fopen(path.c_str(), "rb"), std::fclose);
  std::string text;
  if (!file || !readAll(file.get(), text)) {
    error = std::strerror(errno);
    return nullptr;
  }
  return &addBuffer(path, std::move(text));
}

const SourceBuffer *SourceManager::findBuffer(std::string_view name) const {
  auto found = std::find_if(owned.begin(), owned.end(), [&](const SourceBuffer &b) { return b.name() == name; });
  return found == owned.end() ? nullptr : &*found;
}

} // namespace tkc
