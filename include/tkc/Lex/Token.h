// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tokens between lexer and parser: a kind and the bytes it covers.
#ifndef TKC_LEX_TOKEN_H
#define TKC_LEX_TOKEN_H

#include "tkc/Source/Source.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace tkc::lex {

enum class TokenKind : uint8_t {
#define TKC_TOKEN(Name, Description) Name,
#define TKC_KEYWORD(Name, Spelling) Kw##Name,
#define TKC_OPERATOR(Name, Spelling) Name,
#include "tkc/Lex/Tokens.def"
};

struct Token {
  TokenKind kind = TokenKind::EndOfFile;
  uint32_t begin = 0;
  uint32_t end = 0;
};

/// The enumerator's name, for dumps: "Name", "KwDef", "LParen".
std::string_view tokenKindName(TokenKind kind);
/// How keywords and operators are written; empty for the other kinds.
std::string_view tokenSpelling(TokenKind kind);
/// What the kind is called in messages: "a name", "`def`", "`(`".
std::string describe(TokenKind kind);
bool isKeyword(TokenKind kind);
/// Whether the kind is the end of a line or of the file, or a change of depth.
bool isLayout(TokenKind kind);
/// The keyword that `text` spells, or `Name`. Soft keywords (match, case, type, _) are names.
TokenKind classifyName(std::string_view text);

} // namespace tkc::lex

#endif // TKC_LEX_TOKEN_H
