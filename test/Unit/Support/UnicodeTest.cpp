// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// UTF-8 both ways, its invalid forms, and the characters of identifiers.
#include "tkc/Support/Unicode.h"

#include <gtest/gtest.h>

using namespace tkc;

TEST(Utf8, EveryCodePointIsReadBack) {
  for (uint32_t codePoint = 0; codePoint <= 0x10FFFF; ++codePoint) {
    if (codePoint >= 0xD800 && codePoint < 0xE000) {
      continue;
    }
    std::string text;
    appendUtf8(text, codePoint);
    DecodedCodePoint decoded = decodeUtf8(text + "x");
    ASSERT_EQ(decoded.value, codePoint);
    ASSERT_EQ(decoded.length, text.size());
  }
}

TEST(Utf8, InvalidForms) {
  for (const char *text : {"\x80", "\xc0\x80", "\xc1\xbf", "\xc3", "\xc3x", "\xe0\x80\x80", "\xe2\x82", "\xed\xa0\x80",
                           "\xf0\x80\x80\x80", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff"}) {
    EXPECT_EQ(decodeUtf8(text).length, 0u) << text;
  }
  EXPECT_EQ(decodeUtf8("").length, 0u);
}

TEST(Utf8, FindsTheFirstInvalidByteAtEveryOffset) {
  for (size_t offset = 0; offset < 40; ++offset) {
    EXPECT_EQ(findInvalidUtf8(std::string(offset, 'a') + "\xff"), offset);
    EXPECT_EQ(findInvalidUtf8(std::string(offset, 'a') + "\u00e9\xff"), offset + 2);
    EXPECT_EQ(findInvalidUtf8(std::string(offset, 'a') + "\U0001F600"), offset + 4);
  }
}

TEST(Utf8, SurrogatesAreWrittenInTheFormThatDecodersReject) {
  std::string text;
  appendUtf8(text, 0xD800);
  EXPECT_EQ(text, "\xED\xA0\x80");
}

TEST(Identifiers, Characters) {
  for (uint32_t start : {uint32_t('a'), uint32_t('Z'), uint32_t('_'), 0xE9u, 0x3A9u, 0x53D8u, 0x1D518u}) {
    EXPECT_TRUE(isIdentifierStart(start)) << start;
    EXPECT_TRUE(isIdentifierContinue(start)) << start;
  }
  for (uint32_t later : {uint32_t('0'), 0x301u, 0xB7u, 0x660u}) {
    EXPECT_FALSE(isIdentifierStart(later)) << later;
    EXPECT_TRUE(isIdentifierContinue(later)) << later;
  }
  for (uint32_t never : {uint32_t(' '), uint32_t('-'), 0xB2u, 0x20ACu, 0x201Cu, 0x1F600u, 0x110000u}) {
    EXPECT_FALSE(isIdentifierStart(never)) << never;
    EXPECT_FALSE(isIdentifierContinue(never)) << never;
  }
}
