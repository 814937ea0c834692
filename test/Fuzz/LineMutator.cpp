// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mutations by lines and words.
#include "LineMutator.h"

#include <algorithm>
#include <iterator>
#include <random>
#include <sstream>

namespace tkc::fuzz {

namespace {
/// Where a word begins and ends.
struct Span {
  size_t begin, end;
};

/// The spaces and tabs that a line starts with.
std::string indentation(const std::string &line) { return line.substr(0, line.find_first_not_of(" \t")); }

bool isBlank(const std::string &line) { return line.find_first_not_of(" \t\r\n") == std::string::npos; }

/// Whether lines that are indented further belong to it.
bool isHeader(const std::string &line) {
  size_t last = line.find_last_not_of(" \t\r\n");
  return last != std::string::npos && line[last] == ':';
}

class Mutator {
public:
  Mutator(const std::string &text, uint32_t seed, const Words &words) : random(seed), words(words) { split(text); }

  void change() {
    switch (below(16)) {
    case 0:
      return moveLines();
    case 1:
      return copyLines();
    case 2:
      return takeOutLines();
    case 3:
      return wrapLines();
    case 4:
    case 5:
      return changeNumber();
    case 6:
    case 7:
    case 8:
      return putKnownWord();
    case 9:
    case 10:
      return changeOperator();
    case 11:
    case 12:
      return copyPiece();
    default:
      return copyWord();
    }
  }

  void mixIn(const std::string &other) {
    Mutator donor(other, uint32_t(random()), words);
    if (donor.lines.empty()) {
      return;
    }
    size_t begin = donor.below(donor.lines.size()), end = begin;
    for (size_t count = 1 + below(6); count > 0 && end < donor.lines.size(); --count) {
      end = donor.endOfLines(end);
    }
    insert(below(lines.size() + 1),
           {donor.lines.begin() + std::ptrdiff_t(begin), donor.lines.begin() + std::ptrdiff_t(end)});
  }

  std::string join(size_t maxSize) const {
    std::string text;
    for (const std::string &line : lines) {
      text += line;
    }
    text.resize(std::min(text.size(), maxSize));
    return text;
  }

private:
  size_t below(size_t bound) { return bound == 0 ? 0 : size_t(random() % bound); }

  void split(const std::string &text) {
    for (size_t begin = 0; begin < text.size();) {
      size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
      lines.push_back(text.substr(begin, end - begin));
      begin = end;
    }
  }

  static bool isWordByte(char byte) {
    return (byte >= '0' && byte <= '9') || ((byte | 32) >= 'a' && (byte | 32) <= 'z') || byte == '_' || byte == '%' ||
           byte == '$';
  }

  static std::vector<Span> wordsOf(const std::string &line) {
    std::vector<Span> spans;
    for (size_t place = 0; place < line.size(); ++place) {
      size_t begin = place;
      while (place < line.size() && isWordByte(line[place])) {
        ++place;
      }
      if (place > begin) {
        spans.push_back({begin, place});
      }
    }
    return spans;
  }

  /// A word of some line; false when the line that was drawn has none.
  bool drawWord(size_t &line, Span &span) {
    if (lines.empty()) {
      return false;
    }
    line = below(lines.size());
    std::vector<Span> spans = wordsOf(lines[line]);
    if (spans.empty()) {
      return false;
    }
    span = spans[below(spans.size())];
    return true;
  }

  void replace(size_t line, Span span, const std::string &word) {
    lines[line].replace(span.begin, span.end - span.begin, word);
  }

  /// Past the line, and past those that belong to it.
  size_t endOfLines(size_t begin) const {
    size_t end = begin + 1;
    if (isHeader(lines[begin])) {
      size_t depth = indentation(lines[begin]).size();
      while (end < lines.size() && (isBlank(lines[end]) || indentation(lines[end]).size() > depth)) {
        ++end;
      }
    }
    return end;
  }

  std::vector<std::string> drawLines(size_t &begin) {
    begin = below(lines.size());
    return {lines.begin() + std::ptrdiff_t(begin), lines.begin() + std::ptrdiff_t(endOfLines(begin))};
  }

  /// Puts lines at a place, mostly indented as what stands there.
  void insert(size_t place, std::vector<std::string> inserted) {
    if (!lines.empty() && below(8) != 0) {
      std::string wanted = indentation(lines[std::min(place, lines.size() - 1)]);
      size_t depth = indentation(inserted.front()).size();
      for (std::string &line : inserted) {
        line.replace(0, std::min(depth, indentation(line).size()), wanted);
      }
    }
    lines.insert(lines.begin() + std::ptrdiff_t(place), inserted.begin(), inserted.end());
  }

  void moveLines() {
    if (lines.size() > 1) {
      size_t begin;
      std::vector<std::string> moved = drawLines(begin);
      lines.erase(lines.begin() + std::ptrdiff_t(begin), lines.begin() + std::ptrdiff_t(begin + moved.size()));
      insert(below(lines.size() + 1), std::move(moved));
    }
  }

