// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names and spellings of tokens, and the keyword table.
#include "tkc/Lex/Token.h"

#include <iterator>

namespace tkc::lex {

std::string_view tokenKindName(TokenKind kind) {
  static constexpr std::string_view names[] = {
#define TKC_TOKEN(Name, Description) #Name,
#define TKC_KEYWORD(Name, Spelling) "Kw" #Name,
#define TKC_OPERATOR(Name, Spelling) #Name,
#include "tkc/Lex/Tokens.def"
  };
  return names[static_cast<size_t>(kind)];
}

std::string_view tokenSpelling(TokenKind kind) {
  static constexpr std::string_view spellings[] = {
#define TKC_TOKEN(Name, Description) "",
#define TKC_KEYWORD(Name, Spelling) Spelling,
#define TKC_OPERATOR(Name, Spelling) Spelling,
#include "tkc/Lex/Tokens.def"
  };
  return spellings[static_cast<size_t>(kind)];
}

std::string describe(TokenKind kind) {
  static constexpr std::string_view descriptions[] = {
#define TKC_TOKEN(Name, Description) Description,
#define TKC_KEYWORD(Name, Spelling) "`" Spelling "`",
#define TKC_OPERATOR(Name, Spelling) "`" Spelling "`",
#include "tkc/Lex/Tokens.def"
  };
  return std::string(descriptions[static_cast<size_t>(kind)]);
}

bool isKeyword(TokenKind kind) { return kind >= TokenKind::KwFalse && kind <= TokenKind::KwYield; }

bool isLayout(TokenKind kind) {
  return kind == TokenKind::Newline || kind == TokenKind::Indent || kind == TokenKind::Dedent ||
         kind == TokenKind::EndOfFile;
}

TokenKind classifyName(std::string_view text) {
  if (text.size() < 2 || text.size() > 8) {
    return TokenKind::Name;
  }
  static constexpr std::string_view keywords[] = {
#define TKC_KEYWORD(Name, Spelling) Spelling,
#include "tkc/Lex/Tokens.def"
  };
  for (size_t i = 0; i < std::size(keywords); ++i) {
    if (keywords[i][0] == text[0] && keywords[i] == text) {
      return static_cast<TokenKind>(static_cast<size_t>(TokenKind::KwFalse) + i);
    }
  }
  return TokenKind::Name;
}

} // namespace tkc::lex
