// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators by longest match, and the pairing of brackets.
#include <array>

#include "SourceLexer.h"

namespace tkc::lex {

static constexpr size_t deepestBracket = 200;

namespace {

struct Operator {
  std::string_view spelling;
  TokenKind kind;
};

/// The operators that start with one character.
struct Candidates {
  std::array<uint8_t, 4> places = {};
  size_t count = 0;
};

} // namespace

static constexpr Operator operators[] = {
#define TKC_OPERATOR(Name, Spelling) {Spelling, TokenKind::Name},
#include "tkc/Lex/Tokens.def"
};

static constexpr std::array<Candidates, 128> groupByStart() {
  std::array<Candidates, 128> groups = {};
  for (size_t i = 0; i < std::size(operators); ++i) {
    Candidates &group = groups[size_t(operators[i].spelling[0])];
    group.places[group.count++] = uint8_t(i);
  }
  return groups;
}

static TokenKind longestOperator(std::string_view text, uint32_t &length) {
  static constexpr std::array<Candidates, 128> groups = groupByStart();
  TokenKind best = TokenKind::Error;
  length = 0;
  auto start = static_cast<unsigned char>(text[0]);
  if (start >= groups.size()) {
    return best;
  }
  for (size_t i = 0; i < groups[start].count; ++i) {
    const Operator &entry = operators[groups[start].places[i]];
    if (entry.spelling.size() > length && text.substr(0, entry.spelling.size()) == entry.spelling) {
      best = entry.kind;
      length = static_cast<uint32_t>(entry.spelling.size());
    }
  }
  return best;
}

TokenKind SourceLexer::matchOperator(uint32_t &length) const {
  TokenKind kind = longestOperator(text.substr(at), length);
  bool isInField = !brackets.empty() && brackets.back().isField;
  if (isInField && kind == TokenKind::ColonEqual) {
    length = 1;
    return TokenKind::Colon;
  }
  return kind == TokenKind::Exclamation && !isInField ? TokenKind::Error : kind;
}

bool SourceLexer::lexOperator() {
  uint32_t begin = at;
  uint32_t length = 0;
  TokenKind kind = matchOperator(length);
  switch (kind) {
  case TokenKind::Error:
    return false;
  case TokenKind::LParen:
  case TokenKind::LBracket:
  case TokenKind::LBrace:
    openBracket(kind);
    return true;
  case TokenKind::RParen:
  case TokenKind::RBracket:
  case TokenKind::RBrace:
    closeBracket(kind);
    return true;
  default:
    break;
  }
  at += length;
  push(kind, begin);
  if (kind == TokenKind::Colon && !brackets.empty() && brackets.back().isField) {
    brackets.back().inSpec = true;
  }
  return true;
}

void SourceLexer::openBracket(TokenKind kind) {
  uint32_t begin = at++;
  if (brackets.size() == deepestBracket) {
    error(DiagnosticKind::BracketsTooDeep, begin, at) << deepestBracket;
  }
  brackets.push_back({text[begin], begin});
  push(kind, begin);
}

static char closerOf(char opener) { return opener == '(' ? ')' : opener == '[' ? ']' : '}'; }

/// A closer that meets the wrong opener closes the nearest right one if there is one in the same f-string field.
void SourceLexer::closeBracket(TokenKind kind) {
  uint32_t begin = at++;
  char closer = text[begin];
  size_t floor = formatStrings.empty() ? 0 : formatStrings.back().outerBrackets;
  size_t match = brackets.size();
  while (match > floor && closerOf(brackets[match - 1].opener) != closer) {
    --match;
  }
  if (brackets.size() == floor) {
    error(DiagnosticKind::UnmatchedBracket, begin, at) << closer;
    return;
  }
  const Bracket &innermost = brackets.back();
  if (match != brackets.size()) {
    error(DiagnosticKind::MismatchedBracket, begin, at)
            .note(range(innermost.offset, innermost.offset + 1), "the innermost open bracket is this one")
        << closer << innermost.opener;
  }
  if (match > floor) {
    brackets.resize(match - 1);
    push(kind, begin);
  }
}

void SourceLexer::reportUnclosed(const Bracket &bracket) {
  diagnostics.report(DiagnosticKind::UnclosedBracket, range(bracket.offset, bracket.offset + 1)) << bracket.opener;
}

/// Reports the innermost open bracket; the ones around it are most often fine.
void SourceLexer::closeAllBrackets() {
  if (brackets.empty()) {
    return;
  }
  reportUnclosed(brackets.back());
  markBroken(at);
  brackets.clear();
}

} // namespace tkc::lex
