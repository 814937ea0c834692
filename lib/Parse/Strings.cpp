// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// String literals: adjacent ones are joined, f-strings become text and fields.
#include "Parser.h"

namespace tkc::parse {

using namespace ast;

namespace {

/// A literal's text between its quotes.
struct LiteralBody {
  std::string_view text;
  uint32_t offset;
  bool isRaw;
};

} // namespace

static bool hasRawPrefix(std::string_view spelling) {
  size_t quote = spelling.find_first_of("'\"");
  return spelling.substr(0, quote).find_first_of("rR") != std::string_view::npos;
}

static LiteralBody bodyOf(std::string_view spelling, uint32_t begin) {
  size_t quote = spelling.find_first_of("'\"");
  bool isTriple =
      spelling.size() >= quote + 6 && spelling[quote + 1] == spelling[quote] && spelling[quote + 2] == spelling[quote];
  size_t width = isTriple ? 3 : 1;
  std::string_view body = spelling.substr(quote + width, spelling.size() - quote - 2 * width);
  return {body, static_cast<uint32_t>(begin + quote + width), hasRawPrefix(spelling)};
}

/// LF for every line end, as Python reads source text; in the text of an f-string also one brace for two.
static std::string normalize(std::string_view body, bool isFormat) {
  std::string result;
  result.reserve(body.size());
  for (size_t i = 0; i < body.size(); ++i) {
    bool hasNext = i + 1 < body.size();
    if (body[i] == '\r') {
      result += '\n';
      i += hasNext && body[i + 1] == '\n';
      continue;
    }
    result += body[i];
    i += isFormat && hasNext && (body[i] == '{' || body[i] == '}') && body[i + 1] == body[i];
  }
  return result;
}

/// The value of a literal's body. `offset` is where the body starts in the source.
std::string_view Parser::decode(std::string_view body, uint32_t offset, bool isRaw, bool isBytes, bool isFormat) {
  bool hasEscapes = !isRaw && body.find('\\') != std::string_view::npos;
  bool isPlain =
      body.find('\r') == std::string_view::npos && (!isFormat || body.find_first_of("{}") == std::string_view::npos);
  if (!hasEscapes) {
    return isPlain ? body : arena.copy(std::string_view(normalize(body, isFormat)));
  }
  std::vector<EscapeError> errors;
  std::string value = decodeEscapes(body, isBytes, isFormat, errors);
  for (const EscapeError &error : errors) {
    auto begin = static_cast<uint32_t>(offset + error.begin);
    SourceRange range{&buffer, begin, static_cast<uint32_t>(offset + error.end)};
    report(error.isNamed ? DiagnosticKind::NamedEscapeKept : DiagnosticKind::InvalidEscape, range) << range.text();
  }
  return arena.copy(std::string_view(value));
}

void Parser::addLiteral(StringPieces &pieces) {
  const Token token = current();
  bool isBytes = token.kind == TokenKind::Bytes;
  LiteralBody body = bodyOf(text(token), token.begin);
  bool isAscii = std::all_of(body.text.begin(), body.text.end(), [](char c) { return (c & 0x80) == 0; });
  if (isBytes && !isAscii) {
    report(DiagnosticKind::NonAsciiBytes, rangeOf(token)).hint("write such bytes as `\\x…`");
  }
  if (isBytes ? pieces.hasText || pieces.hasFormat : pieces.hasBytes) {
    report(DiagnosticKind::MixedStringKinds, rangeOf(token));
  }
  next();
  (isBytes ? pieces.hasBytes : pieces.hasText) = true;
  pieces.literals.push_back({decode(body.text, body.offset, body.isRaw, isBytes, false), rangeOf(token)});
}

/// All adjacent literals. Plain ones are joined once, at the end of their run.
const Expr *Parser::parseStrings() {
  uint32_t begin = current().begin;
  StringPieces pieces;
  while (!isLost && (at(TokenKind::String) || at(TokenKind::Bytes) || at(TokenKind::FStringStart))) {
    if (!at(TokenKind::FStringStart)) {
      addLiteral(pieces);
      continue;
    }
    if (pieces.hasBytes) {
      report(DiagnosticKind::MixedStringKinds, rangeOf(current()));
    }
    pieces.hasFormat = true;
    parseFormatString(pieces);
  }
  if (pieces.hasFormat) {
    flushLiterals(pieces);
    auto *format = make<FormatStringExpr>(begin);
    format->parts = arena.copy(pieces.parts);
    return format;
  }
  std::string_view value = joinLiterals(pieces);
  if (pieces.hasBytes) {
    auto *bytes = make<BytesExpr>(begin);
    bytes->value = value;
    return bytes;
  }
  auto *string = make<StringExpr>(begin);
  string->value = value;
  return string;
}

std::string_view Parser::joinLiterals(const StringPieces &pieces) {
  if (pieces.literals.size() == 1) {
    return pieces.literals[0].value;
  }
  std::string joined;
  for (const StringPieces::Literal &literal : pieces.literals) {
    joined += literal.value;
  }
  return arena.copy(std::string_view(joined));
}

/// Makes one part of the text that has come together.
void Parser::flushLiterals(StringPieces &pieces) {
  FormatPart part;
  part.text = joinLiterals(pieces);
  if (!part.text.empty()) {
    part.range = join(pieces.literals.front().range, pieces.literals.back().range);
    pieces.parts.push_back(part);
  }
  pieces.literals.clear();
}

// --- f-strings -------------------------------------------------------------------------------------------------------

void Parser::parseFormatString(StringPieces &pieces) {
  bool isRaw = hasRawPrefix(text(current()));
  next();
  parseFormatParts(pieces, isRaw, false);
  if (!isLost) {
    expect(TokenKind::FStringEnd, "of the f-string");
  }
}

void Parser::parseFormatParts(StringPieces &pieces, bool isRaw, bool isSpec) {
  while (!isLost) {
    const Token token = current();
    if (accept(TokenKind::FStringMiddle)) {
      pieces.literals.push_back({decode(text(token), token.begin, isRaw, false, !isSpec), rangeOf(token)});
    } else if (at(TokenKind::LBrace)) {
      flushLiterals(pieces);
      pieces.parts.push_back(parseField(isRaw));
    } else {
      return;
    }
  }
}

/// `{value=!conversion:spec}`
FormatPart Parser::parseField(bool isRaw) {
  Nesting nesting(*this);
  const Token open = current();
  next();
  FormatPart field;
  field.value = parseAssignedValue();
  if (!isLost && accept(TokenKind::Equal)) {
    field.debugText = source.substr(open.end, current().begin - open.end);
  }
  if (!isLost && at(TokenKind::Exclamation)) {
    field.conversion = parseConversion();
  }
  if (!isLost && accept(TokenKind::Colon)) {
    field.formatSpec = parseFormatSpec(isRaw);
  }
  if (!isLost) {
    expect(TokenKind::RBrace, "at the end of the replacement field");
  }
  field.range = rangeFrom(open.begin);
  return field;
}

FormatConversion Parser::parseConversion() {
  const Token mark = current();
  next();
  std::string_view letter = at(TokenKind::Name) ? text(current()) : std::string_view();
  bool isAdjacent = current().begin == mark.end;
  bool isKnown = letter == "r" || letter == "s" || letter == "a";
  if (!isAdjacent || !isKnown) {
    fail(DiagnosticKind::InvalidConversion, rangeOf(current())).hint("write `!r`, `!s` or `!a`");
    return FormatConversion::None;
  }
  next();
  return letter == "r" ? FormatConversion::Repr : letter == "s" ? FormatConversion::Str : FormatConversion::Ascii;
}

const FormatStringExpr *Parser::parseFormatSpec(bool isRaw) {
  uint32_t begin = current().begin;
  StringPieces pieces;
  parseFormatParts(pieces, isRaw, true);
  flushLiterals(pieces);
  auto *spec = make<FormatStringExpr>(begin);
  spec->parts = arena.copy(pieces.parts);
  return spec;
}

} // namespace tkc::parse
