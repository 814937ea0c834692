// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The .npy reader on headers that numpy writes, and on broken ones.
#include "tkc/Data/Npy.h"

#include "tkc/Support/Files.h"

#include <gtest/gtest.h>
#include <unistd.h>

using namespace tkc;
using namespace tkc::data;

/// A file with the given header dictionary and elements.
static std::string npy(int version, std::string header, const std::string &elements) {
  std::string text("\x93NUMPY", 6);
  text += char(version);
  text += '\0';
  size_t lengthBytes = version == 1 ? 2 : 4;
  for (size_t i = 0; i < lengthBytes; ++i) {
    text += char(header.size() >> (8 * i));
  }
  return text + header + elements;
}

static Array counting(ElementType type, std::vector<int64_t> shape) {
  Array array = Array::zeros(type, std::move(shape));
  for (size_t i = 0; i < array.elementCount(); ++i) {
    array.setInteger(i, int64_t(i));
  }
  return array;
}

TEST(Npy, EveryTypeComesBack) {
  for (ElementType type : allElementTypes) {
    for (const std::vector<int64_t> &shape : {std::vector<int64_t>{}, {3}, {2, 3}, {2, 0, 5}}) {
      Array array = counting(type, shape);
      std::string text = formatNpy(array);
      EXPECT_EQ((text.size() - array.bytes.size()) % 64, 0u);
      Result<Array> again = parseNpy(text, type);
      ASSERT_TRUE(again) << again.error();
      EXPECT_EQ(again->shape, array.shape);
      EXPECT_EQ(again->bytes, array.bytes);
      EXPECT_EQ(again->type, type);
    }
  }
}

TEST(Npy, ReadsVersions2And3) {
  for (int version : {2, 3}) {
    Result<Array> array = parseNpy(
        npy(version, "{'descr': '<i2', 'fortran_order': False, 'shape': (2,), }\n", std::string("\1\0\2\0", 4)));
    ASSERT_TRUE(array) << array.error();
    EXPECT_EQ(array->getInteger(1), 2);
  }
}

TEST(Npy, KeysMayComeInAnyOrder) {
  Result<Array> array = parseNpy(npy(1, "{\"shape\": (1, 2), \"fortran_order\": False, \"descr\": \"|u1\"}", "\5\6"));
  ASSERT_TRUE(array) << array.error();
  EXPECT_EQ(array->shape, (std::vector<int64_t>{1, 2}));
}

TEST(Npy, ColumnMajorIsTransposed) {
  Result<Array> array =
      parseNpy(npy(1, "{'descr': '|i1', 'fortran_order': True, 'shape': (2, 3), }", std::string("\0\3\1\4\2\5", 6)));
  ASSERT_TRUE(array) << array.error();
  for (int i = 0; i < 6; ++i) {
    EXPECT_EQ(array->getInteger(i), i);
  }
}

TEST(Npy, BigEndianIsSwapped) {
  Result<Array> array =
      parseNpy(npy(1, "{'descr': '>i4', 'fortran_order': False, 'shape': (1,), }", std::string("\0\0\1\2", 4)));
  ASSERT_TRUE(array) << array.error();
  EXPECT_EQ(array->getInteger(0), 258);
}

TEST(Npy, VoidNeedsAType) {
  std::string text = npy(1, "{'descr': '|V2', 'fortran_order': False, 'shape': (1,), }", std::string("\x80\x3f", 2));
  Result<Array> bad = parseNpy(text);
  ASSERT_FALSE(bad);
  EXPECT_NE(bad.error().find("FILE.npy:TYPE"), std::string::npos);
  Result<Array> good = parseNpy(text, ElementType::BF16);
  ASSERT_TRUE(good) << good.error();
  EXPECT_EQ(good->getDouble(0), 1);
  EXPECT_FALSE(parseNpy(text, ElementType::F32));
}

TEST(Npy, ReinterpretationChangesTheLastExtent) {
  std::string text = formatNpy(counting(ElementType::I32, {2, 4}));
  Result<Array> halves = parseNpy(text, ElementType::I16);
  ASSERT_TRUE(halves);
  EXPECT_EQ(halves->shape, (std::vector<int64_t>{2, 8}));
  Result<Array> doubles = parseNpy(formatNpy(counting(ElementType::I32, {2, 3})), ElementType::F64);
  ASSERT_FALSE(doubles);
  EXPECT_NE(doubles.error().find("2x3 i32"), std::string::npos);
}

TEST(Npy, BrokenFilesAreErrors) {
  const std::string good = "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }";
  EXPECT_EQ(parseNpy("hello, world").error(), "not a .npy file: the magic bytes are missing");
  EXPECT_EQ(parseNpy(npy(9, good, "")).error(), "unsupported .npy version 9");
  EXPECT_NE(parseNpy(npy(1, good, "abc")).error().find("4 bytes, got 3"), std::string::npos);
  EXPECT_NE(parseNpy(npy(1, "{'descr': '<f4'}", "")).error().find("a key is missing"), std::string::npos);
  EXPECT_NE(parseNpy(npy(1, "{'descr': [('a', 'f4')]}", "")).error().find("structured"), std::string::npos);
  EXPECT_NE(parseNpy(npy(1, "{'descr': '<c8', 'fortran_order': False, 'shape': ()}", "")).error().find("`<c8`"),
            std::string::npos);
  EXPECT_FALSE(parseNpy(npy(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,)}", "")));
  EXPECT_FALSE(parseNpy(npy(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (281474976710656, 65536)}", "")));
  for (size_t length = 0; length < 40; ++length) {
    EXPECT_FALSE(parseNpy(npy(1, good.substr(0, length), "")));
    EXPECT_FALSE(parseNpy(npy(1, good, "").substr(0, length)));
  }
}

TEST(Npy, FilesAreWrittenWholeAndErrorsNameThem) {
  std::string path = testing::TempDir() + "tkc-npy-" + std::to_string(getpid()) + ".npy";
  ASSERT_TRUE(writeNpy(path, counting(ElementType::F32, {5})));
  Result<Array> array = readNpy(path);
  ASSERT_TRUE(array) << array.error();
  EXPECT_EQ(array->getDouble(4), 4);
  unlink(path.c_str());
  EXPECT_EQ(readNpy(path).error(), "cannot read `" + path + "`: No such file or directory");
  EXPECT_EQ(writeNpy("/nonexistent/x.npy", *array).error(),
            "cannot write `/nonexistent/x.npy`: No such file or directory");
}
