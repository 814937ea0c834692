// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads signatures of kernels.
#include "tkc/Evaluate/Signature.h"

#include <cctype>
#include <cstdlib>
#include <optional>

namespace tkc::evaluate {

static bool isBlank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

/// A piece of text and where it begins.
namespace {

struct Piece {
  std::string_view text;
  uint32_t begin = 0;
};

} // namespace

static Piece strip(Piece piece) {
  while (!piece.text.empty() && isBlank(piece.text.front())) {
    piece.text.remove_prefix(1);
    ++piece.begin;
  }
  while (!piece.text.empty() && isBlank(piece.text.back())) {
    piece.text.remove_suffix(1);
  }
  return piece;
}

namespace {

/// Knows, character by character, what is in brackets and quotes.
class Nesting {
public:
  void take(char c) {
    if (quote) {
      quote = c == quote ? 0 : quote;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '(' || c == '[' || c == '{') {
      ++depth;
    } else if (c == ')' || c == ']' || c == '}') {
      --depth;
    }
  }
  bool isOutside() const { return depth == 0 && !quote; }

private:
  int depth = 0;
  char quote = 0;
};

} // namespace

/// Splits at commas outside of brackets and quotes. Empty text has no pieces, and a comma at the end adds none.
static std::vector<Piece> splitAtCommas(Piece whole) {
  std::vector<Piece> pieces;
  Nesting nesting;
  size_t begin = 0;
  auto add = [&](size_t end) {
    pieces.push_back(strip({whole.text.substr(begin, end - begin), whole.begin + static_cast<uint32_t>(begin)}));
    begin = end + 1;
  };
  for (size_t i = 0; i < whole.text.size(); ++i) {
    nesting.take(whole.text[i]);
    if (whole.text[i] == ',' && nesting.isOutside()) {
      add(i);
    }
  }
  if (!strip({whole.text.substr(begin), 0}).text.empty()) {
    add(whole.text.size());
  }
  return pieces;
}

static bool isOfName(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/// What stands before the bracket of `(…)` or `name.name(…)`, nothing where the text is neither.
static std::optional<std::string_view> textBeforeTuple(std::string_view text) {
  size_t open = 0;
  while (open < text.size() && (isOfName(text[open]) || text[open] == '.')) {
    ++open;
  }
  if (open == text.size() || text[open] != '(') {
    return std::nullopt;
  }
  Nesting nesting;
  size_t end = open;
  do {
    nesting.take(text[end++]);
  } while (end < text.size() && !nesting.isOutside());
  bool isWhole = end == text.size() && nesting.isOutside();
  return isWhole ? std::optional<std::string_view>(text.substr(0, open)) : std::nullopt;
}

/// `name=` before an entry: an identifier and a single `=`.
static std::string takeName(Piece &piece) {
  size_t end = 0;
  while (end < piece.text.size() && isOfName(piece.text[end])) {
    ++end;
  }
  size_t equals = end;
  while (equals < piece.text.size() && isBlank(piece.text[equals])) {
    ++equals;
  }
  bool isNamed = end != 0 && equals < piece.text.size() && piece.text[equals] == '=' &&
                 piece.text.substr(equals, 2) != "==" && !std::isdigit(static_cast<unsigned char>(piece.text[0]));
  if (!isNamed) {
    return "";
  }
  std::string name(piece.text.substr(0, end));
  piece.text.remove_prefix(equals + 1);
  piece.begin += static_cast<uint32_t>(equals + 1);
  piece = strip(piece);
  return name;
}

static bool isPowerOfTwo(int64_t value) { return value > 0 && (value & (value - 1)) == 0; }

/// Reads the hint behind a colon into the entry.
static void readHint(SignatureEntry &entry, std::string_view hint, DiagnosticEngine &diagnostics) {
  std::string text(strip({hint, 0}).text);
  if (text == "noalias") {
    entry.isNoAlias = true;
    return;
  }
  char *end = nullptr;
  int64_t value = std::strtoll(text.c_str(), &end, 10);
  bool isRight = !text.empty() && *end == '\0' && isPowerOfTwo(value) && value <= 4096;
  if (!isRight) {
    diagnostics.report(DiagnosticKind::SignatureHintInvalid, entry.range) << text;
    return;
  }
  entry.isOne = value == 1;
  entry.divisibility = value;
}

/// Reads hints with colons between them.
static void readHints(SignatureEntry &entry, std::string_view hints, DiagnosticEngine &diagnostics) {
  size_t colon = hints.find(':');
  readHint(entry, hints.substr(0, colon), diagnostics);
  if (colon != std::string_view::npos) {
    readHints(entry, hints.substr(colon + 1), diagnostics);
  }
}

/// `depth` counts the tuples that the piece is in; what is nested deeper than any launcher passes is no tuple.
static SignatureEntry parsePiece(Piece piece, SourceRange range, unsigned depth, DiagnosticEngine &diagnostics) {
  constexpr unsigned mostNested = 100;
  SignatureEntry entry;
  entry.range = range;
  entry.literal = piece.text;
  if (piece.text.empty() || piece.text == "_" || piece.text == "constexpr" || piece.text == "tl.constexpr") {
    return entry;
  }
  size_t colon = piece.text.find(':');
  std::string_view typeText = piece.text.substr(0, colon);
  if (std::optional<DType> type = DType::parse(typeText)) {
    entry.kind = SignatureEntry::Kind::Type;
    entry.type = *type;
    if (colon != std::string_view::npos) {
      readHints(entry, piece.text.substr(colon + 1), diagnostics);
    }
    return entry;
  }
  std::optional<std::string_view> className = depth < mostNested ? textBeforeTuple(piece.text) : std::nullopt;
  if (!className) {
    entry.kind = SignatureEntry::Kind::Literal;
    return entry;
  }
  entry.kind = SignatureEntry::Kind::Tuple;
  entry.className = *className;
  size_t open = className->size();
  Piece inner = {piece.text.substr(open + 1, piece.text.size() - open - 2), piece.begin + uint32_t(open) + 1};
  for (Piece item : splitAtCommas(inner)) {
    std::string name = className->empty() ? "" : takeName(item);
    entry.items.push_back(parsePiece(item, range, depth + 1, diagnostics));
    entry.items.back().name = std::move(name);
  }
  return entry;
}

SignatureEntry parseSignatureEntry(std::string_view text, SourceRange range, DiagnosticEngine &diagnostics) {
  return parsePiece(strip({text, 0}), range, 0, diagnostics);
}

std::vector<SignatureEntry> parseSignature(const SourceBuffer &buffer, DiagnosticEngine &diagnostics) {
  std::vector<SignatureEntry> entries;
  for (Piece piece : splitAtCommas({buffer.text(), 0})) {
    uint32_t begin = piece.begin;
    std::string name = takeName(piece);
    SourceRange range = {&buffer, begin, piece.begin + static_cast<uint32_t>(piece.text.size())};
    SignatureEntry entry = parsePiece(piece, range, 0, diagnostics);
    entry.name = std::move(name);
    entries.push_back(std::move(entry));
  }
  return entries;
}

} // namespace tkc::evaluate
