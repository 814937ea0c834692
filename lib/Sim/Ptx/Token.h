// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The words of PTX text.
#ifndef TKC_LIB_SIM_PTX_TOKEN_H
#define TKC_LIB_SIM_PTX_TOKEN_H

#include <cstdint>
#include <string>
#include <string_view>

namespace tkc::sim::ptx {

enum class TokenKind : uint8_t {
  End,
  /// `%r1`, `name`, `_`
  Identifier,
  /// A dot and what is glued to it: `.reg`, `.2d`, `.shared::cluster`.
  Directive,
  Integer,
  /// `1.5`, `0f3F800000`, `0d3FF0000000000000`
  Float,
  /// With its quotes.
  String,
  LeftBrace,
  RightBrace,
  LeftParenthesis,
  RightParenthesis,
  LeftBracket,
  RightBracket,
  Comma,
  Semicolon,
  Colon,
  Question,
  At,
  Equals,
  Plus,
  Minus,
  Star,
  Slash,
  Percent,
  Tilde,
  Exclamation,
  Ampersand,
  Pipe,
  Caret,
  AndAnd,
  OrOr,
  EqualEqual,
  NotEqual,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  ShiftLeft,
  ShiftRight
};

struct Token {
  TokenKind kind = TokenKind::End;
  uint32_t offset = 0;
  uint32_t line = 1;
  std::string_view text;

  bool is(TokenKind other) const { return kind == other; }
  bool isDirective(std::string_view word) const { return kind == TokenKind::Directive && text == word; }
  uint32_t end() const { return offset + static_cast<uint32_t>(text.size()); }
};

/// How a message speaks of a token: `` `ld` ``, or `the end of the text`; long words are cut.
std::string describe(const Token &token);

/// A word of the text in backticks, cut when it is long.
std::string quote(std::string_view word);

} // namespace tkc::sim::ptx

#endif // TKC_LIB_SIM_PTX_TOKEN_H
