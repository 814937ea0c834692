// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of the element types, and access to single elements.
#include "tkc/Data/ElementType.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace tkc::data;

TEST(ElementType, NamesComeBackAndAliasesAreTaken) {
  for (ElementType type : allElementTypes) {
    EXPECT_EQ(parseElementType(elementTypeName(type)), type);
  }
  EXPECT_EQ(parseElementType("f16"), ElementType::F16);
  EXPECT_EQ(parseElementType("u1"), ElementType::I1);
  EXPECT_EQ(parseElementType("float8_e4m3fn"), ElementType::F8E4M3FN);
  EXPECT_EQ(parseElementType("fp17"), std::nullopt);
  EXPECT_EQ(parseElementType(""), std::nullopt);
}

TEST(ElementType, SizesAndKinds) {
  EXPECT_EQ(sizeInBytes(ElementType::I1), 1);
  EXPECT_EQ(sizeInBytes(ElementType::BF16), 2);
  EXPECT_EQ(sizeInBytes(ElementType::U64), 8);
  EXPECT_TRUE(isSignedInteger(ElementType::I8));
  EXPECT_FALSE(isSignedInteger(ElementType::U8));
  EXPECT_FALSE(isSignedInteger(ElementType::F32));
  EXPECT_TRUE(isFloat(ElementType::F8E5M2));
}

static double roundTrip(ElementType type, double value) {
  uint64_t bytes = 0;
  storeDouble(type, value, &bytes);
  return loadDouble(type, &bytes);
}

TEST(ElementType, StoreDoubleRoundsFloats) {
  EXPECT_EQ(roundTrip(ElementType::F16, 1.0 / 3), 0.333251953125);
  EXPECT_EQ(roundTrip(ElementType::BF16, 1.0 / 3), 0.333984375);
  EXPECT_EQ(roundTrip(ElementType::F64, 1.0 / 3), 1.0 / 3);
  EXPECT_EQ(roundTrip(ElementType::F8E4M3FN, 1e6), 448);
  EXPECT_EQ(roundTrip(ElementType::F8E5M2, -INFINITY), -57344);
  EXPECT_EQ(roundTrip(ElementType::F16, 1e6), INFINITY);
}

TEST(ElementType, StoreDoubleTruncatesAndSaturatesIntegers) {
  EXPECT_EQ(roundTrip(ElementType::I8, -1.9), -1);
  EXPECT_EQ(roundTrip(ElementType::I8, 1000), 127);
  EXPECT_EQ(roundTrip(ElementType::I8, -1000), -128);
  EXPECT_EQ(roundTrip(ElementType::U16, -3), 0);
  EXPECT_EQ(roundTrip(ElementType::U16, 1e9), 65535);
  EXPECT_EQ(roundTrip(ElementType::I32, NAN), 0);
  EXPECT_EQ(roundTrip(ElementType::U64, 1e30), 0x1p64);
  EXPECT_EQ(roundTrip(ElementType::I64, -1e30), -0x1p63);
  EXPECT_EQ(roundTrip(ElementType::I1, 0.25), 1);
}

static int64_t roundTripInteger(ElementType type, int64_t value) {
  uint64_t bytes = 0;
  storeInteger(type, value, &bytes);
  return loadInteger(type, &bytes);
}

TEST(ElementType, StoreIntegerWraps) {
  EXPECT_EQ(roundTripInteger(ElementType::I8, 200), -56);
  EXPECT_EQ(roundTripInteger(ElementType::U8, -1), 255);
  EXPECT_EQ(roundTripInteger(ElementType::I1, 2), 0);
  EXPECT_EQ(roundTripInteger(ElementType::I64, INT64_MIN), INT64_MIN);
  EXPECT_EQ(roundTripInteger(ElementType::F32, -7), -7);
}

TEST(ElementType, WideIntegersRoundOnceToFloats) {
  for (int64_t value : {(int64_t(1) << 60) + (int64_t(1) << 36) + 1, (int64_t(1) << 60) + (int64_t(1) << 36) - 1,
                        -(int64_t(1) << 60) - (int64_t(1) << 36) - 1, INT64_MAX, INT64_MIN, int64_t(16777217)}) {
    uint64_t bytes = 0;
    storeInteger(ElementType::F32, value, &bytes);
    EXPECT_EQ(loadDouble(ElementType::F32, &bytes), double(float(value))) << value;
  }
}
