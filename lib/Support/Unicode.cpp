// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// UTF-8 decoding and binary search in the identifier tables.
#include "tkc/Support/Unicode.h"

#include <algorithm>
#include <cstring>

namespace tkc {

namespace {

struct CodePointRange {
  uint32_t first;
  uint32_t last;
};

constexpr CodePointRange startRanges[] = {
#define TKC_IDENTIFIER_START(First, Last) {First, Last},
#include "IdentifierRanges.def"
};

constexpr CodePointRange continueRanges[] = {
#define TKC_IDENTIFIER_CONTINUE(First, Last) {First, Last},
#include "IdentifierRanges.def"
};

} // namespace

template <size_t Count>
static bool contains(const CodePointRange (&ranges)[Count], uint32_t codePoint) {
  const CodePointRange *found =
      std::lower_bound(std::begin(ranges), std::end(ranges), codePoint,
                       [](const CodePointRange &range, uint32_t value) { return range.last < value; });
  return found != std::end(ranges) && found->first <= codePoint;
}

static bool isAsciiLetter(uint32_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

bool isIdentifierStart(uint32_t codePoint) {
  return codePoint < 0x80 ? isAsciiLetter(codePoint) : contains(startRanges, codePoint);
}

bool isIdentifierContinue(uint32_t codePoint) {
  if (codePoint < 0x80) {
    return isAsciiLetter(codePoint) || (codePoint >= '0' && codePoint <= '9');
  }
  return contains(startRanges, codePoint) || contains(continueRanges, codePoint);
}

/// Length of the sequence that a lead byte announces; 0 for a byte that can't lead.
static uint32_t sequenceLength(unsigned char lead) {
  if (lead < 0x80) {
    return 1;
  }
  if (lead < 0xC2 || lead > 0xF4) {
    return 0;
  }
  return lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
}

DecodedCodePoint decodeUtf8(std::string_view text) {
  if (text.empty()) {
    return {};
  }
  auto lead = static_cast<unsigned char>(text[0]);
  uint32_t length = sequenceLength(lead);
  if (length <= 1 || length > text.size()) {
    return {lead, length == 1 ? 1u : 0u};
  }
  uint32_t value = lead & (0x7Fu >> length);
  for (uint32_t i = 1; i < length; ++i) {
    auto byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xC0) != 0x80) {
      return {};
    }
    value = (value << 6) | (byte & 0x3F);
  }
  static constexpr uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
  bool isSurrogate = value >= 0xD800 && value < 0xE000;
  if (value < smallest[length] || isSurrogate || value > 0x10FFFF) {
    return {};
  }
  return {value, length};
}

void appendUtf8(std::string &text, uint32_t codePoint) {
  auto append = [&](uint32_t byte) { text += static_cast<char>(byte); };
  auto appendRest = [&](int shift) {
    for (; shift >= 0; shift -= 6) {
      append(0x80 | ((codePoint >> shift) & 0x3F));
    }
  };
  if (codePoint < 0x80) {
    append(codePoint);
  } else if (codePoint < 0x800) {
    append(0xC0 | (codePoint >> 6));
    appendRest(0);
  } else if (codePoint < 0x10000) {
    append(0xE0 | (codePoint >> 12));
    appendRest(6);
  } else {
    append(0xF0 | (codePoint >> 18));
    appendRest(12);
  }
}

/// Skips whole words of ASCII.
static size_t skipAscii(std::string_view text, size_t offset) {
  while (offset + 8 <= text.size()) {
    uint64_t word;
    std::memcpy(&word, text.data() + offset, 8);
    if (word & 0x8080808080808080u) {
      break;
    }
    offset += 8;
  }
  return offset;
}

size_t findInvalidUtf8(std::string_view text) {
  size_t offset = skipAscii(text, 0);
  while (offset < text.size()) {
    uint32_t length = decodeUtf8(text.substr(offset)).length;
    if (length == 0) {
      return offset;
    }
    offset = skipAscii(text, offset + length);
  }
  return offset;
}

} // namespace tkc
