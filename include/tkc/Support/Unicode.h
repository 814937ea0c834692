// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// UTF-8 and the character classes of identifiers, without a Unicode library.
#ifndef TKC_SUPPORT_UNICODE_H
#define TKC_SUPPORT_UNICODE_H

#include <cstdint>
#include <string>
#include <string_view>

namespace tkc {

struct DecodedCodePoint {
  uint32_t value = 0;
  /// Bytes read; 0 when the bytes are not valid UTF-8.
  uint32_t length = 0;
};

/// Reads the code point at the start of `text`. Overlong forms, surrogates and values above U+10FFFF are invalid.
DecodedCodePoint decodeUtf8(std::string_view text);
/// Appends a code point; a surrogate is written in the three-byte form that decoders reject.
void appendUtf8(std::string &text, uint32_t codePoint);
/// The offset of the first byte that starts no valid sequence, or the size of `text`.
size_t findInvalidUtf8(std::string_view text);

bool isIdentifierStart(uint32_t codePoint);
bool isIdentifierContinue(uint32_t codePoint);

} // namespace tkc

#endif // TKC_SUPPORT_UNICODE_H
