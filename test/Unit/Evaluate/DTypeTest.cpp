// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of data types in their three spellings.
#include "tkc/Evaluate/DType.h"

#include <gtest/gtest.h>

using namespace tkc::evaluate;

static std::string signatureOf(std::string_view text) {
  std::optional<DType> type = DType::parse(text);
  return type ? type->signatureName() : "refused";
}

TEST(DType, PointersHaveFewLevels) {
  EXPECT_TRUE(DType::parse("********fp32").has_value());
  EXPECT_FALSE(DType::parse(std::string(100000, '*') + "fp32").has_value());
}

TEST(DType, ReadsShortNamesLanguageNamesAndAliases) {
  EXPECT_EQ(signatureOf("fp16"), "fp16");
  EXPECT_EQ(signatureOf("tl.float16"), "fp16");
  EXPECT_EQ(signatureOf("half"), "fp16");
  EXPECT_EQ(signatureOf("torch.bfloat16"), "bf16");
  EXPECT_EQ(signatureOf("float8_e4m3fn"), "fp8e4nv");
  EXPECT_EQ(signatureOf("uint8"), "u8");
  EXPECT_EQ(signatureOf("i1"), "u1");
  EXPECT_EQ(signatureOf("int"), "i32");
}

TEST(DType, ReadsPointersAndTheirConstness) {
  EXPECT_EQ(signatureOf("*fp32"), "*fp32");
  EXPECT_EQ(signatureOf("*kfp32"), "*kfp32");
  EXPECT_EQ(signatureOf("const float*"), "*kfp32");
  EXPECT_EQ(signatureOf("**i64"), "**i64");
  EXPECT_TRUE(DType::parse("*ki8")->isConst());
  EXPECT_FALSE(DType::parse("*i8")->isConst());
}

TEST(DType, ReadsTensorDescriptors) {
  std::optional<DType> type = DType::parse("tensordesc<fp16[128, 64]>");
  ASSERT_TRUE(type);
  EXPECT_EQ(type->shape(), (std::vector<int64_t>{128, 64}));
  EXPECT_EQ(type->signatureName(), "tensordesc<fp16[128, 64]>");
}

TEST(DType, RefusesWhatIsNoType) {
  for (const char *text : {"", "*", "fp17", "const fp16", "tensordesc<fp16>", "tensordesc<fp16[0]>", "tensordesc<"}) {
    EXPECT_EQ(signatureOf(text), "refused") << text;
  }
}

TEST(DType, PrintsAsTheLanguageDoes) {
  EXPECT_EQ(DType(DTypeKind::Float16).name(), "fp16");
  EXPECT_EQ(DType(DTypeKind::Int32).name(), "int32");
  EXPECT_EQ(DType(DTypeKind::Float8E4M3FN).tlName(), "float8e4nv");
  EXPECT_EQ(DType::pointer(DTypeKind::Float32).name(), "pointer<fp32>");
  EXPECT_EQ(DType::block(DTypeKind::Float32, {16, 32}).name(), "<['16', '32'], fp32>");
}

TEST(DType, KnowsWidthsSignsAndFamilies) {
  EXPECT_EQ(DType(DTypeKind::Int1).bitWidth(), 1u);
  EXPECT_EQ(DType::pointer(DTypeKind::Int8).bitWidth(), 64u);
  EXPECT_TRUE(DType(DTypeKind::Int1).isUnsignedInteger());
  EXPECT_TRUE(DType(DTypeKind::Int64).isSignedInteger());
  EXPECT_TRUE(DType(DTypeKind::Float8E5M2).isFp8());
  EXPECT_FALSE(DType(DTypeKind::Float16).isFp8());
  EXPECT_NE(DType::pointer(DTypeKind::Int8), DType::pointer(DTypeKind::Int8, 1, true));
  EXPECT_EQ(DType::pointer(DTypeKind::Int8), DType::pointer(DTypeKind::Int8));
}
