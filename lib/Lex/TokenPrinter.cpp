// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tokens as text.
#include "tkc/Lex/Lexer.h"

namespace tkc::lex {

static void appendPlace(std::string &result, LineColumn place) {
  result += std::to_string(place.line) + ":" + std::to_string(place.column);
}

/// Line ends and backslashes are escaped, so that each token stays on its line.
static void appendQuoted(std::string &result, std::string_view text) {
  result += '\'';
  for (char c : text) {
    if (c == '\n') {
      result += "\\n";
    } else if (c == '\r') {
      result += "\\r";
    } else if (c == '\\') {
      result += "\\\\";
    } else {
      result += c;
    }
  }
  result += '\'';
}

std::string printTokens(const SourceBuffer &buffer, const std::vector<Token> &tokens) {
  std::string result;
  for (const Token &token : tokens) {
    appendPlace(result, buffer.lineColumn(token.begin));
    result += '-';
    appendPlace(result, buffer.lineColumn(token.end));
    result += ' ';
    result += tokenKindName(token.kind);
    if (token.end > token.begin && token.kind != TokenKind::Newline) {
      result += ' ';
      appendQuoted(result, buffer.text().substr(token.begin, token.end - token.begin));
    }
    result += '\n';
  }
  return result;
}

} // namespace tkc::lex