  void copyLines() {
    if (!lines.empty()) {
      size_t begin;
      std::vector<std::string> copied = drawLines(begin);
      insert(below(lines.size() + 1), std::move(copied));
    }
  }

  void takeOutLines() {
    if (lines.size() > 1) {
      size_t begin = below(lines.size());
      lines.erase(lines.begin() + std::ptrdiff_t(begin), lines.begin() + std::ptrdiff_t(endOfLines(begin)));
    }
  }

  /// Puts lines under a header of the text, such as a loop.
  void wrapLines() {
    std::vector<std::string> headers;
    std::copy_if(lines.begin(), lines.end(), std::back_inserter(headers), isHeader);
    if (headers.empty()) {
      return;
    }
    size_t begin;
    size_t count = drawLines(begin).size();
    std::string header = headers[below(headers.size())], outer = indentation(lines[begin]);
    for (size_t i = begin; i < begin + count; ++i) {
      lines[i].insert(0, "    ");
    }
    lines.insert(lines.begin() + std::ptrdiff_t(begin), header.replace(0, indentation(header).size(), outer));
  }

  void changeNumber() {
    static const char *const numbers[] = {"0",
                                          "1",
                                          "2",
                                          "3",
                                          "4",
                                          "7",
                                          "8",
                                          "16",
                                          "31",
                                          "32",
                                          "33",
                                          "64",
                                          "128",
                                          "255",
                                          "1024",
                                          "65536",
                                          "0xffffffff",
                                          "2147483648",
                                          "0x8000000000000000"};
    size_t line;
    Span span;
    if (drawWord(line, span)) {
      std::string word = lines[line].substr(span.begin, span.end - span.begin);
      size_t digits = word.find_last_not_of("0123456789") + 1;
      if (digits < word.size()) {
        replace(line, {span.begin + digits, span.end}, numbers[below(std::size(numbers))]);
      }
    }
  }

  void putKnownWord() {
    size_t line;
    Span span;
    if (!words.empty() && drawWord(line, span)) {
      replace(line, span, words[below(words.size())]);
    }
  }

  void copyWord() {
    size_t line, other;
    Span span, source;
    if (drawWord(line, span) && drawWord(other, source)) {
      replace(line, span, lines[other].substr(source.begin, source.end - source.begin));
    }
  }

  /// Replaces one run of operator characters.
  void changeOperator() {
    static const char *const operators[] = {
        "+",  "-", "*",  "/", "//", "%",  "**", "@",  "<<",  ">>",    "&",    "|",    "^",    "~",        "=",   "==",
        "!=", "<", "<=", ">", ">=", "+=", "*=", "-=", "//=", " and ", " or ", " in ", " is ", " not in ", " if "};
    static const char *const characters = "+-*/%@<>&|^~=!";
    if (lines.empty()) {
      return;
    }
    std::string &line = lines[below(lines.size())];
    size_t begin = line.find_first_of(characters, below(line.size()));
    if (begin != std::string::npos) {
      size_t end = std::min(line.find_first_not_of(characters, begin), line.size());
      line.replace(begin, end - begin, operators[below(std::size(operators))]);
    }
  }

  /// What stands between brackets or commas: from behind one of them up to the next outside of inner brackets.
  bool drawPiece(size_t &line, Span &span) {
    if (lines.empty()) {
      return false;
    }
    line = below(lines.size());
    const std::string &text = lines[line];
    size_t begin = text.find_first_of("([{,=", below(text.size()));
    if (begin == std::string::npos) {
      return false;
    }
    size_t end = ++begin;
    for (int depth = 0; end < text.size() && text[end] != '\n'; ++end) {
      bool opens = std::string_view("([{").find(text[end]) != std::string_view::npos;
      bool closes = std::string_view(")]}").find(text[end]) != std::string_view::npos;
      if (depth == 0 && (closes || text[end] == ',')) {
        break;
      }
      depth += opens - closes;
    }
    span = {begin, end};
    return true;
  }

  void copyPiece() {
    size_t line, other;
    Span span, source;
    if (drawPiece(line, span) && drawPiece(other, source)) {
      replace(line, span, lines[other].substr(source.begin, source.end - source.begin));
    }
  }

  std::minstd_rand random;
  const Words &words;
  std::vector<std::string> lines;
};
} // namespace

Words splitWords(const std::string &text) {
  std::istringstream stream(text);
  return Words(std::istream_iterator<std::string>(stream), {});
}

std::string mutateText(const std::string &text, size_t maxSize, uint32_t seed, const Words &words) {
  Mutator mutator(text, seed, words);
  for (uint32_t changes = 1 + seed / 3 % 4; changes > 0; --changes) {
    mutator.change();
  }
  return mutator.join(maxSize);
}

std::string crossTexts(const std::string &first, const std::string &second, size_t maxSize, uint32_t seed) {
  static const Words none;
  Mutator mutator(first, seed, none);
  mutator.mixIn(second);
  return mutator.join(maxSize);
}

} // namespace tkc::fuzz
