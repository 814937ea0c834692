// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Backslash escapes of string and bytes literals.
#include "tkc/Support/Unicode.h"

#include "Parser.h"

namespace tkc::parse {

namespace {

/// Decodes one body; a class because nearly every step needs the place and the result.
class EscapeDecoder {
public:
  EscapeDecoder(std::string_view body, bool isBytes, bool isFormat, std::vector<EscapeError> &errors)
      : body(body), isBytes(isBytes), isFormat(isFormat), errors(errors) {
    result.reserve(body.size());
  }

  std::string run() {
    while (at < body.size()) {
      char c = body[at];
      bool isPair = at + 1 < body.size() && body[at + 1] == c;
      if (c == '\\') {
        decodeEscape();
      } else if (c == '\r') {
        at += at + 1 < body.size() && body[at + 1] == '\n' ? 2 : 1;
        result += '\n';
      } else {
        result += c;
        at += isFormat && isPair && (c == '{' || c == '}') ? 2 : 1;
      }
    }
    return std::move(result);
  }

private:
  void decodeEscape() {
    size_t begin = at++;
    if (at == body.size()) {
      result += '\\';
      return;
    }
    char c = body[at++];
    if (char plain = simpleEscape(c)) {
      result += plain;
    } else if (c == '\n' || c == '\r') {
      at += c == '\r' && at < body.size() && body[at] == '\n';
    } else if (c >= '0' && c <= '7') {
      decodeOctal();
    } else if (c == 'x') {
      decodeHex(begin, 2);
    } else if (!isBytes && (c == 'u' || c == 'U')) {
      decodeHex(begin, c == 'u' ? 4 : 8);
    } else if (!isBytes && c == 'N') {
      decodeNamed(begin);
    } else {
      // An unknown escape stands for itself; what follows the backslash is read again.
      result += '\\';
      --at;
    }
  }

  static char simpleEscape(char c) {
    switch (c) {
    case '\\':
    case '\'':
    case '"':
      return c;
    case 'a':
      return '\a';
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    case 'v':
      return '\v';
    default:
      return '\0';
    }
  }

  void append(uint32_t value) {
    if (isBytes) {
      result += static_cast<char>(value & 0xFF);
    } else {
      appendUtf8(result, value);
    }
  }

  void decodeOctal() {
    uint32_t value = 0;
    --at;
    for (int i = 0; i < 3 && at < body.size() && body[at] >= '0' && body[at] <= '7'; ++i) {
      value = value * 8 + static_cast<uint32_t>(body[at++] - '0');
    }
    append(value);
  }

  static int hexValue(char c) {
    char lower = static_cast<char>(c | 0x20);
    return c >= '0' && c <= '9' ? c - '0' : lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
  }

  void decodeHex(size_t begin, size_t count) {
    uint32_t value = 0;
    size_t end = std::min(at + count, body.size());
    size_t first = at;
    while (at < end && hexValue(body[at]) >= 0) {
      value = value * 16 + static_cast<uint32_t>(hexValue(body[at++]));
    }
    if (at - first != count || value > 0x10FFFF) {
      errors.push_back({begin, at, false});
      return;
    }
    append(value);
  }

  void decodeNamed(size_t begin) {
    size_t close = at < body.size() && body[at] == '{' ? body.find('}', at) : std::string_view::npos;
    if (close == std::string_view::npos || close == at + 1) {
      errors.push_back({begin, at, false});
      return;
    }
    at = close + 1;
    errors.push_back({begin, at, true});
    result += body.substr(begin, at - begin);
  }

  std::string_view body;
  bool isBytes;
  bool isFormat;
  std::vector<EscapeError> &errors;
  std::string result;
  size_t at = 0;
};

} // namespace

std::string decodeEscapes(std::string_view body, bool isBytes, bool isFormat, std::vector<EscapeError> &errors) {
  return EscapeDecoder(body, isBytes, isFormat, errors).run();
}

} // namespace tkc::parse
