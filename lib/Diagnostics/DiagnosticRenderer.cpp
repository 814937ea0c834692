// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Text and JSON renderers. Source bytes that a terminal can't show are replaced, so no input garbles the output.
#include "tkc/Diagnostics/DiagnosticRenderer.h"

#include "tkc/Support/Unicode.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace tkc {

namespace {

/// Where the parts of one shown source line go on the screen.
struct ShownLine {
  std::string text;
  size_t caretBegin = 0;
  size_t caretEnd = 0;
};

constexpr std::string_view resetCode = "\033[0m";
constexpr size_t longestShownLine = 240;

} // namespace

static bool isContinuationByte(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

/// Cuts a very long line to a window around the range; offsets are in bytes of the line.
static std::string_view cutWindow(std::string_view line, size_t &begin, size_t &end) {
  if (line.size() <= longestShownLine) {
    return line;
  }
  size_t start = begin > longestShownLine / 2 ? begin - longestShownLine / 2 : 0;
  while (start > 0 && isContinuationByte(line[start])) {
    --start;
  }
  line = line.substr(start, longestShownLine);
  begin -= start;
  end = std::min(end - start, line.size());
  return line;
}

/// How one code point is printed: tabs become a blank, control characters and broken bytes a question mark.
static std::string_view showCodePoint(std::string_view bytes, DecodedCodePoint point) {
  if (bytes[0] == '\t') {
    return " ";
  }
  bool isControl = point.value < 0x20 || (point.value >= 0x7F && point.value < 0xA0);
  return point.length == 0 || isControl ? "?" : bytes.substr(0, point.length);
}

/// A caret stands under each code point, so the columns of `ShownLine` count code points.
static ShownLine layOutLine(std::string_view line, size_t begin, size_t end) {
  line = cutWindow(line, begin, end);
  ShownLine shown;
  for (size_t i = 0; i < line.size();) {
    DecodedCodePoint point = decodeUtf8(line.substr(i));
    shown.text += showCodePoint(line.substr(i), point);
    i += std::max(point.length, 1u);
    shown.caretBegin += i <= begin;
    shown.caretEnd += i <= end;
  }
  shown.caretEnd = std::max(shown.caretEnd, shown.caretBegin + 1);
  return shown;
}

static std::string padLeft(std::string text, size_t width) {
  return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}

/// The line of the range's start and carets under the part of the range that lies on it.
static std::string renderSnippet(SourceRange range, TextStyle style) {
  LineColumn start = range.start();
  std::string_view line = range.buffer->line(start.line);
  size_t begin = start.column - 1;
  size_t end = std::max<size_t>(begin, std::min<size_t>(begin + (range.end - range.begin), line.size()));
  ShownLine shown = layOutLine(line, begin, end);
  std::string number = padLeft(std::to_string(start.line), 5);
  std::string carets(shown.caretEnd - shown.caretBegin, '^');
  std::string result = number + " | " + shown.text + "\n";
  result += std::string(number.size(), ' ') + " | " + std::string(shown.caretBegin, ' ');
  result += style.color ? "\033[1;32m" + carets + std::string(resetCode) : carets;
  return result + "\n";
}

static std::string renderPlace(SourceRange range) {
  if (!range.isValid()) {
    return {};
  }
  LineColumn start = range.start();
  return range.buffer->name() + ":" + std::to_string(start.line) + ":" + std::to_string(start.column) + ": ";
}

static std::string_view colorOf(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return "\033[1;31m";
  case Severity::Warning:
    return "\033[1;35m";
  case Severity::Remark:
    return "\033[1;34m";
  }
  return {};
}

static std::string paint(std::string_view text, std::string_view code, TextStyle style) {
  return style.color ? std::string(code) + std::string(text) + std::string(resetCode) : std::string(text);
}

std::string renderText(const Diagnostic &diagnostic, TextStyle style) {
  std::string label = std::string(severityName(diagnostic.severity)) + ":";
  std::string result = renderPlace(diagnostic.range) + paint(label, colorOf(diagnostic.severity), style) + " ";
  result += diagnostic.message() + " [" + std::string(diagnostic.name()) + "]\n";
  if (diagnostic.range.isValid()) {
    result += renderSnippet(diagnostic.range, style);
  }
  for (const DiagnosticNote &note : diagnostic.notes) {
    result += renderPlace(note.range) + paint("note:", "\033[1;36m", style) + " " + note.text + "\n";
  }
  if (!diagnostic.hint.empty()) {
    result += paint("hint:", "\033[1;36m", style) + " " + diagnostic.hint + "\n";
  }
  return result;
}

std::string renderText(const DiagnosticEngine &engine, TextStyle style) {
  std::string result;
  for (const Diagnostic &diagnostic : engine.diagnostics()) {
    result += renderText(diagnostic, style);
  }
  if (size_t count = engine.suppressedCount()) {
    result += std::to_string(count) + (count == 1 ? " more error is" : " more errors are") + " not shown\n";
  }
  return result;
}

using nlohmann::ordered_json;

static ordered_json placeToJson(const SourceBuffer &buffer, uint32_t offset) {
  LineColumn place = buffer.lineColumn(offset);
  return {{"line", place.line}, {"column", place.column}, {"offset", offset}};
}

static void addRange(ordered_json &object, SourceRange range) {
  if (!range.isValid()) {
    return;
  }
  object["file"] = range.buffer->name();
  object["start"] = placeToJson(*range.buffer, range.begin);
  object["end"] = placeToJson(*range.buffer, range.end);
}

static ordered_json toJson(const Diagnostic &diagnostic) {
  ordered_json object = {{"name", diagnostic.name()},
                         {"severity", severityName(diagnostic.severity)},
                         {"message", diagnostic.message()},
                         {"arguments", diagnostic.arguments}};
  addRange(object, diagnostic.range);
  ordered_json notes = ordered_json::array();
  for (const DiagnosticNote &note : diagnostic.notes) {
    ordered_json entry = {{"message", note.text}};
    addRange(entry, note.range);
    notes.push_back(std::move(entry));
  }
  object["notes"] = std::move(notes);
  if (!diagnostic.hint.empty()) {
    object["hint"] = diagnostic.hint;
  }
  return object;
}

std::string renderJson(const DiagnosticEngine &engine) {
  ordered_json list = ordered_json::array();
  for (const Diagnostic &diagnostic : engine.diagnostics()) {
    list.push_back(toJson(diagnostic));
  }
  ordered_json document = {{"diagnostics", std::move(list)}, {"suppressed", engine.suppressedCount()}};
  return document.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

} // namespace tkc
