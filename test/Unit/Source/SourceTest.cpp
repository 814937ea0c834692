// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Places, lines and ranges of source buffers.
#include "tkc/Source/Source.h"

#include <cstdio>
#include <gtest/gtest.h>

using namespace tkc;

TEST(SourceBuffer, FindsLineAndColumnForEveryKindOfLineEnd) {
  SourceBuffer buffer("f", "ab\ncd\r\ne\rf");
  EXPECT_EQ(buffer.lineCount(), 4u);
  EXPECT_EQ(buffer.lineColumn(4).line, 2u);
  EXPECT_EQ(buffer.lineColumn(4).column, 2u);
  EXPECT_EQ(buffer.lineColumn(7).line, 3u);
  EXPECT_EQ(buffer.lineColumn(9).line, 4u);
  EXPECT_EQ(buffer.line(1), "ab");
  EXPECT_EQ(buffer.line(2), "cd");
  EXPECT_EQ(buffer.line(3), "e");
  EXPECT_EQ(buffer.line(4), "f");
}

TEST(SourceBuffer, MovesPlacesOutsideIntoTheBuffer) {
  SourceBuffer buffer("f", "ab\ncd");
  EXPECT_EQ(buffer.lineColumn(100).line, 2u);
  EXPECT_EQ(buffer.lineColumn(100).column, 3u);
  EXPECT_EQ(buffer.offsetAt({9, 1}), 5u);
  EXPECT_EQ(buffer.offsetAt({2, 90}), 5u);
  EXPECT_EQ(buffer.offsetAt({0, 0}), 0u);
  EXPECT_EQ(buffer.line(0), "");
  EXPECT_EQ(buffer.line(3), "");
}

TEST(SourceBuffer, ConvertsPlacesBackToOffsets) {
  SourceBuffer buffer("f", "one\ntwo\n\nfour");
  for (uint32_t offset = 0; offset <= buffer.size(); ++offset) {
    EXPECT_EQ(buffer.offsetAt(buffer.lineColumn(offset)), offset);
  }
}

TEST(SourceBuffer, AnEmptyBufferHasOneLine) {
  SourceBuffer buffer("f", "");
  EXPECT_EQ(buffer.lineCount(), 1u);
  EXPECT_EQ(buffer.lineColumn(0).column, 1u);
  EXPECT_EQ(buffer.line(1), "");
}

TEST(SourceRange, JoinCoversBothAndIgnoresNowhere) {
  SourceBuffer buffer("f", "hello world");
  SourceRange first{&buffer, 0, 5}, second{&buffer, 6, 11};
  EXPECT_EQ(join(second, first).text(), "hello world");
  EXPECT_EQ(join({}, first), first);
  EXPECT_EQ(join(first, {}), first);
  EXPECT_FALSE(SourceRange().isValid());
  EXPECT_EQ(SourceRange().text(), "");
}

TEST(SourceManager, BuffersStayInPlaceAndAreFoundByName) {
  SourceManager manager;
  const SourceBuffer *first = &manager.addBuffer("a", "1");
  for (int i = 0; i < 100; ++i) {
    manager.addBuffer("b", "2");
  }
  EXPECT_EQ(manager.findBuffer("a"), first);
  EXPECT_EQ(manager.findBuffer("c"), nullptr);
}

TEST(SourceManager, LoadsFilesAndTellsWhyItCannot) {
  SourceManager manager;
  std::string error;
  EXPECT_EQ(manager.loadFile("/no/such/file.tk", error), nullptr);
  EXPECT_EQ(error, "No such file or directory");
  EXPECT_EQ(manager.loadFile("/", error), nullptr);
  EXPECT_EQ(error, "Is a directory");

  std::string path = testing::TempDir() + "tkc-source-test.tk";
  std::FILE *file = std::fopen(path.c_str(), "wb");
  ASSERT_NE(file, nullptr);
  std::fputs("x = 1\r\n", file);
  std::fclose(file);
  const SourceBuffer *buffer = manager.loadFile(path, error);
  std::remove(path.c_str());
  ASSERT_NE(buffer, nullptr);
  EXPECT_EQ(buffer->text(), "x = 1\r\n");
  EXPECT_EQ(buffer->name(), path);
}
