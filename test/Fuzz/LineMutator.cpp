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

class Mutator {
public:
  Mutator(const std::string &text, uint32_t seed, const Words &words) : random(seed), words(words) { split(text); }

  void change() {
    switch (below(10)) {
    case 0:
      return moveLine();
    case 1:
      return copyLine();
    case 2:
      return takeOutLine();
    case 3:
    case 4:
      return changeNumber();
    case 5:
    case 6:
      return putKnownWord();
    default:
      return copyWord();
    }
  }

  void mixIn(const std::string &other) {
    Mutator donor(other, uint32_t(random()), words);
    if (donor.lines.empty()) {
      return;
    }
    size_t begin = donor.below(donor.lines.size()), count = 1 + below(6);
    size_t end = std::min(donor.lines.size(), begin + count);
    lines.insert(lines.begin() + std::ptrdiff_t(below(lines.size() + 1)), donor.lines.begin() + std::ptrdiff_t(begin),
                 donor.lines.begin() + std::ptrdiff_t(end));
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

  void moveLine() {
    if (lines.size() > 1) {
      size_t from = below(lines.size());
      std::string line = lines[from];
      lines.erase(lines.begin() + std::ptrdiff_t(from));
      lines.insert(lines.begin() + std::ptrdiff_t(below(lines.size() + 1)), line);
    }
  }

  void copyLine() {
    if (!lines.empty()) {
      std::string line = lines[below(lines.size())];
      lines.insert(lines.begin() + std::ptrdiff_t(below(lines.size() + 1)), line);
    }
  }

  void takeOutLine() {
    if (lines.size() > 1) {
      lines.erase(lines.begin() + std::ptrdiff_t(below(lines.size())));
    }
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
